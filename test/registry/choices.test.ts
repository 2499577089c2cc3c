// A link chooses anew among the implementations of a capability, by the record there is then: what is registered must do its
// work with each of them, those included that may come back.

import { expect, it } from "vitest";
import type { ToolDraft } from "../../src/registry/draft.ts";
import type { Registration } from "../../src/registry/register.ts";
import { createRegistry, type Registry } from "../../src/registry/registry.ts";
import type { ToolRunner } from "../../src/registry/runner.ts";
import { gives, host, lisp, type TestRegistry, testPorts, testRegistry } from "../support/registry.ts";
import { must, mustNot } from "./opened.ts";

const sum = (name: string, body: string, options = ""): ToolDraft =>
  lisp(`(defn ${name} "Sums." {:signature "(items [:int]) -> :int" ${options}} [items] ${body})`);
const right = "(reduce + 0 items)";
/** Wrong for negative items, which only those who call it look at. */
const careless = "(reduce (fn [a b] (if (neg? b) a (+ a b))) 0 items)";
const ofSums = ':capability "sums"';
const positive = { cases: [gives({ items: [1, 2] }, 3)] };
const negative = { cases: [gives({ items: [-1] }, -2)] };

function accepted(done: Registration): Extract<Registration, { ok: true }> {
  if (!done.ok) throw new Error(`${done.problem.reason}: ${done.problem.message}`);
  return done;
}

const brokenIs = (reason: string, message: string) => ({
  ok: false,
  problem: { reason, message: expect.stringContaining(message) },
});

/** Two tools for one capability, which differ where neither has a case: the second one adds no negative items. */
async function twoSums(registry: Registry): Promise<void> {
  accepted(await registry.registerTool(sum("sum-a", right, ofSums), positive));
  accepted(await registry.registerTool(sum("sum-b", careless, ofSums), positive));
}
const twice = sum("twice", "(* 2 (sums items))");
const withB = brokenIs("suite_failed", "with sum_b for sums, expected -2, got 0");

it("a tool must do its work with every implementation that a link may choose", async () => {
  const { registry } = await testRegistry();
  await twoSums(registry);
  expect(await registry.registerTool(twice, negative)).toMatchObject(withB);
  const own = sum("twice", "(if (some neg? items) (* 2 (apply + items)) (* 2 (sums items)))");
  accepted(await registry.registerTool(own, negative));
  expect(await registry.registerRepair(twice)).toMatchObject(
    brokenIs("regression", "with sum_b for sums, expected -2, got 0"),
  );
});

it("also with one that is in the archive or degraded, and may come back", async () => {
  for (const away of ["archived", "degraded"]) {
    const { registry } = await testRegistry();
    await twoSums(registry);
    const failed = { kind: "tool" as const, id: "sum_b", success: false };
    if (away === "archived") must(await registry.archive({ kind: "tool", id: "sum_b", reason: "tidy" }));
    else must(await registry.recordTrials([failed, failed, failed]));
    expect(await registry.registerTool(twice, negative)).toMatchObject(withB);
  }
});

it("but not with one that is red, gone or replaced", async () => {
  const away: Readonly<Record<string, (registry: Registry) => Promise<unknown>>> = {
    red: (registry) => registry.markHealth("sum_b", "red", "wrong"),
    gone: (registry) => registry.unregister("sum_b"),
    replaced: (registry) => registry.registerRepair(sum("sum-c", right, `${ofSums} :supersedes "sum-b"`)),
  };
  for (const leave of Object.values(away)) {
    const { registry } = await testRegistry();
    await twoSums(registry);
    expect(await leave(registry)).toMatchObject({ ok: true });
    accepted(await registry.registerTool(twice, negative));
  }
});

it("a range of versions that somebody asks of a capability holds for what replaces its implementation", async () => {
  const { registry } = await testRegistry();
  accepted(await registry.registerTool(sum("sum-a", right, ofSums), positive));
  const ranged = sum("twice", "(* 2 (sums items))", ':requires {sums "^1.0.0"}');
  accepted(await registry.registerTool(ranged, negative));
  const next = (version: string) => sum("sum-c", right, `:supersedes "sum-a" :version "${version}"`);
  expect(await registry.registerRepair(next("2.0.0"))).toMatchObject(
    brokenIs("dependent_broken", "sum_c would break twice: tools.clj:1:"),
  );
  accepted(await registry.registerRepair(next("1.5.0")));
  // Where there is another implementation that fits, a link comes to that.
  accepted(await registry.registerTool(sum("sum-b", right, ofSums), positive));
  accepted(await registry.registerRepair(sum("sum-c", "(apply + items)", ':version "2.0.0"')));
});

