// From a mission alone to an image or a link decision: what the mission needs, what is registered for each need, the best
// implementation of it here and now, and a link of those. What is missing is asked of the linker all the same, so that its
// decision says what to smith, with a spec of it.

import { isFunctionWord } from "../../discovery/function-words.ts";
import type { Fitted, MissionNeeds, Need } from "../../discovery/mission.ts";
import { leastFit } from "../../discovery/weights.ts";
import { wordsOf } from "../../discovery/words.ts";
import { type LinkFault, type LinkProblem, type LinkTrace, problemOf } from "../../linker/index.ts";
import { isLinkable } from "../../linker/unit.ts";
import { foldId } from "../../names/id.ts";
import type { Health } from "../../registry/model.ts";
import { resolve } from "../../registry/resolve.ts";
import type { Reader } from "../../registry/store.ts";
import type { Engine } from "../engine.ts";
import { type LinkRequest, linkFromRegistry } from "../link.ts";
import { registryId } from "./capabilities.ts";

export interface MissionRequest extends LinkRequest {
  readonly mission: string;
  /** What is needed, in the words of whoever plans; found in the mission when left out. */
  readonly needs?: readonly string[];
}

/** One that could serve a need. */
export interface Option {
  readonly id: string;
  readonly health: Health;
  readonly fit: number;
}

export interface Chosen extends Option {
  readonly why: readonly string[];
}

/** What a missing capability should be: enough to write it, or to have it written. */
export interface MissingSpec {
  /** A name that is free. */
  readonly id: string;
  readonly need: string;
  readonly mission: string;
  readonly tags: readonly string[];
  /** What came nearest, and why it does not do. */
  readonly near: readonly Option[];
}

export interface NeedChoice {
  readonly need: string;
  readonly origin: Need["origin"];
  readonly chosen: Chosen | null;
  /** The chosen one is ill and no healthy one does the same: it is to be repaired. */
  readonly repair: boolean;
  readonly missing: MissingSpec | null;
  /** Others that would do. */
  readonly others: readonly Option[];
}

export interface MissionLink {
  readonly choices: readonly NeedChoice[];
  /** What the mission is about: as given, and words of it that are tags in the registry. */
  readonly tags: readonly string[];
  readonly notices: readonly string[];
  readonly trace: LinkTrace;
  /** The faults of the link in words. */
  readonly problems: readonly LinkProblem[];
}

export async function linkMission(
  engine: Pick<Engine, "store" | "discovery"> & Partial<Pick<Engine, "deny">>,
  { mission, needs, ...request }: MissionRequest,
): Promise<MissionLink> {
  const tags = await tagsOf(engine, mission, request.tags ?? []);
  const model = request.model ?? null;
  const found = await engine.discovery.needs(mission, {
    ...{ kind: "tool", tags: request.tags ?? [], exclude: unregistered(engine) },
    ...(needs === undefined ? {} : { needs }),
    ...(request.model === undefined ? {} : { model: request.model }),
  });
  const choices = await engine.store.read((reader) =>
    choose(reader, found, { mission, tags, model, force: (request.force ?? []).map((id) => foldId(id) ?? id) }),
  );
  const roots = choices.flatMap((choice) => {
    const ref = choice.chosen?.id ?? choice.missing?.id;
    return ref === undefined ? [] : [{ ref, from: `"${choice.need}"` }];
  });
  const trace = await linkFromRegistry(engine, { ...request, tags, roots: [...(request.roots ?? []), ...roots] });
  const problems = trace.faults.map((fault) => problemFor(fault, choices));
  return { choices, tags, notices: found.notices, trace, problems };
}

/** That a name is unknown which nobody wrote would puzzle: the need is what nothing was found for. */
function problemFor(fault: LinkFault, choices: readonly NeedChoice[]): LinkProblem {
  const problem = problemOf(fault);
  const missing = choices.find(
    ({ missing }) => fault.code === "unresolved_symbol" && missing?.id === fault.name,
  )?.missing;
  if (missing == null) return problem;
  const [near] = missing.near;
  const nearest = near === undefined ? "" : ` The nearest is ${near.id}; if it will do, link it by its name.`;
  return {
    ...problem,
    message: `Nothing registered is likely to do "${missing.need}".`,
    hint: `Write a tool for it, such as ${missing.id}, and register it, or say it in other words.${nearest}`,
  };
}

/** What a manifest declares can be found, but there is nothing of it to link. */
function unregistered({ discovery }: Pick<Engine, "discovery">): readonly string[] {
  return discovery.index.all().flatMap((one) => (registryId(one) === null ? [one.id] : []));
}

/** A word of the mission that is a tag of something registered says what the mission is about. */
async function tagsOf(
  { discovery }: Pick<Engine, "discovery">,
  mission: string,
  given: readonly string[],
): Promise<readonly string[]> {
  await discovery.refresh();
  const words = new Set(wordsOf(mission));
  const known = new Map<string, string>();
  for (const { tags } of discovery.index.all())
    for (const tag of tags) {
      const folded = tag.toLowerCase();
      if (words.has(folded) && !isFunctionWord(folded)) known.set(folded, tag);
    }
  const own = new Set(given.map((tag) => tag.toLowerCase()));
  return [
    ...given,
    ...[...known]
      .filter(([folded]) => !own.has(folded))
      .map(([, tag]) => tag)
      .sort(),
  ];
}

