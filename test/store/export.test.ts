// Everything out and in again: the same bytes on either engine and across them, and nothing of an export that is not sound.

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { canonicalJson } from "../../src/base/canonical-json.ts";
import type { RegistryExport, Store } from "../../src/registry/store.ts";
import { openStore } from "../../src/store/open.ts";
import { type Postgres, startPostgres } from "../support/postgres.ts";
import {
  auditEntry,
  candidate,
  capability,
  caseRun,
  noon,
  register,
  skillVersion,
  testCase,
  toolVersion,
  trial,
} from "./samples.ts";

let server: Postgres;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.stop());

const review = { status: "flagged_for_review", reason: "r", before: null, after: "a@1.1.0", since: noon } as const;

/** Something of everything. The records are made once, so that two stores can hold the same. */
const records = {
  a: toolVersion("a", { tags: ["x", "Ünïcode"] }),
  a2: toolVersion("a", { version: "1.1.0", supersedes: "a@1.0.0", description: "Better." }),
  b: toolVersion("b", { dependencies: [{ id: "a", by: "call" }], requiredTools: ["a"] }),
  case: testCase("a"),
  failing: testCase("a", { input: { text: null, deep: [[{ "": 1.5 }]] }, stubs: { b: [{ result: 1 }] } }),
  skill: skillVersion("s", { appliesTo: ["a"], tags: ["EU"], files: { "x.md": "y" } }),
  trials: [
    ...Array.from({ length: 30 }, (_, n) => trial("a", n % 3 > 0, { tags: [`t${n % 4}`], model: n % 2 ? "m" : null })),
    trial("s", true, { kind: "skill", model: "m" }),
  ],
  candidate: candidate("h", { status: "promoted", promotedTo: "tool:a@1.1.0" }),
  audit: [auditEntry("a"), auditEntry("zzz", { accepted: false, details: [1, { "\u0000": null }] })],
};
const run = caseRun(records.failing, "1.1.0", false);

async function fill(store: Store): Promise<void> {
  await store.write(async (writer) => {
    await writer.putCapability(capability("a", ["a"]));
    await writer.putCapability(capability("b", ["b"]));
    await writer.insertToolVersion(records.a, "green", null);
    await writer.insertToolVersion(records.b, "pending", "\ud800");
    await writer.insertToolVersion(records.a2, "red", "one case fails");
    await writer.setCurrent("a", "1.1.0");
    await writer.insertCases([records.case, records.failing]);
    await writer.insertCaseRuns([run]);
    await writer.insertSkillVersion(records.skill);
    await writer.setReview("s", review);
  });
  await store.write(async (writer) => {
    await writer.insertTrials(records.trials);
    await writer.recordLink({ tools: ["a"], skills: ["s"], at: noon });
    await writer.setArchived({ kind: "tool", id: "b", reason: "stale", at: noon });
    await writer.setArchived({ kind: "skill", id: "s", reason: "stale", at: noon });
    await writer.putCandidate(records.candidate);
    for (const entry of records.audit) await writer.insertAudit(entry);
  });
}

