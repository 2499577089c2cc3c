// Walking any collection one item at a time, endless ones included. A Walk over a finite collection is an index into its
// items; over an endless one it is a running recipe. Consumers that may stop early (take, some, zipping) use it, and so do
// recipes made from other recipes (map over an endless sequence).
//
//   const walk = walkOf(coll, "some");
//   sync:       for (let x = walk.next(); x !== undefined; x = walk.next()) …
//   generator:  for (let x = yield* walk.step(); x !== undefined; x = yield* walk.step()) …

import { fault } from "../fault.ts";
import { charge, chargeItems, deepen, enter, leave } from "../meter.ts";
import type { Suspension } from "../suspension.ts";
import type { Steps } from "./fn.ts";
import { InfiniteSeq, type Pull } from "./infinite.ts";
import { itemsOf } from "./seq.ts";
import type { Value } from "./value.ts";
import { Vec } from "./vector.ts";

/**
 * What one pull weighs on the depth counter. Recipes nest, and each level is a few generator frames: measured, a default
 * host stack holds about 1,500 levels; this weight allows 600 of them.
 */
const PULL_WEIGHT = 8;

/** A generator, what it yields and its place among others. */
const PULL_BYTES = 240;

/** A step of a walk: the next item, or undefined at the end. */
export type ItemSteps = Generator<Suspension, Value | undefined, Value>;

export class Walk {
  private index = 0;
  /** How many items there are; infinite for an endless walk. */
  readonly length: number;

  constructor(
    private readonly finite: Vec | null,
    private readonly pull: Pull | null,
  ) {
    this.length = finite === null ? Number.POSITIVE_INFINITY : finite.length;
  }

  get endless(): boolean {
    return this.finite === null;
  }

  /** The next item, or undefined at the end. Only for walks that cannot suspend. */
  next(): Value | undefined {
    if (this.finite !== null) return this.index < this.length ? this.finite.at(this.index++) : undefined;
    enter(PULL_WEIGHT);
    charge(PULL_BYTES);
    const step = this.pull!().next();
    leave(PULL_WEIGHT);
    if (step.done !== true) fault("internal_error", "A sequence waited for a tool where it cannot.");
    return step.value;
  }

  /** The next item, or undefined at the end; yields when the recipe waits for a tool. */
  *step(): ItemSteps {
    if (this.finite !== null) return this.index < this.length ? this.finite.at(this.index++) : undefined;
    return yield* pullOne(this.pull!);
  }
}

/** One item of a running recipe. The depth counter is raised only while host frames are really on the stack. */
function* pullOne(pull: Pull): Steps {
  charge(2 * PULL_BYTES);
  const steps = pull();
  enter(PULL_WEIGHT);
  let step = steps.next();
  leave(PULL_WEIGHT);
  while (step.done !== true) {
    const value = yield step.value;
    deepen(PULL_WEIGHT);
    step = steps.next(value);
    leave(PULL_WEIGHT);
  }
  return step.value;
}

/** Starts a walk over any collection; `who` names the caller when `coll` is none. */
export function walkOf(coll: Value, who: string): Walk {
  return coll instanceof InfiniteSeq ? new Walk(null, coll.start()) : new Walk(vecOf(coll, who), null);
}

/**
 * A finite collection as a vector. Functions that may stop early read it with at(): items() of a view copies all of it.
 * Only vectors may be sliced into results: other collections own the array behind theirs.
 */
export function vecOf(coll: Value, who: string): Vec {
  return coll instanceof Vec ? coll : Vec.seq(itemsOf(coll, who) as Value[]);
}

const STRIDE = 256;

/** Adds to an array whose final size is not known, charging memory a stride ahead. */
export function pushCharged(out: Value[], item: Value): void {
  if (out.length % STRIDE === 0) {
    chargeItems(out.length + 1, 0);
    charge(STRIDE * 12);
  }
  out.push(item);
}

/** How a derived sequence is written in messages; long ones are cut so that labels of labels stay small. */
export function derivedLabel(before: string, source: string): string {
  return `(${before} ${source.length > 40 ? "…" : source})`;
}
