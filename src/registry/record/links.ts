// A link is a mission: what it took is what has been of use lately. Links are counted so that the archive knows what nobody
// needs, not as evidence that anything worked; that is what trials are for.

import { foldId } from "../../names/id.ts";
import type { Ports } from "../ports.ts";
import { type Answer, no, yes } from "../problem.ts";
import type { Writer } from "../store.ts";

export interface Linked {
  readonly tools: readonly string[];
  readonly skills: readonly string[];
}

/** One more mission and what it linked, dependencies included. Nothing is counted when a name is unknown. */
export async function recordLink(writer: Writer, ports: Ports, linked: Linked): Promise<Answer<Linked>> {
  const tools = folded(linked.tools);
  const skills = folded(linked.skills);
  const found = new Set((await writer.toolHeadsOf(tools)).map((head) => head.id));
  const missing = tools.filter((id) => !found.has(id));
  for (const id of skills) if ((await writer.skillHead(id)) === null) missing.push(id);
  if (missing.length > 0)
    return no("not_registered", `Nothing is registered as ${missing.join(", ")}.`, "Record what the link really took.");
  await writer.recordLink({ tools, skills, at: ports.now() });
  return yes({ tools, skills });
}

function folded(ids: readonly string[]): readonly string[] {
  return [...new Set(ids.map((id) => foldId(id) ?? id))].sort();
}
