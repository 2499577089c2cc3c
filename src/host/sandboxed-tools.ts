// Base tools for programs: a tool that runs in a sandbox, in the shape every other tool has. (tool/name {…}) cannot tell
// them apart.

import { approvalRequired, defineTool, type Tool, ToolError } from "../run/tool.ts";
import { checkWhileInTime } from "../sandbox/check-in-time.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";
import type { ToolModule } from "../sandbox/tool-module.ts";

/** The time a call may wait for a free member of the pool, beyond its own. */
const WAIT_MS = 30_000;

/**
 * A decision is about the whole call: approving it approves all that the tool declares, and what a tool that it calls asked
 * for, now and in decisions before. So all of that is shown, and what was shown comes back with the decision.
 */
function approvedBy(details: unknown): readonly string[] {
  const { permissions } = (details ?? {}) as { readonly permissions?: unknown };
  return Array.isArray(permissions) ? permissions.filter((p) => typeof p === "string") : [];
}

/** Makes a loaded base tool callable from programs: `run(source, { tools: [sandboxTool(sandbox, tool)] })`. */
export function sandboxTool(sandbox: Pick<Sandbox, "limits" | "call">, module: ToolModule): Tool {
  const { name, description, inputSchema, outputSchema, deterministic, permissions } = module.meta;
  const tool = defineTool({
    name,
    description,
    inputSchema,
    outputSchema,
    deterministic,
    readOnly: !permissions.some((p) => /^(filesystem:write|http|kv|tool):/.test(p)),
    timeoutMs: (module.meta.timeoutMs ?? sandbox.limits.timeoutMs) + WAIT_MS,
    run: async (args, { callId, signal, approved, details }) => {
      const given = approved ? [...permissions, ...approvedBy(details)] : [];
      const ended = await sandbox.call(module, args, { callId, signal, approved: given });
      if (ended.ok) return ended.value;
      const { reason, message, hint, permission } = ended.error;
      if (reason === "approval_required")
        return approvalRequired(message, {
          permission: permission ?? null,
          tool: name,
          permissions: [...new Set([...permissions, ...given, ...(permission === undefined ? [] : [permission])])],
        });
      throw new ToolError(message, { hint });
    },
  });
  // The sandbox checks both, in bounded time. A run looks at the arguments first, so that ones that do not fit are not tried
  // again, and takes what comes out of the sandbox as it is.
  return Object.freeze({
    ...tool,
    checkArguments: checkWhileInTime(tool.checkArguments, inputSchema),
    checkResult: () => [],
  });
}
