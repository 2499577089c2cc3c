// The live heap, looked at between slices of charged memory: what a program is charged for is an estimate, and what it
// holds on to is what can end the process.

import { Fault } from "../lisp/fault.ts";
import { count } from "../lisp/meter.ts";

export interface HeapWatch {
  /** Bytes of live heap in use, where the host can tell: limits.heapBytes bounds its growth. */
  readonly liveHeap?: () => number;
  /** Bytes the heap has room for, where that is less than limits.heapBytes. */
  readonly heapRoom?: () => number;
}

/**
 * A poll that ends the run once the heap has grown by more than `most` bytes, or the room there was. Growth counts from the
 * first look, which comes after some megabytes: small programs pay nothing for it.
 */
export function heapLook(liveHeap: () => number, most: number, heapRoom?: () => number): () => void {
  let allowed = most;
  let before: number | null = null;
  return () => {
    const now = liveHeap();
    if (before === null) {
      before = now;
      allowed = Math.min(most, heapRoom?.() ?? most);
    }
    if (now - before > allowed)
      throw new Fault(
        "memory_exceeded",
        `The program holds more than ${count(allowed)} bytes of live memory.`,
        "Keep less at a time: reduce as you go, take what you need, or raise limits.heapBytes.",
      );
  };
}
