// The behaviours of the earlier linker (44 to 67) and what it got wrong (S3 to R9, S19), one test each: what has to hold here.
// Where a decision differs from the earlier behaviour the title says so.

import { describe, expect, it } from "vitest";
import { runSync } from "../../src/index.ts";
import { catalogOf, type LinkInput, type LinkTrace, link } from "../../src/linker/index.ts";
import { parseSource } from "../../src/linker/text/parse.ts";
import { covers } from "../support/covers.ts";
import { skillUnit, unitsFrom } from "./links.ts";

type Files = Readonly<Record<string, string>>;
type Changes = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

const tool = (name: string, body: string, params = "x") =>
  `(defn ${name} {:signature "(${params} :any) -> :any"} [${params}] ${body})`;
const uses = (text: string) => {
  const parsed = parseSource({ file: "t.clj", text });
  return [...new Set([...parsed.uses.values()].flat().map((u) => u.name))];
};
function linked(files: Files, input: Partial<LinkInput> & { changes?: Changes }): LinkTrace {
  const { changes = {}, ...rest } = input;
  return link({ catalog: catalogOf({ units: unitsFrom(files, changes) }), ...rest });
}
const order = (trace: LinkTrace) => trace.ordered.order.map((n) => trace.names.names.get(n.key));
const codes = (trace: LinkTrace) => trace.faults.map((f) => f.code);
const base = { search: { signature: "(q :string) -> :any" } };
const skills = [
  skillUnit("csv_tips", { name: "CSV tips", appliesTo: ["parse"] }),
  skillUnit("eu_rules", { name: "EU rules", tags: ["EU"] }),
  skillUnit("useless", { tags: ["EU"], effectiveness: { score: 0.1, trials: 30 } }),
];
const withSkills = (input: Partial<LinkInput>) =>
  link({
    catalog: catalogOf({ units: unitsFrom({ "p.clj": tool("parse", "x") }), skills }),
    roots: ["parse"],
    ...input,
  });

