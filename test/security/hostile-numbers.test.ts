// Numbers that break estimates: whatever a builtin is given, it never hands steps or bytes back, nor makes a counter NaN, after
// which nothing would stop the run.

import { expect, it } from "vitest";
import { builtins } from "../../src/lisp/builtins/index.ts";
import { runProgram } from "../../src/lisp/run.ts";

const numbers = ["##Inf", "##-Inf", "##NaN", "-1", "1e300"];
const others = ["2.5", "-100000000000000000000", "[1 2 3]", '"abc"', "(range)", "inc"];

function* hostile(): Generator<string> {
  const all = [...numbers, ...others];
  for (const a of all) yield a;
  for (const a of all) for (const b of all) yield `${a} ${b}`;
  for (const a of numbers) for (const b of numbers) for (const c of numbers) yield `${a} ${b} ${c}`;
}

it("no builtin gives back what it did not take", () => {
  const limits = { fuel: 20_000, memoryBytes: 2_000_000 };
  const wrong: string[] = [];
  for (const name of builtins.keys())
    for (const args of hostile()) {
      const source = `(${name} ${args})`;
      const { fuel, memoryBytes } = runProgram(source, { limits }).usage;
      if (!(fuel >= 0 && memoryBytes >= 0)) wrong.push(source);
    }
  expect(wrong).toEqual([]);
});
