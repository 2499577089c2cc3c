// Which builtins ask the host for the time or for chance is said in their rows; their own examples show whether it is true.

import { expect, it } from "vitest";
import { runSync } from "../../src/index.ts";
import { varyingUses } from "../../src/lisp/analyze/varying.ts";
import { builtins } from "../../src/lisp/builtins/index.ts";
import { examine } from "../../src/lisp/examine.ts";
import { defaultLimits } from "../../src/lisp/limits.ts";
import { withLimits } from "../../src/lisp/run.ts";

const varyingIn = (code: string): readonly string[] =>
  withLimits({}, () => {
    const { program } = examine(code, defaultLimits, { defined: [], tools: [], data: null });
    return varyingUses(program.body).map((use) => use.name);
  });

it("an example asks the host exactly when a row says so", () => {
  const wrong: string[] = [];
  for (const { examples } of builtins.values())
    for (const { code } of examples) {
      // Given neither, who asks fails.
      const ended = runSync(code);
      const asked = !ended.ok && /(?:has|given) no clock|needs randomness/.test(ended.error.message);
      // Of no items nothing is drawn.
      if (asked ? varyingIn(code).length === 0 : varyingIn(code).length > 0 && !code.includes("[]")) wrong.push(code);
    }
  expect(wrong).toEqual([]);
});

it("looks into functions, at values and past names that mean something else", () => {
  expect(varyingIn("(defn dice [] (fn [] (rand-int 6)))")).toEqual(["rand-int"]);
  expect(varyingIn("(letfn [(f [] (shuffle [1 2]))] (f))")).toEqual(["shuffle"]);
  expect(varyingIn("(map rand-nth [[1]])")).toEqual(["rand-nth"]);
  expect(varyingIn("(repeatedly 2 java.util.Date.)")).toEqual(["java.util.Date."]);
  expect(varyingIn("[(java.util.Date. 5) (let [rand inc] (rand 1)) (quote (rand))]")).toEqual([]);
  expect(varyingIn("(case 1 2 (java.util.Date.) (-> 6 rand-int))")).toEqual(["java.util.Date.", "rand-int"]);
});
