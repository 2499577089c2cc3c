// Times the linker on the shapes that earlier systems choked on, as JSON: chains, a Fibonacci-shaped graph (every tool calls
// the two before it), and the same small closure out of a small and a large catalogue. Runs from source by itself:
// node bench/linker.mjs

import { fromSource } from "../scripts/from-source.mjs";

const { link, catalogOf, readToolFile, unitsOf, bundleText } = await fromSource({ linker: "src/linker/index.ts" });

const tool = (name, body) =>
  unitsOf(readToolFile(`(defn ${name} {:signature "(x :int) -> :int"} [x] ${body})`, `${name}.clj`), "green")[0];
const chain = (count) =>
  Array.from({ length: count }, (_, i) => tool(`t${i}`, i === 0 ? "(inc x)" : `(+ 1 (t${i - 1} x))`));
const fibonacci = (count) =>
  Array.from({ length: count }, (_, i) => tool(`t${i}`, i < 2 ? "(inc x)" : `(+ (t${i - 1} x) (t${i - 2} x))`));

/** The median and the 95th percentile of some runs, after a few to warm up. */
function timed(runs, work) {
  for (let i = 0; i < Math.min(10, runs); i++) work();
  const times = Array.from({ length: runs }, () => {
    const start = performance.now();
    work();
    return performance.now() - start;
  }).sort((a, b) => a - b);
  const at = (share) => Math.round(times[Math.min(runs - 1, Math.floor(runs * share))] * 100) / 100;
  return { median: at(0.5), p95: at(0.95) };
}

function closure(units, root, runs) {
  const catalog = catalogOf({ units });
  let bytes = 0;
  const ms = timed(runs, () => {
    const { bundle, faults } = link({ catalog, roots: [root] });
    if (bundle === null) throw new Error(JSON.stringify(faults[0]?.code));
    bytes = bundle.prelude.length;
  });
  return { ...ms, bytes };
}

const one = tool("lonely", "(inc x)");
const large = (count) => {
  const fillers = Array.from({ length: count - 50 }, (_, i) => ({ ...one, id: `filler_${i}`, main: "lonely" }));
  return [...chain(50), ...fillers];
};

const results = {
  "chain of 200": closure(chain(200), "t199", 20),
  "chain of 2000": closure(chain(2000), "t1999", 3),
  "chain of 10000": closure(chain(10_000), "t9999", 1),
  "Fibonacci of 24": closure(fibonacci(24), "t23", 20),
  "Fibonacci of 2000": closure(fibonacci(2000), "t1999", 3),
  "50 of 1000": closure(large(1000), "t49", 40),
  "50 of 100000": closure(large(100_000), "t49", 40),
};
const { bundle } = link({ catalog: catalogOf({ units: chain(200) }), roots: ["t199"] });
results["bundle of 200, as text"] = timed(20, () => bundleText(bundle));
console.log(JSON.stringify(results, null, 2));
