// The linker, one line per phase: start reading here. Every phase is a function from data to data, and the answer is the
// trace of them all; maps, reasons and pictures only look at parts of it.

import type { LinkFault, LinkWarning } from "./faults.ts";
import { buildGraph, type LinkGraph } from "./graph.ts";
import { type ImageNames, nameDefinitions } from "./hygiene.ts";
import { byText } from "./image.ts";
import type { LinkInput, Root } from "./input.ts";
import { type Ordered, orderDefinitions } from "./order.ts";
import { emitPrelude, type Prelude } from "./prelude.ts";
import { type Resolved, resolveReferences } from "./resolve.ts";

export interface LinkTrace {
  readonly input: LinkInput;
  readonly resolved: Resolved;
  readonly graph: LinkGraph;
  readonly ordered: Ordered;
  readonly names: ImageNames;
  /** Null when there are faults. */
  readonly prelude: Prelude | null;
  readonly faults: readonly LinkFault[];
  readonly warnings: readonly LinkWarning[];
}

export function link(input: LinkInput): LinkTrace {
  // Texts are parsed when something reaches them; from here on nothing is added, except by name from the catalogue.
  const resolved = resolveReferences(input, rootsOf(input));
  // From here on every reference means exactly one definition.
  const graph = buildGraph(resolved.closure);
  const ordered = orderDefinitions(graph, resolved.closure);
  const names = nameDefinitions(resolved.closure);
  const faults = [...empty(input), ...resolved.faults, ...ordered.faults, ...names.faults];
  const prelude = faults.length > 0 ? null : emitPrelude(ordered, resolved.closure, names);
  return { input, resolved, graph, ordered, names, prelude, faults, warnings: resolved.warnings };
}

function rootsOf(input: LinkInput): readonly Root[] {
  const roots = (input.roots ?? []).map((root) => (typeof root === "string" ? { ref: root } : root));
  return [...roots].sort((a, b) => byText(a.ref, b.ref) || byText(a.as ?? "", b.as ?? ""));
}

function empty(input: LinkInput): readonly LinkFault[] {
  return (input.roots ?? []).length === 0 && input.entry === undefined ? [{ code: "nothing_to_link" }] : [];
}
