// Bundles as others see them: their schema, their adapters, diffs, repros, token bills and refusals.

import { readFileSync } from "node:fs";
import Ajv2020 from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { OptionsError } from "../../src/base/options-error.ts";
import {
  anthropicTools,
  type Bundle,
  bundleText,
  catalogOf,
  diffBundles,
  diffText,
  inputOf,
  type LinkInput,
  link,
  loadTokenizer,
  lockText,
  openAiTools,
  openBundle,
  overlay,
  plainTools,
  problemOf,
  readLock,
  readRepro,
  reproOf,
  reproText,
  sealBundle,
  type Unit,
  vercelTools,
} from "../../src/linker/index.ts";
import { linkReasons } from "../../src/linker/reasons.ts";
import { baseUnit, skillUnit, unitsFrom } from "./links.ts";

const schemaAt = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../docs/schema/${name}`, import.meta.url), "utf8"));
const files = {
  "report.clj": `(defn report "Writes a report." {:signature "(path :string) -> :any" :version "1.1.0"} [path]
  (parse-csv (tool/read-file {:path path})))`,
  "csv.clj": `(defn row [line] (str/split line #";"))
(defn parse-csv {:signature "(text :string) -> :any"} [text] (map row (str/split-lines text)))`,
};
const read = baseUnit("read_file", {
  signature: "(path :string) -> :string",
  permissions: ["filesystem:read:data/**"],
  health: "flaky",
  retries: 2,
  body: { kind: "module", hash: "sha256:abc" },
});
const skills = [skillUnit("csv", { name: "CSV", appliesTo: ["parse_csv"] })];
const catalog = {
  ...catalogOf({ units: [...unitsFrom(files), read], skills }),
  module: () => ({ file: "read-file.mjs", script: "export default 1", map: null }),
};
const input: LinkInput = { catalog, roots: ["report"], tags: ["EU"], model: "m" };
const bundleOf = (changes: Partial<LinkInput> = {}): Bundle => link({ ...input, ...changes }).bundle!;

describe("a bundle", () => {
  it("fits its published schema, with and without an entry", () => {
    const validate = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(schemaAt("bundle-1.json"));
    const entry = { file: "main.clj", text: "(tool/report {:path data/path})" };
    for (const bundle of [bundleOf(), bundleOf({ entry, roots: [] }), bundleOf({ budget: 500 })]) {
      validate(JSON.parse(bundleText(bundle)));
      expect(validate.errors ?? []).toEqual([]);
    }
    expect(validate({ ...bundleOf(), extra: 1 })).toBe(false);
  });

  it("holds everything a machine without the registry needs", () => {
    expect(bundleOf()).toMatchObject({
      visible: [{ id: "report", call: { by: "place", name: "report", params: ["path"] } }],
      hidden: [{ id: "parse_csv" }, { id: "read_file" }],
      baseTools: [{ id: "read_file", name: "read_file", retries: 2, body: { hash: "sha256:abc" } }],
      modules: { "sha256:abc": { script: "export default 1" } },
      grants: ["filesystem:read:data/**"],
      skills: [{ id: "csv", why: "applies to parse_csv" }],
      lock: { references: { parse_csv: "parse_csv@0.0.0", read_file: "read_file@1.0.0", report: "report@1.1.0" } },
    });
  });

  it("holds preflight results, and another digest with them", () => {
    const preflight = [{ tool: "report", version: "1.1.0", passed: 3, failed: 0 }];
    const bundle = bundleOf({ preflight });
    expect(bundle.preflight).toEqual(preflight);
    expect(bundle.digest).not.toBe(bundleOf().digest);
    expect(sealBundle({ ...bundleOf(), preflight }).digest).toBe(bundle.digest);
    expect(openBundle(bundleText(bundle))).toMatchObject({ ok: true });
  });

  it("is refused when it was changed, or is none", () => {
    const text = bundleText(bundleOf());
    const reasonOf = (t: string) => {
      const opened = openBundle(t);
      return opened.ok ? null : opened.problem.reason;
    };
    expect(reasonOf(text.replace("data/**", "/**"))).toBe("tampered_bundle");
    expect(reasonOf("{}")).toBe("invalid_bundle");
    expect(reasonOf("not json")).toBe("invalid_bundle");
  });

  it.each([
    ["a missing field", ({ hidden: _, ...rest }: Bundle) => rest, "hidden should be a list"],
    ["another kind of value", (b: Bundle) => ({ ...b, visible: [null] }), "visible[0] should be an object"],
    ["a lock that is none", (b: Bundle) => ({ ...b, lock: { references: {} } }), "lock.format should be ptc-lock"],
    ["a field too many", (b: Bundle) => ({ ...b, more: 1 }), "more should be nothing"],
  ])("sealed with %s is no bundle", (_, changed, words) => {
    const opened = openBundle(JSON.stringify(sealBundle(changed(bundleOf()) as Bundle)));
    expect(opened).toMatchObject({ ok: false, problem: { reason: "invalid_bundle" } });
    expect(opened.ok ? "" : opened.problem.message).toContain(words);
  });

  it("that JSON alone can hold is no bundle", () => {
    const text = bundleText(bundleOf());
    for (const value of ["1e999", `${"[".repeat(100_000)}${"]".repeat(100_000)}`])
      expect(openBundle(text.replace('"version":1', `"version":1,"more":${value}`))).toMatchObject({
        ok: false,
        problem: { reason: "invalid_bundle" },
      });
  });

  it("goes to other programs as tools", () => {
    const bundle = bundleOf();
    const parameters = { type: "object", properties: { path: { type: "string" } } };
    expect(plainTools(bundle)).toMatchObject({
      systemPrompt: "## Expertise\n\n### CSV\nHow to csv.\n",
      tools: [{ name: "report", parameters }],
    });
    expect(openAiTools(bundle)).toMatchObject([{ type: "function", function: { name: "report", parameters } }]);
    expect(anthropicTools(bundle)).toMatchObject([{ name: "report", input_schema: parameters }]);
    const made = vercelTools(
      bundle,
      (schema) => ({ schema }),
      (id, args) => [id, args],
    );
    expect(made.report).toMatchObject({ description: "Writes a report.", inputSchema: { schema: parameters } });
    expect(made.report!.execute({ path: "x" })).toEqual(["report", { path: "x" }]);
  });

  it("gives other programs the skills alone, whatever descriptions say", () => {
    const units = unitsFrom({ "a.clj": '(defn a "See ## Expertise below." {:signature "() -> :int"} [] 1)' });
    const { bundle } = link({
      catalog: catalogOf({ units, skills: [skillUnit("b", { appliesTo: ["a"] })] }),
      roots: ["a"],
    });
    expect(plainTools(bundle!).systemPrompt).toBe("## Expertise\n\n### b\nHow to b.\n");
  });

  it("tools of other namespaces get names that any API takes, each its own", () => {
    const units = ["csv:read", "csv.read"].map((id) => baseUnit(id));
    const { bundle } = link({ catalog: catalogOf({ units }), roots: ["csv:read", "csv.read"] });
    expect(plainTools(bundle!).tools.map((t) => t.name)).toEqual(["csv_read", "csv_read_2"]);
    expect(bundle!.baseTools.map((t) => t.name)).toEqual(["csv_read", "csv_read_2"]);
  });

  it("says what differs from another", () => {
    const newer = unitsFrom({ "csv.clj": files["csv.clj"].replace("parse-csv {", 'parse-csv {:version "2.0.0" ') });
    const after = bundleOf({ catalog: overlay(catalog, newer), tags: [] });
    expect(diffText(diffBundles(bundleOf(), bundleOf()))).toBe("The bundles are the same.\n");
    const text = diffText(diffBundles(bundleOf(), after));
    expect(text).toContain("tool parse_csv: version 0.0.0 -> 2.0.0 (needed by report)\n");
    expect(text).toContain("tags: EU -> none\n");
  });
});

describe("a lock", () => {
  it("reads back, keeps a link as it was, and says what drifted", () => {
    const { lock } = link(input);
    const again = readLock(lockText(lock))!;
    expect(again).toEqual(lock);
    expect(link({ ...input, lock: again, locked: true }).faults).toEqual([]);
    const red: Unit = { ...read, health: "green", contentHash: "sha256:other" };
    const drifted = link({ ...input, catalog: overlay(catalog, [red]), lock: again, locked: true });
    const [fault] = drifted.faults;
    expect(problemOf(fault!).others.map((o) => o.text)).toEqual([
      "tool read_file@1.0.0: content content of r -> other",
      "tool read_file: health flaky -> green",
    ]);
    expect(drifted.bundle).toBeNull();
    expect(readLock("{}")).toBeNull();
    for (const broken of [
      { tools: { report: null } },
      { tools: { report: { version: 7 } } },
      { references: { report: 5 } },
      { references: { report: "report" } },
      { skills: [] },
    ])
      expect(readLock(JSON.stringify({ ...lock, ...broken }))).toBeNull();
    expect(link({ ...input, locked: true }).faults).toMatchObject([{ code: "lock_drift" }]);
  });
});

it.each([
  ["(inc x)", true],
  ["(+ x (rand-int 6))", false],
  ["(helper x)", false],
])("an image with %s is deterministic: %s", (body, deterministic) => {
  const text = `(defn one {:signature "(x :int) -> :any"} [x] ${body})\n(defn helper [x] [x (LocalDate/now)])`;
  const { bundle } = link({ catalog: catalogOf({ units: unitsFrom({ "one.clj": text }) }), roots: ["one"] });
  expect(bundle!.effects).toEqual({ deterministic, stateful: false });
  const entry = { file: "e.clj", text: body.replaceAll("x", "1").replace("helper", "one") };
  const asked = link({ catalog: catalogOf({ units: unitsFrom({ "one.clj": text }) }), entry });
  expect(asked.bundle?.effects.deterministic).toBe(deterministic);
});

describe("a repro", () => {
  it("links to the same digest without the catalogue it came from", () => {
    const repro = JSON.parse(reproText(reproOf(link(input))));
    expect(link(inputOf(repro)).bundle!.digest).toBe(bundleOf().digest);
    const preflight = [{ tool: "report", version: "1.1.0", passed: 3, failed: 0 }];
    const tried = readRepro(reproText(reproOf(link({ ...input, preflight }))));
    expect(link(inputOf(tried!)).bundle!.digest).toBe(bundleOf({ preflight }).digest);
    expect([readRepro("{}"), readRepro(bundleText(bundleOf())), readRepro("no")]).toEqual([null, null, null]);
  });

  it("that is broken is none, or links without a throw", () => {
    const whole = JSON.parse(reproText(reproOf(link({ ...input, budget: 1000 }))));
    const places: (readonly string[])[] = [];
    const visit = (value: unknown, path: readonly string[]): void => {
      if (path.length > 0) places.push(path);
      if (typeof value === "object" && value !== null)
        for (const [key, item] of Object.entries(value)) visit(item, [...path, key]);
    };
    visit(whole, []);
    for (const path of places)
      for (const wrong of [undefined, null, -1, 5, "x", [], [null], {}, { a: null }]) {
        const broken = structuredClone(whole);
        const holder = path.slice(0, -1).reduce((at, key) => at[key], broken);
        holder[path.at(-1)!] = wrong;
        const repro = readRepro(JSON.stringify(broken));
        if (repro !== null) expect(() => link(inputOf(repro)).faults.map(problemOf), path.join(".")).not.toThrow();
      }
    expect(readRepro(JSON.stringify({ ...whole, entries: { report: 5 } }))).toBeNull();
  });

  it("keeps what was missing, and fails the same way", () => {
    const trace = link({ ...input, roots: ["reprot"] });
    const again = link(inputOf(JSON.parse(reproText(reproOf(trace)))));
    expect(again.faults.map(problemOf)).toEqual(trace.faults.map(problemOf));
    expect(again.faults.length).toBe(1);
  });
});

describe("the token bill", () => {
  it("takes an endless budget for none, and refuses what is no number of tokens", () => {
    expect(bundleOf({ budget: Number.POSITIVE_INFINITY }).digest).toBe(bundleOf().digest);
    for (const budget of [Number.NaN, -1, 1.5, Number.NEGATIVE_INFINITY])
      expect(() => link({ ...input, budget })).toThrow(OptionsError);
  });

  it("never goes over the budget, whatever the budget is", async () => {
    const counter = await loadTokenizer();
    const many = Array.from({ length: 6 }, (_, i) =>
      skillUnit(`skill_${i}`, { prompt: "Word after word. ".repeat(3 * i + 1), tags: ["EU"] }),
    );
    const wide = { ...catalog, skills: () => many };
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 400 }), (budget) => {
        const trace = link({ ...input, catalog: wide, budget, counter });
        if (trace.bundle === null) expect(trace.faults.map((f) => f.code)).toEqual(["budget_exceeded"]);
        else {
          expect(trace.bundle.tokens.total).toBeLessThanOrEqual(budget);
          expect(trace.bundle.tokens.total).toBe(counter.count(trace.bundle.prompt));
        }
      }),
      { numRuns: 200 },
    );
  });

  it("counts what looks like a control token as the text it is", async () => {
    const counter = await loadTokenizer();
    const text = (written: string) => ({
      "a.clj": `(defn a "Ends at ${written}." {:signature "() -> :string"} [] "${written}")`,
    });
    const about = (prompt: string) => [skillUnit("about_a", { prompt, appliesTo: ["a"] })];
    const total = (written: string) =>
      link({ catalog: catalogOf({ units: unitsFrom(text(written)), skills: about(written) }), roots: ["a"], counter })
        .bundle!.tokens.total;
    expect(total("<|endoftext|>")).toBeGreaterThan(total(""));
  });

  it("counts words without end in a time that grows with them", async () => {
    const { count } = await loadTokenizer();
    for (const letter of ["a", "=", " ", "é"]) {
      const long = count(letter.repeat(300_000));
      expect(long).toBeGreaterThan(count(letter.repeat(150_000)));
      expect(long).toBeLessThanOrEqual(300_000);
    }
  });

  it("of one mission is at most 2 % of that of a catalogue of 500 tools", async () => {
    const counter = await loadTokenizer();
    const names = Array.from({ length: 500 }, (_, i) => `make_table_${i}`);
    const units = names.map((id) =>
      baseUnit(id, {
        signature: "(rows [:map], column :string, limit :int?) -> [:map]",
        description: `Makes table ${id}.`,
      }),
    );
    const whole = catalogOf({ units });
    const all = link({ catalog: whole, roots: names, counter }).bundle!.tokens.total;
    const few = link({ catalog: whole, roots: names.slice(40, 44), counter }).bundle!.tokens.total;
    expect(few / all).toBeLessThanOrEqual(0.02);
  });
});

it("a plan of the published shape links, and its schema takes it", () => {
  const plan = {
    mission: "Q4",
    agents: { analyst: { prompt: "You count.", tools: ["report"] } },
    tasks: [{ id: "t", agent: "analyst" }],
  };
  expect(new Ajv2020().compile(schemaAt("plan-1.json"))(plan)).toBe(true);
  expect(bundleOf({ plan, roots: [] }).roots).toEqual([{ ref: "report", id: "report", from: "agent analyst" }]);
});

it("every reason has a page with all its parts", () => {
  for (const [reason, page] of Object.entries(linkReasons)) {
    expect(reason).toMatch(/^[a-z]+(_[a-z]+)*$/);
    for (const part of [page.summary, page.text, page.wrong, page.right]) expect(part.length).toBeGreaterThan(5);
    expect(page.wrong).not.toBe(page.right);
  }
});
