// A slice of `npm run determinism`, and values that are large enough to be remembered how they were looked at.

import { expect, test } from "vitest";
import { replay } from "../../src/run/replay.ts";
import { createSession } from "../../src/run/session.ts";
import { difference, turnDifference } from "../support/determinism.ts";

test("programs run twice and replayed come out the same", async () => {
  for (let seed = 1; seed <= 400; seed++) expect(await difference(seed)).toBeNull();
});

test("turns replayed come out the same", async () => {
  for (let seed = 1; seed <= 150; seed++) expect(await turnDifference(seed)).toBeNull();
});

const large = [
  "(vec (range 1000))",
  "(zipmap (range 100) (range 100))",
  "(set (range 100))",
  "[(vec (range 100)) #{[1 2]}]",
];

test.each(large)("a turn costs the same whatever earlier turns did with %s", async (value) => {
  const session = createSession();
  const turns = ["(count (distinct [v [v]]))", "(into #{} v)", "[v v]", "(def w [v v])", "(frequencies [v w *1])"];
  for (const source of [`(def v ${value})`, ...turns, ...turns]) {
    const { events } = session.turnSync(source);
    expect(await replay(events)).toMatchObject({ same: true, difference: null });
  }
});
