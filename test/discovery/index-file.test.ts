// The index of a registry in its file: a restart makes nothing anew, a change costs itself, and whatever happens to the file
// costs time and no answer.

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Embedder } from "../../src/discovery/semantic.ts";
import { readIndexFile } from "../../src/engine/discovery/index-file.ts";
import { indexFileFor } from "../../src/engine/discovery/place.ts";
import { RegistryDiscovery, type RegistryDiscoveryOptions } from "../../src/engine/discovery/registry-discovery.ts";
import { TogetherCounts } from "../../src/engine/discovery/together.ts";
import type { Store } from "../../src/registry/store.ts";
import { addSkill, addTool, addTrials, openStore } from "../registry/opened.ts";
import { tableEmbedder } from "./support.ts";

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "ptc-index-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const over = (store: Store, options: RegistryDiscoveryOptions): RegistryDiscovery =>
  new RegistryDiscovery({ store, hostFunctions: new Set() }, options);

async function office(): Promise<Store> {
  const store = await openStore();
  await addTool(store, "send_mail", { description: "Sends a mail.", tags: ["mail", "office"] });
  await addTool(store, "read_mail", { description: "Reads the mails of a day.", tags: ["mail", "office"] });
  await addTool(store, "plan_day", { description: "Plans a day.", requiredTools: ["read_mail"] });
  await addSkill(store, "polite_mail", { description: "How to write a polite mail.", appliesTo: ["send_mail"] });
  return store;
}

const mission = "send a mail to everybody";
const answerOf = async (found: RegistryDiscovery) =>
  (await found.search(mission)).results.map(({ id, score, relevance }) => [id, score, relevance]);

async function kept(store: Store, indexFile: string, embedder: Embedder | null = null): Promise<RegistryDiscovery> {
  const found = over(store, { indexFile, embedder });
  await found.refresh();
  found.save();
  expect(found.notices).toEqual([]);
  return found;
}

describe("a restart", () => {
  it("makes nothing anew and answers the same", async () => {
    const [store, indexFile] = [await office(), join(newFolder(), "i")];
    const first = await kept(store, indexFile, tableEmbedder([["mail"]]));
    const embedder = tableEmbedder([["mail"]]);
    const again = over(store, { indexFile, embedder });
    expect(await again.refresh()).toEqual({ updated: 0, removed: 0 });
    expect(embedder.calls).toEqual([]);
    expect(again.discovery.getStats()).toEqual({ ...first.discovery.getStats(), indexVersion: 0 });
    expect(await answerOf(again)).toEqual(await answerOf(first));
    expect(again.discovery.graph.neighboursOf("tool:read_mail")).toEqual(
      first.discovery.graph.neighboursOf("tool:read_mail"),
    );
    const shown = await again.discover("write a polite mail", { kind: "skill" });
    expect(shown.tier2.text).toContain("Look twice.");
  });

  it("costs one update for one change, and nothing for what is gone", async () => {
    const [store, indexFile] = [await office(), join(newFolder(), "i")];
    await kept(store, indexFile);
    await addTool(store, "delete_mail", { description: "Deletes a mail." });
    await store.write((w) => w.setArchived({ kind: "tool", id: "plan_day", reason: "old", at: "2026-01-01" }));
    const again = over(store, { indexFile });
    expect(await again.status()).toMatchObject({ behind: 2, capabilityCount: 4, tools: 3, skills: 1 });
    expect(await again.refresh()).toEqual({ updated: 1, removed: 1 });
    expect(await answerOf(again)).toEqual(await answerOf(over(store, {})));
  });

  it("keeps vectors through a run without an embedder, and makes them anew for another one", async () => {
    const [store, indexFile] = [await office(), join(newFolder(), "i")];
    await kept(store, indexFile, tableEmbedder([["mail"]]));
    await addTool(store, "delete_mail", { description: "Deletes a mail." });
    const without = await kept(store, indexFile);
    expect(without.discovery.getStats()).toMatchObject({ embeddedCount: 4, capabilityCount: 5 });
    const same = tableEmbedder([["mail"]]);
    await kept(store, indexFile, same);
    expect(same.calls).toEqual(["Delete Mail: Deletes a mail."]);
    const other = { ...tableEmbedder([["mail"], ["day"]]), id: "other" };
    const last = await kept(store, indexFile, other);
    expect(last.discovery.getStats()).toMatchObject({ embeddedCount: 5, embedder: "other" });
  });

  it("tells each host what that host can do, whoever made the index", async () => {
    const [store, indexFile] = [await office(), join(newFolder(), "i")];
    const body = { kind: "host", reference: "fax" } as const;
    await addTool(store, "send_fax", { description: "Sends a fax.", layer: "base", body });
    const on = (...hostFunctions: string[]) =>
      new RegistryDiscovery({ store, hostFunctions: new Set(hostFunctions) }, { indexFile });
    const one = on();
    const warned = async (found: RegistryDiscovery) => (await found.search("send a fax")).results[0]?.warning;
    expect(await warned(one)).toBe("not available here");
    one.save();
    const two = on("fax");
    expect(await two.refresh()).toEqual({ updated: 0, removed: 0 });
    expect(await warned(two)).toBeNull();
    expect((await two.search("fax", { onlyAvailable: true })).results[0]?.id).toBe("tool:send_fax");
    expect(await warned(on("other"))).toBe("not available here");
  });

  it("of two writers leaves a whole file, and the next one sees everything", async () => {
    const [store, indexFile] = [await office(), join(newFolder(), "i")];
    const one = over(store, { indexFile });
    const two = over(store, { indexFile });
    await one.refresh();
    await addTool(store, "delete_mail", { description: "Deletes a mail." });
    await two.refresh();
    two.save();
    one.save();
    const next = over(store, { indexFile });
    expect(await next.refresh()).toEqual({ updated: 1, removed: 0 });
    expect(next.index.get("tool:delete_mail")).toBeDefined();
    expect(readdirSync(join(indexFile, ".."))).toEqual(["i"]);
  });
});

