// The best of many scores are those that sorting all of them gives.

import fc from "fast-check";
import { expect, it } from "vitest";
import { CapabilityIndex } from "../../src/discovery/capability-index.ts";
import { describeCapability } from "../../src/discovery/descriptor.ts";
import { best } from "../../src/discovery/fuse.ts";

it("answers as sorting everything does", () => {
  const score = fc.oneof(fc.integer({ min: -3, max: 5 }), fc.double({ min: -5, max: 5, noNaN: true }));
  const row = fc.tuple(score, fc.boolean());
  const floor = fc.constantFrom(Number.NEGATIVE_INFINITY, 0);
  fc.assert(
    fc.property(
      fc.array(row, { maxLength: 60 }),
      fc.integer({ min: 1, max: 12 }),
      floor,
      fc.integer(),
      (rows, most, least, seed) => {
        const scores = Float32Array.from(rows, ([value]) => value);
        const counts = Uint8Array.from(rows, ([, counted]) => (counted ? 1 : 0));
        const mixed = rows.map((_, slot) => slot).sort((a, b) => ((a * 7919 + seed) % 61) - ((b * 7919 + seed) % 61));
        const ranks = new Int32Array(rows.length);
        mixed.forEach((slot, rank) => {
          ranks[slot] = rank;
        });
        const sorted = [...mixed]
          .filter((slot) => counts[slot] === 1 && scores[slot]! > least)
          .sort((a, b) => scores[b]! - scores[a]! || ranks[a]! - ranks[b]!);
        expect(best(scores, most, least, counts, ranks)).toEqual(sorted.slice(0, most));
      },
    ),
    { numRuns: 500 },
  );
});

it("ranks stay those of the ids, whatever comes and goes", () => {
  const change = fc.tuple(fc.constantFrom(..."abcdefgh"), fc.boolean(), fc.boolean());
  fc.assert(
    fc.property(fc.array(change, { maxLength: 30 }), (changes) => {
      const index = new CapabilityIndex();
      for (const [id, stays, looked] of changes) {
        if (stays) index.set(describeCapability({ id, name: id }));
        else index.delete(id);
        if (!looked) continue;
        const found = index.all().map((one) => index.ranks[index.slotOf(one.id)!]);
        expect(found).toEqual(found.map((_, rank) => rank));
      }
    }),
    { numRuns: 200 },
  );
});
