// The heart of it: whatever is registered, repaired, failed, tried, archived and restored, in whatever order, no tool that can
// be linked ever fails a case that it or an ancestor passed; suites only grow; versions never change.

import fc from "fast-check";
import { expect, it } from "vitest";
import { openStore } from "../../src/store/open.ts";
import { brokenPromises, History, histories, lasting, patience, steps } from "../support/histories.ts";
import { testRegistry } from "../support/registry.ts";

it("no history breaks a promise that was kept once, shrinks a suite or changes a version", patience, async () => {
  let accepted = 0;
  await fc.assert(
    fc.asyncProperty(steps, async (taken) => {
      const at = await testRegistry();
      try {
        const history = new History(at);
        let before: ReadonlyMap<string, string> = new Map();
        for (const one of taken) {
          await history.take(one);
          const now = await lasting(at);
          for (const [name, text] of before) expect(now.get(name), name).toBe(text);
          before = now;
        }
        accepted += [...before.keys()].filter((name) => name.includes("@")).length;
        expect(await brokenPromises(at)).toEqual([]);
        // References, hashes, and every counter against the trials.
        expect(await at.store.verify()).toEqual([]);
        const kept = await at.store.exportAll();
        const back = await openStore(":memory:");
        await back.importAll(kept);
        expect(await back.exportAll()).toEqual(kept);
        await back.close();
      } finally {
        await at.store.close();
      }
    }),
    { numRuns: histories(30) },
  );
  // A property over registries with nothing in them would say nothing.
  expect(accepted).toBeGreaterThan(30);
});