describe("a file that is", () => {
  const wrong: readonly (readonly [string, (bytes: Buffer) => Buffer, string])[] = [
    ["empty", () => Buffer.alloc(0), "not an index of this version"],
    ["somebody else's", () => Buffer.from("# my notes\n".repeat(99)), "not an index of this version"],
    ["cut off", (bytes) => bytes.subarray(0, bytes.length - 7), "damaged"],
    ["cut to its head", (bytes) => bytes.subarray(0, 12), "cut off"],
    ["longer than it should be", (bytes) => Buffer.concat([bytes, bytes]), "damaged"],
  ];
  it.each(wrong)("%s is made anew, with a note", async (_, harm, why) => {
    const [store, indexFile] = [await office(), join(newFolder(), "i")];
    const first = await kept(store, indexFile);
    writeFileSync(indexFile, harm(readFileSync(indexFile)));
    const again = over(store, { indexFile });
    expect(await answerOf(again)).toEqual(await answerOf(first));
    expect(again.notices.join()).toContain(why);
    again.save();
    expect(over(store, { indexFile }).notices).toEqual([]);
  });

  it("changed anywhere is noticed", async () => {
    const [store, indexFile] = [await office(), join(newFolder(), "i")];
    await kept(store, indexFile, tableEmbedder([["mail"]]));
    const whole = readFileSync(indexFile);
    const wanted = await answerOf(over(store, {}));
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), async (at, change) => {
        const bytes = Buffer.from(whole);
        bytes[at] = bytes[at]! ^ change;
        writeFileSync(indexFile, bytes);
        const again = over(store, { indexFile });
        expect(await answerOf(again)).toEqual(wanted);
        expect(again.notices.length).toBe(1);
      }),
      { numRuns: 25 },
    );
  });

  it("of another registry answers nothing of it", async () => {
    const indexFile = join(newFolder(), "i");
    await kept(await office(), indexFile);
    const other = await openStore();
    await addTool(other, "bake_cake", { description: "Bakes a cake and sends it." });
    const found = over(other, { indexFile });
    expect((await found.search("send a mail")).results.map(({ id }) => id)).toEqual(["tool:bake_cake"]);
    expect(found.index.size).toBe(1);
  });

  it("not to be written costs a notice", async () => {
    const folder = newFolder();
    writeFileSync(join(folder, "file"), "");
    const found = over(await office(), { indexFile: join(folder, "file/inside/i") });
    expect((await answerOf(found)).length).toBeGreaterThan(0);
    found.save();
    expect(found.notices.join()).toContain("could not be kept");
  });
});

