// How capabilities belong together. DEPENDS_ON has a direction and comes from what a capability requires; COMPOSED_WITH
// from presets and observed use, and survives any refresh; TAGGED_WITH and SAME_CATEGORY follow from what the
// capabilities say. Each relation is an edge of its own: none can overwrite another.

import Graph from "graphology";
import type { Capability } from "./descriptor.ts";

export const relations = ["DEPENDS_ON", "COMPOSED_WITH", "TAGGED_WITH", "SAME_CATEGORY"] as const;
export type Relation = (typeof relations)[number];

const weights = { DEPENDS_ON: 1, COMPOSED_WITH: 0.5, TAGGED_WITH: 0.3, SAME_CATEGORY: 0.1 } as const;
const leastSharedTags = 2;
/** A tag or category of more capabilities than this relates none of them: everything would be near everything. */
const mostSharing = { tag: 48, category: 8 } as const;

interface EdgeData {
  readonly relation: Relation;
  readonly weight: number;
}

export interface Neighbour {
  readonly id: string;
  readonly relation: Relation;
  readonly weight: number;
}

export class CapabilityGraph {
  readonly #graph = new Graph<{ capability: Capability }, EdgeData>({ type: "mixed", multi: true });
  /** Ids by what they can be required by: id, then name. */
  readonly #byName = new Map<string, Set<string>>();
  /** Who requires a name, known or not yet. */
  readonly #requiredBy = new Map<string, Set<string>>();
  readonly #byTag = new Map<string, Set<string>>();
  readonly #byCategory = new Map<string, Set<string>>();
  /** Pairs used together, kept while either is away. */
  readonly #composed = new Map<string, Set<string>>();

  get nodeCount(): number {
    return this.#graph.order;
  }

  get edgeCount(): number {
    return this.#graph.size;
  }

  set(capability: Capability): void {
    this.delete(capability.id);
    const { id } = capability;
    this.#graph.addNode(id, { capability });
    for (const name of namesOf(capability)) into(this.#byName, name, id);
    for (const name of capability.requiredTools) into(this.#requiredBy, name, id);
    for (const name of capability.requiredTools) {
      const target = this.#resolve(name);
      if (target !== undefined) this.#depend(id, target);
    }
    // Those that waited for it, or that required its name and may now mean this one.
    for (const name of namesOf(capability))
      for (const other of this.#requiredBy.get(name) ?? []) if (this.#resolve(name) === id) this.#depend(other, id);
    for (const other of this.#composed.get(id) ?? []) this.#relate(id, other, "COMPOSED_WITH", weights.COMPOSED_WITH);
    this.#relateByTags(capability);
    this.#relateByCategory(capability);
  }

  delete(id: string): void {
    if (!this.#graph.hasNode(id)) return;
    const { capability } = this.#graph.getNodeAttributes(id);
    this.#graph.dropNode(id);
    for (const name of namesOf(capability)) outOf(this.#byName, name, id);
    for (const name of capability.requiredTools) outOf(this.#requiredBy, name, id);
    for (const tag of tagsOf(capability)) outOf(this.#byTag, tag, id);
    const key = categoryKey(capability);
    if (key === null) return;
    const before = this.#byCategory.get(key)?.size ?? 0;
    outOf(this.#byCategory, key, id);
    if (before === mostSharing.category + 1) this.#relateGroup(key);
  }

  /** Two capabilities of a preset, or seen at work together. */
  compose(a: string, b: string): void {
    if (a === b || this.#composed.get(a)?.has(b) === true) return;
    into(this.#composed, a, b);
    into(this.#composed, b, a);
    this.#relate(a, b, "COMPOSED_WITH", weights.COMPOSED_WITH);
  }

  /** What a capability cannot work without, in the order of their ids. */
  dependenciesOf(id: string): readonly string[] {
    if (!this.#graph.hasNode(id)) return [];
    const found = new Set<string>();
    this.#graph.forEachOutEdge(id, (_edge, { relation }, _source, target) => {
      if (relation === "DEPENDS_ON") found.add(target);
    });
    return [...found].sort();
  }

  neighboursOf(id: string): readonly Neighbour[] {
    if (!this.#graph.hasNode(id)) return [];
    const found: Neighbour[] = [];
    this.#graph.forEachEdge(id, (_edge, { relation, weight }, source, target) => {
      found.push({ id: source === id ? target : source, relation, weight });
    });
    return found.sort((a, b) => b.weight - a.weight || (a.id < b.id ? -1 : 1));
  }

  #resolve(name: string): string | undefined {
    if (this.#graph.hasNode(name)) return name;
    return [...(this.#byName.get(name) ?? [])].sort()[0];
  }

  #depend(from: string, to: string): void {
    if (from === to || !this.#graph.hasNode(from)) return;
    const known = this.#graph
      .outEdges(from, to)
      .some((e) => this.#graph.getEdgeAttributes(e).relation === "DEPENDS_ON");
    if (!known) this.#graph.addDirectedEdge(from, to, { relation: "DEPENDS_ON", weight: weights.DEPENDS_ON });
  }

  #relate(a: string, b: string, relation: Relation, weight: number): void {
    if (this.#graph.hasNode(a) && this.#graph.hasNode(b)) this.#graph.addUndirectedEdge(a, b, { relation, weight });
  }

  #relateByTags(capability: Capability): void {
    const shared = new Map<string, number>();
    for (const tag of tagsOf(capability)) {
      const others = this.#byTag.get(tag);
      if (others !== undefined && others.size < mostSharing.tag)
        for (const other of others) shared.set(other, (shared.get(other) ?? 0) + 1);
      into(this.#byTag, tag, capability.id);
    }
    for (const [other, count] of shared)
      if (count >= leastSharedTags) this.#relate(capability.id, other, "TAGGED_WITH", weights.TAGGED_WITH * count);
  }

  #relateByCategory(capability: Capability): void {
    const key = categoryKey(capability);
    if (key === null) return;
    into(this.#byCategory, key, capability.id);
    const group = this.#byCategory.get(key)!;
    if (group.size <= mostSharing.category) {
      for (const other of group)
        if (other !== capability.id) this.#relate(capability.id, other, "SAME_CATEGORY", weights.SAME_CATEGORY);
    } else if (group.size === mostSharing.category + 1) this.#forgetGroup(group);
  }

  /** A category that grew too large relates nobody any more. */
  #forgetGroup(group: ReadonlySet<string>): void {
    for (const id of group)
      for (const edge of this.#graph.undirectedEdges(id))
        if (this.#graph.getEdgeAttributes(edge).relation === "SAME_CATEGORY") this.#graph.dropEdge(edge);
  }

  #relateGroup(key: string): void {
    const group = [...(this.#byCategory.get(key) ?? [])];
    group.forEach((a, i) => {
      for (const b of group.slice(i + 1)) this.#relate(a, b, "SAME_CATEGORY", weights.SAME_CATEGORY);
    });
  }
}

function namesOf({ id, name, provides }: Capability): ReadonlySet<string> {
  return new Set([id, name, ...provides]);
}

function tagsOf({ tags }: Capability): ReadonlySet<string> {
  return new Set(tags.map((tag) => tag.toLowerCase()));
}

function categoryKey({ kind, category }: Capability): string | null {
  return category === "" ? null : `${kind}:${category.toLowerCase()}`;
}

function into(map: Map<string, Set<string>>, key: string, value: string): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, new Set([value]));
  else known.add(value);
}

function outOf(map: Map<string, Set<string>>, key: string, value: string): void {
  const known = map.get(key);
  known?.delete(value);
  if (known?.size === 0) map.delete(key);
}
