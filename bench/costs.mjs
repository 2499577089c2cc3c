// `--only costs`: what safety costs, by taking it out. The interpreter is bundled once as it is, once with counters that
// count nothing and once with arithmetic that tests no result; only the measuring ever sees those bundles.

import { readFileSync } from "node:fs";
import { geomean } from "./table.mjs";

/** Counting functions of meter.ts and what is left of each. */
const idle = {
  spend: "",
  spendMany: "",
  charge: "",
  chargeItems: "",
  chargeString: "",
  enter: "",
  leave: "",
  enterCall: "return 0;",
  leaveCall: "",
};

const changes = {
  "limits off": {
    file: /src\/lisp\/meter\.ts$/,
    edit: (text) =>
      Object.entries(idle).reduce(
        (source, [name, body]) =>
          replaced(source, new RegExp(`(export function ${name}\\([^)]*\\): \\w+ \\{)[^]*?\\n\\}`), `$1${body}}`),
        text,
      ),
  },
  "number tests off": {
    file: /src\/lisp\/compile\/arithmetic\.ts$/,
    edit: (text) => {
      const both =
        /if \(Number\.isSafeInteger\(r\)\) \{\s*if \(Number\.isInteger\(v\) && Number\.isInteger\(w\)\) return [^;]*;\s*\} else if \(!Number\.isInteger\(r\)\) return r;/g;
      const one = /typeof v === "number" && Number\.isInteger\(v\)(?: && v [<>] Number\.\w+)?/g;
      const result = /if \(Number\.isSafeInteger\(r\)\) return r;/g;
      return replaced(replaced(replaced(text, both, "return r;"), one, 'typeof v === "number"'), result, "return r;");
    },
  },
};

function replaced(text, pattern, by) {
  const after = text.replace(pattern, by);
  if (after === text) throw new Error(`bench/costs.mjs no longer fits the source: ${pattern}`);
  return after;
}

/** For esbuild: the source with one thing taken out. */
function without({ file, edit }) {
  return {
    name: "without",
    setup: (build) =>
      build.onLoad({ filter: file }, ({ path }) => ({ contents: edit(readFileSync(path, "utf8")), loader: "ts" })),
  };
}

/** Times per workload without it, over those with it. `bundle` makes the interpreter's bundle with the given plugins. */
export async function measureCosts({ measure, bundle, names, rounds }) {
  const bundles = { all: await bundle("all", []) };
  for (const [name, change] of Object.entries(changes)) bundles[name] = await bundle(name, [without(change)]);
  const best = {};
  for (let round = 0; round < rounds; round++)
    for (const [name, file] of Object.entries(bundles)) {
      const timed = measure(["bench/engine-ptc.mjs", file, ...names]);
      best[name] ??= {};
      for (const w of names) best[name][w] = Math.min(best[name][w] ?? Number.POSITIVE_INFINITY, timed[w].ms);
    }
  return Object.fromEntries(
    Object.keys(changes).map((name) => [name, Object.fromEntries(names.map((w) => [w, best.all[w] / best[name][w]]))]),
  );
}

const percent = (ratio) => `${ratio < 1 ? "" : "+"}${((ratio - 1) * 100).toFixed(0)} %`;

export function printCosts(costs) {
  console.log("\nWhat safety costs: time with it over time without it\n");
  for (const [name, ratios] of Object.entries(costs)) {
    const dearest = Object.entries(ratios)
      .sort((a, b) => b[1] - a[1])
      .slice(0, 3)
      .map(([w, r]) => `${w} ${percent(r)}`);
    console.log(`${name}: geomean ${percent(geomean(Object.values(ratios)))}; dearest ${dearest.join(", ")}`);
  }
}
