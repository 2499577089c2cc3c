// Chooses the constants of retrieval on development data and trains the query adapter.
//
//   node scripts/tune-discovery.mjs DATA [--write]
//
// DATA holds a folder per catalogue with tools.jsonl and queries.jsonl ({"id", "query", "gold": [ids]}). What is chosen is
// what serves the catalogues on average; how well that carries over is printed beside it: constants chosen without a
// catalogue and judged on it, and adapters judged on queries, on tools, and on catalogues they never saw. --write stores
// the result in src/discovery/tuned.ts and adapter-weights.ts. The steps are in scripts/tuning.
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { fromSource } from "./from-source.mjs";
import { adapterTrials } from "./tuning/adapters.mjs";
import { chooser } from "./tuning/descend.mjs";
import { calibrate, fitGate, gated, likelihoods } from "./tuning/fit.mjs";
import { judgeOf, never, readCatalogues } from "./tuning/judge.mjs";
import { chooseMisspelt } from "./tuning/misspelt.mjs";
import { narrated } from "./tuning/narrate.mjs";

const { values: flags, positionals } = parseArgs({ allowPositionals: true, options: { write: { type: "boolean" } } });
const [folder] = positionals;
if (folder === undefined) {
  console.error("usage: node scripts/tune-discovery.mjs DATA [--write]");
  process.exit(2);
}
/** Words alone are shown on a larger scale, so that a match of words weighs against evidence as one of meaning does. */
const wordsScale = 3;
const start = performance.now();
const log = (text) => console.log(`${String(Math.round((performance.now() - start) / 1000)).padStart(5)} s  ${text}`);
const parts = await fromSource({ parts: "scripts/discovery-parts.mjs" });
const { embedder, message } = await parts.loadEmbedder({ folders: [process.cwd()] });
if (embedder === null) throw new Error(message);
const catalogues = await readCatalogues(folder, parts, embedder, log);
const judge = judgeOf(catalogues, parts);
const choose = chooser(catalogues, log);
const untrained = (query) => query.vectors;
const byWords = () => null;

// Words: how fields count, how a name may be misspelt, when a mission has several needs.
let fields = parts.lexicalWeights;
fields = choose("fields", fields, fieldChoices(), (weights) =>
  judge.ranking(
    judge.indexes(weights),
    { ...scaled(parts.lexicalFusion, 1 / wordsScale), gate: never },
    byWords,
    ({ at }) => at % 2 === 0,
  ),
);
const indexes = judge.indexes(fields);
let lexical = { ...scaled(parts.lexicalFusion, 1 / wordsScale), gate: never };
lexical = choose("words, one need", lexical, wordChoices(), (weights) => judge.ranking(indexes, weights, byWords));
lexical = needsOf("words", lexical, byWords, indexes);
lexical = { ...lexical, misspelt: chooseMisspelt({ catalogues, indexes, parts, weights: lexical, log }) };

// Words and meaning: the same with the model's own vectors, and then the adapter on top of what was chosen.
let hybrid = { ...lexical, gate: never };
hybrid = choose("hybrid, one need", hybrid, { words: [0.1, 0.15, 0.2, 0.3], ...wordChoices() }, (weights) =>
  judge.ranking(indexes, weights, untrained),
);
hybrid = needsOf("hybrid", hybrid, untrained, indexes);
const trials = adapterTrials({ catalogues, indexes, parts, embedder, judge, log, weights: hybrid });
const { settings, newQueries, newTools, newCatalogue } = trials.choose();
hybrid = needsOf("hybrid with the adapter", hybrid, newCatalogue, indexes);

const standing = {
  hybrid: standingOf("hybrid", parts.standingWeights.hybrid, { semanticShare: [0.5, 0.6, 0.7, 0.8] }, (own) =>
    judge.standings(indexes, hybrid, newCatalogue, own),
  ),
  lexical: standingOf("words", parts.standingWeights.lexical, {}, (own) =>
    judge.standings(indexes, scaled(lexical, wordsScale), byWords, own),
  ),
};

