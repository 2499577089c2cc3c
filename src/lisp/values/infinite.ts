// Sequences without an end: (range), (iterate f x), (repeat x), (cycle coll), and map/filter/… over them. PTC-Lisp is
// eager, so these are recipes rather than lazy lists: a bounded consumer (take, take-while, first, nth, some, zipping
// with a finite collection) pulls as many items as it needs; anything that would need them all is an error.

import type { Steps } from "./fn.ts";

/** Pulls the next item; may suspend when the recipe calls a function that does. */
export type Pull = () => Steps;

export class InfiniteSeq {
  constructor(
    /** How the program wrote it, for messages: "(iterate f x)". */
    readonly label: string,
    /** Starts a fresh walk from the first item. */
    readonly start: () => Pull,
    /** True when pulling calls functions that may suspend. */
    readonly maySuspend: boolean,
  ) {}
}
