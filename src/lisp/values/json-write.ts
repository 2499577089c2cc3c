// Values to JSON text. Two doors: a program's own json/generate-string refuses whatever JSON cannot express (keyword
// values, sets, functions), because the program can say what it means; the host boundary prints such values by name or
// as their text. Both keep whole floats (12.0) and every digit of an integer, and refuse keys that would collide.

import { fault } from "../fault.ts";
import { activeLimits, charge, chargeString, spendMany } from "../meter.ts";
import { typeName } from "./describe-type.ts";
import { InfiniteSeq } from "./infinite.ts";
import { ascend, bounded, descend } from "./key.ts";
import { PMap } from "./map.ts";
import { previewText } from "./preview.ts";
import { digitsOf, printPlain, printReadable } from "./print.ts";
import { PSet } from "./set.ts";
import { Flt, Keyword, type Value } from "./value.ts";
import { Vec } from "./vector.ts";

export interface JsonWriteOptions {
  /** "refuse" (a program's json/generate-string) or "name" (the host boundary). */
  readonly keywords?: "refuse" | "name";
  /** Spaces per level; 0 is one line without spaces. */
  readonly indent?: number;
  /** Names the caller in errors. */
  readonly who?: string;
}

export function toJsonText(value: Value, options: JsonWriteOptions = {}): string {
  const writer = new JsonWriter(options);
  bounded("write as JSON", () => writer.write(value, 0));
  return writer.done();
}

/** Where a walk stands, for messages: a path that get-in accepts. */
export class ValuePath {
  private readonly steps: Value[] = [];

  push(step: Value): void {
    this.steps.push(step);
  }

  pop(): void {
    this.steps.pop();
  }

  toString(): string {
    if (this.steps.length === 0) return "at the top level";
    const shown = this.steps.slice(-8).map((s) => previewText(s, 40));
    return `at [${this.steps.length > 8 ? "… " : ""}${shown.join(" ")}]`;
  }
}

/**
 * The text a map key has as a JSON key, or null when it has none. Names of keywords are used as they are: renaming keys
 * behind a program's back is worse than a hyphen in JSON.
 */
export function jsonKey(key: Value, anyKey: boolean): string | null {
  if (typeof key === "string") return key;
  if (key instanceof Keyword) return key.name;
  if (typeof key === "bigint" || (typeof key === "number" && Number.isInteger(key))) return String(key);
  return anyKey && !(key instanceof InfiniteSeq) ? printReadable(key) : null;
}

/** Distinct keys of one kind have distinct names: only maps that mix kinds need the bookkeeping of noteKey. */
export function keysMayCollide(pairs: readonly Value[]): boolean {
  let strings = 0;
  let keywords = 0;
  for (let i = 0; i < pairs.length; i += 2) {
    const key = pairs[i] as Value;
    if (typeof key === "string") strings++;
    else if (key instanceof Keyword) keywords++;
    else return true;
  }
  return strings > 0 && keywords > 0;
}

/** Remembers that `key` became `name`; an error when another key did before. */
export function noteKey(seen: Map<string, Value>, key: Value, name: string, who: string, path: ValuePath): void {
  charge(48);
  const other = seen.get(name);
  if (other !== undefined)
    fault(
      "type_error",
      `${who}: the keys ${previewText(other, 40)} and ${previewText(key, 40)} ${path} both become the JSON key ${previewText(name, 40)}.`,
      "Rename one of them, or dissoc it first.",
    );
  seen.set(name, key);
}

/** What adding a piece to a text takes: the two are copied together when the text is read. */
const EMIT_BYTES = 48;

/** A text that grows by pieces is a tree of them until it is read; this much of it is laid flat at a time. */
const CHUNK_LENGTH = 4096;

/** Longer strings are left to JSON.stringify, which looks at many units at once. */
const SHORT_STRING = 64;

/** Whether JSON writes a string as it stands between its quotes. */
function isPlain(s: string): boolean {
  if (s.length > SHORT_STRING) return false;
  for (let i = 0; i < s.length; i++) {
    const c = s.charCodeAt(i);
    if (c < 0x20 || c === 0x22 || c === 0x5c || (c >= 0xd800 && c <= 0xdfff)) return false;
  }
  return true;
}

/** Keys whose text is kept, and what keeping one takes. */
const MOST_KEYS = 256;
const KEY_BYTES = 96;

class JsonWriter {
  private readonly chunks: string[] = [];
  private chunk = "";
  private length = 0;
  private readonly maxLength = activeLimits().stringLength;
  private readonly path = new ValuePath();
  private readonly keyTexts = new Map<string, string>();
  private readonly lenient: boolean;
  private readonly indent: number;
  private readonly who: string;

  constructor(options: JsonWriteOptions) {
    this.lenient = options.keywords === "name";
    this.indent = options.indent ?? 0;
    this.who = options.who ?? "JSON";
  }

  done(): string {
    chargeString(this.length);
    if (this.chunks.length === 0) return this.chunk;
    this.chunks.push(this.chunk);
    return this.chunks.join("");
  }

