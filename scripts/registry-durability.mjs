// `npm run registry-durability [-- COUNT]`: registers COUNT tools in processes that are killed with SIGKILL at random points,
// on SQLite and on PostgreSQL. Every acknowledged one must be there, nothing half visible, and the registry sound. Ends with
// exit code 1 otherwise.
import { countFrom } from "./from-source.mjs";
import { onBothEngines, report, sources } from "./registry-places.mjs";

const count = countFrom(1_000, "npm run registry-durability [-- COUNT]");
const parts = await sources();
let seed = 20_261_118;
const random = () => {
  seed = (seed * 48_271) % 2_147_483_647;
  return seed / 2_147_483_647;
};

await onBothEngines(parts, async (engine, place) => {
  const began = performance.now();
  const { acknowledged, kills } = await parts.withKills(parts.script, place, count, random);
  const problems = await parts.problemsOf(place, acknowledged, kills);
  report(`${engine}: ${acknowledged.length} acknowledged, ${kills} kills`, problems, began);
});
