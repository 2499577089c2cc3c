// What the earlier registry of this kind was tested for (1 to 144) and what it got wrong (R…, S…): every one of them has a
// test, which names its numbers. This reads all tests for them, so a behaviour cannot lose its test unnoticed.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const root = new URL("..", import.meta.url).pathname;

/** Those of section A that are about a model talking are not among the numbers. */
const behaviours: readonly string[] = [
  ...Array.from({ length: 144 }, (_, i) => String(i + 1)),
  ...Array.from({ length: 20 }, (_, i) => ([3, 4, 19, 20].includes(i + 1) ? `S${i + 1}` : `R${i + 1}`)),
];

const files = (readdirSync(root, { recursive: true }) as string[]).filter((file) => file.endsWith(".test.ts"));
const read = (file: string): string => readFileSync(join(root, file), "utf8");
/** Named in brackets at the start of a title, or given to `covers`. */
const claims = /\b(?:it|test|describe)(?:\.each\([^)]*\))?\(\s*["'`]\[([0-9RS, ]+)\] |\bcovers\(\s*\[([^\]]+)\]/g;
const titles = files.flatMap((file) =>
  [...read(file).matchAll(claims)].map(([, titled, given]) => ({
    file,
    numbers: [...(titled ?? given ?? "").matchAll(/[RS]?\d+/g)].map(([number]) => number),
  })),
);

/** Each behaviour with the tests that hold it. */
const table = new Map(behaviours.map((b) => [b, titles.filter((t) => t.numbers.includes(b))]));

it("every behaviour and every defect has a test", () => {
  expect(behaviours.filter((b) => table.get(b)!.length === 0)).toEqual([]);
});

it("[S20] no test is skipped, left for later, or run alone", () => {
  const wrong = files.filter((file) => /\b(?:it|test|describe)\.(?:skip|todo|only|fails)\b/.test(read(file)));
  expect(wrong).toEqual([]);
});

it("no test claims a behaviour that is not on the list", () => {
  const wrong = titles.flatMap((t) => t.numbers.filter((n) => !table.has(n)).map((n) => `${n} in ${t.file}`));
  expect(wrong).toEqual([]);
});
