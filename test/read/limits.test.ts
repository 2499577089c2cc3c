import { describe, expect, test } from "vitest";
import { readProgram } from "../../src/lisp/read/reader.ts";
import { limits, read } from "./show-form.ts";

describe("size", () => {
  test("text beyond the limit is not read", () => {
    const { forms, problems } = readProgram("x".repeat(50_000_000), limits);
    expect(forms).toEqual([]);
    expect(problems).toHaveLength(1);
    expect(problems[0]?.hint).toContain("limits.sourceLength");
  });
});

describe("depth", () => {
  const nested = (open: string, close: string, n: number) => `${open.repeat(n)}1${close.repeat(n)}`;

  test("nesting up to the limit is read", () => {
    expect(read(nested("(", ")", 256))).toBe(nested("(", ")", 256));
    expect(read(nested("'", "", 256))).toBe(nested("'", "", 256));
  });

  test.each([
    ["parens", "(".repeat(1_000_000)],
    ["balanced parens", nested("(", ")", 500_000)],
    ["quotes", "'".repeat(1_000_000)],
    ["discards", "#_".repeat(500_000)],
    ["metadata", "^".repeat(1_000_000)],
    ["mixed brackets", "([{#{#(".repeat(100_000)],
  ])("a million nested %s end in one clear problem", (_, source) => {
    const { problems } = readProgram(source, limits);
    const deep = problems.filter((p) => p.message.includes("nests deeper than 256 levels"));
    expect(deep).toHaveLength(1);
    expect(deep[0]!.span.start).toBeGreaterThanOrEqual(256);
  });

  test("a limit beyond the stack still ends in a problem with a place", () => {
    const { problems } = readProgram("(".repeat(100_000), { ...limits, sourceDepth: Number.MAX_SAFE_INTEGER });
    expect(problems).toHaveLength(1);
    expect(problems[0]?.message).toContain("nests deeper");
    expect(problems[0]?.span.start).toBeGreaterThan(10);
  });

  test("a host with little stack left gets a problem, not an exception", () => {
    const source = nested("(", ")", 200);
    const atTheBrink = (): number => {
      try {
        return atTheBrink();
      } catch {
        return readProgram(source, limits).problems.length;
      }
    };
    expect(atTheBrink()).toBeGreaterThanOrEqual(0);
    expect(read("(+ 1 2)")).toBe("(+ 1 2)");
  });
});

describe("text of nothing but mistakes", () => {
  test.each([
    [")", 1],
    ["(]", 50],
    ["{1}", 50],
    [":a/b ", 50],
    ["(')", 50],
    ["1x ", 50],
    ['"""', 50],
    ["~", 1],
    ["“", 50],
  ])("%j a hundred thousand times", (piece, count) => {
    expect(readProgram(piece.repeat(100_000), limits).problems).toHaveLength(count);
  });
});
