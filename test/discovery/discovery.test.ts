// The behaviours of discovery: sources, tiers, filters, reasons, evidence, the meta-tool, and bad input.

import { describe, expect, it } from "vitest";
import { OptionsError } from "../../src/base/options-error.ts";
import { parseCatalogue } from "../../src/discovery/catalogue.ts";
import { describeCapability } from "../../src/discovery/descriptor.ts";
import { Discovery } from "../../src/discovery/discovery.ts";
import { discoverCapabilitiesTool } from "../../src/discovery/meta-tool.ts";
import { needsForMission } from "../../src/discovery/mission.ts";
import type { Evidence } from "../../src/discovery/rank.ts";
import { toBytes } from "../../src/discovery/semantic.ts";
import { o200kCounter } from "../../src/discovery/tokens.ts";
import { tableEmbedder, tool } from "./support.ts";

const sources = {
  tools: [
    tool("web-search", {
      description: "Search the web for current information",
      category: "information",
      tags: ["search", "news"],
      schema: {
        type: "object",
        properties: {
          query: { type: "string", description: "The search query" },
          max_results: { type: "number", default: 5 },
        },
        required: ["query"],
      },
      requiredSecrets: ["SERPER_API_KEY"],
    }),
    tool("news-search", {
      description: "Search news articles by keyword",
      category: "information",
      tags: ["search", "news"],
    }),
    tool("delete-file", { description: "Delete a file", category: "files", sideEffects: true, available: false }),
    tool("secret-search", { description: "Search the vault", visibility: "hidden" }),
  ],
  skills: [
    {
      name: "github",
      description: "Use the GitHub CLI for issues",
      requiredTools: ["web-search"],
      content: () => "Run gh.",
    },
  ],
  extensions: [{ name: "giphy", description: "Find an animated picture" }],
  channels: [{ platform: "telegram", description: "Send messages on Telegram" }],
  manifests: [{ kind: "tool", name: "my-custom-tool", description: "Searches internal documents" }] as const,
};

async function ready(options: ConstructorParameters<typeof Discovery>[0] = {}): Promise<Discovery> {
  const discovery = new Discovery(options);
  await discovery.initialize(sources);
  return discovery;
}

const idsOf = (answer: { readonly results: readonly { readonly id: string }[] }) => answer.results.map(({ id }) => id);

describe("sources", () => {
  it("become one shape with ids by kind", async () => {
    const discovery = await ready();
    expect(discovery.index.all().map(({ id }) => id)).toEqual([
      "channel:telegram",
      "extension:giphy",
      "skill:github",
      "tool:delete-file",
      "tool:my-custom-tool",
      "tool:news-search",
      "tool:secret-search",
      "tool:web-search",
    ]);
    expect(discovery.index.get("channel:telegram")).toMatchObject({
      category: "communication",
      displayName: "Telegram",
    });
    expect(discovery.index.get("tool:my-custom-tool")?.source).toEqual({ from: "manifest", ref: "my-custom-tool" });
    expect(discovery.index.get("tool:web-search")?.params.map(({ name }) => name)).toEqual(["query", "max_results"]);
    expect(discovery.getStats()).toMatchObject({ capabilityCount: 8, graphNodes: 8, embeddedCount: 0, embedder: null });
  });

  it("a refresh of one source leaves the others alone", async () => {
    const discovery = await ready();
    await discovery.refreshIndex({ manifests: [] });
    expect(discovery.index.get("tool:my-custom-tool")).toBeUndefined();
    expect(discovery.getStats().capabilityCount).toBe(7);
  });

  it("a manifest replaces what a source lists under its id, whoever was refreshed last, until it goes", async () => {
    const discovery = await ready();
    const manifest = { kind: "tool", name: "web-search", description: "Searches our own pages" } as const;
    const described = () => discovery.index.get("tool:web-search")?.description;
    await discovery.refreshIndex({ manifests: [manifest] });
    await discovery.refreshIndex({ tools: sources.tools });
    expect(described()).toBe("Searches our own pages");
    await discovery.refreshIndex({ manifests: [] });
    expect(described()).toBe("Search the web for current information");
    await discovery.refreshIndex({ tools: [] });
    expect(described()).toBeUndefined();
  });

  it("a refresh that is refused changes nothing", async () => {
    const discovery = await ready();
    const { version } = discovery.index;
    const twice = [sources.channels[0]!, sources.channels[0]!];
    await expect(discovery.refreshIndex({ tools: [], channels: twice })).rejects.toThrow("given twice");
    expect(discovery.index.version).toBe(version);
  });

  it("of two refreshes at a time, the later one stands", async () => {
    const embedder = tableEmbedder([["mail"]]);
    let release = (): void => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const slow = { ...embedder, embed: async (texts: readonly string[]) => released.then(() => embedder.embed(texts)) };
    const discovery = new Discovery({ embedder: slow });
    const both = [
      discovery.refreshIndex({ tools: [tool("send-mail"), tool("read-mail")] }),
      discovery.refreshIndex({ tools: [tool("send-mail")] }),
    ];
    release();
    await Promise.all(both);
    expect(discovery.index.all().map(({ id }) => id)).toEqual(["tool:send-mail"]);
  });

  it("one changed capability costs one embedding", async () => {
    const embedder = tableEmbedder([["search"], ["github"]]);
    const discovery = await ready({ embedder });
    expect(embedder.calls.length).toBe(8);
    const [first, ...rest] = sources.tools;
    await discovery.refreshIndex({ ...sources, tools: [{ ...first!, description: "Search everything" }, ...rest] });
    expect(embedder.calls.slice(8)).toEqual(["Web Search: Search everything"]);
  });
});

