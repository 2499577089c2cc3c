// Catalogues with their queries, read and embedded once, and how well a choice of constants answers them.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Queries of one catalogue that are judged, so that no catalogue takes all the time. */
const mostJudged = 1200;

export const linesOf = (path) =>
  readFileSync(path, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));

/** Folders of DATA that hold a catalogue. */
export function cataloguesIn(folder) {
  return readdirSync(folder)
    .sort()
    .filter((name) => existsSync(join(folder, name, "tools.jsonl")));
}

/** Gives the vector of a text; each text is embedded once on a machine. */
export function vectorsFrom(parts, embedder) {
  const file = parts.openVectorFile(join(tmpdir(), `ptc-tune-${embedder.id}.vectors`), embedder.dimensions);
  return {
    save: () => file.save(),
    async of(text) {
      let kept = file.get(text);
      if (kept === undefined) {
        kept = parts.toBytes((await embedder.embed([text]))[0]);
        file.set(text, kept);
      }
      return Float32Array.from(kept.bytes, (byte) => byte * kept.scale);
    },
  };
}

export async function readCatalogues(folder, parts, embedder, log) {
  const read = [];
  const vectors = vectorsFrom(parts, embedder);
  for (const name of cataloguesIn(folder)) {
    const capabilities = parts.parseCatalogue(readFileSync(join(folder, name, "tools.jsonl"), "utf8"), name);
    const numbers = new Map(capabilities.map(({ id }, i) => [id, i]));
    const own = [];
    for (const capability of capabilities) own.push(await vectors.of(parts.embeddingText(capability)));
    const queries = [];
    for (const { query, gold } of linesOf(join(folder, name, "queries.jsonl"))) {
      const needs = parts.needsOf(query);
      const asked = [];
      for (const text of [needs.whole, ...needs.parts]) asked.push(await vectors.of(text));
      queries.push({
        needs,
        wanted: gold,
        gold: gold.map((id) => numbers.get(id)),
        vectors: asked,
        at: queries.length,
      });
    }
    vectors.save();
    const every = Math.max(1, Math.ceil(queries.length / mostJudged));
    const judged = queries.filter((_, i) => i % every === 0);
    log(`${name}: ${capabilities.length} tools, ${judged.length} of ${queries.length} queries judged`);
    read.push({ name, capabilities, vectors: own, queries, judged });
  }
  return read;
}

/** A gate that splits no mission. */
export const never = [-99, 0, 0, 0, 0];

export function judgeOf(catalogues, parts) {
  const optionsOf = (query, weights, vectorsOf, most) => ({ most, admits: null, vectors: vectorsOf(query), weights });
  const meritOf = (candidates, { wanted }) => parts.ndcgAt(5, { results: candidates.map(({ id }) => id), wanted });
  const mean = (list) => list.reduce((a, b) => a + b, 0) / list.length;
  return {
    indexes: (weights) =>
      catalogues.map(({ capabilities, vectors }) => {
        const index = new parts.CapabilityIndex(weights);
        for (const [i, capability] of capabilities.entries()) index.set(capability, parts.toBytes(vectors[i]));
        return index;
      }),
    /** nDCG@5 of each catalogue, over the queries that `counts` takes. */
    ranking: (indexes, weights, vectorsOf, counts = () => true) =>
      catalogues.map(({ judged }, c) =>
        mean(
          judged
            .filter(counts)
            .map((query) =>
              meritOf(parts.findRelevant(indexes[c], query.needs, optionsOf(query, weights, vectorsOf, 10)), query),
            ),
        ),
      ),
    /** For each catalogue and query of several parts: its signs, and what answering part by part wins; for others none. */
    splits: (indexes, weights, vectorsOf) =>
      catalogues.map(({ judged }, c) =>
        judged.map((query) => {
          const searches = parts.searchAll(indexes[c], query.needs, optionsOf(query, weights, vectorsOf, 10));
          const whole = meritOf(parts.answer(indexes[c], searches, false), query);
          if (searches.split === null) return { whole, gain: 0, signs: null };
          const split = meritOf(parts.answer(indexes[c], searches, true), query);
          return { whole, gain: split - whole, signs: parts.splitSigns(searches.split) };
        }),
      ),
    /** How far it stands out and whether it was wanted, of the first five results of each query. */
    standings: (indexes, weights, vectorsOf, standing) =>
      catalogues.map(({ judged }, c) =>
        judged.flatMap((query) =>
          parts
            .findRelevant(indexes[c], query.needs, { ...optionsOf(query, weights, vectorsOf, 5), standing })
            .map(({ id, standing }) => [standing, query.wanted.includes(id) ? 1 : 0]),
        ),
      ),
    shown: (figures) =>
      `${catalogues.map(({ name }, c) => `${name} ${figures[c].toFixed(4)}`).join("  ")}  mean ${mean(figures).toFixed(4)}`,
  };
}
