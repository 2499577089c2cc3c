// Suites, repairs and health: what is run, what it proves, and what is written down of it.

import { describe, expect, it } from "vitest";
import type { Case } from "../../src/registry/model.ts";
import type { Answer } from "../../src/registry/problem.ts";
import type { Registration } from "../../src/registry/register.ts";
import { registerSkill } from "../../src/registry/skills/skills.ts";
import type { Store } from "../../src/registry/store.ts";
import { gives, host, lisp, testPorts, testRegistry } from "../support/registry.ts";

const total = '(defn total "Sums." {:signature "(items [:int]?) -> :int"} [items] (reduce + 0 items))';
const sums = [gives({ items: [1, 2, 3] }, 6, { tags: ["smoke"] }), gives({ items: [] }, 0)];
/** Right until a number is negative. */
const careless =
  '(defn total "Sums." {:signature "(items [:int]?) -> :int"} [items] (reduce (fn [a b] (if (neg? b) a (+ a b))) 0 items))';

function accepted(done: Registration): Extract<Registration, { ok: true }> {
  if (!done.ok) throw new Error(`${done.problem.reason}: ${done.problem.message}`);
  return done;
}

function refused(done: Registration): Extract<Registration, { ok: false }> {
  if (done.ok) throw new Error(`${done.id}@${done.version} should have been refused.`);
  return done;
}

function must<T>(answer: Answer<T>): T {
  if (!answer.ok) throw new Error(`${answer.problem.reason}: ${answer.problem.message}`);
  return answer.value;
}

const headOf = (store: Store, id: string) => store.read((reader) => reader.toolHead(id));
const suiteOf = (store: Store, id: string): Promise<readonly Case[]> => store.read((reader) => reader.casesOf([id]));

