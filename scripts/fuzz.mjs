// Fuzzes the interpreter: `npm run fuzz -- --count 200000 --seed 1` runs that many generated programs and as many broken
// texts. Ends with exit code 1 and the smallest failing source at the first exception, internal error, run over 5 s or
// fuel that was not held.
import { parseArgs } from "node:util";
import { fromSource } from "./from-source.mjs";

const { values } = parseArgs({
  options: { count: { type: "string", default: "20000" }, seed: { type: "string", default: "1" } },
});
const count = Number(values.count);
const first = Number(values.seed);
if (!Number.isInteger(count) || !Number.isInteger(first) || count < 1) {
  console.error("usage: npm run fuzz -- [--count N] [--seed S]");
  process.exit(2);
}

const { fuzzOne } = await fromSource({ fuzz: "test/support/fuzz.ts" });

const started = performance.now();
for (let i = 0; i < count; i++) {
  const finding = fuzzOne(first + i);
  if (finding !== null) {
    console.log(`seed ${finding.seed}, ${finding.what}:\n${finding.source}\n\n${finding.complaint}`);
    process.exit(1);
  }
  if ((i + 1) % 10_000 === 0)
    console.error(`${i + 1} of ${count}, ${Math.round((performance.now() - started) / 1000)} s`);
}
console.log(`${count} programs and ${count} broken texts from seed ${first}: nothing wrong.`);
