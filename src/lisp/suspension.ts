// The protocol by which evaluation waits for an async tool (ADR 0001). A node that meets a Suspension returns it after
// pushing one frame saying how to go on; the driver (activity.ts) waits for the promise and runs the frames innermost first.
// Code that cannot reach a tool never sees one.

import { charge, currentDepth } from "./meter.ts";
import type { Value } from "./values/value.ts";

/** How to go on with the awaited value. Runs at most once. */
export type Resume = (value: Value) => Value;

/** What is waited for: a promise, or branches that overlap, which tell their end at once. */
export interface Answer {
  then(arrived: (value: Value) => void, failed: (cause: unknown) => void): unknown;
}

const FRAME_BYTES = 96;

export class Suspension {
  readonly frames: Resume[] = [];
  /** The call depth each frame runs at: unwinding gave the native stack back, not the program's nesting. */
  readonly depths: number[] = [];

  constructor(readonly promise: Answer) {}

  /** Adds what is to be done with the awaited value; returns itself so that a node can write `return s.push(…)`. */
  push(frame: Resume): Value {
    charge(FRAME_BYTES);
    this.frames.push(frame);
    this.depths.push(currentDepth());
    return this as unknown as Value;
  }
}

/** Runs a stepwise builtin. It yields only when a function it called suspended; then its remainder becomes a frame. */
export function drive(steps: Generator<Suspension, Value, Value>): Value {
  return settle(steps, steps.next());
}

function settle(steps: Generator<Suspension, Value, Value>, step: IteratorResult<Suspension, Value>): Value {
  if (step.done === true) return step.value;
  return step.value.push((value) => settle(steps, steps.next(value)));
}
