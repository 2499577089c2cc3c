// Runs the pages of spec/link. UPDATE=1 rewrites the answers that differ; review the diff.

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { afterAll, describe, expect, it } from "vitest";
import { problemOf, readRepro, inputOf as reproInput, reproOf, reproText } from "../../src/linker/index.ts";
import { answerTo, inputOf, link } from "./links.ts";
import { casesOf } from "./pages.ts";

const folder = new URL("../../spec/link/", import.meta.url);
const updating = process.env.UPDATE !== undefined;

for (const file of readdirSync(folder).filter((f) => f.endsWith(".md") && f !== "README.md"))
  describe(file, () => {
    const page = readFileSync(new URL(file, folder), "utf8");
    const changed: { from: number; to: number; text: string }[] = [];
    for (const c of casesOf(page))
      it(c.title, () => {
        const trace = link(inputOf(c));
        expect(c.answers.length).toBeGreaterThan(0);
        for (const { name, text, from, to } of c.answers) {
          const actual = answerTo(name, trace, c, text);
          if (updating && actual !== text) changed.push({ from, to, text: actual });
          else expect(actual).toBe(text);
        }
        // Whatever a link looked at can be written down, read again and linked again.
        const again = readRepro(reproText(reproOf(trace)));
        expect(again && link(reproInput(again)).faults.map(problemOf)).toEqual(trace.faults.map(problemOf));
        // What is not said to fail must not.
        if (!c.answers.some((a) => a.name === "problems" || a.name === "decision")) expect(trace.faults).toEqual([]);
      });
    afterAll(() => {
      if (changed.length === 0) return;
      const lines = page.split("\n");
      for (const { from, to, text } of [...changed].sort((a, b) => b.from - a.from))
        lines.splice(from, to - from, text);
      writeFileSync(new URL(file, folder), lines.join("\n"));
    });
  });
