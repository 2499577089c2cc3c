// The model of a link: vertices are definitions, base tools and the wrappers between the two ways of calling, edges are
// uses. Keys are only good within one link; labels are what people see and what ties are broken by.

import type { Path, Spot, Step } from "./faults.ts";
import type { Definition } from "./text/definition.ts";
import type { ParsedSource, Use, When } from "./text/parse.ts";
import type { BaseUnit, LispUnit } from "./unit.ts";

export interface DefinitionNode {
  readonly kind: "definition";
  readonly key: string;
  readonly label: string;
  readonly source: LinkedSource;
  readonly definition: Definition;
  /** Set when it is a tool of the catalogue. */
  readonly unit: LispUnit | null;
}

export interface BaseNode {
  readonly kind: "base";
  readonly key: string;
  readonly label: string;
  readonly unit: BaseUnit;
}

/**
 * by-map: a composed tool called as tool/name, with named arguments. by-place: a base tool called by its bare name, with
 * its arguments in the order of its signature.
 */
export interface WrapperNode {
  readonly kind: "wrapper";
  readonly key: string;
  readonly label: string;
  readonly shape: "by-map" | "by-place";
  readonly of: DefinitionNode | BaseNode;
}

export interface EntryNode {
  readonly kind: "entry";
  readonly key: "entry";
  readonly label: string;
  readonly source: LinkedSource;
}

export type Node = DefinitionNode | BaseNode | WrapperNode | EntryNode;

export interface LinkedSource {
  readonly parsed: ParsedSource;
  /** The tool that private names of this text are prefixed with: its first one. */
  readonly owner: string;
  /** Names of its tools that mean its own definitions, whatever the catalogue has under them; sorted. */
  readonly kept: readonly string[];
}

export interface Edge {
  readonly from: string;
  readonly to: string;
  /** Null for what is required or wrapped without being named in a text. */
  readonly use: Use | null;
  readonly when: When;
}

/** Everything the roots reach, each reference meaning exactly one node. */
export interface Closure {
  readonly nodes: ReadonlyMap<string, Node>;
  readonly edges: readonly Edge[];
  readonly roots: readonly LinkedRoot[];
  /** How each node was first reached: the shortest way. */
  readonly reachedBy: ReadonlyMap<string, Edge>;
}

export interface LinkedRoot {
  readonly ref: string;
  readonly as: string | null;
  readonly from: string | null;
  readonly key: string;
}

/** The way from a root to a node, the node itself last. Wrappers on the way are nobody's concern. */
export function pathTo(key: string, closure: Pick<Closure, "nodes" | "reachedBy">): Path {
  const steps: Step[] = [{ name: closure.nodes.get(key)?.label ?? key, at: null }];
  const seen = new Set<string>();
  for (let at = key; !seen.has(at); ) {
    seen.add(at);
    const edge = closure.reachedBy.get(at);
    if (edge === undefined) break;
    const from = closure.nodes.get(edge.from);
    if (from !== undefined && from.kind !== "wrapper") steps.push({ name: from.label, at: spotOf(from, edge.use) });
    at = edge.from;
  }
  return steps.reverse();
}

export function spotOf(node: Node, use: Use | null): Step["at"] {
  if (use === null || !("source" in node)) return null;
  const { file, text } = node.source.parsed;
  return { file, text, span: use.span };
}

/** The first place where a linked text asks the host for the time or for chance itself; null when it does not. */
export function varyingSpot(node: Node): { readonly name: string; readonly at: Spot } | null {
  if (!("source" in node)) return null;
  const { file, text, varying } = node.source.parsed;
  const within = node.kind === "entry" ? null : node.definition.span;
  const use = varying.find(({ span }) => within === null || (within.start <= span.start && span.end <= within.end));
  return use === undefined ? null : { name: use.name, at: { file, text, span: use.span } };
}

/** May it give other answers to equal arguments, by itself? A composed tool is otherwise as what it reaches. */
export function varies(node: Node): boolean {
  return node.kind === "base" ? !node.unit.deterministic : varyingSpot(node) !== null;
}

/** In code-unit order: the same on every machine, whatever its language. */
export function byText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
