// The composed tools and the skills of stdlib/: green through the gates, small when linked alone, and docs/stdlib.md says
// what they say.

import { describe, expect, it } from "vitest";
import { openEngine } from "../../src/engine/engine.ts";
import { stdlibFor } from "../../src/engine/project/stdlib.ts";
import { syncProject } from "../../src/engine/project/sync.ts";
import { runBundle } from "../../src/engine/run-bundle.ts";
import { loadTokenizer } from "../../src/linker/index.ts";
import { foldId } from "../../src/names/id.ts";
import type { ToolDraft } from "../../src/registry/draft.ts";
import { expectGenerated } from "../support/generated.ts";
import { linked } from "./linked.ts";
import { imageOf, withRegisteredStdlib } from "./registered.ts";
import { renderStdlib } from "./stdlib-page.ts";

const made = withRegisteredStdlib();
const composed = () => made().scanned.tools.filter(({ draft }) => draft.body.kind === "lisp");

describe("through the gates", () => {
  it("every tool is green, every skill is registered, and nothing of it is wrong", () => {
    const { first, scanned } = made();
    expect(first.problems).toEqual([]);
    const others = first.done.filter(({ outcome }) => outcome !== "green" && outcome !== "registered");
    expect(others).toEqual([]);
    expect(composed().length).toBeGreaterThanOrEqual(45);
    expect(scanned.skills.length).toBeGreaterThanOrEqual(10);
  });

  it("a second time everything is unchanged", async () => {
    const { engine, scanned } = made();
    const { scanned: wanted, leftAlone } = await stdlibFor(engine, scanned, nothing, []);
    const { done } = await syncProject(engine, wanted);
    expect(done.filter(({ outcome }) => outcome !== "unchanged")).toEqual([]);
    expect(leftAlone).toEqual([]);
  });

  it("every composed tool has a suite of four cases or more, one of them a smoke test, an example, and says what it is", () => {
    const { scanned } = made();
    const poor = composed().filter(({ draft }) => {
      const cases = scanned.suites.filter(({ tool }) => foldId(tool) === foldId(draft.id)).flatMap((s) => s.cases);
      const isProven = cases.length >= 4 && cases.some(({ tags }) => tags.includes("smoke"));
      const isSaid = /^[^.]+[.:]/.test(draft.description ?? "") && (draft.tags ?? []).length >= 2;
      return !isProven || !isSaid || draft.deterministic !== true || (draft.examples ?? []).length === 0;
    });
    expect(poor.map(({ file }) => file)).toEqual([]);
  });
});

describe("images", () => {
  it("every composed tool links alone, stays small, and gives its example from its image", async () => {
    const { engine } = made();
    const large: string[] = [];
    for (const { draft } of composed()) {
      const bundle = await imageOf(engine, [draft.id]);
      if (bundle.prelude.length > 12_000 || bundle.tokens.tools > 230)
        large.push(`${draft.id} ${bundle.prelude.length} ${bundle.tokens.tools}`);
      const { args, result } = draft.examples![0]!;
      const ended = await runBundle(bundle, { call: draft.id, args }, { sandbox: engine.sandbox });
      expect("value" in ended ? ended.value : ended).toEqual(result);
    }
    expect(large).toEqual([]);
  });

  it("tools that use others bring them, and only them", async () => {
    const { engine } = made();
    const { hidden, baseTools } = await imageOf(engine, ["parse-eu-csv"]);
    expect(hidden.map(({ id }) => id).sort()).toEqual(["csv_parse", "date_parse", "number_parse", "parse_table"]);
    expect(baseTools.map(({ id }) => id).sort()).toEqual(["csv_parse", "date_parse", "number_parse"]);
    expect((await imageOf(engine, ["sort-rows"])).hidden).toEqual([]);
  });
});

describe("skills", () => {
  it("are short, and about tools that are there", async () => {
    const { engine, scanned } = made();
    const count = (await loadTokenizer()).count;
    const ids = new Set(scanned.tools.map(({ draft }) => foldId(draft.id)));
    for (const { id, kind } of made().first.done) {
      if (kind !== "skill") continue;
      const skill = await engine.store.read(async (reader) =>
        reader.skillVersion(id, (await reader.skillHead(id))!.current),
      );
      expect([id, skill!.appliesTo.filter((one) => !ids.has(one))]).toEqual([id, []]);
      const tokens = count(skill!.prompt);
      expect(tokens, id).toBeGreaterThanOrEqual(100);
      expect(tokens, id).toBeLessThanOrEqual(250);
    }
  });
});

