// From a mission to candidates: search for the mission as a whole and for each of its parts, by words and by meaning, and
// one ranking of it all. What a candidate was found by is kept, so that a result can say why it is one.

import type { CapabilityIndex } from "./capability-index.ts";
import { isFunctionWord } from "./function-words.ts";
import { best, mix, severalNeeds, standardise } from "./fuse.ts";
import { type LexicalField, lexicalFields } from "./lexical.ts";
import type { Needs } from "./needs.ts";
import { type FusionWeights, hybridFusion, lexicalFusion } from "./weights.ts";
import { wordsOf } from "./words.ts";

export interface Candidate {
  readonly slot: number;
  readonly id: string;
  /** Comparable within one answer. */
  readonly score: number;
  /** The part of the mission it answers best; null for the mission as a whole. */
  readonly need: string | null;
  /** Words of the mission it was found by, with the fields they stand in. */
  readonly matched: readonly Match[];
  /** Names it was found by although they are spelt otherwise. */
  readonly misspelt: readonly { readonly word: string; readonly name: string }[];
  /** Cosine with the need; null without semantic search. */
  readonly similarity: number | null;
}

export interface Match {
  readonly word: string;
  readonly fields: readonly LexicalField[];
}

export interface RelevanceOptions {
  readonly most: number;
  /** Which slots may be answered; null for all that anybody may see. */
  readonly admits: ((slot: number) => boolean) | null;
  /** One vector for the whole mission, then one for each part; null for search by words alone. */
  readonly vectors: readonly Float32Array[] | null;
  readonly weights?: FusionWeights;
}

/** One search: scores by slot, and what explains them. */
interface Search {
  readonly text: string;
  readonly mixed: Float32Array;
  /** The best slots, best first. */
  readonly top: readonly number[];
  readonly terms: ReadonlyMap<number, string>;
  /** Terms of names that a word of the text nearly spells. */
  readonly misspelt: ReadonlyMap<number, { readonly word: string; readonly name: string }>;
  readonly similarities: Float32Array | null;
}

export function findRelevant(index: CapabilityIndex, needs: Needs, options: RelevanceOptions): readonly Candidate[] {
  const semantic = options.vectors !== null && index.vectors !== null;
  const weights = options.weights ?? (semantic ? hybridFusion : lexicalFusion);
  const { live } = index;
  const { admits } = options;
  const admitted = admits === null ? index.public : live.map((alive, slot) => (alive === 1 && admits(slot) ? 1 : 0));
  const before = (a: number, b: number): boolean => index.at(a)!.id < index.at(b)!.id;
  const top = (scores: Float32Array, most: number): number[] => best(scores, most, admitted, before);
  const search = (text: string, at: number): Search =>
    searchFor(index, text, options.vectors?.[at] ?? null, weights, (scores) =>
      top(scores, Math.max(looked, options.most)),
    );

  const whole = search(needs.whole, 0);
  const parts = needs.parts.map((part, i) => search(part, i + 1));
  const peak = ({ mixed, top: [first = 0] }: Search): number => mixed[first] ?? 0;
  const several = parts.length > 1 && severalNeeds(peak(whole), parts.map(peak), needs.marks, weights) > 0.5;
  const scored = several ? byNeed(whole, parts, options.most, weights, top) : byWhole(whole, options.most);
  return scored
    .map(({ slot, score, found }) => explain(index, slot, score, found, found === whole ? null : found.text))
    .filter(isFound)
    .slice(0, options.most);
}

/** By words alone, a result has more of the query than its grammar. */
function isFound({ matched, misspelt, similarity }: Candidate): boolean {
  return similarity !== null || misspelt.length > 0 || matched.some(({ word }) => !isFunctionWord(word));
}

interface Scored {
  readonly slot: number;
  readonly score: number;
  readonly found: Search;
}

type Top = (scores: Float32Array, most: number) => number[];

function byWhole(whole: Search, most: number): readonly Scored[] {
  return whole.top.slice(0, most).map((slot) => ({ slot, score: whole.mixed[slot]!, found: whole }));
}

