// Chooses the constants that decide whether a need is met: how likely the best result does what was asked.
//
//   node scripts/tune-fit.mjs DATA [--write]
//
// DATA holds a folder per catalogue with tools.jsonl and queries.jsonl ({"id", "query", "gold": [ids]}). Small and large parts
// of each catalogue are asked queries they can answer and as many they cannot, as their tools were left out; a logistic
// function is fitted to whether the best result is a right one. What is printed was judged by constants from the other
// catalogues; --write stores those from all of them in src/discovery/fit-weights.ts.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { fromSource } from "./from-source.mjs";

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: { write: { type: "boolean" } },
});
const [folder] = positionals;
if (folder === undefined) {
  console.error("usage: node scripts/tune-fit.mjs DATA [--write]");
  process.exit(2);
}
const parts = await fromSource({ parts: "scripts/discovery-parts.mjs" });

/** Tools in a part of a catalogue, and how many parts of that size are drawn. */
const sizes = [
  [3, 120],
  [10, 40],
  [40, 10],
  [150, 4],
  [1000, 1],
];
const mostQueries = 60;
const learningSteps = 4000;

let state = 42;
function random(most) {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor((state / 2 ** 32) * most);
}
function draw(list, count) {
  const rest = [...list];
  return Array.from({ length: Math.min(count, rest.length) }, () => rest.splice(random(rest.length), 1)[0]);
}

const { embedder, message } = await parts.loadEmbedder({ folders: [process.cwd()] });
if (embedder === null) throw new Error(message);
const vectorCache = parts.openVectorFile(join(tmpdir(), `ptc-tune-${embedder.id}.vectors`), embedder.dimensions);
/** Queries are asked in several parts: each is embedded once. */
const asked = new Map();
const remembering = {
  ...embedder,
  embed: async (texts) => {
    const vectors = [];
    for (const text of texts) {
      if (!asked.has(text)) asked.set(text, (await embedder.embed([text]))[0]);
      vectors.push(asked.get(text));
    }
    return vectors;
  },
};

const samples = { hybrid: [], lexical: [] };
for (const name of readdirSync(folder).sort()) {
  if (!existsSync(join(folder, name, "tools.jsonl"))) continue;
  const tools = parts.parseCatalogue(readFileSync(join(folder, name, "tools.jsonl"), "utf8"), name);
  const byId = new Map(tools.map((tool) => [tool.id, tool]));
  const queries = readFileSync(join(folder, name, "queries.jsonl"), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line))
    .filter(({ gold }) => gold.length > 0 && gold.every((id) => byId.has(id)));
  for (const [size, draws] of sizes) {
    if (size > tools.length) continue;
    for (let i = 0; i < draws; i++) await ask(name, size, tools, queries, byId);
  }
  vectorCache.save();
  console.error(`${name}: ${samples.hybrid.length} samples so far`);
}

async function ask(catalogue, size, tools, queries, byId) {
  const seeds = draw(queries, Math.max(1, Math.min(mostQueries, Math.floor(size / 3))));
  const chosen = new Map(seeds.flatMap(({ gold }) => gold.map((id) => [id, byId.get(id)])));
  for (const tool of draw(tools, size)) if (chosen.size < size) chosen.set(tool.id, tool);
  const answerable = seeds.filter(({ gold }) => gold.every((id) => chosen.has(id)));
  const unanswerable = draw(
    queries.filter(({ gold }) => !gold.some((id) => chosen.has(id))),
    answerable.length,
  );
  for (const mode of ["hybrid", "lexical"]) {
    const discovery = new parts.Discovery(mode === "hybrid" ? { embedder: remembering, vectorCache } : {});
    await discovery.upsert([...chosen.values()]);
    for (const { query, gold } of [...answerable, ...unanswerable]) {
      const { results } = await discovery.search(query, { most: 1 });
      const [best] = results;
      if (best === undefined) continue;
      const need = best.reasons.need ?? query;
      const x = [1, logit(best.relevance), parts.coverageOf(need, best.reasons), best.reasons.similarity ?? 0];
      const can = answerable.some((one) => one.query === query);
      samples[mode].push({ catalogue, size, x, right: gold.includes(best.id) ? 1 : 0, can });
    }
  }
}

function logit(p) {
  const inside = Math.min(Math.max(p, 1e-6), 1 - 1e-6);
  return Math.log(inside / (1 - inside));
}

function likely(w, x) {
  return 1 / (1 + Math.exp(-w.reduce((sum, weight, i) => sum + weight * x[i], 0)));
}

/** Newton's steps would do with fewer, but these need no matrix. */
function fitted(rows, used) {
  const w = [0, 0, 0, 0];
  for (let step = 0; step < learningSteps; step++) {
    const slope = [0, 0, 0, 0];
    for (const { x, right } of rows) {
      const off = right - likely(w, x);
      for (const i of used) slope[i] += off * x[i];
    }
    for (const i of used) w[i] += (0.5 * slope[i]) / rows.length - 0.0002 * (i === 0 ? 0 : w[i]);
  }
  return w.map((weight) => Number(weight.toFixed(3)));
}

const used = { hybrid: [0, 1, 2, 3], lexical: [0, 1, 2] };
const chosen = {};
for (const mode of ["hybrid", "lexical"]) {
  const rows = samples[mode];
  const judged = [];
  for (const name of new Set(rows.map((row) => row.catalogue))) {
    const w = fitted(
      rows.filter((row) => row.catalogue !== name),
      used[mode],
    );
    judged.push(...rows.filter((row) => row.catalogue === name).map((row) => ({ ...row, p: likely(w, row.x) })));
  }
  const share = (some, test) => (some.length === 0 ? "-" : (some.filter(test).length / some.length).toFixed(2));
  for (const group of ["all", ...new Set(rows.map((r) => r.catalogue)), ...sizes.map(([size]) => size)]) {
    const some = judged.filter((row) => group === "all" || row.size === group || row.catalogue === group);
    const met = some.filter(({ p }) => p >= 0.5);
    console.log(
      [
        mode.padEnd(8),
        String(group).padEnd(9),
        `decided rightly ${share(some, ({ p, right }) => p >= 0.5 === (right === 1))}`,
        `right when said to be met ${share(met, ({ right }) => right === 1)}`,
        `said to be met when the best is right ${share(
          some.filter((r) => r.right === 1),
          ({ p }) => p >= 0.5,
        )}`,
        `said to be met when nothing can ${share(
          some.filter((r) => !r.can),
          ({ p }) => p >= 0.5,
        )}`,
        `(${some.length})`,
      ].join("  "),
    );
  }
  const [base, relevance, coverage, similarity] = fitted(rows, used[mode]);
  chosen[mode] = { base, relevance, coverage, similarity };
}
console.log(JSON.stringify(chosen));
if (flags.write) {
  const body = Object.entries(chosen)
    .map(
      ([mode, w]) =>
        `  ${mode}: { ${Object.entries(w)
          .map(([key, v]) => `${key}: ${v}`)
          .join(", ")} },\n`,
    )
    .join("");
  writeFileSync(
    "src/discovery/fit-weights.ts",
    `// Written by scripts/tune-fit.mjs. Not made by hand.\n\nexport const fittedWeights = {\n${body}};\n`,
  );
}
