// The specification teaches the whole language: every special form, every group of builtins and every reason an error can
// have appears in an executed example.

import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { specialForms } from "../../src/lisp/analyze/analyze.ts";
import { builtins } from "../../src/lisp/builtins/index.ts";
import { reasons } from "../../src/lisp/reasons.ts";
import { type Case, casesOf } from "./cases.ts";

const folder = new URL("../../spec/", import.meta.url);
const cases: readonly Case[] = readdirSync(folder)
  .filter((f) => f.endsWith(".md"))
  .flatMap((f) => casesOf(readFileSync(new URL(f, folder), "utf8")));
const bare = (name: string) => (name.length > 1 ? name.slice(name.lastIndexOf("/") + 1) : name);
const words = new Set(cases.flatMap((c) => c.source.split(/[\s()[\]{}#'@,"]+/)).map(bare));
const used = (name: string) => words.has(bare(name));

it("has enough examples to learn from", () => {
  expect(cases.length).toBeGreaterThan(1000);
});

it("shows every special form", () => {
  expect([...specialForms.keys()].filter((name) => !used(name))).toEqual([]);
});

it("shows at least half of every group of builtins", () => {
  const groups = new Map<string, { all: number; shown: number }>();
  for (const [name, row] of builtins) {
    const group = groups.get(row.group) ?? { all: 0, shown: 0 };
    group.all++;
    if ([name, ...(row.aliases ?? [])].some(used)) group.shown++;
    groups.set(row.group, group);
  }
  expect([...groups].filter(([, { all, shown }]) => shown * 2 < all)).toEqual([]);
});

it("shows every reason a program can cause by itself", () => {
  const shown = new Set(cases.filter((c) => c.marker === "error:").map((c) => /\[(\w+)\]/.exec(c.expected)?.[1]));
  // What fail was given is a value of its own, and shown as one.
  shown.add("failed");
  expect([...reasons].filter(([r, page]) => !page.fromHost && !shown.has(r)).map(([r]) => r)).toEqual([]);
});
