// Patterns of plans, and how they become tools or skills.

import fc from "fast-check";
import { expect, it } from "vitest";
import { no } from "../../src/registry/problem.ts";
import { type PatternPlan, type PatternTask, patternHash } from "../../src/registry/promotion/pattern.ts";
import {
  flaggedPatterns,
  promoteAsSkill,
  promoteAsTool,
  rejectPromotion,
  trackPattern,
} from "../../src/registry/promotion/promotion.ts";
import type { Store } from "../../src/registry/store.ts";
import "../seed.ts";
import { covers } from "../support/covers.ts";
import { must, mustNot, openStore, ports } from "./opened.ts";

const task = (id: string, tool: string, ...dependsOn: string[]): PatternTask => ({ id, tools: [tool], dependsOn });
const chain: PatternPlan = { tasks: [task("a", "read"), task("b", "parse", "a"), task("c", "parse", "b")] };
const fork: PatternPlan = { tasks: [task("a", "read"), task("b", "parse", "a"), task("c", "parse", "a")] };
const hash = (plan: PatternPlan) => must(patternHash(plan));

const track = (store: Store, success: boolean, plan = chain) =>
  store.write(async (w) => must(await trackPattern(w, ports, { plan, mission: "Q1", success })));

async function flagged() {
  const store = await openStore();
  for (let i = 0; i < 3; i++) await track(store, true);
  return { store, patternHash: hash(chain) };
}

covers([105, 107], "the hash is stable, and blind to names, order and spelling", () => {
  const renamed: PatternPlan = {
    tasks: [task("z", "Parse", "y"), task("x", "read"), task("y", "parse", "x")],
  };
  expect(hash(renamed)).toBe(hash(chain));
  expect(hash(chain)).toMatch(/^sha256:[0-9a-f]{64}$/);
});

covers([106, "R17"], "chain and fork, the other way round, another tool, another parameter: all differ", () => {
  const reversed: PatternPlan = { tasks: [task("a", "parse"), task("b", "parse", "a"), task("c", "read", "b")] };
  const swapped: PatternPlan = { tasks: [task("a", "read"), task("b", "parse", "a"), task("c", "sum", "b")] };
  const deeper: PatternPlan = { tasks: [...chain.tasks, task("d", "parse", "c")] };
  const taking: PatternPlan = { ...chain, parameters: { type: "object" } };
  const plans = [chain, fork, reversed, swapped, deeper, taking];
  expect(new Set(plans.map(hash)).size).toBe(plans.length);
});

covers(["R17"], "chains and forks differ at any length", () => {
  fc.assert(
    fc.property(fc.integer({ min: 3, max: 12 }), (length) => {
      const line = Array.from({ length }, (_, i) => task(`t${i}`, "x", ...(i === 0 ? [] : [`t${i - 1}`])));
      const fan = Array.from({ length }, (_, i) => task(`t${i}`, "x", ...(i === 0 ? [] : ["t0"])));
      expect(hash({ tasks: line })).not.toBe(hash({ tasks: fan }));
    }),
  );
});

it("who uses a result matters: one read for both sums is not a read for each", () => {
  const reads = [task("r", "read"), task("q", "read")];
  const shared: PatternPlan = { tasks: [...reads, task("s", "sum", "r"), task("t", "sum", "r")] };
  const apart: PatternPlan = { tasks: [...reads, task("s", "sum", "r"), task("t", "sum", "q")] };
  expect(hash(shared)).not.toBe(hash(apart));
});

it("any renaming and shuffling of tasks keeps the hash", () => {
  const plans = fc.array(
    fc.record({ tool: fc.constantFrom("a", "b", "c"), needs: fc.array(fc.nat(9), { maxLength: 3 }) }),
    {
      minLength: 1,
      maxLength: 10,
    },
  );
  fc.assert(
    fc.property(plans, fc.infiniteStream(fc.nat()), (shape, keys) => {
      const made = (name: (i: number) => string): PatternTask[] =>
        shape.map(({ tool, needs }, i) => task(name(i), tool, ...needs.filter((j) => j < i).map(name)));
      const shuffled = made((i) => `renamed ${i}`)
        .map((one) => ({ one, key: keys.next().value as number }))
        .sort((a, b) => a.key - b.key)
        .map(({ one }) => one);
      expect(hash({ tasks: shuffled })).toBe(hash({ tasks: made((i) => `t${i}`) }));
    }),
  );
});

it("known limit: rings of equal tasks have one hash, in one ring or in two", () => {
  const rings = (lengths: readonly number[]): PatternPlan => ({
    tasks: lengths.flatMap((length, ring) =>
      Array.from({ length }, (_, i) => i).flatMap((i) => [
        task(`read ${ring} ${i}`, "read"),
        task(`sum ${ring} ${i}`, "sum", `read ${ring} ${i}`, `read ${ring} ${(i + 1) % length}`),
      ]),
    ),
  });
  expect(hash(rings([4]))).toBe(hash(rings([2, 2])));
  expect(hash(rings([4]))).not.toBe(hash(rings([4, 4])));
});

