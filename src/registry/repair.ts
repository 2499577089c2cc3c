// What an accepted version changes, written by whoever holds the transaction: the version and its place as the current one,
// what it replaces, the default of its capability, its suite and proof, its dependents, and skills to look at again.

import type { RegistryContext } from "./context.ts";
import type { Exam, Subject } from "./exam.ts";
import type { Judged } from "./gates/index.ts";
import { hadStandIns } from "./lifting.ts";
import type { Health, ToolVersion } from "./model.ts";
import { registered } from "./proof.ts";
import { flagSkillsOfRepair } from "./skills/skills.ts";
import type { Writer } from "./store.ts";
import { caseRunOf } from "./verify.ts";
import { versionName } from "./version.ts";

export interface Accepted {
  readonly exam: Exam;
  readonly subject: Subject;
  readonly judged: Judged;
  readonly health: Health;
  readonly healthReason: string | null;
}

export interface Changes {
  readonly flaggedSkills: readonly string[];
  readonly healed: readonly string[];
}

export async function writeAccepted(writer: Writer, context: RegistryContext, accepted: Accepted): Promise<Changes> {
  const { exam, subject, judged, health, healthReason } = accepted;
  const { around, newCases } = exam;
  const { version, isKnown } = subject;
  await writeCapability(writer, accepted);
  if (isKnown) await writer.setHealth(version.id, version.version, health, healthReason);
  else await writer.insertToolVersion(version, health, healthReason);
  if (around.head !== null && around.head.current !== version.version)
    await writer.setCurrent(version.id, version.version);
  if (around.replaced !== null) await writer.setSupersededBy(around.replaced.head.id, versionName(version));
  await writer.insertCases(newCases);
  await writer.insertCaseRuns(judged.ran.map((ran) => caseRunOf(ran, version, context)));
  const healed = await writeDependents(writer, context, judged);
  const flaggedSkills = await flagSkills(writer, context, accepted);
  return { flaggedSkills, healed };
}

async function writeCapability(writer: Writer, { exam, subject }: Accepted): Promise<void> {
  const { around } = exam;
  const { version } = subject;
  const { capability } = around;
  if (capability === null) {
    await writer.putCapability({
      id: around.capabilityId,
      description: version.description,
      canonicalSignature: version.signature,
      implementations: [version.id],
      defaultImplementation: version.id,
      createdAt: version.createdAt,
    });
    return;
  }
  const { implementations, defaultImplementation } = capability;
  const leads = defaultImplementation === null || around.line.includes(defaultImplementation);
  const next = {
    ...capability,
    implementations: implementations.includes(version.id) ? implementations : [...implementations, version.id],
    defaultImplementation: leads ? version.id : defaultImplementation,
  };
  const same = next.implementations === implementations && next.defaultImplementation === defaultImplementation;
  if (!same) await writer.putCapability(next);
}

/** Dependents were proven with the candidate: what they ran is kept, and those that were red, link and pass now are healed. */
async function writeDependents(writer: Writer, context: RegistryContext, judged: Judged): Promise<readonly string[]> {
  const healed: string[] = [];
  for (const { dependent, ran, links } of judged.dependentsRan) {
    const { version, isRed } = dependent;
    await writer.insertCaseRuns(ran.map((r) => caseRunOf(r, version, context)));
    if (!isRed || !links || ran.length === 0 || ran.some((r) => !r.passed)) continue;
    // What else it may be linked with it was not run with, nor they who did without it; its own suite does that.
    const now = await registered(writer, version.id, true);
    if (!now.ok || now.value.choices.others.length > 0) continue;
    if (await hadStandIns(writer, version)) continue;
    await writer.setHealth(version.id, version.version, "green", null);
    healed.push(version.id);
  }
  return healed;
}

/** Skills about a tool whose code or interface changed may now say something wrong. */
async function flagSkills(writer: Writer, context: RegistryContext, accepted: Accepted): Promise<readonly string[]> {
  const { around } = accepted.exam;
  const { version } = accepted.subject;
  const before = around.replaced === null ? around.current : await replacedVersion(writer, around.replaced);
  if (before === null || before.contentHash === version.contentHash || isSameWork(before, version)) return [];
  return flagSkillsOfRepair(writer, context, { before: versionName(before), after: versionName(version) });
}

async function replacedVersion(
  writer: Writer,
  { head, version }: NonNullable<Exam["around"]["replaced"]>,
): Promise<ToolVersion | null> {
  return writer.toolVersion(head.id, version);
}

/** A new description or tag changes nothing that a skill could be about. */
function isSameWork(before: ToolVersion, after: ToolVersion): boolean {
  return (
    before.id === after.id &&
    before.schemaHash === after.schemaHash &&
    JSON.stringify(before.body) === JSON.stringify(after.body) &&
    JSON.stringify(before.dependencies) === JSON.stringify(after.dependencies)
  );
}
