// Calls the rows about numbers directly, with JavaScript numbers, bigints and `flt(5)` for the float 5.0.

import { afterEach, beforeEach } from "vitest";
import { Cancellation } from "../../src/lisp/activity.ts";
import { arithmetic } from "../../src/lisp/builtins/arithmetic.ts";
import { bits } from "../../src/lisp/builtins/bits.ts";
import { comparison } from "../../src/lisp/builtins/comparison.ts";
import { invokeRow } from "../../src/lisp/builtins/invoke.ts";
import { javaLang } from "../../src/lisp/builtins/java-lang.ts";
import { math } from "../../src/lisp/builtins/math.ts";
import { numberPredicates } from "../../src/lisp/builtins/number-predicates.ts";
import { parsing } from "../../src/lisp/builtins/parsing.ts";
import { random } from "../../src/lisp/builtins/random.ts";
import type { Builtin, BuiltinTable } from "../../src/lisp/builtins/table.ts";
import { newContext, type RunContext, setContext } from "../../src/lisp/context.ts";
import { Fault } from "../../src/lisp/fault.ts";
import { type Limits, withDefaults } from "../../src/lisp/limits.ts";
import { newMeter, swapMeter } from "../../src/lisp/meter.ts";
import { PrintLog } from "../../src/lisp/prints.ts";
import { printReadable } from "../../src/lisp/values/print.ts";
import { Flt, type Value } from "../../src/lisp/values/value.ts";

const rows: BuiltinTable = {
  ...arithmetic,
  ...comparison,
  ...math,
  ...bits,
  ...parsing,
  ...javaLang,
  ...numberPredicates,
  ...random,
};

/** Every test of the file runs as part of a run with these limits and this host. */
export function withRun(limits: Partial<Limits> = {}, host: Partial<RunContext> = {}): void {
  beforeEach(() => {
    swapMeter(newMeter(withDefaults(limits)));
    setContext(newContext(new PrintLog(1000), host, new Cancellation()));
  });
  afterEach(() => {
    swapMeter(null);
    setContext(null);
  });
}

export const flt = (n: number): Value => (Number.isInteger(n) ? new Flt(n) : n);

function find(name: string): Builtin {
  const row = rows[name] ?? Object.values(rows).find((r) => r.aliases?.includes(name));
  if (row === undefined) throw new Error(`no row ${name}`);
  return row;
}

export function call(name: string, ...args: readonly Value[]): Value {
  return invokeRow(name, find(name), args);
}

/** The printed result, or "error: reason". */
export function show(name: string, ...args: readonly Value[]): string {
  try {
    return printReadable(call(name, ...args));
  } catch (e) {
    if (e instanceof Fault) return `error: ${e.reason}`;
    throw e;
  }
}

export function failure(name: string, ...args: readonly Value[]): Fault {
  try {
    call(name, ...args);
  } catch (e) {
    if (e instanceof Fault) return e;
    throw e;
  }
  throw new Error(`${name} did not fail`);
}
