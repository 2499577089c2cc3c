// Functions made from functions. Each is a host function that calls its parts in turn; when a part waits for a tool, the
// parts still to come are pushed as a frame. A made function may suspend when one of its parts may, or a value it was
// given: (partial map f) calls f.

import { call1, callN, isCallable, maySuspend, notCallable } from "./call.ts";
import { charge, chargeItems, checkItems, spend } from "./meter.ts";
import { Suspension } from "./suspension.ts";
import { NativeFn } from "./values/fn.ts";
import { MapBuilder } from "./values/map.ts";
import { isTruthy, type Value } from "./values/value.ts";
import { Vec } from "./values/vector.ts";

/** A function object, the closures inside it and what they hold. */
const FUNCTION_BYTES = 360;

/** The closures by which every-pred and some-fn try their functions. */
const TRIALS_BYTES = 160;

type Run = (args: readonly Value[]) => Value;

function made(name: string, parts: readonly Value[], run: Run, least = 0): NativeFn {
  charge(FUNCTION_BYTES + 8 * parts.length);
  return new NativeFn(name, least, Number.POSITIVE_INFINITY, run, parts.some(maySuspend), parts);
}

function wantCallable(f: Value): void {
  if (!isCallable(f)) notCallable(f);
}

function after(v: Value, next: (v: Value) => Value): Value {
  return v instanceof Suspension ? v.push(next) : next(v);
}

export const identity = new NativeFn("identity", 1, 1, (args) => args[0] as Value);

export function compose(fns: readonly Value[]): Value {
  if (fns.length === 0) return identity;
  if (fns.length === 1) return fns[0] as Value;
  const last = fns.length - 1;
  const inner = fns[last] as Value;
  return made("comp", fns, (args) => through(fns, last - 1, callN(inner, args)));
}

/** Passes a value through fns[from], …, fns[0]. */
function through(fns: readonly Value[], from: number, value: Value): Value {
  let v = value;
  for (let i = from; i >= 0; i--) {
    if (v instanceof Suspension) {
      const rest = i;
      return v.push((w) => through(fns, rest, w));
    }
    v = call1(fns[i] as Value, v);
  }
  return v;
}

export function partial(f: Value, fixed: readonly Value[]): Value {
  if (fixed.length === 0) return f;
  return made("partial", [f, ...fixed], (args) => {
    checkItems(fixed.length + args.length);
    return callN(f, fixed.concat(args));
  });
}

export function juxtapose(fns: readonly Value[]): Value {
  return made("juxt", fns, (args) => {
    chargeItems(fns.length);
    return sideBySide(fns, args, new Array<Value>(fns.length), 0);
  });
}

function sideBySide(fns: readonly Value[], args: readonly Value[], out: Value[], from: number): Value {
  for (let i = from; i < fns.length; i++) {
    const v = callN(fns[i] as Value, args);
    if (v instanceof Suspension)
      return v.push((w) => {
        out[i] = w;
        return sideBySide(fns, args, out, i + 1);
      });
    out[i] = v;
  }
  return Vec.of(out);
}

export function complement(f: Value): Value {
  wantCallable(f);
  return made("complement", [f], (args) => after(callN(f, args), (v) => !isTruthy(v)));
}

/**
 * Tries calls in turn until one is decided: `stop` says which answers decide. The calls are numbered; `call(i)` is undefined
 * after the last. `last` is what the undecided calls so far came to.
 */
function firstDecided(
  call: (i: number) => Value | undefined,
  stop: (v: Value) => boolean,
  from: number,
  last: Value,
): Value {
  let answer = last;
  for (let i = from; ; i++) {
    const v = call(i);
    if (v === undefined) return answer;
    if (v instanceof Suspension) return v.push((w) => (stop(w) ? w : firstDecided(call, stop, i + 1, w)));
    if (stop(v)) return v;
    answer = v;
  }
}

/**
 * The calls of every-pred and some-fn in Clojure's order: each function over the first three arguments, then each further
 * argument through all functions.
 */
function callsOf(fns: readonly Value[], args: readonly Value[]): (i: number) => Value | undefined {
  const n = fns.length;
  const early = Math.min(args.length, 3);
  return (i) => {
    if (i < n * early) return call1(fns[Math.floor(i / early)] as Value, args[i % early] as Value);
    if (i >= n * args.length) return undefined;
    const j = i - n * early;
    return call1(fns[j % n] as Value, args[early + Math.floor(j / n)] as Value);
  };
}

export function everyPredicate(preds: readonly Value[]): Value {
  return made("every-pred", preds, (args) => {
    charge(TRIALS_BYTES);
    return after(
      firstDecided(callsOf(preds, args), (v) => !isTruthy(v), 0, true),
      isTruthy,
    );
  });
}

/** When nothing is truthy the answer is nil, or with up to three functions and arguments the last false or nil. */
export function someFunction(fns: readonly Value[]): Value {
  return made("some-fn", fns, (args) => {
    charge(TRIALS_BYTES);
    const found = firstDecided(callsOf(fns, args), isTruthy, 0, null);
    if (fns.length <= 3 && args.length <= 3) return found;
    return after(found, (v) => (isTruthy(v) ? v : null));
  });
}

/** Answers kept per function at most; more are computed again. */
const MEMO_MAX = 100_000;

export function memoize(f: Value): Value {
  wantCallable(f);
  const known = new MapBuilder();
  return made("memoize", [f], (args) => {
    chargeItems(args.length);
    const key = Vec.of(args.slice());
    const old = known.get(key);
    if (old !== undefined) return old;
    return after(callN(f, args), (v) => {
      if (known.size < MEMO_MAX) {
        charge(known.setCost());
        known.set(key, v);
      }
      return v;
    });
  });
}

/** Nil arguments in the first places are replaced by the defaults. Three defaults also allow two arguments, as in Clojure. */
export function withDefaultsFor(f: Value, defaults: readonly Value[]): Value {
  wantCallable(f);
  return made(
    "fnil",
    [f, ...defaults],
    (args) => {
      return callN(
        f,
        args.map((a, i) => (a === null && i < defaults.length ? (defaults[i] as Value) : a)),
      );
    },
    Math.min(defaults.length, 2),
  );
}

export function always(x: Value): Value {
  return made("constantly", [x], () => x);
}

/** From a two-argument predicate "comes before" to -1, 0 or 1. */
export function comparatorOf(before: Value): Value {
  wantCallable(before);
  return new NativeFn(
    "comparator",
    2,
    2,
    (args) => {
      const [a, b] = args as [Value, Value];
      return after(callN(before, [a, b]), (first) =>
        isTruthy(first) ? -1 : after(callN(before, [b, a]), (second) => (isTruthy(second) ? 1 : 0)),
      );
    },
    maySuspend(before),
    [before],
  );
}

/** `apply`'s argument list: the leading arguments, then the items of the last. */
export function spread(leading: readonly Value[], items: readonly Value[]): readonly Value[] {
  spend();
  if (leading.length === 0) return items;
  checkItems(leading.length + items.length);
  return leading.concat(items);
}
