// What the command grants every program, a clock and random numbers, and what it watches: the heap, since a program that
// fills it would take the process along.

import { heapWatch } from "../../host/heap.ts";
import { defaultLimits } from "../../lisp/limits.ts";
import type { Polls } from "../../lisp/meter.ts";
import type { SessionOptions } from "../../lisp/run.ts";
import { heapLook } from "../../run/heap-look.ts";

export const host = { now: () => Date.now(), random: () => Math.random() } satisfies SessionOptions;

export function heapPolls(): Polls {
  return { pollHeap: heapLook(heapWatch.liveHeap, defaultLimits.heapBytes, heapWatch.heapRoom) };
}
