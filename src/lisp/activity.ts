// Running code that may wait. An Activity is one line of evaluation: a whole turn, or one branch of pmap. Its meter and
// context are made active while its code runs and put away while it waits, so any number of activities interleave without
// sharing a counter. This is the only place that awaits.

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
export async function complete(activity: Activity, first: Value): Promise<Value> {
  const frames: Resume[] = [];
  const depths: number[] = [];
  let v = first;
  while (v instanceof Suspension) {
    for (let i = v.frames.length - 1; i >= 0; i--) {
      frames.push(v.frames[i]!);
      depths.push(v.depths[i]!);
    }
    const awaited: Value = await v.promise;
    const stopped = activity.cancellation.fault;
    if (stopped !== null) throw stopped;
    v = within(activity, () => resume(frames, depths, awaited));
  }
  return v;
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
