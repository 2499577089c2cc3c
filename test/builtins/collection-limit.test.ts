// The cap on items holds for collections that grow by members and entries, too.

import { expect, it } from "vitest";
import { runSync } from "../../src/run/run.ts";

// Every collection that goes in is within the cap; only what comes of it is not.
it.each([
  "(into (into #{} (range 60)) (range 60 120))",
  "(into (into (sorted-set) (range 60)) (range 60 120))",
  "(apply conj (into #{} (range 60)) (range 60 120))",
  "(let [pairs #(map (fn [i] [i i]) %)] (into (into {} (pairs (range 60))) (pairs (range 60 120))))",
])("%s", (source) => {
  const result = runSync(source, { limits: { collectionItems: 100 } });
  expect(result).toMatchObject({ ok: false, error: { reason: "memory_exceeded" } });
});

it.each(["(count (into (into #{} (range 60)) (range 60)))", "(count (into #{} (map #(mod % 10) (range 100))))"])(
  "%s fits",
  (source) => {
    expect(runSync(source, { limits: { collectionItems: 100 } }).ok).toBe(true);
  },
);
