// Running a row: by argument count, stepwise when an argument may suspend.

import { maySuspend } from "../call.ts";
import { fault } from "../fault.ts";
import { drive } from "../suspension.ts";
import { type Entries, NativeFn } from "../values/fn.ts";
import type { Value } from "../values/value.ts";
import { accepts, argumentWords, arityWords, callForms } from "./arity.ts";
import type { Builtin } from "./table.ts";

export function invokeRow(name: string, row: Builtin, args: readonly Value[]): Value {
  const n = args.length;
  if (!accepts(row, n))
    fault(
      row.home === "java" ? "java_arity_error" : "arity_error",
      `${name} takes ${argumentWords(arityWords(row))}, got ${n}.`,
      `Call it as ${callForms(name, row)}.`,
    );
  if (row.steps !== undefined && args.some(maySuspend)) return drive(row.steps(args));
  switch (n) {
    case 0:
      if (row.run0 !== undefined) return row.run0();
      break;
    case 1:
      if (row.run1 !== undefined) return row.run1(args[0] as Value);
      break;
    case 2:
      if (row.run2 !== undefined) return row.run2(args[0] as Value, args[1] as Value);
      break;
    case 3:
      if (row.run3 !== undefined) return row.run3(args[0] as Value, args[1] as Value, args[2] as Value);
      break;
  }
  if (row.runN !== undefined) return row.runN(args);
  if (row.steps !== undefined) return drive(row.steps(args));
  throw new Error(`builtin ${name} has no implementation for ${n} arguments`);
}

/** A row's own functions. One that calls functions must look at its arguments first, so it has none. */
function entriesOf(row: Builtin): Entries {
  if (row.steps !== undefined) return { one: null, two: null, three: null };
  return { one: row.run1 ?? null, two: row.run2 ?? null, three: row.run3 ?? null };
}

const values = new Map<string, NativeFn>();

/** The builtin as a first-class function. */
export function builtinValue(name: string, row: Builtin): NativeFn {
  let f = values.get(name);
  if (f === undefined) {
    // Counts are checked by invokeRow, which knows the call forms. A builtin that takes functions may wait through them;
    // whoever calls it as a value must expect that: (map map [f g] colls).
    const run = (args: readonly Value[]): Value => invokeRow(name, row, args);
    f = new NativeFn(name, 0, Number.POSITIVE_INFINITY, run, row.steps !== undefined, null, entriesOf(row));
    values.set(name, f);
  }
  return f;
}
