// How far a name may be misspelt.
import { randomFrom } from "../train-adapter.mjs";

/** One query in ten has a slip. */
const slips = 0.1;

/** Judged on queries as they are and on the same with one word of a wanted name misspelt. */
export function chooseMisspelt({ catalogues, indexes, parts, weights, log }) {
  const random = randomFrom(3);
  const pairs = catalogues.map(({ judged, capabilities }, c) =>
    judged.flatMap((query) => {
      const names = new Set(query.gold.flatMap((i) => parts.wordsOf(capabilities[i].name)));
      const word = query.needs.whole.match(/[A-Za-z]{6,}/g)?.find((one) => names.has(one.toLowerCase()));
      if (word === undefined) return [];
      const wrong = misspell(word.toLowerCase(), random);
      if (indexes[c].lexical.termNumber(wrong) !== -1) return [];
      return [{ ...query, needs: parts.needsOf(query.needs.whole.replaceAll(word, wrong)) }];
    }),
  );
  const merit = (queries, index, own) => {
    let sum = 0;
    for (const { needs, wanted } of queries) {
      const found = parts.findRelevant(index, needs, { most: 5, admits: null, vectors: null, weights: own });
      sum += parts.ndcgAt(5, { results: found.map(({ id }) => id), wanted });
    }
    return queries.length === 0 ? 0 : sum / queries.length;
  };
  let best = { misspelt: weights.misspelt, merit: 0 };
  for (const weight of [0, 0.5, 0.75, 1])
    for (const likeness of weight === 0 ? [0.91] : [0.85, 0.88, 0.91, 0.94]) {
      const own = { ...weights, misspelt: { weight, likeness } };
      const figures = catalogues.map(({ judged }, c) => [
        merit(judged, indexes[c], own),
        merit(pairs[c], indexes[c], own),
      ]);
      const mean =
        figures.reduce((sum, [right, wrong]) => sum + (1 - slips) * right + slips * wrong, 0) / figures.length;
      const shown = figures.map(([right, wrong]) => `${right.toFixed(4)}/${wrong.toFixed(4)}`).join(" ");
      log(`misspelt names, weight ${weight}, likeness ${likeness}: as written/misspelt ${shown} (${mean.toFixed(4)})`);
      if (mean > best.merit + 2e-4) best = { misspelt: { weight, likeness }, merit: mean };
    }
  return best.misspelt;
}

/** A letter left out, doubled, or changed places with the next. */
function misspell(word, random) {
  const at = 1 + Math.floor(random() * (word.length - 3));
  const kind = Math.floor(random() * 3);
  if (kind === 0) return word.slice(0, at) + word.slice(at + 1);
  if (kind === 1) return word.slice(0, at) + word[at] + word.slice(at);
  return word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2);
}
