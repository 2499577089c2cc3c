// Rows of the functions that ask something of a collection's items: they look at one item after the other and stop at the
// first that decides, so endless sequences are fine as long as one does.

import { call1 } from "../call.ts";
import { spend } from "../meter.ts";
import { type Use, wantFunction } from "../sequences/function-args.ts";
import { drive, Suspension } from "../suspension.ts";
import type { Steps } from "../values/fn.ts";
import { InfiniteSeq } from "../values/infinite.ts";
import { vecOf, walkOf } from "../values/pull.ts";
import type { Value } from "../values/value.ts";
import type { BuiltinTable } from "./table.ts";

const someUse: Use = { who: "some", form: "(some pred coll)", gives: "one item" };
const everyUse: Use = { who: "every?", form: "(every? pred coll)", gives: "one item" };
const notAnyUse: Use = { who: "not-any?", form: "(not-any? pred coll)", gives: "one item" };
const notEveryUse: Use = { who: "not-every?", form: "(not-every? pred coll)", gives: "one item" };

/** The first answer whose truth equals `wanted`, or undefined when none is. */
function firstAnswer(use: Use, wanted: boolean, pred: Value, coll: Value): Value | undefined {
  wantFunction(use, pred, coll, 1);
  const vec = vecOf(coll, use.who);
  const n = vec.length;
  for (let i = 0; i < n; i++) {
    spend();
    const v = call1(pred, vec.at(i));
    if ((v !== null && v !== false) === wanted) return v;
  }
  return undefined;
}

function* firstAnswerSteps(
  use: Use,
  wanted: boolean,
  args: readonly Value[],
): Generator<Suspension, Value | undefined, Value> {
  const pred = args[0] as Value;
  const coll = args[1] as Value;
  wantFunction(use, pred, coll, 1);
  const walk = walkOf(coll, use.who);
  for (let x = yield* walk.step(); x !== undefined; x = yield* walk.step()) {
    spend();
    let v = call1(pred, x);
    if (v instanceof Suspension) v = yield v;
    if ((v !== null && v !== false) === wanted) return v;
  }
  return undefined;
}

function* someSteps(args: readonly Value[]): Steps {
  return (yield* firstAnswerSteps(someUse, true, args)) ?? null;
}

function* everySteps(args: readonly Value[]): Steps {
  return (yield* firstAnswerSteps(everyUse, false, args)) === undefined;
}

function* notAnySteps(args: readonly Value[]): Steps {
  return (yield* firstAnswerSteps(notAnyUse, true, args)) === undefined;
}

function* notEverySteps(args: readonly Value[]): Steps {
  return (yield* firstAnswerSteps(notEveryUse, false, args)) !== undefined;
}

export const collectionTests = {
  some: {
    home: "core",
    group: "Testing items",
    params: ["pred coll"],
    doc: "The first true result of (pred item), or nil. With a set as pred it gives the first item that is in the set.",
    examples: [
      { code: "(some even? [1 2 3])", gives: "true" },
      { code: "(some #{2 3} [1 2 3])", gives: "2" },
      { code: '(some :name [{:id 1} {:name "Ann"}])', gives: '"Ann"' },
      { code: "(some even? [])", gives: "nil" },
    ],
    clojure: "same",
    since: "0.1",
    run2: (pred, coll) =>
      coll instanceof InfiniteSeq ? drive(someSteps([pred, coll])) : (firstAnswer(someUse, true, pred, coll) ?? null),
    steps: someSteps,
  },
  "every?": {
    home: "core",
    group: "Testing items",
    params: ["pred coll"],
    doc: "True when (pred item) holds for every item; true for an empty collection.",
    examples: [
      { code: "(every? even? [2 4])", gives: "true" },
      { code: "(every? even? [2 3])", gives: "false" },
      { code: "(every? even? [])", gives: "true" },
    ],
    clojure: "same",
    since: "0.1",
    run2: (pred, coll) =>
      coll instanceof InfiniteSeq
        ? drive(everySteps([pred, coll]))
        : firstAnswer(everyUse, false, pred, coll) === undefined,
    steps: everySteps,
  },
  "not-any?": {
    home: "core",
    group: "Testing items",
    params: ["pred coll"],
    doc: "True when (pred item) holds for no item.",
    examples: [
      { code: "(not-any? even? [1 3])", gives: "true" },
      { code: "(not-any? even? [1 2])", gives: "false" },
    ],
    clojure: "same",
    since: "0.1",
    run2: (pred, coll) =>
      coll instanceof InfiniteSeq
        ? drive(notAnySteps([pred, coll]))
        : firstAnswer(notAnyUse, true, pred, coll) === undefined,
    steps: notAnySteps,
  },
  "not-every?": {
    home: "core",
    group: "Testing items",
    params: ["pred coll"],
    doc: "True when (pred item) fails for at least one item.",
    examples: [
      { code: "(not-every? even? [2 3])", gives: "true" },
      { code: "(not-every? even? [])", gives: "false" },
    ],
    clojure: "same",
    since: "0.1",
    run2: (pred, coll) =>
      coll instanceof InfiniteSeq
        ? drive(notEverySteps([pred, coll]))
        : firstAnswer(notEveryUse, false, pred, coll) !== undefined,
    steps: notEverySteps,
  },
} satisfies BuiltinTable;
