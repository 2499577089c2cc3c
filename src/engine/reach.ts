// Every call of a base tool by a base tool is decided here, when it happens: by what the caller declares, whatever else is
// linked or was loaded for others. Permissions, schemas and limits are the sandbox's part.

import { foldId } from "../names/id.ts";
import { implicitAccess } from "../registry/contracts/access.ts";
import type { Reach, Unreached } from "../sandbox/functions/host-function.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";
import type { ToolModule } from "../sandbox/tool-module.ts";

/** The module that `caller` declares under this name; "absent" when it declares it and it is not here. */
export type Declared = (caller: string, name: string) => ToolModule | "undeclared" | "absent" | "host";

export function reachOf(declared: Declared): Reach {
  return (caller, name) => {
    const found = declared(caller, foldId(name) ?? name);
    if (typeof found !== "string") return found;
    const permission = `tool:${name}`;
    if (found === "undeclared") {
      const { message, hint } = implicitAccess(name, [caller], `Add ${permission} to the permissions of ${caller}.`);
      return { reason: "permission_denied", message, hint, permission } satisfies Unreached;
    }
    const message =
      found === "host"
        ? `${name} is a function of the host, which tools cannot call.`
        : `There is no tool ${name} here.`;
    const hint = found === "host" ? `Let a composed tool call both.` : `Register ${name}, and then ${caller} again.`;
    return { reason: "host_error", message, hint } satisfies Unreached;
  };
}

/** The sandbox as these tools have it. */
export function reaching(sandbox: Sandbox, reach: Reach): Pick<Sandbox, "limits" | "call"> {
  return { limits: sandbox.limits, call: (tool, args, options) => sandbox.call(tool, args, { ...options, reach }) };
}
