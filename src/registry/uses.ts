// What a registry can do besides registering tools, each in one transaction: record what happened, answer from the record,
// keep skills, contracts and the archive. A refusal of a change is noted in the audit log and changes nothing else.

import { type ArchiveRequest, archive, restore } from "./archive/archive.ts";
import { archiveCandidates, type CollectOptions, collect } from "./archive/collection.ts";
import { audit } from "./audit.ts";
import type { RegistryContext } from "./context.ts";
import { accessFor, preventImplicitAccess } from "./contracts/access.ts";
import { getCapability } from "./contracts/contract.ts";
import { type Pack, validatePackCompatibility } from "./contracts/packs.ts";
import type { ToolDraft } from "./draft.ts";
import type { SubjectKind } from "./model.ts";
import type { Answer } from "./problem.ts";
import {
  flaggedPatterns,
  type PatternRun,
  type PromotionRule,
  promoteAsSkill,
  promoteAsTool,
  rejectPromotion,
  trackPattern,
} from "./promotion/promotion.ts";
import { type LiftOptions, skillLift } from "./record/lift.ts";
import { type Linked, recordLink } from "./record/links.ts";
import { type PlanResult, recordPlanTrial } from "./record/plan-trial.ts";
import { type NewTrial, recordTrials } from "./record/trials.ts";
import {
  aggregateStatistics,
  contextWarnings,
  modelWarnings,
  repairCandidates,
  type Threshold,
} from "./record/warnings.ts";
import { type RegisterOptions, registerTool } from "./register.ts";
import { type ResolveContext, resolve } from "./resolve.ts";
import type { SkillDraft } from "./skills/draft.ts";
import { type SkillQuery, searchSkills } from "./skills/search.ts";
import {
  flaggedSkills,
  flagSkill,
  type ReviewDecision,
  registerSkill,
  reviewSkill,
  type SkillChanges,
  updateSkill,
} from "./skills/skills.ts";
import type { Reader, Writer } from "./store.ts";

export function usesOf(context: RegistryContext) {
  const { store } = context;
  const read = <T>(work: (reader: Reader) => Promise<T>) => store.read(work);
  const write = <T>(work: (writer: Writer) => Promise<T>) => store.write(work);
  const change = <T>(action: string, subject: string, work: (writer: Writer) => Promise<Answer<T>>) =>
    store.write(async (writer) => {
      const answer = await work(writer);
      if (!answer.ok) await writer.insertAudit(audit(context, action, subject, false, { problem: answer.problem }));
      return answer;
    });
  return {
    /** Keeps the trials and their counters together; answers whose health changed. */
    recordTrials: (trials: readonly NewTrial[]) => write((w) => recordTrials(w, context, trials)),
    recordPlanTrial: (result: PlanResult) => write((w) => recordPlanTrial(w, context, result)),
    recordLink: (linked: Linked) => write((w) => recordLink(w, context, linked)),

    resolve: (capability: string, given?: ResolveContext) => read((r) => resolve(r, capability, given)),
    contextWarnings: (asked: Parameters<typeof contextWarnings>[1]) => read((r) => contextWarnings(r, asked)),
    repairCandidates: (threshold?: Threshold) => read((r) => repairCandidates(r, threshold)),
    modelWarnings: (asked?: Parameters<typeof modelWarnings>[1]) => read((r) => modelWarnings(r, asked)),
    statistics: () => read((r) => aggregateStatistics(r)),
    skillLift: (id: string, options?: LiftOptions) => read((r) => skillLift(r, id, options)),

    registerSkill: (draft: SkillDraft) =>
      change("skill.register", draft?.id ?? draft?.name ?? "unknown", (w) => registerSkill(w, context, draft)),
    updateSkill: (id: string, changes: SkillChanges) =>
      change("skill.register", id, (w) => updateSkill(w, context, id, changes)),
    flagSkill: (id: string, reason: string) => change("skill.flag", id, (w) => flagSkill(w, context, id, reason)),
    flaggedSkills: () => read((r) => flaggedSkills(r)),
    reviewSkill: (id: string, decision: ReviewDecision) =>
      change("skill.review", id, (w) => reviewSkill(w, context, id, decision)),
    searchSkills: (query: SkillQuery) => read((r) => searchSkills(r, query)),

    getCapability: (id: string, range?: string) => read((r) => getCapability(r, id, range)),
    validatePackCompatibility: (pack: Pack) => read((r) => validatePackCompatibility(r, pack)),
    preventImplicitAccess: (tool: string, declared: readonly string[]) =>
      read((r) => preventImplicitAccess(r, tool, declared)),
    accessFor: (declared: readonly string[]) => read((r) => accessFor(r, declared)),

    archive: (asked: ArchiveRequest) => change("archive", asked.id, (w) => archive(w, context, asked)),
    restore: (asked: { readonly kind: SubjectKind; readonly id: string }) =>
      change("restore", asked.id, (w) => restore(w, context, asked)),
    archiveCandidates: (options?: CollectOptions) => read((r) => archiveCandidates(r, options)),
    gc: (options: CollectOptions & { readonly preview: boolean }) => write((w) => collect(w, context, options)),

    trackPattern: (run: PatternRun, rule?: PromotionRule) => write((w) => trackPattern(w, context, run, rule)),
    flaggedPatterns: () => read((r) => flaggedPatterns(r)),
    promoteAsTool: (patternHash: string, draft: ToolDraft, given?: RegisterOptions) =>
      promoteAsTool(store, context, { patternHash, draft }, (smithed) => registerTool(context, smithed, given)),
    promoteAsSkill: (patternHash: string, draft: SkillDraft) =>
      change("pattern.promoted", patternHash, (w) => promoteAsSkill(w, context, { patternHash, draft })),
    rejectPromotion: (patternHash: string, reason: string) =>
      change("pattern.rejected", patternHash, (w) => rejectPromotion(w, context, { patternHash, reason })),
  };
}