describe("the earlier linker's behaviours", () => {
  covers([44], "dependencies come from the code", () =>
    expect(uses(tool("a", "(tool/search {:q (b x)})"))).toEqual(["search", "b"]),
  );

  covers([45], "no code, no dependencies", () => expect([uses(""), uses("; nothing")]).toEqual([[], []]));

  covers([46], "each dependency once", () =>
    expect(uses(tool("a", "[(tool/b {}) (tool/b {}) (map tool/b x)]"))).toEqual(["b"]),
  );

  covers([47], "a single tool", () =>
    expect(order(linked({ "a.clj": tool("a", "x") }, { roots: ["a"] }))).toEqual(["a"]),
  );

  covers([48], "what is needed comes first", () =>
    expect(order(linked({ "a.clj": tool("a", "(b x)"), "b.clj": tool("b", "x") }, { roots: ["a"] }))).toEqual([
      "b",
      "a",
    ]),
  );

  covers([49], "dependencies need not be declared", () => {
    const trace = linked({ "a.clj": tool("a", "(tool/search {:q x})") }, { roots: ["a"], changes: base });
    expect(trace.bundle!.baseTools.map((t) => t.id)).toEqual(["search"]);
  });

  covers([50], "two functions that call each other are fine (they were an error); two values are not", () => {
    const functions = { "a.clj": tool("a", "(if x (b nil) 1)"), "b.clj": tool("b", "(a x)") };
    const trace = linked(functions, { roots: ["a"] });
    expect(runSync(`${trace.prelude!.text} (a 5)`)).toMatchObject({ ok: true, value: 1 });
    const values = { "v.clj": `(def one (inc two)) (def two (inc one)) ${tool("a", "[one x]")}` };
    expect(codes(linked(values, { roots: ["a"] }))).toEqual(["dependency_cycle"]);
  });

  covers([51], "a missing tool is an error that says who needs it", () => {
    const [fault] = linked({ "a.clj": tool("a", "(b x)") }, { roots: ["a"] }).faults;
    expect(fault).toMatchObject({ code: "unresolved_symbol", name: "b", path: [{ name: "a" }] });
  });

  covers([52], "only composed tools are in the prelude", () => {
    const trace = linked({ "a.clj": tool("a", "(tool/search {:q x})") }, { roots: ["a"], changes: base });
    expect(trace.prelude!.map.map((p) => p.name)).toEqual(["a"]);
  });

  covers([53], "several tools, each a part of its own", () => {
    const trace = linked({ "a.clj": tool("a", "x"), "b.clj": tool("b", "x") }, { roots: ["a", "b"] });
    expect(trace.prelude!.map.map((p) => p.name)).toEqual(["a", "b"]);
  });

  covers([54], "base tools alone give an empty prelude", () =>
    expect(linked({}, { roots: ["search"], changes: base }).prelude!.text).toBe(""),
  );

  covers([55, 56], "skills have headings", () => {
    const { prompt } = withSkills({ tags: ["eu"] }).bundle!;
    expect(prompt).toContain("## Expertise\n\n### CSV tips\nHow to csv_tips.\n\n### EU rules\n");
  });

  covers([57], "no skills, no expertise", () =>
    expect(withSkills({ skills: false }).bundle!.prompt).not.toContain("Expertise"),
  );

  covers([58], "base tools are listed by themselves", () => {
    const trace = linked({ "a.clj": tool("a", "(tool/search {:q x})") }, { roots: ["a"], changes: base });
    expect(trace.bundle!.baseTools.map((t) => t.name)).toEqual(["search"]);
  });

  covers([59], "a link has tools, base tools and a prelude", () => {
    const files = { "a.clj": tool("a", "(b x)"), "b.clj": tool("b", "(tool/search {:q x})") };
    const { bundle } = linked(files, { roots: ["a"], changes: base });
    expect(bundle).toMatchObject({
      visible: [{ id: "a" }],
      hidden: [{ id: "b" }, { id: "search" }],
      baseTools: [{ id: "search" }],
    });
    expect(bundle!.prelude).toContain("(defn b ");
  });

  covers([60], "a skill about a linked tool comes along", () =>
    expect(withSkills({}).bundle!.skills).toMatchObject([{ id: "csv_tips" }]),
  );

  covers([61], "a skill with a tag of the mission comes along, case aside", () =>
    expect(withSkills({ tags: ["Eu"] }).bundle!.skills).toMatchObject([
      { id: "csv_tips" },
      { id: "eu_rules", why: "tag EU" },
    ]),
  );

  covers([62], "skills may be left out", () =>
    expect(withSkills({ skills: false, tags: ["EU"] }).bundle!.skills).toEqual([]),
  );

  covers([63], "a skill that does not help this model stays out", () =>
    expect(withSkills({ tags: ["EU"], model: "m" }).skills.leftOut).toMatchObject([{ id: "useless" }]),
  );

  covers([64], "a missing root is an error, and there is no bundle", () => {
    const trace = linked({}, { roots: ["nobody"] });
    expect([codes(trace), trace.bundle, trace.prelude]).toEqual([["unresolved_symbol"], null, null]);
  });

  covers([65], "a chain of four", () => {
    const files = Object.fromEntries(
      ["a", "b", "c", "d"].map((n, i, all) => [`${n}.clj`, tool(n, `(${all[i + 1] ?? "inc"} x)`)]),
    );
    expect(order(linked(files, { roots: ["a"] }))).toEqual(["d", "c", "b", "a"]);
  });

  covers([66], "a circle of three values is shown whole", () => {
    const text = `(def p (inc q)) (def q (inc r)) (def r (inc p)) ${tool("a", "[p x]")}`;
    const [fault] = linked({ "v.clj": text }, { roots: ["a"] }).faults;
    expect(fault).toMatchObject({ path: [{ name: "a--p" }, { name: "a--q" }, { name: "a--r" }, { name: "a--p" }] });
  });

  covers([67], "what is linked can be called", () => {
    const trace = linked({ "a.clj": tool("a", "(* 2 (b x))"), "b.clj": tool("b", "(inc x)") }, { roots: ["a"] });
    expect(runSync(`${trace.prelude!.text} (a 4)`)).toMatchObject({ ok: true, value: 10 });
  });

  covers(["S3", "S4"], "what learning and workers need is part of the result", () => {
    const { bundle } = linked({ "a.clj": tool("a", "x") }, { roots: ["a"], tags: ["EU"] });
    expect(bundle).toMatchObject({ context: { tags: ["EU"] }, lock: { tools: { a: { version: "0.0.0" } } } });
    expect(bundle!.prelude).toContain("(defn a ");
  });

  covers(["R5", "R6"], "red tools do not link, unless forced", () => {
    const files = { "a.clj": tool("a", "(b x)"), "b.clj": tool("b", "x") };
    const changes = { b: { health: "red" } };
    expect(codes(linked(files, { roots: ["a"], changes }))).toEqual(["quarantined"]);
    expect(codes(linked(files, { roots: ["a"], changes, force: ["b"] }))).toEqual([]);
  });

  covers(["R7"], "names are read whole, in any position, never from text", () => {
    const text = `; (tool/in-comment)
(defn a [x] ["(tool/in-string)" ( tool/getUser {}) (map tool/ok-now x) (tool/is-ok {}) (other x) '(quoted x) (let [local inc] (local x))])`;
    expect(uses(text)).toEqual(["getUser", "ok-now", "is-ok", "other"]);
  });

  covers(["R8"], "declared dependencies do not hide undeclared ones", () => {
    const text = '(defn a {:signature "(x :any) -> :any" :requires ["b"]} [x] (missing x))';
    expect(codes(linked({ "a.clj": text, "b.clj": tool("b", "x") }, { roots: ["a"] }))).toEqual(["unresolved_symbol"]);
  });

  covers(["R9"], "a Fibonacci-shaped graph of 2,000 tools links, each tool once", () => {
    const files = Array.from({ length: 2000 }, (_, i) => tool(`t${i}`, i < 2 ? "x" : `[(t${i - 1} x) (t${i - 2} x)]`));
    const trace = linked({ "all.clj": files.join("\n") }, { roots: ["t1999"] });
    expect([codes(trace), trace.ordered.order.length]).toEqual([[], 2000]);
  });

  covers(["R9"], "a chain of 10,000 definitions links without recursion", () => {
    const files = Array.from({ length: 10_000 }, (_, i) =>
      i === 0 ? "(defn h0 [x] x)" : `(defn h${i} [x] (h${i - 1} x))`,
    );
    const trace = linked({ "all.clj": `${files.join("\n")}\n${tool("a", "(h9999 x)")}` }, { roots: ["a"] });
    expect([codes(trace), trace.ordered.order.length]).toEqual([[], 10_001]);
  });

  covers(["S19"], "helpers of one name, hyphens and underscores, wrong calls", () => {
    const files = {
      "a.clj": `(defn help [x] [:a x]) ${tool("tool_a", "(help (tool-b x))")}`,
      "b.clj": `(defn help [x] [:b x]) ${tool("tool-b", "(help x)")}`,
    };
    const trace = linked(files, { roots: ["tool-a"] });
    expect(runSync(`${trace.prelude!.text} (tool-a 1)`)).toMatchObject({ ok: true, value: ["a", ["b", 1]] });
    expect(codes(linked({ ...files, "c.clj": tool("c", "(tool-a x x)") }, { roots: ["c"] }))).toEqual(["arity_error"]);
  });
});

it("ranges hold however far they lead: each version asks one of the next", () => {
  const files: Record<string, string> = { "a.clj": '(defn a0 {:signature "() -> :int" :requires {:t1 "^1"}} [] (t1))' };
  for (let i = 1; i <= 25; i++) {
    files[`t${i}-2.clj`] = `(defn t${i} {:signature "() -> :int" :version "2.0.0"} [] 2)`;
    const [requires, body] = i === 25 ? ["", "1"] : [` :requires {:t${i + 1} "^1"}`, `(t${i + 1})`];
    files[`t${i}-1.clj`] = `(defn t${i} {:signature "() -> :int" :version "1.0.0"${requires}} [] ${body})`;
  }
  const trace = linked(files, { roots: ["a0", ...Array.from({ length: 25 }, (_, i) => `t${i + 1}`)] });
  expect(codes(trace)).toEqual([]);
  expect(new Set(Object.entries(trace.lock.tools).map(([id, { version }]) => (id === "a0" ? "" : version)))).toEqual(
    new Set(["", "1.0.0"]),
  );
});
