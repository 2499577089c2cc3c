// Registered tools and skills, read and described.

import type { Capability } from "../../discovery/descriptor.ts";
import type { Mark, Reader } from "../../registry/store.ts";
import { type Surroundings, skillCapability, toolCapability } from "./capabilities.ts";

export async function describeAll(
  reader: Reader,
  marks: readonly Mark[],
  around: Surroundings,
): Promise<readonly Capability[]> {
  const idsOf = (kind: Mark["kind"]): readonly string[] => marks.flatMap((m) => (m.kind === kind ? [m.id] : []));
  const tools = await reader.currentVersions(idsOf("tool"));
  const skills: Capability[] = [];
  for (const id of idsOf("skill")) {
    const head = await reader.skillHead(id);
    const version = head === null ? null : await reader.skillVersion(id, head.current);
    if (version !== null) skills.push(skillCapability(version, around));
  }
  return [...tools.map((version) => toolCapability(version, around)), ...skills];
}
