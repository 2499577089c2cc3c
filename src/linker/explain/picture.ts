// The image as a picture: Mermaid text and plain JSON for other programs. Layers run from what is asked for down to base
// tools, colours say how healthy a tool is.

import { estimate } from "../bundle/tokens.ts";
import { compareNodes } from "../graph.ts";
import type { Node } from "../image.ts";
import type { LinkTrace } from "../link.ts";
import { textOf } from "./map.ts";

export interface GraphJson {
  readonly nodes: readonly {
    readonly id: string;
    readonly name: string;
    readonly kind: Node["kind"];
    readonly tool: string | null;
    readonly version: string | null;
    readonly health: string | null;
    readonly characters: number;
    readonly tokens: number;
    readonly permissions: readonly string[];
    readonly asked: boolean;
  }[];
  readonly skills: readonly { readonly id: string; readonly version: string; readonly why: string }[];
  readonly edges: readonly {
    readonly from: string;
    readonly to: string;
    readonly when: string;
    readonly uses: number;
  }[];
}

export function graphJson(trace: LinkTrace): GraphJson {
  const nodes = trace.graph.mapNodes((_, { node }) => node).sort(compareNodes);
  const idOf = new Map(nodes.map((node, i) => [node.key, `n${i}`]));
  const asked = new Set(trace.resolved.closure.roots.map((r) => r.key));
  const edges = trace.graph.mapEdges((_, { when, uses }, from, to) => ({
    from: idOf.get(from)!,
    to: idOf.get(to)!,
    when,
    uses,
  }));
  const counter = trace.input.counter ?? estimate;
  const number = (id: string) => Number(id.slice(1));
  return {
    nodes: nodes.map((node) => {
      const unit = node.kind === "base" || node.kind === "definition" ? node.unit : null;
      return {
        id: idOf.get(node.key)!,
        name: trace.names.names.get(node.key) ?? node.label,
        kind: node.kind,
        tool: unit?.id ?? null,
        version: unit?.version ?? null,
        health: unit?.health ?? null,
        characters: textOf(node).length,
        tokens: node.kind === "definition" ? counter.count(textOf(node)) : 0,
        permissions: unit?.permissions ?? [],
        asked: asked.has(node.key) || node.kind === "entry",
      };
    }),
    skills: trace.skills.chosen.map(({ skill: { id, version }, why }) => ({ id, version, why })),
    edges: edges.sort((a, b) => number(a.from) - number(b.from) || number(a.to) - number(b.to)),
  };
}

export const healthColours: Readonly<Record<string, string>> = {
  green: "#d3f0d3",
  pending: "#eeeeee",
  flaky: "#fff0c2",
  degraded: "#ffd9c2",
  red: "#ffd0d0",
};

const shapes: Readonly<Record<Node["kind"], readonly [string, string]>> = {
  definition: ["[", "]"],
  base: ["[(", ")]"],
  wrapper: ["([", "])"],
  entry: ["{{", "}}"],
};

export function mermaidOf(trace: LinkTrace): string {
  const { nodes, edges } = graphJson(trace);
  const lines = ["flowchart TD"];
  for (const { id, name, kind, version } of nodes) {
    const [open, close] = shapes[kind];
    const label = `${name}${version === null ? "" : ` ${version}`}`.replaceAll('"', "'");
    lines.push(`  ${id}${open}"${label}"${close}`);
  }
  for (const { from, to, when } of edges) lines.push(`  ${from} ${when === "later" ? "-->" : "==>"} ${to}`);
  for (const [health, colour] of Object.entries(healthColours)) {
    const members = nodes.filter((n) => n.health === health).map((n) => n.id);
    if (members.length > 0) lines.push(`  classDef ${health} fill:${colour}`, `  class ${members.join(",")} ${health}`);
  }
  return `${lines.join("\n")}\n`;
}
