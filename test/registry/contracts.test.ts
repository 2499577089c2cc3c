// Contracts: which version a range gives, who may call what, whether a pack fits, and data checked both ways.

import { expect, it } from "vitest";
import { accessFor, preventImplicitAccess } from "../../src/registry/contracts/access.ts";
import { contractOf, enforce, getCapability } from "../../src/registry/contracts/contract.ts";
import { isGranted } from "../../src/registry/contracts/grants.ts";
import { type Pack, validatePackCompatibility } from "../../src/registry/contracts/packs.ts";
import type { Health } from "../../src/registry/model.ts";
import type { Store } from "../../src/registry/store.ts";
import { toolVersion } from "../store/samples.ts";
import { addTool, addTrials, must, mustNot, openStore } from "./opened.ts";

async function addVersion(store: Store, id: string, version: string, health: Health = "green") {
  await store.write(async (w) => {
    const { capability } = (await w.toolHead(id))!;
    await w.insertToolVersion(toolVersion(id, { version, capability, title: version }), health, null);
    await w.setCurrent(id, version);
  });
}

async function versions() {
  const store = await openStore();
  await addTool(store, "parse_csv", { capability: "csv" });
  for (const version of ["1.2.0", "1.10.0", "2.0.0-beta.1", "2.0.0"]) await addVersion(store, "parse_csv", version);
  return store;
}

it("a contract has every field, dependencies of the code among the tools it requires", () => {
  const tool = toolVersion("report", {
    requiredTools: ["mailer"],
    dependencies: [{ id: "total", by: "call" }],
    permissions: ["clock:now"],
    requiredModels: ["large"],
    stateful: true,
    deterministic: false,
  });
  expect(contractOf(tool)).toEqual({
    id: "report",
    version: "1.0.0",
    capability: "report",
    description: tool.description,
    requiredTools: ["mailer", "total"],
    requiredPermissions: ["clock:now"],
    requiredModels: ["large"],
    deterministic: false,
    stateful: true,
    inputSchema: tool.inputSchema,
    outputSchema: tool.outputSchema,
    signature: tool.signature,
    schemaHash: tool.schemaHash,
  });
});

it.each([
  ["^1.0.0", "1.10.0"],
  ["1.2.0", "1.2.0"],
  ["~1.2", "1.2.0"],
  ["v1", "1.10.0"],
  ["*", "2.0.0"],
  ["2.0.0-beta.1", "2.0.0-beta.1"],
  [undefined, "2.0.0"],
])("the range %s gives %s", async (range, version) => {
  const store = await versions();
  expect(must(await store.read((r) => getCapability(r, "parse-csv", range))).version).toBe(version);
});

it.each([
  ["parse_csv", "^3.0.0", "no_matching_version"],
  ["parse_csv", "newest", "bad_range"],
  ["parse_cvs", undefined, "unknown_capability"],
] as const)("refuses %s at %s: %s", async (id, range, reason) => {
  const store = await versions();
  expect(mustNot(await store.read((r) => getCapability(r, id, range))).reason).toBe(reason);
});

it("an unknown name gets a suggestion", async () => {
  const store = await versions();
  expect(mustNot(await store.read((r) => getCapability(r, "parse_cvs"))).hint).toBe("Did you mean `parse_csv`?");
});

it("a version never changes: what was given out once is given out again", async () => {
  const store = await versions();
  const before = must(await store.read((r) => getCapability(r, "parse_csv@1.2.0")));
  await addVersion(store, "parse_csv", "3.0.0");
  expect(must(await store.read((r) => getCapability(r, "parse_csv@1.2.0")))).toEqual(before);
});

it("a red version is passed over, and refused when there is no other", async () => {
  const store = await versions();
  await addVersion(store, "parse_csv", "2.1.0", "red");
  expect(must(await store.read((r) => getCapability(r, "parse_csv", "^2.0.0"))).version).toBe("2.0.0");
  expect(mustNot(await store.read((r) => getCapability(r, "parse_csv", "2.1.0"))).reason).toBe("red_version");
});

it("a replaced tool answers with its replacement, unless a version is named; an archived one does not answer", async () => {
  const store = await versions();
  await addTool(store, "parse_csv_eu", { capability: "csv" });
  await store.write((w) => w.setSupersededBy("parse_csv", "parse_csv_eu@1.0.0"));
  expect(must(await store.read((r) => getCapability(r, "parse_csv"))).id).toBe("parse_csv_eu");
  expect(must(await store.read((r) => getCapability(r, "parse_csv@1.2.0"))).id).toBe("parse_csv");
  await store.write((w) => w.setArchived({ kind: "tool", id: "parse_csv_eu", reason: "x", at: "2026-01-01" }));
  expect(mustNot(await store.read((r) => getCapability(r, "parse_csv_eu"))).reason).toBe("archived");
});

