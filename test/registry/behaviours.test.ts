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

/** Nobody has written these yet, by room. Whoever does takes them out. */
const owed: Readonly<Record<string, readonly string[]>> = {
  discovery: ["28", "29", "31", "32", "R10"],
  linker: [..."44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63 64 65 66 67 R7 R9 S19".split(" ")],
  engine: [..."137 138 139 140 141 142 S4".split(" ")],
  store: [..."127 128 129 130 131 132 133 134 135 136".split(" ")],
};

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
  const missing = behaviours.filter((b) => table.get(b)!.length === 0);
  expect(new Set(missing)).toEqual(new Set(Object.values(owed).flat()));
});

it("[S20] no test is skipped, left for later, or run alone", () => {
  const wrong = files.filter((file) => /\b(?:it|test|describe)\.(?:skip|todo|only|fails)\b/.test(read(file)));
  expect(wrong).toEqual([]);
});

it("no test claims a behaviour that is not on the list", () => {
  const wrong = titles.flatMap((t) => t.numbers.filter((n) => !table.has(n)).map((n) => `${n} in ${t.file}`));
  expect(wrong).toEqual([]);
});
