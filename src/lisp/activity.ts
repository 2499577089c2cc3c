// Running code that may wait. An Activity is one line of evaluation: a whole turn, or one branch of pmap. Its meter and
// context are made active while its code runs and put away while it waits, so any number of activities interleave without
// sharing a counter. This is the only place that waits.

import { type RunContext, setContext } from "./context.ts";
import type { Fault } from "./fault.ts";
import { type Meter, setDepth, swapMeter } from "./meter.ts";
import { type Resume, Suspension } from "./suspension.ts";
import type { Value } from "./values/value.ts";

/** Stops activities from outside: set once, then every one that waits or resumes under it ends with that fault. */
export class Cancellation {
  private cause: Fault | null = null;
  private listeners: Set<(cause: Fault) => void> | null = null;

  constructor(parent: Cancellation | null = null) {
    if (parent !== null) this.detach = parent.onCancel((cause) => this.cancel(cause));
  }

  /** Stops listening to the parent. */
  readonly detach: () => void = () => {};

  get fault(): Fault | null {
    return this.cause;
  }

  cancel(cause: Fault): void {
    if (this.cause !== null) return;
    this.cause = cause;
    const told = this.listeners;
    this.listeners = null;
    if (told !== null) for (const listener of [...told]) listener(cause);
  }

  /** Calls `listener` when cancelled, at once if that has happened. Returns how to take it back. */
  onCancel(listener: (cause: Fault) => void): () => void {
    if (this.cause !== null) {
      listener(this.cause);
      return () => {};
    }
    this.listeners ??= new Set();
    const { listeners } = this;
    listeners.add(listener);
    return () => listeners.delete(listener);
  }
}

export interface Activity {
  readonly meter: Meter;
  readonly context: RunContext;
  readonly cancellation: Cancellation;
}

/** Runs `work` with the activity's meter and context active. */
export function within<T>(activity: Activity, work: () => T): T {
  const meter = swapMeter(activity.meter);
  const context = setContext(activity.context);
  try {
    return work();
  } finally {
    setContext(context);
    swapMeter(meter);
  }
}

/** Brings a value that `start` returned, suspended or not, to its end. Rejects with what the code threw. */
export function complete(activity: Activity, first: Suspension): Promise<Value> {
  return new Promise((ended, failed) => follow(activity, first, ended, failed));
}

/**
 * Brings a suspended activity to its end: `ended` is given its value, `failed` what its code threw, once. All that follows
 * from one answer happens before the next answer is looked at, so that the order of answers alone decides the order of
 * everything: a replay needs to know nothing else.
 */
export function follow(
  activity: Activity,
  first: Suspension,
  ended: (value: Value) => void,
  failed: (cause: unknown) => void,
): void {
  const frames: Resume[] = [];
  const depths: number[] = [];
  const wait = (suspension: Suspension): void => {
    for (let i = suspension.frames.length - 1; i >= 0; i--) {
      frames.push(suspension.frames[i]!);
      depths.push(suspension.depths[i]!);
    }
    suspension.promise.then(arrived, refused);
  };
  const goOn = (awaited: Value): void => {
    let v: Value;
    try {
      const stopped = activity.cancellation.fault;
      if (stopped !== null) throw stopped;
      v = within(activity, () => resume(frames, depths, awaited));
    } catch (thrown) {
      failed(thrown);
      return;
    }
    if (v instanceof Suspension) wait(v);
    else ended(v);
  };
  const arrived = (value: Value): void => inTurn(() => goOn(value));
  const refused = (cause: unknown): void => inTurn(() => failed(cause));
  wait(first);
}

const toDo: (() => void)[] = [];
let working = false;

/** Does `work` now, or right after what is being done: branches that end tell their caller, and callers nest deeply. */
function inTurn(work: () => void): void {
  toDo.push(work);
  if (working) return;
  working = true;
  try {
    for (let next = toDo.shift(); next !== undefined; next = toDo.shift()) next();
  } finally {
    working = false;
  }
}

/** Runs frames until one suspends again or none is left. */
function resume(frames: Resume[], depths: number[], first: Value): Value {
  let v = first;
  while (!(v instanceof Suspension)) {
    const frame = frames.pop();
    if (frame === undefined) return v;
    setDepth(depths.pop()!);
    v = frame(v);
  }
  return v;
}
