// text-diff beyond its examples: units, patches, and that its parts always make up both texts.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { withBaseTools } from "./base-tools.ts";

const tools = withBaseTools();
interface Difference {
  readonly equal: boolean;
  readonly added: number;
  readonly removed: number;
  readonly similarity: number;
  readonly changes: readonly { readonly kind: string; readonly text: string }[];
  readonly unified: string | null;
}
const diff = async (before: string, after: string, options: object = {}) =>
  (await tools.call("text-diff", { before, after, ...options })) as Difference;
const shown = ({ changes }: Difference) =>
  changes.map(({ kind, text }) => `${{ same: "", removed: "-", added: "+" }[kind]}${text}`);

describe("units", () => {
  test.each([
    ["word", "It's 3 o'clock.", "It's 4 o'clock!", ["It's ", "-3", "+4", " o'clock", "-.", "+!"]],
    ["word", "Zürich, 東京", "Zürich; 東京", ["Zürich", "-,", "+;", " 東京"]],
    ["character", "kitten", "sitting", ["-k", "+s", "itt", "-e", "+i", "n", "+g"]],
    ["character", "cafe\u0301", "cafe", ["caf", "-e\u0301", "+e"]],
    ["character", "👩‍👧x", "👩‍👦x", ["-👩‍👧", "+👩‍👦", "x"]],
    ["line", "a\r\nb", "a\nb", ["-a\r\n", "+a\n", "b"]],
  ])("%s: %j to %j", async (unit, before, after, expected) => {
    expect(shown(await diff(before, after, { unit }))).toEqual(expected);
  });

  test("equal texts, and empty ones", async () => {
    expect(await diff("a\n", "a\n")).toMatchObject({ equal: true, similarity: 1, unified: "", added: 0, removed: 0 });
    expect(await diff("", "")).toMatchObject({ equal: true, similarity: 1, changes: [], unified: "" });
    expect(await diff("", "a")).toMatchObject({ equal: false, similarity: 0, added: 1 });
  });

  test("what does not count", async () => {
    expect(shown(await diff("A  b\nC\n", "a b \nd\n", { ignore_case: true, ignore_space: true }))).toEqual([
      "a b \n",
      "-C\n",
      "+d\n",
    ]);
    expect((await diff("a b", "a\tB", { unit: "word", ignore_space: true })).equal).toBe(false);
  });
});

describe("patches", () => {
  const numbered = (count: number) => Array.from({ length: count }, (_, i) => `${i + 1}\n`);
  test("changes far apart are hunks of their own", async () => {
    const before = numbered(20);
    const after = before.with(1, "two\n").with(18, "nineteen\n");
    const { unified } = await diff(before.join(""), after.join(""), {
      context: 1,
      before_name: "old",
      after_name: "new",
    });
    expect(unified).toBe(
      "--- old\n+++ new\n@@ -1,3 +1,3 @@\n 1\n-2\n+two\n 3\n@@ -18,3 +18,3 @@\n 18\n-19\n+nineteen\n 20\n",
    );
  });

  test.each([
    ["", "a\n", "@@ -0,0 +1 @@\n+a\n"],
    ["a\n", "", "@@ -1 +0,0 @@\n-a\n"],
    ["a", "a\n", "@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a\n"],
    ["a\nb", "a\nc", "@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+c\n\\ No newline at end of file\n"],
  ])("%j to %j", async (before, after, expected) => {
    expect((await diff(before, after)).unified).toBe(`--- before\n+++ after\n${expected}`);
  });

  test("without context", async () => {
    expect((await diff("1\n2\n3\n", "1\n3\n", { context: 0 })).unified).toContain("@@ -2 +1,0 @@\n-2\n");
  });
});

test("the parts make up both texts, and no shorter difference exists", async () => {
  const text = fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(text, text, async (a, b) => {
      const { changes, added, removed } = await diff(a.join(""), b.join(""), { unit: "character" });
      const made = (kind: string) => changes.map((c) => (c.kind === "same" || c.kind === kind ? c.text : "")).join("");
      expect([made("removed"), made("added")]).toEqual([a.join(""), b.join("")]);
      expect(added + removed).toBe(a.length + b.length - 2 * longestCommon(a, b));
    }),
    { numRuns: 200 },
  );
});

function longestCommon(a: readonly string[], b: readonly string[]): number {
  let row = new Array<number>(b.length + 1).fill(0);
  for (const x of a) {
    const next = [0];
    for (const [j, y] of b.entries()) next.push(x === y ? row[j]! + 1 : Math.max(row[j + 1]!, next[j]!));
    row = next;
  }
  return row[b.length]!;
}

test("large texts with many changes are split where lines are unique", async () => {
  const lines = Array.from({ length: 12_000 }, (_, i) => `line ${i}\n`);
  const after = lines.map((line, i) => (i % 5 === 0 ? `changed ${i}\n` : line));
  expect(await diff(lines.join(""), after.join(""))).toMatchObject({ added: 2400, removed: 2400, similarity: 0.8 });
});
