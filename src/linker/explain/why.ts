// Why something is in the image: the shortest way to it from what was asked for, each step with the place that names the
// next. And why something is not: what was looked at and left out.

import { placeOf } from "../../base/span.ts";
import { suggest } from "../../base/suggest.ts";
import { suitsModel } from "../choose.ts";
import type { Path } from "../faults.ts";
import { byText, type Node, pathTo } from "../image.ts";
import type { LinkTrace } from "../link.ts";
import { idsOf } from "../symbols.ts";
import { isLinkable } from "../unit.ts";

export type Why =
  | { readonly found: true; readonly path: Path }
  | { readonly found: false; readonly near: readonly string[] };

/** `name` is an id, a name in the image or a name as its author wrote it. */
export function whyLinked(trace: LinkTrace, name: string): Why {
  const { closure } = trace.resolved;
  const ids = new Set(idsOf(name));
  const answers = (node: Node): boolean => {
    const unit = node.kind === "base" || node.kind === "definition" ? node.unit : null;
    return (
      trace.names.names.get(node.key) === name ||
      node.label === name ||
      (unit !== null && (ids.has(unit.id) || ids.has(unit.capability))) ||
      (node.kind === "definition" && node.definition.name === name)
    );
  };
  const nodes = trace.graph.mapNodes((_, { node }) => node);
  const found = nodes.find((n) => n.kind !== "wrapper" && answers(n)) ?? nodes.find(answers);
  if (found !== undefined) return { found: true, path: pathTo(found.key, closure) };
  const names = nodes.flatMap((n) => [n.label, trace.names.names.get(n.key) ?? n.label]);
  return { found: false, near: suggest(name, names) };
}

/**
 *   report (asked for)
 *     report.clj:4:8 uses parse-csv
 */
export function whyText(why: Why, name: string): string {
  if (!why.found) {
    const near = why.near.length === 0 ? "" : ` In the image is ${why.near.join(", ")}.`;
    return `${name} is not in the image.${near}\n`;
  }
  const lines = why.path.map((step, i) => {
    const head = i === 0 ? `${step.name} (asked for)` : step.name;
    if (i === why.path.length - 1) return `${head}\n`;
    const at = step.at === null ? null : placeOf(step.at.text, step.at.span.start);
    const where = at === null ? "requires" : `at ${step.at!.file}:${at.line}:${at.column} uses`;
    return `${head}\n  ${where} `;
  });
  return lines.join("");
}

/** For programs: places instead of whole texts. */
export function whyJson(why: Why): object {
  if (!why.found) return why;
  const path = why.path.map(({ name, at }) => ({
    name,
    at: at === null ? null : { file: at.file, span: at.span, ...placeOf(at.text, at.span.start) },
  }));
  return { found: true, path };
}

export interface Unused {
  /** "definition", "implementation" or "skill". */
  readonly kind: "definition" | "implementation" | "skill";
  readonly name: string;
  readonly why: string;
}

/** What was within reach and stayed out: other implementations, definitions nothing calls, skills. */
export function unusedIn(trace: LinkTrace): readonly Unused[] {
  const { closure, parsed, choices } = trace.resolved;
  const linked = new Set<unknown>();
  const units = new Set<string>();
  for (const node of closure.nodes.values()) {
    if (node.kind === "definition") linked.add(node.definition);
    if (node.kind !== "wrapper" && node.kind !== "entry" && node.unit !== null)
      units.add(`${node.unit.id}@${node.unit.version}`);
  }
  const entry = closure.nodes.get("entry");
  const out: Unused[] = [];
  for (const source of parsed) {
    if (entry?.kind === "entry" && source === entry.source.parsed) continue;
    for (const definition of source.definitions.values())
      if (!linked.has(definition))
        out.push({ kind: "definition", name: `${definition.name} (${source.file})`, why: "nothing linked uses it" });
  }
  for (const [id, { candidate }] of choices)
    for (const other of trace.input.catalog.find(id)?.candidates ?? []) {
      const { id: unit, version, health } = other.unit;
      if (units.has(`${unit}@${version}`)) continue;
      const chosen = `${candidate.unit.id}@${candidate.unit.version}`;
      const reasons = other.reasons.length === 0 ? "" : ` (${other.reasons.join(", ")})`;
      const why = !isLinkable(health)
        ? `it is ${health}`
        : suitsModel(other.unit, trace.input.model ?? null)
          ? `${chosen} serves ${id}${reasons}`
          : `it is made for ${other.unit.requiredModels.join(" or ")}`;
      out.push({ kind: "implementation", name: `${unit}@${version}`, why });
    }
  for (const { id, why } of trace.skills.leftOut) out.push({ kind: "skill", name: id, why });
  const distinct = new Map(out.map((u) => [`${u.kind} ${u.name}`, u]));
  return [...distinct.values()].sort((a, b) => byText(a.kind, b.kind) || byText(a.name, b.name));
}

export function unusedText(unused: readonly Unused[]): string {
  if (unused.length === 0) return "Nothing was left out.\n";
  return unused.map((u) => `${u.kind} ${u.name}: ${u.why}\n`).join("");
}
