// `npm run bench`: the speed of ptc as ratios within one run. Every engine runs in fresh processes that take turns.
//
//   --only a,b     what to measure: suite, startup, small, reader, discovery, waiting, tools, isolation, recovery, sandbox,
//                  registry, linker, monty, or workloads by name; costs (of limits and number tests) is measured only when named
//   --rounds N     processes per engine (2); the fastest result counts
//   --json         the figures as JSON instead of tables
//   --save         writes bench/baseline.json, against which later runs are shown
//   --check        exits with 1 when a goal is missed or the suite is slower than the baseline; without it, never

import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { build } from "esbuild";
import { measureCosts, printCosts } from "./costs.mjs";
import { complaints, printStanding, standing } from "./goals.mjs";
import { hostingParts, measureHosting, printHosting } from "./hosting.mjs";
import { startup } from "./startup.mjs";
import { printSuite, ratiosOf } from "./table.mjs";
import { workloads } from "./workloads.mjs";

process.chdir(new URL("..", import.meta.url).pathname);
const { values: flags } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    rounds: { type: "string", default: "2" },
    json: { type: "boolean", default: false },
    save: { type: "boolean", default: false },
    check: { type: "boolean", default: false },
  },
});
const baselineFile = "bench/baseline.json";
const parts = ["suite", "startup", "small", "reader", "costs", "discovery", ...hostingParts];
const only = flags.only.split(",").filter((word) => word !== "");
for (const word of only)
  if (!parts.includes(word) && !(word in workloads)) {
    console.error(
      `There is no ${word} to measure. Parts: ${parts.join(" ")}. Workloads: ${Object.keys(workloads).join(" ")}.`,
    );
    process.exit(2);
  }
const chosen = Object.keys(workloads).filter(
  (name) => only.length === 0 || only.includes("suite") || only.includes(name),
);
const wanted = (part) => only.length === 0 || only.includes(part);

/** Runs one measuring process and returns what it reported on its last line. */
function measure(args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`${args.join(" ")} failed:\n${stderr}`);
  return JSON.parse(stdout.trim().split("\n").at(-1));
}

/** nbb is a development dependency; without it the other engines are still compared. */
function nbbCommand() {
  try {
    return createRequire(import.meta.url).resolve("nbb/cli.js");
  } catch {
    return existsSync("node_modules/nbb/cli.js") ? "node_modules/nbb/cli.js" : null;
  }
}

function measureSuite(names, bundle) {
  const nbb = nbbCommand();
  const engines = { native: ["bench/engine-native.mjs"], ptc: ["bench/engine-ptc.mjs", bundle] };
  if (nbb !== null) engines.nbb = [nbb, "bench/engine-nbb.cljs"];
  const suite = {};
  for (let round = 0; round < Number(flags.rounds); round++)
    for (const [engine, command] of Object.entries(engines)) {
      const timed = measure([...command, ...names]);
      suite[engine] ??= timed;
      for (const name of names) {
        const { ms, result } = timed[name];
        const expected = suite.native[name].result;
        if (result !== expected) throw new Error(`${engine} gives ${result} for ${name}, native gives ${expected}`);
        if (ms < suite[engine][name].ms) suite[engine][name].ms = ms;
      }
    }
  return suite;
}

/** Parts of the interpreter the library does not export, in one file. */
async function bundleParts(outfile, plugins = []) {
  const parts = ["lisp/run.ts", "lisp/read/reader.ts", "lisp/limits.ts"];
  await build({
    stdin: { contents: parts.map((part) => `export * from "./src/${part}";`).join(""), resolveDir: process.cwd() },
    bundle: true,
    format: "esm",
    platform: "neutral",
    mainFields: ["module", "main"],
    outfile,
    plugins,
    logLevel: "warning",
  });
  return outfile;
}

const built = spawnSync(process.execPath, ["scripts/build.mjs", "--no-types"], {
  stdio: ["ignore", "ignore", "inherit"],
});
if (built.status !== 0) process.exit(1);

const folder = mkdtempSync(join(tmpdir(), "ptc-bench-"));
const figures = {};
try {
  const bundle = await bundleParts(join(folder, "interpreter.mjs"));
  if (chosen.length > 0) figures.suite = measureSuite(chosen, bundle);
  if (wanted("startup")) {
    const nbb = nbbCommand();
    figures.startup = startup({
      node: ["-e", "0"],
      "ptc eval": ["dist/ptc.js", "eval", "(+ 1 2)"],
      ...(nbb === null ? {} : { "nbb -e": [nbb, "-e", "(+ 1 2)"] }),
    });
  }
  if (wanted("small")) {
    figures.small = measure(["bench/small-program.mjs"]);
    const nbb = nbbCommand();
    if (nbb !== null) figures.small.nbb = measure([nbb, "bench/small-nbb.cljs"]).microseconds;
  }
  if (wanted("reader")) figures.reader = measure(["bench/reader.mjs", bundle]);
  if (wanted("discovery")) figures.discovery = measure(["bench/discovery.mjs"]);
  const rounds = Number(flags.rounds);
  if (only.includes("costs"))
    figures.costs = await measureCosts({
      measure,
      bundle: (name, plugins) => bundleParts(join(folder, `${name.replaceAll(" ", "-")}.mjs`), plugins),
      names: Object.keys(workloads),
      rounds,
    });
  Object.assign(figures, measureHosting({ measure, wanted, bundle, names: Object.keys(workloads), rounds }));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

const baseline = existsSync(baselineFile) ? JSON.parse(readFileSync(baselineFile, "utf8")) : null;
const rows = standing(figures, baseline, chosen.length === Object.keys(workloads).length);
if (flags.json) console.log(JSON.stringify(figures, null, 2));
else {
  if (figures.suite !== undefined) printSuite(figures.suite, baseline);
  printStanding(rows, figures);
  printHosting(figures, baseline);
  if (figures.costs !== undefined) printCosts(figures.costs);
}
if (flags.save) {
  const { suite, ...rest } = figures;
  const saved = { ...baseline, ...rest };
  if (suite !== undefined) saved.ratios = { ...baseline?.ratios, ...ratiosOf(suite).ptc };
  const rounded = JSON.stringify(saved, (_, v) => (typeof v === "number" ? Math.round(v * 1000) / 1000 : v), 2);
  writeFileSync(baselineFile, `${rounded}\n`);
  // The linter holds this file to the project's layout, too.
  spawnSync("npx", ["--no-install", "biome", "format", "--write", baselineFile], {
    stdio: ["ignore", "ignore", "inherit"],
  });
}
if (flags.check) {
  const failed = complaints(rows);
  for (const line of failed) console.error(line);
  if (failed.length > 0) process.exitCode = 1;
}
