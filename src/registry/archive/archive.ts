// The archive: what nobody links is set aside, never deleted. Archiving only marks and remembers why, so restoring gives back
// exactly what was there: versions, suite, health, statistics, names.

import { isLinkable } from "../../linker/unit.ts";
import { foldId } from "../../names/id.ts";
import { audit } from "../audit.ts";
import { aliasesOf, UNREGISTERED } from "../lineage.ts";
import type { ArchiveEntry, SkillHead, SubjectKind, ToolHead } from "../model.ts";
import type { Ports } from "../ports.ts";
import { type Answer, no, yes } from "../problem.ts";
import type { Reader, Writer } from "../store.ts";

export interface ArchiveRequest {
  readonly kind: SubjectKind;
  readonly id: string;
  readonly reason: string;
  /** Also when something would be left without it. */
  readonly force?: boolean;
}

export async function archive(writer: Writer, ports: Ports, asked: ArchiveRequest): Promise<Answer<ArchiveEntry>> {
  const found = await headOf(writer, asked.kind, asked.id);
  if (!found.ok) return found;
  const head = found.value;
  if (head.archived)
    return no("archived", `The ${asked.kind} ${head.id} is archived already.`, "Restore it to use it again.");
  if (asked.kind === "tool" && asked.force !== true) {
    const needed = await whyNeeded(writer, await toolHead(writer, head.id));
    if (needed !== null)
      return no(needed.reason, `${head.id} ${needed.words}.`, "Register another one first, or archive it with force.");
  }
  return yes(await setAside(writer, ports, asked.kind, head.id, asked.reason));
}

/** Without asking whether anything needs it. */
export async function setAside(
  writer: Writer,
  ports: Ports,
  kind: SubjectKind,
  id: string,
  reason: string,
): Promise<ArchiveEntry> {
  const entry: ArchiveEntry = { kind, id, reason, at: ports.now() };
  await writer.setArchived(entry);
  await writer.insertAudit(audit(ports, "archive", id, true, { kind, reason }));
  return entry;
}

export async function restore(
  writer: Writer,
  ports: Ports,
  asked: { readonly kind: SubjectKind; readonly id: string },
): Promise<Answer<ArchiveEntry>> {
  const found = await headOf(writer, asked.kind, asked.id);
  if (!found.ok) return found;
  const { id } = found.value;
  const entry = await writer.archived(asked.kind, id);
  if (entry === null)
    return no("not_archived", `The ${asked.kind} ${id} is not archived.`, "There is nothing to restore.");
  if (entry.reason === UNREGISTERED)
    return no("unregistered", `The ${asked.kind} ${id} was unregistered.`, "Register it anew under another id.");
  await writer.clearArchived(asked.kind, id);
  await writer.insertAudit(
    audit(ports, "restore", id, true, { kind: asked.kind, archived: entry.at, reason: entry.reason }),
  );
  return yes(entry);
}

export interface Needed {
  readonly reason: "sole_implementation" | "has_dependents";
  readonly words: string;
}

/** What would be lost with this tool, or null. `gone`: tools to be thought away already. */
export async function whyNeeded(
  reader: Reader,
  head: ToolHead,
  gone: ReadonlySet<string> = new Set(),
): Promise<Needed | null> {
  // Whoever names a replaced tool links what replaced it.
  if (head.supersededBy !== null) return null;
  const siblings = await siblingsOf(reader, head, gone);
  if (siblings.length === 0)
    return { reason: "sole_implementation", words: `is the only tool left for ${head.capability}` };
  const users = new Set<string>();
  for (const name of [head.id, ...(await aliasesOf(reader, head))])
    for (const user of await reader.dependentsOf(name))
      if (!user.archived && user.supersededBy === null && !gone.has(user.id)) users.add(user.id);
  return users.size === 0 ? null : { reason: "has_dependents", words: `is used by ${[...users].sort().join(", ")}` };
}

/** Others that could do its work: there, not replaced, and able to link. */
export async function siblingsOf(
  reader: Reader,
  head: ToolHead,
  gone: ReadonlySet<string> = new Set(),
): Promise<readonly ToolHead[]> {
  const capability = await reader.capability(head.capability);
  const others = (capability?.implementations ?? []).filter((id) => id !== head.id && !gone.has(id));
  const heads = await reader.toolHeadsOf(others);
  return heads.filter((h) => !h.archived && h.supersededBy === null && isLinkable(h.health));
}

async function headOf(reader: Reader, kind: SubjectKind, written: string): Promise<Answer<ToolHead | SkillHead>> {
  const id = foldId(written);
  const head = id === null ? null : kind === "tool" ? await reader.toolHead(id) : await reader.skillHead(id);
  return head === null
    ? no(`unknown_${kind}`, `There is no ${kind} "${written}".`, `ptc list shows what there is.`)
    : yes(head);
}

async function toolHead(reader: Reader, id: string): Promise<ToolHead> {
  const head = await reader.toolHead(id);
  if (head === null) throw new Error(`The tool ${id} went away within one transaction.`);
  return head;
}
