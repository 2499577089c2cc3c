// What the records warn of: tools that fail in a context, tools worth repairing, models a skill does not suit. A rate counts
// only with a sample behind it, and what an older version did is not held against the current one.

import type { Counters, SubjectKind, Tally, Trial } from "../model.ts";
import { lowContext } from "../resolve.ts";
import type { Reader } from "../store.ts";
import { noCounters } from "../tally.ts";
import { add, foldTags, modelTally, noTrials, percent, type Rate, rateOf, tagTally, tallyOf } from "./statistics.ts";

/** So many of the newest trials are looked at to judge the current version by itself. */
const NEWEST = 1_000;
const PAGE = 500;

export interface ContextWarning {
  readonly tool: string;
  readonly version: string;
  readonly tag: string;
  readonly rate: number;
  readonly successes: number;
  readonly trials: number;
  readonly message: string;
}

export interface Threshold {
  /** Below this rate. */
  readonly rate?: number;
  /** In at least so many trials. */
  readonly trials?: number;
}

/** Tools that do badly on missions of these kinds: those given, or all. */
export async function contextWarnings(
  reader: Reader,
  asked: { readonly tags: readonly string[]; readonly tools?: readonly string[] } & Threshold,
): Promise<readonly ContextWarning[]> {
  const { rate = lowContext.rate, trials = lowContext.trials } = asked;
  const tags = foldTags(asked.tags);
  const warnings: ContextWarning[] = [];
  for await (const [subject, counters] of recorded(reader, "tool", asked.tools)) {
    const low = tags.filter((tag) => isLow(tagTally(counters, tag), rate, trials));
    if (low.length === 0) continue;
    const own = await ownTrials(reader, "tool", subject);
    for (const tag of low) {
      const tally = tallyOf(own.filter((t) => t.tags.includes(tag)).map((t) => t.success));
      if (isLow(tally, rate, trials)) warnings.push(contextWarning(subject, tag, tally));
    }
  }
  return warnings;
}

function contextWarning({ id, version }: Subject, tag: string, tally: Tally): ContextWarning {
  const rate = tally.successes / tally.trials;
  return {
    tool: id,
    version,
    tag,
    rate,
    ...tally,
    message: `${id} has a ${percent(rate)} success rate on "${tag}" (${tally.successes} of ${tally.trials} trials).`,
  };
}

export interface RepairCandidate extends Rate {
  readonly tool: string;
  readonly version: string;
  readonly message: string;
  /** What its newest failures said, each once. */
  readonly diagnoses: readonly string[];
}

/** Tools whose current version keeps failing, worst first. */
export async function repairCandidates(reader: Reader, threshold: Threshold = {}): Promise<readonly RepairCandidate[]> {
  const { rate = 0.5, trials = 10 } = threshold;
  const found: RepairCandidate[] = [];
  for await (const [subject, counters] of recorded(reader, "tool")) {
    if (counters.overall.trials < trials) continue;
    const own = await ownTrials(reader, "tool", subject);
    const tally = tallyOf(own.map((t) => t.success));
    if (!isLow(tally, rate, trials)) continue;
    const diagnoses = [...new Set(own.flatMap((t) => (t.success || t.diagnosis === null ? [] : [t.diagnosis])))];
    found.push({
      tool: subject.id,
      version: subject.version,
      ...rateOf(tally),
      message: `${subject.id}@${subject.version} succeeded in ${tally.successes} of ${tally.trials} trials (${percent(tally.successes / tally.trials)}).`,
      diagnoses: diagnoses.slice(0, 5),
    });
  }
  return found.sort(
    (a, b) => a.lower - b.lower || a.successes / a.trials - b.successes / b.trials || (a.tool < b.tool ? -1 : 1),
  );
}

export interface ModelWarning extends Rate {
  readonly kind: SubjectKind;
  readonly id: string;
  readonly version: string;
  readonly model: string;
  readonly message: string;
}

/** Skills and tools that do badly with a model: with that one, or with any. */
export async function modelWarnings(
  reader: Reader,
  asked: { readonly model?: string } & Threshold = {},
): Promise<readonly ModelWarning[]> {
  const { rate = 0.5, trials = lowContext.trials } = asked;
  const warnings: ModelWarning[] = [];
  for (const kind of ["skill", "tool"] as const) {
    for await (const [subject, counters] of recorded(reader, kind)) {
      const models = asked.model === undefined ? Object.keys(counters.byModel).sort() : [asked.model];
      const low = models.filter((model) => isLow(modelTally(counters, model), rate, trials));
      if (low.length === 0) continue;
      const own = await ownTrials(reader, kind, subject);
      for (const model of low) {
        const tally = tallyOf(own.filter((t) => t.model === model).map((t) => t.success));
        if (isLow(tally, rate, trials)) warnings.push(modelWarning(kind, subject, model, tally));
      }
    }
  }
  return warnings;
}

function modelWarning(kind: SubjectKind, { id, version }: Subject, model: string, tally: Tally): ModelWarning {
  const shown = percent(tally.successes / tally.trials);
  return {
    kind,
    id,
    version,
    model,
    ...rateOf(tally),
    message: `${id} has a ${shown} success rate with ${model} (${tally.successes} of ${tally.trials} trials).`,
  };
}

export interface AggregateStatistics {
  readonly tools: KindStatistics;
  readonly skills: KindStatistics;
  readonly missions: number;
}

export interface KindStatistics extends Rate {
  readonly registered: number;
  /** With at least one trial. */
  readonly tried: number;
}

export async function aggregateStatistics(reader: Reader): Promise<AggregateStatistics> {
  const of = async (kind: SubjectKind): Promise<KindStatistics> => {
    let registered = 0;
    let tried = 0;
    let tally: Tally = noTrials;
    for await (const [, counters] of recorded(reader, kind)) {
      registered++;
      if (counters.overall.trials > 0) tried++;
      tally = add(tally, counters.overall);
    }
    return { registered, tried, ...rateOf(tally) };
  };
  return { tools: await of("tool"), skills: await of("skill"), missions: await reader.missions() };
}

interface Subject {
  readonly id: string;
  readonly version: string;
}

function isLow({ successes, trials }: Tally, rate: number, least: number): boolean {
  return trials > 0 && trials >= least && successes / trials < rate;
}

/** Of the current version only. */
async function ownTrials(reader: Reader, kind: SubjectKind, { id, version }: Subject): Promise<readonly Trial[]> {
  return (await reader.trials(kind, id, NEWEST)).filter((trial) => trial.version === version);
}

/** Page by page, so that a hundred thousand tools are never in memory at once. */
async function* recorded(
  reader: Reader,
  kind: SubjectKind,
  only?: readonly string[],
): AsyncGenerator<readonly [Subject, Counters]> {
  let after: string | undefined;
  while (true) {
    const page = { limit: PAGE, ...(after === undefined ? {} : { after }) };
    const heads =
      only !== undefined && kind === "tool"
        ? await reader.toolHeadsOf(only)
        : kind === "tool"
          ? await reader.toolHeads(page)
          : await reader.skillHeads(page);
    const counters = await reader.counters(
      kind,
      heads.map((head) => head.id),
    );
    for (const head of heads) yield [{ id: head.id, version: head.current }, counters.get(head.id) ?? noCounters];
    if (only !== undefined || heads.length < PAGE) return;
    after = heads.at(-1)!.id;
  }
}
