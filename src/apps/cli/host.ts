// What the command grants every program, a clock and random numbers, and what it watches: the heap, since a program that
// fills it would take the process along.

import { defaultLimits } from "../../lisp/limits.ts";
import type { Polls } from "../../lisp/meter.ts";
import type { SessionOptions } from "../../lisp/run.ts";
import { heapLook } from "../../run/heap-look.ts";

export const host = { now: () => Date.now(), random: () => Math.random() } satisfies SessionOptions;

/** V8 needs the rest: young objects have a part of the heap to themselves, and collecting garbage takes room. */
const usable = 0.5;

/** The first look comes after some megabytes: what it needs is loaded then, and small programs start without it. */
export function heapPolls(): Polls {
  let look: (() => void) | null = null;
  return {
    pollHeap: () => {
      look ??= heapLook(liveHeap, Math.min(defaultLimits.heapBytes, roomLeft()));
      look();
    },
  };
}

function liveHeap(): number {
  return process.memoryUsage().heapUsed;
}

/** Nodes before 20.16 do not tell without an import; there the default has to do. */
function roomLeft(): number {
  const statistics = process.getBuiltinModule?.("node:v8").getHeapStatistics();
  if (statistics === undefined) return Number.POSITIVE_INFINITY;
  return Math.floor((statistics.heap_size_limit - statistics.used_heap_size) * usable);
}
