// What the registry knows of tools and skills from use, for the ranking: health, and success overall, in the context of the
// mission and with the model at hand. Asked for candidates only, each time anew, as trials come in without end.

import type { Evidence, EvidenceContext, EvidenceFor } from "../../discovery/rank.ts";
import type { Counters, Health, SkillHead, Tally, ToolHead } from "../../registry/model.ts";
import { foldTags, lowerBound, modelTally, tagTally, upperBound } from "../../registry/record/statistics.ts";
import type { Store } from "../../registry/store.ts";
import { noCounters } from "../../registry/tally.ts";
import { keyOf } from "./capabilities.ts";

export function registryEvidence(store: Store): EvidenceFor {
  return (keys, context) =>
    store.read(async (reader) => {
      const idsOf = (kind: "tool" | "skill"): readonly string[] =>
        keys.flatMap((key) => (key.startsWith(`${kind}:`) ? [key.slice(kind.length + 1)] : []));
      const found = new Map<string, Evidence>();
      const tools = await reader.toolHeadsOf(idsOf("tool"));
      const ofTools = await reader.counters("tool", idsOf("tool"));
      for (const head of tools)
        found.set(keyOf("tool", head.id), toolEvidence(head, ofTools.get(head.id) ?? noCounters, context));
      const ofSkills = await reader.counters("skill", idsOf("skill"));
      for (const id of idsOf("skill")) {
        const head = await reader.skillHead(id);
        if (head !== null) found.set(keyOf("skill", id), skillEvidence(head, ofSkills.get(id) ?? noCounters, context));
      }
      return found;
    });
}

/** pending says nothing: a tool that was never tried is neither healthy nor ill. */
const healths: Readonly<Record<Health, NonNullable<Evidence["health"]> | null>> = {
  green: "healthy",
  pending: null,
  flaky: "degraded",
  degraded: "unhealthy",
  red: "unhealthy",
  rejected: "unhealthy",
};

function toolEvidence(head: ToolHead, counters: Counters, context: EvidenceContext): Evidence {
  const health = healths[head.health];
  const unwell = health !== null && health !== "healthy";
  return {
    ...(health === null ? {} : { health }),
    ...(unwell ? { warning: `${head.health}: ${head.healthReason ?? wordsFor[head.health]}` } : {}),
    ...rates(counters, context),
  };
}

const wordsFor: Readonly<Record<Health, string>> = {
  green: "",
  pending: "",
  flaky: "the same input gave different outcomes",
  degraded: "it failed several times in a row",
  red: "a case of its suite fails",
  rejected: "it was refused at the gates",
};

function skillEvidence(head: SkillHead, counters: Counters, context: EvidenceContext): Evidence {
  return {
    ...(head.review === null ? {} : { warning: `to be reviewed: ${head.review.reason}` }),
    ...rates(counters, context),
  };
}

function rates(counters: Counters, { tags, model }: EvidenceContext): Evidence {
  const success = vouchedFor(counters.overall);
  const known = foldTags(tags).flatMap((tag) => vouchedFor(tagTally(counters, tag)) ?? []);
  const withModel = model === null ? null : vouchedFor(modelTally(counters, model));
  return {
    ...(success === null ? {} : { success }),
    ...(known.length === 0 ? {} : { contextAffinity: known.reduce((a, b) => a + b, 0) / known.length }),
    ...(withModel === null ? {} : { modelAffinity: withModel }),
  };
}

/**
 * The end of Wilson's interval that is nearer to one half, and one half where the interval holds it: one success in one
 * trial must not push a tool below those that were never tried.
 */
function vouchedFor(tally: Tally): number | null {
  if (tally.trials === 0) return null;
  return Math.max(lowerBound(tally), Math.min(0.5, upperBound(tally)));
}
