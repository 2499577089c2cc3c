// A value as text that gives exactly the same value back, to send it to another thread or write it down: JSON where JSON
// says all of it, else the expression that makes it.

import { Fault, fault } from "../lisp/fault.ts";
import { defaultLimits } from "../lisp/limits.ts";
import { activeLimits } from "../lisp/meter.ts";
import { runProgram } from "../lisp/run.ts";
import { parseJson, toJsonText } from "../lisp/values/json.ts";
import { ascend, bounded, descend } from "../lisp/values/key.ts";
import { PMap } from "../lisp/values/map.ts";
import { sourceText, Unwritable } from "../lisp/values/source-text.ts";
import { Flt, type Value } from "../lisp/values/value.ts";
import { VECTOR, Vec } from "../lisp/values/vector.ts";
import type { RecordedValue } from "./events.ts";

export type ExactText = { readonly json: string } | { readonly expression: string };

export function exactText(value: Value): ExactText {
  if (bounded("copy", () => isJson(value))) return { json: toJsonText(value) };
  const expression = sourceText(value, () => undefined);
  if (expression instanceof Unwritable) fault("type_error", `The value cannot be copied: ${expression.reason}.`);
  return { expression };
}

export function fromExactText(text: ExactText): Value {
  if ("json" in text) {
    const parsed = parseJson(text.json);
    if (!parsed.ok) throw new Fault("internal_error", "A value did not survive being copied.");
    return parsed.value;
  }
  // The value was within the run's limits when it was written; how its text nests says nothing about the program's.
  const { fuel, depth } = defaultLimits;
  const sourceLength = text.expression.length + 1;
  const limits = { ...activeLimits(), fuel, depth, sourceLength, sourceDepth: Number.MAX_SAFE_INTEGER };
  const r = runProgram(text.expression, { limits });
  if (!r.ok) throw new Fault("internal_error", "A value did not survive being copied.");
  return r.value;
}

/** The same for a record. */
export function recordedValue(value: Value): RecordedValue {
  const text = exactText(value);
  return "json" in text ? text.json : text;
}

export function fromRecorded(recorded: RecordedValue): Value {
  return fromExactText(typeof recorded === "string" ? { json: recorded } : recorded);
}

function isJson(v: Value): boolean {
  if (v === null || typeof v === "boolean" || typeof v === "string" || typeof v === "bigint") return true;
  if (typeof v === "number") return Number.isFinite(v);
  if (v instanceof Flt) return true;
  if (v instanceof Vec) return v.tag === VECTOR && all(v.items());
  if (!(v instanceof PMap) || v.sorted !== null) return false;
  const pairs = v.pairs();
  for (let i = 0; i < pairs.length; i += 2) if (typeof pairs[i] !== "string") return false;
  return all(pairs);
}

function all(items: readonly Value[]): boolean {
  descend();
  const yes = items.every(isJson);
  ascend();
  return yes;
}
