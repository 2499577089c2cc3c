// What looks at a run while it runs: the deadline, the signal that cancels it, the live heap, progress for those who watch
// and warnings before a limit is hit. Pure code is looked at between slices of fuel; waiting code by a timer.

import { timerMs } from "../base/timer.ts";
import type { Cancellation } from "../lisp/activity.ts";
import { Fault } from "../lisp/fault.ts";
import type { Limits } from "../lisp/limits.ts";
import { activeMeter, count, type Polls } from "../lisp/meter.ts";
import type { EventStream } from "./events.ts";
import { type HeapWatch, heapLook } from "./heap-look.ts";

const PROGRESS_MS = 200;
const WARN_AT = 0.8;

/** The end of an earlier run that nothing in the program explains. */
export interface Stopped {
  readonly fuel: number;
  readonly fault: Fault;
}

export class Watch {
  readonly polls: Polls;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private lastProgress = 0;
  private readonly warned: (keyof Limits)[] = [];
  private readonly unlisten: () => void;

  constructor(
    private readonly limits: Limits,
    private readonly cancellation: Cancellation,
    private readonly events: EventStream,
    signal: AbortSignal | undefined,
    { liveHeap, heapRoom }: HeapWatch,
    private readonly stopped: Stopped | null,
  ) {
    const abort = (): void =>
      cancellation.cancel(new Fault("cancelled", "The host cancelled the run.", "Start it again."));
    if (signal?.aborted === true) abort();
    else signal?.addEventListener("abort", abort, { once: true });
    this.unlisten = () => signal?.removeEventListener("abort", abort);
    const poll = (): void => this.look();
    this.polls = liveHeap === undefined ? { poll } : { poll, pollHeap: heapLook(liveHeap, limits.heapBytes, heapRoom) };
  }

  /** Arms the timer that ends waiting: only a run that waits needs one. */
  startTimer(): void {
    if (typeof setTimeout === "undefined") return;
    this.timer = setTimeout(
      () => this.cancellation.cancel(timedOut(this.limits)),
      timerMs(this.limits.timeoutMs - this.events.elapsed()),
    );
  }

  end(): void {
    if (this.timer !== undefined) clearTimeout(this.timer);
    this.unlisten();
  }

  private look(): void {
    if (this.cancellation.fault !== null) throw this.cancellation.fault;
    const ms = this.events.elapsed();
    if (ms > this.limits.timeoutMs) throw timedOut(this.limits);
    const { fuel, memory } = activeMeter().budget;
    if (this.stopped !== null && this.limits.fuel - fuel >= this.stopped.fuel) throw this.stopped.fault;
    this.warn("fuel", this.limits.fuel - fuel);
    this.warn("memoryBytes", this.limits.memoryBytes - memory);
    if (ms - this.lastProgress < PROGRESS_MS) return;
    this.lastProgress = ms;
    this.events.emit({
      type: "progress",
      fuel: this.limits.fuel - fuel,
      memoryBytes: this.limits.memoryBytes - memory,
    });
  }

  private warn(limit: "fuel" | "memoryBytes", used: number): void {
    const of = this.limits[limit];
    if (used < of * WARN_AT || this.warned.includes(limit)) return;
    this.warned.push(limit);
    this.events.emit({ type: "limit-warning", limit, used, of });
  }
}

function timedOut(limits: Limits): Fault {
  return new Fault(
    "timeout",
    `The run took longer than its ${count(limits.timeoutMs)} ms.`,
    "Do less per run, wait for fewer tools (pmap overlaps them), or raise limits.timeoutMs.",
  );
}
