// Which tool serves a capability best, here and now: success + affinity - penalties - health. Every term is an answer's
// reason with its number, so that a choice can be read. Only evidence scores: a tool without trials gets 0 where a proven one
// gets the lower end of what its trials vouch for, so that the untested never passes the proven and healthy.

import { didYouMean } from "../base/suggest.ts";
import { isLinkable } from "../linker/unit.ts";
import { foldId } from "../names/id.ts";
import type { Rank } from "./catalog.ts";
import type { Capability, Counters, Health, ToolHead } from "./model.ts";
import { type Answer, no, yes } from "./problem.ts";
import { foldTags, lowerBound, modelTally, rateWords, tagTally } from "./record/statistics.ts";
import type { Reader } from "./store.ts";
import { noCounters } from "./tally.ts";

/** The weights of ADR 0013. */
export const resolutionWeights = {
  success: 1,
  affinity: 1,
  /** For each context (tag or model) in which it is known to do badly. */
  lowContext: 0.2,
  /** For each failure since its last success. */
  failureInARow: 0.05,
  health: { green: 0, pending: 0.1, flaky: 0.3, degraded: 1, red: 2, rejected: 2 } satisfies Record<Health, number>,
} as const;

/** Known to do badly: a rate below this in at least so many trials. */
export const lowContext = { rate: 0.3, trials: 5 } as const;

export interface ResolveContext {
  readonly tags?: readonly string[];
  readonly model?: string | null;
}

export interface Term {
  readonly kind: "success" | "affinity" | "penalty" | "health";
  /** As it goes into the score: penalties are negative. */
  readonly value: number;
  /** "success 0.65 (84% of 25 trials)" */
  readonly text: string;
}

export interface RankedTool {
  readonly id: string;
  readonly version: string;
  readonly health: Health;
  readonly score: number;
  readonly terms: readonly Term[];
  /** Red and degraded tools do not link unless forced. */
  readonly linkable: boolean;
}

export interface LeftOut {
  readonly id: string;
  readonly reason: string;
}

export interface Resolution {
  readonly capability: string;
  readonly best: RankedTool;
  /** All that could serve, best first; those that do not link come last. */
  readonly ranked: readonly RankedTool[];
  readonly leftOut: readonly LeftOut[];
}

export async function resolve(
  reader: Reader,
  written: string,
  context: ResolveContext = {},
): Promise<Answer<Resolution>> {
  const id = foldId(written);
  const capability = id === null ? null : await reader.capability(id);
  if (capability === null) return unknownCapability(reader, written);
  const [heads, counters] = [
    await reader.toolHeadsOf(capability.implementations),
    await reader.counters("tool", capability.implementations),
  ];
  const { serving, leftOut } = await sift(reader, heads, context.model ?? null);
  const ranked = rank(capability, serving, counters, context);
  const best = ranked[0];
  if (best === undefined)
    return no(
      "no_implementation",
      `No tool implements ${capability.id}${leftOut.length === 0 ? "." : `: ${leftOut.map((l) => `${l.id} ${l.reason}`).join("; ")}.`}`,
      "Register a tool with this capability, or restore an archived one.",
    );
  if (!best.linkable)
    return no(
      "no_healthy_implementation",
      `No tool for ${capability.id} links: ${ranked.map((r) => `${r.id} is ${r.health}`).join(", ")}.`,
      `Repair ${best.id}, or link it with force.`,
    );
  return yes({ capability: capability.id, best, ranked, leftOut });
}

async function unknownCapability(reader: Reader, written: string): Promise<Answer<never>> {
  const tool = await reader.toolHead(foldId(written) ?? written);
  return no(
    "unknown_capability",
    `There is no capability "${written}".`,
    tool === null ? "Look for the right name with search." : `${tool.id} is a tool. ${didYouMean([tool.capability])}`,
  );
}

