// A text of nothing but mistakes costs no more than a good one: problems are counted, suggestions are not sought for all.

import { describe, expect, it } from "vitest";
import { check } from "../../src/index.ts";
import { answer, evaluate } from "../support/evaluate.ts";

describe("many problems", () => {
  const many = (item: (i: number) => string, n = 3000) => Array.from({ length: n }, (_, i) => item(i)).join(" ");

  for (const [name, text] of [
    ["unbound names", many((i) => `name-${i}`)],
    ["unbound calls", many((i) => `(name-${i} ${i})`)],
    ["duplicate members", `#{${many((i) => String(i % 7))}}`],
    ["wrong forms", many(() => "(if)")],
    ["wrong characters", many(() => "@x")],
  ] as const)
    it(`${name}: the first fifty are reported`, () => {
      expect(check(text)).toHaveLength(50);
      const r = evaluate(text);
      expect(!r.ok && r.outcome === "error" && r.problems).toHaveLength(50);
    });

  it("one name used often is one problem", () => {
    expect(check(many(() => "missing"))).toHaveLength(1);
  });
});

describe("case", () => {
  const clauses = (n: number) => Array.from({ length: n }, (_, i) => `${i} :v${i}`).join(" ");

  it("takes thousands of constants", () => {
    expect(answer(`(case 4999 ${clauses(5000)})`)).toBe(":v4999");
  });

  for (const [one, other] of [
    ["1", "1.0"],
    ["[1 2]", "[1.0 2]"],
    ["{:a 1 :b 2}", "{:b 2 :a 1}"],
    ["#{1 2}", "#{2 1}"],
    ['"a"', "\\a"],
    ["0.0", "-0.0"],
  ])
    it(`finds ${one} and ${other} to be the same among many`, () => {
      expect(answer(`(case :x ${clauses(100)} :k 1 ${one === "1" ? "" : `${one} 1`} ${other} 2 nil)`)).toBe(
        "error: invalid_form",
      );
    });
});
