// Faults of a link in the registry's words: which of its reasons they are. What they say comes from the linker itself.

import type { LinkFault, LinkFaultCode, LinkWarning } from "../linker/faults.ts";
import type { RegistryProblem } from "./problem.ts";
import { problem, type RegistryReason } from "./reasons.ts";

const reasonOf: Partial<Record<LinkFaultCode, RegistryReason>> = {
  invalid_source: "parse_failed",
  missing_definition: "parse_failed",
  unresolved_symbol: "unknown_dependency",
  version_not_found: "unknown_dependency",
  dependency_cycle: "dependency_cycle",
};

export function faultProblem(fault: LinkFault, id: string): RegistryProblem {
  const { message, hint } = wordsOf(fault, id);
  return problem(reasonOf[fault.code] ?? "link_failed", message, hint);
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
    default:
      return { message: `${id} does not link: ${fault.code}.`, hint: "Mend what it names." };
  }
}

export function warningWords(warning: LinkWarning): string {
  return "by" in warning ? `${warning.id} was replaced by ${warning.by}` : `${warning.id} is ${warning.code}`;
}
