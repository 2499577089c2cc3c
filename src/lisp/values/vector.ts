// Vectors: one flat array shared between a vector and what is appended to it. `conj` on the vector that ends where the
// array ends pushes in place; any other vector sees only its own range. `rest` and `subvec` are views. A large vector
// that is changed by index turns into chunks, so that one change copies hundreds of slots and not all of them. A range
// stays a rule until someone asks for its array.
//
// PTC-Lisp has no separate list type: sequence functions return vectors. `tag` remembers where a vector came from for the
// few functions that must tell (seq?, key, val, conj onto a map); it never affects equality or printing.

import { charge } from "../meter.ts";
import type { Paid } from "./paid.ts";
import type { Value } from "./value.ts";

export const VECTOR = 0;
/** Made by a sequence function. */
export const SEQ = 1;
/** A map entry. */
export const ENTRY = 2;
export type VecTag = typeof VECTOR | typeof SEQ | typeof ENTRY;

/** What V8 takes for an array before its items. */
export const ARRAY_BYTES = 48;

const CHUNK_BITS = 9;
const CHUNK = 1 << CHUNK_BITS;
const CHUNK_MASK = CHUNK - 1;
const CHUNK_FROM = 2048;

/** The object alone, without its array. */
export const VEC_BYTES = 72;
/** What stands for the array of a range. */
export const RULE_BYTES = 40;

/** From this length on, the array `prepend` makes has free slots in front. */
const ROOM_FROM = 32;
/** For arrays with free slots in front: the lowest slot in use. As with the end for `append`, whoever starts there may grow. */
const fronts = new WeakMap<Value[], number>();

/** The numbers start, start + step, …: what a range is made of. */
export class Counting {
  constructor(
    readonly start: number,
    readonly step: number,
  ) {}
}

export class Vec {
  paid: Paid | null = null;
  /** While `flat` is null, `source` says what the items are. */
  private constructor(
    private flat: Value[] | null,
    private offset: number,
    readonly length: number,
    readonly tag: VecTag,
    private source: Value[][] | Counting | null,
  ) {}

  static readonly EMPTY = new Vec([], 0, 0, VECTOR, null);
  static readonly EMPTY_SEQ = new Vec([], 0, 0, SEQ, null);

  /** Takes ownership of `items`: the caller must not change the array afterwards. */
  static of(items: Value[], tag: VecTag = VECTOR): Vec {
    return new Vec(items, 0, items.length, tag, null);
  }

  static seq(items: Value[]): Vec {
    return new Vec(items, 0, items.length, SEQ, null);
  }

  static entry(key: Value, value: Value): Vec {
    return new Vec([key, value], 0, 2, ENTRY, null);
  }

  /** `length` whole numbers, all of them safe. Whoever asks for the array pays for it. */
  static counting(start: number, step: number, length: number): Vec {
    return length === 0 ? Vec.EMPTY_SEQ : new Vec(null, 0, length, SEQ, new Counting(start, step));
  }

  /** The item at an index known to be in range. */
  at(i: number): Value {
    if (this.flat !== null) return this.flat[this.offset + i] as Value;
    const { source } = this;
    if (source instanceof Counting) return source.start + i * source.step;
    return source![i >> CHUNK_BITS]![i & CHUNK_MASK] as Value;
  }

  /** The rule behind a range whose array nobody has asked for yet, else null. */
  get rule(): Counting | null {
    return this.flat === null && this.source instanceof Counting ? this.source : null;
  }

  /** The item at i, or undefined when i is not an index of this vector. */
  get(i: number): Value | undefined {
    return i >= 0 && i < this.length && Number.isInteger(i) ? this.at(i) : undefined;
  }

  /** All items as an array of exactly `length` slots. Shared: never change it. A view pays for the copy it makes. */
  items(): readonly Value[] {
    if (this.flat === null) {
      this.flat =
        this.source instanceof Counting
          ? counted(this.source, this.length)
          : joined(this.source as Value[][], this.length);
      this.offset = 0;
    } else if (this.offset !== 0 || this.flat.length !== this.length) {
      charge(ARRAY_BYTES + 8 * this.length);
      this.flat = this.flat.slice(this.offset, this.offset + this.length);
      this.offset = 0;
    }
    return this.flat;
  }

  /** Bytes one append costs: usually a slot, sometimes a copy. */
  appendCost(): number {
    return this.rule !== null || (this.flat !== null && this.offset + this.length === this.flat.length)
      ? VEC_BYTES + 24
      : VEC_BYTES + 160 + 20 * this.length;
  }

  append(item: Value, tag: VecTag = VECTOR): Vec {
    let flat = this.ownArray();
    if (flat !== null && this.length > 0 && this.offset + this.length === flat.length) {
      flat.push(item);
      return new Vec(flat, this.offset, this.length + 1, tag, null);
    }
    flat = this.items().slice();
    flat.push(item);
    return new Vec(flat, 0, flat.length, tag, null);
  }

