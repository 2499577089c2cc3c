// What a run may still use. Counters are module-level variables because they are touched on every call and loop turn
// (docs/adr/0004-limits.md has the measurements); one run is active at a time and `swapMeter` exchanges whole sets
// of counters when runs interleave.

import type { Span } from "../base/span.ts";
import { fault } from "./fault.ts";
import type { Limits } from "./limits.ts";

export interface Meter {
  fuel: number;
  memory: number;
  depth: number;
  peakDepth: number;
  site: Span | null;
  limits: Limits;
}

let fuel = 0;
let memory = 0;
let depth = 0;
let maxDepth = 0;
let maxString = 0;
let maxItems = 0;
let peakDepth = 0;
let site: Span | null = null;
let limits: Limits | null = null;

export function newMeter(l: Limits): Meter {
  return { fuel: l.fuel, memory: l.memoryBytes, depth: 0, peakDepth: 0, site: null, limits: l };
}

/** Makes `next` the active meter and returns the one that was active, with its counters as they now stand. */
export function swapMeter(next: Meter | null): Meter | null {
  const previous: Meter | null = limits === null ? null : { fuel, memory, depth, peakDepth, site, limits };
  if (next === null) {
    limits = null;
  } else {
    fuel = next.fuel;
    memory = next.memory;
    depth = next.depth;
    peakDepth = next.peakDepth;
    site = next.site;
    limits = next.limits;
    maxDepth = limits.depth;
    maxString = limits.stringLength;
    maxItems = limits.collectionItems;
  }
  return previous;
}

/** Every call and every loop turn costs one. */
export function spend(): void {
  if (--fuel < 0) outOfFuel();
}

/** Bulk work of n steps, charged before it is done. */
export function spendMany(n: number): void {
  fuel -= n;
  if (fuel < 0) outOfFuel();
}

/** Bytes about to be allocated. Call before allocating. */
export function charge(bytes: number): void {
  memory -= bytes;
  if (memory < 0) outOfMemory();
}

/** About to build a collection of n items (bytesEach bytes per item): checks the item cap, then charges. */
export function chargeItems(n: number, bytesEach = 12): void {
  if (n > maxItems) tooManyItems(n);
  memory -= 48 + n * bytesEach;
  if (memory < 0) outOfMemory();
}

/** About to build a string of `length` UTF-16 units. */
export function chargeString(length: number): void {
  if (length > maxString) tooLongString(length);
  memory -= 32 + length * 2;
  if (memory < 0) outOfMemory();
}

export function enter(weight: number): void {
  if (--fuel < 0) outOfFuel();
  depth += weight;
  if (depth > maxDepth) tooDeep();
}

export function leave(weight: number): void {
  depth -= weight;
}

/** The place errors of the operation about to run are reported at. */
export function setSite(span: Span): void {
  site = span;
}

export function currentSite(): Span | null {
  return site;
}

export function currentDepth(): number {
  return depth;
}

export function setDepth(d: number): void {
  depth = d;
}

export function isMetered(): boolean {
  return limits !== null;
}

export function activeLimits(): Limits {
  if (limits === null) throw new Error("no run is active");
  return limits;
}

function outOfFuel(): never {
  fuel = 0;
  fault(
    "fuel_exceeded",
    `The program used all of its ${count(limits!.fuel)} evaluation steps.`,
    "If a loop never ends, make its exit condition reachable; otherwise raise limits.fuel.",
  );
}

function outOfMemory(): never {
  memory = 0;
  fault(
    "memory_exceeded",
    `The program would allocate more than its ${count(limits!.memoryBytes)} bytes.`,
    "Work on fewer items at a time (take, filter first), or raise limits.memoryBytes.",
  );
}

function tooManyItems(n: number): never {
  fault(
    "memory_exceeded",
    `A collection of ${count(n)} items is larger than the limit of ${count(limits!.collectionItems)}.`,
    "Bound the collection with take or a smaller range, or raise limits.collectionItems.",
  );
}

function tooLongString(n: number): never {
  fault(
    "memory_exceeded",
    `A string of ${count(n)} characters is longer than the limit of ${count(limits!.stringLength)}.`,
    "Build a shorter string, or raise limits.stringLength.",
  );
}

function tooDeep(): never {
  fault(
    "depth_exceeded",
    "Calls are nested too deeply.",
    "Use loop/recur, reduce or map instead of recursion that is not in tail position, or raise limits.depth.",
  );
}

export function count(n: number): string {
  return Number.isFinite(n) ? String(Math.trunc(n)).replace(/\B(?=(\d{3})+$)/g, ",") : String(n);
}