const tuned = {
  lexicalWeights: fields,
  hybridFusion: hybrid,
  lexicalFusion: scaled(lexical, wordsScale),
  standing: { hybrid: standing.hybrid.weights, lexical: standing.lexical.weights },
  calibration: { hybrid: standing.hybrid.calibration, lexical: standing.lexical.calibration },
};
const adapter = trials.train(settings);
log(JSON.stringify(tuned));
if (flags.write === true) {
  const head = "// Written by scripts/tune-discovery.mjs. Not made by hand.\n\n";
  writeFileSync("src/discovery/tuned.ts", `${head}export const tuned = ${JSON.stringify(tuned, null, 2)};\n`);
  const types = 'import type { AdapterWeights } from "./adapter.ts";\n\n';
  writeFileSync(
    "src/discovery/adapter-weights.ts",
    `${head}${types}export const adapterWeights: AdapterWeights = ${JSON.stringify(adapter, null, 2)};\n`,
  );
  log("written; format with npx biome check --write src/discovery");
}
const plain = trials.untrained(untrained);
log("nDCG@5 with what was chosen:");
for (const [name, figures] of [
  ["words alone", judge.ranking(indexes, tuned.lexicalFusion, byWords)],
  ["hybrid, untrained", judge.ranking(indexes, hybrid, untrained)],
  ["hybrid, adapter of other catalogues", judge.ranking(indexes, hybrid, newCatalogue)],
  ["a third of the queries, untrained", plain.newQueries],
  ["  adapter of the other queries", newQueries],
  ["queries of a third of the tools, untrained", plain.newTools],
  ["  adapter of the other tools", newTools],
])
  log(`  ${name.padEnd(44)} ${judge.shown(figures)}`);
const told = await narrated(catalogues, parts, embedder, indexes);
log("recall@5 of missions told at length, three queries in one:");
log(
  `  words ${told(lexical, null)}, untrained ${told(hybrid, untrained)}, adapter of other catalogues ${told(hybrid, newCatalogue)}`,
);
process.exit(0);

/** The same ranking in other units. */
function scaled(weights, factor) {
  const { words, nameCoverage, placeCost, gate } = weights;
  const times = (x) => Math.round(x * factor * 1e4) / 1e4;
  const [base, lead, ...rest] = gate;
  const own = { words: times(words), nameCoverage: times(nameCoverage), placeCost: times(placeCost) };
  return { ...weights, ...own, gate: [base, Math.round((lead / factor) * 1e4) / 1e4, ...rest] };
}

/** What makes up how far a result stands out, by how well that tells what was wanted, and what each of it says. */
function standingOf(label, start, choices, standingsOf) {
  const weights = choose(
    `${label}, how far a result stands out (likelihood)`,
    start,
    { ...choices, nameCoverage: [0, 0.5, 1, 2], needShare: [0.2, 0.4, 0.6, 0.8], placeCost: [1, 2, 3, 4] },
    (own) => likelihoods(standingsOf(own)),
  );
  return { weights, calibration: calibrate(standingsOf(weights)) };
}

/** How parts are joined, and when: for every way of joining, the gate is fitted to what it wins and loses. */
function needsOf(label, weights, vectorsOf, within) {
  const rowsOf = (one) => judge.splits(within, { ...weights, ...one }, vectorsOf);
  const joining = choose(
    `${label}, several needs`,
    { needShare: weights.needShare, placeCost: weights.placeCost },
    { needShare: [0.6, 0.7, 0.8], placeCost: [2, 3, 4] },
    (one) => {
      const rows = rowsOf(one);
      return gated(rows, fitGate(rows));
    },
  );
  const rows = rowsOf(joining);
  const carried = catalogues.map(
    (_, c) => gated(rows, fitGate(rows.map((list, other) => (other === c ? [] : list))))[c],
  );
  log(`${label}, gate fitted without the catalogue: ${judge.shown(carried)}`);
  return { ...weights, ...joining, gate: fitGate(rows) };
}

/** Tags and category are left as they are: the catalogues at hand have no tags, and their categories change nothing. */
function fieldChoices() {
  return {
    saturation: [1.2, 1.6, 2, 3],
    "fields.name.weight": [1, 1.5, 2, 3],
    "fields.params.weight": [0.3, 0.5, 0.75],
    "fields.name.lengthPenalty": [0.15, 0.3, 0.5],
    "fields.description.lengthPenalty": [0.05, 0.15, 0.3],
    "fields.params.lengthPenalty": [0.45, 0.6, 0.8],
  };
}

function wordChoices() {
  return { functionWord: [0.1, 0.2, 0.3], nameCoverage: [0, 0.5, 1, 2] };
}
