// The part of ptc link that starts from a mission: what it needs, which registered tool was chosen for each need and why, and
// what is missing.

import type { LinkRequest, LinkTrace, MissionLink, NeedChoice, NeedOption } from "../../../node.ts";
import { type Arguments, type Flag, type Shell, UsageError } from "../command.ts";
import { semanticFlag } from "../meaning.ts";
import type { Opened } from "../registry/open.ts";

export const missionFlags: readonly Flag[] = [
  { name: "mission", value: "TEXT", summary: "what is to be done: the tools for it are found in the registry" },
  {
    name: "need",
    value: "TEXT",
    repeatable: true,
    summary: "one thing the mission needs, where you know better than its words say",
  },
  semanticFlag,
];

export interface Linked {
  readonly trace: LinkTrace;
  /** Null when no mission was given. */
  readonly mission: MissionLink | null;
}

/** A mission, or nothing but needs, which are then the mission. */
export function missionOf(args: Arguments): string | undefined {
  const needs = args.all("need");
  return args.text("mission") ?? (needs.length === 0 ? undefined : needs.join(". "));
}

export async function linkAsked(
  { engine, library }: Opened,
  request: LinkRequest,
  args: Arguments,
  shell: Shell,
): Promise<Linked> {
  const mission = missionOf(args);
  if (mission === undefined) return { trace: await engine.link(request), mission: null };
  const needs = args.all("need");
  const found = await library.linkMission(engine, {
    ...request,
    mission,
    ...(needs.length === 0 ? {} : { needs }),
  });
  if (found.choices.length === 0 && args.positional.length === 0) throw new UsageError(found.notices.join(" "));
  for (const notice of found.notices) shell.err(notice);
  if (!args.has("json")) for (const line of missionLines(found)) shell.err(line);
  return { trace: found.trace, mission: found };
}

function missionLines({ choices, tags }: MissionLink): readonly string[] {
  return [...(tags.length === 0 ? [] : [`tags: ${tags.join(", ")}`]), ...choices.flatMap(needLines)];
}

function needLines({ need, chosen, repair, missing, others }: NeedChoice): readonly string[] {
  const lines = [`need: ${need}`];
  if (chosen !== null) {
    lines.push(`  ${chosen.id}  ${chosen.health}${repair ? ", to be repaired" : ""}`);
    for (const reason of chosen.why) lines.push(`    ${reason}`);
  }
  if (missing !== null) {
    lines.push(`  missing: nothing registered is likely to do it; ${missing.id} is to be made`);
    if (missing.near.length > 0) lines.push(`    nearest: ${missing.near.map(optionText).join(", ")}`);
  }
  if (others.length > 0) lines.push(`    others: ${others.map(optionText).join(", ")}`);
  return lines;
}

function optionText({ id, health, fit }: NeedOption): string {
  return `${id} (fit ${fit.toFixed(2)}, ${health})`;
}