it("a capability answers with its best tool that has such a version", async () => {
  const store = await versions();
  await addTool(store, "better", { capability: "csv" });
  await addTrials(store, "better", [20, 20]);
  expect(must(await store.read((r) => getCapability(r, "csv"))).id).toBe("better");
  expect(must(await store.read((r) => getCapability(r, "csv", "^2.0.0"))).id).toBe("parse_csv");
});

async function chain() {
  const store = await openStore();
  await addTool(store, "read_file", { permissions: ["filesystem:read:data/**"] });
  await addTool(store, "total", { dependencies: [{ id: "read_file", by: "tool" }] });
  await addTool(store, "report", { dependencies: [{ id: "total", by: "call" }], requiredTools: ["mailer"] });
  await addTool(store, "mailer", { requiredModels: ["large"], stateful: true, deterministic: false });
  await addTool(store, "delete_file");
  return store;
}

it("a tool may be called when something declared needs it, through any number of others", async () => {
  const store = await chain();
  const access = await store.read((r) => accessFor(r, ["report"]));
  expect(access.allowed.get("read_file")).toEqual(["report", "total", "read_file"]);
  for (const tool of ["report", "total", "read-file", "mailer"]) expect(access.check(tool)).toBeNull();
  expect(access.check("delete_file")).toMatchObject({ reason: "implicit_access" });
});

it("what nothing declared needs may not be called", async () => {
  const store = await chain();
  const ask = (tool: string, declared: string[]) => store.read((r) => preventImplicitAccess(r, tool, declared));
  must(await ask("read_file", ["total"]));
  expect(mustNot(await ask("mailer", ["total"])).message).toBe(
    "The tool mailer may not be called: total does not need it.",
  );
  expect(mustNot(await ask("total", [])).message).toBe("The tool total may not be called: nothing is declared.");
  expect(mustNot(await ask("unheard_of", ["total"])).reason).toBe("implicit_access");
});

const check = async (store: Store, pack: Partial<Pack>) =>
  store.read((r) => validatePackCompatibility(r, { name: "monthly", capabilities: [], ...pack }));

it("a pack that fits gets its contracts", async () => {
  const store = await chain();
  const report = await check(store, {
    capabilities: ["read-file@^1.0.0", "total"],
    tools: ["read_file"],
    permissions: ["filesystem:read:**"],
    deterministic: true,
    stateful: false,
  });
  expect(must(report).contracts.map((c) => `${c.id}@${c.version}`)).toEqual(["read_file@1.0.0", "total@1.0.0"]);
});

it("everything that does not fit is said at once", async () => {
  const store = await chain();
  await store.write((w) => w.setHealth("total", "1.0.0", "red", "a case fails"));
  const refused = await check(store, {
    capabilities: ["read_file", "read_file@^2.0.0", "mailer", "nothing", "report"],
    tools: ["delete_file"],
    permissions: ["filesystem:read:other/**"],
    models: ["small"],
    deterministic: true,
    stateful: false,
  });
  if (refused.ok) throw new Error("This should have been refused.");
  expect(refused.problems.map((problem) => problem.reason)).toEqual([
    "conflicting_ranges",
    "permission_not_granted",
    "no_matching_version",
    "model_not_available",
    "not_deterministic",
    "stateful",
    "unknown_capability",
    "missing_required_tool",
    "implicit_access",
  ]);
  expect(refused.problem.reason).toBe("pack_incompatible");
});

it.each([
  ["filesystem:read:data/a.csv", "filesystem:read:data/**", true],
  ["filesystem:read:**", "filesystem:read:data/**", false],
  ["filesystem:write:data/a.csv", "filesystem:read:data/**", false],
  ["http:fetch:api.example.com", "http:fetch:*.example.com", true],
  ["http:fetch:example.org", "http:fetch:*.example.com", false],
  ["http:fetch:example.com?methods=POST", "http:fetch:example.com", false],
  ["http:fetch:example.com:8080", "http:fetch:example.com", false],
  ["secret:KEY?host=example.com", "secret:KEY", true],
  ["secret:KEY", "secret:KEY?host=example.com", false],
  ["kv:notes", "kv:*", true],
  ["clock:now", "random", false],
  ["clock:now", "clock:now", true],
] as const)("%s under %s: %s", (wanted, granted, expected) => {
  expect(isGranted(wanted, [granted])).toBe(expected);
});

it("data is checked on the way in and on the way out", () => {
  const { input, output } = enforce(contractOf(toolVersion("count_words")));
  must(input({ text: "a b" }));
  expect(mustNot(input({ text: 7 }))).toEqual({
    reason: "bad_arguments",
    message: "count_words@1.0.0 was called with arguments that do not fit: text must be string.",
    hint: "It takes (text :string) -> :int.",
  });
  must(output(2));
  expect(mustNot(output("2")).reason).toBe("bad_result");
});