interface Choosing {
  readonly mission: string;
  readonly tags: readonly string[];
  readonly model: string | null;
  readonly force: readonly string[];
}

async function choose(reader: Reader, { needs }: MissionNeeds, about: Choosing): Promise<readonly NeedChoice[]> {
  const choices: NeedChoice[] = [];
  for (const need of needs) choices.push(await chooseFor(reader, need, about, choices));
  return choices;
}

async function chooseFor(
  reader: Reader,
  need: Need,
  about: Choosing,
  before: readonly NeedChoice[],
): Promise<NeedChoice> {
  const options = await optionsOf(reader, need.candidates);
  const fitting = options.filter(({ fit }) => fit >= leastFit);
  const { text, origin } = need;
  const best = fitting.find(({ id, health }) => isLinkable(health) || about.force.includes(id)) ?? fitting[0];
  if (best === undefined) {
    const taken = before.flatMap(({ missing }) => missing?.id ?? []);
    const id = await freeId(reader, text, taken);
    const missing = { id, need: text, mission: about.mission, tags: about.tags, near: options.slice(0, 3).map(plain) };
    return { need: text, origin, chosen: null, repair: false, missing, others: [] };
  }
  const { option, why } = await bestImplementation(reader, best, options, about);
  return {
    need: text,
    origin,
    chosen: { ...plain(option), why: [...reasonsOf(best.found, about), ...why] },
    repair: !isLinkable(option.health) && !about.force.includes(option.id),
    missing: null,
    others: fitting.filter(({ id }) => id !== option.id).map(plain),
  };
}

interface Weighed extends Option {
  readonly found: Fitted;
  readonly capability: string;
}

function plain({ id, health, fit }: Option): Option {
  return { id, health, fit };
}

async function optionsOf(reader: Reader, candidates: readonly Fitted[]): Promise<readonly Weighed[]> {
  const ids = candidates.map(({ capability }) => registryId(capability));
  const heads = new Map((await reader.toolHeadsOf(ids.filter((id) => id !== null))).map((head) => [head.id, head]));
  return candidates.flatMap((found, i) => {
    const head = heads.get(ids[i] ?? "");
    if (head === undefined) return [];
    return [{ id: head.id, health: head.health, fit: found.fit, found, capability: head.capability }];
  });
}

/**
 * Of all that implement the capability the need was found to ask for, the one that serves best here; without evidence for
 * any of them, the one whose words fit best.
 */
async function bestImplementation(
  reader: Reader,
  best: Weighed,
  options: readonly Weighed[],
  { tags, model, force }: Choosing,
): Promise<{ readonly option: Option; readonly why: readonly string[] }> {
  const asFound = { option: best, why: [] };
  if (force.includes(best.id)) return asFound;
  const resolved = await resolve(reader, best.capability, { tags, model });
  if (!resolved.ok || resolved.value.ranked.length < 2) return asFound;
  const linkable = resolved.value.ranked.filter(({ linkable: links }) => links);
  const top = Math.max(...linkable.map((one) => one.score));
  const equals = linkable.filter((one) => one.score === top);
  const place = (id: string): number => {
    const at = options.findIndex((option) => option.id === id);
    return at === -1 ? options.length : at;
  };
  const [first] = [...equals].sort((a, b) => place(a.id) - place(b.id));
  if (first === undefined) return asFound;
  const shown = options.find(({ id }) => id === first.id);
  const option = { id: first.id, health: first.health, fit: shown?.fit ?? best.fit };
  const count = resolved.value.ranked.length;
  return { option, why: [`best of ${count} for ${best.capability}: ${first.terms.map((t) => t.text).join(", ")}`] };
}

function reasonsOf({ reasons, fit }: Fitted, { tags }: Choosing): readonly string[] {
  const { matched, misspelt, similarity } = reasons;
  const words = matched.filter(({ word }) => !isFunctionWord(word)).map(({ word }) => word);
  const shared = reasons.tags.filter((tag) => tags.includes(tag));
  return [
    `fit ${fit.toFixed(2)}`,
    ...(words.length === 0 ? [] : [`words ${words.join(", ")}`]),
    ...misspelt.map(({ word, name }) => `${word} is near ${name}`),
    ...(similarity === null ? [] : [`cosine ${similarity.toFixed(2)}`]),
    ...(shared.length === 0 ? [] : [`tags ${shared.join(", ")}`]),
  ];
}

/** A name for what is missing, from the words of the need. */
async function freeId(reader: Reader, need: string, taken: readonly string[]): Promise<string> {
  const words = (need.toLowerCase().match(/[a-z][a-z0-9]*/g) ?? []).filter((word) => !isFunctionWord(word));
  const base = foldId(words.slice(0, 4).join("_")) ?? "needed_tool";
  for (let n = 1; ; n++) {
    const id = n === 1 ? base : `${base}_${n}`;
    const known = (await reader.toolHead(id)) ?? (await reader.capability(id));
    if (known === null && !taken.includes(id)) return id;
  }
}
