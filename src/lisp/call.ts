// Calling any callable value: functions, builtins used as values, keywords, maps, sets and vectors. Builtins that take
// functions call through here. A result may be a Suspension when the callee may suspend (see suspension.ts); callers that
// passed a function for which `maySuspend` is false may ignore that.

import { fault } from "./fault.ts";
import { charge, chargeItems, enter, enterCall, leave, leaveCall, spendMany } from "./meter.ts";
import { Suspension } from "./suspension.ts";
import { lookup, lookupOr } from "./values/access.ts";
import { typeName } from "./values/describe-type.ts";
import { type Arity, Fn, type FnCode, NativeFn } from "./values/fn.ts";
import { InfiniteSeq } from "./values/infinite.ts";
import { PMap } from "./values/map.ts";
import { isInteger } from "./values/numbers.ts";
import { printReadable } from "./values/print.ts";
import { PSet } from "./values/set.ts";
import { Keyword, type Value, VarRef } from "./values/value.ts";
import { ARRAY_BYTES, Vec } from "./values/vector.ts";

export function maySuspend(f: Value): boolean {
  if (f instanceof Fn) return f.code.maySuspend;
  if (f instanceof NativeFn || f instanceof InfiniteSeq) return f.maySuspend;
  return false;
}

export function isCallable(f: Value): boolean {
  return (
    f instanceof Fn ||
    f instanceof NativeFn ||
    f instanceof Keyword ||
    f instanceof PMap ||
    f instanceof PSet ||
    f instanceof Vec
  );
}

/** A captured array with room for `spill` locals that did not fit the four registers. */
export function withSpill(captured: Value[], spill: number): Value[] {
  if (spill === 0) return captured;
  const n = captured.length;
  charge(ARRAY_BYTES + 8 * (n + spill));
  // Made in its final size: pushing onto an empty array reserves seventeen slots.
  const p: Value[] = new Array(n + spill);
  for (let i = 0; i < n; i++) p[i] = captured[i] as Value;
  for (let i = n; i < n + spill; i++) p[i] = null;
  return p;
}

/** What a call of a host function adds to the depth counter. */
const NATIVE_WEIGHT = 2;

/** Pays for n calls of a builtin whose work is done in place. */
export function spendCalls(n: number): void {
  if (n <= 0) return;
  enter(NATIVE_WEIGHT);
  leave(NATIVE_WEIGHT);
  spendMany(n - 1);
}

export function call0(f: Value): Value {
  if (f instanceof Fn) {
    const arity = f.code.fixed[0];
    if (arity !== undefined && f.code.contract === null) {
      enter(arity.weight);
      const r = arity.body(withSpill(f.captured, arity.spill), null, null, null, null);
      leave(arity.weight);
      return r;
    }
  }
  return callN(f, []);
}

export function call1(f: Value, x: Value): Value {
  if (f instanceof Fn) {
    const arity = f.code.direct1;
    if (arity !== null) {
      const before = enterCall(arity.weight);
      const r = arity.body(f.captured, x, null, null, null);
      leaveCall(before);
      return r;
    }
    const spilling = f.code.fixed[1];
    if (spilling !== undefined && f.code.contract === null) {
      const before = enterCall(spilling.weight);
      const r = spilling.body(withSpill(f.captured, spilling.spill), x, null, null, null);
      leaveCall(before);
      return r;
    }
  } else if (f instanceof Keyword) {
    return lookup(x, f) ?? null;
  }
  if (f instanceof NativeFn && f.entries.one !== null) {
    const before = enterCall(NATIVE_WEIGHT);
    const r = f.entries.one(x);
    leaveCall(before);
    return r;
  }
  return callN(f, [x]);
}

export function call2(f: Value, x: Value, y: Value): Value {
  if (f instanceof Fn) {
    const arity = f.code.direct2;
    if (arity !== null) {
      const before = enterCall(arity.weight);
      const r = arity.body(f.captured, x, y, null, null);
      leaveCall(before);
      return r;
    }
    const spilling = f.code.fixed[2];
    if (spilling !== undefined && f.code.contract === null) {
      const before = enterCall(spilling.weight);
      const r = spilling.body(withSpill(f.captured, spilling.spill), x, y, null, null);
      leaveCall(before);
      return r;
    }
  }
  if (f instanceof NativeFn && f.entries.two !== null) {
    const before = enterCall(NATIVE_WEIGHT);
    const r = f.entries.two(x, y);
    leaveCall(before);
    return r;
  }
  return callN(f, [x, y]);
}

export function call3(f: Value, x: Value, y: Value, z: Value): Value {
  if (f instanceof Fn) {
    const arity = f.code.direct3;
    if (arity !== null) {
      const before = enterCall(arity.weight);
      const r = arity.body(f.captured, x, y, z, null);
      leaveCall(before);
      return r;
    }
    const spilling = f.code.fixed[3];
    if (spilling !== undefined && f.code.contract === null) {
      const before = enterCall(spilling.weight);
      const r = spilling.body(withSpill(f.captured, spilling.spill), x, y, z, null);
      leaveCall(before);
      return r;
    }
  }
  if (f instanceof NativeFn && f.entries.three !== null) {
    const before = enterCall(NATIVE_WEIGHT);
    const r = f.entries.three(x, y, z);
    leaveCall(before);
    return r;
  }
  return callN(f, [x, y, z]);
}