describe("what works together", () => {
  const together = async (store: Store, run: string) => {
    for (const id of ["send_mail", "plan_day"]) await addTrials(store, id, [1, 1], { runId: run });
  };
  const relationsOf = (found: RegistryDiscovery) =>
    found.discovery.graph.neighboursOf("tool:send_mail").flatMap((n) => (n.relation === "COMPOSED_WITH" ? [n.id] : []));

  it("comes from presets, and survives refresh and rebuild", async () => {
    const store = await office();
    const found = over(store, { presets: [["send-mail", "skill:polite_mail", "tool:plan_day"]] });
    await found.refresh();
    expect(relationsOf(found)).toEqual(["skill:polite_mail", "tool:plan_day"]);
    await store.write((w) => w.setHealth("send_mail", "1.0.0", "red", "broken"));
    expect(await found.refresh()).toEqual({ updated: 1, removed: 0 });
    expect(relationsOf(found)).toEqual(["skill:polite_mail", "tool:plan_day"]);
    await found.rebuild();
    expect(relationsOf(found)).toEqual(["skill:polite_mail", "tool:plan_day"]);
  });

  it("comes from runs in which two succeeded twice, is counted once, and survives a restart", async () => {
    const [store, indexFile] = [await office(), join(newFolder(), "i")];
    await together(store, "monday");
    const found = await kept(store, indexFile);
    expect(relationsOf(found)).toEqual([]);
    await found.refresh();
    expect(relationsOf(found)).toEqual([]);
    await addTrials(store, "send_mail", [1, 1], { runId: "tuesday" });
    const second = await kept(store, indexFile);
    expect(relationsOf(second)).toEqual([]);
    await addTrials(store, "plan_day", [1, 1], { runId: "tuesday" });
    const third = await kept(store, indexFile);
    expect(relationsOf(third)).toEqual(["tool:plan_day"]);
    expect(relationsOf(over(store, { indexFile }))).toEqual(["tool:plan_day"]);
  });

  it("reads many trials once, though none of them relates anything", async () => {
    const [store, indexFile] = [await office(), join(newFolder(), "i")];
    const seenTo = async () => {
      await kept(store, indexFile);
      const read = readIndexFile(indexFile, (capability) => capability);
      return read.ok ? read.contents.together.seenTo : null;
    };
    expect(await seenTo()).toBeNull();
    await addTrials(store, "send_mail", [999, 999]);
    expect(await seenTo()).toBeNull();
    await addTrials(store, "send_mail", [1, 1]);
    expect(await seenTo()).not.toBeNull();
  });

  it("failures and runs without a name say nothing, and a fresh trial waits for its elders", async () => {
    const store = await office();
    for (const run of ["a", "b"]) {
      await addTrials(store, "send_mail", [1, 1], { runId: run });
      await addTrials(store, "plan_day", [0, 1], { runId: run });
      await addTrials(store, "read_mail", [1, 1]);
    }
    const counts = new TogetherCounts();
    expect(await counts.follow(store, 0)).toEqual([]);
    expect(counts.state().seenTo).toBeNull();
    expect(await counts.follow(store)).toEqual([]);
    expect(counts.state().seenTo).not.toBeNull();
  });
});

describe("its place", () => {
  it("is beside the registry, or in the project's folder", () => {
    expect(indexFileFor("/p/.ptc/registry.db", "/p")).toBe("/p/.ptc/registry.capability_index");
    expect(indexFileFor("/p/.ptc/registry.db", "/p", "mine")).toBe("/p/.ptc/registry.mine");
    expect(indexFileFor(":memory:", "/p")).toBeNull();
    expect(indexFileFor("postgres://host/db", undefined)).toBeNull();
    const place = indexFileFor("postgres://ann:secret@host/db", "/p");
    expect(place).toMatch(/^\/p\/\.ptc\/server-[0-9a-f]{12}\.capability_index$/);
    expect(indexFileFor("postgres://bob:other@host/db", "/p")).toBe(place);
    expect(() => indexFileFor("/p/r.db", "/p", "../x")).toThrow("collectionName");
  });
});
