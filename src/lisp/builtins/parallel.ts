// Rows of pmap and pcalls. Branches overlap while they wait for tools (sequences/overlap.ts); functions that cannot wait
// run one after the other. Results come in input order, and every function is checked before the first is called.

import { call0 } from "../call.ts";
import { fault } from "../fault.ts";
import { chargeItems, spendMany } from "../meter.ts";
import { takes } from "../sequences/function-args.ts";
import { callRow, mapOne, mapTwo, pmapUse, rowsOf } from "../sequences/map.ts";
import { overlap } from "../sequences/overlap.ts";
import { typeName } from "../values/describe-type.ts";
import { Fn, NativeFn, type Steps } from "../values/fn.ts";
import { InfiniteSeq } from "../values/infinite.ts";
import type { Value } from "../values/value.ts";
import { SEQ, Vec } from "../values/vector.ts";
import type { BuiltinTable } from "./table.ts";

function checkThunks(fns: readonly Value[]): void {
  for (let i = 0; i < fns.length; i++) {
    const f = fns[i] as Value;
    if (!(f instanceof Fn) && !(f instanceof NativeFn))
      fault(
        "type_error",
        `pcalls expects functions without parameters, but argument ${i + 1} is ${typeName(f)}.`,
        "Wrap each call: (pcalls #(f x) #(g y)).",
      );
    if (f instanceof Fn ? takes(f.code, 0) : f.minArgs === 0) continue;
    fault(
      "arity_error",
      `pcalls calls its functions without arguments, but argument ${i + 1} needs some.`,
      "Wrap each call: (pcalls #(f x) #(g y)); for one function over many items use pmap.",
    );
  }
}

function* pcallsSteps(fns: readonly Value[]): Steps {
  checkThunks(fns);
  spendMany(fns.length);
  chargeItems(fns.length);
  return Vec.seq(yield* overlap("pcalls", fns.length, (i) => call0(fns[i] as Value)));
}

/** Rows of arguments are gathered first: an endless or waiting collection is walked once, before any branch starts. */
function* pmapSteps(args: readonly Value[]): Steps {
  const [f, ...colls] = args as [Value, ...Value[]];
  const rows = yield* rowsOf(pmapUse, f, colls);
  if (rows instanceof InfiniteSeq) return rows;
  return Vec.seq(yield* overlap("pmap", rows.length, (i) => callRow(f, rows[i]!)));
}

export const parallel = {
  pmap: {
    home: "core",
    group: "Parallel",
    params: ["f coll", "f c1 c2 & colls"],
    doc: "Like map, for functions that call tools: calls may overlap, results come in input order.",
    examples: [
      { code: "(pmap inc [1 2 3])", gives: "[2 3 4]" },
      { code: "(pmap + [1 2 3] [10 20])", gives: "[11 22]" },
      { code: "(pmap inc nil)", gives: "[]" },
    ],
    clojure: "same",
    since: "0.1",
    run2: (f, coll) => mapOne(pmapUse, SEQ, f, coll),
    run3: (f, a, b) => mapTwo(pmapUse, SEQ, f, a, b),
    steps: pmapSteps,
  },
  pcalls: {
    home: "core",
    group: "Parallel",
    params: ["& fns"],
    doc: "The results of calling each function without arguments; calls may overlap, results come in the order given.",
    examples: [
      { code: "(pcalls #(+ 1 1) #(* 2 3))", gives: "[2 6]" },
      { code: "(pcalls)", gives: "[]" },
      { code: "(pcalls (fn [x] x))", gives: "error: arity_error" },
    ],
    clojure: "same",
    since: "0.1",
    steps: pcallsSteps,
  },
} satisfies BuiltinTable;
