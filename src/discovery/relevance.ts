// From a mission to candidates: search for the mission as a whole and for each of its parts, by words and by meaning, and
// one ranking of it all. What a candidate was found by is kept, so that a result can say why it is one.

import type { CapabilityIndex } from "./capability-index.ts";
import { isFunctionWord } from "./function-words.ts";
import { best, type Split, severalNeeds } from "./fuse.ts";
import { type LexicalField, lexicalFields, mayBeMisspelt } from "./lexical.ts";
import type { Needs } from "./needs.ts";
import { type Deviations, deviationsIn } from "./standing.ts";
import {
  type FusionWeights,
  hybridFusion,
  lexicalFusion,
  meaningScale,
  type StandingWeights,
  standingWeights,
} from "./weights.ts";
import { wordsOf } from "./words.ts";

export interface Candidate {
  readonly slot: number;
  readonly id: string;
  /** Comparable within one answer. */
  readonly score: number;
  /** How far it stands out of the catalogue, in standard deviations: comparable between answers. */
  readonly standing: number;
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
  readonly standing?: StandingWeights;
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
  readonly standing: Deviations;
}

export function findRelevant(index: CapabilityIndex, needs: Needs, options: RelevanceOptions): readonly Candidate[] {
  const searches = searchAll(index, needs, options);
  const { split, weights } = searches;
  return answer(index, searches, split !== null && severalNeeds(split, weights));
}

/** One ranking of what was found, need by need or for the mission as a whole. */
export function answer(index: CapabilityIndex, searches: Searches, byNeeds: boolean): readonly Candidate[] {
  const { whole, most } = searches;
  return (byNeeds ? byNeed(searches) : byWhole(searches))
    .map((scored) => explain(index, scored, scored.found === whole ? null : scored.found.text))
    .filter(isFound)
    .slice(0, most);
}

/** The searches for a mission: as a whole and for each part. Their scores last until the next mission is searched. */
export interface Searches {
  readonly whole: Search;
  readonly parts: readonly Search[];
  /** Null for a mission of one part. */
  readonly split: Split | null;
  readonly top: (scores: Float32Array, most: number) => number[];
  readonly ranks: Int32Array;
  readonly weights: FusionWeights;
  readonly standing: StandingWeights;
  readonly most: number;
}

export function searchAll(index: CapabilityIndex, needs: Needs, options: RelevanceOptions): Searches {
  const semantic = options.vectors !== null && index.vectors !== null;
  const weights = options.weights ?? (semantic ? hybridFusion : lexicalFusion);
  const standing = options.standing ?? (semantic ? standingWeights.hybrid : standingWeights.lexical);
  const { admits } = options;
  const admitted =
    admits === null ? index.public : index.live.map((alive, slot) => (alive === 1 && admits(slot) ? 1 : 0));
  const { ranks } = index;
  // By words alone, what has none of them is no result; a cosine may be negative and still the best there is.
  const floor = semantic ? Number.NEGATIVE_INFINITY : 0;
  const top = (scores: Float32Array, most: number): number[] => best(scores, most, floor, admitted, ranks);
  const search = (text: string, at: number): Search =>
    searchFor(
      index,
      text,
      options.vectors?.[at] ?? null,
      { fusion: weights, standing },
      [index.scores(2 * at), index.scores(2 * at + 1)],
      (scores) => top(scores, Math.max(looked, options.most)),
    );
  const whole = search(needs.whole, 0);
  const parts = needs.parts.map((part, i) => search(part, i + 1));
  const split = parts.length > 1 ? splitAmong(whole, parts, needs.marks) : null;
  return { whole, parts, split, top, ranks, weights, standing, most: options.most };
}

function splitAmong(whole: Search, parts: readonly Search[], marks: number): Split {
  const peak = ({ mixed, top: [first] }: Search): number => (first === undefined ? 0 : mixed[first]!);
  const distinct = new Set(parts.flatMap(({ top }) => top.slice(0, 1))).size;
  return { whole: peak(whole), peaks: parts.map(peak), distinct, marks };
}

/** By words alone, a result has more of the query than its grammar. */
function isFound({ matched, misspelt, similarity }: Candidate): boolean {
  return similarity !== null || misspelt.length > 0 || matched.some(({ word }) => !isFunctionWord(word));
}

interface Scored {
  readonly slot: number;
  readonly score: number;
  readonly standing: number;
  readonly found: Search;
}

function byWhole({ whole, most }: Searches): readonly Scored[] {
  return whole.top
    .slice(0, most)
    .map((slot) => ({ slot, score: whole.mixed[slot]!, standing: whole.standing(slot), found: whole }));
}

