// Strings and characters. Escapes are Java's; an escape nobody knows (\q, as in Windows paths and regular expressions
// written as strings) stays as its two characters, as in the reference. A character is a string of one grapheme.

import { graphemeCount } from "../values/graphemes.ts";

const simple: ReadonlyMap<string, string> = new Map([
  ["n", "\n"],
  ["t", "\t"],
  ["r", "\r"],
  ["f", "\f"],
  ["b", "\b"],
  ['"', '"'],
  ["\\", "\\"],
]);

const escapes = /\\(?:u([0-9A-Fa-f]{4})|o?([0-7]{1,3})|([\s\S]))/g;

/** What stands between the quotes, with its escapes resolved. */
export function resolveEscapes(inner: string): string {
  if (!inner.includes("\\")) return inner;
  return inner.replace(escapes, (all, hex?: string, octal?: string, other?: string) => {
    if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
    if (octal !== undefined) {
      const code = Number.parseInt(octal, 8);
      return code <= 0o377 ? String.fromCharCode(code) : all;
    }
    return simple.get(other ?? "") ?? all;
  });
}

/** Offset of a backslash that ends its line, or -1: other languages join lines so, Clojure does not. */
export function lineJoin(inner: string): number {
  for (let i = inner.indexOf("\\"); i !== -1; i = inner.indexOf("\\", i + 2))
    if (inner[i + 1] === "\n" || inner[i + 1] === "\r") return i;
  return -1;
}

const named: ReadonlyMap<string, string> = new Map([
  ["newline", "\n"],
  ["space", " "],
  ["tab", "\t"],
  ["return", "\r"],
  ["backspace", "\b"],
  ["formfeed", "\f"],
]);

/** The character written after the backslash, or null when there is none of that name. */
export function readCharacter(text: string): string | null {
  if (text.length === 1) return /[\ud800-\udfff]/.test(text) ? null : text;
  const known = named.get(text);
  if (known !== undefined) return known;
  if (/^u[0-9A-Fa-f]{4}$/.test(text)) {
    const code = Number.parseInt(text.slice(1), 16);
    return code >= 0xd800 && code <= 0xdfff ? null : String.fromCharCode(code);
  }
  if (/^o[0-3]?[0-7]{1,2}$/.test(text)) return String.fromCharCode(Number.parseInt(text.slice(1), 8));
  return text.length <= 64 && graphemeCount(text) === 1 ? text : null;
}
