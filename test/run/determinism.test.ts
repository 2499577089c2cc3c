// A slice of `npm run determinism`.

import { expect, test } from "vitest";
import { difference } from "../support/determinism.ts";

test("programs run twice and replayed come out the same", async () => {
  for (let seed = 1; seed <= 400; seed++) expect(await difference(seed)).toBeNull();
});