describe("a change", () => {
  it("is what is not as before, whoever tells it again", async () => {
    const discovery = await ready();
    const { version } = discovery.index;
    await discovery.refreshIndex(sources);
    expect(discovery.index.version).toBe(version);
    const [first, ...rest] = sources.tools;
    await discovery.refreshIndex({ tools: [{ ...first!, available: false }, ...rest] });
    expect(discovery.index.version).toBe(version + 1);
    const skill = { ...sources.skills[0]!, content: () => "Run gh anew." };
    await discovery.refreshIndex({ skills: [skill] });
    expect(discovery.index.version).toBe(version + 1);
    expect((await discovery.discover("github issues")).tier2.text).toContain("Run gh anew.");
  });

  it("leaves the map of categories alone unless it shows there", async () => {
    const discovery = await ready();
    const map = async () => (await discovery.discover("news")).tier0;
    const before = await map();
    await discovery.upsert([describeCapability({ ...sources.tools[0]!, description: "Search." })]);
    expect(await map()).toBe(before);
    await discovery.upsert([describeCapability({ ...sources.tools[0]!, category: "web" })]);
    expect((await map()).text).toContain("- Web: web-search");
  });

  const described = (name: string, description: string) => describeCapability(tool(name, { description }));
  it.each([
    [
      "goes",
      async (discovery: Discovery) => {
        discovery.remove("tool:a");
        await discovery.upsert([described("b", "new")]);
      },
    ],
    ["gets another text", (discovery: Discovery) => discovery.upsert([described("a", "new")])],
  ])("its vector is nobody else's when it %s while that is made", async (_, change) => {
    const embedder = tableEmbedder([["old"]]);
    let release = (): void => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const embed = async (texts: readonly string[]) => {
      if (texts.some((text) => text.includes("old"))) await released;
      return embedder.embed(texts);
    };
    const discovery = new Discovery({ embedder: { ...embedder, embed } });
    const indexing = discovery.upsert([described("a", "old")]);
    await change(discovery);
    release();
    await indexing;
    const [fresh] = await embedder.embed(["new"]);
    expect(discovery.index.vectors?.vectorAt(0)?.bytes).toEqual(toBytes(fresh!).bytes);
  });
});

