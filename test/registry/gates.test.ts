// The gates as a table: their order, what each needs of those before it, and that every one of them is asked and answers
// with evidence. Also what happens when others change the registry while the gates run.

import { describe, expect, it } from "vitest";
import { gates } from "../../src/registry/gates/index.ts";
import { type RegistryReasonPage, registryReasons } from "../../src/registry/reasons.ts";
import { createRegistry } from "../../src/registry/registry.ts";
import type { ToolRunner } from "../../src/registry/runner.ts";
import { openSqliteStore } from "../../src/store/open.ts";
import { gives, host, lisp, testPorts, testRegistry, testRunner } from "../support/registry.ts";

const total = '(defn total "Sums." {:signature "(items [:int]) -> :int"} [items] (reduce + 0 items))';

describe("the table", () => {
  it("is in the order in which the questions make sense", () => {
    expect(gates.map((g) => g.name)).toEqual([
      ...["parses", "contract", "links", "permitted", "requirements"],
      ...["examples", "suite", "history", "dependents", "deterministic"],
    ]);
    for (const [i, gate] of gates.entries()) {
      expect(gate.asks).toMatch(/\?$/);
      const before = gates.slice(0, i).map((g) => g.name);
      expect(before).toEqual(expect.arrayContaining([...gate.needs]));
    }
  });

  it("gives evidence of every gate, passed or not", async () => {
    const { registry } = await testRegistry();
    const done = await registry.registerTool(lisp(total), { cases: [gives({ items: [2] }, 2)] });
    expect(done.evidence.map((e) => [e.gate, e.status, e.words])).toEqual([
      ["parses", "passed", "one definition"],
      ["contract", "passed", "(items [:int]) -> :int"],
      ["links", "passed", "needs nobody else"],
      ["permitted", "passed", "asks for nothing"],
      ["requirements", "passed", "requires no other tool"],
      ["examples", "not_applicable", "there are none"],
      ["suite", "passed", "1 case passes"],
      ["history", "not_applicable", "there is no case from before"],
      ["dependents", "not_applicable", "nothing depends on it"],
      ["deterministic", "not_applicable", "it does not promise that"],
    ]);
  });

  it("does not reach gates that make no sense after a failure, and asks all others", async () => {
    const { registry } = await testRegistry({ policy: { deny: ["clock:now"] } });
    const draft = lisp(total.replace("reduce +", "reduse +"), { permissions: ["clock:now"] });
    const done = await registry.registerTool(draft);
    const status = Object.fromEntries(done.evidence.map((e) => [e.gate, e.status]));
    expect(status).toMatchObject({
      links: "failed",
      permitted: "failed",
      requirements: "passed",
      suite: "not_reached",
    });
    expect(done.evidence.find((e) => e.gate === "suite")?.words).toBe("not looked at: links failed");
  });

  it("permissions of base tools that are called count too", async () => {
    const store = await openSqliteStore(":memory:");
    const functions = { now_ms: () => 1 };
    const open = await testRegistry({ store, functions });
    await open.registry.registerTool(host("now_ms", "() -> :int", { permissions: ["clock:now"] }));
    const strict = createRegistry({
      ...testPorts(),
      newId: () => crypto.randomUUID(),
      store,
      runner: testRunner(functions),
      hostFunctions: new Set(["now_ms"]),
      policy: { deny: ["clock:now"] },
    });
    const later = lisp('(defn later "L." {:signature "() -> :int"} [] (inc (tool/now-ms {})))');
    expect(await strict.registerTool(later)).toMatchObject({
      ok: false,
      problem: { reason: "permission_denied_by_policy" },
    });
  });
});

describe("reasons", () => {
  it.each(Object.entries<RegistryReasonPage>(registryReasons))("%s has a page", (reason, page) => {
    expect(reason).toMatch(/^[a-z]+(_[a-z]+)*$/);
    expect(page.summary).toMatch(/^[a-z]/);
    expect(page.text.length).toBeGreaterThan(40);
    expect(page.text).toMatch(/\.$/);
    expect(page.wrong).not.toBe(page.right);
  });
});

