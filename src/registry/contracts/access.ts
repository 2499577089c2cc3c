// Which tools a session may call, worked out once from what it declared: the declared ones themselves and everything they
// need, through any number of others. A call of anything else was never agreed to, however it came about.

import { foldId, splitReference } from "../../names/id.ts";
import { type Answer, type RegistryProblem, yes } from "../problem.ts";
import type { Reader } from "../store.ts";
import { getCapability } from "./contract.ts";

export interface Access {
  /** By folded id: what allows it, from a declared capability to the tool: ["report", "total", "read_file"]. */
  readonly allowed: ReadonlyMap<string, readonly string[]>;
  /** Declared, but not to be had. */
  readonly problems: readonly RegistryProblem[];
  /** For every call of a tool: null when it is allowed. */
  readonly check: (tool: string) => RegistryProblem | null;
}

export async function accessFor(reader: Reader, declared: readonly string[]): Promise<Access> {
  const allowed = new Map<string, readonly string[]>();
  const problems: RegistryProblem[] = [];
  const waiting: { readonly reference: string; readonly path: readonly string[] }[] = [];
  for (const reference of declared) waiting.push({ reference, path: [] });
  // Breadth first, so that what is shown is a shortest path.
  for (const { reference, path } of waiting) {
    const named = foldId(splitReference(reference).name);
    if (named !== null && path.length > 0 && allowed.has(named)) continue;
    const found = await getCapability(reader, reference);
    if (!found.ok) {
      if (path.length === 0) problems.push(found.problem);
      continue;
    }
    const contract = found.value;
    const here = [...path, contract.id];
    for (const id of new Set([contract.id, named ?? contract.id])) if (!allowed.has(id)) allowed.set(id, here);
    for (const next of contract.requiredTools) waiting.push({ reference: next, path: here });
  }
  return { allowed, problems, check: (tool) => refusal(tool, allowed, declared) };
}

function refusal(
  tool: string,
  allowed: ReadonlyMap<string, readonly string[]>,
  declared: readonly string[],
): RegistryProblem | null {
  return allowed.has(foldId(tool) ?? tool) ? null : implicitAccess(tool, declared);
}

/** What every refused call says. */
export function implicitAccess(
  tool: string,
  declared: readonly string[],
  hint = `Declare ${tool}, or a capability that requires it.`,
): RegistryProblem {
  const need = declared.length === 1 ? "does" : "do";
  const what = declared.length === 0 ? "nothing is declared" : `${declared.join(", ")} ${need} not need it`;
  return { reason: "implicit_access", message: `The tool ${tool} may not be called: ${what}.`, hint };
}

/** One look, for callers that keep nothing between calls. */
export async function preventImplicitAccess(
  reader: Reader,
  tool: string,
  declared: readonly string[],
): Promise<Answer<null>> {
  const refused = (await accessFor(reader, declared)).check(tool);
  return refused === null ? yes(null) : { ok: false, problem: refused };
}
