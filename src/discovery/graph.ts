// How capabilities belong together. DEPENDS_ON has a direction and comes from what a capability requires; COMPOSED_WITH
// from presets and observed use, and survives any refresh: both are edges. TAGGED_WITH and SAME_CATEGORY follow from what
// the capabilities say and are told when somebody asks. So relations are those of the capabilities there are, in whatever
// order they came, and none can overwrite another.

import Graph from "graphology";
import type { Capability } from "./descriptor.ts";

export const relations = ["DEPENDS_ON", "COMPOSED_WITH", "TAGGED_WITH", "SAME_CATEGORY"] as const;
export type Relation = (typeof relations)[number];

const weights = { DEPENDS_ON: 1, COMPOSED_WITH: 0.5, TAGGED_WITH: 0.3, SAME_CATEGORY: 0.1 } as const;
const leastSharedTags = 2;
/** A tag or category of more capabilities than this relates none of them: everything would be near everything. */
const mostSharing = { tag: 48, category: 8 } as const;

/** What is read of a capability. */
interface Node {
  readonly names: ReadonlySet<string>;
  readonly required: ReadonlySet<string>;
  readonly tags: ReadonlySet<string>;
  readonly category: string | null;
}

export interface Neighbour {
  readonly id: string;
  readonly relation: Relation;
  readonly weight: number;
}

export class CapabilityGraph {
  /** Directed edges are DEPENDS_ON, undirected ones COMPOSED_WITH. */
  readonly #graph = new Graph<{ node: Node }>({ type: "mixed" });
  /** Ids by what they can be required by: id, name, and what they provide. */
  readonly #byName = new Map<string, Set<string>>();
  /** The one of them that a name means: the capability of that id, else the first by id. */
  readonly #meant = new Map<string, string>();
  /** Who requires a name, known or not yet. */
  readonly #requiredBy = new Map<string, Set<string>>();
  readonly #byTag = new Map<string, Set<string>>();
  readonly #byCategory = new Map<string, Set<string>>();
  /** Pairs used together, kept while either is away. */
  readonly #composed = new Map<string, Set<string>>();

  get nodeCount(): number {
    return this.#graph.order;
  }