describe("suites", () => {
  it("[68, 78, R12] an empty suite proves nothing: the tool is pending and there is nothing to run", async () => {
    const { registry, store } = await testRegistry();
    const done = accepted(await registry.registerTool(lisp(total)));
    expect(done).toMatchObject({ health: "pending", healthReason: "No case yet." });
    expect(done.evidence.find((e) => e.gate === "suite")).toMatchObject({ status: "not_applicable" });
    expect(await suiteOf(store, "total")).toEqual([]);
    expect(await registry.runSuite("total")).toMatchObject({ ok: false, problem: { reason: "no_cases" } });
    expect(await registry.markHealth("total", "green", "looks fine")).toMatchObject({
      problem: { reason: "no_cases" },
    });
    expect(await registry.preflight(["total"])).toMatchObject({ ok: true, unproven: ["total"] });
    expect((await headOf(store, "total"))?.health).toBe("pending");
  });

  it("[83, 73, 11] a tool whose cases pass is registered green, with counts", async () => {
    const { registry, store } = await testRegistry();
    const done = accepted(await registry.registerTool(lisp(total), { cases: sums }));
    expect(done.health).toBe("green");
    expect(done.evidence.find((e) => e.gate === "suite")).toMatchObject({ status: "passed", words: "2 cases pass" });
    expect(must(await registry.runSuite("total"))).toMatchObject({ ran: 2, passed: 2, health: "green" });
    expect(must(await registry.markHealth("total", "green", "run it"))).toMatchObject({ health: "green" });
    expect(await store.read((reader) => reader.lastRuns("total", "1.0.0"))).toHaveLength(2);
  });

  it("[84, 74] one whose case fails is not registered, and the case is shown", async () => {
    const { registry, store } = await testRegistry();
    const cases = [...sums, gives({ items: [1] }, 2, { description: "one and one" })];
    const { problem, evidence } = refused(await registry.registerTool(lisp(total), { cases }));
    expect(problem).toMatchObject({ reason: "suite_failed", message: "total fails 1 of 3 cases: expected 2, got 1." });
    expect(evidence.find((e) => e.gate === "suite")?.failures).toEqual([
      {
        caseUid: null,
        tool: "total@1.0.0",
        suite: "total",
        description: "one and one",
        input: { items: [1] },
        expected: { kind: "value", value: 2 },
        outcome: { ok: true, actual: 1 },
        words: "expected 2, got 1",
      },
    ]);
    expect(await headOf(store, "total")).toBeNull();
    expect(await suiteOf(store, "total")).toEqual([]);
  });

  it("[R1] composed tools are linked and run, with all they call", async () => {
    const functions = { read_text: ({ path }: Readonly<Record<string, unknown>>) => `1,2,${String(path)}` };
    const { registry } = await testRegistry({ functions });
    accepted(await registry.registerTool(host("read_text", "(path :string) -> :string")));
    accepted(await registry.registerTool(lisp(total), { cases: sums }));
    const code = `(defn- numbers [text] (map parse-long (str/split text #",")))
      (defn file-total "Sums a file." {:signature "(path :string) -> :int"} [path]
        (total (numbers (tool/read-text {:path path}))))`;
    const cases = [gives({ path: "3" }, 6), gives({ path: "x" }, 30, { stubs: { read_text: [{ result: "10,20" }] } })];
    const done = accepted(await registry.registerTool(lisp(code), { cases }));
    expect(done).toMatchObject({ id: "file_total", health: "green" });
    const wrong = refused(
      await registry.registerRepair(lisp(code.replace("parse-long", "(fn [n] (inc (parse-long n)))"))),
    );
    expect(wrong.problem.message).toBe("file_total fails 2 of 2 cases from before: expected 6, got 9.");
  });

  it("[69, 89, 90] a case is added to a suite that exists, and starts one that does not", async () => {
    const { registry, store } = await testRegistry();
    accepted(await registry.registerTool(lisp(total)));
    const first = must(await registry.addCase("total", gives({ items: [2] }, 2)));
    expect(first).toMatchObject({ added: true, passed: true, health: "green" });
    must(await registry.addCase("total", gives({ items: [2, 2] }, 4)));
    const again = must(await registry.addCase("total", gives({ items: [2, 2] }, 4)));
    expect(again).toMatchObject({ added: false, passed: true });
    expect((await suiteOf(store, "total")).map((c) => c.input)).toEqual([{ items: [2] }, { items: [2, 2] }]);
  });

  it("[70, 91] a failure in production becomes a regression case, and the tool turns red", async () => {
    const { registry, store } = await testRegistry();
    const sum = '(defn total "Sums." {:signature "(items [:any]) -> :int"} [items] (reduce + 0 items))';
    accepted(await registry.registerTool(lisp(sum), { cases: sums }));
    const seen = must(
      await registry.recordFailureAsCase("total", {
        input: { items: ["1"] },
        diagnosis: "text among numbers",
        runId: "r1",
      }),
    );
    expect(seen).toMatchObject({ passed: false, health: "red" });
    expect(seen.case).toMatchObject({
      expected: { kind: "no_crash" },
      tags: ["from-production", "regression"],
      reason: "text among numbers",
      origin: { kind: "production", runId: "r1" },
    });
    expect(seen.failures[0]?.words).toContain("expected any answer but an error, got error[type_error]");
    expect(await headOf(store, "total")).toMatchObject({ health: "red" });
    const mended = sum.replace("(reduce + 0 items)", "(reduce + 0 (filter number? items))");
    expect(accepted(await registry.registerRepair(lisp(mended)))).toMatchObject({ version: "1.0.1", health: "green" });
  });

  it("[75, 76] should-not-crash holds for any answer and fails for an error", async () => {
    const { registry } = await testRegistry();
    const half = '(defn half "H." {:signature "(n :int) -> :float"} [n] (/ 10.0 (if (zero? n) (fail "zero") n)))';
    expect(accepted(await registry.registerTool(lisp(half), { cases: [{ input: { n: 2 } }] })).health).toBe("green");
    const crash = must(await registry.addCase("half", { input: { n: 0 } }));
    expect(crash).toMatchObject({ passed: false, health: "red" });
  });

  it("[71, 79, 80] smoke cases are run alone, and no more than asked for", async () => {
    const { registry } = await testRegistry();
    const smoke = (n: number) => gives({ items: [n] }, n, { tags: ["smoke"] });
    accepted(await registry.registerTool(lisp(total), { cases: [...sums, smoke(7), smoke(8)] }));
    expect(must(await registry.runSuite("total", { smoke: true }))).toMatchObject({ ran: 3, passed: 3 });
    expect(must(await registry.runSuite("total", { smoke: true, limit: 2 }))).toMatchObject({ ran: 2 });
    expect(must(await registry.runSuite("total", { limit: 1 }))).toMatchObject({ ran: 1 });
  });

  it("[R12] a suite without smoke cases is not verified by running none of them", async () => {
    const { registry } = await testRegistry();
    accepted(await registry.registerTool(lisp(total), { cases: [gives({ items: [] }, 0)] }));
    expect(await registry.runSuite("total", { smoke: true })).toMatchObject({
      ok: false,
      problem: { reason: "no_cases" },
    });
    const checked = await registry.preflight(["total"]);
    expect(checked.tools[0]).toMatchObject({ ok: true, value: { ran: 1, passed: 1 } });
  });

  it("[77] an unknown tool is told from one with a failing suite", async () => {
    const { registry } = await testRegistry();
    accepted(await registry.registerTool(lisp(total)));
    for (const answer of [
      await registry.runSuite("totall"),
      await registry.addCase("totall", sums[0]!),
      await registry.markHealth("totall", "red", "?"),
      await registry.unregister("totall"),
    ])
      expect(answer).toMatchObject({ ok: false, problem: { reason: "unknown_tool", hint: "Did you mean `total`?" } });
  });

  it("compares numbers by worth and objects whatever the order of their keys", async () => {
    const { registry } = await testRegistry();
    const code = '(defn both "B." {:signature "(a :float) -> :map"} [a] {:b (* 1.0 a) :a (list 1 2.0 (/ 1 3))})';
    const cases = [gives({ a: 2 }, { a: [1, 2, 1 / 3], b: 2 })];
    accepted(await registry.registerTool(lisp(code), { cases }));
    const off = must(await registry.addCase("both", gives({ a: 3 }, { a: [1, 2, 0.33], b: 3 })));
    expect(off.failures[0]?.words).toBe(`at a[2]: expected 0.33, got ${1 / 3}`);
    const near = { kind: "predicate", code: "(fn [r in] (< (abs (- (:b r) (:a in))) 0.01))" } as const;
    expect(must(await registry.addCase("both", { input: { a: 4 }, expected: near })).passed).toBe(true);
    const never = must(
      await registry.addCase("both", {
        input: { a: 4 },
        expected: { kind: "predicate", code: "(fn [r] (= 1 (:b r)))" },
      }),
    );
    expect(never.failures[0]?.words).toContain("is not a result for which (fn [r] (= 1 (:b r))) holds");
  });

  it("an answer that breaks its own signature fails the case", async () => {
    const { registry } = await testRegistry({ functions: { word: () => 1 } });
    const draft = host("word", "() -> :string");
    const { evidence } = refused(await registry.registerTool(draft, { cases: [{ input: {} }] }));
    const [failure] = evidence.find((e) => e.gate === "suite")?.failures ?? [];
    expect(failure?.words).toContain("got error[bad_result] word promises something else");
    expect(failure?.outcome).toMatchObject({ ok: false, actual: 1 });
  });
});

