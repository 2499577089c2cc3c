// The token bill over a catalogue of more than 500 tools, by the real tokenizer: an image's prompt is at most a fiftieth of
// one with everything, and never above its budget. PTC_BUDGETS=10000 draws more (scripts/link-budgets.mjs).

import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { type Catalog, catalogOf, type LinkInput, link, loadTokenizer } from "../../src/linker/index.ts";
import { baseUnit, skillUnit, unitsFrom } from "./links.ts";

const DRAWS = Number(process.env.PTC_BUDGETS ?? 200);
const TOOLS = 600;
const SHARE = 0.02;
const verbs = "parse filter join pivot rank group clean convert validate render score merge split round mask".split(
  " ",
);
const nouns = "invoices employees orders dates prices regions tables reports payments accounts".split(" ");
const places = ["of one country", "within a quarter", "above a threshold", "for an auditor"];

let counter: NonNullable<LinkInput["counter"]>;
let catalog: Catalog;
let everything: number;
const names: string[] = [];

beforeAll(async () => {
  counter = await loadTokenizer();
  const files = Object.fromEntries(
    Array.from({ length: TOOLS }, (_, i) => {
      const [verb, noun, place] = [verbs[i % 15]!, nouns[Math.floor(i / 15) % 10]!, places[Math.floor(i / 150) % 4]!];
      const name = `${verb}-${noun}-${Math.floor(i / 150)}`;
      names.push(name);
      const calls =
        i > 2 && i % 3 === 0 ? `(${names[i - 2]} rows limit)` : i % 5 === 0 ? "(tool/fetch {:path limit})" : "rows";
      const doc = `${verb[0]!.toUpperCase()}${verb.slice(1)}s ${noun} ${place}, in the order they came.`;
      const signature = "(rows [{id :int, name :string, amount :float}], limit :string) -> [{id :int, amount :float}]";
      return [`${name}.clj`, `(defn ${name} "${doc}" {:signature "${signature}"} [rows limit] ${calls})`] as const;
    }),
  );
  const fetch = baseUnit("fetch", { signature: "(path :string) -> :any", description: "Reads a file of the project." });
  const skills = nouns.map((noun, i) =>
    skillUnit(`about_${noun}`, {
      prompt: `When working with ${noun}, look at the totals first. `.repeat(1 + (i % 4)),
      tags: [noun],
      appliesTo: names.filter((_, n) => n % 37 === i).map((name) => name.replaceAll("-", "_")),
    }),
  );
  catalog = catalogOf({ units: [...unitsFrom(files), fetch], skills });
  everything = link({ catalog, counter, roots: names, skills: false }).bundle!.tokens.total;
});

const mission = fc.record({
  roots: fc.uniqueArray(fc.nat({ max: TOOLS - 1 }), { minLength: 1, maxLength: 5 }),
  tags: fc.subarray(nouns, { maxLength: 2 }),
});
const asked = ({ roots, tags }: { roots: readonly number[]; tags: readonly string[] }) => ({
  catalog,
  counter,
  tags,
  roots: roots.map((i) => names[i]!),
});

describe(`over ${TOOLS} tools`, () => {
  it("a mission's prompt is at most a fiftieth of everything's", () => {
    expect(everything).toBeGreaterThan(20_000);
    fc.assert(
      fc.property(mission, (m) => {
        const { bundle } = link(asked(m));
        expect(bundle!.tokens.total).toBe(counter.count(bundle!.prompt));
        expect(bundle!.tokens.total).toBeLessThanOrEqual(SHARE * everything);
      }),
      { numRuns: Math.min(DRAWS, 1_000) },
    );
  });

  it(`no prompt is above its budget, in ${DRAWS} draws; what does not fit is refused`, () => {
    const seen = { whole: 0, less: 0, refused: 0 };
    fc.assert(
      fc.property(mission, fc.integer({ min: 0, max: 700 }), (m, budget) => {
        const { bundle, faults, skills } = link({ ...asked(m), budget });
        const bare = counter.count(link({ ...asked(m), skills: false }).bundle!.prompt);
        expect(bundle === null).toBe(bare > budget);
        if (bundle === null) expect(faults.map((f) => f.code)).toEqual(["budget_exceeded"]);
        else expect(counter.count(bundle.prompt)).toBeLessThanOrEqual(budget);
        seen[bundle === null ? "refused" : skills.leftOut.length > 0 ? "less" : "whole"]++;
      }),
      { numRuns: DRAWS },
    );
    expect(Math.min(seen.whole, seen.less, seen.refused)).toBeGreaterThan(DRAWS / 100);
  });
});