/** The best of each need first: a further place within a need costs, so that no need fills the answer alone. */
function byNeed({ whole, parts, most, weights: w, standing: own, top, ranks }: Searches): readonly Scored[] {
  const found = new Map<number, Scored>();
  const scores = new Float32Array(whole.mixed.length);
  for (const part of parts) {
    for (let slot = 0; slot < scores.length; slot++)
      scores[slot] = (1 - w.needShare) * whole.mixed[slot]! + w.needShare * part.mixed[slot]!;
    top(scores, most).forEach((slot, place) => {
      const score = scores[slot]! - w.placeCost * Math.log2(place + 1);
      const known = found.get(slot);
      if (known !== undefined && known.score >= score) return;
      const standing =
        (1 - own.needShare) * whole.standing(slot) +
        own.needShare * part.standing(slot) -
        own.placeCost * Math.log2(place + 1);
      found.set(slot, { slot, score, standing, found: part });
    });
  }
  return [...found.values()].sort((a, b) => b.score - a.score || ranks[a.slot]! - ranks[b.slot]!);
}

/** How many candidates of a search are looked at for their names. */
const looked = 30;
/** Unknown words of a query that are compared with names: each costs time. */
const mostUnknown = 9;

function searchFor(
  index: CapabilityIndex,
  text: string,
  vector: Float32Array | null,
  { fusion: weights, standing: own }: { readonly fusion: FusionWeights; readonly standing: StandingWeights },
  [mixed, byWords]: readonly [Float32Array, Float32Array],
  bestOf: (scores: Float32Array) => number[],
): Search {
  const terms = new Map<number, string>();
  const termWeights = new Map<number, number>();
  const misspelt = new Map<number, { readonly word: string; readonly name: string }>();
  let unknown = 0;
  for (const word of wordsOf(text)) {
    const term = index.lexical.termNumber(word);
    if (term === -1) {
      if (isFunctionWord(word) || !mayBeMisspelt(word) || unknown++ >= mostUnknown) continue;
      const near = index.lexical.nearName(word, weights.misspelt.likeness);
      if (near === null || termWeights.has(near.term)) continue;
      termWeights.set(near.term, weights.misspelt.weight);
      misspelt.set(near.term, { word, name: near.name });
      continue;
    }
    const weight = isFunctionWord(word) ? weights.functionWord : 1;
    if (terms.has(term) && termWeights.get(term)! >= weight) continue;
    termWeights.set(term, weight);
    terms.set(term, word);
  }
  index.lexical.search(termWeights, byWords);
  for (let slot = 0; slot < mixed.length; slot++) mixed[slot] = weights.words * byWords[slot]!;
  let similarities: Float32Array | null = null;
  if (vector !== null && index.vectors !== null) {
    similarities = new Float32Array(index.slots);
    index.vectors.similarities(vector, index.slots, similarities);
    for (let slot = 0; slot < mixed.length; slot++) mixed[slot]! += meaningScale * similarities[slot]!;
  }
  const top = bestOf(mixed);
  if (weights.nameCoverage > 0) {
    for (const slot of top) mixed[slot]! += weights.nameCoverage * coverage(index, slot, termWeights);
    top.sort((a, b) => mixed[b]! - mixed[a]!); // stable: equals stay in the order of their ids
  }
  const said = new Map(termWeights);
  for (const term of misspelt.keys()) if (!terms.has(term)) said.set(term, own.misspelt);
  const standing = standingOf(index, own, byWords, similarities, (slot) => coverage(index, slot, said));
  return { text, mixed, top, terms, misspelt, similarities, standing };
}

/** Words and meaning, each in standard deviations over the catalogue, and how much of its name was said. */
function standingOf(
  index: CapabilityIndex,
  w: StandingWeights,
  byWords: Float32Array,
  similarities: Float32Array | null,
  coverageAt: (slot: number) => number,
): Deviations {
  const words = deviationsIn(byWords, index.live, index.size);
  const meaning = similarities === null ? null : deviationsIn(similarities, index.live, index.size);
  return (slot) =>
    (1 - w.semanticShare) * words(slot) +
    (meaning === null ? 0 : w.semanticShare * meaning(slot)) +
    w.nameCoverage * coverageAt(slot);
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

function explain(index: CapabilityIndex, { slot, score, standing, found }: Scored, need: string | null): Candidate {
  const matched: Match[] = [];
  for (const [term, word] of found.terms) {
    const bits = index.lexical.fieldsAt(term, slot);
    if (bits !== 0) matched.push({ word, fields: lexicalFields.filter((_, bit) => (bits & (1 << bit)) !== 0) });
  }
  const misspelt = [...found.misspelt].filter(([term]) => index.lexical.fieldsAt(term, slot) !== 0).map(([, m]) => m);
  const similarity = found.similarities === null ? null : found.similarities[slot]!;
  return { slot, id: index.at(slot)!.id, score, standing, need, matched, misspelt, similarity };
}