/** The best of each need first: a further place within a need costs, so that no need fills the answer alone. */
function byNeed(whole: Search, parts: readonly Search[], most: number, w: FusionWeights, top: Top): readonly Scored[] {
  const found = new Map<number, Scored>();
  for (const part of parts) {
    const scores = Float32Array.from(
      part.mixed,
      (own, slot) => (1 - w.needShare) * whole.mixed[slot]! + w.needShare * own,
    );
    top(scores, most).forEach((slot, place) => {
      const score = scores[slot]! - w.placeCost * Math.log2(place + 1);
      const known = found.get(slot);
      if (known === undefined || known.score < score) found.set(slot, { slot, score, found: part });
    });
  }
  return [...found.values()].sort((a, b) => b.score - a.score || a.slot - b.slot);
}

/** How many candidates of a search are looked at for their names. */
const looked = 30;
/** Unknown words of a query that are compared with names; more are a text, not a name. */
const mostUnknown = 3;

function searchFor(
  index: CapabilityIndex,
  text: string,
  vector: Float32Array | null,
  weights: FusionWeights,
  bestOf: (scores: Float32Array) => number[],
): Search {
  const { live } = index;
  const terms = new Map<number, string>();
  const termWeights = new Map<number, number>();
  const misspelt = new Map<number, { readonly word: string; readonly name: string }>();
  let unknown = 0;
  for (const word of wordsOf(text)) {
    const term = index.lexical.termNumber(word);
    if (term === -1) {
      const near = unknown++ < mostUnknown ? index.lexical.nearName(word, weights.misspelt.likeness) : null;
      if (near === null || termWeights.has(near.term)) continue;
      termWeights.set(near.term, weights.misspelt.weight);
      misspelt.set(near.term, { word, name: near.name });
      continue;
    }
    const weight = isFunctionWord(word) ? weights.functionWord : 1;
    if ((termWeights.get(term) ?? 0) >= weight) continue;
    termWeights.set(term, weight);
    terms.set(term, word);
  }
  const mixed = index.lexical.search(termWeights).scores.slice(0, index.slots);
  standardise(mixed, live, index.size);
  let similarities: Float32Array | null = null;
  if (vector !== null && index.vectors !== null) {
    similarities = new Float32Array(index.slots);
    index.vectors.similarities(vector, index.slots, similarities);
    const semantic = similarities.slice();
    standardise(semantic, live, index.size);
    mix(mixed, semantic, weights.semanticShare);
  }
  const top = bestOf(mixed);
  if (weights.nameCoverage > 0) {
    for (const slot of top) mixed[slot]! += weights.nameCoverage * coverage(index, slot, termWeights);
    top.sort((a, b) => mixed[b]! - mixed[a]!); // stable: equals stay in the order of their ids
  }
  return { text, mixed, top, terms, misspelt, similarities };
}

/** How much of a name the query holds, rare words counting more. */
function coverage(index: CapabilityIndex, slot: number, terms: ReadonlyMap<number, number>): number {
  let all = 0;
  let held = 0;
  for (const term of index.lexical.nameTerms(slot)) {
    const rarity = index.lexical.rarity(term);
    all += rarity;
    held += rarity * (terms.get(term) ?? 0);
  }
  return all === 0 ? 0 : held / all;
}

function explain(index: CapabilityIndex, slot: number, score: number, found: Search, need: string | null): Candidate {
  const matched: Match[] = [];
  for (const [term, word] of found.terms) {
    const bits = index.lexical.fieldsAt(term, slot);
    if (bits !== 0) matched.push({ word, fields: lexicalFields.filter((_, bit) => (bits & (1 << bit)) !== 0) });
  }
  const misspelt = [...found.misspelt].filter(([term]) => index.lexical.fieldsAt(term, slot) !== 0).map(([, m]) => m);
  const similarity = found.similarities === null ? null : found.similarities[slot]!;
  return { slot, id: index.at(slot)!.id, score, need, matched, misspelt, similarity };
}
