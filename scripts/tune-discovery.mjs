// Chooses the constants of discovery on development data and trains its query adapter.
//
//   node scripts/tune-discovery.mjs DATA [--write] [--untrained] [--keep]
//
// DATA holds a folder per catalogue with tools.jsonl and queries.jsonl ({"id", "query", "gold": [ids]}). Tools are dealt
// into folds: a query is always judged with an adapter that saw none of its tools. --write stores the result in
// src/discovery/tuned.ts and adapter-weights.ts; --untrained leaves the adapter out; --keep leaves the constants as they are
// and only trains, measures and calibrates.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { fromSource } from "./from-source.mjs";
import { adapterWeightsOf, trainMatrix } from "./train-adapter.mjs";

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: { write: { type: "boolean" }, untrained: { type: "boolean" }, keep: { type: "boolean" } },
});
const [folder] = positionals;
if (folder === undefined) {
  console.error("usage: node scripts/tune-discovery.mjs DATA [--write] [--untrained] [--keep]");
  process.exit(2);
}
const parts = await fromSource({ parts: "scripts/discovery-parts.mjs" });
const folds = 3;
const rank = 96;
/** Queries of one catalogue that are judged, so that no catalogue takes all the time. */
const mostJudged = 1200;

const { embedder, message } = await parts.loadEmbedder({ folders: [process.cwd()] });
if (embedder === null) throw new Error(message);
const catalogues = [];
for (const name of readdirSync(folder).sort())
  if (existsSync(join(folder, name, "tools.jsonl"))) catalogues.push(await read(name));

