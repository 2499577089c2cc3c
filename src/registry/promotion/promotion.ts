// Plans that keep succeeding may become tools or skills. Every run of a pattern is noted; after enough full successes its
// candidate is flagged for somebody to decide. Promotion as a tool goes through the same gates as any registration, and a
// rejection is final.

import type { PromotionCandidate, PromotionOccurrence, PromotionStatus, ToolBody, ToolOrigin } from "../model.ts";
import type { Ports } from "../ports.ts";
import { type Answer, no, type RegistryProblem, yes } from "../problem.ts";
import { lowerBound } from "../record/statistics.ts";
import type { SkillDraft } from "../skills/draft.ts";
import { type RegisteredSkill, registerSkill } from "../skills/skills.ts";
import type { Reader, Store, Writer } from "../store.ts";
import { isWorthKeeping, type PatternPlan, patternHash, patternWords } from "./pattern.ts";

export interface PromotionRule {
  /** Full successes. */
  readonly successes?: number;
  /** The lower bound of the success rate must be above this: three of three are, three of four are not. */
  readonly rate?: number;
}

export const promotionRule = { successes: 3, rate: 0.4 } as const satisfies Required<PromotionRule>;

/** The newest few are kept for whoever decides; all are counted. */
const OCCURRENCES = 20;

export interface PatternRun {
  readonly plan: PatternPlan;
  readonly mission: string;
  /** Every task and every call of a tool in it succeeded. */
  readonly success: boolean;
  readonly description?: string;
  readonly signature?: string | null;
}

export interface TrackedPattern {
  readonly patternHash: string;
  /** Null: nothing to keep, since it is too small or has not succeeded yet. */
  readonly candidate: PromotionCandidate | null;
  /** Flagged by this very run. */
  readonly flagged: boolean;
}

export async function trackPattern(
  writer: Writer,
  ports: Ports,
  run: PatternRun,
  rule: PromotionRule = {},
): Promise<Answer<TrackedPattern>> {
  const hash = patternHash(run.plan);
  if (!hash.ok) return hash;
  const known = await writer.candidate(hash.value);
  if (known === null && !(run.success && isWorthKeeping(run.plan)))
    return yes({ patternHash: hash.value, candidate: null, flagged: false });
  const before = known ?? newCandidate(hash.value, run);
  const occurrence: PromotionOccurrence = { mission: run.mission, success: run.success, at: ports.now() };
  const counted: PromotionCandidate = {
    ...before,
    successes: before.successes + (run.success ? 1 : 0),
    failures: before.failures + (run.success ? 0 : 1),
    occurrences: [occurrence, ...before.occurrences].slice(0, OCCURRENCES),
  };
  const flagged = isPromotable(counted, rule);
  const candidate: PromotionCandidate = flagged ? { ...counted, status: "flagged" } : counted;
  await writer.putCandidate(candidate);
  return yes({ patternHash: hash.value, candidate, flagged });
}

function newCandidate(hash: string, run: PatternRun): PromotionCandidate {
  return {
    patternHash: hash,
    capabilitySignature: run.signature ?? null,
    description: run.description ?? patternWords(run.plan),
    status: "candidate",
    rejectionReason: null,
    promotedTo: null,
    successes: 0,
    failures: 0,
    occurrences: [],
  };
}

/** Has it earned a look? What was decided before is not asked again. */
export function isPromotable(candidate: PromotionCandidate, rule: PromotionRule = {}): boolean {
  const { successes, rate } = { ...promotionRule, ...rule };
  const tally = { successes: candidate.successes, trials: candidate.successes + candidate.failures };
  return candidate.status === "candidate" && candidate.successes >= successes && lowerBound(tally) > rate;
}

export async function flaggedPatterns(reader: Reader): Promise<readonly PromotionCandidate[]> {
  return reader.candidates("flagged");
}

export interface ToolToPromote {
  readonly id: string;
  readonly body: ToolBody;
  readonly origin?: ToolOrigin;
}

/** What a registration answers; a refusal is passed on as it is, with its evidence. */
type Registering =
  | { readonly ok: true; readonly id: string; readonly version: string }
  | { readonly ok: false; readonly problem: RegistryProblem };