async function on<T>(kind: "memory" | "postgres", work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore(kind === "memory" ? ":memory:" : server.newUrl());
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

async function exported(kind: "memory" | "postgres" = "memory"): Promise<RegistryExport> {
  return on(kind, async (store) => {
    await fill(store);
    expect(await store.verify()).toEqual([]);
    return store.exportAll();
  });
}

it("gives the same bytes on both engines", async () => {
  expect(canonicalJson(await exported("postgres"))).toBe(canonicalJson(await exported("memory")));
});

const ways = (["memory", "postgres"] as const).flatMap((from) =>
  (["memory", "postgres"] as const).map((to) => [from, to] as const),
);
describe.each(ways)("from %s to %s", (from, to) => {
  it("comes back as it was, and serves as before", async () => {
    const all = await exported(from);
    const parsed = JSON.parse(canonicalJson(all)) as RegistryExport;
    await on(to, async (store) => {
      await store.importAll(parsed);
      expect(canonicalJson(await store.exportAll())).toBe(canonicalJson(all));
      expect(await store.verify()).toEqual([]);
      await store.read(async (reader) => {
        expect(await reader.toolHeads({ tags: [] })).toHaveLength(1);
        expect((await reader.dependentsOf("a")).map((head) => head.id)).toEqual(["b"]);
        expect((await reader.skillHeads({ tags: ["eu"], archived: true })).map((head) => head.id)).toEqual(["s"]);
      });
      // The same again changes nothing; more of it is refused.
      await store.importAll(parsed);
      await store.write((writer) => register(writer, toolVersion("later")));
      await expect(store.importAll(parsed)).rejects.toMatchObject({ reason: "store_not_empty" });
    });
  });
});

type Damaged = Record<string, Record<string, unknown>[]>;
type Damage = (all: Damaged) => unknown;

/** Changes fields of one record. */
const change =
  (part: string, at: number, fields: object): Damage =>
  (all) =>
    Object.assign(all[part]![at]!, fields);
const drop =
  (part: string, from: number, count = 1): Damage =>
  (all) =>
    all[part]!.splice(from, count);
const again =
  (part: string, fields: object = {}): Damage =>
  (all) =>
    all[part]!.push({ ...all[part]![0]!, ...fields });
const whole =
  (fields: object): Damage =>
  (all) =>
    Object.assign(all, fields);

const tallies = { overall: { successes: 20, trials: 31 }, byTag: {}, byModel: {} };

const damages: readonly (readonly [what: string, damage: Damage, said: RegExp])[] = [
  ["content of a tool", change("toolVersions", 0, { description: "new" }), /tool a@1.0.0: its content is not what/],
  ["schemas of a tool", change("toolVersions", 0, { outputSchema: {} }), /tool a@1.0.0: its schemas are not what/],
  ["content of a skill", change("skillVersions", 0, { prompt: "x" }), /skill s@1.0.0: its content is not what/],
  ["content of a case", change("cases", 0, { expected: { kind: "no_crash" } }), /case .*: its content is not what/],
  ["a version that is no semver", change("toolVersions", 2, { version: "one" }), /one is no semantic version/],
  ["a current version that is not there", change("tools", 0, { current: "9.9.9" }), /current version 9.9.9 is not/],
  ["a counter too high", change("counters", 1, { counters: tallies }), /counters of tool a: are not what its trials/],
  ["counters without trials", drop("trials", 0, 99), /counters of tool a: count trials that are not there/],
  ["a counter left out", drop("counters", 1), /counters of tool a: are not what its trials/],
  [
    "a trial of an unknown tool",
    change("trials", 0, { id: "nobody" }),
    /tool version nobody@1.0.0, which is not there/,
  ],
  ["a run of an unknown case", change("caseRuns", 0, { caseUid: "no" }), /case run .*: refers to case no/],
  ["a tool twice", again("tools"), /tool a: is there twice/],
  ["a case twice", again("cases", { uid: "other" }), /case other: is there twice/],
  ["an implementation that is not there", change("capabilities", 0, { implementations: ["no"] }), /refers to tool no/],
  ["a missing capability", drop("capabilities", 0), /tool a: refers to capability a/],
  [
    "a default that is no implementation",
    change("capabilities", 1, { defaultImplementation: "a" }),
    /its default a is/,
  ],
  ["a health that contradicts", change("tools", 0, { health: "green" }), /its health is not that of the tool/],
  [
    "a tool made green that never passed its case",
    (all) => {
      const head = all.tools![0]!;
      const current = all.toolVersions!.find((v) => v.id === head.id && v.version === head.current);
      for (const one of [head, current!]) Object.assign(one, { health: "green", healthReason: null });
      for (const run of all.caseRuns!) Object.assign(run, { toolId: head.id, version: head.current, passed: false });
    },
    /tool a: is green, but never passed the case/,
  ],
  ["an archive entry too few", drop("archive", 0), /skill s: is archived without an entry/],
  ["a cycle", change("toolVersions", 0, { supersedes: "a@1.1.0" }), /supersedes itself: a@1.0.0 -> a@1.1.0 -> a@1.0.0/],
  [
    "tools that replaced each other",
    (all) => {
      Object.assign(all.tools![0]!, { supersededBy: "b@1.0.0" });
      Object.assign(all.tools![1]!, { supersededBy: "a@1.0.0" });
    },
    /tool a: was replaced by itself: a -> b -> a/,
  ],
  ["a replacement that supersedes nothing", change("tools", 0, { supersededBy: "b@1.0.0" }), /no version of which/],
  ["a dependency that is not there", change("toolVersions", 2, { requiredTools: ["no"] }), /tool or capability no/],
  ["a promotion to nothing", change("candidates", 0, { promotedTo: "tool:x@1.0.0" }), /tool version x@1.0.0/],
  ["a promotion to something else", change("candidates", 0, { promotedTo: "x" }), /names no tool or skill/],
  ["a field too many", change("tools", 0, { nickname: "x" }), /nickname should be nothing/],
  ["a field of another type", change("tools", 0, { stamp: "3" }), /stamp should be a whole number/],
  [
    "a field too deep of another type",
    change("skills", 0, { review: { status: 1 } }),
    /review.status should be flagged/,
  ],
  ["a body of no known kind", change("toolVersions", 0, { body: { kind: "wasm" } }), /body.kind should be lisp or/],
  ["a record that is no object", (all) => all.audit!.push(null as never), /audit record: should be an object/],
  ["a part left out", whole({ trials: undefined }), /has no list of trials: it may be cut short/],
  ["a part too many", whole({ notes: [] }), /does not know: notes/],
  ["another format", whole({ format: "zip" }), /is no export of a registry/],
  ["a newer version", whole({ version: 2 }), /has version 2; this program reads 1/],
  ["missions that are no number", whole({ missions: "many" }), /how many missions/],
  ["fewer missions than a tool has seen", whole({ missions: 0 }), /tool a: counts more missions than there were/],
];

it.each(damages)("refuses an export with %s and writes nothing", async (_, damage, said) => {
  const all = JSON.parse(canonicalJson(await exported())) as Damaged;
  damage(all);
  await on("memory", async (store) => {
    await expect(store.importAll(all as unknown as RegistryExport)).rejects.toMatchObject({
      name: "StoreError",
      reason: "export_invalid",
      problems: expect.arrayContaining([expect.stringMatching(said)]),
    });
    expect((await store.exportAll()).audit).toEqual([]);
  });
});

it.each([null, 3, [], "x", {}])("refuses %j, which is no export", async (value) => {
  await on("memory", (store) =>
    expect(store.importAll(value as unknown as RegistryExport)).rejects.toMatchObject({ reason: "export_invalid" }),
  );
});
