// Random histories of trials, links, archiving and restoring: what the registry counts is what happened, counted again here
// in the plainest way, and nothing that was archived and restored has changed.

import fc from "fast-check";
import { expect, it } from "vitest";
import { archive, restore } from "../../src/registry/archive/archive.ts";
import type { Counters, SubjectKind } from "../../src/registry/model.ts";
import { recordLink } from "../../src/registry/record/links.ts";
import { FAILURES_TO_DEGRADE, recordTrials } from "../../src/registry/record/trials.ts";
import type { RegistryExport, Store } from "../../src/registry/store.ts";
import { openSqliteStore } from "../../src/store/open.ts";
import "../seed.ts";
import { addSkill, addTool, ports } from "./opened.ts";

type Step =
  | {
      readonly do: "trial";
      readonly of: Subject;
      readonly success: boolean;
      readonly tags: string[];
      readonly model: string | null;
      readonly input: number | null;
    }
  | { readonly do: "link"; readonly of: Subject }
  | { readonly do: "archive" | "restore"; readonly of: Subject };

interface Subject {
  readonly kind: SubjectKind;
  readonly id: string;
}

const subjects: readonly Subject[] = [
  { kind: "tool", id: "a" },
  { kind: "tool", id: "b" },
  { kind: "skill", id: "a" },
];
const subject = fc.constantFrom(...subjects);
const trial = fc.record({
  do: fc.constant("trial" as const),
  of: subject,
  success: fc.boolean(),
  tags: fc.array(fc.constantFrom("EU", "eu", "us", "__proto__", "constructor"), { maxLength: 4 }),
  model: fc.constantFrom(null, "small", "large", "toString"),
  input: fc.constantFrom(null, 1, 2),
});
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: trial },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("link" as const), of: subject }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom("archive" as const, "restore" as const), of: subject }) },
);

async function withStore(work: (store: Store) => Promise<void>): Promise<void> {
  const store = await openSqliteStore(":memory:");
  try {
    await addTool(store, "a", { capability: "c" });
    await addTool(store, "b", { capability: "c" });
    await addSkill(store, "a", { appliesTo: ["b"], tags: ["eu"] });
    await work(store);
  } finally {
    await store.close();
  }
}

async function take(store: Store, step: Step): Promise<void> {
  const { kind, id } = step.of;
  await store.write(async (w): Promise<unknown> => {
    switch (step.do) {
      case "trial": {
        const { success, tags, model, input } = step;
        const inputHash = input === null ? null : `hash ${input}`;
        return recordTrials(w, ports, [{ kind, id, success, tags, model, inputHash }]);
      }
      case "link":
        return recordLink(w, ports, { tools: kind === "tool" ? [id] : [], skills: kind === "skill" ? [id] : [] });
      case "archive":
        return archive(w, ports, { kind, id, reason: "drawn", force: true });
      case "restore":
        return restore(w, ports, { kind, id });
      default:
        return step satisfies never;
    }
  });
}

function counted(steps: readonly Step[], { kind, id }: Subject): Counters {
  const own = steps.flatMap((s) => (s.do === "trial" && s.of.kind === kind && s.of.id === id ? [s] : []));
  const tally = (some: typeof own) => ({ successes: some.filter((s) => s.success).length, trials: some.length });
  const tagsOf = (s: (typeof own)[number]) => s.tags.map((tag) => tag.toLowerCase());
  const tags = [...new Set(own.flatMap(tagsOf))];
  const models = [...new Set(own.flatMap((s) => (s.model === null ? [] : [s.model])))];
  return {
    overall: tally(own),
    byTag: Object.fromEntries(tags.map((tag) => [tag, tally(own.filter((s) => tagsOf(s).includes(tag)))])),
    byModel: Object.fromEntries(models.map((model) => [model, tally(own.filter((s) => s.model === model))])),
  };
}

/** Entries, since equality of objects does not see every own key. */
const plain = ({ overall, byTag, byModel }: Counters) => ({
  overall,
  byTag: Object.entries(byTag).sort(),
  byModel: Object.entries(byModel).sort(),
});

it("counters equal a count of the trials again, after any history and after export and import", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      await withStore(async (store) => {
        for (const one of steps) await take(store, one);
        const copy = await openSqliteStore(":memory:");
        try {
          await copy.importAll(await store.exportAll());
          for (const of of subjects)
            for (const from of [store, copy]) {
              const kept = (await from.read((r) => r.counters(of.kind, [of.id]))).get(of.id);
              const again = counted(steps, of);
              if (again.overall.trials === 0) expect(kept).toBeUndefined();
              else expect(plain(kept!)).toEqual(plain(again));
            }
        } finally {
          await copy.close();
        }
      });
    }),
    { numRuns: 40 },
  );
});

it("health follows the trials: degraded exactly after three failures in a row", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(trial, { maxLength: 40 }), async (steps) => {
      await withStore(async (store) => {
        let inARow = 0;
        for (const one of steps) {
          await take(store, one);
          if (one.of.kind !== "tool" || one.of.id !== "a") continue;
          inARow = one.success ? 0 : inARow + 1;
          const head = (await store.read((r) => r.toolHead("a")))!;
          expect(head.consecutiveFailures).toBe(inARow);
          expect(head.health === "degraded").toBe(inARow >= FAILURES_TO_DEGRADE);
        }
      });
    }),
    { numRuns: 40 },
  );
});

/** All but stamps, which only rise, and the audit log, which only grows. */
function state(all: RegistryExport): unknown {
  const { audit: _, ...rest } = all;
  const unstamped = <T extends { readonly stamp: number }>(list: readonly T[]) =>
    list.map((one) => ({ ...one, stamp: 0 }));
  return { ...rest, tools: unstamped(rest.tools), skills: unstamped(rest.skills) };
}

it("archiving and restoring is the identity, whatever happened before", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), fc.shuffledSubarray([...subjects]), async (steps, going) => {
      await withStore(async (store) => {
        for (const one of steps) await take(store, one);
        for (const of of subjects) await take(store, { do: "restore", of });
        const before = state(await store.exportAll());
        for (const of of going) await take(store, { do: "archive", of });
        if (going.length > 0) expect(state(await store.exportAll())).not.toEqual(before);
        for (const of of [...going].reverse()) await take(store, { do: "restore", of });
        expect(state(await store.exportAll())).toEqual(before);
      });
    }),
    { numRuns: 40 },
  );
});
