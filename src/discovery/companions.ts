// What the graph adds to a ranking. It can only help: a related capability may move up to the one that lifts it and no
// further, one relation counts however many there are, and what a chosen capability needs gets a place of its own behind
// the ranking, so that it takes no one else's.

import type { Capability } from "./descriptor.ts";
import type { CapabilityGraph, Neighbour } from "./graph.ts";
import type { Ranked } from "./rank.ts";

/** Lifts candidates that belong to a better one; `factor` times the strongest relation, in units of relevance. */
export function liftRelated(ranked: readonly Ranked[], graph: CapabilityGraph, factor: number): readonly Ranked[] {
  const scores = new Map(ranked.map((one) => [one.id, one.score]));
  const related = graph.relationsAmong(ranked.map(({ id }) => id));
  const lifted = ranked.map((one) => {
    const strongest = related.get(one.id)?.find((other) => scores.get(other.id)! > one.score);
    return strongest === undefined ? one : lift(one, strongest, scores.get(strongest.id)!, factor);
  });
  return lifted.sort((a, b) => b.score - a.score || scores.get(b.id)! - scores.get(a.id)! || (a.id < b.id ? -1 : 1));
}

function lift(one: Ranked, by: Neighbour, ceiling: number, factor: number): Ranked {
  const score = Math.min(one.score + factor * by.weight, ceiling);
  const { reasons } = one;
  const terms = { ...reasons.terms, graph: score - one.score };
  return { ...one, score, reasons: { ...reasons, terms, neighbour: { id: by.id, relation: by.relation } } };
}

/** What the chosen need and what is not there already: first what the best needs, at most `most`. */
export function dependenciesOf(
  chosen: readonly Ranked[],
  there: ReadonlySet<string>,
  graph: CapabilityGraph,
  find: (id: string) => Capability | undefined,
  warningFor: (capability: Capability) => string | null,
  most: number,
): readonly Ranked[] {
  const known = new Set(there);
  const found: Ranked[] = [];
  for (const one of chosen)
    for (const id of graph.dependenciesOf(one.id)) {
      const capability = find(id);
      if (found.length >= most || known.has(id) || capability === undefined) continue;
      known.add(id);
      found.push({
        id,
        capability,
        score: one.score,
        relevance: one.relevance,
        warning: warningFor(capability),
        reasons: {
          need: one.reasons.need,
          matched: [],
          similarity: null,
          misspelt: [],
          tags: [],
          neighbour: { id: one.id, relation: "DEPENDS_ON" },
          terms: {},
        },
      });
    }
  return found;
}
