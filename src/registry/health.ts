// The health of registered tools: suites run, preflight checks, marks set by hand. What is found is written down at once, so
// that the next link knows of it.

import { audit } from "./audit.ts";
import { gateBounds } from "./bounds.ts";
import { healthOrder } from "./catalog.ts";
import { isStillSo } from "./choices.ts";
import type { RegistryContext } from "./context.ts";
import { idOf, readForeign } from "./draft.ts";
import type { CaseFailure } from "./evidence.ts";
import { isLifted, tryLifting } from "./lifting.ts";
import type { Case, Health, ToolHead } from "./model.ts";
import type { Answer } from "./problem.ts";
import { type Proof, prove, type Registered, registered, unknownTool, unsupplied } from "./proof.ts";
import { refusal } from "./reasons.ts";
import type { RetryStrategy } from "./record/flaky.ts";
import { hasMoved } from "./register.ts";
import type { Writer } from "./store.ts";
import { isSmoke } from "./suite.ts";
import { caseRunOf } from "./verify.ts";
import { versionName } from "./version.ts";

export interface SuiteOptions {
  /** Only cases tagged smoke. */
  readonly smoke?: boolean;
  /** At most this many, in the order they were added. */
  readonly limit?: number;
}

export interface SuiteReport {
  readonly id: string;
  readonly version: string;
  readonly ran: number;
  readonly passed: number;
  readonly failures: readonly CaseFailure[];
  readonly health: Health;
  readonly healthReason: string | null;
  /** How to use it all the same, when it is flaky. */
  readonly retry: RetryStrategy | null;
}

/** Runs the cases of a tool and of all it replaced. Only a run of all of them can turn it green. */
export async function runSuite(
  context: RegistryContext,
  id: string,
  options: SuiteOptions = {},
): Promise<Answer<SuiteReport>> {
  const partly = options.smoke === true || options.limit !== undefined;
  return provenAnew(context, id, (cases) => chosen(cases, options), !partly);
}

function chosen(cases: readonly Case[], { smoke = false, limit }: SuiteOptions): readonly Case[] {
  return (smoke ? cases.filter(isSmoke) : cases).slice(0, limit);
}

export interface PreflightReport {
  /** Nothing failed; there may be tools that nothing proves. */
  readonly ok: boolean;
  readonly tools: readonly Answer<SuiteReport>[];
  /** Tools without a case: they are neither right nor wrong. */
  readonly unproven: readonly string[];
}

const PREFLIGHT = 3;

/** A quick look before tools are used: smoke cases, or the first few where there are none. A failure marks the tool red. */
export async function preflight(context: RegistryContext, ids: readonly string[]): Promise<PreflightReport> {
  const tools: Answer<SuiteReport>[] = [];
  for (const id of ids) tools.push(await preflightOne(context, id));
  const fine = (one: Answer<SuiteReport>): boolean =>
    one.ok && one.value.failures.length === 0 && one.value.health !== "red";
  const unproven = tools.flatMap((one) => (one.ok && one.value.ran === 0 && fine(one) ? [one.value.id] : []));
  return { ok: tools.every(fine), tools, unproven };
}

function preflightOne(context: RegistryContext, id: string): Promise<Answer<SuiteReport>> {
  const pick = (cases: readonly Case[]): readonly Case[] => {
    const smoke = cases.filter(isSmoke);
    return (smoke.length > 0 ? smoke : cases).slice(0, PREFLIGHT);
  };
  return provenAnew(context, id, pick, false, true);
}

/** Loads, runs, writes down; again when the tool has moved meanwhile. */
async function provenAnew(
  context: RegistryContext,
  written: string,
  pick: (cases: readonly Case[]) => readonly Case[],
  all: boolean,
  mayBeUnproven = false,
): Promise<Answer<SuiteReport>> {
  const folded = readForeign(() => idOf(written, "id"));
  if (!folded.ok) return folded;
  const id = folded.value;
  for (let attempt = 0; attempt < gateBounds.attempts; attempt++) {
    const found = await context.store.read((reader) => registered(reader, id));
    if (!found.ok) return found;
    const tool = found.value;
    const lacking = unsupplied(context, tool);
    if (lacking !== null) return lacking;
    const cases = pick(tool.cases);
    if (cases.length === 0 && tool.link.ok) {
      if (mayBeUnproven) return { ok: true, value: reportOf(tool, null, tool.head.health, tool.head.healthReason) };
      const what = tool.cases.length === 0 ? "case" : "smoke case";
      return refusal("no_cases", `${id} has no ${what} to run.`, `Add one: ptc case add ${id}.`);
    }
    const proof = await prove(context, tool, cases);
    const passing = nextHealth(tool, proof, all);
    const tried = isLifted(tool, passing.health) ? await tryLifting(context, tool) : null;
    if (tried?.ok === false) return tried;
    const lifting = tried?.value ?? null;
    const against = lifting?.against ?? null;
    const next = against === null ? passing : asBefore(tool);
    const done = await context.store.write(async (writer) => {
      const stamp = (await writer.stamps([id])).get(id);
      if (stamp !== tool.head.stamp || !(await isStillSo(writer, tool.seen))) return false;
      if (lifting !== null && (await hasMoved(writer, lifting.exam))) return false;
      await writeProof(writer, context, tool, proof, next);
      return true;
    });
    if (done && against !== null) return { ok: false, problem: against };
    if (done) return { ok: true, value: reportOf(tool, proof, next.health, next.reason) };
  }
  return refusal("changed_meanwhile", `${id} kept changing while its suite ran.`, "Try again when it is quieter.");
}