export type PromotedTool<R extends Registering> =
  | {
      readonly ok: true;
      readonly value: {
        readonly candidate: PromotionCandidate;
        readonly registered: Extract<R, { readonly ok: true }>;
      };
    }
  | Extract<R, { readonly ok: false }>
  | { readonly ok: false; readonly problem: RegistryProblem };

/** Registers through the gates. What they refuse leaves the candidate as it was. */
export async function promoteAsTool<D extends ToolToPromote, R extends Registering>(
  store: Store,
  ports: Ports,
  asked: { readonly patternHash: string; readonly draft: D },
  register: (draft: D & { readonly origin: "smithed" }) => Promise<R>,
): Promise<PromotedTool<R>> {
  const open = await store.read((reader) => openCandidate(reader, asked.patternHash));
  if (!open.ok) return open;
  const { body } = asked.draft;
  if (body.kind !== "lisp" || body.code.trim() === "")
    return no("code_required", `${asked.draft.id} has no code.`, "Give the PTC-Lisp that does what the plans did.");
  const registered = await register({ ...asked.draft, origin: "smithed" });
  if (!wasAccepted(registered)) return registered as Extract<R, { readonly ok: false }>;
  const promotedTo = `tool:${registered.id}@${registered.version}`;
  const settled = await store.write((writer) => settle(writer, ports, asked.patternHash, "promoted", { promotedTo }));
  return settled.ok ? yes({ candidate: settled.value, registered }) : settled;
}

function wasAccepted<R extends Registering>(registered: R): registered is Extract<R, { readonly ok: true }> {
  return registered.ok;
}

export async function promoteAsSkill(
  writer: Writer,
  ports: Ports,
  asked: { readonly patternHash: string; readonly draft: SkillDraft },
): Promise<Answer<{ readonly candidate: PromotionCandidate; readonly registered: RegisteredSkill }>> {
  const open = await openCandidate(writer, asked.patternHash);
  if (!open.ok) return open;
  const registered = await registerSkill(writer, ports, { ...asked.draft, origin: "learned" });
  if (!registered.ok) return registered;
  const { id, version } = registered.value.skill;
  const settled = await settle(writer, ports, asked.patternHash, "promoted", { promotedTo: `skill:${id}@${version}` });
  return settled.ok ? yes({ candidate: settled.value, registered: registered.value }) : settled;
}

/** It stays rejected, however often it succeeds. */
export async function rejectPromotion(
  writer: Writer,
  ports: Ports,
  asked: { readonly patternHash: string; readonly reason: string },
): Promise<Answer<PromotionCandidate>> {
  return settle(writer, ports, asked.patternHash, "rejected", { rejectionReason: asked.reason });
}

async function openCandidate(reader: Reader, hash: string): Promise<Answer<PromotionCandidate>> {
  const candidate = await reader.candidate(hash);
  if (candidate === null)
    return no("candidate_not_found", `No pattern ${hash.slice(0, 20)} is known.`, "List the flagged patterns first.");
  if (candidate.status === "promoted")
    return no("already_promoted", `This pattern is ${candidate.promotedTo} already.`, "Repair that instead.");
  if (candidate.status === "rejected")
    return no("rejected", `This pattern was rejected: ${candidate.rejectionReason}.`, "A rejection is final.");
  return yes(candidate);
}

async function settle(
  writer: Writer,
  ports: Ports,
  hash: string,
  status: PromotionStatus,
  outcome: Partial<Pick<PromotionCandidate, "promotedTo" | "rejectionReason">>,
): Promise<Answer<PromotionCandidate>> {
  const open = await openCandidate(writer, hash);
  if (!open.ok) return open;
  const settled: PromotionCandidate = { ...open.value, status, ...outcome };
  await writer.putCandidate(settled);
  await writer.insertAudit({
    uid: ports.newId(),
    at: ports.now(),
    action: `pattern.${status}`,
    subject: hash,
    accepted: true,
    details: outcome,
  });
  return yes(settled);
}
