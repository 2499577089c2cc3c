// Draws catalogues, queries and budgets at random and checks that no prompt holds more tokens than it may.
//
//   node scripts/discovery-budgets.mjs [DRAWS]
import { countFrom, fromSource } from "./from-source.mjs";

const draws = countFrom(10_000, "node scripts/discovery-budgets.mjs [DRAWS]");
const { checkBudgets } = await fromSource({ draws: "test/discovery/budget-draws.ts" });
const start = performance.now();
const seen = await checkBudgets(draws);
console.log(
  `${seen.draws} draws kept their budgets in ${((performance.now() - start) / 1000).toFixed(0)} s: ${seen.full} with lines and details, ${seen.chinese} with Chinese text, ${seen.manyCategories} of 2,000 categories, ${seen.oversize} with something too long to show.`,
);