describe("preflight", () => {
  it("[81] passes for green tools", async () => {
    const { registry } = await testRegistry();
    accepted(await registry.registerTool(lisp(total), { cases: sums }));
    expect(await registry.preflight(["total"])).toMatchObject({ ok: true, unproven: [] });
  });

  it("[82, 12, R5] a failure is answered, and the tool is red from then on", async () => {
    let broken = false;
    const functions = { now_text: () => (broken ? null : "12:00") };
    const { registry, store } = await testRegistry({ functions });
    accepted(await registry.registerTool(host("now_text", "() -> :string"), { cases: [gives({}, "12:00")] }));
    broken = true;
    const report = await registry.preflight(["now_text", "nothing"]);
    expect(report.ok).toBe(false);
    expect(report.tools[0]).toMatchObject({ ok: true, value: { ran: 1, passed: 0, health: "red" } });
    expect(report.tools[1]).toMatchObject({ ok: false, problem: { reason: "unknown_tool" } });
    expect(await headOf(store, "now_text")).toMatchObject({ health: "red" });
    const [entry] = await store.read((reader) => reader.audit("now_text@1.0.0", 1));
    expect(entry).toMatchObject({ action: "health", details: { from: "green", to: "red" } });
    broken = false;
    expect(must(await registry.runSuite("now_text"))).toMatchObject({ health: "green" });
  });

  it("[13] the same input with another outcome makes a tool flaky, with a way to call again", async () => {
    let calls = 0;
    const functions = { coin: () => ++calls % 2 === 0 };
    const { registry, store } = await testRegistry({ functions });
    const heads = { input: {}, expected: { kind: "predicate", code: "true?" } } as const;
    calls = 1;
    accepted(await registry.registerTool(host("coin", "() -> :bool"), { cases: [heads] }));
    calls = 2;
    const report = must(await registry.runSuite("coin"));
    expect(report).toMatchObject({ health: "flaky" });
    expect(report.healthReason).toContain("The same input passed");
    expect(report.retry?.attempts).toBeGreaterThan(1);
    expect(await headOf(store, "coin")).toMatchObject({ health: "flaky" });
    must(await registry.markHealth("coin", "flaky", "it is a coin"));
    expect(must(await registry.runSuite("coin"))).toMatchObject({ health: "flaky" });
    expect(must(await registry.markHealth("coin", "degraded", "nobody wants it"))).toMatchObject({
      health: "degraded",
    });
  });

  it("a new tool that passes only sometimes is flaky from the start, unless it says it is deterministic", async () => {
    let calls = 0;
    const functions = { coin: () => ++calls % 2 === 0 };
    const { registry } = await testRegistry({ functions });
    const cases = [{ input: {}, expected: { kind: "predicate", code: "true?" } as const }];
    expect(accepted(await registry.registerTool(host("coin", "() -> :bool"), { cases }))).toMatchObject({
      health: "flaky",
    });
    calls = 0;
    const sure = host("sure_coin", "() -> :bool", { deterministic: true, body: { kind: "host", reference: "coin" } });
    expect(refused(await registry.registerTool(sure, { cases })).problem.reason).toBe("suite_failed");
  });
});

