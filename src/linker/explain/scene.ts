// The image as people look at it: one card for each tool, its helpers and wrappers counted into it; who asks, the program,
// skills and permissions beside them. What is drawn from it is another file's matter.

import { estimate } from "../bundle/tokens.ts";
import { byText, type Node } from "../image.ts";
import type { LinkTrace } from "../link.ts";
import type { UnitHealth } from "../unit.ts";
import { textOf } from "./map.ts";

/** In the order in which they are told. */
const kinds = ["request", "entry", "composed", "base", "skill", "permission"] as const;
export type CardKind = (typeof kinds)[number];

export interface Card {
  readonly id: string;
  readonly kind: CardKind;
  readonly name: string;
  readonly version: string | null;
  readonly health: UnitHealth | null;
  /** Of its text in the image, helpers included; of a skill, of its prompt. */
  readonly tokens: number;
  readonly helpers: number;
  /** The model sees it. */
  readonly asked: boolean;
}

export interface Line {
  readonly from: string;
  readonly to: string;
  readonly kind: "uses" | "asks" | "about" | "needs";
}

export interface Scene {
  readonly cards: readonly Card[];
  readonly lines: readonly Line[];
}

type ToolCard = { -readonly [K in keyof Card]: Card[K] };

export function sceneOf(trace: LinkTrace): Scene {
  const { closure } = trace.resolved;
  const counter = trace.input.counter ?? estimate;
  const homes = homesOf(trace);
  const asked = new Set(closure.roots.map((root) => root.key));
  const cards = new Map<string, ToolCard>();
  const lines = new Map<string, Line>();
  const join = (from: string, to: string, kind: Line["kind"]): void => {
    if (from !== to) lines.set(`${from} ${to}`, { from, to, kind });
  };
  const tokensOf = (node: Node): number => {
    if (node.kind === "entry") return counter.count(node.source.parsed.text);
    return node.kind === "definition" ? counter.count(textOf(node)) : 0;
  };
  for (const node of closure.nodes.values()) {
    const home = homes.get(node.key);
    if (home === undefined) continue;
    const card = cards.get(home.key) ?? cardOf(home, trace);
    cards.set(home.key, card);
    card.tokens += tokensOf(node);
    if (node !== home && node.kind === "definition") card.helpers++;
    if (asked.has(node.key)) card.asked = true;
  }
  for (const edge of closure.edges) {
    const [from, to] = [homes.get(edge.from), homes.get(edge.to)];
    if (from !== undefined && to !== undefined) join(from.key, to.key, "uses");
  }
  const all: Card[] = [...cards.values()];
  for (const root of closure.roots) {
    const home = homes.get(root.key);
    if (root.from === null || home === undefined) continue;
    const id = `request ${root.from}`;
    if (!all.some((card) => card.id === id)) all.push(plain(id, "request", root.from));
    join(id, home.key, "asks");
  }
  for (const { skill } of trace.skills.chosen) {
    const id = `skill ${skill.id}`;
    all.push({ ...plain(id, "skill", skill.name), version: skill.version, tokens: counter.count(skill.prompt) });
    for (const node of homes.values())
      if ((node.kind === "definition" || node.kind === "base") && node.unit !== null)
        if (skill.appliesTo.includes(node.unit.id) || skill.appliesTo.includes(node.unit.capability))
          join(id, node.key, "about");
  }
  for (const node of new Set(homes.values()))
    if ((node.kind === "definition" || node.kind === "base") && node.unit !== null)
      for (const permission of node.unit.permissions) {
        const id = `permission ${permission}`;
        if (!all.some((card) => card.id === id)) all.push(plain(id, "permission", permission));
        join(node.key, id, "needs");
      }
  const place = new Map(all.map((card) => [card.id, `${kinds.indexOf(card.kind)} ${card.name} ${card.id}`]));
  const order = (id: string): string => place.get(id)!;
  return {
    cards: all.sort((a, b) => byText(order(a.id), order(b.id))),
    lines: [...lines.values()].sort((a, b) => byText(order(a.from), order(b.from)) || byText(order(a.to), order(b.to))),
  };
}

function plain(id: string, kind: CardKind, name: string): Card {
  return { id, kind, name, version: null, health: null, tokens: 0, helpers: 0, asked: false };
}

function cardOf(node: Node, trace: LinkTrace): ToolCard {
  const kind = node.kind === "entry" ? "entry" : node.kind === "base" ? "base" : "composed";
  const unit = node.kind === "definition" || node.kind === "base" ? node.unit : null;
  const name = node.kind === "entry" ? node.label : (trace.names.names.get(node.key) ?? node.label);
  return { ...plain(node.key, kind, name), version: unit?.version ?? null, health: unit?.health ?? null };
}

/**
 * The card each node belongs to. A wrapper is its tool's. A helper is of the tool that reaches it first; one that several
 * tools of a file share is counted where the shortest way leads.
 */
function homesOf(trace: LinkTrace): ReadonlyMap<string, Node> {
  const { closure } = trace.resolved;
  const homes = new Map<string, Node>();
  const homeOf = (node: Node): Node => {
    const way: Node[] = [];
    let at = node;
    const seen = new Set<string>();
    while (!homes.has(at.key) && !isHome(at) && !seen.has(at.key)) {
      seen.add(at.key);
      way.push(at);
      const edge = closure.reachedBy.get(at.key);
      const next = at.kind === "wrapper" ? at.of : edge === undefined ? undefined : closure.nodes.get(edge.from);
      if (next === undefined) break;
      at = next;
    }
    const home = homes.get(at.key) ?? at;
    for (const one of way) homes.set(one.key, home);
    homes.set(at.key, home);
    return home;
  };
  for (const node of closure.nodes.values()) homeOf(node);
  return homes;
}

function isHome(node: Node): boolean {
  return node.kind === "entry" || node.kind === "base" || (node.kind === "definition" && node.unit !== null);
}