describe("ten thousand rows", () => {
  it("go through the tables within the default limits", () => {
    const rows = Array.from({ length: 10_000 }, (_, i) => ({
      id: i,
      city: `c${i % 50}`,
      month: `2024-${String((i % 12) + 1).padStart(2, "0")}`,
      amount: i % 7 === 0 ? null : (i * 37) % 1000,
      currency: i % 2 === 0 ? "EUR" : "CHF",
    }));
    const code = `(let [rows data/rows
            some (filter-rows rows [{:column "amount" :op ">=" :value 100} {:column "city" :op "not=" :value "c1"}])
            wide (pivot-rows rows "city" "month" "amount" nil)]
        {:filtered (count some)
         :sorted (get (first (sort-rows rows ["-amount" "id"])) "id")
         :top (count (top-n rows "amount" 3 "city"))
         :joined (count (join-tables rows (group-summary rows ["city"] [{:op "mean" :column "amount"}]) ["city"] "left"))
         :wide (count wide)
         :long (count (unpivot-rows wide ["city"] nil nil))
         :money (map :count (sum-by-currency rows "amount" "currency"))
         :unknown (count (:problems (validate-rows rows [{:column "amount" :required true} {:column "id" :unique true}])))
         :hidden (:hidden (k-anonymous-summary rows ["city"] [{:op "sum" :column "amount"}] 201))
         :changed (count (:changed (diff-rows rows (fill-missing rows "amount" "value" 0) ["id"])))
         :lines (count (str/split-lines (markdown-table rows nil nil)))})`;
    const roots = ["filter-rows", "pivot-rows", "sort-rows", "top-n", "join-tables", "group-summary", "unpivot-rows"];
    const more = [
      "sum-by-currency",
      "validate-rows",
      "k-anonymous-summary",
      "diff-rows",
      "fill-missing",
      "markdown-table",
    ];
    const run = linked([...roots, ...more], code);
    const missing = rows.filter(({ amount }) => amount === null).length;
    expect(run({ rows })).toEqual({
      filtered: rows.filter(({ amount, city }) => amount !== null && amount >= 100 && city !== "c1").length,
      sorted: rows.find(({ amount }) => amount === 999)!.id,
      top: 150,
      joined: 10_000,
      wide: 50,
      long: new Set(rows.filter(({ amount }) => amount !== null).map(({ city, month }) => city + month)).size,
      money: ["EUR", "CHF"].map((c) => rows.filter(({ amount, currency }) => amount !== null && currency === c).length),
      unknown: missing,
      hidden: { groups: 50, rows: 10_000 },
      changed: missing,
      lines: 10_002,
    });
  });
});

const nothing = { tools: [], skills: [], suites: [], problems: [] };

describe("beside what a registry has of its own", () => {
  it("what the project defines, what was repaired, replaced or archived, and what is denied is left alone", async () => {
    const engine = await openEngine({ registry: ":memory:" });
    const wanted = ["slugify", "normalise_whitespace", "round_money", "minor_units", "check_luhn", "glob_read"];
    const all = made().scanned;
    const few = {
      ...all,
      tools: all.tools.filter(({ draft }) => wanted.includes(foldId(draft.id)!) && draft.id !== "glob-read"),
      skills: all.skills.slice(0, 3),
    };
    await syncProject(engine, few);
    const draftOf = (id: string): ToolDraft => few.tools.find(({ draft }) => draft.id === id)!.draft;
    const repaired = { ...draftOf("slugify"), origin: "developer", description: "Ours." } as const;
    expect(await engine.registry.registerRepair(repaired)).toMatchObject({ ok: true, version: "1.0.1" });
    const replacing = { ...draftOf("normalise_whitespace"), id: "our_whitespace", supersedes: "normalise_whitespace" };
    expect(await engine.registry.registerRepair(replacing)).toMatchObject({ ok: true });
    expect(
      await engine.registry.archive({ kind: "tool", id: "check_luhn", reason: "Unused.", force: true }),
    ).toMatchObject({ ok: true });
    const [revised] = few.skills;
    const id = foldId(revised!.file.split("/").at(-1)!)!;
    await engine.registry.updateSkill(id, { prompt: "Ours." });

    const own = { ...nothing, tools: few.tools.filter(({ draft }) => draft.id === "round_money") };
    const supplied = {
      ...all,
      tools: all.tools.filter(({ draft }) => wanted.includes(foldId(draft.id)!)),
      skills: few.skills,
    };
    const { scanned, leftAlone } = await stdlibFor(engine, supplied, own, ["filesystem:read:**"]);
    expect(Object.fromEntries(leftAlone.map(({ id: of, why }) => [of, why]))).toEqual({
      slugify: "the registry has its own",
      normalise_whitespace: "it was replaced by our_whitespace@1.0.0",
      check_luhn: "it is archived",
      round_money: "the project has its own",
      glob_read: "it asks for what ptc.json denies",
      [id]: "it was revised here",
    });
    expect(scanned.tools.map(({ draft }) => draft.id)).toEqual(["minor_units"]);
    const { done } = await syncProject(engine, scanned);
    expect(done.map(({ outcome }) => outcome)).toEqual(["unchanged", "unchanged", "unchanged"]);
    await engine.close();
  });
});

it("docs/stdlib.md says what the tools say", () => {
  expectGenerated("docs/stdlib.md", renderStdlib(made().scanned));
});
