// Strict identity of map keys and set members: numbers of different kinds are different keys, NaN is never found,
// collections are equal by content, vectors and sequences alike. Walks are bounded by the run's value limits.

import { fault } from "../fault.ts";
import { activeLimits, charge, count, spendMany } from "../meter.ts";
import { PMap } from "./map.ts";
import type { Paid } from "./paid.ts";
import { PSet } from "./set.ts";
import { Temporal } from "./temporal.ts";
import { Flt, hashString, Keyword, SymbolRef, type Value, VarRef } from "./value.ts";
import { Vec } from "./vector.ts";

/** The closure a walk is and what it captures. */
const WALK_BYTES = 112;

let nodes = 0;
let walked = 0;
let depth = 0;

/** Runs one bounded walk; nested walks share the budget of the outermost. */
export function bounded<T>(what: string, walk: () => T): T {
  if (depth > 0) return walk();
  charge(WALK_BYTES);
  const limits = activeLimits();
  nodes = limits.valueNodes;
  walked = 0;
  depth = 1;
  walkDepth = limits.valueDepth;
  doing = what;
  try {
    return walk();
  } finally {
    depth = 0;
  }
}

let walkDepth = 0;
let doing = "";

/** One node of the current walk, about to be entered. */
export function descend(): void {
  // Shared values are walked as often as they are reached: long walks cost steps even when every node is small.
  if ((++walked & 63) === 0) spendMany(64);
  if (--nodes < 0) tooLarge();
  if (++depth > walkDepth)
    fault(
      "depth_exceeded",
      `The value is nested deeper than ${count(walkDepth)} levels, too deep to ${doing}.`,
      "Flatten the value, or raise limits.valueDepth.",
    );
}

function tooLarge(): never {
  fault(
    "memory_exceeded",
    `The value has more than ${count(activeLimits().valueNodes)} parts, too many to ${doing}.`,
    "Take a part of it first, or raise limits.valueNodes.",
  );
}

export function ascend(): void {
  depth--;
}

/** Long texts of one length are compared unit by unit. */
export function sameText(a: string, b: Value): boolean {
  if (typeof b !== "string" || a.length !== b.length) return false;
  if (a.length > 4096) spendMany(a.length >> 8);
  return a === b;
}

export function sameKey(a: Value, b: Value): boolean {
  if (typeof a === "string") return sameText(a, b);
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (a instanceof Keyword || b instanceof Keyword) return false;
  if (a instanceof Flt) return b instanceof Flt && a.value === b.value;
  return sameWalk(a, b);
}

// Functions of their own: a parameter that a closure captures costs every call of its function an allocation.
function sameWalk(a: Value, b: Value): boolean {
  return bounded("compare", () => sameComposite(a, b));
}

function hashWalk(v: object): number {
  return bounded("hash", () => hashComposite(v));
}

function sameComposite(a: Value, b: Value): boolean {
  if (a instanceof Vec) {
    if (!(b instanceof Vec) || a.length !== b.length) return false;
    descend();
    spendMany(a.length >> 3);
    let same = true;
    for (let i = 0; same && i < a.length; i++) same = sameKey(a.at(i), b.at(i));
    ascend();
    return same;
  }
  if (a instanceof PMap) {
    if (!(b instanceof PMap) || a.size !== b.size) return false;
    descend();
    spendMany(a.size >> 2);
    const pairs = a.pairs();
    const hashed = b.unsorted();
    let same = true;
    for (let i = 0; same && i < pairs.length; i += 2) {
      const other = hashed.get(pairs[i] as Value);
      same = other !== undefined && sameKey(pairs[i + 1] as Value, other);
    }
    ascend();
    return same;
  }
  if (a instanceof PSet) {
    if (!(b instanceof PSet) || a.size !== b.size) return false;
    descend();
    spendMany(a.size >> 2);
    const hashed = b.map.unsorted();
    const same = a.items().every((item) => hashed.has(item));
    ascend();
    return same;
  }
  if (a instanceof SymbolRef) return b instanceof SymbolRef && a.name === b.name;
  if (a instanceof VarRef) return b instanceof VarRef && a.name === b.name;
  if (a instanceof Temporal) return b instanceof Temporal && a.equals(b);
  return false;
}