/** Archived tools, replaced ones and those for other models cannot serve at all. */
async function sift(
  reader: Reader,
  heads: readonly ToolHead[],
  model: string | null,
): Promise<{ readonly serving: readonly ToolHead[]; readonly leftOut: readonly LeftOut[] }> {
  const leftOut: LeftOut[] = [];
  const present = heads.filter((head) => {
    const reason = head.archived
      ? "is archived"
      : head.supersededBy !== null
        ? `is replaced by ${head.supersededBy}`
        : null;
    if (reason !== null) leftOut.push({ id: head.id, reason });
    return reason === null;
  });
  if (model === null || present.length === 0) return { serving: present, leftOut };
  const versions = new Map((await reader.currentVersions(present.map((h) => h.id))).map((v) => [v.id, v]));
  const serving = present.filter((head) => {
    const wanted = versions.get(head.id)?.requiredModels ?? [];
    if (wanted.length === 0 || wanted.includes(model)) return true;
    leftOut.push({ id: head.id, reason: `needs the model ${wanted.join(" or ")}` });
    return false;
  });
  return { serving, leftOut };
}

/** Ties go to the capability's default, then to the one registered first. */
export function rank(
  capability: Pick<Capability, "implementations" | "defaultImplementation">,
  heads: readonly ToolHead[],
  counters: ReadonlyMap<string, Counters>,
  context: ResolveContext,
): readonly RankedTool[] {
  const place = new Map(capability.implementations.map((id, index) => [id, index]));
  if (capability.defaultImplementation !== null) place.set(capability.defaultImplementation, -1);
  const placeOf = (id: string) => place.get(id) ?? place.size;
  return heads
    .map((head) => score(head, counters.get(head.id) ?? noCounters, context))
    .sort(
      (a, b) =>
        Number(b.linkable) - Number(a.linkable) ||
        b.score - a.score ||
        placeOf(a.id) - placeOf(b.id) ||
        (a.id < b.id ? -1 : 1),
    );
}

/** The same order for the linker's catalogue, as it reads the heads of a capability. */
export function rankFor(reader: Reader, context: ResolveContext): Rank {
  return async (capability, heads) => {
    const counters = await reader.counters(
      "tool",
      heads.map((head) => head.id),
    );
    return rank(capability, heads, counters, context).map(({ id, score, terms }) => ({
      id,
      score,
      reasons: terms.map((term) => term.text),
    }));
  };
}

export function score(head: ToolHead, counters: Counters, context: ResolveContext): RankedTool {
  const terms = [
    successTerm(counters),
    ...contextTerms(counters, context),
    ...failureTerm(head.consecutiveFailures),
    ...healthTerm(head.health),
  ];
  return {
    id: head.id,
    version: head.current,
    health: head.health,
    score: terms.reduce((sum, term) => sum + term.value, 0),
    terms,
    linkable: isLinkable(head.health),
  };
}

function successTerm({ overall }: Counters): Term {
  const value = resolutionWeights.success * lowerBound(overall);
  return { kind: "success", value, text: `success ${shown(value)} (${rateWords(overall)})` };
}

/** Affinity is the mean over the contexts asked for, so that many tags do not outweigh the record. */
function contextTerms(counters: Counters, { tags = [], model = null }: ResolveContext): readonly Term[] {
  const contexts = foldTags(tags).map((tag) => ({ name: tag, tally: tagTally(counters, tag) }));
  if (model !== null) contexts.push({ name: `model ${model}`, tally: modelTally(counters, model) });
  const terms: Term[] = [];
  for (const { name, tally } of contexts) {
    if (tally.trials === 0) continue;
    const value = (resolutionWeights.affinity * lowerBound(tally)) / contexts.length;
    terms.push({ kind: "affinity", value, text: `context ${name} +${shown(value)} (${rateWords(tally)})` });
    if (tally.trials >= lowContext.trials && tally.successes / tally.trials < lowContext.rate) {
      const cost = -resolutionWeights.lowContext;
      terms.push({ kind: "penalty", value: cost, text: `known to fail in ${name} ${cost} (${rateWords(tally)})` });
    }
  }
  return terms;
}

function failureTerm(failures: number): readonly Term[] {
  if (failures === 0) return [];
  const value = -resolutionWeights.failureInARow * failures;
  return [{ kind: "penalty", value, text: `failed its last ${failures} ${shown(value)}` }];
}

function healthTerm(health: Health): readonly Term[] {
  const cost = resolutionWeights.health[health];
  return cost === 0 ? [] : [{ kind: "health", value: -cost, text: `health ${health} -${cost}` }];
}

function shown(value: number): string {
  return String(Math.round(value * 100) / 100);
}
