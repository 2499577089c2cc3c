// The hash array mapped trie under large maps. Nodes fan out 32 ways by five bits of the key's hash; leaves are entries that
// remember when they were inserted. A node names the builder that may change it in place; to everyone else it is frozen.

import { spendMany } from "../meter.ts";
import { sameKey } from "./key.ts";
import type { Value } from "./value.ts";

export class Entry {
  constructor(
    readonly key: Value,
    readonly value: Value,
    readonly hash: number,
    /** Insertion number: entries are walked in this order. */
    readonly order: number,
  ) {}
}

type Slot = Entry | Branch | Collision;

export class Branch {
  constructor(
    public bitmap: number,
    public slots: Slot[],
    /** The builder that may change this node in place, or null once published. */
    public owner: object | null,
  ) {}
}

class Collision {
  constructor(
    readonly hash: number,
    public entries: Entry[],
    public owner: object | null,
  ) {}
}

function bitCount(n: number): number {
  let x = n - ((n >>> 1) & 0x55555555);
  x = (x & 0x33333333) + ((x >>> 2) & 0x33333333);
  return Math.imul((x + (x >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

export function find(root: Branch, key: Value, hash: number): Entry | undefined {
  let node: Branch = root;
  for (let shift = 0; ; shift += 5) {
    const bit = 1 << ((hash >>> shift) & 31);
    if ((node.bitmap & bit) === 0) return undefined;
    const slot = node.slots[bitCount(node.bitmap & (bit - 1))]!;
    if (slot instanceof Entry) {
      return slot.hash === hash && sameKey(slot.key, key) ? slot : undefined;
    }
    if (slot instanceof Branch) {
      node = slot;
      continue;
    }
    if (slot.hash !== hash) return undefined;
    return slot.entries[collisionIndex(slot, key)];
  }
}

/** So few keys share a hash by chance, among millions too: what they cost would differ from one seed to the next. */
const BY_CHANCE = 4;

/** Hashes are seeded, so a long collision list means someone tries: every look at one is paid for. */
function collisionIndex(slot: Collision, key: Value): number {
  if (slot.entries.length > BY_CHANCE) spendMany(slot.entries.length);
  return slot.entries.findIndex((e) => sameKey(e.key, key));
}

function join(shift: number, a: Entry | Collision, b: Entry, owner: object | null): Slot {
  if (a.hash === b.hash) {
    return a instanceof Collision
      ? new Collision(a.hash, [...a.entries, b], owner)
      : new Collision(a.hash, [a, b], owner);
  }
  const ia = (a.hash >>> shift) & 31;
  const ib = (b.hash >>> shift) & 31;
  if (ia === ib) return new Branch(1 << ia, [join(shift + 5, a, b, owner)], owner);
  return new Branch((1 << ia) | (1 << ib), ia < ib ? [a, b] : [b, a], owner);
}

/** Inserts or replaces; nodes owned by `owner` are changed in place, others are copied. */
export function insert(node: Branch, shift: number, e: Entry, owner: object | null): Branch {
  const bit = 1 << ((e.hash >>> shift) & 31);
  const at = bitCount(node.bitmap & (bit - 1));
  const mine = owner !== null && node.owner === owner;
  if ((node.bitmap & bit) === 0) {
    if (mine) {
      node.slots.splice(at, 0, e);
      node.bitmap |= bit;
      return node;
    }
    const slots = node.slots.slice();
    slots.splice(at, 0, e);
    return new Branch(node.bitmap | bit, slots, owner);
  }
  const slot = node.slots[at]!;
  let next: Slot;
  if (slot instanceof Branch) {
    next = insert(slot, shift + 5, e, owner);
    if (next === slot) return node;
  } else if (slot instanceof Entry) {
    next = slot.hash === e.hash && sameKey(slot.key, e.key) ? e : join(shift + 5, slot, e, owner);
  } else if (slot.hash === e.hash) {
    const i = collisionIndex(slot, e.key);
    const entries = slot.entries.slice();
    if (i === -1) entries.push(e);
    else entries[i] = e;
    next = new Collision(slot.hash, entries, owner);
  } else {
    next = join(shift + 5, slot, e, owner);
  }
  if (mine) {
    node.slots[at] = next;
    return node;
  }
  const slots = node.slots.slice();
  slots[at] = next;
  return new Branch(node.bitmap, slots, owner);
}

export function remove(node: Branch, shift: number, key: Value, hash: number): Branch {
  const bit = 1 << ((hash >>> shift) & 31);
  if ((node.bitmap & bit) === 0) return node;
  const at = bitCount(node.bitmap & (bit - 1));
  const slot = node.slots[at]!;
  let next: Slot | null = slot;
  if (slot instanceof Entry) {
    if (slot.hash === hash && sameKey(slot.key, key)) next = null;
  } else if (slot instanceof Branch) {
    const b = remove(slot, shift + 5, key, hash);
    next = b.slots.length === 0 ? null : b.slots.length === 1 && b.slots[0] instanceof Entry ? b.slots[0] : b;
  } else if (slot.hash === hash) {
    const i = collisionIndex(slot, key);
    if (i !== -1) {
      const entries = slot.entries.filter((_, j) => j !== i);
      next = entries.length === 1 ? entries[0]! : new Collision(hash, entries, null);
    }
  }
  if (next === slot) return node;
  const slots = node.slots.slice();
  if (next === null) {
    slots.splice(at, 1);
    return new Branch(node.bitmap & ~bit, slots, null);
  }
  slots[at] = next;
  return new Branch(node.bitmap, slots, null);
}

function collect(node: Branch, into: Entry[]): void {
  for (const slot of node.slots) {
    if (slot instanceof Entry) into.push(slot);
    else if (slot instanceof Branch) collect(slot, into);
    else for (const e of slot.entries) into.push(e);
  }
}

/** [k0 v0 k1 v1 …] in insertion order; `next` is above every insertion number. */
export function pairsInOrder(root: Branch, next: number): Value[] {
  const entries: Entry[] = [];
  collect(root, entries);
  const n = entries.length;
  const flat: Value[] = new Array(n * 2);
  if (next <= n * 4) {
    const byOrder: (Entry | undefined)[] = new Array(next).fill(undefined);
    for (const e of entries) byOrder[e.order] = e;
    let i = 0;
    for (const e of byOrder) {
      if (e === undefined) continue;
      flat[i++] = e.key;
      flat[i++] = e.value;
    }
    return flat;
  }
  entries.sort((a, b) => a.order - b.order);
  entries.forEach((e, i) => {
    flat[2 * i] = e.key;
    flat[2 * i + 1] = e.value;
  });
  return flat;
}
