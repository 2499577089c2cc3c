// A tool from what was stored of it. A store can be damaged or somebody else's, so what comes back is checked as strictly as
// when the tool was made: its code by its hash, and what it says of itself by the same rules as a module's meta.

import { checkFor } from "../names/schema.ts";
import { parseSignature } from "../names/signature/index.ts";
import { hashOf } from "./bundle.ts";
import { checkMeta } from "./meta.ts";
import type { Permission } from "./permission.ts";
import { printable, ToolLoadError, type ToolProblem } from "./problem.ts";
import type { ToolMeta, ToolModule, ToolModuleData } from "./tool-module.ts";

/** The tool, ready to be called. Throws a ToolLoadError that says everything that is wrong. */
export function readStored(stored: unknown, mostBytes: number): ToolModule {
  if (!isRecord(stored)) throw new ToolLoadError("tool", [damaged("What was stored is no tool but something else.")]);
  const { file: named, hash, code, map } = stored;
  const problems: ToolProblem[] = [];
  if (typeof named !== "string" || named === "") problems.push(damaged("The stored tool does not name its file."));
  const file = typeof named === "string" && named !== "" ? named : "tool";
  if (typeof code !== "string") problems.push(damaged(`The code of ${file} is missing.`));
  else if (hashOf(code) !== hash) problems.push(damaged(`The code of ${file} is not what its hash says.`));
  else if (Buffer.byteLength(code) > mostBytes)
    problems.push({
      reason: "bundle_too_large",
      message: `The code of ${file} is ${Buffer.byteLength(code)} bytes, more than the ${mostBytes} allowed.`,
      hint: "Raise limits.bundleBytes.",
    });
  if (map !== null && typeof map !== "string") problems.push(damaged(`The source map of ${file} is no text.`));
  const meta = readMeta(stored.meta);
  if (!meta.ok) problems.push(...meta.problems);
  if (problems.length > 0 || !meta.ok) throw new ToolLoadError(file, problems.map(printable));
  return toolModule({ file, hash, code, map, meta: meta.meta } as ToolModuleData, meta.declared);
}

/** A tool whose parts have been checked. */
export function toolModule(
  { file, hash, code, map, meta }: ToolModuleData,
  declared: readonly Permission[],
): ToolModule {
  return Object.freeze({
    ...{ file, hash, code, map, meta, declared },
    checkArguments: checkFor(meta.inputSchema, "first"),
    checkResult: checkFor(meta.outputSchema, "first"),
  });
}

type ReadMeta =
  | { readonly ok: true; readonly meta: ToolMeta; readonly declared: readonly Permission[] }
  | { readonly ok: false; readonly problems: readonly ToolProblem[] };

/** Stored meta has a signature and schemas, of which a module gives one: the schemas are what calls are checked by. */
function readMeta(stored: unknown): ReadMeta {
  if (!isRecord(stored)) return { ok: false, problems: [damaged("What the stored tool says of itself is missing.")] };
  const { signature, ...rest } = stored;
  const checked = checkMeta(rest);
  const problems = checked.ok
    ? []
    : checked.problems.map(({ at, message, hint }): ToolProblem => ({ ...damaged(`${at}: ${message}`), hint }));
  if (typeof signature !== "string" || !parseSignature(signature).ok)
    problems.push(damaged("meta.signature: signature cannot be read."));
  if (!checked.ok || problems.length > 0) return { ok: false, problems };
  return { ok: true, meta: { ...checked.meta, signature: signature as string }, declared: checked.declared };
}

function damaged(message: string): ToolProblem {
  return { reason: "damaged_tool", message, hint: "Load the tool from its source and store it again." };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
