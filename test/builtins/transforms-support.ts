// Calls builtin rows directly, with values written as plain JavaScript: numbers, strings, arrays for vectors, ":a" for
// keywords. Results come back in the same form, so that tests read without a reader or a compiler.

import { afterEach, beforeEach } from "vitest";
import { Cancellation } from "../../src/lisp/activity.ts";
import { aggregates } from "../../src/lisp/builtins/aggregates.ts";
import { grouping } from "../../src/lisp/builtins/grouping.ts";
import { invokeRow } from "../../src/lisp/builtins/invoke.ts";
import { parallel } from "../../src/lisp/builtins/parallel.ts";
import { reductions } from "../../src/lisp/builtins/reductions.ts";
import { sorting } from "../../src/lisp/builtins/sorting.ts";
import type { BuiltinTable } from "../../src/lisp/builtins/table.ts";
import { collectionTests } from "../../src/lisp/builtins/tests-on-collections.ts";
import { transforms } from "../../src/lisp/builtins/transforms.ts";
import { newContext, setContext } from "../../src/lisp/context.ts";
import { Fault } from "../../src/lisp/fault.ts";
import { type Limits, withDefaults } from "../../src/lisp/limits.ts";
import { newMeter, swapMeter } from "../../src/lisp/meter.ts";
import { PrintLog } from "../../src/lisp/prints.ts";
import { Suspension } from "../../src/lisp/suspension.ts";
import { Fn, NativeFn } from "../../src/lisp/values/fn.ts";
import { InfiniteSeq } from "../../src/lisp/values/infinite.ts";
import { PMap } from "../../src/lisp/values/map.ts";
import { printReadable } from "../../src/lisp/values/print.ts";
import { walkOf } from "../../src/lisp/values/pull.ts";
import { Keyword, type Value } from "../../src/lisp/values/value.ts";
import { Vec } from "../../src/lisp/values/vector.ts";

const rows: BuiltinTable = {
  ...transforms,
  ...reductions,
  ...sorting,
  ...grouping,
  ...aggregates,
  ...parallel,
  ...collectionTests,
};

export type Plain = Value | readonly Plain[];

export function withMeter(limits: Partial<Limits> = {}): void {
  beforeEach(() => {
    swapMeter(newMeter(withDefaults(limits)));
    setContext(newContext(new PrintLog(1000), {}, new Cancellation()));
  });
  afterEach(() => {
    swapMeter(null);
    setContext(null);
  });
}

export function val(p: Plain): Value {
  if (Array.isArray(p)) return Vec.of(p.map(val));
  if (typeof p === "string" && p.startsWith(":")) return Keyword.of(p.slice(1));
  return p as Value;
}

/** A map from alternating keys and values. */
export function map(...pairs: Plain[]): PMap {
  return PMap.ofPairs(pairs.map(val));
}

/** A function of the program. It takes as many arguments as its JavaScript form. */
export function fn(f: (...args: never[]) => Plain): NativeFn {
  const n = f.length === 0 ? Number.POSITIVE_INFINITY : f.length;
  return new NativeFn("f", f.length, n, (args) => val((f as (...a: Value[]) => Plain)(...args)));
}

/** The same, answering through a suspension as an async tool does. */
export function slow(f: (...args: never[]) => Plain): NativeFn {
  const answer = (args: readonly Value[]): Value =>
    new Suspension(Promise.resolve(val((f as (...a: Value[]) => Plain)(...args)))) as unknown as Value;
  return new NativeFn("slow", f.length, f.length, answer, true);
}

/** A compiled function of a given arity; its body is never reached in these tests. */
export function compiled(name: string | null, params: number): Fn {
  const arity = { required: params, variadic: false, spill: 0, weight: 1, body: () => null };
  const fixed = Array.from({ length: params + 1 }, (_, i) => (i === params ? arity : undefined));
  const direct = (n: number) => (n === params ? arity : null);
  const rest = { doc: null, params: [], captures: [], contract: null, source: "", form: "fn" as const };
  const directs = { direct1: direct(1), direct2: direct(2), direct3: direct(3) };
  return new Fn({ name, fixed, rest: null, maySuspend: false, ...rest, ...directs }, []);
}

export function call(name: string, ...args: Plain[]): Value {
  return invokeRow(name, rows[name]!, args.map(val));
}

/** The printed result. */
export function show(name: string, ...args: Plain[]): string {
  return printReadable(call(name, ...args));
}

/** The printed result of a call that waits. */
export async function showLater(name: string, ...args: Plain[]): Promise<string> {
  let v = call(name, ...args);
  while (v instanceof Suspension) {
    const waiting: Suspension = v;
    let next = await waiting.promise;
    for (let i = 0; i < waiting.frames.length; i++) {
      next = waiting.frames[i]!(next);
      if (next instanceof Suspension) {
        (next as Suspension).frames.push(...waiting.frames.slice(i + 1));
        break;
      }
    }
    v = next;
  }
  return printReadable(v);
}

export function failure(name: string, ...args: Plain[]): Fault {
  try {
    call(name, ...args);
  } catch (e) {
    if (e instanceof Fault) return e;
    throw e;
  }
  throw new Error(`${name} did not fail`);
}

/** 0 1 2 … without end. */
export function naturals(): InfiniteSeq {
  const start = () => {
    let i = 0;
    // biome-ignore lint/correctness/useYield: a recipe that never waits
    return function* () {
      return i++;
    };
  };
  return new InfiniteSeq("(range)", start, false);
}

/** The first n items of an endless result. */
export function first(n: number, v: Value): string {
  const walk = walkOf(v, "take");
  return printReadable(Vec.of(Array.from({ length: n }, () => walk.next() as Value)));
}

export const odd = fn((x: number) => x % 2 === 1);
export const inc = fn((x: number) => x + 1);
export const plus = fn((...xs: number[]) => xs.reduce((a, b) => a + b, 0));
export const vector = fn((...xs: Value[]) => xs);