const redWithB = { health: "red", healthReason: "1 of 1 case fails: with sum_b for sums, expected -2, got 0" };

it("so must it with a case that is added later, and whenever its suite is run", async () => {
  const { registry } = await testRegistry();
  await twoSums(registry);
  accepted(await registry.registerTool(twice));
  expect(must(await registry.addCase("twice", gives({ items: [-1] }, -2)))).toMatchObject({
    ...redWithB,
    passed: false,
  });
  expect(must(await registry.runSuite("twice"))).toMatchObject({ ...redWithB, ran: 1, passed: 0 });
  expect(await registry.registerRepair(sum("twice", "(+ (sums items) (sums items))"))).toMatchObject(
    brokenIs("regression", "with sum_b for sums, expected -2, got 0"),
  );
  // A repair of the default one, with which it passed before, does not make it right with the other.
  expect(accepted(await registry.registerRepair(sum("sum-a", "(apply + items)"))).healed).toEqual([]);
  accepted(await registry.registerRepair(sum("sum-b", "(apply + 0 items)")));
  expect(must(await registry.runSuite("twice"))).toMatchObject({ health: "green", passed: 1 });
});

it("what a case says that one implementation answers, another answers there as well, and does nothing", async () => {
  const called: string[] = [];
  const functions = { rates_web: () => called.push("web"), rates_file: () => called.push("file") };
  const { registry } = await testRegistry({ functions });
  for (const id of ["rates_web", "rates_file"])
    accepted(await registry.registerTool(host(id, "() -> :int", { capability: "rates" })));
  const price = lisp('(defn price "P." {:signature "() -> :int"} [] (* 2 (tool/rates {})))');
  const stubs = { "rates-web": [{ result: 3 }] };
  accepted(await registry.registerTool(price, { cases: [gives({}, 6, { stubs })] }));
  expect(called).toEqual([]);
});

/** The same registry, in which something else happens while it first runs a tool. */
function racingWith({ store, runner }: TestRegistry, work: () => Promise<unknown>): Registry {
  let meanwhile: (() => Promise<unknown>) | null = work;
  const racing: ToolRunner = {
    ...runner,
    run: async (...given) => {
      const now = meanwhile;
      meanwhile = null;
      await now?.();
      return runner.run(...given);
    },
  };
  const ids = testPorts();
  return createRegistry({ now: ids.now, newId: () => `z${ids.newId()}`, store, runner: racing });
}

it("a case and an implementation, or a repair of what is called, that come at the same time are tried together", async () => {
  const late = { sums: sum("sum-b", careless, ofSums), repair: sum("sum-a", careless, ofSums) };
  for (const [what, draft] of Object.entries(late)) {
    const plain = await testRegistry();
    accepted(await plain.registry.registerTool(sum("sum-a", right, ofSums), positive));
    accepted(await plain.registry.registerTool(twice));
    const racing = racingWith(plain, async () => accepted(await plain.registry.registerTool(draft, positive)));
    const added = must(await racing.addCase("twice", gives({ items: [-1] }, -2)));
    expect(added, what).toMatchObject({ health: "red" });
    expect(must(await plain.registry.runSuite("twice")), what).toMatchObject({ health: "red" });
  }
});

it("so are the first who asks for a version of long ago, and a repair of what that version calls", async () => {
  const plain = await testRegistry();
  const { registry } = plain;
  accepted(await registry.registerTool(sum("base", right), positive));
  accepted(await registry.registerTool(sum("over", "(base items)")));
  accepted(await registry.registerTool(sum("over", "(apply + items)", ':version "2.0.0"')));
  const ranged = sum("twice", "(* 2 (over items))", ':requires {over "^1.0.0"}');
  const racing = racingWith(plain, async () => accepted(await registry.registerTool(ranged, negative)));
  expect(await racing.registerRepair(sum("base", careless))).toMatchObject(
    brokenIs("dependent_broken", "base would break twice"),
  );
});

