// JSON text to values. Unlike JSON.parse it keeps what JSON distinguishes: 12.0 stays a float, integers of any size stay
// exact. Object keys are strings (`__proto__` is one like any other); of duplicate keys the last wins, as in JSON.parse.
// Bad text is a returned problem; only the run's limits (depth, memory, fuel) are faults.

import { fault } from "../fault.ts";
import {
  activeLimits,
  charge,
  chargeItems,
  chargeSlice,
  chargeString,
  checkItems,
  checkString,
  spendMany,
} from "../meter.ts";
import { FLAT_MAX, MapBuilder, mapBytes, PMap } from "./map.ts";
import { toInteger } from "./numbers.ts";
import { Flt, KEYWORD_BYTES, Keyword, type Value } from "./value.ts";
import { Vec } from "./vector.ts";

export interface JsonProblem {
  /** UTF-16 offset into the text. */
  readonly offset: number;
  readonly message: string;
}

export type JsonParsed =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problem: JsonProblem };

export interface JsonParseOptions {
  /** "keyword" turns object keys into keywords. */
  readonly keys?: "string" | "keyword";
}

export function parseJson(text: string, options: JsonParseOptions = {}): JsonParsed {
  spendMany(1 + (text.length >> 3));
  const parser = new JsonParser(text, options.keys === "keyword");
  const value = parser.document();
  return value === undefined ? { ok: false, problem: parser.problem! } : { ok: true, value };
}

/** One value per line; blank lines are skipped and bad ones are nil. Only \n ends a line: U+2028 is legal in strings. */
export function parseJsonLines(text: string): Value {
  const out: Value[] = [];
  let start = 0;
  while (start < text.length) {
    const newline = text.indexOf("\n", start);
    const end = newline === -1 ? text.length : newline;
    const line = text.slice(start, end);
    start = end + 1;
    spendMany(1);
    if (line.trim() === "") continue;
    charge(12);
    const parsed = parseJson(line);
    out.push(parsed.ok ? parsed.value : null);
  }
  chargeItems(out.length, 0);
  return Vec.of(out);
}

/** An item of an array that grows, or an entry on its way into a map, and a number's text. */
const ITEM_BYTES = 48;
/** An escape in a string and the plain text before it. */
const ESCAPE_BYTES = 96;
/** The list of parts a string with escapes is put together from. */
const ESCAPED_BYTES = 256;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const MINUS = 0x2d;
const ZERO = 0x30;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

const simpleEscapes: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["\\", "\\"],
  ["/", "/"],
  ["b", "\b"],
  ["f", "\f"],
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
]);

/** Decimal digits that surely fit a safe integer. */
const SAFE_DIGITS = 15;

/** The entries of one object. Most objects are small: theirs go straight into the array their map is made of. */
class Entries {
  private flat: Value[] = [];
  private builder: MapBuilder | null = null;

  get size(): number {
    return this.builder === null ? this.flat.length >> 1 : this.builder.size;
  }

  /** Keys are strings or keywords, which are the same when they are identical. */
  set(key: Value, value: Value): void {
    const { flat, builder } = this;
    if (builder !== null) {
      builder.set(key, value);
      return;
    }
    for (let i = 0; i < flat.length; i += 2)
      if (flat[i] === key) {
        flat[i + 1] = value;
        return;
      }
    if (flat.length < 2 * FLAT_MAX) {
      flat.push(key, value);
      return;
    }
    this.builder = new MapBuilder(PMap.ofDistinct(flat));
    this.builder.set(key, value);
  }

  done(): PMap {
    return this.builder === null ? PMap.ofDistinct(this.flat) : this.builder.done();
  }
}

/** Reading functions return undefined after recording a problem; undefined is never a value. */
class JsonParser {
  problem: JsonProblem | null = null;
  private at = 0;
  private depth = 0;
  private readonly maxDepth = activeLimits().valueDepth;
  /** Records repeat their keys: one string (or keyword) object per distinct key. */
  private readonly keys = new Map<string, Value>();

  constructor(
    private readonly text: string,
    private readonly keywordKeys: boolean,
  ) {}

