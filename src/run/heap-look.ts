// The live heap, looked at between slices of charged memory: what a program is charged for is an estimate, and what it
// holds on to is what can end the process.

import { Fault } from "../lisp/fault.ts";
import { count } from "../lisp/meter.ts";

/** A poll that ends the run once the heap has grown by more than `most` bytes since now. */
export function heapLook(liveHeap: () => number, most: number): () => void {
  const before = liveHeap();
  return () => {
    if (liveHeap() - before > most)
      throw new Fault(
        "memory_exceeded",
        `The program holds more than ${count(most)} bytes of live memory.`,
        "Keep less at a time: reduce as you go, take what you need, or raise limits.heapBytes.",
      );
  };
}