/** Embeds everything once; vectors are kept in the temporary folder. */
async function read(name) {
  const capabilities = parts.parseCatalogue(readFileSync(join(folder, name, "tools.jsonl"), "utf8"), name);
  const lines = readFileSync(join(folder, name, "queries.jsonl"), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const numbers = new Map(capabilities.map(({ id }, i) => [id, i]));
  const file = parts.openVectorFile(join(tmpdir(), `ptc-tune-${embedder.id}.vectors`), embedder.dimensions);
  const vectorOf = async (text) => {
    let kept = file.get(text);
    if (kept === undefined) {
      kept = parts.toBytes((await embedder.embed([text]))[0]);
      file.set(text, kept);
    }
    return Float32Array.from(kept.bytes, (byte) => byte * kept.scale);
  };
  const vectors = [];
  for (const capability of capabilities) vectors.push(await vectorOf(parts.embeddingText(capability)));
  const queries = [];
  for (const { query, gold } of lines) {
    const needs = parts.needsOf(query);
    const own = [];
    for (const text of [needs.whole, ...needs.parts]) own.push(await vectorOf(text));
    queries.push({ needs, wanted: gold, gold: gold.map((id) => numbers.get(id)), vectors: own, fold: foldOf(gold) });
  }
  file.save();
  const every = Math.max(1, Math.ceil(queries.length / mostJudged));
  return { name, capabilities, vectors, queries, judged: queries.filter((_, i) => i % every === 0) };
}

/** The fold of a query whose tools all lie in it; null when they do not, and the query is left out of training for each. */
function foldOf(gold) {
  const dealt = new Set(gold.map(foldOfTool));
  return dealt;
}

function foldOfTool(id) {
  let hash = 7;
  for (const letter of id) hash = (Math.imul(hash, 31) + letter.charCodeAt(0)) >>> 0;
  return (hash >>> 4) % folds;
}

function indexOf({ capabilities, vectors }, lexicalWeights) {
  const index = new parts.CapabilityIndex(lexicalWeights);
  for (const [i, capability] of capabilities.entries()) index.set(capability, parts.toBytes(vectors[i]));
  return index;
}

/** nDCG@5 for each catalogue, and their mean. */
function judge(indexes, weights, vectorsOf) {
  const figures = catalogues.map(({ judged }, c) => {
    let sum = 0;
    for (const query of judged) {
      const found = parts.findRelevant(indexes[c], query.needs, {
        most: 10,
        admits: null,
        vectors: vectorsOf(query),
        weights,
      });
      sum += parts.ndcgAt(5, { results: found.map(({ id }) => id), wanted: query.wanted });
    }
    return sum / judged.length;
  });
  return { figures, mean: figures.reduce((a, b) => a + b, 0) / figures.length };
}

const shown = ({ figures, mean }) =>
  `${catalogues.map(({ name }, i) => `${name} ${figures[i].toFixed(3)}`).join("  ")}  mean ${mean.toFixed(4)}`;

/** One constant at a time, over its choices, as long as something improves. */
function descend(start, choices, measure, label) {
  let chosen = start;
  let best = measure(chosen);
  console.log(`${label} before: ${shown(best)}`);
  for (let improved = true, round = 0; improved && round < 2 && flags.keep !== true; round++) {
    improved = false;
    for (const [path, values] of Object.entries(choices))
      for (const value of values) {
        const candidate = withValue(chosen, path.split("."), value);
        const merit = measure(candidate);
        if (merit.mean <= best.mean + 2e-4) continue;
        [best, chosen, improved] = [merit, candidate, true];
        console.log(`  ${path} ${value}: ${shown(merit)}`);
      }
  }
  return { chosen, best };
}

function withValue(object, [key, ...rest], value) {
  return { ...object, [key]: rest.length === 0 ? value : withValue(object[key], rest, value) };
}

/** Logistic regression of "is it wanted" on the score of the first five results. */
function calibrate(indexes, weights, vectorsOf) {
  const seen = [];
  catalogues.forEach(({ judged }, c) => {
    for (const query of judged.slice(0, 400)) {
      const found = parts.findRelevant(indexes[c], query.needs, {
        most: 5,
        admits: null,
        vectors: vectorsOf(query),
        weights,
      });
      for (const { id, score } of found) seen.push([score, query.wanted.includes(id) ? 1 : 0]);
    }
  });
  let [base, slope] = [-2, 0.3];
  for (let round = 0; round < 3000; round++) {
    let [down, across] = [0, 0];
    for (const [score, wanted] of seen) {
      const miss = 1 / (1 + Math.exp(-(base + slope * score))) - wanted;
      down += miss;
      across += miss * score;
    }
    base -= (0.5 * down) / seen.length;
    slope -= (0.01 * across) / seen.length;
  }
  return { base: rounded(base), slope: rounded(slope) };
}

const rounded = (x) => Math.round(x * 1000) / 1000;

// Words alone first: the fields, then how parts are joined.
const fusionChoices = {
  functionWord: [0.1, 0.2, 0.35],
  nameCoverage: [0, 0.5, 1, 1.5],
  needShare: [0.4, 0.5, 0.6],
  placeCost: [1, 2, 3, 4],
  "gate.base": [-4, -3, -2, -1, 0],
  "gate.margin": [0.1, 0.2, 0.4],
  "gate.marks": [1, 1.5, 2, 3],
  "misspelt.weight": [0, 0.5],
};
const fieldChoices = {
  saturation: [2, 3, 4],
  "fields.name.weight": [1.5, 2, 2.5, 3],
  "fields.params.weight": [0.3, 0.5, 0.7],
  "fields.category.weight": [0, 0.25, 0.5],
  "fields.name.lengthPenalty": [0.15, 0.3, 0.5],
  "fields.description.lengthPenalty": [0.15, 0.3, 0.5],
  "fields.params.lengthPenalty": [0.4, 0.6, 0.8],
};
const none = () => null;
const fields = descend(
  parts.lexicalWeights,
  fieldChoices,
  (weights) =>
    judge(
      catalogues.map((c) => indexOf(c, weights)),
      parts.lexicalFusion,
      none,
    ),
  "fields",
).chosen;
const indexes = catalogues.map((catalogue) => indexOf(catalogue, fields));
const lexical = descend(parts.lexicalFusion, fusionChoices, (weights) => judge(indexes, weights, none), "words").chosen;

const own = (query) => query.vectors;
console.log(`hybrid, untrained: ${shown(judge(indexes, parts.hybridFusion, own))}`);
let adapted = own;
if (flags.untrained !== true) {
  const trainingSets = (fold) =>
    catalogues.map(({ capabilities, vectors, queries }) => ({
      vectors,
      pool: capabilities.map((_, i) => i).filter((i) => foldOfTool(capabilities[i].id) !== fold),
      asked: queries
        .filter(({ fold: dealt }) => !dealt.has(fold))
        .map(({ vectors: [query], gold }) => ({ query, gold })),
    }));
  // A query whose tools lie in several folds was in nobody's training only if every fold skipped it: it is judged with
  // the adapter of its first fold, which never saw that tool.
  const adapters = [];
  for (let fold = 0; fold < folds; fold++)
    adapters.push(parts.adapterOf(adapterWeightsOf(trainMatrix(trainingSets(fold)), rank, embedder.id)));
  const memory = new Map();
  adapted = (query) => {
    if (!memory.has(query))
      memory.set(
        query,
        query.vectors.map((vector) => adapters[[...query.fold][0]].adapt(vector)),
      );
    return memory.get(query);
  };
  console.log(`hybrid, trained on other tools: ${shown(judge(indexes, parts.hybridFusion, adapted))}`);
}
const hybrid = descend(
  parts.hybridFusion,
  { semanticShare: [0.5, 0.55, 0.6, 0.65, 0.7], ...fusionChoices },
  (weights) => judge(indexes, weights, adapted),
  "hybrid",
).chosen;
console.log(`hybrid, untrained, same constants: ${shown(judge(indexes, hybrid, own))}`);

const tuned = {
  lexicalWeights: fields,
  hybridFusion: hybrid,
  lexicalFusion: lexical,
  calibration: { hybrid: calibrate(indexes, hybrid, adapted), lexical: calibrate(indexes, lexical, none) },
};
console.log(JSON.stringify(tuned));
if (flags.write === true) {
  const head = "// Written by scripts/tune-discovery.mjs. Not made by hand.\n\n";
  writeFileSync("src/discovery/tuned.ts", `${head}export const tuned = ${JSON.stringify(tuned, null, 2)};\n`);
  if (flags.untrained !== true) {
    const all = catalogues.map(({ vectors, queries }) => ({
      vectors,
      pool: vectors.map((_, i) => i),
      asked: queries.map(({ vectors: [query], gold }) => ({ query, gold })),
    }));
    const weights = JSON.stringify(adapterWeightsOf(trainMatrix(all), rank, embedder.id), null, 2);
    const types = 'import type { AdapterWeights } from "./adapter.ts";\n\n';
    writeFileSync(
      "src/discovery/adapter-weights.ts",
      `${head}${types}export const adapterWeights: AdapterWeights = ${weights};\n`,
    );
  }
  console.log("written; format with npx biome check --write src/discovery");
}
process.exit(0);