let functionHashes: WeakMap<object, number> | null = null;
let nextFunctionHash = 1;

export function hashKey(v: Value): number {
  switch (typeof v) {
    case "number":
      return hashNumber(v);
    case "string":
      if (v.length > 256) payHash(v.length >> 6);
      return hashString(v);
    case "boolean":
      return v ? 0x4cf5 : 0x4d8b;
    case "bigint":
      return hashInteger(v);
    default:
      if (v === null) return 0x11;
      if (v instanceof Keyword) return v.hash;
      if (v instanceof Flt) return hashNumber(v.value) ^ 0x5bd1e995;
      return hashWalk(v);
  }
}

// Without a secret part a program could compute vectors of integers whose hashes collide.
const NUMBER_SEED = hashString("number");

function hashNumber(n: number): number {
  const i = n | 0;
  let h = (i === n ? i : hashString(String(n))) ^ NUMBER_SEED;
  // One round leaves neighbours near each other: with some seeds, ways through a table of integers passed 256 slots.
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}

/** Base 16 takes linear time. */
function hashInteger(n: bigint): number {
  const text = n.toString(16);
  if (text.length > 256) payHash(text.length >> 6);
  return hashString(text);
}

/** Steps spent on hashing so far. */
let hashing = 0;

function payHash(steps: number): void {
  hashing += steps;
  spendMany(steps);
}

/** The same steps, and the same nodes of the walk, as computing it. */
function payAgain({ hash, steps, nodes: within }: Paid): number {
  payHash(steps);
  spendMany(64 * (((walked + within) >> 6) - (walked >> 6)));
  walked += within;
  nodes -= within;
  if (nodes < 0) tooLarge();
  return hash;
}

function hashComposite(v: object): number {
  const stepsBefore = hashing;
  const nodesBefore = walked;
  if (v instanceof Vec) {
    if (v.paid !== null) return payAgain(v.paid);
    descend();
    payHash(v.length >> 3);
    let h = 1;
    for (let i = 0; i < v.length; i++) h = (Math.imul(31, h) + hashKey(v.at(i))) | 0;
    ascend();
    v.paid = { hash: h, steps: hashing - stepsBefore, nodes: walked - nodesBefore };
    return h;
  }
  if (v instanceof PMap) {
    if (v.paid !== null) return payAgain(v.paid);
    descend();
    payHash(v.size >> 2);
    let h = 7;
    const pairs = v.pairs();
    hashing += v.listSteps;
    for (let i = 0; i < pairs.length; i += 2)
      h = (h + (Math.imul(31, hashKey(pairs[i] as Value)) ^ hashKey(pairs[i + 1] as Value))) | 0;
    ascend();
    v.paid = { hash: h, steps: hashing - stepsBefore, nodes: walked - nodesBefore };
    return h;
  }
  if (v instanceof PSet) {
    if (v.paid !== null) return payAgain(v.paid);
    descend();
    payHash(v.size >> 2);
    let h = 13;
    hashing += v.map.listSteps;
    for (const item of v.items()) h = (h + Math.imul(hashKey(item), 0x9e3779b1)) | 0;
    ascend();
    v.paid = { hash: h, steps: hashing - stepsBefore, nodes: walked - nodesBefore };
    return h;
  }
  if (v instanceof SymbolRef || v instanceof VarRef) return hashString(v.name) ^ 0x51ed;
  if (v instanceof Temporal) return hashString(v.text());
  functionHashes ??= new WeakMap();
  let h = functionHashes.get(v);
  if (h === undefined) {
    h = nextFunctionHash++;
    functionHashes.set(v, h);
  }
  return h;
}
