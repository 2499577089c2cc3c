// Largest and smallest, of numbers and by a key. Ties follow Clojure: the later value wins, except that of 0.0 and -0.0
// the larger one by sign is taken, as Java does.

import { call1 } from "../call.ts";
import { spendMany } from "../meter.ts";
import { Suspension } from "../suspension.ts";
import type { Steps } from "../values/fn.ts";
import { asDouble, compareNumbers, isFloat, isNumber, notNumber } from "../values/numbers.ts";
import type { Value } from "../values/value.ts";
import type { BuiltinTable } from "./table.ts";

const group = "Comparison";

/** The one of x and y that `sign` prefers: 1 for the larger, -1 for the smaller. NaN beats everything. */
function extreme(op: string, x: Value, y: Value, sign: 1 | -1): Value {
  if (!isNumber(x)) notNumber(op, x);
  if (!isNumber(y)) notNumber(op, y);
  const order = compareNumbers(x, y);
  if (Number.isNaN(order)) return Number.isNaN(asDouble(x)) ? x : y;
  if (order !== 0) return order === sign ? x : y;
  if (isFloat(x) && isFloat(y) && asDouble(x) === 0) return Object.is(asDouble(x), sign === 1 ? 0 : -0) ? x : y;
  return y;
}

function larger(x: Value, y: Value): Value {
  if (typeof x === "number" && typeof y === "number") {
    if (x > y) return x;
    if (y >= x) return y;
  }
  return extreme("max", x, y, 1);
}

function smaller(x: Value, y: Value): Value {
  if (typeof x === "number" && typeof y === "number") {
    if (x < y) return x;
    if (y <= x) return y;
  }
  return extreme("min", x, y, -1);
}

function fold(args: readonly Value[], pick: (x: Value, y: Value) => Value): Value {
  spendMany(args.length);
  let best = args[0] as Value;
  for (let i = 1; i < args.length; i++) best = pick(best, args[i] as Value);
  return best;
}

/** Compares as Clojure does: the second value wins unless the first is strictly better; later ones win when as good. */
function* extremeByKey(op: string, args: readonly Value[], sign: 1 | -1): Steps {
  const f = args[0] as Value;
  let best = args[1] as Value;
  if (args.length === 2) return best;
  spendMany(args.length);
  let bestKey = call1(f, best);
  if (bestKey instanceof Suspension) bestKey = yield bestKey;
  for (let i = 2; i < args.length; i++) {
    const candidate = args[i] as Value;
    let key = call1(f, candidate);
    if (key instanceof Suspension) key = yield key;
    if (!isNumber(bestKey)) notNumber(op, bestKey);
    if (!isNumber(key)) notNumber(op, key);
    const order = compareNumbers(bestKey, key);
    // NaN compares false: it wins against the first value and loses against a later one, as in Clojure.
    const replaced = i === 2 ? order !== sign : order === 0 || order === -sign;
    if (replaced) {
      best = candidate;
      bestKey = key;
    }
  }
  return best;
}

export const extrema = {
  max: {
    home: "core",
    group,
    params: ["x", "x y", "x y & more"],
    doc: "The largest of the numbers. For a collection use (apply max coll) or (reduce max coll).",
    examples: [
      { code: "(max 1 5 3)", gives: "5" },
      { code: "(apply max [1.5 0.5])", gives: "1.5" },
      { code: "(max 1 nil)", gives: "error: type_error" },
    ],
    clojure: "same",
    since: "0.1",
    run1: (x) => x,
    run2: larger,
    run3: (x, y, z) => larger(larger(x, y), z),
    runN: (args) => fold(args, larger),
  },
  min: {
    home: "core",
    group,
    params: ["x", "x y", "x y & more"],
    doc: "The smallest of the numbers. For a collection use (apply min coll) or (reduce min coll).",
    examples: [
      { code: "(min 4 2 8)", gives: "2" },
      { code: "(min 1 0.5)", gives: "0.5" },
    ],
    clojure: "same",
    since: "0.1",
    run1: (x) => x,
    run2: smaller,
    run3: (x, y, z) => smaller(smaller(x, y), z),
    runN: (args) => fold(args, smaller),
  },
  "max-key": {
    home: "core",
    group,
    params: ["f x", "f x y & more"],
    doc: "The argument for which f gives the largest number, the last one when several do. For a collection: (apply max-key f coll).",
    examples: [
      { code: '(max-key count "a" "ccc" "bb")', gives: '"ccc"' },
      { code: "(apply max-key :age [{:age 3} {:age 9}])", gives: "{:age 9}" },
    ],
    clojure: "same",
    since: "0.1",
    steps: (args) => extremeByKey("max-key", args, 1),
  },
  "min-key": {
    home: "core",
    group,
    params: ["f x", "f x y & more"],
    doc: "The argument for which f gives the smallest number, the last one when several do. For a collection: (apply min-key f coll).",
    examples: [
      { code: '(min-key count "aa" "c" "bbb")', gives: '"c"' },
      { code: "(min-key abs -3 2)", gives: "2" },
    ],
    clojure: "same",
    since: "0.1",
    steps: (args) => extremeByKey("min-key", args, -1),
  },
} satisfies BuiltinTable;