  document(): Value | undefined {
    const value = this.value();
    if (value === undefined) return undefined;
    this.space();
    if (this.at < this.text.length) return this.fail(`Unexpected ${this.found()} after the JSON value`);
    return value;
  }

  private fail(message: string, offset = this.at): undefined {
    this.problem ??= { offset, message };
    return undefined;
  }

  private found(): string {
    if (this.at >= this.text.length) return "end of text";
    return JSON.stringify(String.fromCodePoint(this.text.codePointAt(this.at)!));
  }

  /** Skips whitespace and returns the code of the next character (NaN at the end). */
  private space(): number {
    for (;;) {
      const c = this.text.charCodeAt(this.at);
      if (c !== 0x20 && c !== 0x0a && c !== 0x0d && c !== 0x09) return c;
      this.at++;
    }
  }

  private value(): Value | undefined {
    const c = this.space();
    switch (c) {
      case QUOTE:
        return this.string();
      case OPEN_BRACE:
        return this.nested("object");
      case OPEN_BRACKET:
        return this.nested("array");
      case 0x74:
        return this.literal("true", true);
      case 0x66:
        return this.literal("false", false);
      case 0x6e:
        return this.literal("null", null);
      default:
        if (c === MINUS || isDigit(c)) return this.number();
        return this.fail(`Expected a JSON value, found ${this.found()}`);
    }
  }

  private nested(kind: "object" | "array"): Value | undefined {
    if (++this.depth > this.maxDepth)
      fault(
        "depth_exceeded",
        `The JSON text is nested more than ${this.maxDepth} levels deep.`,
        "Flatten the data, or raise limits.valueDepth.",
      );
    this.at++;
    const value = kind === "object" ? this.object() : this.array();
    this.depth--;
    return value;
  }

  private literal(word: string, value: Value): Value | undefined {
    if (!this.text.startsWith(word, this.at)) return this.fail(`Expected a JSON value, found ${this.found()}`);
    this.at += word.length;
    return value;
  }

  private array(): Value | undefined {
    const items: Value[] = [];
    if (this.space() === CLOSE_BRACKET) {
      this.at++;
      return Vec.EMPTY;
    }
    for (;;) {
      charge(ITEM_BYTES);
      const item = this.value();
      if (item === undefined) return undefined;
      items.push(item);
      const c = this.space();
      this.at++;
      if (c === COMMA) continue;
      if (c === CLOSE_BRACKET) break;
      this.at--;
      return this.fail(`Expected "," or "]" in the array, found ${this.found()}`);
    }
    chargeItems(items.length, 0);
    return Vec.of(items);
  }

  private object(): Value | undefined {
    if (this.space() === CLOSE_BRACE) {
      this.at++;
      return PMap.EMPTY;
    }
    const entries = new Entries();
    for (;;) {
      charge(ITEM_BYTES);
      if (this.space() !== QUOTE) return this.fail(`Expected a quoted key, found ${this.found()}`);
      const name = this.string();
      if (name === undefined) return undefined;
      if (this.space() !== COLON) return this.fail(`Expected ":" after the key, found ${this.found()}`);
      this.at++;
      const value = this.value();
      if (value === undefined) return undefined;
      entries.set(this.key(name), value);
      const c = this.space();
      this.at++;
      if (c === COMMA) continue;
      if (c === CLOSE_BRACE) break;
      this.at--;
      return this.fail(`Expected "," or "}" in the object, found ${this.found()}`);
    }
    checkItems(entries.size);
    charge(mapBytes(entries.size));
    return entries.done();
  }

  private key(name: string): Value {
    let key = this.keys.get(name);
    if (key === undefined) {
      key = this.keywordKeys ? Keyword.of(name) : name;
      charge(this.keywordKeys ? KEYWORD_BYTES : 64);
      this.keys.set(name, key);
    }
    return key;
  }

  private string(): string | undefined {
    const { text } = this;
    const opening = this.at;
    let i = opening + 1;
    for (;;) {
      const c = text.charCodeAt(i);
      if (c === QUOTE) {
        checkString(i - opening - 1);
        chargeSlice();
        this.at = i + 1;
        return text.slice(opening + 1, i);
      }
      if (c === BACKSLASH) return this.escapedString(opening, i);
      if (!(c >= 0x20)) return this.badCharacter(opening, i);
      i++;
    }
  }

