// Permissions of a tool against the rules of the house: each must be one that exists, and none may lie within what a deny
// rule covers. Whether something is granted is asked when it runs.

import { includesGlob } from "../../sandbox/glob.ts";
import { type Permission, type PermissionProblem, parsePermissions } from "../../sandbox/permission.ts";
import type { Policy } from "../../sandbox/policy.ts";
import type { ToolVersion } from "../model.ts";

export function unreadable(tool: ToolVersion): readonly PermissionProblem[] {
  return parsePermissions(tool.permissions, `permissions of ${tool.id}`).problems;
}

export function denials(
  policy: Policy,
  tool: Pick<ToolVersion, "id" | "permissions">,
): readonly { message: string; hint: string }[] {
  const { permissions } = parsePermissions(tool.permissions, "permissions");
  return permissions.flatMap((asked) => {
    const rule = policy.deny.find((denied) => coversAll(denied, asked));
    if (rule === undefined) return [];
    return [
      {
        message: `${tool.id} asks for ${asked.text}, which the policy denies (${rule.text}).`,
        hint: "Do without it, or have the rule changed.",
      },
    ];
  });
}

/** Does a denial leave nothing of a permission? */
function coversAll(denied: Permission, asked: Permission): boolean {
  if (denied.kind === "filesystem" && asked.kind === "filesystem")
    return denied.action === asked.action && includesGlob(denied.glob, asked.glob);
  if (denied.kind === "http" && asked.kind === "http")
    return (
      (denied.host === "*" || denied.host === asked.host || isSubdomain(asked.host, denied.host)) &&
      (denied.port === null || denied.port === asked.port) &&
      (denied.methods === null || (asked.methods ?? ["GET", "HEAD"]).every((m) => denied.methods!.includes(m)))
    );
  if (denied.kind === "secret" && asked.kind === "secret")
    return includesGlob(denied.glob, asked.glob) && (denied.host === null || denied.host === asked.host);
  if ((denied.kind === "kv" && asked.kind === "kv") || (denied.kind === "tool" && asked.kind === "tool"))
    return includesGlob(denied.glob, asked.glob);
  return denied.kind === asked.kind && denied.kind !== "kv" && denied.kind !== "tool";
}

function isSubdomain(host: string, pattern: string): boolean {
  return pattern.startsWith("*.") && host.endsWith(pattern.slice(1));
}
