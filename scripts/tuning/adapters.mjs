// Adapters, trained without part of the data and judged on that part: on queries they did not see, on tools they did not
// see, and on a catalogue they did not see.
import { adapterWeightsOf, trainMatrix } from "../train-adapter.mjs";

const folds = 3;
const pulls = [0.02, 0.06];
const ranks = [64, 96];

export function adapterTrials({ catalogues, indexes, parts, embedder, judge, log, weights }) {
  const toolFold = catalogues.map(({ capabilities }) => capabilities.map(({ id }) => hashOf(id) % folds));
  const wordScores = catalogues.map(({ queries }, c) => queries.map(({ needs }) => wordsOnly(indexes[c], needs)));
  /** What words say of each tool, as it will be added to what the adapter says. */
  function wordsOnly(index, needs) {
    const bare = { whole: needs.whole, parts: [], marks: 0 };
    const { whole } = parts.searchAll(index, bare, { most: 10, admits: null, vectors: null, weights });
    return whole.mixed.slice();
  }

  /** `keeps`: whether a query of a catalogue is trained on; `pools`: whether a tool is. */
  const train = (pull, keeps, pools) =>
    trainMatrix(
      catalogues
        .map(({ vectors, queries }, c) => ({
          vectors,
          pool: vectors.map((_, i) => i).filter((i) => pools(c, i)),
          asked: queries
            .map((query, q) => ({ query: query.vectors[0], gold: query.gold, words: wordScores[c][q], of: query }))
            .filter(({ of }) => keeps(c, of)),
        }))
        .filter(({ asked }) => asked.length > 0),
      parts.rowsOf,
      { pull, scale: parts.meaningScale },
    );
  const all = () => true;
  const first = () => 0;
  const queryFold = ({ at }) => hashOf(String(at)) % folds;
  const asksFold = (query) => query.gold.every((i) => toolFold[homeOf(query)][i] === 0);
  /** Without one fold of queries, and without one fold of tools: what was left out judges. */
  const foldMatrices = (pull) => ({
    queries: train(pull, (_, query) => queryFold(query) !== 0, all),
    tools: train(
      pull,
      (c, { gold }) => !gold.some((i) => toolFold[c][i] === 0),
      (c, i) => toolFold[c][i] !== 0,
    ),
  });

  const homes = new Map(catalogues.flatMap(({ queries }, c) => queries.map(({ needs }) => [needs, c])));
  /** Adapts the vectors of a query with the adapter that did not see it. */
  const adapting = (matrices, rank, which) => {
    const adapters = matrices.map((matrix) => parts.adapterOf(adapterWeightsOf(matrix, rank, embedder.id)));
    const memory = new WeakMap();
    return (query) => {
      let own = memory.get(query.vectors);
      if (own === undefined) {
        own = query.vectors.map((vector) => adapters[which(query)].adapt(vector));
        memory.set(query.vectors, own);
      }
      return own;
    };
  };
  const homeOf = ({ needs, home }) => home ?? homes.get(needs);
  const mean = (list) => list.reduce((a, b) => a + b, 0) / list.length;

  return {
    /** The settings that serve new queries and new tools best, and what they are worth on a new catalogue. */
    choose() {
      let best = null;
      for (const pull of pulls) {
        const { queries, tools } = foldMatrices(pull);
        for (const rank of ranks) {
          const own = {
            newQueries: judge.ranking(indexes, weights, adapting([queries], rank, first), (q) => queryFold(q) === 0),
            newTools: judge.ranking(indexes, weights, adapting([tools], rank, first), (q) => asksFold(q)),
          };
          const merit = (mean(own.newQueries) + mean(own.newTools)) / 2;
          log(`adapter, pull ${pull}, rank ${rank}: new queries ${judge.shown(own.newQueries)}`);
          log(`  new tools ${judge.shown(own.newTools)}`);
          // A larger one must earn its size.
          if (best === null || merit > best.merit + 1e-3) best = { merit, settings: { pull, rank }, ...own };
        }
      }
      const { pull, rank } = best.settings;
      log(`adapter: pull ${pull}, rank ${rank}`);
      const without = catalogues.map((_, left) => train(pull, (c) => c !== left, all));
      return { ...best, newCatalogue: adapting(without, rank, homeOf) };
    },
    /** What the same queries give without an adapter, for comparison. */
    untrained: (vectorsOf) => ({
      newQueries: judge.ranking(indexes, weights, vectorsOf, (q) => queryFold(q) === 0),
      newTools: judge.ranking(indexes, weights, vectorsOf, (q) => asksFold(q)),
    }),
    train: ({ pull, rank }) => adapterWeightsOf(train(pull, all, all), rank, embedder.id),
  };
}

function hashOf(text) {
  let hash = 7;
  for (const letter of text) hash = (Math.imul(hash, 31) + letter.charCodeAt(0)) >>> 0;
  return (hash ^ (hash >>> 15)) >>> 4;
}
