// What a run may still use. Counters are module-level variables because they are touched on every call and loop turn
// (docs/adr/0004-limits.md has the measurements); one run is active at a time and `swapMeter` exchanges whole sets
// of counters when runs interleave. Fuel and memory are counted down in slices that V8 keeps as small integers: a larger
// number would be allocated anew at every step.

import type { Span } from "../base/span.ts";
import { fault } from "./fault.ts";
import type { Limits } from "./limits.ts";

/** What a run has left. Branches that overlap draw on the same. */
export interface Budget {
  fuel: number;
  memory: number;
}

export interface Meter {
  readonly budget: Budget;
  depth: number;
  peakDepth: number;
  site: Span | null;
  readonly limits: Limits;
  /** Called every FUEL_SLICE steps and MEMORY_SLICE bytes: where a deadline or a cancellation stops the run, by throwing a Fault. */
  readonly poll: (() => void) | null;
  /** Called every MEMORY_SLICE bytes charged: where the live heap is looked at. */
  readonly pollHeap: (() => void) | null;
}

/** Steps between two looks at the clock: about 100 µs, which makes the look cost less than half a percent. */
const FUEL_SLICE = 10_000;
const MEMORY_SLICE = 16 * 1024 ** 2;
/** What V8 takes for a vector before its items: the object, its array and the array's store. */
const COLLECTION_BYTES = 112;

// What is left of the current slice; the rest is in the reserves.
let fuel = 0;
let memory = 0;
let fuelReserve = 0;
let memoryReserve = 0;
let depth = 0;
let maxDepth = 0;
let maxString = 0;
let maxItems = 0;
let peakDepth = 0;
let site: Span | null = null;
let active: Meter | null = null;

export interface Polls {
  readonly poll?: () => void;
  readonly pollHeap?: () => void;
}

export function newMeter(limits: Limits, polls: Polls = {}): Meter {
  return {
    budget: { fuel: limits.fuel, memory: limits.memoryBytes },
    depth: 0,
    peakDepth: 0,
    site: null,
    limits,
    poll: polls.poll ?? null,
    pollHeap: polls.pollHeap ?? null,
  };
}

/** For a branch that begins where `meter` is: the same budget, but a depth and a memory of its own work (PerRun). */
export function branchMeter(meter: Meter): Meter {
  return { ...meter };
}

/** Makes `next` the active meter and returns the one that was active, its counters brought up to date. */
export function swapMeter(next: Meter | null): Meter | null {
  const previous = active;
  if (previous !== null) bringUpToDate(previous);
  active = next;
  if (next !== null) {
    const { budget } = next;
    fuel = Math.min(budget.fuel, FUEL_SLICE);
    fuelReserve = budget.fuel - fuel;
    memory = Math.min(budget.memory, MEMORY_SLICE);
    memoryReserve = budget.memory - memory;
    depth = next.depth;
    peakDepth = next.peakDepth;
    site = next.site;
    maxDepth = next.limits.depth;
    maxString = next.limits.stringLength;
    maxItems = next.limits.collectionItems;
  }
  return previous;
}

function bringUpToDate(meter: Meter): void {
  meter.budget.fuel = fuel + fuelReserve;
  meter.budget.memory = memory + memoryReserve;
  meter.depth = depth;
  meter.peakDepth = peakDepth;
  meter.site = site;
}

/** The active meter, its counters brought up to date. */
export function activeMeter(): Meter {
  if (active === null) throw new Error("no run is active");
  bringUpToDate(active);
  return active;
}

/**
 * A place where each run remembers something that spares it work, and so fuel. What another run left there is never seen:
 * a program must cost the same whatever ran before it or runs beside it.
 */
export class PerRun<T> {
  private owner: Meter | null = null;
  private current: T | undefined;
  private readonly others = new WeakMap<Meter, T>();

  get(): T | undefined {
    if (active !== this.owner) this.changeOwner();
    return this.current;
  }

  set(value: T): void {
    if (active !== this.owner) this.changeOwner();
    this.current = value;
  }

  private changeOwner(): void {
    if (this.owner !== null && this.current !== undefined) this.others.set(this.owner, this.current);
    this.owner = active;
    this.current = active === null ? undefined : this.others.get(active);
  }
}

/** Every call and every loop turn costs one. */
export function spend(): void {
  if (--fuel < 0) nextFuelSlice();
}

/**
 * Bulk work of n steps, charged before it is done. Here and below the tests are written so that NaN fails them: a counter
 * that became NaN would never be below zero again, and nothing would stop the run.
 */
export function spendMany(n: number): void {
  fuel -= n;
  if (!(fuel >= 0)) nextFuelSlice();
}

/** Inside bulk work that was paid for at its start and takes long: looks at the deadline. */
export function breathe(): void {
  active?.poll?.();
}

/** Bytes about to be allocated. Call before allocating. */
export function charge(bytes: number): void {
  memory -= bytes;
  if (!(memory >= 0)) nextMemorySlice();
}

