// Denials in words: which permission is missing, whether the tool did not declare it or nobody granted it, and what to do.

import { type Caller, Refusal, type RefusalWords } from "./functions/host-function.ts";
import type { Decision } from "./policy.ts";
import { permissionFor, type Request } from "./request.ts";

export function refusalFor(request: Request, decision: Decision, caller: Caller, words: RefusalWords): Refusal {
  const permission = permissionFor(request);
  const reason = decision.outcome === "ask" ? "approval_required" : "permission_denied";
  if (words.instead !== undefined) {
    const nameable = decision.outcome === "ask" && request.kind === "filesystem" && request.relative !== null;
    return new Refusal(reason, words.instead.message, words.instead.hint, nameable ? permission : undefined);
  }
  const { message, hint } = wordsFor(permission, decision, caller.tool);
  return new Refusal(reason, words.note === undefined ? message : `${words.note} ${message}`, hint, permission);
}

function wordsFor(permission: string, decision: Decision, tool: string): { message: string; hint: string } {
  switch (decision.reason) {
    case "undeclared":
      return {
        message: `${tool} does not declare ${permission}.`,
        hint: `Add ${JSON.stringify(permission)} to permissions in its meta, and grant it.`,
      };
    case "denied":
      // The rule itself may name folders of the host: listeners see it, the guest does not.
      return {
        message: `The policy denies ${permission}.`,
        hint: "A deny rule beats every grant: do without, or have the rule changed.",
      };
    case "needs_approval":
      return { message: `${permission} needs somebody's approval.`, hint: "Have it approved, then call again." };
    default:
      return {
        message: `${tool} declares ${permission}, but it is not granted.`,
        hint: `Grant it: --grant ${quoted(decision.declarations[0]?.text ?? permission)}`,
      };
  }
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
