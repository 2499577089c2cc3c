// The border to host JavaScript. Data is copied both ways: what a host changes later cannot reach a program, and no host
// object ever becomes a value. Reading takes own enumerable data properties by descriptor, so no getter runs; `__proto__`
// is an ordinary key in both directions.

import { Fault, fault, type Reason } from "../fault.ts";
import { charge, chargeItems, checkItems, checkString, spendMany } from "../meter.ts";
import { Fn, NativeFn } from "./fn.ts";
import { InfiniteSeq } from "./infinite.ts";
import { jsonKey, keysMayCollide, noteKey, ValuePath } from "./json-write.ts";
import { ascend, bounded, descend } from "./key.ts";
import { MapBuilder, mapBytes, PMap } from "./map.ts";
import { toInteger } from "./numbers.ts";
import { printPlain } from "./print.ts";
import { PSet } from "./set.ts";
import { Temporal } from "./temporal.ts";
import { Flt, Keyword, type Value } from "./value.ts";
import { Vec } from "./vector.ts";

export interface FromHostOptions {
  /** What the data is, for messages: "The result of tool/search". */
  readonly what?: string;
  readonly reason?: Reason;
}

/** A copy of JSON-like host data: safe integers are integers, other whole numbers floats, undefined is nil. */
export function fromHost(data: unknown, options: FromHostOptions = {}): Value {
  const reader = new HostReader(options.what ?? "The value from the host", options.reason ?? "tool_error");
  return bounded("copy in", () => reader.read(data));
}

export interface ToHostOptions {
  /** Turns hyphens in keys into underscores, as arguments of tools want them. */
  readonly underscores?: boolean;
  /** Makes all of it unchangeable: for what several readers are given. */
  readonly frozen?: boolean;
}

/** Plain host data: maps are objects, vectors and sets arrays, keywords strings; big integers stay bigints. */
export function toHost(value: Value, options: ToHostOptions = {}): unknown {
  const writer = new HostWriter(options.underscores === true, options.frozen === true);
  return bounded("copy out", () => writer.write(value));
}

/** What looking at one property of host data takes: its name, and the descriptor that shows it without running a getter. */
const PROPERTY_BYTES = 112;

class HostReader {
  private readonly path = new ValuePath();
  /** The objects being read, outermost first: meeting one again is a cycle. */
  private readonly ancestors = new Set<object>();

  constructor(
    private readonly what: string,
    private readonly reason: Reason,
  ) {}

  read(data: unknown): Value {
    switch (typeof data) {
      case "string":
        checkString(data.length);
        return data;
      case "number":
        return fromNumber(data);
      case "boolean":
        return data;
      case "undefined":
        return null;
      case "bigint":
        return toInteger(data);
      case "object":
        return data === null ? null : this.object(data);
      default:
        return this.refuse(typeof data === "function" ? "a function" : "a symbol");
    }
  }

  private refuse(found: string): never {
    fault(
      this.reason,
      `${this.what} holds ${found} ${this.path}, which is not data.`,
      "Return plain data: objects, arrays, strings, numbers, booleans and null.",
    );
  }

  private object(data: object): Value {
    if (this.ancestors.has(data)) this.refuse("a reference to itself");
    const value = this.already(data);
    if (value !== null) return value;
    descend();
    this.ancestors.add(data);
    let copy: Value;
    try {
      copy = this.composite(data);
    } catch (e) {
      if (e instanceof Fault) throw e;
      // A proxy trap or an exotic object threw: its words are the host's and stay there.
      this.refuse("an object that cannot be read");
    }
    this.ancestors.delete(data);
    ascend();
    return copy;
  }

  /** What is a value of ours. Asking a proxy what it is may run its traps. */
  private already(data: object): Value {
    try {
      if (data instanceof Flt || data instanceof Keyword || data instanceof Temporal) return data;
      if (data instanceof Vec || data instanceof PMap || data instanceof PSet) return data;
    } catch {
      this.refuse("an object that cannot be read");
    }
    return null;
  }

  private composite(data: object): Value {
    if (Array.isArray(data)) return this.array(data);
    if (data instanceof Map) return this.map(data);
    if (data instanceof Set) return this.set(data);
    if (data instanceof Date) return this.date(data);
    const foreign = foreignKind(data);
    return foreign === null ? this.record(data) : this.refuse(foreign);
  }

  private array(data: readonly unknown[]): Value {
    const length = data.length;
    chargeItems(length, 8 + PROPERTY_BYTES);
    spendMany(length >> 1);
    const out: Value[] = new Array(length);
    for (let i = 0; i < length; i++) {
      this.path.push(i);
      out[i] = this.property(data, String(i));
      this.path.pop();
    }
    return Vec.of(out);
  }

  private record(data: object): Value {
    const names = Object.keys(data);
    checkItems(names.length);
    charge(mapBytes(names.length) + names.length * PROPERTY_BYTES);
    spendMany(names.length);
    const entries = new MapBuilder();
    for (const name of names) {
      this.path.push(name);
      entries.set(name, this.property(data, name));
      this.path.pop();
    }
    return entries.done();
  }