export function callN(f: Value, args: readonly Value[]): Value {
  charge(ARRAY_BYTES + 8 * args.length);
  if (f instanceof Fn) return callFn(f, args);
  if (f instanceof NativeFn) {
    if (args.length < f.minArgs || args.length > f.maxArgs)
      wrongCount(f.name, arityText(f.minArgs, f.maxArgs), args.length);
    enter(NATIVE_WEIGHT);
    const r = f.run(args);
    leave(NATIVE_WEIGHT);
    return r;
  }
  if (f instanceof Keyword) {
    if (args.length !== 1 && args.length !== 2)
      wrongCount(`:${f.name}`, "1 or 2", args.length, `Write (:${f.name} m) or (:${f.name} m default).`);
    return lookupOr(args[0] as Value, f, args[1] ?? null);
  }
  if (f instanceof PMap || f instanceof PSet) {
    const most = f instanceof PMap ? 2 : 1;
    if (args.length < 1 || args.length > most)
      wrongCount(
        f instanceof PMap ? "A map used as a function" : "A set used as a function",
        most === 2 ? "1 or 2" : "1",
        args.length,
        most === 2
          ? "Write (m key) or (m key default); for the map itself remove the parentheses."
          : "Write (s item); for the set itself remove the parentheses.",
      );
    return lookupOr(f, args[0] as Value, args[1] ?? null);
  }
  if (f instanceof Vec) {
    if (args.length !== 1) {
      const hint = "Write (nth v index); for the vector itself remove the parentheses.";
      wrongCount("A vector used as a function", "1", args.length, hint);
    }
    const item = lookup(f, args[0] as Value);
    if (item === undefined && !isInteger(args[0] as Value))
      fault(
        "runtime_error",
        `A vector used as a function takes an index, got ${preview(args[0] as Value)} (${typeName(args[0] as Value)}).`,
        "Indexes start at 0: (nth v 0). For items that are maps read the key of each: (map :key v).",
      );
    if (item === undefined)
      fault(
        "runtime_error",
        `Index ${preview(args[0] as Value)} is out of range for a vector of ${f.length} items.`,
        "Use (get v i) for nil or (get v i default).",
      );
    return item;
  }
  return notCallable(f);
}

function callFn(f: Fn, args: readonly Value[]): Value {
  const code = f.code;
  const n = args.length;
  const arity = code.fixed[n] ?? (code.rest !== null && n >= code.rest.required ? code.rest : undefined);
  if (arity === undefined) wrongCount(code.name ?? "This function", codeArities(code), n, callHint(code));
  code.contract?.checkArguments(args);
  enter(arity.weight);
  const locals = arity.variadic ? withRest(arity, args) : args;
  const p = withSpill(f.captured, arity.spill);
  for (let i = 4; i < locals.length; i++) p[f.captured.length + i - 4] = locals[i] as Value;
  let r = arity.body(p, locals[0] ?? null, locals[1] ?? null, locals[2] ?? null, locals[3] ?? null);
  leave(arity.weight);
  if (code.contract !== null) {
    const contract = code.contract;
    if (r instanceof Suspension) {
      r = (r as Suspension).push((v) => {
        contract.checkResult(v);
        return v;
      });
    } else contract.checkResult(r);
  }
  return r;
}

/** Positional arguments followed by the rest as one value: nil when there are none, as in Clojure. */
function withRest(arity: Arity, args: readonly Value[]): readonly Value[] {
  const { required } = arity;
  charge(ARRAY_BYTES + 8 * (required + 1));
  if (args.length > required) chargeItems(args.length - required, 8);
  const locals: Value[] = new Array(required + 1);
  for (let i = 0; i < required; i++) locals[i] = args[i] as Value;
  locals[required] = args.length === required ? null : Vec.seq(args.slice(required));
  return locals;
}

export function notCallable(f: Value): never {
  fault(
    "not_callable",
    `${f === null ? "nil" : `${preview(f)} (${typeName(f)})`} is not a function.`,
    f instanceof VarRef
      ? "Call the function by its plain name."
      : "The first item in ( ) is called: write [ ] for a list of data, or remove the extra parentheses.",
  );
}

/** Without a hint the second look (advice/) shows how a builtin of that name is called. */
function wrongCount(name: string, expected: string, got: number, hint: string | null = null): never {
  const words = `${expected} ${/^(?:at least )?1$/.test(expected) ? "argument" : "arguments"}`;
  fault("arity_error", `${name} takes ${words}, got ${got}.`, hint);
}

/** How a function of the program is called: "Call it as (f x y)." */
function callHint(code: FnCode): string {
  const { name, params } = code;
  if (name === null) return `Its parameters are ${params.map((p) => `[${p}]`).join(" or ")}: pass one value for each.`;
  return `Call it as ${params.map((p) => (p === "" ? `(${name})` : `(${name} ${p})`)).join(" or ")}.`;
}

function arityText(min: number, max: number): string {
  if (min === max) return String(min);
  if (max === Number.POSITIVE_INFINITY) return `at least ${min}`;
  return max === min + 1 ? `${min} or ${max}` : `${min} to ${max}`;
}

export function codeArities(code: FnCode): string {
  const counts = code.fixed.flatMap((a, i) => (a === undefined ? [] : [i]));
  if (code.rest !== null)
    return counts.length === 0
      ? `at least ${code.rest.required}`
      : `${counts.join(", ")} or at least ${code.rest.required}`;
  return counts.join(" or ");
}

export function preview(v: Value): string {
  const text = printReadable(v);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
