// `npm run registry-concurrency [-- EACH PROCESSES]`: PROCESSES processes register EACH tools at once in one registry, on
// SQLite and on PostgreSQL. All must be there, none twice, nothing lost, and the registry sound. Ends with exit code 1
// otherwise.
import { countFrom } from "./from-source.mjs";
import { onBothEngines, report, sources } from "./registry-places.mjs";

const each = countFrom(250, "npm run registry-concurrency [-- EACH PROCESSES]");
const processes = Number(process.argv[3] ?? 16);
const parts = await sources();

await onBothEngines(parts, async (engine, place) => {
  const began = performance.now();
  const acknowledged = await parts.inParallel(parts.script, place, processes, each);
  const problems = await parts.problemsOf(place, acknowledged);
  report(`${engine}: ${processes} processes, ${acknowledged.length} acknowledged`, problems, began);
});
