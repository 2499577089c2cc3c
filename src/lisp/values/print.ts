// Text of values. `printReadable` (pr-str) is what the reader reads back; `printPlain` (str) shows strings bare and nil as
// nothing. Both are exact and metered; previews for people and models live in preview.ts.

import { fault } from "../fault.ts";
import { activeLimits, charge, chargeString, spendMany } from "../meter.ts";
import { Fn, NativeFn } from "./fn.ts";
import { InfiniteSeq } from "./infinite.ts";
import { ascend, bounded, descend } from "./key.ts";
import { PMap } from "./map.ts";
import { printFloat } from "./numbers.ts";
import { Regex } from "./regex.ts";
import { PSet } from "./set.ts";
import { Temporal } from "./temporal.ts";
import { Flt, Keyword, Reduced, SymbolRef, type Value, VarRef } from "./value.ts";
import { Vec } from "./vector.ts";

const escapes: Record<string, string> = {
  '"': '\\"',
  "\\": "\\\\",
  "\n": "\\n",
  "\t": "\\t",
  "\r": "\\r",
  "\f": "\\f",
  "\b": "\\b",
};

/** A piece of text on its way: its slot in a growing list and its share of joining them. */
export const PIECE_BYTES = 48;
/** The text of a number. */
const DIGITS_BYTES = 24;

export function printString(s: string): string {
  if (s.length <= PIECE) return `"${escaped(s)}"`;
  // V8 gathers every match of a replace before it builds the text: a megabyte of quotes would take a gigabyte.
  const pieces: string[] = [];
  for (let at = 0; at < s.length; at += PIECE) pieces.push(escaped(s.slice(at, at + PIECE)));
  return `"${pieces.join("")}"`;
}

const PIECE = 65_536;

function escaped(s: string): string {
  return s.replace(/["\\\n\t\r\f\b]/g, (c) => escapes[c] ?? c);
}

/** pr-str of one value. */
export function printReadable(v: Value): string {
  const atom = printAtom(v, true);
  if (atom !== null) return atom;
  const out: string[] = [];
  let length = 0;
  const most = activeLimits().stringLength;
  bounded("print", () =>
    write(v, (s) => {
      length += s.length;
      // Refuse as soon as the text is too long: a shared value must not first pile up gigabytes of pieces.
      if (length > most) chargeString(length);
      charge(PIECE_BYTES + s.length);
      out.push(s);
    }),
  );
  chargeString(length);
  return out.join("");
}

/** str of one value. */
export function printPlain(v: Value): string {
  if (v === null) return "";
  if (typeof v === "string") return v;
  return printAtom(v, false) ?? printReadable(v);
}

function printAtom(v: Value, readable: boolean): string | null {
  switch (typeof v) {
    case "string":
      return readable ? quoted(v) : v;
    case "number":
      charge(DIGITS_BYTES);
      return Number.isInteger(v) ? String(v) : readable || Number.isFinite(v) ? printFloat(v) : plainSpecial(v);
    case "boolean":
      return v ? "true" : "false";
    case "bigint":
      // Clojure's N suffix marks a type PTC-Lisp does not have: integers are one type here.
      return digitsOf(v);
    case "object":
      break;
  }
  if (v === null) return "nil";
  if (v instanceof Keyword) return `:${v.name}`;
  if (v instanceof Flt) return printFloat(v.value);
  if (v instanceof Regex) return readable ? `#"${v.source}"` : v.source;
  if (v instanceof SymbolRef) return v.name;
  if (v instanceof VarRef) return `#'${v.name}`;
  if (v instanceof Fn) return v.code.name === null ? "#fn" : `#fn[${v.code.name}]`;
  if (v instanceof NativeFn) return `#fn[${v.name}]`;
  if (v instanceof Temporal) return readable ? `#${v.class_}["${v.text()}"]` : v.text();
  return null;
}

/** Paid for before it is made: escaping looks at every unit. */
function quoted(s: string): string {
  if (s.length > 256) spendMany(s.length >> 5);
  chargeString(s.length + 2);
  return printString(s);
}

/** Most integers fit no machine word when they get here; the largest take a millisecond. */
export function digitsOf(n: bigint): string {
  const text = n.toString();
  // A thousand digits take 10 µs, twenty thousand a millisecond.
  if (text.length > 256) spendMany(Math.trunc(text.length ** 2 / 32768));
  chargeString(text.length);
  return text;
}

function plainSpecial(n: number): string {
  return Number.isNaN(n) ? "NaN" : n > 0 ? "Infinity" : "-Infinity";
}

function write(v: Value, emit: (s: string) => void): void {
  const atom = printAtom(v, true);
  if (atom !== null) {
    emit(atom);
    return;
  }
  if (v instanceof InfiniteSeq)
    fault("type_error", `${v.label} never ends and cannot be printed.`, `Bound it first: (take n ${v.label}).`);
  descend();
  if (v instanceof Vec) {
    spendMany(v.length >> 2);
    emit("[");
    for (let i = 0; i < v.length; i++) {
      if (i > 0) emit(" ");
      write(v.at(i), emit);
    }
    emit("]");
  } else if (v instanceof PMap) {
    spendMany(v.size >> 1);
    emit("{");
    const pairs = v.pairs();
    for (let i = 0; i < pairs.length; i += 2) {
      if (i > 0) emit(", ");
      write(pairs[i] as Value, emit);
      emit(" ");
      write(pairs[i + 1] as Value, emit);
    }
    emit("}");
  } else if (v instanceof PSet) {
    spendMany(v.size >> 2);
    emit("#{");
    v.items().forEach((item, i) => {
      if (i > 0) emit(" ");
      write(item, emit);
    });
    emit("}");
  } else if (v instanceof Reduced) {
    emit("#reduced[");
    write(v.value, emit);
    emit("]");
  }
  ascend();
}