describe("others change the registry meanwhile", () => {
  /** Does something once, in the middle of the first run. */
  function interrupted(runner: ToolRunner, work: () => Promise<unknown>): ToolRunner {
    let done = false;
    return {
      ...runner,
      run: async (target, input, options) => {
        if (!done && target.tool.id === "twice") {
          done = true;
          await work();
        }
        return runner.run(target, input, options);
      },
    };
  }

  const twice = lisp('(defn twice "T." {:signature "(items [:int]) -> :int"} [items] (* 2 (total items)))');

  it("the gates run again with what is there now", async () => {
    const store = await openSqliteStore(":memory:");
    const plain = await testRegistry({ store });
    await plain.registry.registerTool(lisp(total), { cases: [gives({ items: [1] }, 1)] });
    const runner = interrupted(plain.runner, () => plain.registry.addCase("total", gives({ items: [1, 1] }, 3)));
    const ids = testPorts();
    const racing = createRegistry({ now: ids.now, newId: () => `z${ids.newId()}`, store, runner });
    const done = await racing.registerTool(twice, { cases: [gives({ items: [1] }, 2)] });
    expect(done).toMatchObject({ ok: false, problem: { reason: "link_failed" } });
    expect(await store.read((reader) => reader.toolHead("twice"))).toBeNull();
  });

  it("what has nothing to do with it does not hold it up", async () => {
    const store = await openSqliteStore(":memory:");
    const plain = await testRegistry({ store });
    await plain.registry.registerTool(lisp(total), { cases: [gives({ items: [1] }, 1)] });
    let runs = 0;
    const other = lisp('(defn thrice "T." {:signature "(items [:int]) -> :int"} [items] (* 3 (total items)))');
    const runner = interrupted(plain.runner, () => plain.registry.registerTool(other));
    const counting: ToolRunner = {
      ...runner,
      run: (target, input, options) => {
        if (target.tool.id === "twice") runs++;
        return runner.run(target, input, options);
      },
    };
    const ids = testPorts();
    const racing = createRegistry({ now: ids.now, newId: () => `z${ids.newId()}`, store, runner: counting });
    const done = await racing.registerTool(twice, { cases: [gives({ items: [1] }, 2)] });
    expect(done).toMatchObject({ ok: true, health: "green" });
    expect(runs).toBe(1);
  });

  it("two repairs of one tool at once: both go through the gates, and the second builds on the first", async () => {
    const { registry, store } = await testRegistry();
    await registry.registerTool(lisp(total), { cases: [gives({ items: [1] }, 1)] });
    const variant = (n: number) => lisp(total.replace("(reduce + 0 items)", `(- (reduce + ${n} items) ${n})`));
    const done = await Promise.all([1, 2, 3, 4].map((n) => registry.registerTool(variant(n))));
    expect(done.map((d) => d.ok)).toEqual([true, true, true, true]);
    const versions = await store.read((reader) => reader.versionsOf("total"));
    expect(versions.map((v) => v.version)).toEqual(["1.0.0", "1.0.1", "1.0.2", "1.0.3", "1.0.4"]);
    expect(versions.map((v) => v.supersedes)).toEqual([null, ...[0, 1, 2, 3].map((n) => `total@1.0.${n}`)]);
  });
});

it("[R16] a host that does not supply a function is told so, and nothing turns red for it", async () => {
  const store = await openSqliteStore(":memory:");
  const functions = { read_text: () => "text" };
  const first = await testRegistry({ store, functions });
  await first.registry.registerTool(host("read_text", "() -> :string"), { cases: [gives({}, "text")] });
  const user = lisp('(defn shout "S." {:signature "() -> :string"} [] (str/upper-case (tool/read-text {})))');
  await first.registry.registerTool(user, { cases: [gives({}, "TEXT")] });
  const ids = testPorts();
  const bare = createRegistry({ now: ids.now, newId: () => `z${ids.newId()}`, store, runner: testRunner() });
  for (const answer of [
    await bare.runSuite("shout"),
    await bare.runSuite("read_text"),
    await bare.addCase("shout", gives({}, "X")),
  ])
    expect(answer).toMatchObject({ ok: false, problem: { reason: "unknown_host_function" } });
  expect((await bare.preflight(["shout"])).ok).toBe(false);
  expect((await store.read((reader) => reader.toolHead("shout")))?.health).toBe("green");
  expect(await first.registry.runSuite("shout")).toMatchObject({ ok: true, value: { passed: 1 } });
});