/** About to build a collection of n items (bytesEach bytes per item): checks the item cap, then charges. */
export function chargeItems(n: number, bytesEach = 12): void {
  if (!(n <= maxItems)) tooManyItems(n);
  memory -= COLLECTION_BYTES + n * bytesEach;
  if (!(memory >= 0)) nextMemorySlice();
}

/** Checks the item cap alone: for collections that grow in place and pay for what is added. */
export function checkItems(n: number): void {
  if (!(n <= maxItems)) tooManyItems(n);
}

/** About to build a string of `length` UTF-16 units. */
export function chargeString(length: number): void {
  if (!(length <= maxString)) tooLongString(length);
  // A unit is one byte or two, which only looking at all of them would tell.
  memory -= 32 + length + (length >> 1);
  if (!(memory >= 0)) nextMemorySlice();
}

/** About to cut a string out of another: the piece is a view of it. */
export function chargeSlice(): void {
  memory -= 32;
  if (!(memory >= 0)) nextMemorySlice();
}

/** Checks the length cap alone: for text that is there already. */
export function checkString(length: number): void {
  if (!(length <= maxString)) tooLongString(length);
}

export function enter(weight: number): void {
  if (--fuel < 0) nextFuelSlice();
  depth += weight;
  if (depth > peakDepth) newPeak();
}

/** Back inside a call that waited: it was paid for when it was entered. */
export function deepen(weight: number): void {
  depth += weight;
  if (depth > peakDepth) newPeak();
}

/** The same for the hottest calls: returns the depth before, for `leaveCall` to put back, which needs no subtraction. */
export function enterCall(weight: number): number {
  if (--fuel < 0) nextFuelSlice();
  const before = depth;
  depth = before + weight;
  if (depth > peakDepth) newPeak();
  return before;
}

export function leave(weight: number): void {
  depth -= weight;
}

export function leaveCall(before: number): void {
  depth = before;
}

/** A branch that ran on its own meter went this deep. */
export function notePeak(reached: number): void {
  if (reached > peakDepth) peakDepth = reached;
}

function newPeak(): void {
  if (depth > maxDepth) tooDeep();
  peakDepth = depth;
}

/** `fuel` is negative by what the last step owes. */
function nextFuelSlice(): void {
  const owed = -fuel;
  if (!(owed <= fuelReserve)) outOfFuel();
  const slice = Math.min(fuelReserve, Math.max(FUEL_SLICE, owed));
  fuelReserve -= slice;
  fuel = slice - owed;
  active?.poll?.();
}

function nextMemorySlice(): void {
  if (active === null) {
    // Values are also made outside of any run, by the host's side: nobody pays for those.
    memory = MEMORY_SLICE;
    return;
  }
  const owed = -memory;
  if (!(owed <= memoryReserve)) outOfMemory();
  const slice = Math.min(memoryReserve, Math.max(MEMORY_SLICE, owed));
  memoryReserve -= slice;
  memory = slice - owed;
  active.pollHeap?.();
  // Allocating takes time too: bulk work that charges much and steps little meets the deadline here.
  active.poll?.();
}

/** The place errors of the operation about to run are reported at. */
export function setSite(span: Span): void {
  site = span;
}

export function currentDepth(): number {
  return depth;
}

export function setDepth(d: number): void {
  depth = d;
}

export function isMetered(): boolean {
  return active !== null;
}

export function activeLimits(): Limits {
  if (active === null) throw new Error("no run is active");
  return active.limits;
}

function outOfFuel(): never {
  fuel = 0;
  fuelReserve = 0;
  fault(
    "fuel_exceeded",
    `The program used all of its ${count(activeLimits().fuel)} evaluation steps.`,
    "If a loop never ends, make its exit condition reachable; otherwise raise limits.fuel.",
  );
}

function outOfMemory(): never {
  memory = 0;
  memoryReserve = 0;
  fault(
    "memory_exceeded",
    `The program would allocate more than its ${count(activeLimits().memoryBytes)} bytes.`,
    "Work on fewer items at a time (take, filter first), or raise limits.memoryBytes.",
  );
}

function tooManyItems(n: number): void {
  // The cap is that of a run: values are also made outside of any.
  if (active === null) return;
  fault(
    "memory_exceeded",
    `A collection of ${count(n)} items is larger than the limit of ${count(activeLimits().collectionItems)}.`,
    "Bound the collection with take or a smaller range, or raise limits.collectionItems.",
  );
}

function tooLongString(n: number): never {
  fault(
    "memory_exceeded",
    `A string of ${count(n)} characters is longer than the limit of ${count(activeLimits().stringLength)}.`,
    "Build a shorter string, or raise limits.stringLength.",
  );
}

function tooDeep(): never {
  fault(
    "depth_exceeded",
    `Calls are nested deeper than the limit of ${count(maxDepth)}.`,
    "Use loop/recur, reduce or map instead of recursion that is not in tail position, or raise limits.depth.",
  );
}

export function count(n: number): string {
  return Number.isFinite(n) ? String(Math.trunc(n)).replace(/\B(?=(\d{3})+$)/g, ",") : String(n);
}
