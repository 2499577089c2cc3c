// A prompt within its budgets: tier 0 is a map of everything, tier 1 a line for each result, tier 2 the best in full.
// What counts is the finished text, headings and separators included; what does not fit is skipped and the next is tried.

import type { Capability } from "./descriptor.ts";
import type { Ranked } from "./rank.ts";
import { categoryLines, details, moreCategories, summaryLine, tier0Foot, tier0Head, tier1Head } from "./render.ts";
import type { TokenCounter } from "./tokens.ts";

/** Between tiers; every tier but the first pays for it. */
const separator = "\n\n";

export interface Tier {
  readonly text: string;
  readonly tokens: number;
  /** Ids of what the text shows. */
  readonly shown: readonly string[];
}

/** A tier of results, some of which may have been too long. */
export interface Filled extends Tier {
  readonly skipped: readonly string[];
}

const nothing: Tier = { text: "", tokens: 0, shown: [] };

/** The map of categories; those that do not fit are counted in a last line. */
export function tier0(capabilities: readonly Capability[], budget: number, count: TokenCounter): Tier {
  if (capabilities.length === 0) return nothing;
  const lines = categoryLines(capabilities);
  const textOf = (shown: number): string => {
    const hidden = lines.length - shown;
    const more = hidden === 0 ? [] : [moreCategories(hidden)];
    return [tier0Head, ...lines.slice(0, shown), ...more, tier0Foot].join("\n");
  };
  let shown = 0;
  for (let spent = 0; shown < lines.length && spent <= budget; shown++) spent += count(`${lines[shown]}\n`);
  for (; shown >= 0; shown--) {
    const text = textOf(shown);
    const tokens = count(text);
    if (tokens <= budget) return { text, tokens, shown: [] };
  }
  const short = count(tier0Foot);
  return short <= budget ? { text: tier0Foot, tokens: short, shown: [] } : nothing;
}

/**
 * A line for each result and for what they need. Where not all fit, what a result needs goes before lesser results: it is
 * no use without.
 */
export function tier1(
  results: readonly Ranked[],
  needed: readonly Ranked[],
  budget: number,
  count: TokenCounter,
): Filled {
  const places = new Map([...results, ...needed].map((one, place) => [one, place]));
  const shown: Ranked[] = [];
  const skipped: string[] = [];
  let text = "";
  for (const one of withWhatTheyNeed(results, needed)) {
    const isUseful = !needed.includes(one) || shown.some(({ id }) => id === one.reasons.neighbour?.id);
    if (!isUseful) continue;
    const more = [...shown, one].sort((a, b) => places.get(a)! - places.get(b)!);
    const longer = [tier1Head, ...more.map((each, i) => `${i + 1}. ${summaryLine(each)}`)].join("\n");
    if (count(separator + longer) > budget) {
      skipped.push(one.id);
      continue;
    }
    text = longer;
    shown.splice(0, shown.length, ...more);
  }
  if (shown.length === 0) return { ...nothing, skipped };
  return { text, tokens: count(separator + text), shown: shown.map((one) => one.id), skipped };
}

/** Each result, and right behind it what it is the first to need. */
function withWhatTheyNeed(results: readonly Ranked[], needed: readonly Ranked[]): readonly Ranked[] {
  return results.flatMap((one) => [one, ...needed.filter(({ reasons }) => reasons.neighbour?.id === one.id)]);
}

export async function tier2(
  results: readonly Ranked[],
  most: number,
  budget: number,
  count: TokenCounter,
): Promise<Filled> {
  const chosen: Ranked[] = [];
  const texts = new Map<string, string>();
  const skipped: string[] = [];
  let text = "";
  for (const one of results) {
    if (chosen.length === most) break;
    const own = await details(one);
    const longer = text === "" ? own : `${text}${separator}${own}`;
    // A text of far more characters than tokens allow need not be counted at length.
    if (own.length > budget * 40 || count(separator + longer) > budget) {
      skipped.push(one.id);
      continue;
    }
    text = longer;
    texts.set(one.id, own);
    chosen.push(one);
  }
  if (text === "") return { ...nothing, skipped };
  return { text, tokens: count(separator + text), shown: chosen.map((one) => one.id), skipped };
}

/** The tiers that have something to say, as one text. */
export function joinTiers(tiers: readonly Tier[]): string {
  return tiers
    .map((tier) => tier.text)
    .filter((text) => text !== "")
    .join(separator);
}
