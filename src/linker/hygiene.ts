// What everything is called in the image. Tools keep the name of their id; private helpers always carry the name of their
// tool (parse-csv--split-line), so a tool's part of the image is the same text whatever else is linked. No new name is ever
// a local where it is written.

import { specialForms } from "../lisp/analyze/analyze.ts";
import { constants, findBuiltin } from "../lisp/builtins/index.ts";
import { foldId } from "../names/id.ts";
import { namesApart } from "./apart.ts";
import type { LinkFault, Step } from "./faults.ts";
import { compareNodes } from "./graph.ts";
import type { Closure, DefinitionNode, Edge, Node, WrapperNode } from "./image.ts";
import { grantNameOf, imageNameOf } from "./symbols.ts";

export interface ImageNames {
  /** Of definitions and wrappers their Lisp name, of base tools the name they are granted under; by node key. */
  readonly names: ReadonlyMap<string, string>;
  /** Second names of definitions whose own name is a local somewhere they are used. */
  readonly seconds: ReadonlyMap<string, string>;
  /** New names of definitions of the entry program, by old name. */
  readonly entryNames: ReadonlyMap<string, string>;
  readonly faults: readonly LinkFault[];
}

export function isTakenByLanguage(name: string): boolean {
  return specialForms.has(name) || constants.has(name) || findBuiltin(name) !== undefined;
}

export function nameDefinitions(closure: Closure): ImageNames {
  const nodes = [...closure.nodes.values()].sort(compareNodes);
  const uses = usesByTarget(closure.edges);
  const names = new Map<string, string>();
  const seconds = new Map<string, string>();
  const taken = new Map<string, Node>();

  // Step 1: tools, whose names are given.
  const { aliases, faults } = aliasesIn(closure);
  for (const node of nodes) {
    if (node.kind !== "definition" || node.unit === null) continue;
    const name = imageNameOf(aliases.get(node.key) ?? node.unit.id);
    if (isTakenByLanguage(name)) {
      const at = spotOfName(node);
      faults.push({ code: "reserved_name", id: node.unit.id, name, at });
    }
    const other = taken.get(name);
    if (other !== undefined)
      faults.push({ code: "duplicate_symbol", name, spots: [definedAt(other), definedAt(node)] });
    else taken.set(name, node);
    names.set(node.key, name);
  }

  // Step 2: everything that may be called anything, in the order of labels.
  const isFree = (name: string, node: Node): boolean =>
    !taken.has(name) && !isTakenByLanguage(name) && (uses.get(node.key) ?? []).every((e) => !e.use?.isLocal(name));
  const allot = (wanted: string, node: Node): string => {
    let name = wanted;
    for (let n = 2; !isFree(name, node); n++) name = `${wanted}-${n}`;
    taken.set(name, node);
    return name;
  };
  for (const node of nodes)
    if (node.kind === "definition" && node.unit === null)
      names.set(node.key, allot(`${node.source.owner}--${node.definition.name}`, node));
  for (const node of nodes)
    if (node.kind === "wrapper")
      names.set(node.key, allot(`${names.get(node.of.key) ?? wrapped(node)}--${node.shape}`, node));

  // Step 3: tools whose name is hidden by a local where they are used.
  for (const node of nodes) {
    if (node.kind !== "definition" || node.unit === null) continue;
    const name = names.get(node.key)!;
    if ((uses.get(node.key) ?? []).some((e) => e.use?.isLocal(name)))
      seconds.set(node.key, allot(`${name}--outer`, node));
  }

  const granted = new Set<string>();
  for (const node of nodes) {
    if (node.kind !== "base") continue;
    const wanted = grantNameOf(aliases.get(node.key) ?? node.unit.id);
    let name = wanted;
    for (let n = 2; granted.has(name); n++) name = `${wanted}_${n}`;
    granted.add(name);
    names.set(node.key, name);
  }
  return { names, seconds, entryNames: entryNames(closure, taken), faults };
}

/** What tools are to be called instead of their id, by node key: one name for each, since the prompt shows a tool once. */
function aliasesIn({ roots, nodes }: Closure): { aliases: ReadonlyMap<string, string>; faults: LinkFault[] } {
  const aliases = new Map<string, string>();
  const conflicting = new Set<string>();
  for (const { key, as } of roots) {
    if (as === null) continue;
    const other = aliases.get(key);
    if (other === undefined) aliases.set(key, as);
    else if (foldId(other) !== foldId(as)) conflicting.add(key);
  }
  const faults = [...conflicting].map((key): LinkFault => {
    const wants = roots.flatMap(({ key: of, as, from }) => (of === key && as !== null ? [{ name: as, from }] : []));
    const node = nodes.get(key);
    const id = node?.kind === "base" || node?.kind === "definition" ? (node.unit?.id ?? node.label) : key;
    return { code: "conflicting_names", id, wants };
  });
  return { aliases, faults };
}

function wrapped(node: WrapperNode): string {
  return imageNameOf(node.of.label);
}

function usesByTarget(edges: readonly Edge[]): ReadonlyMap<string, readonly Edge[]> {
  const out = new Map<string, Edge[]>();
  for (const edge of edges) {
    const list = out.get(edge.to) ?? [];
    list.push(edge);
    out.set(edge.to, list);
  }
  return out;
}

/** An entry program keeps its names, except where they would replace a tool's or the language's for everyone. */
function entryNames(closure: Closure, taken: ReadonlyMap<string, Node>): ReadonlyMap<string, string> {
  const entry = closure.nodes.get("entry");
  if (entry?.kind !== "entry") return new Map();
  return namesApart(entry.source.parsed, (name) => taken.has(name) || isTakenByLanguage(name), "entry");
}

function definedAt(node: Node): Step {
  return { name: node.label, at: node.kind === "definition" ? spotOfName(node) : null };
}

function spotOfName({ source, definition }: DefinitionNode) {
  return { file: source.parsed.file, text: source.parsed.text, span: definition.nameSpan };
}
