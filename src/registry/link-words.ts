// Faults of a link in the registry's words: which of its reasons they are, with the place in front. What they say comes from
// the linker itself.

import type { LinkFault, LinkFaultCode, LinkWarning } from "../linker/faults.ts";
import { problemOf, warningOf } from "../linker/problems.ts";
import { splitReference } from "../names/id.ts";
import type { ToolVersion } from "./model.ts";
import type { RegistryProblem } from "./problem.ts";
import { problem, type RegistryReason } from "./reasons.ts";

const reasonOf: Partial<Record<LinkFaultCode, RegistryReason>> = {
  invalid_source: "parse_failed",
  missing_definition: "parse_failed",
  unresolved_symbol: "unknown_dependency",
  archived_tool: "unknown_dependency",
  version_not_found: "unknown_dependency",
  dependency_cycle: "dependency_cycle",
  not_deterministic: "not_deterministic",
};

export function faultProblem(fault: LinkFault, version: ToolVersion): RegistryProblem {
  const { message, hint, at } = problemOf(fault);
  const required = version.requiredTools.map((one) => splitReference(one).name);
  // What is required is asked for by its id, with no place in a text.
  const missing = fault.code === "unresolved_symbol" ? fault.name : fault.code === "archived_tool" ? fault.id : null;
  const isRequired = missing !== null && required.includes(missing);
  const reason = isRequired ? "missing_required_tool" : (reasonOf[fault.code] ?? "link_failed");
  const place = at === null ? "" : `${at.file}:${at.line}:${at.column}: `;
  return problem(reason, `${place}${message}`, hint ?? "Mend what it names.");
}

export function warningWords(warning: LinkWarning): string {
  return warningOf(warning).message;
}
