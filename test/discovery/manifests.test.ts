// CAPABILITY.yaml: what a manifest may say, where they are looked for, what is refused and how, and following changes.

import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { Discovery } from "../../src/discovery/discovery.ts";
import { discoverCapabilitiesTool } from "../../src/discovery/meta-tool.ts";
import { o200kCounter } from "../../src/discovery/tokens.ts";
import { openManifests } from "../../src/engine/discovery/manifests.ts";
import { RegistryDiscovery } from "../../src/engine/discovery/registry-discovery.ts";
import { manifestSchema } from "../../src/host/manifests/manifest-schema.ts";
import { type ManifestScan, manifestDirectories, scanManifests } from "../../src/host/manifests/scan.ts";
import { watchManifests } from "../../src/host/manifests/watch.ts";
import { defineTool, run } from "../../src/node.ts";
import { addTool, openStore } from "../registry/opened.ts";
import { tableEmbedder } from "./support.ts";

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "ptc-manifests-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function write(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

const minimal = "kind: tool\nname: jira\ndescription: Searches issues\n";
const full = `id: tool:docs
kind: tool
name: docs
displayName: Document search
description: Searches a proprietary API for internal documents
category: information
tags: [search, internal]
requiredTools: [http]
requiredSecrets: [INTERNAL_API_KEY]
hasSideEffects: true
available: false
visibility: hidden
inputSchema: { type: object, properties: { query: { type: string, description: What to find } } }
skillContent: ./how.md
`;

/** A project's folder with these files below capabilities/, scanned alone. */
function scanned(files: Readonly<Record<string, string>>): ManifestScan & { readonly root: string } {
  const root = newFolder();
  write(join(root, "capabilities"), files);
  return { ...scanManifests({ root, user: null, env: {} }), root };
}

const placesOf = ({ problems }: ManifestScan, root: string) =>
  problems.map(({ at, message }) => `${at.file.slice(root.length + 1)}:${at.line}:${at.column} ${message}`);

describe("a manifest", () => {
  it("needs a kind, a name and a description; its id follows", () => {
    const { capabilities, problems } = scanned({ "jira/CAPABILITY.yaml": minimal });
    expect(problems).toEqual([]);
    expect(capabilities).toMatchObject([
      { id: "tool:jira", kind: "tool", displayName: "Jira", available: true, source: { from: "manifest" } },
    ]);
  });

  it("says everything else too, and reads its text when it is shown", async () => {
    const { capabilities, root } = scanned({ "docs/CAPABILITY.yaml": full, "docs/how.md": "Ask for one thing." });
    const [docs] = capabilities;
    expect(docs).toMatchObject({
      id: "tool:docs",
      displayName: "Document search",
      category: "information",
      tags: ["search", "internal"],
      requiredTools: ["http"],
      requiredSecrets: ["INTERNAL_API_KEY"],
      sideEffects: true,
      available: false,
      visibility: "hidden",
      params: [{ name: "query", description: "What to find" }],
    });
    write(root, { "capabilities/docs/how.md": "Changed since." });
    expect(await (docs!.fullContent as () => string)()).toBe("Changed since.");
    rmSync(join(root, "capabilities/docs/how.md"));
    expect(await (docs!.fullContent as () => string)()).toContain("cannot be read: no such file");
  });

  it("has its schema and its text beside it", async () => {
    const schema = { type: "object", properties: { jql: { type: "string" } } };
    const { capabilities } = scanned({
      "jira/CAPABILITY.yaml": minimal,
      "jira/schema.json": JSON.stringify(schema),
      "jira/SKILL.md": "Quote names.",
    });
    expect(capabilities[0]).toMatchObject({ fullSchema: schema, params: [{ name: "jql" }] });
    expect(await (capabilities[0]!.fullContent as () => string)()).toBe("Quote names.");
  });

  it("lends the embedder its name and description, never its secrets, schema or text", async () => {
    const { capabilities } = scanned({ "docs/CAPABILITY.yaml": full, "docs/how.md": "Ask for one thing." });
    const embedder = tableEmbedder([]);
    await new Discovery({ embedder }).upsert(capabilities);
    expect(embedder.calls).toEqual(["Document search: Searches a proprietary API for internal documents"]);
  });

  it("is published as a schema", () => {
    const published = new URL("../../docs/schema/capability-1.json", import.meta.url);
    expect(JSON.parse(readFileSync(published, "utf8"))).toEqual(JSON.parse(JSON.stringify(manifestSchema)));
  });
});

