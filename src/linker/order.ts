// Definitions in an order in which they can be loaded: what a definition needs comes before it, ties by name. Functions may
// call each other in a circle, since calls happen later; such a group is kept together. A circle through a value that is
// computed while loading cannot be ordered and is reported whole.

import { stronglyConnected } from "./components.ts";
import type { LinkFault, Step } from "./faults.ts";
import { compareNodes, type LinkGraph } from "./graph.ts";
import { type Closure, type Node, spotOf } from "./image.ts";
import { topological } from "./topological.ts";

export interface Ordered {
  /** Definitions and wrappers, first to load first; base tools and the entry are not among them. */
  readonly order: readonly Node[];
  /** Groups of more than one that call each other. */
  readonly groups: readonly (readonly Node[])[];
  readonly faults: readonly LinkFault[];
}

export function orderDefinitions(graph: LinkGraph, closure: Closure): Ordered {
  const nodes = graph.mapNodes((_, { node }) => node).sort(compareNodes);
  const place = new Map(nodes.map((node, i) => [node.key, i]));
  const targets = nodes.map((node) => graph.outNeighbors(node.key).map((key) => place.get(key)!));
  const groups = stronglyConnected(nodes.length, (v) => targets[v]!);
  const groupOf = new Int32Array(nodes.length);
  groups.forEach((group, g) => {
    for (const v of group) groupOf[v] = g;
  });
  const faults: LinkFault[] = [];
  const members = groups.map((group) => {
    const sorted = [...group].sort((a, b) => a - b);
    if (sorted.length === 1 && !targets[sorted[0]!]!.includes(sorted[0]!)) return sorted;
    const within = orderGroup(
      sorted.map((v) => nodes[v]!),
      graph,
    );
    if (within.circle !== null) faults.push({ code: "dependency_cycle", path: circlePath(within.circle, closure) });
    return within.order.map((node) => place.get(node.key)!);
  });
  // A group stands where its first name would.
  const rank = (g: number) => groups[g]!.reduce((least, v) => Math.min(least, v), nodes.length);
  const needs = groups.map((group, g) => [
    ...new Set(group.flatMap((v) => targets[v]!.map((w) => groupOf[w]!)).filter((h) => h !== g)),
  ]);
  const order = topological(
    needs,
    groups.map((_, g) => rank(g)),
  ).order.flatMap((g) => members[g]!.map((v) => nodes[v]!));
  return {
    order: order.filter((n) => n.kind === "definition" || n.kind === "wrapper"),
    groups: members.filter((m) => m.length > 1).map((m) => m.map((v) => nodes[v]!)),
    faults,
  };
}

/**
 * Inside a group only values computed while loading have a say: they need what they hold before them, and of what they run
 * also everything it can reach.
 */
function orderGroup(
  group: readonly Node[],
  graph: LinkGraph,
): { readonly order: readonly Node[]; readonly circle: readonly Node[] | null } {
  const place = new Map(group.map((node, i) => [node.key, i]));
  const inside = group.map((node) => graph.outNeighbors(node.key).flatMap((key) => place.get(key) ?? []));
  const needs = group.map((node) => {
    const needed = new Set<number>();
    for (const edge of graph.outEdges(node.key)) {
      const target = place.get(graph.target(edge));
      const when = graph.getEdgeAttribute(edge, "when");
      if (target === undefined || when === "later") continue;
      if (when === "value") needed.add(target);
      else reach(target, inside, needed);
    }
    return [...needed];
  });
  const { order, circle } = topological(
    needs,
    group.map((_, i) => i),
  );
  return {
    order: circle === null ? order.map((i) => group[i]!) : group,
    circle: circle === null ? null : circle.map((i) => group[i]!),
  };
}

function reach(from: number, targets: readonly (readonly number[])[], into: Set<number>): void {
  const work = [from];
  for (let v = work.pop(); v !== undefined; v = work.pop()) {
    if (into.has(v)) continue;
    into.add(v);
    work.push(...targets[v]!);
  }
}

/** The circle as it stands in the texts: every step names the next, the last one names the first. */
function circlePath(circle: readonly Node[], closure: Closure): readonly Step[] {
  const keys = new Set(circle.map((n) => n.key));
  const start = circle[0]!;
  const way = shortestCircle(start.key, closure, keys);
  return [...way, { name: start.label, at: null }];
}

function shortestCircle(start: string, closure: Closure, preferred: ReadonlySet<string>): readonly Step[] {
  const outgoing = grouped(closure);
  const cameFrom = new Map<string, Closure["edges"][number]>();
  const queue = [start];
  for (let i = 0; i < queue.length; i++) {
    for (const edge of outgoing.get(queue[i]!) ?? []) {
      if (i === 0 && edge.when === "later" && preferred.has(start)) continue;
      if (edge.to === start) return backFrom(edge, cameFrom, closure);
      if (cameFrom.has(edge.to)) continue;
      cameFrom.set(edge.to, edge);
      queue.push(edge.to);
    }
  }
  return [{ name: closure.nodes.get(start)?.label ?? start, at: null }];
}

function grouped(closure: Closure): Map<string, Closure["edges"][number][]> {
  const out = new Map<string, Closure["edges"][number][]>();
  for (const edge of closure.edges) {
    const list = out.get(edge.from) ?? [];
    list.push(edge);
    out.set(edge.from, list);
  }
  return out;
}

function backFrom(
  last: Closure["edges"][number],
  cameFrom: ReadonlyMap<string, Closure["edges"][number]>,
  closure: Closure,
): readonly Step[] {
  const steps: Step[] = [];
  for (let edge: typeof last | undefined = last; edge !== undefined; edge = cameFrom.get(edge.from)) {
    const node = closure.nodes.get(edge.from)!;
    steps.push({ name: node.label, at: spotOf(node, edge.use) });
    if (edge.from === last.to) break;
  }
  return steps.reverse();
}
