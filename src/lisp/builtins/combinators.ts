// Rows of the functions that make functions from functions, and of apply.

import { callN, isCallable, notCallable, preview } from "../call.ts";
import {
  always,
  comparatorOf,
  complement,
  compose,
  everyPredicate,
  juxtapose,
  memoize,
  partial,
  someFunction,
  spread,
  withDefaultsFor,
} from "../compose.ts";
import { fault } from "../fault.ts";
import { isPlainFunction } from "../sequences/function-args.ts";
import { Suspension } from "../suspension.ts";
import { typeName } from "../values/describe-type.ts";
import type { Steps } from "../values/fn.ts";
import { isSeqable, itemsOf } from "../values/seq.ts";
import type { Value } from "../values/value.ts";
import type { BuiltinTable } from "./table.ts";

function applyTo(args: readonly Value[]): Value {
  const f = args[0] as Value;
  const last = args[args.length - 1] as Value;
  if (!isCallable(f)) notCallable(f);
  if (!isSeqable(last))
    fault(
      "type_error",
      `The last argument of apply must be a collection, got ${preview(last)} (${typeName(last)}).`,
      isPlainFunction(last)
        ? "The function comes first: (apply f coll)."
        : args.length === 2
          ? "Call the function directly, or wrap the argument in [ ]."
          : "Wrap the last argument in [ ].",
    );
  return callN(f, spread(args.slice(1, -1), itemsOf(last, "apply")));
}

function* applySteps(args: readonly Value[]): Steps {
  const result = applyTo(args);
  return result instanceof Suspension ? yield result : result;
}

const group = "Functions";

export const combinators = {
  identity: {
    home: "core",
    group,
    params: ["x"],
    doc: "Its argument, unchanged.",
    examples: [
      { code: "(identity 5)", gives: "5" },
      { code: "(filter identity [1 nil 2])", gives: "[1 2]" },
    ],
    clojure: "same",
    since: "0.1",
    run1: (x) => x,
  },
  constantly: {
    home: "core",
    group,
    params: ["x"],
    doc: "A function that takes any arguments and always returns x.",
    examples: [
      { code: "((constantly 5) 1 2)", gives: "5" },
      { code: "(map (constantly 0) [1 2])", gives: "[0 0]" },
    ],
    clojure: "same",
    since: "0.1",
    run1: always,
  },
  comp: {
    home: "core",
    group,
    params: ["& fns"],
    doc: "A function that applies fns from right to left; the rightmost one takes all arguments.",
    examples: [
      { code: "((comp str inc) 5)", gives: '"6"' },
      { code: "((comp inc +) 1 2)", gives: "4" },
      { code: "((comp) 7)", gives: "7" },
    ],
    clojure: "same",
    since: "0.1",
    runN: compose,
  },
  partial: {
    home: "core",
    group,
    params: ["f & args"],
    doc: "A function that calls f with args first and then its own arguments.",
    examples: [
      { code: "((partial + 10) 5)", gives: "15" },
      { code: "(map (partial * 2) [1 2])", gives: "[2 4]" },
    ],
    clojure: "same",
    since: "0.1",
    runN: (args) => partial(args[0] as Value, args.slice(1)),
  },
  juxt: {
    home: "core",
    group,
    params: ["f & fns"],
    doc: "A function that gives its arguments to every function and returns the vector of results.",
    examples: [
      { code: '((juxt :name :age) {:name "Ann" :age 30})', gives: '["Ann" 30]' },
      { code: "(sort-by (juxt :a :b) [{:a 1 :b 2} {:a 1 :b 1}])", gives: "[{:a 1, :b 1} {:a 1, :b 2}]" },
    ],
    clojure: "same",
    since: "0.1",
    runN: juxtapose,
  },
  complement: {
    home: "core",
    group,
    params: ["f"],
    doc: "A function that is true where f is not.",
    examples: [
      { code: "((complement even?) 3)", gives: "true" },
      { code: "(filter (complement nil?) [1 nil])", gives: "[1]" },
    ],
    clojure: "same",
    since: "0.1",
    run1: complement,
  },
  "every-pred": {
    home: "core",
    group,
    params: ["pred & preds"],
    doc: "A function that tells whether all predicates hold for all of its arguments.",
    examples: [
      { code: "((every-pred pos? even?) 4)", gives: "true" },
      { code: "(filter (every-pred pos? even?) [-2 1 4])", gives: "[4]" },
    ],
    clojure: "same",
    since: "0.1",
    runN: everyPredicate,
  },
  "some-fn": {
    home: "core",
    group,
    params: ["f & fns"],
    doc: "A function that returns the first truthy result of any of the functions on any of its arguments.",
    examples: [
      { code: "((some-fn :a :b) {:b 2})", gives: "2" },
      { code: "((some-fn even? neg?) 3)", gives: "false" },
    ],
    clojure: "same",
    since: "0.1",
    runN: someFunction,
  },
  fnil: {
    home: "core",
    group,
    params: ["f default", "f default default", "f default default default"],
    doc: "A function like f that takes the defaults where its first arguments are nil.",
    examples: [
      { code: "((fnil inc 0) nil)", gives: "1" },
      { code: "(update {} :n (fnil + 0) 5)", gives: "{:n 5}" },
      { code: "((fnil + 1 2) nil nil)", gives: "3" },
    ],
    clojure: "same",
    since: "0.1",
    runN: (args) => withDefaultsFor(args[0] as Value, args.slice(1)),
  },
  memoize: {
    home: "core",
    group,
    params: ["f"],
    doc: "A function like f that remembers its answers by argument. It keeps a bounded number of them; errors are not kept.",
    examples: [
      { code: "((memoize inc) 1)", gives: "2" },
      { code: "(map (memoize count) [[1] [1 2] [1]])", gives: "[1 2 1]" },
    ],
    clojure: { differs: "At most 100,000 answers are kept." },
    since: "0.1",
    run1: memoize,
  },
  comparator: {
    home: "core",
    group,
    params: ["before?"],
    doc: "A comparator from a function that tells whether its first argument comes before its second.",
    examples: [
      { code: "((comparator <) 1 2)", gives: "-1" },
      { code: "(sort (comparator >) [1 3 2])", gives: "[3 2 1]" },
    ],
    clojure: "same",
    since: "0.1",
    run1: comparatorOf,
  },
  apply: {
    home: "core",
    group,
    params: ["f coll", "f arg coll", "f arg arg & args-and-coll"],
    doc: "Calls f with the items of the last argument as its arguments, after any given before it. nil is no items, a map gives its entries.",
    examples: [
      { code: "(apply + [1 2 3])", gives: "6" },
      { code: "(apply str 1 [2 3])", gives: '"123"' },
      { code: "(apply max nil)", gives: "error: arity_error" },
      { code: "(apply + 1)", gives: "error: type_error" },
    ],
    clojure: "same",
    since: "0.1",
    runN: applyTo,
    steps: applySteps,
  },
} satisfies BuiltinTable;
