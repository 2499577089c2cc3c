// A schema of a stranger checks a value of a stranger on the host's own thread, and each can be cheap and both together dear:
// five hundred alternatives for half a million items take a minute. Only V8 can stop what runs on its thread, and does so
// for scripts that have a time limit. That is all node:vm is used for here: nothing of a tool runs in it.

import { createContext, Script } from "node:vm";
import type { Check, Mismatch } from "../names/schema.ts";
import type { SchemaObject } from "../names/signature/index.ts";
import { jsonSize } from "./json-size.ts";

/** With the hundred milliseconds that a late call is given, it stays below half a second. */
export const CHECK_MS = 300;
/** What is shorter is over sooner than a time limit is set, whatever the schema. */
const SHORT = 1_000;

const place = createContext({ work: () => {} });
const script = new Script("work()");

/** The mismatches of a value whose JSON is that long; null when finding them takes too long. */
export function checkInTime(
  check: Check,
  schema: SchemaObject,
  value: unknown,
  length: number,
): readonly Mismatch[] | null {
  // A schema that says no more than a type looks at nothing inside.
  if (length <= SHORT || Object.keys(schema).every((key) => key === "type")) return check(value);
  // The first check compiles the schema, which is not what the time is for.
  check(null);
  let mismatches: readonly Mismatch[] = [];
  place.work = () => {
    mismatches = check(value);
  };
  try {
    script.runInContext(place, { timeout: CHECK_MS });
    return mismatches;
  } catch (e) {
    if ((e as NodeJS.ErrnoException).code === "ERR_SCRIPT_EXECUTION_TIMEOUT") return null;
    throw e;
  } finally {
    place.work = () => {};
  }
}

/** The same as a check that finds nothing when it takes too long: for those before the one that decides. */
export function checkWhileInTime(check: Check, schema: SchemaObject): Check {
  return (value) => checkInTime(check, schema, value, jsonSize(value, SHORT)) ?? [];
}