  private property(data: object, name: string): Value {
    const slot = Object.getOwnPropertyDescriptor(data, name);
    if (slot === undefined) return null;
    if (slot.get !== undefined || slot.set !== undefined) this.refuse("a getter");
    return this.read(slot.value);
  }

  private map(data: ReadonlyMap<unknown, unknown>): Value {
    const entries = new MapBuilder();
    Map.prototype.forEach.call(data, (value: unknown, key: unknown) => {
      charge(entries.setCost());
      const k = this.read(key);
      this.path.push(k);
      entries.set(k, this.read(value));
      this.path.pop();
    });
    chargeItems(entries.size, 0);
    return entries.done();
  }

  private set(data: ReadonlySet<unknown>): Value {
    const items = new MapBuilder();
    Set.prototype.forEach.call(data, (item: unknown) => {
      charge(items.setCost());
      const v = this.read(item);
      if (items.get(v) === undefined) items.set(v, v);
    });
    chargeItems(items.size, 0);
    return new PSet(items.done());
  }

  /** A Date is a moment: an Instant, as :datetime in a signature asks. */
  private date(data: Date): Value {
    const ms = Date.prototype.getTime.call(data);
    return Number.isNaN(ms) ? this.refuse("an invalid date") : instantOfMillis(ms);
  }
}

function fromNumber(n: number): Value {
  if (Number.isSafeInteger(n)) return n + 0;
  return Number.isInteger(n) ? new Flt(n) : n;
}

/** Objects that look like data but are not: copying their properties would silently lose what they are. */
function foreignKind(data: object): string | null {
  if (data instanceof Promise) return "a promise that was not awaited";
  if (data instanceof Error) return "an error object";
  if (data instanceof RegExp) return "a regular expression";
  if (data instanceof ArrayBuffer || ArrayBuffer.isView(data)) return "binary data";
  if (data instanceof WeakMap || data instanceof WeakSet || data instanceof WeakRef) return "a weak reference";
  if (data instanceof Number || data instanceof String || data instanceof Boolean) return "a boxed primitive";
  if (data instanceof Fn || data instanceof NativeFn) return "a function";
  return null;
}

export function instantOfMillis(ms: number): Temporal {
  const seconds = Math.floor(ms / 1000);
  const millis = ms - seconds * 1000;
  // Java leaves out a fraction of zero.
  const text = () => new Date(ms).toISOString().replace(".000Z", "Z");
  return new Temporal("Instant", BigInt(seconds), millis * 1_000_000, text);
}

class HostWriter {
  private readonly path = new ValuePath();

  constructor(
    private readonly underscores: boolean,
    private readonly frozen: boolean,
  ) {}

  write(v: Value): unknown {
    if (v === null || typeof v !== "object") return v;
    if (v instanceof Flt) return v.value;
    if (v instanceof Keyword) return v.name;
    if (v instanceof Vec) return this.array(v.length, (i) => v.at(i));
    if (v instanceof PSet) {
      const items = v.items();
      return this.array(items.length, (i) => items[i] as Value);
    }
    if (v instanceof PMap) return this.record(v);
    if (v instanceof InfiniteSeq)
      fault(
        "type_error",
        `${v.label} never ends and cannot leave the program.`,
        `Bound it first: (take n ${v.label}).`,
      );
    return printPlain(v);
  }

  private array(length: number, item: (i: number) => Value): unknown[] {
    descend();
    chargeItems(length);
    spendMany(length >> 2);
    const out: unknown[] = new Array(length);
    for (let i = 0; i < length; i++) {
      this.path.push(i);
      out[i] = this.write(item(i));
      this.path.pop();
    }
    ascend();
    return this.frozen ? (Object.freeze(out) as unknown[]) : out;
  }

  private record(m: PMap): object {
    descend();
    chargeItems(m.size, 80);
    spendMany(m.size);
    const pairs = m.pairs();
    const seen = this.underscores || keysMayCollide(pairs) ? new Map<string, Value>() : null;
    const out: Record<string, unknown> = {};
    for (let i = 0; i < pairs.length; i += 2) {
      const key = pairs[i] as Value;
      const name = this.name(key);
      if (seen !== null) noteKey(seen, key, name, "The value for the host", this.path);
      this.path.push(key);
      setOwn(out, name, this.write(pairs[i + 1] as Value));
      this.path.pop();
    }
    ascend();
    return this.frozen ? Object.freeze(out) : out;
  }

  private name(key: Value): string {
    if (key instanceof InfiniteSeq)
      fault("type_error", `${key.label} never ends and cannot be a key.`, `Bound it first: (take n ${key.label}).`);
    const name = jsonKey(key, true)!;
    return this.underscores ? name.replaceAll("-", "_") : name;
  }
}

/** Assignment would make `__proto__` the prototype; defining makes it a property. */
function setOwn(target: Record<string, unknown>, name: string, value: unknown): void {
  if (name === "__proto__")
    Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true });
  else target[name] = value;
}
