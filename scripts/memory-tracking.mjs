// `npm run memory [-- NAME…]`: measures what each program of a corpus really allocates against what it was charged. Exit
// code 1 when a charge is less than half or more than twice of it. NAME selects the programs whose names contain it.
import { fromSource } from "./from-source.mjs";

const LEAST = 0.5;
const MOST = 2;
const { corpus, track } = await fromSource({ tracking: "test/support/memory-tracking.ts" });
const args = process.argv.slice(2);
const json = args.includes("--json");
const wanted = args.filter((arg) => arg !== "--json");
const names = Object.keys(corpus).filter((name) => wanted.length === 0 || wanted.some((part) => name.includes(part)));
const kb = (bytes) => (bytes / 1000).toFixed(0).padStart(9);
const tracked = [];
const failed = [];
for (const name of names) {
  try {
    const one = await track(name);
    tracked.push(one);
    const out = one.ratio < LEAST || one.ratio > MOST ? "  <-- outside" : "";
    if (!json)
      console.log(`${name.padEnd(34)}${kb(one.charged)}${kb(one.allocated)}${one.ratio.toFixed(2).padStart(7)}${out}`);
  } catch (e) {
    console.log(name, String(e));
    failed.push(name);
  }
}
const ratios = tracked.map((one) => one.ratio);
const inside = ratios.filter((r) => r >= LEAST && r <= MOST).length;
const geomean = Math.exp(ratios.reduce((sum, r) => sum + Math.log(r), 0) / ratios.length);
if (json) console.log(JSON.stringify(tracked));
else
  console.log(
    `${inside} of ${ratios.length} inside ${LEAST}x to ${MOST}x; geomean ${geomean.toFixed(2)}, least ${Math.min(...ratios).toFixed(2)}, most ${Math.max(...ratios).toFixed(2)}`,
  );
process.exit(inside === names.length ? 0 : 1);