  /** Counted when asked for. */
  get edgeCount(): number {
    let ends = 0;
    for (const neighbours of this.relationsAmong(this.#graph.nodes()).values()) ends += neighbours.length;
    return ends / 2;
  }

  set(capability: Capability): void {
    const { id } = capability;
    const node = nodeOf(capability);
    const before = this.#nodeOf(id);
    this.#graph.mergeNode(id, { node });
    this.#list(id, before, node);
    this.#depend(id);
    if (before !== null) return;
    for (const other of this.#composed.get(id) ?? []) this.#join(id, other);
  }

  delete(id: string): void {
    const before = this.#nodeOf(id);
    if (before === null) return;
    this.#list(id, before, null);
    this.#graph.dropNode(id);
  }

  /** Two capabilities of a preset, or seen at work together. */
  compose(a: string, b: string): void {
    if (a === b || this.#composed.get(a)?.has(b) === true) return;
    into(this.#composed, a, b);
    into(this.#composed, b, a);
    this.#join(a, b);
  }

  /** What a capability cannot work without, in the order of their ids. */
  dependenciesOf(id: string): readonly string[] {
    return this.#graph.hasNode(id) ? this.#graph.outNeighbors(id).sort() : [];
  }

  /** Strongest first. */
  neighboursOf(id: string): readonly Neighbour[] {
    const node = this.#nodeOf(id);
    if (node === null) return [];
    const near = new Set([id, ...this.#graph.neighbors(id)]);
    for (const tag of node.tags) for (const other of this.#holders(tag)) near.add(other);
    for (const other of this.#sharing(node.category)) near.add(other);
    return this.relationsAmong([...near]).get(id) ?? [];
  }

  /** How some capabilities are related to each other, strongest first; what they cost does not grow with the catalogue. */
  relationsAmong(ids: readonly string[]): ReadonlyMap<string, readonly Neighbour[]> {
    const found = new Map<string, Neighbour[]>();
    const relate = (a: string, b: string, relation: Relation, weight: number = weights[relation]): void => {
      found.get(a)!.push({ id: b, relation, weight });
      found.get(b)!.push({ id: a, relation, weight });
    };
    /** Those before in `ids`, by tag and by category. */
    const byTag = new Map<string, string[]>();
    const byCategory = new Map<string, string[]>();
    for (const id of new Set(ids)) {
      const node = this.#nodeOf(id);
      if (node === null) continue;
      found.set(id, []);
      const shared = new Map<string, number>();
      for (const tag of node.tags) {
        if (this.#holders(tag).size < 2) continue;
        for (const other of before(byTag, tag, id)) shared.set(other, (shared.get(other) ?? 0) + 1);
      }
      for (const [other, count] of shared)
        if (count >= leastSharedTags) relate(id, other, "TAGGED_WITH", weights.TAGGED_WITH * count);
      if (this.#sharing(node.category).size > 1)
        for (const other of before(byCategory, node.category!, id)) relate(id, other, "SAME_CATEGORY");
    }
    for (const id of found.keys()) {
      this.#graph.forEachOutNeighbor(id, (other) => {
        if (found.has(other)) relate(id, other, "DEPENDS_ON");
      });
      const joined = this.#composed.get(id) ?? new Set();
      const [few, many] = joined.size < found.size ? [joined, found] : [found, joined];
      for (const other of few.keys()) if (id < other && many.has(other)) relate(id, other, "COMPOSED_WITH");
    }
    for (const neighbours of found.values()) neighbours.sort((a, b) => b.weight - a.weight || (a.id < b.id ? -1 : 1));
    return found;
  }

  #nodeOf(id: string): Node | null {
    return this.#graph.hasNode(id) ? this.#graph.getNodeAttribute(id, "node") : null;
  }

  /** Takes a capability from the lists it leaves and puts it into those it joins. */
  #list(id: string, from: Node | null, to: Node | null): void {
    const move = (key: keyof Node, leave: (name: string) => void, join: (name: string) => void): void => {
      const [old, now] = [membership(from, key), membership(to, key)];
      for (const name of old) if (!now.has(name)) leave(name);
      for (const name of now) if (!old.has(name)) join(name);
    };
    const plainly = (key: keyof Node, lists: Map<string, Set<string>>): void =>
      move(
        key,
        (name) => outOf(lists, name, id),
        (name) => into(lists, name, id),
      );
    plainly("required", this.#requiredBy);
    plainly("tags", this.#byTag);
    plainly("category", this.#byCategory);
    move(
      "names",
      (name) => this.#unname(name, id),
      (name) => this.#name(name, id),
    );
  }

  #name(name: string, id: string): void {
    into(this.#byName, name, id);
    const meant = this.#meant.get(name);
    if (meant === undefined || id === name || (meant !== name && id < meant)) this.#mean(name, id);
  }

  #unname(name: string, id: string): void {
    outOf(this.#byName, name, id);
    if (this.#meant.get(name) !== id) return;
    let first: string | null = null;
    for (const other of this.#byName.get(name) ?? []) if (first === null || other < first) first = other;
    this.#mean(name, first);
  }

  /** Whoever requires the name now depends on another, or on nobody. */
  #mean(name: string, id: string | null): void {
    if (id === null) this.#meant.delete(name);
    else this.#meant.set(name, id);
    for (const other of this.#requiredBy.get(name) ?? []) this.#depend(other);
  }

  /** Draws the edges of what a capability requires anew. */
  #depend(id: string): void {
    for (const edge of this.#graph.outEdges(id)) this.#graph.dropEdge(edge);
    for (const name of this.#nodeOf(id)?.required ?? []) {
      const other = this.#meant.get(name);
      if (other !== undefined && other !== id) this.#graph.mergeDirectedEdge(id, other);
    }
  }

  #join(a: string, b: string): void {
    if (this.#graph.hasNode(a) && this.#graph.hasNode(b)) this.#graph.mergeUndirectedEdge(a, b);
  }

  /** Those that a tag relates: none when they are too many. */
  #holders(tag: string): ReadonlySet<string> {
    return fewOf(this.#byTag.get(tag), mostSharing.tag);
  }

  #sharing(category: string | null): ReadonlySet<string> {
    return category === null ? nobody : fewOf(this.#byCategory.get(category), mostSharing.category);
  }
}

const nobody: ReadonlySet<string> = new Set();

function fewOf(ids: ReadonlySet<string> | undefined, most: number): ReadonlySet<string> {
  return ids === undefined || ids.size > most ? nobody : ids;
}

function nodeOf({ id, kind, name, provides, requiredTools, tags, category }: Capability): Node {
  return {
    names: new Set([id, name, ...provides]),
    required: new Set(requiredTools),
    tags: new Set(tags.map((tag) => tag.toLowerCase())),
    category: category === "" ? null : `${kind}:${category.toLowerCase()}`,
  };
}

function membership(node: Node | null, key: keyof Node): ReadonlySet<string> {
  const value = node?.[key] ?? nobody;
  return typeof value === "string" ? new Set([value]) : value;
}

/** The ids of a group so far, which this one joins. */
function before(groups: Map<string, string[]>, key: string, id: string): readonly string[] {
  const group = groups.get(key) ?? [];
  const others = [...group];
  group.push(id);
  groups.set(key, group);
  return others;
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
