// Skills: registered as versions like tools, but proven only by use. A repair of a tool flags the skills about it, since what
// they worked around may be gone; a review then keeps, archives or revises them.

import semver from "semver";
import { foldId } from "../../names/id.ts";
import { setAside } from "../archive/archive.ts";
import { audit } from "../audit.ts";
import { skillContentHash } from "../content-hash.ts";
import type { Review, SkillHead, SkillVersion } from "../model.ts";
import type { Ports } from "../ports.ts";
import { type Answer, no, yes } from "../problem.ts";
import type { Reader, Writer } from "../store.ts";
import { type SettledSkill, type SkillDraft, settleSkill } from "./draft.ts";

export interface RegisteredSkill {
  readonly skill: SkillVersion;
  /** False: this content was current already, nothing was written. */
  readonly changed: boolean;
  /** What it applies to that is not registered (yet). */
  readonly unknown: readonly string[];
}

export async function registerSkill(writer: Writer, ports: Ports, draft: SkillDraft): Promise<Answer<RegisteredSkill>> {
  const settled = settleSkill(draft);
  if (!settled.ok) return settled;
  const skill = settled.value;
  const contentHash = skillContentHash(skill);
  const head = await writer.skillHead(skill.id);
  if (head?.archived)
    return no("archived", `The skill ${skill.id} is archived.`, "Restore it first, or choose another id.");
  const current = head === null ? null : await writer.skillVersion(head.id, head.current);
  const unknown = await unregistered(writer, skill.appliesTo);
  const asked = draft.version;
  if (current !== null && current.contentHash === contentHash && (asked === undefined || asked === current.version))
    return yes({ skill: current, changed: false, unknown });
  const version = await nextVersion(writer, skill, current, asked);
  if (!version.ok) return version;
  const written: SkillVersion = {
    uid: ports.newId(),
    ...skill,
    version: version.value,
    contentHash,
    createdAt: ports.now(),
  };
  await writer.insertSkillVersion(written);
  await writer.setSkillCurrent(skill.id, written.version);
  // Whoever writes a new version has looked at it.
  if (head !== null && head.review !== null) await writer.setReview(skill.id, null);
  await writer.insertAudit(audit(ports, "skill.register", written.id, true, { version: written.version, contentHash }));
  return yes({ skill: written, changed: true, unknown });
}

export type SkillChanges = Partial<Omit<SkillDraft, "id">>;

export async function updateSkill(
  writer: Writer,
  ports: Ports,
  id: string,
  changes: SkillChanges,
): Promise<Answer<RegisteredSkill>> {
  const found = await currentSkill(writer, id);
  if (!found.ok) return found;
  const { id: own, name, description, prompt, appliesTo, tags, origin, frontMatter, files } = found.value.skill;
  const before = { id: own, name, description, prompt, appliesTo, tags, origin, frontMatter, files };
  return registerSkill(writer, ports, { ...before, ...changes });
}

/** A skill has no interface: another reach is a minor, other words are a patch. Versions only rise. */
async function nextVersion(
  reader: Reader,
  skill: SettledSkill,
  current: SkillVersion | null,
  asked: string | undefined,
): Promise<Answer<string>> {
  const taken = (await reader.skillVersionsOf(skill.id)).map((v) => v.version);
  const highest = taken.reduce<string | null>((best, v) => (best === null || semver.gt(v, best) ? v : best), null);
  if (asked === undefined) {
    if (highest === null || current === null) return yes("1.0.0");
    const reach = (s: Pick<SettledSkill, "appliesTo" | "tags">) => JSON.stringify([s.appliesTo, s.tags]);
    return yes(semver.inc(highest, reach(current) === reach(skill) ? "patch" : "minor")!);
  }
  if (semver.valid(asked) !== asked)
    return no("bad_skill", `"${asked}" is not a version.`, 'Write it like "1.2.0", or leave it out.');
  if (taken.includes(asked))
    return no(
      "version_immutable",
      `${skill.id}@${asked} exists with other content.`,
      "Leave the version out for the next one.",
    );
  if (highest !== null && semver.lt(asked, highest))
    return no("version_too_low", `${skill.id} is at ${highest} already.`, "Name a higher version, or leave it out.");
  return yes(asked);
}

