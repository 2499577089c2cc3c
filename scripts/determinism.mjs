// `npm run determinism [-- COUNT]`: generated programs, half of them with tools, each run twice and replayed from its record.
// Ends with exit code 1 at the first that comes out differently.
import { countFrom, fromSource } from "./from-source.mjs";

const count = countFrom(10_000, "npm run determinism [-- COUNT]");
const { difference } = await fromSource({ determinism: "test/support/determinism.ts" });
const began = performance.now();
for (let seed = 1; seed <= count; seed++) {
  const found = await difference(seed);
  if (found !== null) {
    console.log(`seed ${seed}:\n${found}`);
    process.exit(1);
  }
  if (seed % 1_000 === 0) console.error(`${seed} of ${count}, ${Math.round((performance.now() - began) / 1000)} s`);
}
console.log(`${count} programs run twice and replayed: value, prints, steps and calls the same each time.`);
