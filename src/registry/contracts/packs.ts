// A pack is what a session brings along: the capabilities it will use, and what it grants them. Before it starts everything
// that does not fit is said at once, not the first thing only.

import { foldId, splitReference } from "../../names/id.ts";
import { no, type RegistryProblem } from "../problem.ts";
import type { Reader } from "../store.ts";
import { accessFor } from "./access.ts";
import { type Contract, getCapability } from "./contract.ts";
import { isGranted } from "./grants.ts";

export interface Pack {
  readonly name: string;
  /** "parse_csv@^1.2", or without a range for the current version. */
  readonly capabilities: readonly string[];
  /** Tools it calls itself: each must be needed by one of its capabilities. */
  readonly tools?: readonly string[];
  /** Granted; all that its capabilities require must be. Not looked at when absent. */
  readonly permissions?: readonly string[];
  /** To be had; not looked at when absent. */
  readonly models?: readonly string[];
  /** True: everything in it must be deterministic. */
  readonly deterministic?: boolean;
  /** False: nothing in it may keep state. */
  readonly stateful?: boolean;
}

export interface PackReport {
  readonly contracts: readonly Contract[];
}

export interface PackRefusal {
  readonly ok: false;
  readonly problem: RegistryProblem;
  /** Every reason, in the order of the pack. */
  readonly problems: readonly RegistryProblem[];
}

export async function validatePackCompatibility(
  reader: Reader,
  pack: Pack,
): Promise<{ readonly ok: true; readonly value: PackReport } | PackRefusal> {
  const problems: RegistryProblem[] = [...contradictions(pack)];
  const contracts: Contract[] = [];
  for (const reference of pack.capabilities) {
    const found = await getCapability(reader, reference);
    if (!found.ok) {
      problems.push(found.problem);
      continue;
    }
    contracts.push(found.value);
    problems.push(...unmet(pack, found.value), ...(await missingTools(reader, found.value)));
  }
  if (pack.tools !== undefined && pack.tools.length > 0) {
    const access = await accessFor(reader, pack.capabilities);
    for (const tool of pack.tools) problems.push(...[access.check(tool)].filter((refused) => refused !== null));
  }
  if (problems.length === 0) return { ok: true, value: { contracts } };
  return { ...summary(pack, problems), problems };
}

function summary(pack: Pack, problems: readonly RegistryProblem[]) {
  return no(
    "pack_incompatible",
    `The pack ${pack.name} does not fit the registry: ${problems.map((problem) => problem.message).join(" ")}`,
    problems[0]!.hint,
  );
}

/** One capability under two ranges cannot be had. */
function contradictions(pack: Pack): readonly RegistryProblem[] {
  const ranges = new Map<string, string | null>();
  const found: RegistryProblem[] = [];
  for (const reference of pack.capabilities) {
    const { name, version } = splitReference(reference);
    const id = foldId(name) ?? name;
    if (ranges.has(id) && ranges.get(id) !== version)
      found.push({
        reason: "conflicting_ranges",
        message: `${id} is asked for as ${ranges.get(id) ?? "current"} and as ${version ?? "current"}.`,
        hint: "Ask for it once.",
      });
    else ranges.set(id, version);
  }
  return found;
}

function unmet(pack: Pack, contract: Contract): readonly RegistryProblem[] {
  const name = `${contract.id}@${contract.version}`;
  const found: RegistryProblem[] = [];
  const { permissions, models } = pack;
  for (const wanted of permissions === undefined ? [] : contract.requiredPermissions)
    if (!isGranted(wanted, permissions ?? []))
      found.push({
        reason: "permission_not_granted",
        message: `${name} requires ${wanted}, which the pack does not grant.`,
        hint: `Add "${wanted}" to the permissions of the pack.`,
      });
  if (
    models !== undefined &&
    contract.requiredModels.length > 0 &&
    !contract.requiredModels.some((m) => models.includes(m))
  )
    found.push({
      reason: "model_not_available",
      message: `${name} requires the model ${contract.requiredModels.join(" or ")}.`,
      hint: "Use another capability, or make the model available.",
    });
  if (pack.deterministic === true && !contract.deterministic)
    found.push({
      reason: "not_deterministic",
      message: `${name} is not deterministic.`,
      hint: "Use another capability, or drop the promise of the pack.",
    });
  if (pack.stateful === false && contract.stateful)
    found.push({
      reason: "stateful",
      message: `${name} keeps state.`,
      hint: "Use another capability, or allow state.",
    });
  return found;
}

async function missingTools(reader: Reader, contract: Contract): Promise<readonly RegistryProblem[]> {
  const found: RegistryProblem[] = [];
  for (const tool of contract.requiredTools) {
    const there = await getCapability(reader, tool);
    if (!there.ok)
      found.push({
        reason: "missing_required_tool",
        message: `${contract.id}@${contract.version} requires ${tool}: ${there.problem.message}`,
        hint: there.problem.hint,
      });
  }
  return found;
}
