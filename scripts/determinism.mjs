// `npm run determinism [-- COUNT]`: generated programs, half of them with tools, each run twice and replayed from its record,
// and sessions whose turns are each replayed.
// Ends with exit code 1 at the first that comes out differently.
import { countFrom, fromSource } from "./from-source.mjs";

const count = countFrom(10_000, "npm run determinism [-- COUNT]");
const { difference, turnDifference } = await fromSource({ determinism: "test/support/determinism.ts" });
/** Of so many seeds one also makes a session of seven turns. */
const TURNS_EACH = 4;
const began = performance.now();
for (let seed = 1; seed <= count; seed++) {
  const found = (await difference(seed)) ?? (seed % TURNS_EACH === 0 ? await turnDifference(seed) : null);
  if (found !== null) {
    console.log(`seed ${seed}:\n${found}`);
    process.exit(1);
  }
  if (seed % 1_000 === 0) console.error(`${seed} of ${count}, ${Math.round((performance.now() - began) / 1000)} s`);
}
const sessions = Math.floor(count / TURNS_EACH);
console.log(
  `${count} programs run twice and replayed, ${sessions} sessions of seven turns replayed: value, prints, steps and calls the same each time.`,
);