  private emit(text: string): void {
    // The text is refused as soon as it is too long: a shared value must not first pile up gigabytes of it.
    this.length += text.length;
    if (this.length > this.maxLength) chargeString(this.length);
    charge(EMIT_BYTES + text.length);
    this.chunk += text;
    if (this.chunk.length < CHUNK_LENGTH) return;
    // Reading a unit of it is what lays it flat.
    if (this.chunk.charCodeAt(0) >= 0) this.chunks.push(this.chunk);
    this.chunk = "";
  }

  write(v: Value, level: number): void {
    if (typeof v === "string") this.string(v);
    else if (v === null) this.emit("null");
    else if (typeof v === "boolean") this.emit(v ? "true" : "false");
    else if (typeof v === "number") this.number(v);
    else if (typeof v === "bigint") this.emit(digitsOf(v));
    else if (v instanceof Flt) this.emit(wholeFloat(v.value));
    else if (v instanceof Vec) this.items(v.length, (i) => v.at(i), level);
    else if (v instanceof PMap) this.map(v, level);
    else this.other(v, level);
  }

  private string(s: string): void {
    this.emit(this.quoted(s));
  }

  private quoted(s: string): string {
    // Escaping can grow a string sixfold; pay for that before asking for it.
    charge(s.length);
    if (s.length > 4096) spendMany(s.length >> 6);
    return isPlain(s) ? `"${s}"` : JSON.stringify(s);
  }

  private number(n: number): void {
    if (!Number.isFinite(n))
      fault(
        "type_error",
        `${this.who}: cannot encode ${previewText(n)} as a JSON value ${this.path}.`,
        "JSON has no infinity or NaN: replace it with nil, a string or a finite number first.",
      );
    this.emit(String(n));
  }

  private newline(level: number): void {
    if (this.indent > 0) this.emit(`\n${" ".repeat(this.indent * level)}`);
  }

  private items(count: number, item: (i: number) => Value, level: number): void {
    descend();
    spendMany(count >> 2);
    this.emit("[");
    for (let i = 0; i < count; i++) {
      if (i > 0) this.emit(",");
      this.newline(level + 1);
      this.path.push(i);
      this.write(item(i), level + 1);
      this.path.pop();
    }
    if (count > 0) this.newline(level);
    this.emit("]");
    ascend();
  }

  private map(m: PMap, level: number): void {
    descend();
    spendMany(m.size >> 1);
    const pairs = m.pairs();
    const seen = keysMayCollide(pairs) ? new Map<string, Value>() : null;
    this.emit("{");
    for (let i = 0; i < pairs.length; i += 2) {
      const key = pairs[i] as Value;
      const name = jsonKey(key, this.lenient) ?? this.badKey(key);
      if (seen !== null) noteKey(seen, key, name, this.who, this.path);
      if (i > 0) this.emit(",");
      this.newline(level + 1);
      this.emit(this.keyText(name));
      this.path.push(key);
      this.write(pairs[i + 1] as Value, level + 1);
      this.path.pop();
    }
    if (pairs.length > 0) this.newline(level);
    this.emit("}");
    ascend();
  }

  /** A key between its quotes with the colon: records repeat their keys. */
  private keyText(name: string): string {
    const known = this.keyTexts.get(name);
    if (known !== undefined) return known;
    const text = `${this.quoted(name)}${this.indent > 0 ? ": " : ":"}`;
    if (this.keyTexts.size < MOST_KEYS) {
      charge(KEY_BYTES + text.length);
      this.keyTexts.set(name, text);
    }
    return text;
  }

  private badKey(key: Value): never {
    const what = key === null || typeof key === "number" ? previewText(key) : typeName(key);
    fault(
      "type_error",
      `${this.who}: cannot encode ${what} as a JSON object key ${this.path}.`,
      "JSON keys must be strings: use keyword, string or integer keys, e.g. (update-keys m str).",
    );
  }

  /** Everything JSON has no form for. */
  private other(v: Value, level: number): void {
    if (v instanceof InfiniteSeq)
      fault("type_error", `${v.label} never ends and cannot be encoded.`, `Bound it first: (take n ${v.label}).`);
    if (!this.lenient)
      fault("type_error", `${this.who}: cannot encode ${typeName(v)} as a JSON value ${this.path}.`, convertHint(v));
    if (v instanceof Keyword) this.string(v.name);
    else if (v instanceof PSet) {
      const items = v.items();
      this.items(items.length, (i) => items[i] as Value, level);
    } else this.string(printPlain(v));
  }
}

function convertHint(v: Value): string {
  if (v instanceof Keyword) return "JSON has no keywords: convert it first with (name x) or (str x).";
  if (v instanceof PSet) return "JSON has no sets: convert it first with (vec x).";
  return "Convert it first with (str x), or leave it out.";
}

/** A whole float keeps a mark that it is one: 12.0, -0.0, 1e+21. */
function wholeFloat(n: number): string {
  if (Object.is(n, -0)) return "-0.0";
  const text = String(n);
  return text.includes("e") ? text : `${text}.0`;
}
