// A value as a program that makes it again: how sessions leave one process and enter another. Data is written as it
// prints, behind a quote; functions as their source inside a let of what they captured; made functions as the call that
// made them. What cannot be written so (a function caught in a cycle, an endless sequence) is refused with the reason.

import { activeLimits, charge, chargeString } from "../meter.ts";
import { readProgram } from "../read/reader.ts";
import { Fn, type FnCode, NativeFn } from "./fn.ts";
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

/**
 * `nameOf` gives the name under which a function is defined, if it is: then the name stands for it. `definedAs` is the name
 * that the value itself is about to be defined under.
 */
export function sourceText(
  value: Value,
  nameOf: (f: Fn) => string | undefined,
  definedAs: string | null = null,
): string | Unwritable {
  const writer = new SourceWriter(nameOf, value instanceof Fn ? definedAs : null);
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

  constructor(
    private readonly nameOf: (f: Fn) => string | undefined,
    private definedAs: string | null,
  ) {}

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
    if (v instanceof SymbolRef) return SYMBOL.test(v.name) ? `'${v.name}` : `(symbol ${printString(v.name)})`;
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
    const { code } = f;
    // Only the outermost value is defined: functions inside it must not define themselves.
    const own = this.definedAs;
    this.definedAs = null;
    const captured = code.captures.flatMap((name, i): Captured[] => {
      // Null, or its own name in a letfn: its text gives it that name again.
      if (name === null || (name === code.name && f.captured[i] === f)) return [];
      if (name.startsWith("\u0000")) throw new Unwritable("it holds a function over a value without a name");
      const value = f.captured[i] as Value;
      return [{ name, text: this.write(value), plain: this.isPlain(value) }];
    });
    const { names, wrap } = placeholdersOf(code.source, captured);
    chargeString(captured.reduce((sum, c) => sum + c.name.length + c.text.length + 2, code.source.length));
    const isShadowed = names.includes(code.name ?? "");
    const keeps = code.form === "defn" && own === code.name && !isShadowed;
    // Whole, it keeps its documentation and its signature, and calls what is defined under its name when it is called.
    const text = wrap(keeps ? code.source : asExpression(code, isShadowed));
    const body = keeps ? `${text} ${own}` : text;
    if (captured.length === 0) return keeps ? `(do ${body})` : body;
    // As arguments, since a let would show each value the names before it.
    return captured.length === 1 || captured.every((c) => c.plain)
      ? `(let [${captured.map((c, i) => `${names[i]} ${c.text}`).join(" ")}] ${body})`
      : `((fn [${names.join(" ")}] ${body}) ${captured.map((c) => c.text).join(" ")})`;
  }
}

interface Captured {
  readonly name: string;
  readonly text: string;
  /** The text is data, and mentions no name. */
  readonly plain: boolean;
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

/**
 * The names that captured values are bound to. A placeholder of the #( ) around the function is no name: it gets one, and
 * `wrap` puts the function inside a #( ) again that is called with it.
 */
function placeholdersOf(source: string, captured: readonly Captured[]): Bound {
  let prefix = "captured";
  while (source.includes(prefix)) prefix += "'";
  const isPlaceholder = (name: string): boolean => name.startsWith("%");
  const names = captured.map(({ name }) => (isPlaceholder(name) ? `${prefix}${name.replace(/^%&?/, "-")}` : name));
  const given = new Map(captured.flatMap(({ name }, i) => (isPlaceholder(name) ? [[name, names[i]!] as const] : [])));
  if (given.size === 0) return { names, wrap: (text) => text };
  const rest = given.get("%&");
  const most = Math.max(0, ...[...given.keys()].filter((k) => k !== "%&").map((k) => Number(k.slice(1))));
  const positional = Array.from({ length: most }, (_, i) => given.get(`%${i + 1}`) ?? "nil");
  return {
    names,
    wrap: (text) =>
      rest === undefined ? `(#${text} ${positional.join(" ")})` : `(apply #${text} ${[...positional, rest].join(" ")})`,
  };
}

interface Bound {
  readonly names: readonly string[];
  readonly wrap: (text: string) => string;
}

/** A symbol that reads as itself behind a quote. */
const SYMBOL = /^(?!(?:nil|true|false)$)[A-Za-z*!_?<>=][A-Za-z0-9*+!_?<>=.-]*$/;

/** A function's own text as an expression: (defn f "doc" {…} [x] …) is (fn f [x] …). */
function asExpression({ form, name, source }: FnCode, nameless: boolean): string {
  switch (form) {
    case "short-fn":
      return source;
    case "fn":
      // The only form in #( ) was told from the # on.
      return source.startsWith("#") ? source.slice(1) : source;
    case "letfn":
      return `(fn ${source.slice(1)}`;
    case "defn": {
      const [read] = readProgram(source, activeLimits()).forms;
      const clauses = read?.kind === "list" ? read.items.slice(2) : [];
      const first = clauses.find((f) => f.kind === "vector" || f.kind === "list");
      return first === undefined ? source : `(fn ${nameless ? "" : `${name} `}${source.slice(first.span.start)}`;
    }
    default:
      return form satisfies never;
  }
}
