// Skills: versions, reviews and search.

import { expect, it } from "vitest";
import type { SkillDraft } from "../../src/registry/skills/draft.ts";
import { searchSkills } from "../../src/registry/skills/search.ts";
import {
  flaggedSkills,
  flagSkill,
  flagSkillsOfRepair,
  registerSkill,
  reviewSkill,
  updateSkill,
} from "../../src/registry/skills/skills.ts";
import type { Store } from "../../src/registry/store.ts";
import { covers } from "../support/covers.ts";
import { addSkill, addTool, addTrials, must, mustNot, openStore, ports } from "./opened.ts";

const draft: SkillDraft = { name: "European CSV Handling", description: "EU files.", prompt: "Use semicolons." };
const register = (store: Store, changes: Partial<SkillDraft> = {}) =>
  store.write((writer) => registerSkill(writer, ports, { ...draft, ...changes }));
const found = async (store: Store, query: Parameters<typeof searchSkills>[1]) =>
  (await store.read((r) => searchSkills(r, query))).map((one) => one.skill.id);

covers([7], "a skill is there as it was registered, under the id of its name", async () => {
  const store = await openStore();
  await addTool(store, "parse_csv");
  const given = { appliesTo: ["parse-csv", "validate_csv"], tags: ["csv", "EU"] };
  const { skill, unknown } = must(await register(store, given));
  expect(skill).toMatchObject({
    id: "european_csv_handling",
    version: "1.0.0",
    name: "European CSV Handling",
    appliesTo: ["parse_csv", "validate_csv"],
    tags: ["EU", "csv"],
    origin: "developer",
  });
  expect(unknown).toEqual(["validate_csv"]);
  expect(await store.read((r) => r.skillVersion(skill.id, "1.0.0"))).toEqual(skill);
});

it("the same content again changes nothing; other words are a patch, another reach a minor", async () => {
  const store = await openStore();
  must(await register(store));
  const before = await store.exportAll();
  expect(must(await register(store)).changed).toBe(false);
  expect(await store.exportAll()).toEqual(before);
  expect(must(await register(store, { prompt: "Semicolons." })).skill.version).toBe("1.0.1");
  expect(must(await register(store, { prompt: "Semicolons.", tags: ["csv"] })).skill.version).toBe("1.1.0");
  const changed = await store.write((w) => updateSkill(w, ports, "european-csv-handling", { prompt: "Both." }));
  expect(must(changed).skill).toMatchObject({ version: "1.1.1", tags: ["csv"], prompt: "Both." });
});

it("a version is written once and versions only rise", async () => {
  const store = await openStore();
  must(await register(store, { version: "2.0.0" }));
  const reason = async (changes: Partial<SkillDraft>) => mustNot(await register(store, changes)).reason;
  expect(await reason({ version: "2.0.0", prompt: "x" })).toBe("version_immutable");
  expect(await reason({ version: "1.0.0", prompt: "x" })).toBe("version_too_low");
  expect(await reason({ version: "two", prompt: "x" })).toBe("bad_skill");
  expect((await store.read((r) => r.skillVersionsOf("european_csv_handling"))).length).toBe(1);
});

it.each([
  ["an oversize prompt", { prompt: "x".repeat(40_001) }, "too_large", "40,001"],
  ["no prompt", { prompt: " " }, "bad_skill", "no prompt"],
  ["no id in the name", { name: "???" }, "bad_id", "???"],
  ["no id to apply to", { appliesTo: ["a b"] }, "bad_id", "a b"],
  ["a comma in a tag", { tags: ["a,b"] }, "bad_skill", "a,b"],
  ["too many tags", { tags: Array.from({ length: 51 }, (_, i) => `t${i}`) }, "too_large", "51"],
  ["a file outside its folder", { files: { "../x": "" } }, "bad_skill", "../x"],
  ["a file over SKILL.md", { files: { "SKILL.md": "" } }, "bad_skill", "SKILL.md"],
  ["front matter that is no JSON", { frontMatter: { n: Number.NaN } }, "bad_skill", "JSON"],
] as const)("refuses %s and writes nothing", async (_, changes, reason, words) => {
  const store = await openStore();
  const before = await store.exportAll();
  const problem = mustNot(await register(store, changes));
  expect(problem.reason).toBe(reason);
  expect(problem.message).toContain(words);
  expect(await store.exportAll()).toEqual(before);
});

covers([20, 22], "a flagged skill is listed with its reason, and only that", async () => {
  const store = await openStore();
  await addSkill(store, "a");
  await addSkill(store, "b");
  must(await store.write((w) => flagSkill(w, ports, "a", "contradicts b")));
  const flagged = await store.read((r) => flaggedSkills(r));
  expect(flagged.map(({ skill, review }) => [skill.id, review.status, review.reason])).toEqual([
    ["a", "flagged_for_review", "contradicts b"],
  ]);
  expect(mustNot(await store.write((w) => flagSkill(w, ports, "gone", "x"))).reason).toBe("unknown_skill");
});

