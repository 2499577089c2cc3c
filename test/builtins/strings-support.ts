// Calls string rows directly and prints what they give, so that these tests need neither reader nor compiler.

import { beforeEach } from "vitest";
import { formatting } from "../../src/lisp/builtins/format.ts";
import { invokeRow } from "../../src/lisp/builtins/invoke.ts";
import { javaString } from "../../src/lisp/builtins/java-string.ts";
import { names } from "../../src/lisp/builtins/names.ts";
import { regexFunctions } from "../../src/lisp/builtins/regex-functions.ts";
import { stringSearch } from "../../src/lisp/builtins/string-search.ts";
import { strings } from "../../src/lisp/builtins/strings.ts";
import type { BuiltinTable } from "../../src/lisp/builtins/table.ts";
import { Fault } from "../../src/lisp/fault.ts";
import { type Limits, withDefaults } from "../../src/lisp/limits.ts";
import { newMeter, swapMeter } from "../../src/lisp/meter.ts";
import { compileRegex } from "../../src/lisp/regex/compile.ts";
import { NativeFn } from "../../src/lisp/values/fn.ts";
import { PMap } from "../../src/lisp/values/map.ts";
import { printReadable } from "../../src/lisp/values/print.ts";
import { Flt, Keyword, type Value } from "../../src/lisp/values/value.ts";
import { Vec } from "../../src/lisp/values/vector.ts";

export const rows: BuiltinTable = {
  ...strings,
  ...stringSearch,
  ...formatting,
  ...regexFunctions,
  ...javaString,
  ...names,
};

export function withMeter(limits: Partial<Limits> = {}): void {
  beforeEach(() => {
    swapMeter(newMeter(withDefaults(limits)));
  });
}

export const re = compileRegex;
export const kw = (name: string): Value => Keyword.of(name);
export const float = (n: number): Value => new Flt(n);
export const vec = (...items: Value[]): Value => Vec.of(items);
export const map = (...pairs: Value[]): Value => PMap.ofPairs(pairs);
export const fn = (f: (x: Value) => Value): Value => new NativeFn("f", 1, 1, ([x]) => f(x as Value));

/** The result itself. */
export function value(name: string, ...args: Value[]): Value {
  return invokeRow(name, rows[name]!, args);
}

/** The printed result, or "error: reason". */
export function call(name: string, ...args: Value[]): string {
  try {
    return printReadable(value(name, ...args));
  } catch (e) {
    if (e instanceof Fault) return `error: ${e.reason}`;
    throw e;
  }
}

/** The fault a call ends in. */
export function failure(name: string, ...args: Value[]): Fault {
  try {
    value(name, ...args);
  } catch (e) {
    if (e instanceof Fault) return e;
    throw e;
  }
  throw new Error(`${name} did not fail`);
}
