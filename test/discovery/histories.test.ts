// An index has no memory: after any changes it answers as one built afresh from what it holds, and as one that was kept and
// read back.

import fc from "fast-check";
import { expect, it } from "vitest";
import { CapabilityIndex } from "../../src/discovery/capability-index.ts";
import type { CapabilityInput } from "../../src/discovery/descriptor.ts";
import { describeCapability } from "../../src/discovery/descriptor.ts";
import { Discovery } from "../../src/discovery/discovery.ts";
import { LexicalIndex } from "../../src/discovery/lexical.ts";
import { lexicalBytes, lexicalState } from "../../src/discovery/lexical-file.ts";
import { lexicalWeights } from "../../src/discovery/weights.ts";
import { tool } from "./support.ts";

/** As after a restart: what a file keeps of an index, read back. */
function restarted({ index }: Discovery): Discovery {
  const lexical = LexicalIndex.from(lexicalState(lexicalBytes(index.lexical.state()))!, lexicalWeights)!;
  const capabilities = Array.from({ length: index.slots }, (_, slot) => index.at(slot));
  return new Discovery({ index: CapabilityIndex.restored(capabilities, lexical, () => undefined) });
}

async function afresh({ index }: Discovery): Promise<Discovery> {
  const discovery = new Discovery();
  await discovery.upsert(index.all());
  return discovery;
}

async function search({ results, dependencies }: Awaited<ReturnType<Discovery["search"]>>): Promise<unknown> {
  return [results, dependencies].map((some) =>
    some.map(({ id, score, relevance, reasons }) => [id, score, Number(relevance.toFixed(9)), reasons]),
  );
}

it("a restart finds what is left of many", async () => {
  const discovery = new Discovery();
  await discovery.initialize({ tools: Array.from({ length: 200 }, (_, i) => tool(`mail ${i}`)) });
  for (let i = 0; i < 199; i++) discovery.remove(`tool:mail ${i}`);
  const again = restarted(discovery);
  expect((await again.search("mail")).results.map(({ id }) => id)).toEqual(["tool:mail 199"]);
  await again.upsert([describeCapability(tool("mail 7"))]);
  expect((await again.search("mail")).results.length).toBe(2);
});

const word = fc.constantFrom("mail", "send", "telegram", "telegrem", "report", "file", "reports");
const text = fc.array(word, { maxLength: 4 }).map((words) => words.join(" "));
const name = fc
  .tuple(fc.constantFrom("mail", "telegram", "telegrem"), fc.nat({ max: 3 }))
  .map(([first, n]) => `${first}_${n}`);
const capability = fc.record(
  {
    name,
    description: text,
    category: fc.constantFrom("", "office", "Office"),
    tags: fc.subarray(["a", "b", "B", "c"]),
    requiredTools: fc.subarray(["mail_0", "telegram_1", "x", "y", "tool:mail_2"]),
    provides: fc.subarray(["x", "y", "mail_0"]),
    visibility: fc.constantFrom("public", "public", "hidden"),
  },
  { requiredKeys: ["name"] },
) as fc.Arbitrary<CapabilityInput>;
const change = fc.oneof({ weight: 3, arbitrary: capability }, { weight: 1, arbitrary: name });
const mission = fc.constantFrom(
  "send mail",
  "a telegrem of the report",
  "telegren",
  "Send a mail. Then read the report. Finally, a file.",
);

it("any changes leave what a fresh index has, before and after a restart", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(change, { maxLength: 40 }), mission, async (changes, asked) => {
      const changed = new Discovery();
      for (const one of changes) {
        if (typeof one === "string") changed.remove(`tool:${one}`);
        else await changed.upsert([describeCapability(one)]);
      }
      const wanted = await search(await changed.search(asked));
      const relations = ({ index, graph }: Discovery) =>
        index.all().map(({ id }) => [id, graph.dependenciesOf(id), graph.neighboursOf(id)]);
      for (const other of [await afresh(changed), restarted(changed)]) {
        expect(relations(other)).toEqual(relations(changed));
        expect(other.graph.edgeCount).toBe(changed.graph.edgeCount);
        expect(await search(await other.search(asked))).toEqual(wanted);
      }
    }),
    { numRuns: 200 },
  );
});

it("a tag of many relates nobody, whoever came last", async () => {
  const discovery = new Discovery();
  const tools = Array.from({ length: 60 }, (_, i) => tool(`t${i}`, { tags: ["a", "b"] }));
  await discovery.initialize({ tools });
  const number = () => discovery.graph.neighboursOf("tool:t0").length;
  expect(number()).toBe(0);
  discovery.graph.set(describeCapability(tools[0]!));
  expect(number()).toBe(0);
  for (let i = 48; i < 60; i++) discovery.remove(`tool:t${i}`);
  expect(number()).toBe(47);
});

it("a requirement means the first that meets it, whichever came or went", async () => {
  const discovery = new Discovery();
  const provider = (name: string) => describeCapability(tool(name, { provides: ["x"] }));
  const needed = () => discovery.graph.dependenciesOf("skill:s");
  await discovery.initialize({ skills: [{ name: "s", requiredTools: ["x"] }] });
  expect(needed()).toEqual([]);
  await discovery.upsert([provider("b")]);
  expect(needed()).toEqual(["tool:b"]);
  await discovery.upsert([provider("a")]);
  expect(needed()).toEqual(["tool:a"]);
  discovery.remove("tool:a");
  expect(needed()).toEqual(["tool:b"]);
});
