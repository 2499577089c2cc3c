// The same history on SQLite and on PostgreSQL: every answer is the same, and so is everything that is kept, word for word.

import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { SubjectKind } from "../../src/registry/model.ts";
import type { Registry } from "../../src/registry/registry.ts";
import { openStore } from "../../src/store/open.ts";
import { History, histories, patience, steps } from "../support/histories.ts";
import { type Postgres, startPostgres } from "../support/postgres.ts";
import { gives, lisp, type TestRegistry, testRegistry } from "../support/registry.ts";

let server: Postgres;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(async () => server?.stop());

const bodies = ["(reduce + 0 items)", "(apply + items)", "(count items)", "(reduce + 1 items)", "(first items)"];
const ids = ["total", "total-b"];
const code = (id: string, body: string) =>
  `(defn ${id} "Sums." {:signature "(items [:int]) -> :int" :tags ["Sums"]} [items] ${body})`;

const id = fc.constantFrom(...ids);
const body = fc.constantFrom(...bodies);
const kind = fc.constantFrom<SubjectKind>("tool", "skill");
const items = fc.array(fc.integer({ min: -3, max: 3 }), { maxLength: 3 });
const tags = fc.subarray(["EU", "us", "__proto__"]);

type Step = (registry: Registry) => Promise<unknown>;
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(id, body, items).map(
    ([id, body, items]): Step =>
      (r) => {
        const cases = [
          gives(
            { items },
            items.reduce((a, b) => a + b, 0),
          ),
        ];
        return r.registerTool(lisp(code(id, body), { capability: "total" }), { cases });
      },
  ),
  fc.tuple(id, body).map(
    ([id, body]): Step =>
      (r) =>
        r.registerRepair(lisp(code(id, body))),
  ),
  fc.tuple(id, items).map(
    ([id, items]): Step =>
      (r) =>
        r.addCase(
          id,
          gives(
            { items },
            items.reduce((a, b) => a + b, 0),
          ),
        ),
  ),
  fc.tuple(kind, id, fc.boolean(), tags, fc.nat(2)).map(
    ([kind, id, success, tags, input]): Step =>
      (r) =>
        r.recordTrials([{ kind, id, success, tags, model: "small", input, skills: ["total"] }]),
  ),
  fc.tuple(id, items).map(
    ([id, items]): Step =>
      (r) =>
        r.recordFailureAsCase(id, { input: { items }, diagnosis: "it broke" }),
  ),
  fc.tuple(id, fc.boolean()).map(
    ([id, smoke]): Step =>
      (r) =>
        r.runSuite(id, { smoke }),
  ),
  fc.tuple(id, fc.nat(2)).map(
    ([id, patch]): Step =>
      (r) =>
        r.rollback(id, `1.0.${patch}`),
  ),
  fc.tuple(id, fc.constantFrom("red" as const, "degraded" as const, "green" as const)).map(
    ([id, health]): Step =>
      (r) =>
        r.markHealth(id, health, "drawn"),
  ),
  fc.constant<Step>((r) => r.preflight(ids)),
  fc.tuple(id, fc.boolean(), tags).map(
    ([id, success, tags]): Step =>
      (r) =>
        r.recordPlanTrial({ tools: [id], skills: ["total"], success, tags }),
  ),
  id.map(
    (id): Step =>
      (r) =>
        r.recordLink({ tools: [id], skills: [] }),
  ),
  fc.constantFrom("Look twice.", "Look again.").map(
    (prompt): Step =>
      (r) =>
        r.registerSkill({ name: "total", description: "How to sum.", prompt, appliesTo: ids, tags: ["Sums", "sums"] }),
  ),
  fc.tuple(kind, id, fc.boolean()).map(
    ([kind, id, force]): Step =>
      (r) =>
        r.archive({ kind, id, reason: "drawn", force }),
  ),
  fc.tuple(kind, id).map(
    ([kind, id]): Step =>
      (r) =>
        r.restore({ kind, id }),
  ),
  fc.constantFrom("keep" as const, "begin" as const).map(
    (kind): Step =>
      (r) =>
        r.reviewSkill("total", { kind }),
  ),
  fc.boolean().map(
    (success): Step =>
      (r) =>
        r.trackPattern({ plan: { tasks: [{ id: "a", tools: ids }] }, mission: "Q1", success }),
  ),
  fc.constant<Step>((r) => r.gc({ missions: 2, preview: false })),
  tags.map(
    (tags): Step =>
      (r) =>
        r.resolve("total", { tags }),
  ),
  tags.map(
    (tags): Step =>
      (r) =>
        r.searchSkills({ tools: ids, tags, model: "small" }),
  ),
  fc.constant<Step>((r) => r.skillLift("total")),
  fc.constant<Step>((r) => r.getCapability("total", "^1.0.0")),
  fc.constant<Step>((r) => r.contextWarnings({ tags: ["eu", "us"], trials: 2 })),
  fc.constant<Step>((r) => r.repairCandidates({ trials: 2 })),
);

/** The same history on both engines: `take` answers for one registry, step by step. */
async function onBoth(take: (registry: TestRegistry) => readonly (() => Promise<unknown>)[]): Promise<Outcomes> {
  const outcomes = { done: 0, refused: 0 };
  const [one, other] = [await openStore(":memory:"), await openStore(server.newUrl())];
  try {
    const [here, there] = [await testRegistry({ store: one }), await testRegistry({ store: other })];
    const again = take(there);
    for (const [n, step] of take(here).entries()) {
      const answer = await step();
      expect(await again[n]!()).toEqual(answer);
      const refused = typeof answer === "object" && answer !== null && "ok" in answer && answer.ok === false;
      outcomes[refused ? "refused" : "done"]++;
    }
    const [kept, keptThere] = [await one.exportAll(), await other.exportAll()];
    expect(JSON.stringify(keptThere)).toBe(JSON.stringify(kept));
    // References, hashes, and every counter against the trials.
    expect([await one.verify(), await other.verify()]).toEqual([[], []]);
    const back = await openStore(":memory:");
    await back.importAll(keptThere);
    expect(JSON.stringify(await back.exportAll())).toBe(JSON.stringify(kept));
    await back.close();
  } finally {
    await one.close();
    await other.close();
  }
  return outcomes;
}

interface Outcomes {
  done: number;
  refused: number;
}

async function property<T>(drawn: fc.Arbitrary<T>, few: number, take: (at: TestRegistry, drawn: T) => Steps) {
  const all: Outcomes = { done: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(drawn, async (history) => {
      const { done, refused } = await onBoth((at) => take(at, history));
      all.done += done;
      all.refused += refused;
    }),
    { numRuns: histories(few) },
  );
  return all;
}

type Steps = readonly (() => Promise<unknown>)[];

it("everything a registry can do gives equal answers and equal exports", patience, async () => {
  const history = fc.array(anyStep, { minLength: 10, maxLength: 30 });
  const { done, refused } = await property(history, 12, ({ registry }, taken) => taken.map((s) => () => s(registry)));
  // Histories in which nothing happens would prove nothing.
  expect(done).toBeGreaterThan(60);
  expect(refused).toBeGreaterThan(30);
});

it("tools that need each other, repaired and found wrong, give equal answers and exports", patience, async () => {
  const { done, refused } = await property(steps, 8, (at, taken) => {
    const history = new History(at);
    return taken.map((one) => () => history.take(one));
  });
  expect(done).toBeGreaterThan(30);
  expect(refused).toBeGreaterThan(10);
});