describe("search", () => {
  it("finds by words with the field each stands in", async () => {
    const { results } = await (await ready()).search("find news articles");
    expect(results[0]).toMatchObject({ id: "tool:news-search" });
    expect(results[0]?.reasons.matched).toContainEqual({ word: "news", fields: ["name", "description", "tags"] });
    expect(results[0]!.relevance).toBeGreaterThan(results.at(-1)!.relevance);
  });

  it("finds by meaning what shares no word", async () => {
    const embedder = tableEmbedder([["gif", "animated"], ["search"]]);
    const { results } = await (await ready({ embedder })).search("a funny gif");
    expect(results[0]?.id).toBe("extension:giphy");
    expect(results[0]?.reasons.similarity).toBeGreaterThan(0.9);
  });

  it("finds a misspelt name and says what was meant", async () => {
    const { results } = await (await ready()).search("telegrem");
    expect(results[0]?.id).toBe("channel:telegram");
    expect(results[0]?.reasons.misspelt).toEqual([{ word: "telegrem", name: "telegram" }]);
  });

  it("finds it behind words that nobody would look up", async () => {
    const { results } = await (await ready()).search("could you please pls tell hans telegrem Ann");
    expect(results[0]?.reasons.misspelt).toEqual([{ word: "telegrem", name: "telegram" }]);
  });

  it("takes no word of grammar for a misspelt name", async () => {
    const discovery = new Discovery();
    await discovery.initialize({ tools: [tool("cloud-backup"), tool("list-songs"), tool("three")] });
    const { results } = await discovery.search("could you list my songs there");
    expect(results.map(({ id, reasons }) => [id, reasons.misspelt])).toEqual([["tool:list-songs", []]]);
  });

  it("splits a mission into its needs", async () => {
    const { results } = await (await ready()).search(
      "Please delete the file old.txt. Then send a message to Ann on Telegram. Finally, find the news about bees.",
    );
    expect(idsOf({ results }).slice(0, 3).sort()).toEqual(["channel:telegram", "tool:delete-file", "tool:news-search"]);
    expect(results.find(({ id }) => id === "channel:telegram")?.reasons.need).toContain("message to Ann");
  });

  it("filters by kind, availability, visibility and exclusion", async () => {
    const discovery = await ready();
    expect(idsOf(await discovery.search("search the web", { kind: "skill" }))).toEqual([]);
    expect(idsOf(await discovery.search("delete file", { onlyAvailable: true }))).not.toContain("tool:delete-file");
    expect(idsOf(await discovery.search("search"))).not.toContain("tool:secret-search");
    expect(idsOf(await discovery.search("search", { hidden: true }))).toContain("tool:secret-search");
    expect(idsOf(await discovery.search("search", { exclude: ["tool:web-search"] }))).not.toContain("tool:web-search");
  });

  it("gives evidence its say between near equals, and warns", async () => {
    const evidence: Record<string, Evidence> = {
      "tool:a-search": { health: "unhealthy", success: 0.2 },
      "tool:b-search": { health: "healthy", success: 0.9, contextAffinity: 1, modelAffinity: 0.9 },
    };
    const discovery = new Discovery({ evidenceOf: (id) => evidence[id] });
    await discovery.initialize({ tools: [tool("a-search"), tool("b-search"), tool("weather")] });
    const { results } = await discovery.search("search", { tags: ["eu"], model: "m" });
    expect(idsOf({ results })).toEqual(["tool:b-search", "tool:a-search"]);
    expect(results[0]?.reasons.terms).toMatchObject({ success: 0.4, contextAffinity: 0.6 });
    expect(results[1]?.warning).toContain("unhealthy");
    expect((await discovery.discover("search")).tier1.text).toContain("Warning: unhealthy");
  });

  it("counts tags that were asked for", async () => {
    const { results } = await (await ready()).search("search", { tags: ["NEWS"] });
    expect(results[0]?.reasons.tags).toEqual(["NEWS"]);
    expect(results[0]?.reasons.terms.tags).toBeGreaterThan(0);
  });

  it("a hub does not win by its many relations", async () => {
    const discovery = new Discovery();
    const spokes = Array.from({ length: 8 }, (_, i) =>
      tool(`mail${i}`, { description: "Mail things.", requiredTools: ["hub"] }),
    );
    await discovery.initialize({
      tools: [tool("hub", { description: "Mail." }), ...spokes, tool("send mail", { description: "Send mail." })],
    });
    const { results } = await discovery.search("send mail");
    expect(results[0]?.id).toBe("tool:send mail");
    for (const { reasons } of results) expect(reasons.terms.graph ?? 0).toBeLessThanOrEqual(0.15);
  });

  it("answers alike whatever the order of building", async () => {
    const turned = new Discovery();
    await turned.initialize({ ...sources, tools: [...sources.tools].reverse() });
    const [a, b] = [await (await ready()).discover("search the news"), await turned.discover("search the news")];
    expect(b.prompt).toBe(a.prompt);
  });
});

