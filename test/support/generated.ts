// Files that are generated from tables: the test compares, UPDATE=1 writes.

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { expect } from "vitest";

const root = new URL("../../", import.meta.url);

function compare(path: string, expected: string): void {
  const file = new URL(path, root);
  if (process.env.UPDATE !== undefined) writeFileSync(file, expected);
  const actual = existsSync(file) ? readFileSync(file, "utf8") : "";
  expect(actual === expected, `${path} lags behind its source: run UPDATE=1 npx vitest run test/docs test/stdlib`).toBe(
    true,
  );
}

/** The whole file is generated. */
export function expectGenerated(path: string, text: string): void {
  compare(path, text);
}

/** The part between `<!-- generated: … -->` and `<!-- end -->` is generated, the rest written by hand. */
export function expectGeneratedPart(path: string, text: string): void {
  const page = readFileSync(new URL(path, root), "utf8");
  const found = /(<!-- generated:[^>]*-->\n)[\s\S]*?(\n<!-- end -->)/.exec(page);
  if (found === null) throw new Error(`${path} has no generated part`);
  const before = page.slice(0, found.index) + found[1];
  compare(path, `${before}\n${text}\n${page.slice(found.index + found[0].length - found[2]!.length)}`);
}
