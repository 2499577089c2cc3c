// A value as a program that makes it again: how sessions leave one process and enter another. Data is written as it
// prints, behind a quote; functions as their source inside a let of what they captured; made functions as the call that
// made them. What cannot be written so (a function caught in a cycle, an endless sequence) is refused with the reason.

import { activeLimits, charge, chargeString } from "../meter.ts";
import { readProgram } from "../read/reader.ts";
import { Fn, NativeFn } from "./fn.ts";
import { InfiniteSeq } from "./infinite.ts";
import { ascend, bounded, descend } from "./key.ts";
import { PMap } from "./map.ts";
import { printReadable, printString } from "./print.ts";
import { Regex } from "./regex.ts";
import { PSet } from "./set.ts";
import { Temporal } from "./temporal.ts";
import { Flt, Keyword, Reduced, SymbolRef, type Value, VarRef } from "./value.ts";
import { SEQ, Vec } from "./vector.ts";

/** Why a value has no source text. */
export class Unwritable {
  constructor(readonly reason: string) {}
}

/** `nameOf` gives the name under which a function is defined, if it is: then the name stands for it. */
export function sourceText(value: Value, nameOf: (f: Fn) => string | undefined): string | Unwritable {
  const writer = new SourceWriter(nameOf);
  try {
    return bounded("save", () => writer.write(value));
  } catch (thrown) {
    if (thrown instanceof Unwritable) return thrown;
    throw thrown;
  }
}

/** A value on the list of those being written, and the lists of its parts. */
const COMPOSITE_BYTES = 320;

class SourceWriter {
  private readonly open = new Set<Value>();
  /** Shared parts are looked at once, however often they are reached. */
  private readonly plain = new Map<Vec | PMap | PSet, boolean>();

  constructor(private readonly nameOf: (f: Fn) => string | undefined) {}

  write(v: Value): string {
    return this.isPlain(v) ? plainText(v) : this.composite(v);
  }

  /** Prints as what reads back as it: scalars, and collections of nothing else. */
  private isPlain(v: Value): boolean {
    if (v === null || typeof v !== "object") return true;
    if (!(v instanceof Vec || v instanceof PMap || v instanceof PSet)) return v instanceof Flt || v instanceof Keyword;
    const known = this.plain.get(v);
    if (known !== undefined) return known;
    descend();
    charge(160);
    const plain = isUnordered(v) && partsOf(v).every((part) => this.isPlain(part));
    ascend();
    this.plain.set(v, plain);
    return plain;
  }

  private all(values: readonly Value[]): string {
    const texts = values.map((v) => this.write(v));
    chargeString(texts.reduce((sum, text) => sum + text.length + 1, 0));
    return texts.join(" ");
  }

  private composite(v: Value): string {
    if (this.open.has(v)) throw new Unwritable("it contains a function that refers to itself through what it captured");
    descend();
    charge(COMPOSITE_BYTES);
    this.open.add(v);
    const text = this.inner(v);
    this.open.delete(v);
    ascend();
    return text;
  }

  private inner(v: Value): string {
    if (v instanceof Vec) {
      const items = `[${this.all(v.items())}]`;
      return v.tag === SEQ ? (v.length === 0 ? "(rest [])" : `(seq ${items})`) : items;
    }
    if (v instanceof PMap) return this.map(v);
    if (v instanceof PSet) return this.set(v);
    if (v instanceof Fn) return this.fn(v);
    if (v instanceof NativeFn) return this.made(v);
    if (v instanceof Temporal) return temporalText(v);
    if (v instanceof SymbolRef) return `'${v.name}`;
    // #'name gives the definition's value; a def without one gives the reference and changes nothing.
    if (v instanceof VarRef) return `(def ${v.name})`;
    if (v instanceof Regex) return printReadable(v);
    if (v instanceof Reduced) return `(reduced ${this.write(v.value)})`;
    if (v instanceof InfiniteSeq) throw new Unwritable(`it holds ${v.label}, which never ends`);
    throw new Unwritable("it holds a value that cannot be written");
  }

  private map(m: PMap): string {
    const pairs = this.all(m.pairs());
    return m.sorted === null ? `{${pairs}}` : `(${this.sortedName("map", m)} ${pairs})`;
  }

  private set(s: PSet): string {
    const items = this.all(s.items());
    return s.map.sorted === null ? `#{${items}}` : `(${this.sortedName("set", s.map)} ${items})`;
  }

  private sortedName(kind: "map" | "set", m: PMap): string {
    const by = m.sorted?.from;
    return by === undefined ? `sorted-${kind}` : `sorted-${kind}-by ${this.write(by)}`;
  }

  private made(f: NativeFn): string {
    if (f.parts === null) return f.name;
    return f.parts.length === 0 ? `(${f.name})` : `(${f.name} ${this.all(f.parts)})`;
  }

  private fn(f: Fn): string {
    const name = this.nameOf(f);
    if (name !== undefined) return name;
    const { captures, source } = f.code;
    const bindings: string[] = [];
    captures.forEach((captured, i) => {
      if (captured === null) return;
      if (captured.startsWith("\u0000")) throw new Unwritable("it holds a function over a value without a name");
      bindings.push(`${captured} ${this.write(f.captured[i] as Value)}`);
    });
    chargeString(bindings.reduce((sum, text) => sum + text.length + 1, source.length));
    const text = asExpression(source);
    return bindings.length === 0 ? text : `(let [${bindings.join(" ")}] ${text})`;
  }
}

/** Neither a sequence nor sorted: such collections are written as the call that makes them. */
function isUnordered(v: Vec | PMap | PSet): boolean {
  return v instanceof Vec ? v.tag !== SEQ : (v instanceof PMap ? v : v.map).sorted === null;
}

function partsOf(v: Vec | PMap | PSet): readonly Value[] {
  return v instanceof PMap ? v.pairs() : v.items();
}

/** Collections stand behind a quote: reading them is then all there is to do. */
function plainText(v: Value): string {
  const quoted = v instanceof Vec || v instanceof PMap || v instanceof PSet;
  return quoted ? `'${printReadable(v)}` : printReadable(v);
}

function temporalText(t: Temporal): string {
  switch (t.class_) {
    case "Date":
      return `(java.util.Date. ${t.amount})`;
    case "Duration":
      if (t.nanos === 0) return `(Duration/ofSeconds ${t.amount})`;
      if (t.nanos % 1_000_000 === 0) return `(Duration/ofMillis ${t.amount * 1000n + BigInt(t.nanos / 1_000_000)})`;
      throw new Unwritable("it holds a duration finer than milliseconds");
    default:
      return `(${t.class_}/parse ${printString(t.text())})`;
  }
}

/** A function's own text as an expression: (defn f "doc" {…} [x] …) is (fn f [x] …). */
function asExpression(source: string): string {
  const [form] = readProgram(source, activeLimits()).forms;
  if (form?.kind !== "list" || form.items[0]?.kind !== "symbol" || !form.items[0].name.startsWith("defn"))
    return source;
  const [, name, ...rest] = form.items;
  const body = rest.find((f) => f.kind === "vector" || f.kind === "list");
  if (name?.kind !== "symbol" || body === undefined) return source;
  return `(fn ${name.name} ${source.slice(body.span.start, form.span.end)}`;
}
