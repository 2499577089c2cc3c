// Tools in the store: versions, heads, filters, dependents, stamps. The same on both engines.

import { expect, it } from "vitest";
import type { Store } from "../../src/registry/store.ts";
import { onBothEngines } from "./engines.ts";
import { capability, noon, register, skillVersion, testCase, toolVersion } from "./samples.ts";

const ids = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id);
const stampOf = async (store: Store, id: string) =>
  (await store.read((reader) => reader.stamps([id]))).get(id) ?? Number.NaN;

onBothEngines(({ open }) => {
  it("is empty at first", async () => {
    const store = await open();
    await store.read(async (reader) => {
      expect(await reader.counts()).toEqual({ tools: 0, skills: 0, archived: 0, capabilities: 0 });
      expect(await reader.toolHead("a")).toBeNull();
      expect(await reader.toolVersion("a", "1.0.0")).toBeNull();
      expect(await reader.capability("a")).toBeNull();
      expect(await reader.toolHeads()).toEqual([]);
      expect(await reader.versionsOf("a")).toEqual([]);
      expect(await reader.versionByHash("sha256:0")).toBeNull();
      expect(await reader.missions()).toBe(0);
    });
  });

  it("gives back a version as it was written, and makes a head from the first one", async () => {
    const store = await open();
    const tool = toolVersion("parse_csv", { tags: ["csv", "Text", "csv"], layer: "base", origin: "smithed" });
    await store.write(async (writer) => {
      await writer.putCapability(capability("parse_csv", ["parse_csv"]));
      await writer.insertToolVersion(tool, "pending", "no case yet");
    });
    await store.read(async (reader) => {
      expect(await reader.toolVersion("parse_csv", "1.0.0")).toEqual(tool);
      expect(await reader.toolHead("parse_csv")).toEqual({
        id: "parse_csv",
        capability: "parse_csv",
        current: "1.0.0",
        health: "pending",
        healthReason: "no case yet",
        layer: "base",
        origin: "smithed",
        tags: ["csv", "Text", "csv"],
        supersededBy: null,
        linkCount: 0,
        lastLinkedAt: null,
        missionsAtLastLink: null,
        missionsAtBirth: 0,
        consecutiveFailures: 0,
        archived: false,
        stamp: 1,
        createdAt: noon,
      });
      expect(await reader.capability("parse_csv")).toEqual(capability("parse_csv", ["parse_csv"]));
      expect(await reader.versionByHash(tool.contentHash)).toEqual({ id: "parse_csv", version: "1.0.0" });
    });
  });

  it("keeps all versions, oldest first, and links the one that is current", async () => {
    const store = await open();
    const first = toolVersion("a", {
      tags: ["old"],
      dependencies: [{ id: "b", by: "call" }],
      requiredTools: ["b", "c@^1"],
    });
    const second = toolVersion("a", { version: "1.1.0", tags: ["new"], supersedes: "a@1.0.0", description: "Better." });
    await store.write(async (writer) => {
      await register(writer, toolVersion("b"));
      await register(writer, toolVersion("c"));
      await register(writer, first);
      await writer.insertToolVersion(second, "green", null);
    });
    await store.read(async (reader) => {
      expect((await reader.toolHead("a"))?.current).toBe("1.0.0");
      expect(await reader.currentVersions(["a"])).toEqual([first]);
      expect((await reader.versionsOf("a")).map(({ version, supersedes }) => [version, supersedes])).toEqual([
        ["1.0.0", null],
        ["1.1.0", "a@1.0.0"],
      ]);
      for (const needed of ["b", "c"]) {
        expect(ids(await reader.dependentsOf(needed))).toEqual(["a"]);
        expect(ids(await reader.dependentsByOtherVersions(needed))).toEqual([]);
      }
    });
    await store.write((writer) => writer.setCurrent("a", "1.1.0"));
    await store.read(async (reader) => {
      expect(await reader.currentVersions(["a", "b", "nobody"])).toHaveLength(2);
      expect(await reader.toolHead("a")).toMatchObject({ current: "1.1.0", tags: ["new"], health: "green" });
      expect(ids(await reader.dependentsOf("b"))).toEqual([]);
      expect(ids(await reader.dependentsByOtherVersions("b"))).toEqual(["a"]);
      expect(ids(await reader.toolHeads({ tags: ["new"] }))).toEqual(["a"]);
      expect(ids(await reader.toolHeads({ tags: ["old"] }))).toEqual([]);
    });
    await store.write((writer) => writer.setCurrent("a", "1.0.0"));
    expect(ids(await store.read((reader) => reader.dependentsOf("b")))).toEqual(["a"]);
  });

  it("keeps health per version, and that of the current one in the head", async () => {
    const store = await open();
    await store.write(async (writer) => {
      await register(writer, toolVersion("a"));
      await writer.insertToolVersion(toolVersion("a", { version: "2.0.0", title: "other" }), "pending", null);
      await writer.setHealth("a", "2.0.0", "red", "case 3 fails");
    });
    expect(await store.read((reader) => reader.toolHead("a"))).toMatchObject({ health: "green", healthReason: null });
    await store.write((writer) => writer.setCurrent("a", "2.0.0"));
    expect(await store.read((reader) => reader.toolHead("a"))).toMatchObject({
      health: "red",
      healthReason: "case 3 fails",
    });
    await store.write((writer) => writer.setHealth("a", "2.0.0", "green", null));
    expect(await store.read((reader) => reader.toolHead("a"))).toMatchObject({ health: "green", healthReason: null });
    expect((await store.read((reader) => reader.versionsOf("a"))).map(({ health }) => health)).toEqual([
      "green",
      "green",
    ]);
  });

  it("filters by capability, health, layer, origin, all tags and archive", async () => {
    const store = await open();
    await store.write(async (writer) => {
      await register(writer, toolVersion("a", { capability: "parse", tags: ["x", "y"] }));
      await register(writer, toolVersion("b", { capability: "parse", tags: ["x"], layer: "base" }));
      await register(writer, toolVersion("c", { tags: ["y"], origin: "imported" }));
      await register(writer, toolVersion("d"));
      await writer.setHealth("b", "1.0.0", "red", null);
      await writer.setArchived({ kind: "tool", id: "d", reason: "old", at: noon });
    });
    await store.read(async (reader) => {
      expect(ids(await reader.toolHeads())).toEqual(["a", "b", "c"]);
      expect(ids(await reader.toolHeads({ capability: "parse" }))).toEqual(["a", "b"]);
      expect(ids(await reader.toolHeads({ health: ["red", "flaky"] }))).toEqual(["b"]);
      expect(ids(await reader.toolHeads({ health: [] }))).toEqual([]);
      expect(ids(await reader.toolHeads({ layer: "base" }))).toEqual(["b"]);
      expect(ids(await reader.toolHeads({ origin: "imported" }))).toEqual(["c"]);
      expect(ids(await reader.toolHeads({ tags: ["x"] }))).toEqual(["a", "b"]);
      expect(ids(await reader.toolHeads({ tags: ["x", "y"] }))).toEqual(["a"]);
      expect(ids(await reader.toolHeads({ archived: true }))).toEqual(["d"]);
      expect(ids(await reader.toolHeadsOf(["d", "a", "zzz"]))).toEqual(["a", "d"]);
      expect(await reader.counts()).toEqual({ tools: 3, skills: 0, archived: 1, capabilities: 3 });
    });
  });

  it("lists in pages that hold everything once", async () => {
    const store = await open();
    const all = Array.from({ length: 23 }, (_, n) => `tool_${String(n).padStart(2, "0")}`);
    await store.write(async (writer) => {
      for (const id of [...all].reverse()) await register(writer, toolVersion(id));
    });
    const seen: string[] = [];
    const capabilities: string[] = [];
    for (let after: string | undefined; ; ) {
      const place = after === undefined ? {} : { after };
      const page = await store.read((reader) => reader.toolHeads({ ...place, limit: 5 }));
      capabilities.push(...ids(await store.read((reader) => reader.capabilities({ ...place, limit: 5 }))));
      if (page.length === 0) break;
      seen.push(...ids(page));
      after = page.at(-1)?.id;
    }
    expect(seen).toEqual(all);
    expect(capabilities).toEqual(all);
  });

  it("orders by code, whatever the locale", async () => {
    const store = await open();
    const written = ["a_b", "ab", "a:b", "a.b", "b", "a1", "a_1"];
    await store.write(async (writer) => {
      for (const id of written) await register(writer, toolVersion(id));
    });
    expect(ids(await store.read((reader) => reader.toolHeads()))).toEqual([...written].sort());
  });

  it("raises a stamp with what gates look at, and with nothing else", async () => {
    const store = await open();
    await store.write(async (writer) => {
      await register(writer, toolVersion("base"));
      await register(writer, toolVersion("impl", { capability: "base_like" }));
    });
    const moved = async (id: string, change: Parameters<Store["write"]>[0]) => {
      const before = await stampOf(store, id);
      await store.write(change);
      return (await stampOf(store, id)) > before;
    };
    const dependent = toolVersion("user", { dependencies: [{ id: "base", by: "call" }] });
    expect(await moved("base", (writer) => register(writer, dependent))).toBe(true);
    const byCapability = toolVersion("user2", { dependencies: [{ id: "base_like", by: "tool" }] });
    expect(await moved("impl", (writer) => register(writer, byCapability))).toBe(true);
    expect(await moved("base", (writer) => writer.insertCases([testCase("base")]))).toBe(true);
    expect(await moved("base", (writer) => writer.setHealth("base", "1.0.0", "red", null))).toBe(true);
    expect(await moved("base", (writer) => writer.setSupersededBy("base", "impl@1.0.0"))).toBe(true);
    expect(
      await moved("base", (writer) => writer.setArchived({ kind: "tool", id: "base", reason: "r", at: noon })),
    ).toBe(true);
    expect(await moved("base", (writer) => writer.clearArchived("tool", "base"))).toBe(true);
    expect(await moved("base", (writer) => writer.setConsecutiveFailures("base", 2))).toBe(false);
    expect(await moved("base", (writer) => writer.recordLink({ tools: ["base"], skills: [], at: noon }))).toBe(false);
    expect(await moved("base", (writer) => writer.insertCases([testCase("base")]))).toBe(false);
    expect(await store.read((reader) => reader.toolHead("base"))).toMatchObject({
      supersededBy: "impl@1.0.0",
      consecutiveFailures: 2,
    });
  });

  it("says so when what is to change is not there", async () => {
    const store = await open();
    const refused = { name: "StoreError", reason: "constraint", violates: "reference" };
    await expect(store.write((writer) => writer.setCurrent("a", "1.0.0"))).rejects.toMatchObject(refused);
    await expect(store.write((writer) => writer.setHealth("a", "1", "red", null))).rejects.toMatchObject(refused);
    await expect(store.write((writer) => writer.setSupersededBy("a", null))).rejects.toMatchObject(refused);
    await expect(store.write((writer) => writer.setConsecutiveFailures("a", 1))).rejects.toMatchObject(refused);
    await expect(store.write((writer) => writer.clearArchived("tool", "a"))).rejects.toMatchObject(refused);
    const orphan = toolVersion("orphan", { capability: "nowhere" });
    await expect(store.write((writer) => writer.insertToolVersion(orphan, "green", null))).rejects.toMatchObject(
      refused,
    );
  });

  it("counts missions and what they linked", async () => {
    const store = await open();
    await store.write(async (writer) => {
      await register(writer, toolVersion("a"));
      await writer.recordLink({ tools: ["a", "a", "unknown"], skills: [], at: "2026-02-01T00:00:00.000Z" });
      await writer.recordLink({ tools: [], skills: [], at: "2026-02-02T00:00:00.000Z" });
      await register(writer, toolVersion("b"));
    });
    await store.read(async (reader) => {
      expect(await reader.missions()).toBe(2);
      expect(await reader.toolHead("a")).toMatchObject({
        linkCount: 1,
        lastLinkedAt: "2026-02-01T00:00:00.000Z",
        missionsAtLastLink: 1,
        missionsAtBirth: 0,
      });
      expect(await reader.toolHead("b")).toMatchObject({ linkCount: 0, missionsAtBirth: 2, missionsAtLastLink: null });
    });
  });

  it("marks what is in sight, and a mark moves with every change but not with use", async () => {
    const store = await open();
    await store.write(async (writer) => {
      for (const id of ["a", "b", "c"]) await register(writer, toolVersion(id), [testCase(id)]);
      await writer.insertSkillVersion(skillVersion("s"));
    });
    const marksNow = async () => {
      const marks = await store.read((reader) => reader.marks());
      return new Map(marks.map(({ kind, id, stamp, createdAt }) => [`${kind}:${id}`, `${stamp} ${createdAt}`]));
    };
    const before = await marksNow();
    expect([...before.keys()].sort()).toEqual(["skill:s", "tool:a", "tool:b", "tool:c"]);
    await store.write((writer) => writer.recordLink({ tools: ["a"], skills: ["s"], at: noon }));
    expect(await marksNow()).toEqual(before);
    await store.write(async (writer) => {
      await writer.setHealth("a", "1.0.0", "red", "broken");
      await writer.setArchived({ kind: "tool", id: "b", reason: "old", at: noon });
      await writer.setSupersededBy("c", "a@1.0.0");
    });
    const after = await marksNow();
    expect([...after.keys()].sort()).toEqual(["skill:s", "tool:a"]);
    expect(after.get("tool:a")).not.toBe(before.get("tool:a"));
    expect(after.get("skill:s")).toBe(before.get("skill:s"));
  });
});
