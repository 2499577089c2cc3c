// Faults of a link in the registry's words: which of its reasons they are. What they say comes from the linker itself.

import type { LinkFault, LinkFaultCode, LinkWarning } from "../linker/faults.ts";
import { problemOf } from "../linker/problems.ts";
import { splitReference } from "../names/id.ts";
import type { ToolVersion } from "./model.ts";
import type { RegistryProblem } from "./problem.ts";
import { problem, type RegistryReason } from "./reasons.ts";

const reasonOf: Partial<Record<LinkFaultCode, RegistryReason>> = {
  invalid_source: "parse_failed",
  missing_definition: "parse_failed",
  unresolved_symbol: "unknown_dependency",
  version_not_found: "unknown_dependency",
  dependency_cycle: "dependency_cycle",
};

export function faultProblem(fault: LinkFault, version: ToolVersion): RegistryProblem {
  const { message, hint } = wordsOf(fault, version.id);
  const required = version.requiredTools.map((one) => splitReference(one).name);
  // What is required is asked for by its id, with no place in a text.
  const isRequired = fault.code === "unresolved_symbol" && required.includes(fault.name);
  return problem(isRequired ? "missing_required_tool" : (reasonOf[fault.code] ?? "link_failed"), message, hint);
}

interface Words {
  readonly message: string;
  readonly hint: string;
}

function wordsOf(fault: LinkFault, id: string): Words {
  switch (fault.code) {
    case "unresolved_symbol": {
      const near = fault.near.length > 0 ? `Did you mean ${fault.near.join(" or ")}?` : fault.advice;
      return {
        message: `${fault.path.at(-1)?.name ?? id} needs ${fault.name}, which is not registered.`,
        hint: near ?? "Register it first.",
      };
    }
    case "quarantined":
      return {
        message: `${fault.id}@${fault.version} is ${fault.health} and is not linked.`,
        hint: fault.healthy === null ? "Repair it first." : `Ask for ${fault.healthy}, which is healthy, or repair it.`,
      };
    default: {
      const { message, hint, at } = problemOf(fault);
      const where = at === null ? "" : ` (${at.file}:${at.line}:${at.column})`;
      return { message: `${id} does not link: ${message}${where}`, hint: hint ?? "Mend what it names." };
    }
  }
}

export function warningWords(warning: LinkWarning): string {
  return "by" in warning ? `${warning.id} was replaced by ${warning.by}` : `${warning.id} is ${warning.code}`;
}
