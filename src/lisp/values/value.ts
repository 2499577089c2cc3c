// What a PTC-Lisp program computes with. JSON scalars are themselves; everything else is a class of its own, immutable
// from outside its module. Integers within ±(2^53−1) and floats with a fractional part are JS numbers; a float that is
// whole (5.0, -0.0) is a Flt so that it never turns into an integer; larger integers are bigints (ADR 0003).

import type { Fn, NativeFn } from "./fn.ts";
import type { InfiniteSeq } from "./infinite.ts";
import type { PMap } from "./map.ts";
import type { Regex } from "./regex.ts";
import type { PSet } from "./set.ts";
import type { Temporal } from "./temporal.ts";
import type { Vec } from "./vector.ts";

export type Value =
  | null
  | boolean
  | number
  | bigint
  | string
  | Flt
  | Keyword
  | Vec
  | PMap
  | PSet
  | Fn
  | NativeFn
  | Regex
  | SymbolRef
  | VarRef
  | Reduced
  | InfiniteSeq
  | Temporal;

/** A float whose value is whole. ±Infinity and NaN are plain JS numbers: Number.isInteger already tells them apart. */
export class Flt {
  constructor(readonly value: number) {}
}

/** Bytes a keyword made at run time takes: it stays in the table of all keywords until its run ends. */
export const KEYWORD_BYTES = 256;

/** Keywords are interned: equal names are the same object, so comparing them is comparing references. */
export class Keyword {
  readonly hash: number;
  private constructor(readonly name: string) {
    this.hash = (hashString(name) ^ 0x9e3779b9) | 0;
  }

  private static readonly table = new Map<string, WeakRef<Keyword>>();
  // Names made at run time must not pin memory for ever: when a keyword is collected its table entry goes too.
  private static readonly cleanup = new FinalizationRegistry<string>((name) => {
    const entry = Keyword.table.get(name);
    if (entry !== undefined && entry.deref() === undefined) Keyword.table.delete(name);
  });

  static of(name: string): Keyword {
    const known = Keyword.table.get(name)?.deref();
    if (known !== undefined) return known;
    const made = new Keyword(name);
    Keyword.table.set(name, new WeakRef(made));
    Keyword.cleanup.register(made, name);
    return made;
  }

  /** The keyword of that name if any program holds it; used by lookups, which must not create keywords. */
  static existing(name: string): Keyword | undefined {
    return Keyword.table.get(name)?.deref();
  }
}

/** `'name`: an inert reference to a name. */
export class SymbolRef {
  constructor(readonly name: string) {}
}

/** What def and defn return; prints as #'name. */
export class VarRef {
  constructor(readonly name: string) {}
}

/** `(reduced x)`: ends the reduce it is returned to. */
export class Reduced {
  constructor(readonly value: Value) {}
}

export function isTruthy(v: Value): boolean {
  return v !== null && v !== false;
}

// Seeded per process so that a program cannot carry strings crafted to collide. Hashes never show: walks go in
// insertion order.
const SEED = (Math.random() * 0x100000000) | 0;

export function hashString(s: string): number {
  let h = SEED;
  for (let i = 0; i < s.length; i++) h = Math.imul(h ^ s.charCodeAt(i), 0x01000193);
  return h ^ (h >>> 15);
}