async function unregistered(reader: Reader, ids: readonly string[]): Promise<readonly string[]> {
  const missing: string[] = [];
  const tools = new Set((await reader.toolHeadsOf(ids)).map((head) => head.id));
  for (const id of ids) if (!tools.has(id) && (await reader.capability(id)) === null) missing.push(id);
  return missing;
}

export interface CurrentSkill {
  readonly head: SkillHead;
  readonly skill: SkillVersion;
}

export async function currentSkill(reader: Reader, written: string): Promise<Answer<CurrentSkill>> {
  const id = foldId(written);
  const head = id === null ? null : await reader.skillHead(id);
  const skill = head === null ? null : await reader.skillVersion(head.id, head.current);
  return head === null || skill === null
    ? no("unknown_skill", `There is no skill "${written}".`, "ptc list --skills shows what there is.")
    : yes({ head, skill });
}

export async function flagSkill(writer: Writer, ports: Ports, id: string, reason: string): Promise<Answer<Review>> {
  const found = await currentSkill(writer, id);
  if (!found.ok) return found;
  const review: Review = { status: "flagged_for_review", reason, before: null, after: null, since: ports.now() };
  await writer.setReview(found.value.head.id, review);
  await writer.insertAudit(audit(ports, "skill.flag", found.value.head.id, true, { reason }));
  return yes(review);
}

/** "id@version" of a tool before and after a repair. */
export interface Repair {
  readonly before: string;
  readonly after: string;
}

/** Flags the skills about a repaired tool, inside the transaction of the repair. Answers their ids. */
export async function flagSkillsOfRepair(writer: Writer, ports: Ports, repair: Repair): Promise<readonly string[]> {
  const ids = [repair.before, repair.after].map((reference) => reference.split("@")[0]!);
  const about = await writer.skillHeads({ appliesTo: [...new Set(ids)] });
  for (const { id } of about) {
    const reason = `${repair.before} was replaced by ${repair.after}: does the skill still apply?`;
    await writer.setReview(id, { status: "flagged_for_review", reason, ...repair, since: ports.now() });
    await writer.insertAudit(audit(ports, "skill.flag", id, true, { reason, ...repair }));
  }
  return about.map((head) => head.id);
}

/** What waits for a review, with the words to be looked at. */
export async function flaggedSkills(reader: Reader): Promise<readonly (CurrentSkill & { readonly review: Review })[]> {
  const found: (CurrentSkill & { readonly review: Review })[] = [];
  for (const head of await reader.skillHeads({ flagged: true })) {
    const skill = await reader.skillVersion(head.id, head.current);
    if (skill !== null && head.review !== null) found.push({ head, skill, review: head.review });
  }
  return found;
}

export type ReviewDecision =
  /** Somebody is looking at it. */
  | { readonly kind: "begin" }
  | { readonly kind: "keep" }
  | { readonly kind: "archive"; readonly reason: string }
  | { readonly kind: "revise"; readonly changes: SkillChanges };

export async function reviewSkill(
  writer: Writer,
  ports: Ports,
  id: string,
  decision: ReviewDecision,
): Promise<Answer<CurrentSkill>> {
  const found = await currentSkill(writer, id);
  if (!found.ok) return found;
  const { head } = found.value;
  if (head.review === null)
    return no("not_flagged", `The skill ${head.id} is not flagged for review.`, "Flag it first, with the reason.");
  if (decision.kind === "revise") {
    const revised = await updateSkill(writer, ports, head.id, decision.changes);
    if (!revised.ok) return revised;
    if (!revised.value.changed)
      return no("not_revised", `The skill ${head.id} says the same as before.`, "Change it, or keep it.");
  }
  const { since, reason, before, after } = head.review;
  await writer.setReview(head.id, decision.kind === "begin" ? { ...head.review, status: "under_review" } : null);
  if (decision.kind === "archive") await setAside(writer, ports, "skill", head.id, decision.reason);
  await writer.insertAudit(
    audit(ports, "skill.review", head.id, true, { decision: decision.kind, since, reason, before, after }),
  );
  return currentSkill(writer, head.id);
}
