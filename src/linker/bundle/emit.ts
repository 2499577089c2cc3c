// Everything of a finished link in one bundle. Lists are in the order of ids and nothing in here depends on a clock or on
// where it runs: the same link gives the same bytes.

import { canonicalJson } from "../../base/canonical-json.ts";
import { hashValue } from "../../base/hash.ts";
import { splitReference } from "../../names/id.ts";
import type { ModuleScript } from "../catalog.ts";
import type { LinkWarning } from "../faults.ts";
import type { ImageNames } from "../hygiene.ts";
import { type BaseNode, byText, type Closure, type DefinitionNode, type Node, varies } from "../image.ts";
import type { LinkInput, TokenCounter } from "../input.ts";
import type { Lock } from "../lock.ts";
import type { Prelude } from "../prelude.ts";
import { warningOf } from "../problems.ts";
import { type ChosenSkills, unitsIn } from "../skills.ts";
import { retriesOf } from "../unit.ts";
import { parametersOf } from "../wrappers.ts";
import type { Bundle, BundleBody, BundledBaseTool, HiddenTool, VisibleTool } from "./bundle.ts";
import { skillsPrompt, toolsPrompt, wholePrompt } from "./prompt.ts";

type ToolNode = BaseNode | (DefinitionNode & { readonly unit: NonNullable<DefinitionNode["unit"]> });

function isTool(node: Node): node is ToolNode {
  return node.kind === "base" || (node.kind === "definition" && node.unit !== null);
}

function toolNodes(closure: Closure): readonly ToolNode[] {
  return [...closure.nodes.values()].filter(isTool).sort((a, b) => byText(a.unit.id, b.unit.id));
}

/** What was asked for by name; with an entry program alone nothing is, and the model sees nothing. */
export function visibleTools(closure: Closure, names: ImageNames): readonly VisibleTool[] {
  const roots = new Set(closure.roots.map((r) => r.key));
  return toolNodes(closure)
    .filter((node) => roots.has(node.key))
    .map((node) => {
      const { id, version, layer, signature, description, inputSchema, outputSchema } = node.unit;
      const declared = parametersOf(node.unit)?.map((p) => p.name) ?? [];
      const name = names.names.get(node.key)!;
      const call = { by: node.kind === "base" ? ("map" as const) : ("place" as const), name, params: declared };
      return { id, version, layer, call, signature, description, inputSchema, outputSchema };
    });
}

function hiddenTools(closure: Closure, names: ImageNames): readonly HiddenTool[] {
  const roots = new Set(closure.roots.map((r) => r.key));
  return toolNodes(closure)
    .filter((node) => !roots.has(node.key))
    .map(({ key, unit: { id, version, layer } }) => ({ id, version, layer, name: names.names.get(key)! }));
}

function baseTools(closure: Closure, names: ImageNames, lock: Lock): readonly BundledBaseTool[] {
  const base = new Set(toolNodes(closure).flatMap((node) => (node.kind === "base" ? [node.unit.id] : [])));
  return toolNodes(closure).flatMap((node) => {
    if (node.kind !== "base") return [];
    const { id, version, body, description, signature, inputSchema, outputSchema } = node.unit;
    const { permissions, deterministic, stateful, timeoutMs } = node.unit;
    const contract = { description, signature, inputSchema, outputSchema };
    const promises = { permissions: [...permissions].sort(byText), deterministic, stateful, timeoutMs };
    const name = names.names.get(node.key)!;
    const calls = node.unit.requiredTools.flatMap((required) => {
      const asked = splitReference(required).name;
      const found = Object.hasOwn(lock.references, asked) ? splitReference(lock.references[asked]!).name : null;
      return found !== null && base.has(found) ? [[asked, found] as const] : [];
    });
    const sorted = calls.sort(([a], [b]) => byText(a, b));
    const reach = sorted.length === 0 ? {} : { calls: Object.fromEntries(sorted) };
    return [{ id, version, name, body, ...contract, ...promises, retries: retriesOf(node.unit), ...reach }];
  });
}

function modulesOf(tools: readonly BundledBaseTool[], input: LinkInput): Readonly<Record<string, ModuleScript>> {
  const hashes = tools.flatMap((t) => (t.body.kind === "module" ? [t.body.hash] : []));
  const found = [...new Set(hashes)].sort(byText).flatMap((hash) => {
    const script = input.catalog.module?.(hash) ?? null;
    return script === null ? [] : [[hash, script] as const];
  });
  return Object.fromEntries(found);
}

export function emitBundle(parts: {
  readonly input: LinkInput;
  readonly closure: Closure;
  readonly names: ImageNames;
  readonly prelude: Prelude;
  readonly skills: ChosenSkills;
  readonly counter: TokenCounter;
  readonly lock: Lock;
  readonly warnings: readonly LinkWarning[];
}): Bundle {
  const { input, closure, names, prelude, skills, counter, lock } = parts;
  const visible = visibleTools(closure, names);
  const base = baseTools(closure, names, lock);
  const units = unitsIn(closure);
  const chosen = skills.chosen.map((c) => c.skill);
  const prompt = wholePrompt(visible, chosen);
  const idOf = (key: string) => {
    const node = closure.nodes.get(key)!;
    return isTool(node) ? node.unit.id : key;
  };
  return sealBundle({
    format: "ptc-bundle",
    version: 1,
    roots: closure.roots.map(({ ref, from, key }) => ({ ref, id: idOf(key), from })),
    context: { tags: [...new Set(input.tags ?? [])].sort(byText), model: input.model ?? null },
    visible,
    hidden: hiddenTools(closure, names),
    prelude: prelude.text,
    sourceMap: prelude.map,
    entry: prelude.entry,
    baseTools: base,
    modules: modulesOf(base, input),
    grants: [...new Set(units.flatMap((u) => u.permissions))].sort(byText),
    effects: {
      deterministic: ![...closure.nodes.values()].some(varies),
      stateful: units.some((u) => u.stateful),
    },
    skills: skills.chosen.map(({ skill: { id, version, name }, why }) => ({ id, version, name, why })),
    prompt,
    tokens: {
      counter: counter.name,
      budget: input.budget ?? null,
      tools: counter.count(toolsPrompt(visible)),
      skills: counter.count(skillsPrompt(chosen)),
      total: counter.count(prompt),
    },
    preflight: [...(input.preflight ?? [])].sort((a, b) => byText(a.tool, b.tool)),
    lock,
    warnings: parts.warnings
      .map((w) => warningOf(w))
      .map(({ reason, message }) => ({ reason, message }))
      .sort((a, b) => byText(a.message, b.message)),
  });
}

/** Anyone who adds to a bundle, such as preflight results, seals it anew. */
export function sealBundle({ digest: _, ...body }: BundleBody & { readonly digest?: string }): Bundle {
  return { ...body, digest: hashValue(body) };
}

/** The bundle's file: canonical, so that equal bundles are equal files. */
export function bundleText(bundle: Bundle): string {
  return `${canonicalJson(bundle)}\n`;
}
