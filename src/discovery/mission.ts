// A mission as needs with candidates: what has to be found for it, and for each need whether something known meets it. Clauses
// of one sentence count as needs of their own only where the catalogue has different things for two of them: "search and
// replace" is one need, "read the table and send a mail" are two. What is a need may turn out to be missing.

import { meaningFailed, type SearchAnswer } from "./discovery.ts";
import { isFunctionWord } from "./function-words.ts";
import { needsOf, stripped } from "./needs.ts";
import type { Ranked } from "./rank.ts";
import { type FitWeights, fitWeights, leastFit } from "./weights.ts";
import { termOf, wordsOf } from "./words.ts";

export type NeedOrigin = "given" | "mission" | "part" | "clause";

export interface Fitted extends Ranked {
  /** How likely it does what the need asks, 0 to 1. */
  readonly fit: number;
}

export interface Need {
  readonly text: string;
  readonly origin: NeedOrigin;
  /** Is anything likely to do it? */
  readonly met: boolean;
  /** Likeliest first as the search ranks them; those that meet the need are the ones with a fit of `leastFit`. */
  readonly candidates: readonly Fitted[];
}

export interface MissionNeeds {
  readonly needs: readonly Need[];
  readonly notices: readonly string[];
}

export type NeedSearch = (need: string) => Promise<SearchAnswer>;

/** Between clauses: a comma, a semicolon, "and", "then". */
const clauseEnd = /\s*[,;，；、]\s*(?:and\s+|then\s+)*|\s+(?:and\s+then|and|then)\s+/i;
const sentenceMark = /[.!?。！？]/;
/** More clauses than this are prose. */
const mostClauses = 8;

export async function needsForMission(
  mission: string,
  search: NeedSearch,
  given: readonly string[] = [],
): Promise<MissionNeeds> {
  const notices = new Set<string>();
  const look = async (text: string, origin: NeedOrigin): Promise<Need> => {
    const answer = await search(text);
    for (const notice of answer.notices) notices.add(notice);
    const candidates = answer.results.map((one) => ({ ...one, fit: fitOf(text, one) }));
    return { text, origin, met: (candidates[0]?.fit ?? 0) >= leastFit, candidates };
  };
  const all = (texts: readonly string[], origin: NeedOrigin): Promise<readonly Need[]> =>
    texts.reduce<Promise<readonly Need[]>>(
      async (before, text) => [...(await before), await look(text, origin)],
      Promise.resolve([]),
    );
  // What was not found is said by the needs themselves.
  const answered = (needs: readonly Need[]): MissionNeeds => ({
    needs,
    notices: [...notices].filter((notice) => notice.startsWith(meaningFailed)),
  });

  const asked = [...new Set(given.map((text) => text.trim()))].filter((text) => text !== "");
  if (asked.length > 0) return answered(await all(asked, "given"));
  const { whole, parts, marks } = needsOf(mission);
  if (contentOf(whole).size === 0)
    return { needs: [], notices: ["The mission has no word to search for: say what is to be done in a few words."] };
  const one = await look(whole, "mission");
  const announced = parts.length > 1 && (marks > 0 || whole.includes("\n"));
  if (announced) return answered(await all(parts, "part"));
  const clauses = (parts.length > 1 ? parts : [whole])
    .flatMap((part) => part.replace(/\s+/g, " ").split(clauseEnd))
    .map((clause) => stripped(clause, null, sentenceMark).trim())
    .filter((clause) => contentOf(clause).size > 0);
  if (clauses.length < 2 || clauses.length > mostClauses) return answered([one]);
  const looked = await all(clauses, "clause");
  const found = distinct(looked.filter((need) => need.met));
  if (found.length < 2) return answered([one.met || found[0] === undefined ? one : found[0]]);
  // Several clauses are needs, so a further one that says something is one too.
  return answered(looked.filter((need) => found.includes(need) || (!need.met && contentOf(need.text).size > 1)));
}

/** One need per capability found: the clause it fits best. */
function distinct(needs: readonly Need[]): readonly Need[] {
  const best = new Map<string, Need>();
  for (const need of needs) {
    const { id, fit } = need.candidates[0]!;
    const known = best.get(id);
    if (known === undefined || known.candidates[0]!.fit < fit) best.set(id, need);
  }
  return needs.filter((need) => best.get(need.candidates[0]!.id) === need);
}

/** What a need says beside its grammar, as terms. */
function contentOf(text: string): ReadonlySet<string> {
  return new Set(
    wordsOf(text)
      .filter((word) => !isFunctionWord(word))
      .map(termOf),
  );
}

/**
 * How likely a result does what the need asks: from how far it stands out, how much of the need it speaks of and, with
 * search by meaning, how near it is.
 */
export function fitOf(need: string, { relevance, reasons }: Pick<Ranked, "relevance" | "reasons">): number {
  const { hybrid, lexical } = fitWeights;
  const semantic = reasons.similarity !== null;
  const w: FitWeights = semantic ? hybrid : lexical;
  const lean =
    w.base +
    w.relevance * logit(relevance) +
    w.coverage * coverageOf(need, reasons) +
    w.similarity * (reasons.similarity ?? 0);
  return 1 / (1 + Math.exp(-lean));
}

function logit(p: number): number {
  const inside = Math.min(Math.max(p, 1e-6), 1 - 1e-6);
  return Math.log(inside / (1 - inside));
}

/** The share of the need's words that the result has. */
export function coverageOf(
  need: string,
  { matched, misspelt }: Pick<Ranked["reasons"], "matched" | "misspelt">,
): number {
  const content = contentOf(need);
  if (content.size === 0) return 0;
  const held = new Set([...matched, ...misspelt].map(({ word }) => termOf(word)).filter((term) => content.has(term)));
  return held.size / content.size;
}
