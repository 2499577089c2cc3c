// Every name the public language documents is documented here too. The fixture is the plain list of its 333 names.

import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { leftOut } from "../../src/lisp/docs/left-out.ts";
import { evaluate } from "../support/evaluate.ts";

const names = readFileSync(new URL("../fixtures/reference-names.txt", import.meta.url), "utf8")
  .trim()
  .split("\n");

/** What (doc "name") prints. */
function docOf(name: string): string {
  return evaluate(`(doc ${JSON.stringify(name)})`).prints.join("\n");
}

it("lists the 333 names", () => {
  expect(new Set(names).size).toBe(333);
});

it("documents every name, with an example", () => {
  expect(names.filter((name) => !leftOut.has(name) && !/; (=> |error: )/.test(docOf(name)))).toEqual([]);
});

it("says why a name is left out", () => {
  expect(names.filter((name) => leftOut.has(name))).toEqual(["program"]);
  expect(docOf("program")).toContain("Kernel");
});

it("documents no name that is not there", () => {
  expect(docOf("no-such-name")).toBe('No documentation found for "no-such-name".');
});
