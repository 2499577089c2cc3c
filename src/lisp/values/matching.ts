// Matches of a regular expression as programs see them, splitting with Java's rules for limits and empty matches, and
// Java's replacement templates ($1, ${name}, backslash escapes).

import { fault } from "../fault.ts";
import { charge, chargeItems, chargeSlice, chargeString, spend, spendMany } from "../meter.ts";
import type { Match, Regex } from "./regex.ts";
import { charactersOf } from "./text.ts";
import type { Value } from "./value.ts";
import { Vec } from "./vector.ts";

/** What a search and its match leave behind besides the text. */
export const MATCH_BYTES = 240;
/** A piece of a text that is put together, its slot and its share of joining them. */
const PIECE_BYTES = 48;

/** Text of one group; null when the group took no part in the match. */
export function groupText(m: Match, group: number): string | null {
  return m.groups[group] ?? null;
}

/** The whole match, or with groups a vector of the match and its groups. */
export function matchValue(m: Match): Value {
  const n = m.groups.length;
  chargeSlice();
  if (n === 1) return m.groups[0] as string;
  chargeItems(n, 40);
  const groups: Value[] = new Array(n);
  for (let i = 0; i < n; i++) groups[i] = m.groups[i] ?? null;
  return Vec.of(groups);
}

/** First match at or after `from`, paid for by its length in input. */
export function findFrom(regex: Regex, input: string, from: number): Match | null {
  if (from > input.length) return null;
  spend();
  charge(MATCH_BYTES);
  return regex.matcher.find(input, from);
}

/** Where the search goes on after a match: past one whole code point when the match was empty. */
export function nextFrom(input: string, m: Match): number {
  const { start, end } = m;
  if (end > start) return end;
  return end + ((input.codePointAt(end) ?? 0) > 0xffff ? 2 : 1);
}

/** Java's Pattern.split: no empty piece for an empty match at the start; a limit of 0 drops empty pieces at the end. */
export function splitByRegex(input: string, regex: Regex, limit: number): string[] {
  const { literal } = regex;
  if (literal !== null) return splitByText(input, literal, limit);
  spendMany(input.length >> 3);
  const out: string[] = [];
  let index = 0;
  for (let m = findFrom(regex, input, 0); m !== null; m = findFrom(regex, input, nextFrom(input, m))) {
    if (index === 0 && m.end === 0) continue;
    if (limit > 0 && out.length >= limit - 1) break;
    push(out, input.slice(index, m.start));
    index = m.end;
  }
  if (index === 0) return [input];
  push(out, input.slice(index));
  return limit === 0 ? withoutEmptyEnd(out) : out;
}

/** Splitting at a fixed text; at the empty text, between characters. */
export function splitByText(input: string, separator: string, limit: number): string[] {
  spendMany(input.length >> 3);
  if (separator === "") return splitCharacters(input, limit);
  const out: string[] = [];
  let index = 0;
  for (let at = input.indexOf(separator); at >= 0; at = input.indexOf(separator, index)) {
    if (limit > 0 && out.length >= limit - 1) break;
    push(out, input.slice(index, at));
    index = at + separator.length;
  }
  if (index === 0) return [input];
  push(out, input.slice(index));
  return limit === 0 ? withoutEmptyEnd(out) : out;
}

function splitCharacters(input: string, limit: number): string[] {
  if (input === "") return [""];
  const all = charactersOf(input);
  if (limit === 0) return all;
  if (limit < 0 || limit > all.length) return [...all, ""];
  return [...all.slice(0, limit - 1), all.slice(limit - 1).join("")];
}

function push(out: string[], piece: string): void {
  charge(56);
  // The item cap is looked at now and then while pieces gather, not only when they are all there.
  if ((out.length & 0xffff) === 0xffff) chargeItems(out.length, 0);
  out.push(piece);
}

function withoutEmptyEnd(pieces: string[]): string[] {
  let n = pieces.length;
  while (n > 0 && pieces[n - 1] === "") n--;
  pieces.length = n;
  return pieces;
}

/** Literal text, or the number of a group. */
export type TemplatePart = string | number;

/** A Java replacement string taken apart for a pattern with these groups. */
export function parseTemplate(template: string, regex: Regex): TemplatePart[] {
  if (!/[\\$]/.test(template)) return [template];
  const parts: TemplatePart[] = [];
  let text = "";
  let i = 0;
  while (i < template.length) {
    const c = template[i]!;
    if (c === "\\") {
      if (i + 1 === template.length) badTemplate("the replacement ends with a lone backslash");
      text += template[i + 1];
      i += 2;
    } else if (c === "$") {
      const [group, next] = groupReference(template, i + 1, regex);
      parts.push(text, group);
      text = "";
      i = next;
    } else {
      text += c;
      i++;
    }
  }
  parts.push(text);
  return parts;
}

function groupReference(template: string, at: number, regex: Regex): [group: number, next: number] {
  const { groups, names } = regex.matcher;
  if (template[at] === "{") {
    const close = template.indexOf("}", at);
    const name = close < 0 ? "" : template.slice(at + 1, close);
    if (!/^[A-Za-z][A-Za-z0-9]*$/.test(name)) badTemplate("$ with braces must hold the name of a group");
    const group = names.get(name);
    if (group === undefined) badTemplate(`the pattern has no group named ${name}`);
    return [group, close + 1];
  }
  if (!/^[0-9]$/.test(template[at] ?? "")) badTemplate("$ must be followed by a group number");
  let group = Number(template[at]);
  if (group > groups) badTemplate(`the pattern has no group ${group}`);
  let next = at + 1;
  // As many digits belong to the number as still name a group: $11 with one group is group 1, then "1".
  while (/^[0-9]$/.test(template[next] ?? "")) {
    const longer = group * 10 + Number(template[next]);
    if (longer > groups) break;
    group = longer;
    next++;
  }
  return [group, next];
}

function badTemplate(problem: string): never {
  fault(
    "runtime_error",
    `In a replacement for a regex match, ${problem}.`,
    "Write \\\\$ for a dollar sign and \\\\\\\\ for a backslash, or wrap the text in (str/re-quote-replacement s).",
  );
}

/** Gathers the pieces of a string that is being rewritten, charging them as they come. */
export class Rewriting {
  private readonly pieces: string[] = [];
  private length = 0;

  add(piece: string): void {
    if (piece === "") return;
    charge(PIECE_BYTES);
    this.length += piece.length;
    this.pieces.push(piece);
  }

  addExpanded(m: Match, template: readonly TemplatePart[]): void {
    for (const part of template) this.add(typeof part === "string" ? part : (groupText(m, part) ?? ""));
  }

  done(): string {
    chargeString(this.length);
    return this.pieces.join("");
  }
}
