// Registration: a draft goes through the gates and is written in one transaction, or it is refused and nothing but the audit
// log knows of it. Gates run outside the transaction; when something they looked at has moved by then, they run again.

import { splitReference } from "../names/id.ts";
import { audit, auditDetails } from "./audit.ts";
import { gateBounds } from "./bounds.ts";
import { isStillSo, seenIn } from "./choices.ts";
import type { RegistryContext } from "./context.ts";
import { type SettledDraft, settleDraft, type ToolDraft } from "./draft.ts";
import type { Evidence } from "./evidence.ts";
import { type Exam, prepareExam, type Subject } from "./exam.ts";
import { type Judged, passGates } from "./gates/index.ts";
import type { Case, Health } from "./model.ts";
import type { RegistryProblem } from "./problem.ts";
import { problem } from "./reasons.ts";
import { type Changes, writeAccepted } from "./repair.ts";
import type { Reader } from "./store.ts";
import { type CaseDraft, casesOfExamples, settleCases } from "./suite.ts";
import { versionName } from "./version.ts";

export interface RegisterOptions {
  readonly cases?: readonly CaseDraft[];
  /** Refuses when the id is registered already. */
  readonly mustBeNew?: boolean;
}

export type Registration =
  | {
      readonly ok: true;
      readonly id: string;
      readonly version: string;
      /** The very same was registered already. */
      readonly unchanged: boolean;
      readonly health: Health;
      readonly healthReason: string | null;
      /** "id@version" that this one replaces. */
      readonly supersedes: string | null;
      readonly evidence: readonly Evidence[];
      /** Skills that are to be looked at again. */
      readonly flaggedSkills: readonly string[];
      /** Dependents that were red and pass now. */
      readonly healed: readonly string[];
    }
  | {
      readonly ok: false;
      readonly id: string | null;
      readonly problem: RegistryProblem;
      /** Empty when it did not come as far as the gates. */
      readonly evidence: readonly Evidence[];
    };

export type Action = "register" | "repair" | "rollback";

export function registerTool(
  context: RegistryContext,
  draft: ToolDraft,
  options: RegisterOptions = {},
): Promise<Registration> {
  return register(context, "register", draft, options);
}

/** A registration that replaces something: the same gates, and there must be something to replace. */
export function registerRepair(
  context: RegistryContext,
  draft: ToolDraft,
  options: RegisterOptions = {},
): Promise<Registration> {
  return register(context, "repair", draft, options);
}

async function register(
  context: RegistryContext,
  action: Action,
  draft: ToolDraft,
  options: RegisterOptions,
): Promise<Registration> {
  const settled = settleDraft(draft);
  if (!settled.ok) return refuse(context, action, idFrom(draft), settled.problem, []);
  const { value } = settled;
  const cases = settleCases(options.cases ?? [], value.id, context);
  if (!cases.ok) return refuse(context, action, value.id, cases.problem, []);
  const all = [...cases.value, ...casesOfExamples(value.examples, value.id, context)];
  return registerSettled(context, action, value, all, options);
}

/** The same for what is settled already. */
export async function registerSettled(
  context: RegistryContext,
  action: Action,
  draft: SettledDraft,
  cases: readonly Case[],
  options: RegisterOptions = {},
): Promise<Registration> {
  for (let attempt = 0; attempt < gateBounds.attempts; attempt++) {
    const done = await attemptOnce(context, action, draft, cases, options);
    if (done !== null) return done;
  }
  const busy = problem(
    "changed_meanwhile",
    `What ${draft.id} depends on, or what depends on it, kept changing while the gates ran.`,
    "Try again when it is quieter.",
  );
  return refuse(context, action, draft.id, busy, []);
}

/** Null when something moved and it must be done again. */
async function attemptOnce(
  context: RegistryContext,
  action: Action,
  draft: SettledDraft,
  cases: readonly Case[],
  options: RegisterOptions,
): Promise<Registration | null> {
  const prepared = await context.store.read((reader) => prepareExam(reader, context, draft, cases));
  if (!prepared.ok) return refuse(context, action, draft.id, prepared.problem, []);
  const exam = prepared.value;
  const unchanged = options.mustBeNew === true ? null : unchangedAnswer(judgeable(exam));
  if (unchanged !== null) return unchanged;
  const wrong = actionProblem(exam, action, options);
  if (wrong !== null) return refuse(context, action, draft.id, wrong, []);
  const judged = await passGates(judgeable(exam), context);
  const failed = judged.evidence.find((e) => e.status === "failed");
  if (failed?.problem != null) return refuse(context, action, draft.id, failed.problem, judged.evidence);
  return writeDown(context, action, exam, exam.subject!, judged);
}

