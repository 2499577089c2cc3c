// What Node tells of V8's heap, and the room left in it: a program that fills it would take the process along.

/** V8 needs the rest: young objects have a part of the heap to themselves, and collecting garbage takes room. */
const USABLE = 0.5;

/** For runs in this process: limits.heapBytes holds, and no more than there is. */
export const heapWatch = { liveHeap, heapRoom } as const;

export function liveHeap(): number {
  return statistics()?.used_heap_size ?? process.memoryUsage().heapUsed;
}

/** Nodes before 20.16 do not tell without an import, which the start of a command cannot afford; there the limit has to do. */
function heapRoom(): number {
  const now = statistics();
  return now === undefined ? Number.POSITIVE_INFINITY : Math.floor((now.heap_size_limit - now.used_heap_size) * USABLE);
}

function statistics(): import("node:v8").HeapInfo | undefined {
  return process.getBuiltinModule?.("node:v8").getHeapStatistics();
}
