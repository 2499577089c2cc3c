// Linking one tool for being run: the same linker that makes bundles, so what the gates prove is what will be linked. The
// registry decides for itself what health means here, so ids may be forced.

import { link } from "../linker/link.ts";
import type { LoadedCatalog } from "./catalog.ts";
import { nestedCalls } from "./contracts/nested.ts";
import { faultProblem, warningWords } from "./link-words.ts";
import type { ToolVersion } from "./model.ts";
import type { RegistryProblem } from "./problem.ts";
import type { RunnableTool } from "./runner.ts";
import { versionName } from "./version.ts";

export type Linked =
  | {
      readonly ok: true;
      readonly target: RunnableTool;
      /** Every tool in the image. */
      readonly reaches: readonly ToolVersion[];
      readonly warnings: readonly string[];
    }
  | { readonly ok: false; readonly problems: readonly RegistryProblem[] };

/** `version` must be what the catalogue answers for its id; it links whatever its own health. */
export function linkTool(catalog: LoadedCatalog, version: ToolVersion, force: readonly string[] = []): Linked {
  if (version.layer === "base") return baseTarget(catalog, version);
  const trace = link({ catalog, roots: [version.id], force: [version.id, ...force], skills: false });
  const [root] = trace.resolved.closure.roots;
  const entry = root === undefined ? undefined : trace.names.names.get(root.key);
  if (trace.prelude === null || entry === undefined)
    return { ok: false, problems: trace.faults.map((fault) => faultProblem(fault, version)) };
  const baseTools = new Map<string, ToolVersion>();
  const reaches = new Set<ToolVersion>();
  for (const node of trace.resolved.closure.nodes.values()) {
    const unit = node.kind === "base" || node.kind === "definition" ? node.unit : null;
    const found = unit === null ? undefined : catalog.versions.get(versionName(unit));
    if (found === undefined) continue;
    reaches.add(found);
    if (node.kind === "base") baseTools.set(trace.names.names.get(node.key)!, found);
  }
  return {
    ok: true,
    target: {
      ...{ tool: version, prelude: trace.prelude.text, entry, baseTools },
      nested: nestedCalls(baseTools.values(), (id) => catalog.versions.get(trace.resolved.references.get(id) ?? "")),
    },
    reaches: [...reaches],
    // That the tool itself is not proven yet is why it is here.
    warnings: trace.warnings.filter((w) => w.id !== version.id).map(warningWords),
  };
}

/** A base tool runs by itself; what it may call by way of its host goes with it. */
function baseTarget(catalog: LoadedCatalog, version: ToolVersion): Linked {
  const nested = nestedCalls([version], (id) => {
    const unit = catalog.find(id)?.candidates[0]?.unit;
    return unit === undefined ? undefined : catalog.versions.get(versionName(unit));
  });
  const called = [...nested.values()].flatMap((own) => [...own.values()].filter((tool) => tool !== null));
  return {
    ok: true,
    target: {
      tool: version,
      prelude: "",
      entry: null,
      baseTools: new Map(called.map((tool) => [tool.id, tool])),
      nested,
    },
    reaches: [...new Set([version, ...called])],
    warnings: [],
  };
}