it("a tool and an implementation that come at the same time are tried with each other", async () => {
  for (const first of ["tool", "implementation"]) {
    const plain = await testRegistry();
    accepted(await plain.registry.registerTool(sum("sum-a", right, ofSums), positive));
    const [late, early] = [() => plain.registry.registerTool(twice, negative), sum("sum-b", careless, ofSums)];
    const racing = racingWith(plain, first === "tool" ? late : () => plain.registry.registerTool(early, positive));
    const done = await (first === "tool" ? racing.registerTool(early, positive) : racing.registerTool(twice, negative));
    expect(done).toMatchObject(first === "tool" ? brokenIs("dependent_broken", "sum_b would break twice") : withB);
  }
});

/** As twoSums, with `twice` proven while nobody could choose the careless one. */
async function twiceWithoutRed({ registry }: Pick<TestRegistry, "registry">, body = careless): Promise<void> {
  accepted(await registry.registerTool(sum("sum-a", right, ofSums), positive));
  accepted(await registry.registerTool(sum("sum-b", body, ofSums), positive));
  must(await registry.markHealth("sum_b", "red", "wrong"));
  accepted(await registry.registerTool(twice, negative));
}

it("what was red is not chosen again before those who were proven without it pass with it", async () => {
  const tested = await testRegistry();
  const { registry, store } = tested;
  await twiceWithoutRed(tested);
  const refused = mustNot(await registry.runSuite("sum_b"));
  expect(refused).toMatchObject({
    reason: "dependent_broken",
    message: "sum_b would break twice: expected -2, got 0.",
    hint: 'The case {"items":[-1]} of twice passes without it. Repair one of them; sum_b stays red.',
  });
  expect(mustNot(await registry.markHealth("sum_b", "green", ""))).toEqual(refused);
  expect(await store.read((r) => r.toolHead("sum_b"))).toMatchObject({ health: "red", healthReason: "wrong" });
  expect(must(await registry.runSuite("twice"))).toMatchObject({ health: "green" });
  const own = sum("twice", "(if (some neg? items) (* 2 (apply + items)) (* 2 (sums items)))");
  accepted(await registry.registerRepair(own));
  expect(must(await registry.runSuite("sum_b"))).toMatchObject({ health: "green", healthReason: null });
});

it("nor by a repair that is no better for them, or by one of what it calls", async () => {
  const tested = await testRegistry();
  const { registry } = tested;
  accepted(await registry.registerTool(sum("base", careless), positive));
  await twiceWithoutRed(tested, "(base items)");
  const better = accepted(await registry.registerRepair(sum("base", `(do ${careless})`)));
  expect(better.healed).toEqual([]);
  expect(await registry.registerRepair(sum("sum-b", careless))).toMatchObject(
    brokenIs("dependent_broken", "sum_b would break twice: expected -2, got 0"),
  );
  expect(accepted(await registry.registerRepair(sum("sum-b", right)))).toMatchObject({ health: "green" });
});

it("also where it is the default, or of the capability's name", async () => {
  for (const [first, name] of [
    ["sum-b", "sum_b"],
    ["sums", "sums"],
  ] as const) {
    const { registry } = await testRegistry();
    accepted(await registry.registerTool(sum(first, careless, ofSums), positive));
    accepted(await registry.registerTool(sum("sum-a", right, ofSums), positive));
    must(await registry.markHealth(name, "red", "wrong"));
    accepted(await registry.registerTool(twice, negative));
    expect(mustNot(await registry.runSuite(name)), name).toMatchObject({ reason: "dependent_broken" });
  }
});

it("a tool that comes while one that was red is tried again is tried with it", async () => {
  const plain = await testRegistry();
  await twoSums(plain.registry);
  must(await plain.registry.markHealth("sum_b", "red", "wrong"));
  const racing = racingWith(plain, async () => accepted(await plain.registry.registerTool(twice, negative)));
  expect(mustNot(await racing.runSuite("sum_b"))).toMatchObject({ reason: "dependent_broken" });
});
