// A slice of `npm run budgets`: the finished text keeps its budgets, whatever the catalogue, the query and the budgets.

import { expect, it } from "vitest";
import { checkBudgets } from "./budget-draws.ts";

it("keeps its budgets in 250 draws", async () => {
  const seen = await checkBudgets(250);
  expect(seen.draws).toBe(250);
  // Not all of it was empty.
  expect(seen.full).toBeGreaterThan(12);
  expect(seen.chinese).toBeGreaterThan(12);
});