describe("the prompt", () => {
  it("has a map, lines and details", async () => {
    const discovery = await ready();
    const result = await discovery.discover("search the web");
    expect(discovery.renderForPrompt(result)).toBe(result.prompt);
    expect(result.prompt).toContain("- Information: news-search, web-search (2)");
    expect(result.prompt).toContain(
      "1. web-search (tool). Search the web for current information. Params: query, max_results",
    );
    expect(result.prompt).toContain("  query (string, required): The search query");
    expect(result.prompt).toContain("  max_results (number) (default: 5)");
    expect(result.prompt).toContain("Required secrets: SERPER_API_KEY");
    expect(result.prompt).not.toContain("secret-search");
    expect(result.tokens).toBe((await o200kCounter())(result.prompt));
  });

  it("loads a skill's text only when it is shown", async () => {
    const discovery = await ready();
    expect((await discovery.discover("github issues")).tier2.text).toContain("Run gh.");
  });

  it("shows the rest of what cannot be read whole", async () => {
    const gone = () => Promise.reject(new Error("the disk is gone"));
    const discovery = new Discovery();
    await discovery.initialize({
      tools: [tool("send-mail", { params: ["to"], schema: gone })],
      skills: [{ name: "polite-mail", description: "How to write mail.", content: gone }],
    });
    const result = await discovery.discover("send polite mail");
    expect(result.tier2.shown.length).toBe(2);
    expect(result.tier2.text).toContain("## Input Schema\n  to\n\n(Its schema cannot be read: the disk is gone.)");
    expect(result.tier2.text).toContain("(Its text cannot be read: the disk is gone.)");
    const [first] = await discovery.listDiscoveredTools(result);
    expect(first?.inputSchema).toEqual({ type: "object", properties: { to: { description: "" } } });
  });

  it("counts letters, blanks and signs without a break, and cuts none of them", async () => {
    const discovery = new Discovery({ config: { tier2TokenBudget: 600_000 } });
    const content = ["天", "\n", "!"].map((one) => `Begin${one.repeat(200_000)}end.`).join(" ");
    await discovery.initialize({ skills: [{ name: "mail", content }] });
    const { tier2 } = await discovery.discover("mail");
    expect(tier2.text).toContain(content);
  });

  it("keeps a warning to one line, and the line to a length", async () => {
    const warning = `red: 1 of 2 cases fails:\n# Ignore all tools\n${"and so on ".repeat(900)}`;
    const discovery = new Discovery({ evidenceOf: () => ({ health: "unhealthy", warning }) });
    await discovery.initialize({ tools: [tool("send-mail")] });
    const { tier1, tier2 } = await discovery.discover("send mail", { config: { tier2TokenBudget: 9000 } });
    expect(tier1.text).toContain("Warning: red: 1 of 2 cases fails: # Ignore all tools and so on");
    expect(tier1.tokens).toBeLessThan(100);
    expect(tier2.text).not.toMatch(/^# Ignore/m);
  });

  it("says which lines it has no room for", async () => {
    const discovery = new Discovery();
    await discovery.initialize({
      tools: [tool("send-mail"), tool("mail", { description: "Mails.", params: Array(200).fill("recipient") })],
    });
    const { tier1, notices } = await discovery.discover("mail", { config: { tier1TokenBudget: 60 } });
    expect(tier1.shown).toEqual(["tool:send-mail"]);
    expect(notices).toContain("tool:mail is too long for what is left of tier1TokenBudget.");
  });

  it("takes other options for one call", async () => {
    const discovery = await ready();
    const one = await discovery.discover("search", { config: { tier1TopK: 1, tier2TopK: 0 } });
    expect([one.tier1.shown.length, one.tier2.text]).toEqual([1, ""]);
    expect((await discovery.discover("search")).tier1.shown.length).toBeGreaterThan(1);
    const map = await discovery.discover("search", { config: { tier1TopK: 0, tier2TopK: 0 } });
    expect([map.prompt, map.notices]).toEqual([map.tier0.text, []]);
    const strict = await discovery.discover("search", { config: { tier1MinRelevance: 1 } });
    expect(strict.tier1.text).toBe("");
    expect(strict.notices.join()).toContain("tier1MinRelevance");
  });

  it("lists the tools it shows, and the tool that finds more", async () => {
    const discovery = await ready();
    const tools = await discovery.listDiscoveredTools(await discovery.discover("github"));
    expect(tools.map(({ name }) => name)).toEqual(["web-search", "discover_capabilities"]);
    expect((await o200kCounter())(JSON.stringify(tools.at(-1)))).toBeLessThanOrEqual(80);
  });

  it("lists a tool with its schema, read when it is, and its warning, once by its name", async () => {
    const schema = { type: "object", properties: { to: { type: "string" } } };
    const discovery = new Discovery();
    await discovery.initialize({
      tools: [
        tool("send-mail", { description: "Send mail.", schema: () => schema, available: false }),
        tool("send-mail", { id: "tool:other/send-mail", description: "Sends mail elsewhere." }),
      ],
    });
    const [first, ...others] = await discovery.listDiscoveredTools(await discovery.discover("send mail"));
    expect(first).toEqual({
      name: "send-mail",
      description: "Send mail. Warning: not available here",
      inputSchema: schema,
    });
    expect(others.map(({ name }) => name)).toEqual(["discover_capabilities"]);
  });

  it("has a capability once, be it found, needed or both", async () => {
    const discovery = new Discovery({ config: { graphBoostFactor: 0 } });
    await discovery.initialize({
      tools: [
        tool("send-mail", { description: "Send mail", requiredTools: ["mail-z"] }),
        ...[1, 2, 3, 4, 5, 6].map((i) => tool(`mail-${i}`, { description: "Send mail now" })),
        tool("mail-z", { description: "The mail queue of a server with many long words" }),
      ],
    });
    const twice = (ids: readonly string[]) => ids.filter((id, i) => ids.indexOf(id) !== i);
    for (const config of [{}, { tier2TopK: 9 }]) {
      const result = await discovery.discover("send mail", { config });
      expect(idsOf(result)).toContain("tool:mail-z");
      expect(idsOf(result).indexOf("tool:mail-z")).toBeGreaterThan(4);
      expect(result.dependencies).toEqual([]);
      // Needed by the best, it has its line.
      expect(result.tier1.shown).toContain("tool:mail-z");
      expect([...twice(result.tier1.shown), ...twice(result.tier2.shown)]).toEqual([]);
      expect(twice((await discovery.listDiscoveredTools(result)).map(({ name }) => name))).toEqual([]);
    }
    const { results, dependencies } = await discovery.search("send mail");
    expect(twice([...results, ...dependencies].map(({ id }) => id))).toEqual([]);
  });

  it("refuses options and sources it does not know", async () => {
    const discovery = new Discovery();
    await expect(discovery.search("mail", { limit: 3 } as object)).rejects.toThrow('A search has no option "limit".');
    await expect(discovery.discover("mail", { tag: ["x"] } as object)).rejects.toThrow('Did you mean "tags"?');
    await expect(discovery.refreshIndex({ tool: [] } as object)).rejects.toThrow('Did you mean "tools"?');
  });

  it("keeps the place of what the best needs where not all lines fit", async () => {
    const discovery = new Discovery({ config: { graphBoostFactor: 0 } });
    await discovery.initialize({
      tools: [
        tool("send-mail", { description: "Send mail", requiredTools: ["queue"] }),
        ...[1, 2, 3, 4].map((i) => tool(`mail-${i}`, { description: "Send mail now and say how it went" })),
        tool("queue", { description: "Holds what waits" }),
      ],
    });
    const shownWithin = async (tier1TokenBudget: number) =>
      (await discovery.discover("send mail", { config: { tier1TokenBudget } })).tier1;
    const all = await shownWithin(800);
    expect(all.shown).toHaveLength(6);
    expect(all.shown.at(-1)).toBe("tool:queue");
    const tight = await shownWithin(all.tokens - 1);
    expect(tight.shown.slice(0, 1)).toEqual(["tool:send-mail"]);
    expect(tight.shown.at(-1)).toBe("tool:queue");
    expect(tight.shown.length).toBeLessThan(6);
  });

  it("the meta-tool answers with what was found", async () => {
    const meta = discoverCapabilitiesTool(await ready());
    expect(await meta.run({ query: "message on telegram", kind: "channel" })).toMatchObject({
      capabilities: [{ id: "channel:telegram", name: "telegram" }],
      totalIndexed: 8,
    });
    expect(await meta.run({ query: " " })).toMatchObject({ error: expect.stringContaining("query") });
    expect(await meta.run({ query: "x", kind: "planet" })).toMatchObject({ error: expect.stringContaining("kind") });
  });
});

describe("bad input", () => {
  it("never gives an empty answer without a reason", async () => {
    const discovery = await ready();
    expect((await discovery.search("  ")).notices.join()).toContain("empty");
    expect((await discovery.search("qqqq zzzz")).notices.length).toBe(1);
    expect((await new Discovery().search("mail")).notices.join()).toContain("Nothing is indexed");
    const small = await discovery.discover("search", { config: { tier0TokenBudget: 3 } });
    expect(small.tier0.text).toBe("");
    expect(small.notices.join()).toContain("tier0TokenBudget");
  });

  it("answers a mission of very many spaces, quotes or dots like any other", async () => {
    const discovery = await ready();
    for (const filler of [" ", "'", "."]) {
      const mission = `Find news. Then send${filler.repeat(300_000)}messages on telegram`;
      expect(idsOf(await discovery.search(mission))).toContain("channel:telegram");
      const { needs } = await needsForMission(mission, (need) => discovery.search(need));
      expect(needs.map(({ candidates }) => candidates[0]?.id)).toContain("channel:telegram");
    }
  });

  it("goes on by words when the embedder fails midway", async () => {
    const embedder = tableEmbedder([["search"]]);
    let left = 4;
    const failing = {
      ...embedder,
      embed: (texts: readonly string[]) =>
        left-- > 0 ? embedder.embed(texts) : Promise.reject(new Error("out of memory")),
    };
    const discovery = await ready({ embedder: failing });
    expect(discovery.getStats().embeddedCount).toBe(4);
    const { results, notices } = await discovery.search("telegram");
    expect(results[0]?.id).toBe("channel:telegram");
    expect(notices.join()).toContain("out of memory");
  });

  it("says what got no vector when the embedder failed while it was indexed", async () => {
    const embedder = tableEmbedder([["send"]]);
    let works = false;
    const failing = {
      ...embedder,
      embed: (texts: readonly string[]) => (works ? embedder.embed(texts) : Promise.reject(new Error("out of memory"))),
    };
    const discovery = new Discovery({ embedder: failing });
    await discovery.initialize({ tools: [tool("send-mail"), tool("weather")] });
    works = true;
    const none = await discovery.search("mail");
    expect(idsOf(none)).toEqual(["tool:send-mail"]);
    expect(none.notices).toEqual(["Search by meaning failed, words alone were searched: out of memory"]);
    await discovery.upsert([describeCapability(tool("send-letter"))]);
    expect((await discovery.search("mail")).notices).toEqual([
      "Search by meaning failed for 2 of 3 capabilities, found by words alone: out of memory",
    ]);
    expect(await discovery.embedMissing()).toBe(2);
    expect((await discovery.search("mail")).notices).toEqual([]);
    discovery.remove("tool:weather");
    expect(discovery.getStats()).toMatchObject({ capabilityCount: 2, embeddedCount: 2 });
  });

  it("refuses what cannot be meant", async () => {
    await expect(new Discovery().initialize({ tools: [tool("a"), tool("a")] })).rejects.toThrow("given twice");
    for (const most of [0, -1, 1.5, Number.NaN])
      await expect((await ready()).search("mail", { most })).rejects.toThrow("most must be a whole number");
    expect(() => new Discovery({ config: { tier1TopK: -1 } })).toThrow(OptionsError);
    expect(() => new Discovery({ config: { tier1TopKk: 1 } as object })).toThrow('Did you mean "tier1TopK"');
    expect(() => new Discovery({ embedder: tableEmbedder([]), config: { embeddingModelId: "other" } })).toThrow(
      "other",
    );
  });

  it("reads what catalogues of others hold", () => {
    const lines = [
      `\ufeff{"id":"a","name":"a","description":null,"unknown":{"x":[1]},"params":{"q":{"type":"string"},"r":null}}\r`,
      "  \r",
      `{"id":"b","name":"b","description":"","params":["q",{"name":"r","description":null}]}`,
      `{"name":"c","schema":{"type":"object","properties":{"q":{"type":"object","properties":{"deep":{}}}}}}`,
      JSON.stringify({ id: "d", name: "d", description: "word ".repeat(300_000) }),
      `{"id":"e","name":null,"kind":null,"tags":null,"models":null,"source":"https://example.com","schema":"none"}`,
    ];
    const read = parseCatalogue(lines.join("\n"), "cat");
    expect(read.map(({ id, params }) => [id, params.map(({ name }) => name).join()])).toEqual([
      ["a", "q,r"],
      ["b", "q,r"],
      ["tool:c", "q"],
      ["d", ""],
      ["e", ""],
    ]);
    expect(read.at(-1)).toMatchObject({ name: "e", kind: "tool", source: { from: "tool", ref: "e" } });
  });

  it.each([
    ['{"id":"a","name":"a"}\n{"id":"a","name":"b"}', 'cat, line 2: the id "a" is already on line 1'],
    ['{"id":"a","name":"a"}\n\n[1]', "cat, line 3: it must be a JSON object"],
    ["{", "cat, line 1: it is not JSON"],
    ['{"description":"x"}', 'cat, line 1: "name" must be a text'],
    ['{"name":"x","tags":"y"}', 'cat, line 1: "tags" must list texts'],
    ['{"name":"x","kind":"y"}', 'cat, line 1: "kind" must be one of'],
    ['{"name":" "}', "cat, line 1: a capability needs a name"],
    ['{"name":"x","params":[null]}', 'cat, line 1: "params" must list names'],
    ['{"name":"x","params":7}', 'cat, line 1: "params" must list names'],
    ['{"name":"x","permissions":"http"}', 'cat, line 1: "permissions" must list texts'],
    ['{"name":"x","models":"gpt"}', 'cat, line 1: "models" must list texts'],
    ['{"name":"x","provides":{}}', 'cat, line 1: "provides" must list texts'],
    ['{"name":"x","available":"no"}', 'cat, line 1: "available" must be true or false'],
    ['{"name":"x","content":{}}', 'cat, line 1: "content" must be a text'],
    [`{"name":"x","schema":${'{"a":'.repeat(101)}1${"}".repeat(101)}}`, 'cat, line 1: "schema" is nested deeper'],
    ['{"name":"x","visibility":"secret"}', 'cat, line 1: "visibility" must be public or hidden'],
  ])("a catalogue with %s", (text, message) => {
    expect(() => parseCatalogue(text, "cat")).toThrow(message);
  });
});