describe("a bad manifest is skipped with its place, and the others are read:", () => {
  const cases: readonly (readonly [string, Readonly<Record<string, string>>, string])[] = [
    ["no YAML", { "b/CAPABILITY.yaml": "kind: tool\nname: [x\n" }, "CAPABILITY.yaml:2:9 It is not YAML"],
    ["no map", { "b/CAPABILITY.yaml": "- a\n" }, "CAPABILITY.yaml:1:1 It must be a map"],
    ["empty", { "b/CAPABILITY.yaml": "" }, "CAPABILITY.yaml:1:1 It must be a map"],
    ["no kind", { "b/CAPABILITY.yaml": "name: x\ndescription: y\n" }, '1:1 The manifest needs "kind"'],
    ["an unknown kind", { "b/CAPABILITY.yaml": "name: x\nkind: planet\ndescription: y\n" }, "2:1 kind must be one of"],
    ["a misspelt key", { "b/CAPABILITY.yaml": `${minimal}tag: [a]\n` }, '4:1 The manifest has no place for "tag"'],
    ["a wrong type", { "b/CAPABILITY.yaml": `${minimal}tags: a\n` }, "4:1 tags must be array"],
    ["an empty name", { "b/CAPABILITY.yaml": minimal.replace("jira", '" "') }, "2:1 name must not be empty"],
    [
      "a key given twice",
      { "b/CAPABILITY.yaml": `${minimal}name: z\n` },
      "4:1 It is not YAML: Map keys must be unique",
    ],
    ["aliases", { "b/CAPABILITY.yaml": `${minimal}tags: &t [a]\nrequiredTools: *t\n` }, "It uses YAML aliases"],
    ["a schema that is none", { "b/CAPABILITY.yaml": minimal, "b/schema.json": "{" }, "schema.json is not JSON"],
    [
      "a schema of another kind",
      { "b/CAPABILITY.yaml": minimal, "b/schema.json": "5" },
      "schema.json must be an object",
    ],
    [
      "a schema without a bottom",
      { "b/CAPABILITY.yaml": minimal, "b/schema.json": `${'{"a":'.repeat(9000)}1${"}".repeat(9000)}` },
      "schema.json is nested deeper than 100 levels",
    ],
    [
      "a schema of its own without a bottom",
      { "b/CAPABILITY.yaml": `${minimal}inputSchema: ${"{a: ".repeat(200)}1${"}".repeat(200)}\n` },
      "4:1 inputSchema is nested deeper than 100 levels",
    ],
    [
      "no text where one is named",
      { "b/CAPABILITY.yaml": `${minimal}skillContent: x.md\n` },
      "4:1 There is no file x.md",
    ],
    [
      "a text elsewhere",
      { "b/CAPABILITY.yaml": `${minimal}skillContent: ../../x\n` },
      "4:1 ../../x leads out of its folder",
    ],
    ["too large", { "b/CAPABILITY.yaml": `${minimal}# ${"x".repeat(70_000)}` }, "larger than 64 KB"],
    ["misnamed", { "b/capability.yml": minimal }, "capability.yml:1:1 A manifest is called CAPABILITY.yaml"],
  ];
  it.each(cases)("%s", (_, files, wanted) => {
    const found = scanned({ ...files, "a/CAPABILITY.yaml": minimal.replace("jira", "good") });
    expect(found.capabilities.map(({ id }) => id)).toEqual(["tool:good"]);
    expect(placesOf(found, found.root)).toEqual([expect.stringContaining(wanted)]);
    expect(found.problems[0]?.hint).not.toBe("");
  });

  it("a link that leads outside, of the folder, of the manifest or of its text", () => {
    const outside = newFolder();
    write(outside, { "x/CAPABILITY.yaml": minimal, "secret.md": "secret" });
    const root = newFolder();
    const home = join(root, "capabilities");
    write(home, { "text/CAPABILITY.yaml": minimal.replace("jira", "text"), "file/other": "" });
    symlinkSync(join(outside, "x"), join(home, "folder"));
    symlinkSync(join(outside, "x/CAPABILITY.yaml"), join(home, "file/CAPABILITY.yaml"));
    symlinkSync(join(outside, "secret.md"), join(home, "text/SKILL.md"));
    const found = scanManifests({ root, user: null, env: {} });
    expect(found.capabilities).toEqual([]);
    expect(found.problems.map(({ message }) => message)).toEqual([
      expect.stringContaining("leads outside"),
      expect.stringContaining("leads outside"),
      expect.stringContaining("leads outside"),
    ]);
  });
});

