// The closure as a graph that other tools can read: one vertex per node, one edge per pair however often it is used. Keys
// are labels where they are unique, so a printed graph reads like the image.

import { DirectedGraph } from "graphology";
import { byText, type Closure, type Node } from "./image.ts";
import type { When } from "./text/parse.ts";

export interface NodeAttributes {
  readonly node: Node;
  readonly label: string;
}

export interface EdgeAttributes {
  /** The strongest of its uses: `load` before `value` before `later`. */
  readonly when: When;
  readonly uses: number;
}

export type LinkGraph = DirectedGraph<NodeAttributes, EdgeAttributes>;

const strength: Readonly<Record<When, number>> = { later: 0, value: 1, load: 2 };

export function buildGraph(closure: Closure): LinkGraph {
  const graph: LinkGraph = new DirectedGraph();
  const nodes = [...closure.nodes.values()].sort(compareNodes);
  for (const node of nodes) graph.addNode(node.key, { node, label: node.label });
  for (const { from, to, when } of closure.edges) {
    if (!graph.hasEdge(from, to)) {
      graph.addEdge(from, to, { when, uses: 1 });
      continue;
    }
    const old = graph.getEdgeAttributes(from, to);
    const stronger = strength[when] > strength[old.when] ? when : old.when;
    graph.replaceEdgeAttributes(graph.edge(from, to)!, { when: stronger, uses: old.uses + 1 });
  }
  return graph;
}

/** By label; two private helpers of the same label are told apart by their texts, and those of one text by what it means. */
export function compareNodes(a: Node, b: Node): number {
  return (
    byText(a.label, b.label) || byText(textOf(a), textOf(b)) || byText(keptOf(a), keptOf(b)) || byText(a.key, b.key)
  );
}

function keptOf(node: Node): string {
  return "source" in node ? node.source.kept.join(" ") : "";
}

function textOf(node: Node): string {
  return "source" in node ? node.source.parsed.text : "";
}
