// What a discovery engine of this kind is expected to do, and the test that holds it: one table, so that none is lost unnoticed.

import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const promises: Readonly<Record<string, string>> = {
  "five kinds of sources become one shape with ids by kind": "become one shape with ids by kind",
  "a refresh of one source costs what changed": "a refresh of one source leaves the others alone",
  "what did not change is not embedded again": "one changed capability costs one embedding",
  "tier 0 is a map of categories, within its budget":
    "1. the map of categories keeps its budget with thousands of categories",
  "tier 0 changes only when capabilities change": "8. what one query excludes, the next one sees, and tier 0 always",
  "tier 1 has a line for each of the best, with parameters": "has a map, lines and details",
  "tier 2 has schema, secrets and text in full": "has a map, lines and details",
  "a skill's text is loaded when it is shown": "loads a skill's text only when it is shown",
  "tier 2 skips what is too long and goes on": "2. one oversize item does not empty tier 2",
  "budgets hold for the finished text": "keeps its budgets in 250 draws",
  "headings and separators count": "3. headings and separators are counted",
  "the prompt is a small share of everything": "is a fiftieth of everything at most, and shows the best five",
  "search by meaning": "finds by meaning what shares no word",
  "search by words when the embedder fails": "9. words still find when the embedder fails",
  "search by words after an embedder failed midway": "goes on by words when the embedder fails midway",
  "every result says why": "finds by words with the field each stands in",
  "kind, availability, visibility, exclusion": "filters by kind, availability, visibility and exclusion",
  "four relations, none overwrites another": "5. shared tags leave a dependency a dependency",
  "dependencies have a direction": "6. a dependency has a direction",
  "what a chosen capability needs is pulled in": "4. a dependency gets its place though nothing of the query fits it",
  "re-ranking cannot make a hub win": "a hub does not win by its many relations",
  "a refresh keeps relations": "7. a refresh keeps the edges",
  "the same query gives the same bytes": "answers alike whatever the order of building",
  "options for one call": "takes other options for one call",
  "unknown and impossible options are refused": "refuses what cannot be meant",
  "tools shown, and the meta-tool always": "lists the tools it shows, and the tool that finds more",
  "the meta-tool answers like a search": "the meta-tool answers with what was found",
  "an empty answer has a reason": "never gives an empty answer without a reason",
  "no hand-made YAML": "10. nothing here reads YAML by hand",
};

const folder = new URL(".", import.meta.url);
const tests = readdirSync(folder)
  .filter((name) => name.endsWith(".test.ts") && name !== "promises.test.ts")
  .map((name) => readFileSync(new URL(name, folder), "utf8"))
  .join("\n");

it.each(Object.entries(promises))("%s: %s", (_promise, title) => {
  expect(tests).toContain(`it("${title}"`);
});
