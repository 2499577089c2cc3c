// What `describe` knows about the values seen at one place (a key, a path, or one value alone): their types, a few
// examples, how many are not empty, the range of numbers, how many differ. Values are added one by one and not kept.

import { Fn, NativeFn } from "./fn.ts";
import { InfiniteSeq } from "./infinite.ts";
import { MapBuilder, PMap } from "./map.ts";
import { compareNumbers, isNumber, type Num, toFloat } from "./numbers.ts";
import { cut, previewText } from "./preview.ts";
import { Regex } from "./regex.ts";
import { PSet } from "./set.ts";
import { Temporal } from "./temporal.ts";
import { Flt, Keyword, Reduced, SymbolRef, type Value, VarRef } from "./value.ts";
import { Vec } from "./vector.ts";

const maxExampleChars = 120;
const maxDistinct = 50;
const maxNumericChars = 64;
const numeric = /^[+-]?\d+(\.\d+)?([eE][+-]?\d+)?$/;

/** The word `describe` uses for a value's type. */
export function shapeType(v: Value): string {
  if (v === null) return "nil";
  switch (typeof v) {
    case "boolean":
    case "string":
      return typeof v;
    case "bigint":
      return "integer";
    case "number":
      return Number.isInteger(v) ? "integer" : Number.isNaN(v) ? "nan" : Number.isFinite(v) ? "float" : "infinity";
    default:
      return objectType(v);
  }
}

function objectType(v: Value & object): string {
  if (v instanceof Flt) return "float";
  if (v instanceof Keyword) return "keyword";
  if (v instanceof Vec) return "vector";
  if (v instanceof PMap) return "map";
  if (v instanceof PSet) return "set";
  if (v instanceof Fn || v instanceof NativeFn) return "function";
  if (v instanceof Temporal) return v.class_ === "Date" ? "java.util.Date" : `java.time.${v.class_}`;
  if (v instanceof Regex) return "regex";
  if (v instanceof SymbolRef) return "symbol";
  if (v instanceof VarRef) return "var";
  if (v instanceof Reduced) return "reduced";
  if (v instanceof InfiniteSeq) return "infinite sequence";
  return v satisfies never;
}

/** A short label or example of a value: scalars as they are, strings cut, everything else as bounded text. */
export function exampleOf(v: Value): Value {
  if (typeof v === "string") return shortString(v);
  if (v === null || typeof v !== "object" || v instanceof Keyword || v instanceof Flt) {
    return typeof v === "bigint" && v.toString(16).length > maxExampleChars ? shapeText(v) : v;
  }
  return shapeText(v);
}

export function shapeText(v: Value): string {
  return previewText(v, maxExampleChars);
}

export function shortString(s: string): string {
  return s.length <= maxExampleChars ? s : `${cut(s, maxExampleChars)}(${s.length} chars)`;
}

/** Counts by word, as a map sorted by word. */
export class Histogram {
  private readonly counts = new Map<string, number>();

  add(word: string): void {
    this.counts.set(word, (this.counts.get(word) ?? 0) + 1);
  }

  toMap(): PMap {
    const out = new MapBuilder();
    for (const word of [...this.counts.keys()].sort()) out.set(word, this.counts.get(word)!);
    return out.done();
  }
}

export class FieldShape {
  private readonly types = new Histogram();
  private readonly examples: Value[] = [];
  private readonly exampleTexts = new Set<string>();
  private countable = false;
  private nonEmpty = 0;
  private min: Num | null = null;
  private max: Num | null = null;
  private readonly distinct = new Set<Value>();
  private readonly distinctFloats = new Set<number>();
  private distinctCapped = false;
  private lastRow = -1;
  private rows = 0;
  private values = 0;

  constructor(private readonly maxExamples: number) {}

  /** Rows are added in order, so a row seen again is the last one. */
  add(value: Value, row: number): void {
    this.values++;
    if (row !== this.lastRow) {
      this.lastRow = row;
      this.rows++;
    }
    this.types.add(shapeType(value));
    this.addExample(value);
    this.addSize(value);
    this.addNumber(value);
    this.addDistinct(value);
  }

  private addExample(value: Value): void {
    if (this.examples.length >= this.maxExamples) return;
    const text = shapeText(value);
    if (this.exampleTexts.has(text)) return;
    this.exampleTexts.add(text);
    this.examples.push(exampleOf(value));
  }

  private addSize(value: Value): void {
    const size =
      typeof value === "string" || value instanceof Vec
        ? value.length
        : value instanceof PMap || value instanceof PSet
          ? value.size
          : -1;
    if (size === -1) return;
    this.countable = true;
    if (size > 0) this.nonEmpty++;
  }

  private addNumber(value: Value): void {
    const n = measure(value);
    if (n === null) return;
    if (this.min === null || compareNumbers(n, this.min) < 0) this.min = n;
    if (this.max === null || compareNumbers(n, this.max) > 0) this.max = n;
  }

  private addDistinct(value: Value): void {
    if (this.distinctCapped || (typeof value === "number" && !Number.isFinite(value))) return;
    const isFloat = value instanceof Flt;
    if (!isFloat && value !== null && typeof value === "object" && !(value instanceof Keyword)) return;
    if (isFloat ? this.distinctFloats.has(value.value) : this.distinct.has(value)) return;
    if (this.distinct.size + this.distinctFloats.size >= maxDistinct) this.distinctCapped = true;
    else if (isFloat) this.distinctFloats.add(value.value);
    else this.distinct.add(value);
  }

  /** Writes what is known as keyword entries; `denominator` adds how many rows held the field. */
  writeTo(out: MapBuilder, denominator: number | null = null, manyPerRow = false): void {
    if (denominator !== null) {
      put(out, "present", this.rows);
      put(out, "pct", percent(this.rows, denominator));
      if (manyPerRow && this.values > this.rows) put(out, "value_count", this.values);
    }
    put(out, "types", this.types.toMap());
    put(out, "examples", Vec.of(this.examples));
    // 0 says that a field is always empty, which is worth knowing; it is left out only where nothing has a size.
    if (this.countable) put(out, "non_empty", this.nonEmpty);
    if (this.min !== null) {
      const range = new MapBuilder();
      put(range, "min", this.min);
      put(range, "max", this.max);
      put(out, "range", range.done());
    }
    const distinct = this.distinct.size + this.distinctFloats.size;
    if (distinct > 0) put(out, "distinct_count", distinct);
    if (this.distinctCapped) put(out, "distinct_capped", true);
  }
}

export function put(out: MapBuilder, name: string, value: Value): void {
  out.set(Keyword.of(name), value);
}

/** The number a value stands for: strings of digits count, as floats. */
function measure(value: Value): Num | null {
  if (typeof value === "string") {
    if (value.length > maxNumericChars || !numeric.test(value)) return null;
    const n = Number(value);
    return Number.isFinite(n) ? (toFloat(n) as Num) : null;
  }
  return isNumber(value) && (typeof value !== "number" || Number.isFinite(value)) ? value : null;
}

function percent(part: number, whole: number): Value {
  return toFloat(whole === 0 ? 0 : Math.round((part / whole) * 1000) / 10);
}
