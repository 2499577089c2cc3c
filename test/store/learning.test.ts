// Skills, suites, trials, archive, audit and candidates in the store. The same on both engines.

import { expect, it } from "vitest";
import { onBothEngines } from "./engines.ts";
import {
  auditEntry,
  candidate,
  caseRun,
  noon,
  register,
  skillVersion,
  testCase,
  toolVersion,
  trial,
} from "./samples.ts";

const ids = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id);

onBothEngines(({ open }) => {
  it("keeps skills with all their versions, reviews and files", async () => {
    const store = await open();
    const first = skillVersion("clean", { prompt: "é — 漢字\n".repeat(4), files: { "a/b.md": "x" }, tags: ["EU"] });
    const second = skillVersion("clean", { version: "1.1.0", prompt: "new", tags: ["us"], appliesTo: ["parse"] });
    const review = {
      status: "flagged_for_review",
      reason: "repaired",
      before: "a@1.0.0",
      after: "a@1.0.1",
      since: noon,
    } as const;
    await store.write(async (writer) => {
      await writer.insertSkillVersion(first);
      await writer.insertSkillVersion(second);
      await writer.setReview("clean", review);
    });
    await store.read(async (reader) => {
      expect(await reader.skillVersion("clean", "1.0.0")).toEqual(first);
      expect(await reader.skillVersionsOf("clean")).toEqual([first, second]);
      expect(await reader.skillHead("clean")).toMatchObject({ current: "1.0.0", review, archived: false, stamp: 3 });
      expect(ids(await reader.skillHeads({ tags: ["us"] }))).toEqual([]);
    });
    await store.write(async (writer) => {
      await writer.setSkillCurrent("clean", "1.1.0");
      await writer.setReview("clean", null);
    });
    await store.read(async (reader) => {
      expect(await reader.skillHead("clean")).toMatchObject({ current: "1.1.0", review: null });
      expect(ids(await reader.skillHeads({ tags: ["US"] }))).toEqual(["clean"]);
      expect(ids(await reader.skillHeads({ tags: ["eu"] }))).toEqual([]);
      expect(ids(await reader.skillHeads({ appliesTo: ["parse"] }))).toEqual(["clean"]);
      expect(await reader.skillHead("nobody")).toBeNull();
      expect(await reader.skillVersion("clean", "9.0.0")).toBeNull();
    });
    await expect(store.write((writer) => writer.setReview("nobody", null))).rejects.toMatchObject({
      violates: "reference",
    });
    await expect(store.write((writer) => writer.setSkillCurrent("clean", "7.0.0"))).rejects.toMatchObject({
      violates: "reference",
    });
  });

  it("finds skills by what they apply to or by tag, in review or archived", async () => {
    const store = await open();
    await store.write(async (writer) => {
      await writer.insertSkillVersion(skillVersion("a", { appliesTo: ["parse", "fetch"] }));
      await writer.insertSkillVersion(skillVersion("b", { tags: ["Finance"] }));
      await writer.insertSkillVersion(skillVersion("c"));
      await writer.insertSkillVersion(skillVersion("d", { tags: ["finance"] }));
      await writer.setReview("b", { status: "under_review", reason: "r", before: null, after: null, since: noon });
      await writer.setArchived({ kind: "skill", id: "d", reason: "poor", at: noon });
    });
    await store.read(async (reader) => {
      expect(ids(await reader.skillHeads())).toEqual(["a", "b", "c"]);
      expect(ids(await reader.skillHeads({ appliesTo: ["fetch"], tags: ["FINANCE"] }))).toEqual(["a", "b"]);
      expect(ids(await reader.skillHeads({ appliesTo: ["x"] }))).toEqual([]);
      expect(ids(await reader.skillHeads({ flagged: true }))).toEqual(["b"]);
      expect(ids(await reader.skillHeads({ flagged: false }))).toEqual(["a", "c"]);
      expect(ids(await reader.skillHeads({ archived: true, tags: ["finance"] }))).toEqual(["d"]);
      expect(ids(await reader.skillHeads({ after: "a", limit: 1 }))).toEqual(["b"]);
    });
  });

  it("adds each case once, and answers what was new", async () => {
    const store = await open();
    const one = testCase("a");
    const again = testCase("a");
    const other = testCase("a", { input: { text: "" } });
    await store.write(async (writer) => {
      await register(writer, toolVersion("a"));
      await register(writer, toolVersion("b"));
      expect(await writer.insertCases([one, again, other])).toEqual([one, other]);
      expect(await writer.insertCases([again])).toEqual([]);
      expect(await writer.insertCases([testCase("b")])).toHaveLength(1);
    });
    expect(await store.read((reader) => reader.casesOf(["a"]))).toEqual([one, other]);
    expect(await store.read((reader) => reader.casesOf(["a", "b", "c"]))).toHaveLength(3);
    await expect(store.write((writer) => writer.insertCases([testCase("nobody")]))).rejects.toMatchObject({
      violates: "reference",
    });
  });

  it("knows the last run of every case by a version", async () => {
    const store = await open();
    const [one, two] = [testCase("a"), testCase("a", { input: {} })];
    const last = { one: caseRun(one, "1.0.0", true), two: caseRun(two, "1.0.0", true) };
    const later = caseRun(two, "1.0.0", false);
    await store.write(async (writer) => {
      await register(writer, toolVersion("a"));
      await writer.insertToolVersion(toolVersion("a", { version: "2.0.0", title: "two" }), "green", null);
      await writer.insertCases([one, two]);
      await writer.insertCaseRuns([last.one, last.two, later, caseRun(one, "2.0.0", false)]);
    });
    expect(await store.read((reader) => reader.lastRuns("a", "1.0.0"))).toEqual([last.one, later]);
    expect(await store.read((reader) => reader.lastRuns("a", "3.0.0"))).toEqual([]);
    await expect(store.write((writer) => writer.insertCaseRuns([caseRun(one, "9.9.9", true)]))).rejects.toMatchObject({
      violates: "reference",
    });
  });

  it("counts with every trial, per tag and per model", async () => {
    const store = await open();
    await store.write(async (writer) => {
      await register(writer, toolVersion("a"));
      await writer.insertSkillVersion(skillVersion("a"));
      await writer.insertTrials([
        trial("a", true, { tags: ["eu", "eu", "__proto__"], model: "m1" }),
        trial("a", false, { tags: ["eu"] }),
        trial("a", true, { kind: "skill", model: "m1" }),
      ]);
      await writer.insertTrials([trial("a", true, { model: "m2", tags: ["é"] })]);
    });
    await store.read(async (reader) => {
      const counters = await reader.counters("tool", ["a", "nobody"]);
      expect([...counters.keys()]).toEqual(["a"]);
      const { overall, byTag, byModel } = counters.get("a")!;
      expect(overall).toEqual({ successes: 2, trials: 3 });
      expect(Object.entries(byTag).sort()).toEqual([
        ["__proto__", { successes: 1, trials: 1 }],
        ["eu", { successes: 1, trials: 2 }],
        ["é", { successes: 1, trials: 1 }],
      ]);
      expect(byModel).toEqual({ m1: { successes: 1, trials: 1 }, m2: { successes: 1, trials: 1 } });
      expect((await reader.counters("skill", ["a"])).get("a")?.overall).toEqual({ successes: 1, trials: 1 });
    });
  });

  it("lists trials newest first, and all of them in pages oldest first", async () => {
    const store = await open();
    const all = Array.from({ length: 7 }, (_, n) => trial("a", n % 2 === 0));
    await store.write(async (writer) => {
      await register(writer, toolVersion("a"));
      await writer.insertTrials(all);
    });
    expect(await store.read((reader) => reader.trials("tool", "a"))).toEqual([...all].reverse());
    expect(await store.read((reader) => reader.trials("tool", "a", 2))).toEqual([all[6], all[5]]);
    expect(await store.read((reader) => reader.trials("skill", "a"))).toEqual([]);
    const first = await store.read((reader) => reader.trialsAfter(null, 4));
    expect(first).toEqual(all.slice(0, 4));
    expect(await store.read((reader) => reader.trialsAfter(first.at(-1)!.uid, 4))).toEqual(all.slice(4));
    await expect(store.write((writer) => writer.insertTrials([trial("nobody", true)]))).rejects.toMatchObject({
      violates: "reference",
    });
    expect((await store.read((reader) => reader.counters("tool", ["nobody"]))).size).toBe(0);
  });

  it("archives and restores without a loss", async () => {
    const store = await open();
    const entry = { kind: "tool", id: "a", reason: "never linked", at: noon } as const;
    await store.write(async (writer) => {
      await register(writer, toolVersion("a", { tags: ["x"] }), [testCase("a")]);
      await writer.insertSkillVersion(skillVersion("a"));
      await writer.insertTrials([trial("a", true)]);
    });
    const before = await store.exportAll();
    await store.write(async (writer) => {
      await writer.setArchived({ ...entry, reason: "first thought" });
      await writer.setArchived(entry);
      await writer.setArchived({ ...entry, kind: "skill" });
    });
    await store.read(async (reader) => {
      expect(await reader.archived("tool", "a")).toEqual(entry);
      expect(await reader.archived("tool", "b")).toBeNull();
      expect(await reader.archive({ limit: 1 })).toEqual([{ ...entry, kind: "skill" }, entry]);
      expect(await reader.archive({ after: "a" })).toEqual([]);
      expect(await reader.toolHead("a")).toMatchObject({ archived: true });
      expect(await reader.casesOf(["a"])).toHaveLength(1);
    });
    await store.write(async (writer) => {
      await writer.clearArchived("tool", "a");
      await writer.clearArchived("skill", "a");
    });
    const after = await store.exportAll();
    const unstamped = ({ tools, skills, ...rest }: typeof before) => ({
      ...rest,
      tools: tools.map((tool) => ({ ...tool, stamp: 0 })),
      skills: skills.map((skill) => ({ ...skill, stamp: 0 })),
    });
    expect(unstamped(after)).toEqual(unstamped(before));
  });

  it("keeps the audit log, newest first, and candidates by status", async () => {
    const store = await open();
    const entries = [auditEntry("a"), auditEntry("b", { accepted: false, details: null }), auditEntry("a")];
    await store.write(async (writer) => {
      for (const entry of entries) await writer.insertAudit(entry);
      await writer.putCandidate(candidate("h2"));
      await writer.putCandidate(candidate("h1"));
      await writer.putCandidate(candidate("h2", { status: "flagged", successes: 3 }));
    });
    await store.read(async (reader) => {
      expect(await reader.audit()).toEqual([...entries].reverse());
      expect(await reader.audit("a", 1)).toEqual([entries[2]]);
      expect(await reader.audit("b")).toEqual([entries[1]]);
      expect(await reader.candidates()).toEqual([
        candidate("h1"),
        candidate("h2", { status: "flagged", successes: 3 }),
      ]);
      expect(await reader.candidates("flagged")).toHaveLength(1);
      expect(await reader.candidate("h1")).toEqual(candidate("h1"));
      expect(await reader.candidate("h3")).toBeNull();
    });
  });
});
