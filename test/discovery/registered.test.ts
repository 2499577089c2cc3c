// Search among registered tools, by what the earlier registry's search was tested for (28, 29, 31, 32) and what was wrong
// with it (R10): a score that every text reached, and a name that looked alike before one that meant the same.

import { expect } from "vitest";
import { Discovery } from "../../src/discovery/discovery.ts";
import { covers } from "../support/covers.ts";
import { gives, lisp, testRegistry } from "../support/registry.ts";

const tools = [
  `(defn parse-csv "Reads rows from comma separated text." {:signature "(text :string) -> [:string]" :tags ["csv" "import"]} [text] (str/split text #","))`,
  `(defn send-email "Sends a message to an address." {:signature "(text :string) -> :string" :tags ["mail"]} [text] text)`,
  `(defn count-words "Counts the words of a text." {:signature "(text :string) -> :int" :tags ["text"]} [text] (count (str/split text #" ")))`,
  `(defn monthly-report "A report of sales by month." {:signature "(text :string) -> :string" :tags ["sales" "report"]} [text] text)`,
  `(defn yearly-report "A report of sales by year." {:signature "(text :string) -> :string" :tags ["sales" "report"]} [text] text)`,
];

async function registered(): Promise<Discovery> {
  const { registry, store } = await testRegistry();
  for (const code of tools) {
    const done = await registry.registerTool(lisp(code), {
      cases: [gives({ text: "a" }, null, { expected: { kind: "no_crash" } })],
    });
    expect(done).toMatchObject({ ok: true, health: "green" });
  }
  const heads = await store.read((r) => r.toolHeads({}));
  const versions = await store.read((r) => r.currentVersions(heads.map((head) => head.id)));
  await store.close();
  const discovery = new Discovery();
  await discovery.initialize({
    tools: versions.map(({ id, description, tags, inputSchema }) => ({
      name: id,
      description,
      tags,
      schema: inputSchema,
    })),
  });
  return discovery;
}

const found = ({ results }: { readonly results: readonly { readonly id: string }[] }) => results.map(({ id }) => id);

covers(
  [28],
  "a tag is found and said to be a tag; what has neither word nor tag is not among the results",
  async () => {
    const answer = await (await registered()).search("import");
    expect(found(answer)).toEqual(["tool:parse_csv"]);
    expect(answer.results[0]!.reasons.matched).toEqual([{ word: "import", fields: ["tags"] }]);
  },
);

covers([29], "a misspelt name is found as the name it nearly is", async () => {
  const answer = await (await registered()).search("reprot");
  expect(found(answer).sort()).toEqual(["tool:monthly_report", "tool:yearly_report"]);
  expect(answer.results[0]!.reasons.misspelt).toEqual([{ word: "reprot", name: "report" }]);
});

covers([31], "what is less likely than was asked for is left out", async () => {
  const discovery = await registered();
  const all = await discovery.discover("monthly report of sales");
  const [first, second] = all.results.map((one) => one.relevance);
  expect(first).toBeGreaterThan(second!);
  const between = (first! + second!) / 2;
  const some = await discovery.discover("monthly report of sales", { config: { tier1MinRelevance: between } });
  expect(all.tier1.shown.length).toBeGreaterThan(1);
  expect(found({ results: some.results.slice(0, some.tier1.shown.length) })).toEqual(["tool:monthly_report"]);
});

covers([32], "no more are answered than were asked for, the best of them", async () => {
  const discovery = await registered();
  const all = found(await discovery.search("report of sales, csv text and words"));
  expect(all.length).toBeGreaterThan(3);
  expect(found(await discovery.search("report of sales, csv text and words", { most: 2 }))).toEqual(all.slice(0, 2));
});

covers(["R10"], "nothing is found for what nobody does, and meaning goes before likeness of letters", async () => {
  const discovery = await registered();
  const nothing = await discovery.search("zebra quantum xylophone");
  expect(nothing.results).toEqual([]);
  expect(nothing.notices).toHaveLength(1);
  const [first, ...others] = found(await discovery.search("read comma separated file"));
  expect(first).toBe("tool:parse_csv");
  expect(others).not.toContain("tool:send_email");
  // A tag of the context counts for those that have it, and moves nobody else.
  const plain = await discovery.search("report of sales");
  const tagged = await discovery.search("report of sales", { tags: ["mail"] });
  expect(tagged.results.map((one) => [one.id, one.score])).toEqual(plain.results.map((one) => [one.id, one.score]));
});