  private badCharacter(opening: number, i: number): undefined {
    if (i >= this.text.length) return this.fail("This string is never closed", opening);
    return this.fail("A control character must be escaped in a string", i);
  }

  /** The slow path from the first backslash on: runs of plain text and escapes, joined at the end. */
  private escapedString(opening: number, from: number): string | undefined {
    const { text } = this;
    charge(ESCAPED_BYTES);
    const parts: string[] = [text.slice(opening + 1, from)];
    let i = from;
    let plain = from;
    for (;;) {
      const c = text.charCodeAt(i);
      if (c === QUOTE) break;
      if (c === BACKSLASH) {
        charge(ESCAPE_BYTES);
        parts.push(text.slice(plain, i));
        const escaped = this.escape(i);
        if (escaped === undefined) return undefined;
        parts.push(escaped);
        i += text.charAt(i + 1) === "u" ? 6 : 2;
        plain = i;
        continue;
      }
      if (!(c >= 0x20)) return this.badCharacter(opening, i);
      i++;
    }
    parts.push(text.slice(plain, i));
    this.at = i + 1;
    chargeString(i - opening);
    return parts.join("");
  }

  private escape(i: number): string | undefined {
    const letter = this.text.charAt(i + 1);
    if (letter !== "u") return simpleEscapes.get(letter) ?? this.fail(`Unknown escape \\${letter} in a string`, i);
    const hex = this.text.slice(i + 2, i + 6);
    if (!/^[0-9a-fA-F]{4}$/.test(hex)) return this.fail("\\u needs four hexadecimal digits", i);
    return String.fromCharCode(Number.parseInt(hex, 16));
  }

  private number(): Value | undefined {
    const { text } = this;
    const start = this.at;
    let i = start;
    if (text.charCodeAt(i) === MINUS) i++;
    const first = i;
    let n = 0;
    let c = text.charCodeAt(i);
    for (; isDigit(c); c = text.charCodeAt(++i)) n = n * 10 + (c - ZERO);
    if (i === first) return this.fail("Expected a digit after -", i);
    if (i > first + 1 && text.charCodeAt(first) === ZERO) return this.fail("A number has no leading zeros", first);
    if (c === 0x2e || c === 0x65 || c === 0x45) return this.float(start, i);
    this.at = i;
    if (i - first <= SAFE_DIGITS) return first === start ? n : 0 - n;
    return this.bigInteger(text.slice(start, i), i - first);
  }

  private float(start: number, from: number): Value | undefined {
    const { text } = this;
    let i = from;
    if (text.charCodeAt(i) === 0x2e) {
      const end = this.digits(i + 1);
      if (end === i + 1) return this.fail("Expected a digit after the decimal point", end);
      i = end;
    }
    if (text.charCodeAt(i) === 0x65 || text.charCodeAt(i) === 0x45) {
      const sign = text.charCodeAt(i + 1);
      const digits = sign === 0x2b || sign === MINUS ? i + 2 : i + 1;
      const end = this.digits(digits);
      if (end === digits) return this.fail("Expected a digit in the exponent", end);
      i = end;
    }
    const n = Number(text.slice(start, i));
    if (!Number.isFinite(n)) return this.fail("The number is too large for a float", start);
    this.at = i;
    return Number.isInteger(n) ? new Flt(n) : n;
  }

  private bigInteger(text: string, digits: number): Value {
    // Refuse before converting: that work grows with the square of the digits. A digit is at least 3.3 bits.
    const most = activeLimits().integerBits;
    if (digits * 3.3 > most)
      fault(
        "memory_exceeded",
        `The JSON text holds an integer of more than ${most} bits.`,
        "Write it as a string or a float, or raise limits.integerBits.",
      );
    return toInteger(BigInt(text));
  }

  private digits(from: number): number {
    let i = from;
    while (isDigit(this.text.charCodeAt(i))) i++;
    return i;
  }
}

function isDigit(c: number): boolean {
  return c >= 0x30 && c <= 0x39;
}
