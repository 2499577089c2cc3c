// Taking a tool away, and going back to an earlier version of it. Nothing is deleted: what is unregistered leaves a
// tombstone, and a version that is gone back to must pass the gates like any other.

import { audit } from "./audit.ts";
import type { RegistryContext } from "./context.ts";
import { idOf, readForeign, type SettledDraft } from "./draft.ts";
import { aliasesOf, dependentsOf, UNREGISTERED } from "./lineage.ts";
import type { ToolVersion } from "./model.ts";
import type { Answer } from "./problem.ts";
import { unknownTool } from "./proof.ts";
import { refusal } from "./reasons.ts";
import { type Registration, registerSettled } from "./register.ts";

/** A tombstone: out of sight, its id never used again, its history kept. Refused while others depend on it. */
export async function unregister(
  context: RegistryContext,
  written: string,
  options: { readonly force?: boolean } = {},
): Promise<Answer<{ readonly id: string; readonly dependents: readonly string[] }>> {
  const folded = readForeign(() => idOf(written, "id"));
  if (!folded.ok) return folded;
  const id = folded.value;
  return context.store.write(async (writer) => {
    const head = await writer.toolHead(id);
    if (head === null || head.archived) return unknownTool(writer, id);
    const names = head.supersededBy === null ? [id, ...(await aliasesOf(writer, head))] : [];
    const dependents = (await dependentsOf(writer, names)).map((d) => d.id);
    if (dependents.length > 0 && options.force !== true) {
      await writer.insertAudit(audit(context, "unregister", id, false, { dependents }));
      const words = `${dependents.join(", ")} ${dependents.length === 1 ? "depends" : "depend"} on ${id}.`;
      return refusal("has_dependents", words, "Replace it with a repair, or take the dependents away first.");
    }
    await writer.setArchived({ kind: "tool", id, reason: UNREGISTERED, at: context.now() });
    const capability = await writer.capability(head.capability);
    if (capability !== null) {
      const implementations = capability.implementations.filter((one) => one !== id);
      const wasDefault = capability.defaultImplementation === id;
      const defaultImplementation = wasDefault ? (implementations[0] ?? null) : capability.defaultImplementation;
      await writer.putCapability({ ...capability, implementations, defaultImplementation });
    }
    await writer.insertAudit(audit(context, "unregister", `${id}@${head.current}`, true, { dependents }));
    return { ok: true, value: { id, dependents } };
  });
}

/** Makes an earlier version the current one, if it passes every case there is by now. */
export async function rollback(context: RegistryContext, written: string, version: string): Promise<Registration> {
  const folded = readForeign(() => idOf(written, "id"));
  if (!folded.ok) return { ok: false, id: null, problem: folded.problem, evidence: [] };
  const id = folded.value;
  const found = await context.store.read(async (reader): Promise<Answer<ToolVersion>> => {
    const head = await reader.toolHead(id);
    if (head === null || head.archived) return unknownTool(reader, id);
    const wanted = await reader.toolVersion(id, version);
    if (wanted !== null) return { ok: true, value: wanted };
    const known = (await reader.versionsOf(id)).map((r) => r.version).join(", ");
    return refusal("unknown_version", `${id} has no version ${version}.`, `It has ${known}.`);
  });
  if (!found.ok) return { ok: false, id, problem: found.problem, evidence: [] };
  return registerSettled(context, "rollback", draftOf(found.value), []);
}

/** What is registered, to be judged again as it is. */
export function draftOf(version: ToolVersion): SettledDraft {
  const ranges = version.dependencies.flatMap(({ id, range }) => (range === undefined ? [] : [[id, range] as const]));
  return {
    ...version,
    requires: Object.fromEntries(ranges),
    declared: [],
    supersedes: null,
    exactly: version,
  };
}
