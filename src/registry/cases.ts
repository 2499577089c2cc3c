// Cases added to a registered tool: appended, run at once, and written down with what came of it. A case that fails turns the
// tool red, whoever added it; it holds for whatever replaced the tool too, and is run there as well.

import { isLinkable } from "../linker/unit.ts";
import { audit } from "./audit.ts";
import { gateBounds } from "./bounds.ts";
import { isStillSo } from "./choices.ts";
import type { RegistryContext } from "./context.ts";
import { idOf, readForeign } from "./draft.ts";
import type { CaseFailure } from "./evidence.ts";
import { writeProof } from "./health.ts";
import { misfit } from "./interface.ts";
import { isTombstone, successorOf } from "./lineage.ts";
import type { Case, Health } from "./model.ts";
import type { Answer } from "./problem.ts";
import { type Proof, prove, type Registered, registered, unsupplied } from "./proof.ts";
import { refusal } from "./reasons.ts";
import type { RetryStrategy } from "./record/flaky.ts";
import type { Reader } from "./store.ts";
import { type CaseDraft, settleCases } from "./suite.ts";
import { versionName } from "./version.ts";

export interface CaseAdded {
  readonly id: string;
  readonly version: string;
  /** The stored one when the suite had it already. */
  readonly case: Case;
  readonly added: boolean;
  readonly passed: boolean;
  readonly failures: readonly CaseFailure[];
  readonly health: Health;
  readonly healthReason: string | null;
  readonly retry: RetryStrategy | null;
}

/** A failure in earnest, as it was seen. */
export interface SeenFailure {
  readonly input: Readonly<Record<string, unknown>>;
  /** What went wrong, in words. */
  readonly diagnosis: string;
  /** What it should have answered; without it any answer but an error will do. */
  readonly expected?: CaseDraft["expected"];
  readonly stubs?: CaseDraft["stubs"];
  readonly runId?: string;
}

/** A production failure becomes a regression case: from now on no version may fail so again. */
export function recordFailureAsCase(
  context: RegistryContext,
  id: string,
  failure: SeenFailure,
): Promise<Answer<CaseAdded>> {
  const { input, diagnosis, expected, stubs, runId } = failure;
  return addCase(context, id, {
    input,
    ...(expected === undefined ? {} : { expected }),
    ...(stubs === undefined ? {} : { stubs }),
    tags: ["from-production", "regression"],
    description: diagnosis,
    reason: diagnosis,
    origin: runId === undefined ? { kind: "production" } : { kind: "production", runId },
  });
}

export async function addCase(context: RegistryContext, written: string, draft: CaseDraft): Promise<Answer<CaseAdded>> {
  const folded = readForeign(() => idOf(written, "id"));
  if (!folded.ok) return folded;
  const id = folded.value;
  const settled = settleCases([draft], id, context);
  if (!settled.ok) return settled;
  const [one] = settled.value;
  for (let attempt = 0; attempt < gateBounds.attempts; attempt++) {
    const done = await attemptOnce(context, id, one!);
    if (done !== null) return done;
  }
  return refusal("changed_meanwhile", `${id} kept changing while the case ran.`, "Try again when it is quieter.");
}

async function attemptOnce(context: RegistryContext, id: string, one: Case): Promise<Answer<CaseAdded> | null> {
  const found = await context.store.read((reader) => concerned(reader, id));
  if (!found.ok) return found;
  const { tool, successor } = found.value;
  const lacking = unsupplied(context, tool) ?? (successor === null ? null : unsupplied(context, successor));
  if (lacking !== null) return lacking;
  const trouble = misfit(tool.version.inputSchema, one.input);
  if (trouble !== null)
    return refusal("bad_case", `The input does not fit ${id}: ${trouble}.`, `It takes ${tool.version.signature}.`);
  const known = tool.cases.find((c) => c.toolId === id && c.contentHash === one.contentHash);
  const kept = known ?? one;
  const proofs = [{ tool, proof: await prove(context, tool, [kept]) }];
  if (successor !== null) proofs.push({ tool: successor, proof: await prove(context, successor, [kept]) });
  const written = await context.store.write(async (writer) => {
    const stamps = await writer.stamps(proofs.map((p) => p.tool.head.id));
    if (proofs.some((p) => stamps.get(p.tool.head.id) !== p.tool.head.stamp)) return false;
    for (const p of proofs) if (!(await isStillSo(writer, p.tool.seen))) return false;
    if (known === undefined) await writer.insertCases([kept]);
    for (const { tool: who, proof } of proofs) await writeProof(writer, context, who, proof, after(who, proof));
    const details = { case: kept.uid, added: known === undefined, passed: proofs[0]!.proof.health === null };
    await writer.insertAudit(audit(context, "case", versionName(tool.version), true, details));
    return true;
  });
  if (!written) return null;
  const [{ proof }] = proofs as [{ tool: Registered; proof: Proof }];
  const { health, reason: healthReason } = after(tool, proof);
  return {
    ok: true,
    value: {
      id,
      version: tool.version.version,
      case: kept,
      added: known === undefined,
      passed: proof.health === null,
      failures: proofs.flatMap((p) => p.proof.failures),
      health,
      healthReason,
      retry: proof.retry,
    },
  };
}

async function concerned(
  reader: Reader,
  id: string,
): Promise<Answer<{ readonly tool: Registered; readonly successor: Registered | null }>> {
  const tool = await registered(reader, id);
  if (!tool.ok) return tool;
  const next = await successorOf(reader, tool.value.head);
  // What is archived may come back, and then the case holds for it as well.
  const isGone = next.id === id || (next.archived && (await isTombstone(reader, next.id)));
  const successor = isGone ? null : await registered(reader, next.id, true);
  return { ok: true, value: { tool: tool.value, successor: successor?.ok === true ? successor.value : null } };
}

/** The first case that passes proves a pending tool: all the cases it has are this one, or passed when they were added. */
function after({ head, cases }: Registered, proof: Proof): { readonly health: Health; readonly reason: string | null } {
  // A red or degraded tool is not made better by failing only sometimes.
  if (proof.health === "red" || (proof.health === "flaky" && isLinkable(head.health)))
    return { health: proof.health, reason: proof.reason };
  if (head.health === "pending" && cases.length === 0) return { health: "green", reason: null };
  return { health: head.health, reason: head.healthReason };
}