it.each([
  ["no tasks", []],
  ["a task that depends on none of them", [task("a", "x", "nowhere")]],
  ["two tasks of one id", [task("a", "x"), task("a", "y")]],
])("refuses a plan with %s", (_, tasks) => {
  expect(mustNot(patternHash({ tasks })).reason).toBe("bad_plan");
});

covers([108], "the first full success makes a candidate; a failure or a single call does not", async () => {
  const store = await openStore();
  expect((await track(store, false)).candidate).toBeNull();
  expect((await track(store, true, { tasks: [task("a", "read")] })).candidate).toBeNull();
  expect((await track(store, true)).candidate).toMatchObject({ status: "candidate", successes: 1, failures: 0 });
  const logic: PatternPlan = { tasks: [{ id: "a", tools: ["read"], logic: true }] };
  expect((await track(store, true, logic)).candidate).not.toBeNull();
});

covers([109, "R17"], "runs add up; of the occurrences the newest twenty are kept", async () => {
  const store = await openStore();
  for (let i = 0; i < 30; i++) await track(store, i % 2 === 0);
  const candidate = (await store.read((r) => r.candidate(hash(chain))))!;
  expect([candidate.successes, candidate.failures]).toEqual([15, 15]);
  expect(candidate.occurrences).toHaveLength(20);
  expect(candidate.occurrences[0]!.at > candidate.occurrences[19]!.at).toBe(true);
});

covers([110, 113], "the third success flags it, once", async () => {
  const store = await openStore();
  const flags = [];
  for (let i = 0; i < 4; i++) flags.push((await track(store, true)).flagged);
  expect(flags).toEqual([false, false, true, false]);
  expect((await store.read((r) => r.candidate(hash(chain))))!.status).toBe("flagged");
});

covers(
  [111, 112],
  "two are too few, failures do not count as successes, and too many of them stand in the way",
  async () => {
    const store = await openStore();
    for (const success of [true, true, false]) expect((await track(store, success)).flagged).toBe(false);
    expect((await track(store, true)).flagged).toBe(false);
    expect((await track(store, true)).flagged).toBe(false);
    expect((await track(store, true)).flagged).toBe(true);
  },
);

const draft = {
  id: "report",
  body: { kind: "lisp", code: "(defn report [x] x)", main: "report", file: "r.clj" },
} as const;

covers([114], "as a tool it goes through the gates as smithed, and is promoted only when they let it in", async () => {
  const { store, patternHash } = await flagged();
  const refusing = await promoteAsTool(store, ports, { patternHash, draft }, async () => no("suite_failed", "x", "y"));
  expect(mustNot(refusing).reason).toBe("suite_failed");
  expect((await store.read((r) => r.candidate(patternHash)))!.status).toBe("flagged");
  const origins: string[] = [];
  const { candidate } = must(
    await promoteAsTool(store, ports, { patternHash, draft }, async (given) => {
      origins.push(given.origin);
      return { ok: true, id: "report", version: "1.0.0" } as const;
    }),
  );
  expect(origins).toEqual(["smithed"]);
  expect(candidate).toMatchObject({ status: "promoted", promotedTo: "tool:report@1.0.0" });
});

covers([115, 116], "without code, or for an unknown pattern, nothing is registered", async () => {
  const { store, patternHash } = await flagged();
  const never = async () => {
    throw new Error("The gates should not have been asked.");
  };
  const empty = { ...draft, body: { ...draft.body, code: " " } };
  expect(mustNot(await promoteAsTool(store, ports, { patternHash, draft: empty }, never)).reason).toBe("code_required");
  const unknown = await promoteAsTool(store, ports, { patternHash: "sha256:0", draft }, never);
  expect(mustNot(unknown).reason).toBe("candidate_not_found");
});

covers([117], "as a skill it is a learned one", async () => {
  const { store, patternHash } = await flagged();
  const given = { name: "reporting", description: "How to report.", prompt: "Read, parse, sum." };
  const { candidate, registered } = must(
    await store.write((w) => promoteAsSkill(w, ports, { patternHash, draft: given })),
  );
  expect(registered.skill).toMatchObject({ id: "reporting", origin: "learned" });
  expect(candidate).toMatchObject({ status: "promoted", promotedTo: "skill:reporting@1.0.0" });
  const again = await store.write((w) => promoteAsSkill(w, ports, { patternHash, draft: given }));
  expect(mustNot(again).reason).toBe("already_promoted");
});

covers([118, 119], "a rejection keeps its reason and is final", async () => {
  const { store, patternHash } = await flagged();
  must(await store.write((w) => rejectPromotion(w, ports, { patternHash, reason: "too special" })));
  for (let i = 0; i < 10; i++) expect((await track(store, true)).flagged).toBe(false);
  expect(await store.read((r) => r.candidate(patternHash))).toMatchObject({
    status: "rejected",
    rejectionReason: "too special",
    successes: 13,
  });
  const late = await promoteAsTool(
    store,
    ports,
    { patternHash, draft },
    async () => ({ ok: true, id: "x", version: "1.0.0" }) as const,
  );
  expect(mustNot(late).reason).toBe("rejected");
});

covers([120], "only what is flagged is listed", async () => {
  const { store, patternHash } = await flagged();
  await track(store, true, fork);
  expect((await store.read((r) => flaggedPatterns(r))).map((c) => c.patternHash)).toEqual([patternHash]);
});