describe("repairs", () => {
  it("[85, 88, R14] that pass every case replace the old tool, and both are kept", async () => {
    const { registry, store } = await testRegistry();
    accepted(await registry.registerTool(lisp(careless), { cases: sums }));
    const better = total.replace("total", "total-v2");
    const cases = [gives({ items: [-1, 2] }, 1)];
    const done = accepted(await registry.registerRepair(lisp(better, { supersedes: "total" }), { cases }));
    expect(done).toMatchObject({ id: "total_v2", health: "green", supersedes: "total@1.0.0" });
    expect(done.evidence.find((e) => e.gate === "history")).toMatchObject({
      status: "passed",
      words: "2 cases of total_v2, total still pass",
    });
    expect(await headOf(store, "total")).toMatchObject({ supersededBy: "total_v2@1.0.0", health: "green" });
    expect(await store.read((reader) => reader.toolVersion("total", "1.0.0"))).not.toBeNull();
    const capability = await store.read((reader) => reader.capability("total"));
    expect(capability).toMatchObject({ implementations: ["total", "total_v2"], defaultImplementation: "total_v2" });
    expect((await suiteOf(store, "total_v2")).map((c) => c.toolId)).toEqual(["total_v2"]);
    expect(must(await registry.runSuite("total_v2"))).toMatchObject({ ran: 3, passed: 3 });
    expect(must(await registry.runSuite("total"))).toMatchObject({ ran: 2, passed: 2, version: "1.0.0" });
  });

  it("[72] inherit the cases of the whole line, each once", async () => {
    const { registry } = await testRegistry();
    accepted(await registry.registerTool(lisp(total.replace("total", "a1")), { cases: sums }));
    accepted(
      await registry.registerRepair(lisp(total.replace("total", "a2"), { supersedes: "a1" }), {
        cases: [gives({ items: [5] }, 5)],
      }),
    );
    accepted(
      await registry.registerRepair(lisp(total.replace("total", "a3"), { supersedes: "a2" }), {
        cases: [gives({ items: [6] }, 6)],
      }),
    );
    expect(must(await registry.runSuite("a3"))).toMatchObject({ ran: 4, passed: 4 });
  });

  it("[86] that break an old case are refused, with what was expected and what came", async () => {
    const { registry, store } = await testRegistry();
    accepted(await registry.registerTool(lisp(total), { cases: [...sums, gives({ items: [-1, 2] }, 1)] }));
    const before = JSON.stringify({ ...(await store.exportAll()), audit: [] });
    const { problem, evidence } = refused(await registry.registerRepair(lisp(careless)));
    expect(problem).toMatchObject({
      reason: "regression",
      message: "total fails 1 of 3 cases from before: expected 1, got 2.",
    });
    expect(evidence.find((e) => e.gate === "history")?.failures).toMatchObject([
      {
        input: { items: [-1, 2] },
        expected: { kind: "value", value: 1 },
        outcome: { ok: true, actual: 2 },
        suite: "total",
      },
    ]);
    expect(JSON.stringify({ ...(await store.exportAll()), audit: [] })).toBe(before);
    const [entry] = await store.read((reader) => reader.audit("total", 1));
    expect(entry).toMatchObject({ action: "repair", accepted: false, details: { problem: { reason: "regression" } } });
  });

  it("[R12] of something unknown are refused", async () => {
    const { registry } = await testRegistry();
    expect(refused(await registry.registerRepair(lisp(total))).problem.reason).toBe("unknown_superseded");
    const other = lisp(total, { supersedes: "ttl" });
    expect(refused(await registry.registerRepair(other)).problem.reason).toBe("unknown_superseded");
  });

  it("[87, 21] flag the skills about the tool with both versions, and no others", async () => {
    const { registry, store } = await testRegistry();
    accepted(await registry.registerTool(lisp(careless), { cases: sums }));
    const skill = (id: string, appliesTo: readonly string[]) =>
      store.write((writer) =>
        registerSkill(
          writer,
          { ...testPorts(), newId: () => `skill-${id}` },
          {
            name: id,
            description: "d",
            prompt: "p",
            appliesTo,
          },
        ),
      );
    must(await skill("adding-up", ["total"]));
    must(await skill("reading", ["read_text"]));
    const done = accepted(await registry.registerRepair(lisp(total)));
    expect(done.flaggedSkills).toEqual(["adding_up"]);
    const heads = await store.read((reader) => reader.skillHeads());
    expect(heads.find((h) => h.id === "adding_up")?.review).toMatchObject({
      status: "flagged_for_review",
      before: "total@1.0.0",
      after: "total@1.0.1",
    });
    expect(heads.find((h) => h.id === "reading")?.review).toBeNull();
  });

  it("a case added to a replaced tool holds for its replacement", async () => {
    const { registry, store } = await testRegistry();
    accepted(await registry.registerTool(lisp(total), { cases: sums }));
    accepted(await registry.registerRepair(lisp(careless.replace("total", "total-v2"), { supersedes: "total" })));
    const added = must(await registry.addCase("total", gives({ items: [-1] }, -1)));
    expect(added).toMatchObject({ passed: true, health: "green" });
    expect(added.failures).toMatchObject([{ tool: "total_v2@1.0.0", suite: "total" }]);
    expect(await headOf(store, "total_v2")).toMatchObject({ health: "red" });
  });
});

