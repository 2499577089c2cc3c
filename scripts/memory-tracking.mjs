// `npm run memory [-- [--json] [--quick] PART…]`: what each program of a corpus really allocates against what it was charged. Exit code
// 1 when a charge is less than half or more than twice of it. PART selects a program by its name, or those whose names
// contain it.
import { fromSource } from "./from-source.mjs";

const LEAST = 0.5;
const MOST = 2;
if (globalThis.gc === undefined) {
  console.error("usage: npm run memory [-- [--json] [--quick] PART…]");
  process.exit(2);
}
const { corpus, upperBounds, unpaidRows, track } = await fromSource({ tracking: "test/support/memory-tracking.ts" });
const args = process.argv.slice(2);
const json = args.includes("--json");
const quick = args.includes("--quick");
const parts = args.filter((arg) => !arg.startsWith("--"));
const chosen = (rows) =>
  Object.keys(rows).filter(
    (name) => parts.length === 0 || parts.some((part) => (part in rows ? name === part : name.includes(part))),
  );
const line = (name, ...cells) => console.log(`${name.padEnd(36)}${cells.map((cell) => cell.padStart(11)).join("")}`);
const kb = (bytes) => `${(bytes / 1000).toFixed(0)} kB`;

/** Measures programs, prints a line each, and says how many were charged too little or too much. */
async function measure(names, most) {
  const tracked = [];
  for (const name of names) {
    const one = await (quick ? track(name, 1, 1) : track(name));
    tracked.push(one);
    const { charged, allocated, ratio } = one;
    const outside = ratio < LEAST || ratio > most ? " (outside)" : "";
    if (!json) line(`${name}${outside}`, kb(charged), kb(allocated), ratio.toFixed(2));
  }
  return tracked;
}

if (!json) line("program", "charged", "allocated", "ratio");
const tracked = await measure(chosen(corpus), MOST);
const bounds = chosen(upperBounds);
if (!json && bounds.length > 0) console.log("\ntexts V8 shares, charged as copies (an upper bound):");
const bounded = await measure(bounds, Number.POSITIVE_INFINITY);
const unpaid = chosen(unpaidRows);
if (!json && unpaid.length > 0) console.log("\nknown to be charged too little:");
await measure(unpaid, Number.POSITIVE_INFINITY);
const ratios = tracked.map((one) => one.ratio);
const inside = ratios.filter((ratio) => ratio >= LEAST && ratio <= MOST).length;
const geomean = Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length);
const [least, most] = [Math.min(...ratios), Math.max(...ratios)].map((ratio) => ratio.toFixed(2));
if (json) console.log(JSON.stringify({ tracked, bounded }));
else
  console.log(
    `\n${inside} of ${ratios.length} within ${LEAST}x to ${MOST}x; geomean ${geomean.toFixed(2)}, least ${least}, most ${most}`,
  );
process.exit(inside === ratios.length && bounded.every((one) => one.ratio >= LEAST) ? 0 : 1);
