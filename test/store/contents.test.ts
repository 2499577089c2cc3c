// Any content comes back as it was: all of Unicode, deep and large JSON, and texts that look like SQL.

import fc from "fast-check";
import { expect, it } from "vitest";
import { canonicalJson } from "../../src/base/canonical-json.ts";
import { onBothEngines } from "./engines.ts";
import { auditEntry, candidate, noon, register, skillVersion, testCase, toolVersion, trial } from "./samples.ts";

const injections = [
  "'; drop table tools; --",
  '"; delete from trials; --',
  "' or '1'='1",
  "%_\\%",
  "$1 ? :name @name",
  "\\'; select pg_sleep(10); --",
  "{a,b}",
  '{"$ne":null}',
];

const oddities = [
  "",
  " ",
  "\t\r\n",
  "é",
  "e\u0301",
  "漢字",
  "🧮",
  "\u0000 and after",
  "\ud800 alone",
  "\u2028",
  "__proto__",
];

onBothEngines(({ open }) => {
  it("keeps odd texts wherever content may be", async () => {
    const store = await open();
    for (const [n, text] of [...injections, ...oddities].entries()) {
      const id = `tool_${n}`;
      const tool = toolVersion(id, { description: text, examples: [{ args: { [text]: text }, result: null }] });
      const one = testCase(id, {
        input: { [text]: [text, null] },
        expected: { kind: "value", value: text },
        reason: text,
      });
      const skill = skillVersion(id, { prompt: text, files: { [text]: text }, frontMatter: { [text]: null } });
      const entry = auditEntry(id, { details: { [text]: [text] } });
      await store.write(async (writer) => {
        await register(writer, tool, [one]);
        await writer.insertSkillVersion(skill);
        await writer.insertAudit(entry);
      });
      await store.read(async (reader) => {
        expect(await reader.toolVersion(id, "1.0.0")).toEqual(tool);
        expect(await reader.casesOf([id])).toEqual([one]);
        expect(await reader.skillVersion(id, "1.0.0")).toEqual(skill);
        expect((await reader.audit(id)).find(({ uid }) => uid === entry.uid)).toEqual(entry);
      });
    }
  });

  it("takes odd texts for what they are, also where it looks things up by them", async () => {
    const store = await open();
    for (const [n, text] of [...injections, ...oddities].entries()) {
      const id = `tool_${n}`;
      await store.write(async (writer) => {
        await register(writer, toolVersion(id, { tags: [text] }));
        await writer.insertSkillVersion(skillVersion(id, { tags: [text], appliesTo: [text] }));
        await writer.insertTrials([trial(id, true, { tags: [text], model: text })]);
        await writer.putCandidate(candidate(text));
        await writer.insertAudit(auditEntry(text));
        await writer.setHealth(id, "1.0.0", "red", text);
        await writer.setArchived({ kind: "skill", id, reason: text, at: noon });
      });
      await store.read(async (reader) => {
        expect((await reader.toolHeads({ tags: [text] })).map((head) => head.id)).toEqual([id]);
        expect((await reader.skillHeads({ tags: [text], archived: true })).map((head) => head.id)).toEqual([id]);
        expect((await reader.skillHeads({ appliesTo: [text], archived: true })).map((head) => head.id)).toEqual([id]);
        expect(Object.entries((await reader.counters("tool", [id])).get(id)!.byTag)).toEqual([
          [text, { successes: 1, trials: 1 }],
        ]);
        expect(await reader.candidate(text)).toEqual(candidate(text));
        expect((await reader.toolHead(id))?.healthReason).toBe(text);
        expect((await reader.archived("skill", id))?.reason).toBe(text);
        expect(await reader.toolHead(text)).toBeNull();
        expect(await reader.toolHeadsOf([text, "x'y"])).toEqual([]);
        expect(await reader.toolHeads({ after: text, limit: 0 })).toEqual([]);
        expect(await reader.audit(text)).toHaveLength(1);
      });
    }
  });

  it("keeps large texts whole", async () => {
    const store = await open();
    const prompt = "Ünïcödé 🧮 and 'quotes' ".repeat(3_000).slice(0, 65_536);
    const script = "x".repeat(2_000_000);
    const skill = skillVersion("long", { prompt });
    const tool = toolVersion("big", {
      layer: "base",
      body: { kind: "module", file: "tools/big.tool.ts", source: null, script, map: null, hash: "sha256:0" },
    });
    await store.write(async (writer) => {
      await writer.insertSkillVersion(skill);
      await register(writer, tool);
    });
    expect(await store.read((reader) => reader.skillVersion("long", "1.0.0"))).toEqual(skill);
    expect(await store.read((reader) => reader.toolVersion("big", "1.0.0"))).toEqual(tool);
  });

  it("keeps any JSON", async () => {
    const store = await open();
    await store.write((writer) => register(writer, toolVersion("a")));
    await fc.assert(
      fc.asyncProperty(fc.dictionary(fc.string({ unit: "binary" }), fc.jsonValue()), async (input) => {
        const one = testCase("a", { input });
        const [added] = await store.write((writer) => writer.insertCases([one]));
        if (added === undefined) return;
        const all = await store.read((reader) => reader.casesOf(["a"]));
        expect(canonicalJson(all.at(-1))).toBe(canonicalJson(one));
      }),
      { numRuns: 60 },
    );
  });
});
