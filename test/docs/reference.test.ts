// docs/reference.md and the table in spec/differences-from-clojure.md say what the tables say. UPDATE=1 rewrites them.

import { expect, it } from "vitest";
import { builtinRows, constantRows, formRows } from "../../src/lisp/docs/catalogue.ts";
import { renderDifferences, renderReference } from "../../src/lisp/docs/reference.ts";
import { expectGenerated, expectGeneratedPart } from "../support/generated.ts";

it("docs/reference.md is up to date", () => {
  expectGenerated("docs/reference.md", renderReference(builtinRows, formRows(), constantRows()));
});

it("the table of differences from Clojure is up to date", () => {
  expectGeneratedPart("spec/differences-from-clojure.md", renderDifferences(builtinRows, formRows()));
});

it("the reference has an entry for every function and form, and a working contents list", () => {
  const text = renderReference(builtinRows, formRows(), constantRows());
  const names = [...builtinRows, ...formRows(), ...constantRows()].map(([name]) => name);
  expect(names.filter((name) => !text.includes(`\n### \`${name}\`\n`))).toEqual([]);
  const anchors = new Set(
    [...text.matchAll(/^## (.*)$/gm)].map(([, t]) =>
      t!
        .toLowerCase()
        .replace(/[^a-z0-9 -]/g, "")
        .replaceAll(" ", "-"),
    ),
  );
  const links = [...text.matchAll(/\]\(#([^)]*)\)/g)].map(([, a]) => a!);
  expect(links.length).toBeGreaterThan(20);
  expect(links.filter((a) => !anchors.has(a))).toEqual([]);
});