  /** This vector with all of `items` at its end; costs what appendCost says, and a slot per item. */
  appendAll(items: readonly Value[], tag: VecTag = VECTOR): Vec {
    const flat = this.ownArray();
    const n = items.length;
    if (flat !== null && this.length > 0 && this.offset + this.length === flat.length) {
      for (let i = 0; i < n; i++) flat.push(items[i] as Value);
      return new Vec(flat, this.offset, this.length + n, tag, null);
    }
    return Vec.of(this.items().concat(items), tag);
  }

  /** The array appending can grow: that of a range counts as made. */
  private ownArray(): Value[] | null {
    if (this.rule !== null) this.items();
    return this.flat;
  }

  private hasRoom(): boolean {
    return this.flat !== null && this.offset > 0 && fronts.get(this.flat) === this.offset;
  }

  /** Bytes one prepend costs: a slot when an earlier one left room, else a copy. */
  prependCost(): number {
    return this.hasRoom() ? VEC_BYTES : VEC_BYTES + ARRAY_BYTES + 16 * this.length;
  }

  prepend(item: Value): Vec {
    const n = this.length;
    if (this.hasRoom()) {
      const flat = this.flat!;
      const start = this.offset - 1;
      flat[start] = item;
      fronts.set(flat, start);
      return new Vec(flat, start, n + 1, SEQ, null);
    }
    const room = n < ROOM_FROM ? 0 : n;
    const flat: Value[] = new Array(room + n + 1).fill(null);
    flat[room] = item;
    for (let i = 0; i < n; i++) flat[room + 1 + i] = this.at(i);
    if (room > 0) fronts.set(flat, room);
    return new Vec(flat, room, n + 1, SEQ, null);
  }

  /** Bytes one change by index costs. */
  assocCost(): number {
    const own = VEC_BYTES + ARRAY_BYTES;
    if (this.length < CHUNK_FROM) return own + 8 * this.length;
    return this.chunks() === null ? own + 10 * this.length : own + 8 * (CHUNK + (this.length >> CHUNK_BITS));
  }

  /** This vector with the item at i (0 ≤ i < length) replaced. */
  with(i: number, item: Value): Vec {
    if (this.length < CHUNK_FROM) {
      const flat = this.items().slice();
      flat[i] = item;
      return new Vec(flat, 0, flat.length, this.tag === ENTRY ? VECTOR : this.tag, null);
    }
    const chunks = this.chunked().slice();
    const chunk = chunks[i >> CHUNK_BITS]!.slice();
    chunk[i & CHUNK_MASK] = item;
    chunks[i >> CHUNK_BITS] = chunk;
    return new Vec(null, 0, this.length, this.tag, chunks);
  }

  /** Bytes a view costs: one of a range also gets a rule. */
  sliceCost(): number {
    return this.rule === null ? VEC_BYTES : VEC_BYTES + RULE_BYTES;
  }

  /** A view of [from, to); shares storage. */
  slice(from: number, to: number = this.length, tag: VecTag = SEQ): Vec {
    if (from >= to) return tag === SEQ ? Vec.EMPTY_SEQ : Vec.EMPTY;
    const { rule } = this;
    if (rule !== null) return new Vec(null, 0, to - from, tag, new Counting(rule.start + from * rule.step, rule.step));
    if (this.flat === null) this.items();
    return new Vec(this.flat, this.offset + from, to - from, tag, null);
  }

  withTag(tag: VecTag): Vec {
    if (this.tag === tag) return this;
    const v = new Vec(this.flat, this.offset, this.length, tag, this.source);
    v.paid = this.paid;
    return v;
  }

  private chunks(): Value[][] | null {
    return this.source instanceof Counting ? null : this.source;
  }

  private chunked(): Value[][] {
    let chunks = this.chunks();
    if (chunks === null) {
      const items = this.items();
      chunks = [];
      for (let i = 0; i < items.length; i += CHUNK) chunks.push(items.slice(i, i + CHUNK));
      this.source = chunks;
    }
    return chunks;
  }
}

function joined(chunks: readonly Value[][], n: number): Value[] {
  charge(ARRAY_BYTES + 8 * n);
  return ([] as Value[]).concat(...chunks);
}

function counted(rule: Counting, n: number): Value[] {
  const { start, step } = rule;
  charge(ARRAY_BYTES + 8 * n);
  const out: Value[] = new Array(n);
  if (start === 0 && step === 1) for (let i = 0; i < n; i++) out[i] = i;
  else for (let i = 0; i < n; i++) out[i] = start + i * step;
  return out;
}