describe("directories", () => {
  it("are those of the user, of the workspace and of the environment, in that order", () => {
    const [root, home] = [newFolder(), newFolder()];
    const named = (text: string) => minimal.replace("Searches issues", text);
    write(home, { ".ptc/capabilities/a/CAPABILITY.yaml": named("the user's") });
    write(root, {
      "capabilities/a/CAPABILITY.yaml": named("the workspace's"),
      "capabilities/b/CAPABILITY.yaml": named("b").replace("jira", "b"),
      "more/a/CAPABILITY.yaml": named("the environment's"),
      "more/c/CAPABILITY.yaml": named("c").replace("jira", "c"),
    });
    const env = { HOME: home, PTC_CAPABILITY_DIRS: "more:/nowhere/at/all:more" };
    const found = scanManifests({ root, env });
    expect(found.sources.map(({ origin, exists, found: count }) => [origin, exists, count])).toEqual([
      ["user", true, 1],
      ["workspace", true, 1],
      ["environment", true, 1],
      ["environment", false, 0],
    ]);
    expect(found.capabilities.map(({ id, description }) => [id, description])).toEqual([
      ["tool:b", "b"],
      ["tool:c", "c"],
      ["tool:jira", "the user's"],
    ]);
    expect(found.problems.map(({ reason, at }) => [reason, at.file.slice(root.length + 1)])).toEqual([
      ["duplicate_manifest", "capabilities/a/CAPABILITY.yaml"],
      ["duplicate_manifest", "more/a/CAPABILITY.yaml"],
    ]);
    expect(manifestDirectories({ root, env, user: null }).length).toBe(3);
  });
});

describe("changes", () => {
  it("are followed once the files are still, also in a directory that was not there", async () => {
    const root = newFolder();
    const scans: string[] = [];
    let heard = () => {};
    const watched = watchManifests({ root, user: null, env: {}, debounceMs: 60 }, (scan) => {
      scans.push(scan.capabilities.map(({ id }) => id).join(" "));
      heard();
    });
    onTestFinished(() => watched.close());
    await watched.ready;
    const until = async (wanted: string) => {
      while (scans.at(-1) !== wanted) await new Promise<void>((resolve) => (heard = resolve));
    };
    const add = (name: string) =>
      write(root, { [`capabilities/${name}/CAPABILITY.yaml`]: minimal.replace("jira", name) });
    for (const name of ["a", "b", "c"]) add(name);
    await until("tool:a tool:b tool:c");
    expect(scans.length).toBeLessThan(3);
    rmSync(join(root, "capabilities/b"), { recursive: true });
    await until("tool:a tool:c");
    rmSync(join(root, "capabilities"), { recursive: true });
    await until("");
    add("d");
    await until("tool:d");
    await watched.close();
    const before = scans.length;
    add("e");
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(scans.length).toBe(before);
  });
});

describe("in the index of a registry", () => {
  it("manifests are found beside what is registered, which counts before them", async () => {
    const store = await openStore();
    await addTool(store, "jira", { description: "Registered search of issues." });
    const root = newFolder();
    write(root, {
      "capabilities/jira/CAPABILITY.yaml": minimal,
      "capabilities/slack/CAPABILITY.yaml": "kind: channel\nname: slack\ndescription: Sends messages to Slack\n",
    });
    const discovery = new RegistryDiscovery({ store, hostFunctions: new Set() });
    const manifests = openManifests({ root, user: null, env: {} }, discovery);
    onTestFinished(() => manifests.close());
    expect((await discovery.search("send messages to slack")).results[0]?.id).toBe("channel:slack");
    expect(discovery.index.get("tool:jira")?.description).toContain("Registered");
    expect(await discovery.status()).toMatchObject({ manifests: 2, alsoRegistered: ["tool:jira"], behind: 0 });
    await store.write((w) => w.setArchived({ kind: "tool", id: "jira", reason: "old", at: "2026-01-01" }));
    await discovery.refresh();
    expect(discovery.index.get("tool:jira")?.description).toBe("Searches issues");
    await store.write((w) => w.clearArchived("tool", "jira"));
    await discovery.refresh();
    expect(discovery.index.get("tool:jira")?.description).toContain("Registered");
    discovery.setManifests([]);
    expect(await discovery.refresh()).toEqual({ updated: 0, removed: 1 });
  });

  it("a model finds them with discover_capabilities, a tool of at most 80 tokens that programs can call", async () => {
    const store = await openStore();
    await addTool(store, "send_mail", { description: "Sends a mail." });
    const discovery = new RegistryDiscovery({ store, hostFunctions: new Set() });
    const meta = discoverCapabilitiesTool(discovery);
    const { run: _, ...listed } = meta;
    expect((await o200kCounter())(JSON.stringify(listed))).toBeLessThanOrEqual(80);
    const result = await run('(-> (tool/discover_capabilities {:query "send a mail"}) :capabilities first :id)', {
      tools: [defineTool({ ...meta, inputSchema: meta.inputSchema as Record<string, unknown> })],
    });
    expect(result).toMatchObject({ ok: true, text: '"tool:send_mail"' });
  });
});
