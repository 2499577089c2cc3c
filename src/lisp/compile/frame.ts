// Where the locals of one function live. The first four are JS arguments of every node (a, b, c, d); further ones are
// slots of `p`, after the captured values. Slots are reused once a let is left.

import type { Local } from "../analyze/expr.ts";
import type { Node } from "../values/fn.ts";
import { registerNodes, slotNode } from "./operands.ts";

export const REGISTERS = 4;

export class Frame {
  private readonly slots = new Map<Local, number>();
  private readonly captureIndex = new Map<Local, number>();
  /** Highest slot used, plus one. */
  size = 0;
  /** Deepest nesting of nodes seen, for the weight of a call. */
  height = 0;

  constructor(readonly captures: readonly Local[]) {
    captures.forEach((local, i) => {
      this.captureIndex.set(local, i);
    });
  }

  place(local: Local, slot: number): void {
    this.slots.set(local, slot);
    if (slot + 1 > this.size) this.size = slot + 1;
  }

  get spill(): number {
    return Math.max(0, this.size - REGISTERS);
  }

  /** Index into `p` of a slot that is not a register. */
  spillIndex(slot: number): number {
    return this.captures.length + slot - REGISTERS;
  }

  /** The register of a local, or -1 when it lives in `p`. */
  register(local: Local): number {
    const slot = this.slots.get(local);
    return slot !== undefined && slot < REGISTERS ? slot : -1;
  }

  /** A node that reads the local. */
  read(local: Local): Node {
    const slot = this.slots.get(local);
    if (slot === undefined) {
      const i = this.captureIndex.get(local);
      if (i === undefined) throw new Error(`local ${local.name} has no place`);
      return slotNode(i);
    }
    return registerNodes[slot] ?? slotNode(this.spillIndex(slot));
  }
}
