// Ten things an earlier engine of this kind got wrong, each held right here.

import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { describeCapability } from "../../src/discovery/descriptor.ts";
import { Discovery } from "../../src/discovery/discovery.ts";
import { CapabilityGraph } from "../../src/discovery/graph.ts";
import { o200kCounter } from "../../src/discovery/tokens.ts";
import { tableEmbedder, tool } from "./support.ts";

it("1. the map of categories keeps its budget with thousands of categories", async () => {
  const discovery = new Discovery();
  await discovery.initialize({
    tools: Array.from({ length: 2276 }, (_, i) => tool(`t${i}`, { category: `category number ${i}` })),
  });
  const { tier0 } = await discovery.discover("category");
  expect(tier0.tokens).toBeLessThanOrEqual(200);
  expect((await o200kCounter())(tier0.text)).toBe(tier0.tokens);
  expect(tier0.text).toMatch(/and \d+ more categories/);
});

it("2. one oversize item does not empty tier 2", async () => {
  const discovery = new Discovery();
  await discovery.initialize({
    skills: [
      { name: "report writing", description: "Write a report.", content: "word ".repeat(20_000) },
      { name: "report layout", description: "Lay out a report.", content: "Use two columns." },
    ],
  });
  const result = await discovery.discover("report writing");
  expect(result.results[0]?.id).toBe("skill:report writing");
  expect(result.tier2.shown).toEqual(["skill:report layout"]);
  expect(result.notices.join()).toContain("skill:report writing is too long");
});

it("3. headings and separators are counted", async () => {
  const count = await o200kCounter();
  const discovery = new Discovery();
  await discovery.initialize({ tools: [tool("send-mail", { category: "mail" }), tool("read-mail")] });
  const full = await discovery.discover("mail");
  for (let budget = 0; budget <= full.tier1.tokens; budget++) {
    const { tier1 } = await discovery.discover("mail", { config: { tier1TokenBudget: budget } });
    expect(count(`\n\n${tier1.text}`)).toBeLessThanOrEqual(Math.max(budget, count("\n\n")));
    expect(tier1.text === "" || tier1.text.startsWith("Relevant capabilities:")).toBe(true);
  }
});

it("4. a dependency gets its place though nothing of the query fits it", async () => {
  const discovery = new Discovery();
  await discovery.initialize({
    tools: [
      tool("cli-executor", { description: "Runs a process." }),
      ...Array.from({ length: 9 }, (_, i) => tool(`github${i}`)),
    ],
    skills: [{ name: "github", description: "Issues and pull requests on github.", requiredTools: ["cli-executor"] }],
  });
  const result = await discovery.discover("github issues", { config: { tier1MinRelevance: 0.1 } });
  expect(result.tier1.shown).toContain("tool:cli-executor");
  expect(result.dependencies[0]?.reasons.neighbour).toEqual({ id: "skill:github", relation: "DEPENDS_ON" });
  expect(result.tier1.text).toContain("Needed by skill:github");
});

it("5. shared tags leave a dependency a dependency", () => {
  const graph = new CapabilityGraph();
  const tags = ["a", "b", "c", "d"];
  graph.set(describeCapability(tool("one", { tags, requiredTools: ["two"] })));
  graph.set(describeCapability(tool("two", { tags })));
  expect(graph.dependenciesOf("tool:one")).toEqual(["tool:two"]);
  expect(graph.neighboursOf("tool:one").map(({ relation }) => relation)).toEqual(["TAGGED_WITH", "DEPENDS_ON"]);
});

it("6. a dependency has a direction", () => {
  const graph = new CapabilityGraph();
  graph.set(describeCapability(tool("one", { requiredTools: ["two"] })));
  graph.set(describeCapability(tool("two")));
  expect(graph.dependenciesOf("tool:one")).toEqual(["tool:two"]);
  expect(graph.dependenciesOf("tool:two")).toEqual([]);
});

it("7. a refresh keeps the edges", async () => {
  const discovery = new Discovery();
  const tools = [tool("one", { requiredTools: ["two"], category: "c" }), tool("two", { category: "c" })];
  await discovery.initialize({ tools });
  discovery.compose(["tool:one", "tool:two"]);
  const before = discovery.graph.neighboursOf("tool:two");
  expect(before.map(({ relation }) => relation)).toEqual(["DEPENDS_ON", "COMPOSED_WITH", "SAME_CATEGORY"]);
  await discovery.refreshIndex({ tools: [...tools, tool("three")] });
  await discovery.refreshIndex({ tools: [...tools].reverse() });
  expect(discovery.graph.neighboursOf("tool:two")).toEqual(before);
});

it("8. what one query excludes, the next one sees, and tier 0 always", async () => {
  const discovery = new Discovery();
  await discovery.initialize({ tools: [tool("send-mail"), tool("read-mail")] });
  const without = await discovery.discover("mail", { exclude: ["tool:send-mail"] });
  const after = await discovery.discover("mail");
  expect(without.results.map(({ id }) => id)).toEqual(["tool:read-mail"]);
  expect(after.results.map(({ id }) => id)).toContain("tool:send-mail");
  expect(after.tier0).toEqual(without.tier0);
});

it("9. words still find when the embedder fails", async () => {
  const broken = { ...tableEmbedder([["mail"]]), embed: () => Promise.reject(new Error("the model is gone")) };
  const discovery = new Discovery({ embedder: broken });
  await discovery.initialize({ tools: [tool("send-mail"), tool("weather")] });
  const { results, notices } = await discovery.search("send a mail");
  expect(results[0]?.id).toBe("tool:send-mail");
  expect(notices.join()).toContain("the model is gone");
});

it("10. nothing here reads YAML by hand", () => {
  const folder = new URL("../../src/discovery/", import.meta.url);
  const sources = readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith(".ts"))
    .map((name) => readFileSync(new URL(name, folder), "utf8"));
  expect(sources.length).toBeGreaterThan(15);
  // A hand-made reader looks for "key:" at the start of lines; a manifest is read by a YAML library, outside this room.
  expect(sources.filter((text) => /\.split\(["']:["']\)|indexOf\(["']:["']\)/.test(text))).toEqual([]);
});