interface NextHealth {
  readonly health: Health;
  readonly reason: string | null;
}

function asBefore({ head }: Registered): NextHealth {
  return { health: head.health, reason: head.healthReason };
}

function nextHealth(tool: Registered, proof: Proof, all: boolean): NextHealth {
  const { head } = tool;
  if (proof.health === "red") return { health: "red", reason: proof.reason };
  // Cases say nothing of how it does in use: degraded ends with a success there.
  if (head.health === "degraded") return asBefore(tool);
  // Some of the cases cannot lift red: the others may fail every time.
  if (proof.health === "flaky")
    return !all && head.health === "red" ? asBefore(tool) : { health: "flaky", reason: proof.reason };
  return all ? { health: "green", reason: null } : asBefore(tool);
}

export async function writeProof(
  writer: Writer,
  context: RegistryContext,
  tool: Registered,
  proof: Proof,
  { health, reason }: NextHealth,
): Promise<void> {
  const { head, version } = tool;
  await writer.insertCaseRuns(proof.kept.map((ran) => caseRunOf(ran, version, context)));
  if (health === head.health && reason === head.healthReason) return;
  await writer.setHealth(version.id, version.version, health, reason);
  const details = { from: head.health, to: health, reason };
  await writer.insertAudit(audit(context, "health", versionName(version), true, details));
}

function reportOf(tool: Registered, proof: Proof | null, health: Health, healthReason: string | null): SuiteReport {
  const { id, version } = tool.version;
  const ran = proof?.ran ?? [];
  const passed = ran.length - (proof?.failures.length ?? 0);
  const { failures = [], retry = null } = proof ?? {};
  return { id, version, ran: ran.length, passed, failures, health, healthReason, retry };
}

const marks: readonly Health[] = ["pending", "red", "flaky", "degraded"];

/** Sets the health of the current version by hand, never to a better one: asking for green runs the suite. */
export async function markHealth(
  context: RegistryContext,
  written: string,
  health: Exclude<Health, "rejected">,
  reason: string,
): Promise<Answer<{ readonly id: string; readonly version: string; readonly health: Health }>> {
  const folded = readForeign(() => idOf(written, "id"));
  if (!folded.ok) return folded;
  const id = folded.value;
  if (![...marks, "green"].includes(health))
    return refusal("bad_draft", "That is no health.", `It is one of ${marks.join(", ")} and green.`);
  if (health === "green") {
    const report = await runSuite(context, id);
    if (!report.ok) return report;
    const { version, failures, health: now } = report.value;
    if (now === "green") return { ok: true, value: { id, version, health: now } };
    const words = `${id} does not pass its suite: ${failures[0]?.words ?? report.value.healthReason ?? "it is degraded"}.`;
    return refusal("suite_failed", words, "Mend it first; a mark would not make it work.");
  }
  return context.store.write(async (writer) => {
    const head = await writer.toolHead(id);
    if (head === null || head.archived) return unknownTool(writer, id);
    if (healthOrder.indexOf(health) < healthOrder.indexOf(head.health))
      return refusal(
        "not_proven",
        `${id} is ${head.health}; ${health} would be better, and a mark proves nothing.`,
        provenBy(head),
      );
    await writer.setHealth(id, head.current, health, reason);
    const details = { from: head.health, to: health, reason };
    await writer.insertAudit(audit(context, "health", `${id}@${head.current}`, true, details));
    return { ok: true, value: { id, version: head.current, health } };
  });
}

function provenBy({ id, health }: ToolHead): string {
  return health === "degraded" ? "It ends with a success in use: ptc trial." : `Run its suite: ptc test ${id}.`;
}
