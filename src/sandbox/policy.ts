// What the host allows: deny beats ask, ask beats allow, and what nobody mentions is denied. A tool must have declared what
// it asks for as well; the decision says which of the two was missing and which rule spoke.

import { type Permission, type PermissionProblem, parsePermission, parsePermissions } from "./permission.ts";
import { covers, type Request, touches } from "./request.ts";

export interface PolicyTexts {
  readonly allow?: readonly string[];
  readonly ask?: readonly string[];
  readonly deny?: readonly string[];
}

export interface Policy {
  readonly allow: readonly Permission[];
  readonly ask: readonly Permission[];
  readonly deny: readonly Permission[];
}

export type ParsedPolicy =
  | { readonly ok: true; readonly policy: Policy }
  | { readonly ok: false; readonly problems: readonly PermissionProblem[] };

export function parsePolicy(texts: PolicyTexts, at = "policy"): ParsedPolicy {
  const lists = (["allow", "ask", "deny"] as const).map((list) => parsePermissions(texts[list] ?? [], `${at}.${list}`));
  const problems = lists.flatMap((list) => list.problems);
  if (problems.length > 0) return { ok: false, problems };
  const [allow, ask, deny] = lists.map((list) => list.permissions);
  return { ok: true, policy: { allow: allow!, ask: ask!, deny: deny! } };
}

/** Why a request may pass or not. */
export type Reason =
  | "allowed"
  | "approved"
  | "needs_approval"
  | "denied" // by a deny rule
  | "ungranted" // by nobody's word
  | "undeclared"; // the tool itself does not mention it

export interface Decision {
  readonly outcome: "allow" | "ask" | "deny";
  readonly reason: Reason;
  /** The rule of the policy that decided. */
  readonly rule: Permission | null;
  /** The tool's declarations that cover the request. */
  readonly declarations: readonly Permission[];
  /** Every grant that covers it; their caps add up to the widest. */
  readonly grants: readonly Permission[];
}

export interface Asker {
  readonly declared: readonly Permission[];
  readonly approved: ReadonlySet<string>;
}

export function decide(policy: Policy, request: Request, asker: Asker): Decision {
  const declarations = asker.declared.filter((permission) => covers(permission, request));
  const because = (outcome: Decision["outcome"], reason: Reason, rule: Permission | null): Decision => ({
    outcome,
    reason,
    rule,
    declarations,
    grants: outcome === "deny" ? [] : [...policy.allow, ...policy.ask].filter((p) => covers(p, request)),
  });
  const denied = policy.deny.find((permission) => touches(permission, request));
  if (denied !== undefined) return because("deny", "denied", denied);
  if (declarations.length === 0) return because("deny", "undeclared", null);
  const asks = policy.ask.find((permission) => touches(permission, request));
  // A rule that asks stands in the way broadly, but grants no more than an allow rule of the same words.
  const granted = [...policy.allow, ...policy.ask].find((permission) => covers(permission, request));
  if (granted === undefined) return because("deny", "ungranted", null);
  if (asks === undefined) return because("allow", "allowed", granted);
  return isApproved(request, asker.approved)
    ? because("allow", "approved", asks)
    : because("ask", "needs_approval", asks);
}

/** An approval is a permission too: it holds for all that it covers. */
function isApproved(request: Request, approved: ReadonlySet<string>): boolean {
  for (const text of approved) {
    const parsed = parsePermission(text);
    if (parsed.ok && covers(parsed.permission, request)) return true;
  }
  return false;
}