describe("dependents", () => {
  const twice = '(defn twice "T." {:signature "(items [:int]) -> :int"} [items] (* 2 (total items)))';
  const thrice = '(defn thrice "T." {:signature "(items [:int]) -> :int"} [items] (+ (twice items) (total items)))';

  it("far away are run with the candidate, and what they need of it must stay", async () => {
    const { registry } = await testRegistry();
    accepted(await registry.registerTool(lisp(total), { cases: sums }));
    accepted(await registry.registerTool(lisp(twice)));
    accepted(await registry.registerTool(lisp(thrice), { cases: [gives({ items: [-1] }, -3)] }));
    const done = refused(await registry.registerRepair(lisp(careless)));
    expect(done.problem).toMatchObject({
      reason: "dependent_broken",
      message: "total would break thrice: expected -3, got 0.",
    });
    expect(done.evidence.find((e) => e.gate === "dependents")?.failures).toMatchObject([{ tool: "thrice@1.0.0" }]);
    const renamed = lisp(careless.replace("total", "total-v2"), { supersedes: "total" });
    expect(refused(await registry.registerRepair(renamed)).problem.reason).toBe("dependent_broken");
  });

  it("that are broken anyway do not hold up a repair, and are healed by one that mends them", async () => {
    const { registry, store } = await testRegistry();
    accepted(await registry.registerTool(lisp(careless), { cases: sums }));
    accepted(await registry.registerTool(lisp(twice), { cases: [gives({ items: [1] }, 2)] }));
    must(await registry.addCase("twice", gives({ items: [-1] }, -2)));
    expect(await headOf(store, "twice")).toMatchObject({ health: "red" });
    const same = careless.replace("(if (neg? b) a (+ a b))", "(if (< b 0) a (+ b a))");
    expect(accepted(await registry.registerRepair(lisp(same))).healed).toEqual([]);
    expect(accepted(await registry.registerRepair(lisp(total))).healed).toEqual(["twice"]);
    expect(await headOf(store, "twice")).toMatchObject({ health: "green" });
  });

  it("[R6] of a red tool do not pass the gates, and name it", async () => {
    const { registry } = await testRegistry();
    accepted(await registry.registerTool(lisp(careless), { cases: sums }));
    must(await registry.addCase("total", gives({ items: [-1] }, -1)));
    const { problem, evidence } = refused(await registry.registerTool(lisp(twice)));
    expect(problem.reason).toBe("link_failed");
    expect(problem.message).toContain("total");
    expect(evidence.find((e) => e.gate === "suite")).toMatchObject({ status: "not_reached" });
  });
});

describe("marks and lists", () => {
  it("[14] only green tools are listed as healthy", async () => {
    const { registry, store } = await testRegistry();
    accepted(await registry.registerTool(lisp(total), { cases: sums }));
    accepted(await registry.registerTool(lisp(total.replace("total", "other"))));
    const green = await store.read((reader) => reader.toolHeads({ health: ["green"] }));
    expect(green.map((h) => h.id)).toEqual(["total"]);
  });

  it("a promise to be deterministic is tried", async () => {
    const { registry } = await testRegistry();
    const dice = '(defn dice "D." {:signature "(n :int) -> :float" :deterministic true} [n] (+ n (rand)))';
    const { problem } = refused(await registry.registerTool(lisp(dice), { cases: [{ input: { n: 1 } }] }));
    expect(problem.reason).toBe("not_deterministic");
    const honest = dice.replace(" :deterministic true", "");
    expect(accepted(await registry.registerTool(lisp(honest), { cases: [{ input: { n: 1 } }] })).health).toBe("green");
  });
});
