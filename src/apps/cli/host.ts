// What the command grants every program, a clock and random numbers, and what it watches: the heap, since a program that
// fills it would take the process along.

import { getHeapStatistics } from "node:v8";
import { defaultLimits } from "../../lisp/limits.ts";
import type { Polls } from "../../lisp/meter.ts";
import type { SessionOptions } from "../../lisp/run.ts";
import { heapLook } from "../../run/heap-look.ts";

export const host = { now: () => Date.now(), random: () => Math.random() } satisfies SessionOptions;

/** V8 needs the rest: young objects have a part of the heap to themselves, and collecting garbage takes room. */
const usable = 0.5;

export function heapPolls(): Polls {
  const { heap_size_limit, used_heap_size } = getHeapStatistics();
  const room = Math.floor((heap_size_limit - used_heap_size) * usable);
  return { pollHeap: heapLook(() => getHeapStatistics().used_heap_size, Math.min(defaultLimits.heapBytes, room)) };
}