function actionProblem({ draft, around }: Exam, action: Action, options: RegisterOptions): RegistryProblem | null {
  if (options.mustBeNew === true && around.head !== null)
    return problem("duplicate_id", `${draft.id} is registered already.`, "Choose another id, or register a repair.");
  if (action === "repair" && around.head === null && around.replaced === null)
    return problem(
      "unknown_superseded",
      `${draft.id} repairs nothing: it is not registered, and it does not say what it supersedes.`,
      "Say supersedes, or register it as a new tool.",
    );
  const by = around.head?.supersededBy ?? null;
  if (by === null) return null;
  // Who asks for it gets the replacement, with cases that this one need not know of.
  return problem(
    "already_superseded",
    `${draft.id} was replaced by ${by}; a new version of it would undo that.`,
    `Register a repair of ${splitReference(by).name}.`,
  );
}

function unchangedAnswer({ around, subject, newCases, draft }: Exam): Registration | null {
  const { head } = around;
  if (head === null || subject === null || !subject.isKnown || head.current !== subject.version.version) return null;
  if (newCases.length > 0) return null;
  const { current: version, health, healthReason } = head;
  const nothing = { evidence: [], flaggedSkills: [], healed: [] } as const;
  const supersedes = around.current?.supersedes ?? null;
  return { ok: true, id: draft.id, version, unchanged: true, health, healthReason, supersedes, ...nothing };
}

/** Examples the runner may not run for want of grants are no cases: nothing was proven by them. */
function judgeable(exam: Exam): Exam {
  const asks = exam.draft.permissions.length > 0;
  if (!asks) return exam;
  return { ...exam, newCases: exam.newCases.filter((c) => c.origin.kind !== "example") };
}

async function writeDown(
  context: RegistryContext,
  action: Action,
  exam: Exam,
  subject: Subject,
  judged: Judged,
): Promise<Registration | null> {
  const { health, healthReason } = healthFrom(exam, subject, judged);
  const name = versionName(subject.version);
  const changes: Changes | null = await context.store.write(async (writer) => {
    if (await hasMoved(writer, exam)) return null;
    const written = await writeAccepted(writer, context, {
      exam: judgeable(exam),
      subject,
      judged,
      health,
      healthReason,
    });
    await writer.insertAudit(
      audit(context, action, name, true, { health, ...auditDetails(judged.evidence), ...written }),
    );
    return written;
  });
  if (changes === null) return null;
  const { id, version, supersedes } = subject.version;
  return {
    ok: true,
    id,
    version,
    unchanged: false,
    health,
    healthReason,
    supersedes,
    evidence: judged.evidence,
    ...changes,
  };
}

/** What the gates have proven, unless it is less than what is known of this very version already. */
function healthFrom(
  { around: { head, records } }: Exam,
  { version: { version }, isKnown }: Subject,
  { ran, flaky }: Judged,
): { readonly health: Health; readonly healthReason: string | null } {
  // Cases say nothing of how it does in use, and one good run nothing of a tool that fails sometimes.
  const known = isKnown ? records.find((record) => record.version === version) : undefined;
  const isDegraded = known?.health === "degraded" && head?.current === version;
  if (known !== undefined && (isDegraded || known.health === "flaky"))
    return { health: known.health, healthReason: known.healthReason };
  if (flaky !== null) return { health: "flaky", healthReason: flaky };
  return ran.length > 0 ? { health: "green", healthReason: null } : { health: "pending", healthReason: "No case yet." };
}

/**
 * The line and the dependents are compared by their stamps, which rise with every change and every new dependent.
 */
export async function hasMoved(reader: Reader, { around, draft, subject }: Exam): Promise<boolean> {
  const ids = [...new Set([draft.id, ...around.stamps.keys()])];
  const stamps = await reader.stamps(ids);
  if (ids.some((id) => stamps.get(id) !== around.stamps.get(id))) return true;
  if (subject === null) return false;
  const { catalog, choosers, choices } = subject;
  const catalogs = choosers === null ? [catalog] : [choosers.catalog, catalog];
  if (!(await isStillSo(reader, seenIn(catalogs, choices)))) return true;
  const capability = await reader.capability(around.capabilityId);
  return JSON.stringify(capability) !== JSON.stringify(around.capability);
}

async function refuse(
  context: RegistryContext,
  action: Action,
  id: string | null,
  why: RegistryProblem,
  evidence: readonly Evidence[],
): Promise<Registration> {
  await context.store.write((writer) =>
    writer.insertAudit(audit(context, action, id ?? "unknown", false, { problem: why, ...auditDetails(evidence) })),
  );
  return { ok: false, id, problem: why, evidence };
}

/** For the audit log: whatever the draft calls itself, cut short. */
function idFrom(draft: unknown): string | null {
  const id = typeof draft === "object" && draft !== null ? (draft as { readonly id?: unknown }).id : null;
  return typeof id === "string" ? id.slice(0, 100) : null;
}