covers([21, 87, "R14"], "a repair flags the skills of the tool with both versions, others stay untouched", async () => {
  const store = await openStore();
  await addSkill(store, "about", { appliesTo: ["parse-csv"] });
  await addSkill(store, "other", { appliesTo: ["total"] });
  const repair = { before: "parse_csv@1.0.0", after: "parse_csv_v2@1.0.0" };
  expect(await store.write((w) => flagSkillsOfRepair(w, ports, repair))).toEqual(["about"]);
  const flagged = await store.read((r) => flaggedSkills(r));
  expect(flagged.map((one) => one.review)).toMatchObject([{ ...repair, status: "flagged_for_review" }]);
});

it("a review begins, then keeps, archives or revises", async () => {
  const store = await openStore();
  const review = (id: string, decision: Parameters<typeof reviewSkill>[3]) =>
    store.write((w) => reviewSkill(w, ports, id, decision));
  for (const id of ["a", "b", "c"]) {
    await addSkill(store, id);
    must(await store.write((w) => flagSkill(w, ports, id, "look")));
  }
  expect(must(await review("a", { kind: "begin" })).head.review).toMatchObject({
    status: "under_review",
    reason: "look",
  });
  expect(must(await review("a", { kind: "keep" })).head).toMatchObject({ review: null, archived: false });
  expect(must(await review("b", { kind: "archive", reason: "built in" })).head).toMatchObject({
    review: null,
    archived: true,
  });
  expect(mustNot(await review("c", { kind: "revise", changes: {} })).reason).toBe("not_revised");
  const revised = must(await review("c", { kind: "revise", changes: { prompt: "Anew." } }));
  expect(revised).toMatchObject({ head: { review: null, current: "1.0.1" }, skill: { prompt: "Anew." } });
  expect(mustNot(await review("c", { kind: "keep" })).reason).toBe("not_flagged");
  expect(await store.read((r) => flaggedSkills(r))).toEqual([]);
});

it("a few failures are too small a sample to leave a skill out", async () => {
  const store = await openStore();
  await addSkill(store, "a", { tags: ["eu"] });
  await addTrials(store, "a", [0, 4], { kind: "skill" });
  expect(await found(store, { tags: ["eu"] })).toEqual(["a"]);
  await addTrials(store, "a", [0, 1], { kind: "skill" });
  expect(await found(store, { tags: ["eu"] })).toEqual([]);
});

it("whoever writes a new version has looked at it: the flag goes", async () => {
  const store = await openStore();
  await addSkill(store, "a");
  must(await store.write((w) => flagSkill(w, ports, "a", "look")));
  must(await store.write((w) => updateSkill(w, ports, "a", { prompt: "Anew." })));
  expect(await store.read((r) => flaggedSkills(r))).toEqual([]);
});

it("an archived skill takes no new version", async () => {
  const store = await openStore();
  await addSkill(store, "a");
  await store.write((w) => w.setArchived({ kind: "skill", id: "a", reason: "old", at: ports.now() }));
  expect(mustNot(await register(store, { id: "a" })).reason).toBe("archived");
});

covers([33, 34], "skills are found by tool or by tag, case aside, with the reasons", async () => {
  const store = await openStore();
  await addSkill(store, "by_tool", { appliesTo: ["parse_csv"] });
  await addSkill(store, "by_tag", { tags: ["European"] });
  await addSkill(store, "neither", { appliesTo: ["total"], tags: ["us"] });
  expect(await found(store, { tools: ["parse-csv"] })).toEqual(["by_tool"]);
  expect(await found(store, { tags: ["EUROPEAN"] })).toEqual(["by_tag"]);
  expect(await found(store, { tools: ["parse_csv"], tags: ["european"] })).toEqual(["by_tag", "by_tool"]);
  expect(await found(store, {})).toEqual([]);
  const [one] = await store.read((r) => searchSkills(r, { tags: ["european"] }));
  expect(one!.reasons).toEqual(["tag European"]);
});

covers([35], "a skill that fails with a model is left out for that model only", async () => {
  const store = await openStore();
  await addSkill(store, "a", { tags: ["eu"] });
  await addTrials(store, "a", [9, 10], { kind: "skill", model: "large" });
  await addTrials(store, "a", [3, 10], { kind: "skill", model: "small" });
  expect(await found(store, { tags: ["eu"], model: "small" })).toEqual([]);
  expect(await found(store, { tags: ["eu"], model: "large" })).toEqual(["a"]);
  expect(await found(store, { tags: ["eu"] })).toEqual(["a"]);
  expect(await found(store, { tags: ["eu"], model: "unheard of" })).toEqual(["a"]);
});

covers([36], "the most effective comes first; one without trials is found, after the proven", async () => {
  const store = await openStore();
  for (const id of ["new", "good", "best", "bad"]) await addSkill(store, id, { tags: ["eu"] });
  await addTrials(store, "good", [7, 10], { kind: "skill" });
  await addTrials(store, "best", [10, 10], { kind: "skill" });
  await addTrials(store, "bad", [1, 10], { kind: "skill" });
  expect(await found(store, { tags: ["eu"] })).toEqual(["best", "good", "new"]);
  expect(await found(store, { tags: ["eu"], limit: 1 })).toEqual(["best"]);
});
