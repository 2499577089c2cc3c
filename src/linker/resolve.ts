// From the roots to everything they reach: each use of a name becomes an edge to exactly one node. Texts are parsed when a
// definition of theirs is first reached, so what is not needed costs nothing. Ranges asked for on the way may change
// choices already made, so the walk is repeated until the ranges it assumed are the ranges it found.

import { suggest } from "../base/suggest.ts";
import { specialForms } from "../lisp/analyze/analyze.ts";
import { explainUnbound } from "../lisp/analyze/unbound.ts";
import { foldId, splitReference } from "../names/id.ts";
import { type Choice, choose, fitsRange, isRange } from "./choose.ts";
import type { LinkFault, LinkWarning, Path, Requirement, Spot } from "./faults.ts";
import {
  type BaseNode,
  byText,
  type Closure,
  type DefinitionNode,
  type Edge,
  type EntryNode,
  type LinkedRoot,
  type LinkedSource,
  type Node,
  pathTo,
  spotOf,
  type WrapperNode,
} from "./image.ts";
import type { LinkInput, Root } from "./input.ts";
import type { Lock } from "./lock.ts";
import { idsOf, imageNameOf } from "./symbols.ts";
import type { Definition } from "./text/definition.ts";
import { type ParsedSource, parseSource, reachedFrom, strayHint, type Use } from "./text/parse.ts";
import { type LispUnit, retriesOf, type SourceText, type Unit } from "./unit.ts";

export interface Resolved {
  readonly closure: Closure;
  /** What each name asked for came to: "parse_csv" to "parse_csv_eu@1.2.0". */
  readonly references: ReadonlyMap<string, string>;
  readonly choices: ReadonlyMap<string, Extract<Choice, { ok: true }>>;
  readonly parsed: readonly ParsedSource[];
  readonly faults: readonly LinkFault[];
  readonly warnings: readonly LinkWarning[];
}

/** Paths are long and rarely shown: they are made when a fault needs one. */
type LazyPath = () => Path;

interface Want {
  readonly range: string;
  readonly path: LazyPath;
}

type Ranges = ReadonlyMap<string, readonly Want[]>;

/** After more rounds than any sane set of ranges needs, ranges are only added: the catalogue has a last one, so that ends. */
const ROUNDS = 10;

export function resolveReferences(input: LinkInput, roots: readonly Root[]): Resolved {
  const texts = new Map<string, ParsedSource>();
  let assumed: Ranges = new Map();
  for (let round = 1; ; round++) {
    const walk = new Walk(input, roots, assumed, texts);
    const resolved = walk.run();
    const next = round < ROUNDS ? walk.ranges : merged(assumed, walk.ranges);
    if (sameRanges(assumed, next)) return resolved;
    assumed = next;
  }
}

/** What each name came to, and every tool by its own name: whoever asks for it now means the same version. */
function lockedVersions(lock: Lock | undefined): Readonly<Record<string, string>> {
  if (lock === undefined) return {};
  const tools = Object.entries(lock.tools).map(([id, { version }]) => [id, `${id}@${version}`] as const);
  return { ...Object.fromEntries(tools), ...lock.references };
}

function rangeTexts(wants: readonly Want[]): readonly string[] {
  return [...new Set(wants.map((w) => w.range))].sort(byText);
}

function sameRanges(a: Ranges, b: Ranges): boolean {
  if (a.size !== b.size) return false;
  for (const [id, wants] of a) if (rangeTexts(wants).join("|") !== rangeTexts(b.get(id) ?? []).join("|")) return false;
  return true;
}

function merged(a: Ranges, b: Ranges): Ranges {
  const out = new Map(a);
  for (const [id, wants] of b) {
    const known = out.get(id) ?? [];
    out.set(id, [...known, ...wants.filter(({ range }) => known.every((want) => want.range !== range))]);
  }
  return out;
}

/** One walk over everything reachable, with the ranges of the walk before. */
class Walk {
  private readonly nodes = new Map<string, Node>();
  private readonly edges: Edge[] = [];
  private readonly reachedBy = new Map<string, Edge>();
  private readonly faults: LinkFault[] = [];
  private readonly warnings = new Map<string, LinkWarning>();
  private readonly choices = new Map<string, Choice>();
  /** By text and by which of its own tools it keeps: one text is two where some were registered before others. */
  private readonly sources = new Map<string, LinkedSource>();
  private readonly parsedBy = new Map<string, ParsedSource>();
  private readonly numbers = new Map<LinkedSource, number>();
  private readonly sourcesOf = new Map<LispUnit, LinkedSource>();
  private readonly reported = new Set<string>();
  private readonly queue: Node[] = [];
  private readonly rootKeys = new Set<string>(["entry"]);
  readonly ranges = new Map<string, Want[]>();

  constructor(
    private readonly input: LinkInput,
    private readonly wanted: readonly Root[],
    private readonly assumed: Ranges,
    private readonly texts: Map<string, ParsedSource>,
  ) {}

  run(): Resolved {
    const roots = this.wanted.flatMap((root) => this.root(root));
    if (this.input.entry !== undefined) this.enter(this.input.entry);
    for (let i = 0; i < this.queue.length; i++) this.visit(this.queue[i]!);
    this.declaredRanges();
    const closure = { nodes: this.nodes, edges: this.edges, roots, reachedBy: this.reachedBy };
    const made = [...this.choices].flatMap(([id, choice]) => (choice.ok ? [[id, choice] as const] : []));
    return {
      closure,
      references: new Map(made.map(([id, { candidate }]) => [id, `${candidate.unit.id}@${candidate.unit.version}`])),
      choices: new Map(made),
      parsed: [...this.parsedBy.values()],
      faults: this.faults,
      warnings: [...this.warnings.values()],
    };
  }

  /** A range holds for all that its tool reaches, also where a helper or another tool makes the call. */
  private declaredRanges(): void {
    const reached = new Set(this.choices.keys());
    for (const choice of this.choices.values()) if (choice.ok) reached.add(choice.candidate.unit.id);
    for (const node of this.nodes.values()) {
      if (node.kind !== "definition" || node.unit === null) continue;
      for (const [id, range] of Object.entries(node.unit.requires))
        if (reached.has(id)) this.want(id, { range, path: this.path(node, null) });
    }
  }

  private want(id: string, want: Want): void {
    this.ranges.set(id, [...(this.ranges.get(id) ?? []), want]);
  }

  private root(root: Root): readonly LinkedRoot[] {
    const { name, version } = splitReference(root.ref);
    const path: LazyPath = () => (root.from === undefined ? [] : [{ name: root.from, at: null }]);
    if (idsOf(name).length === 0) {
      this.fault({ code: "invalid_reference", text: root.ref, why: "name", path: path() });
      return [];
    }
    if (root.as !== undefined && foldId(root.as) === null) {
      this.fault({ code: "invalid_reference", text: root.as, why: "alias", path: path() });
      return [];
    }
    const unit = this.unitFor(name, version, path);
    if (unit === null) return [];
    const node = this.unitNode(unit);
    if (node === null) return [];
    this.rootKeys.add(node.key);
    return [{ ref: root.ref, as: root.as ?? null, from: root.from ?? null, key: node.key }];
  }

  private enter(entry: SourceText): void {
    const parsed = parseSource(entry);
    const source: LinkedSource = { parsed, owner: "entry", kept: [] };
    this.keep(entry.text, source);
    this.tellProblems("entry", parsed);
    const node: EntryNode = { kind: "entry", key: "entry", label: entry.file, source };
    this.nodes.set(node.key, node);
    this.queue.push(node);
  }

  private visit(node: Node): void {
    if (node.kind === "base") this.requirements(node, node.unit);
    else if (node.kind === "wrapper") this.link(node, node.of, null);
    else if (node.kind === "entry") {
      const { parsed } = node.source;
      for (const use of [...parsed.looseUses, ...[...parsed.uses.values()].flat()]) this.entryUse(node, use);
      // What is nil when nothing defines it is a tool when there is one; in a tool's text it is nil, whatever else is linked.
      for (const use of parsed.absent)
        if (idsOf(use.name).some((id) => this.input.catalog.find(id) !== null))
          this.entryUse(node, { ...use, kind: "name" });
    } else {
      for (const use of node.source.parsed.uses.get(node.definition) ?? []) this.use(node, use);
      if (node.unit !== null) this.requirements(node, node.unit);
    }
  }

  /** Tools that must be there though no text names them. */
  private requirements(node: Node, unit: Unit): void {
    for (const required of [...unit.requiredTools].sort(byText)) {
      const { name, version } = splitReference(required);
      const found = this.unitFor(name, version, this.path(node, null));
      const target = found === null ? null : this.unitNode(found);
      if (target !== null) this.link(node, target, null);
    }
  }

  private entryUse(node: EntryNode, use: Use): void {
    if (use.kind === "name" && node.source.parsed.definitions.has(use.name)) return;
    if (use.kind === "name" && node.source.parsed.nested.some((n) => n.name === use.name)) return;
    this.elsewhere(node, use, {});
  }

  private use(node: DefinitionNode, use: Use): void {
    const own = node.source.parsed.definitions.get(use.name);
    const requires = node.unit?.requires ?? {};
    if (use.kind === "name" && own !== undefined) {
      // A tool of the same text is a tool like any other: the catalogue may know a better one by now. But who was proven
      // with this one, before anybody had registered that name, means this one.
      const isKept = node.source.kept.includes(own.name);
      const isTool = own.signature !== null && own !== node.definition && !isKept;
      const id = isTool ? idsOf(own.name).find((i) => this.input.catalog.find(i) !== null) : undefined;
      if (id === undefined) this.link(node, this.definitionNode(node.source, own, null), use);
      else this.elsewhere(node, use, requires);
      return;
    }
    if (use.kind === "name" && node.source.parsed.nested.some((n) => n.name === use.name)) return;
    this.elsewhere(node, use, requires);
  }

  private elsewhere(node: Node, use: Use, requires: Readonly<Record<string, string>>): void {
    const range = idsOf(use.name)
      .map((id) => requires[id])
      .find((r) => r !== undefined);
    const unit = this.unitFor(use.name, range ?? null, this.path(node, use));
    if (unit === null) return;
    const target = this.unitNode(unit);
    if (target === null) return;
    if (use.kind === "tool" && target.kind === "definition") this.link(node, this.wrapper("by-map", target), use);
    else if (use.kind === "name" && target.kind === "base") this.link(node, this.wrapper("by-place", target), use);
    else this.link(node, target, use);
  }

  /** The unit a name means; null after saying why there is none. */
  private unitFor(name: string, range: string | null, path: LazyPath): Unit | null {
    const ids = idsOf(name);
    const id = ids.find((i) => this.input.catalog.find(i) !== null);
    if (id === undefined) {
      this.unresolved(name, ids, path);
      return null;
    }
    if (range !== null && !isRange(range)) {
      this.fault({ code: "invalid_reference", text: `${name}@${range}`, why: "range", path: path() });
      return null;
    }
    if (range !== null) this.want(id, { range, path });
    let choice = this.choices.get(id);
    if (choice === undefined) {
      const wants = range === null ? [] : [{ range, path }];
      choice = this.choose(id, [...(this.assumed.get(id) ?? []), ...wants], path);
      this.choices.set(id, choice);
    }
    return choice.ok ? choice.candidate.unit : null;
  }

  private choose(id: string, wants: readonly Want[], path: LazyPath): Choice {
    const choosing = {
      catalog: this.input.catalog,
      locked: lockedVersions(this.input.lock),
      force: new Set((this.input.force ?? []).flatMap(idsOf)),
      model: this.input.model ?? null,
    };
    const choice = choose(id, rangeTexts(wants), choosing);
    if (choice.ok) {
      const { unit } = choice.candidate;
      // Under whatever name a tool is reached, it is one tool: what is asked of it by its own name holds here as well.
      const further = unit.id === id ? [] : (this.assumed.get(unit.id) ?? []);
      if (further.some(({ range }) => !fitsRange(unit.version, range))) {
        const again = this.choose(unit.id, [...(choice.replacedBy === null ? wants : []), ...further], path);
        return again.ok ? { ...again, replacedBy: choice.replacedBy } : again;
      }
      this.warn(id, choice);
      return choice;
    }
    // Several names may come to one tool that cannot be had.
    const asked = `${id}@${rangeTexts(wants).join(" ")}`;
    if (this.reported.has(asked)) return choice;
    this.reported.add(asked);
    if (choice.why === "unknown") this.unresolved(id, [id], path);
    else if (choice.why === "unhealthy") {
      const { id: unit, version, health, healthy } = choice;
      this.fault({ code: "quarantined", id: unit, version, health, healthy, path: path() });
    } else {
      const single = wants.length > 0 && wants.every((w) => choose(id, [w.range], choosing).ok);
      if (single) this.fault({ code: "version_conflict", id, wants: distinct(wants) });
      else {
        const impossible = wants.find((w) => !choose(id, [w.range], choosing).ok) ?? { range: "*", path };
        const { available } = choice;
        this.fault({ code: "version_not_found", id, range: impossible.range, available, path: impossible.path() });
      }
    }
    return choice;
  }

  private warn(id: string, choice: Extract<Choice, { ok: true }>): void {
    const { unit } = choice.candidate;
    const tell = (warning: LinkWarning) => this.warnings.set(`${warning.code} ${unit.id}`, warning);
    if (choice.replacedBy !== null) tell({ code: "replaced", id, by: unit.id });
    if (choice.forced) tell({ code: "forced", id: unit.id, health: unit.health });
    else if (unit.health === "flaky") tell({ code: "flaky", id: unit.id, retries: retriesOf(unit) });
    else if (unit.health === "pending") tell({ code: "unproven", id: unit.id });
    if (choice.staleLock !== null) tell({ code: "stale_lock", id, locked: choice.staleLock });
  }

  private unresolved(name: string, ids: readonly string[], lazy: LazyPath): void {
    const path = lazy();
    const at = path.at(-1)?.at ?? null;
    const tellOnce = `${name} in ${at?.file ?? path.map((s) => s.name).join(" ")}`;
    if (this.reported.has(tellOnce)) return;
    this.reported.add(tellOnce);
    const archived = ids.find((id) => this.input.catalog.archived?.(id) === true);
    if (archived !== undefined) {
      this.fault({ code: "archived_tool", id: archived, path });
      return;
    }
    // What stands in the same text is likelier to be meant than any tool.
    const own = new Set(at === null ? [] : this.parsedBy.get(at.text)?.definitions.keys());
    const near = suggest(name, own, 1).length > 0 ? [] : this.input.catalog.near(ids[0] ?? name);
    const forms = new Set(specialForms.keys());
    const advice = at === null ? null : explainUnbound(name, { own, forms, tools: new Set() }).hint;
    this.fault({ code: "unresolved_symbol", name, near, advice, path });
  }

  private unitNode(unit: Unit): DefinitionNode | BaseNode | null {
    if (unit.layer === "base") {
      const node: BaseNode = { kind: "base", key: `base ${unit.id}`, label: unit.id, unit };
      return this.add(node);
    }
    const source = this.source(unit);
    const definition = source.parsed.definitions.get(unit.main);
    if (definition !== undefined) return this.definitionNode(source, definition, unit);
    if (source.parsed.problems.length === 0 && !this.reported.has(`main of ${unit.id}`)) {
      this.reported.add(`main of ${unit.id}`);
      const near = suggest(unit.main, source.parsed.definitions.keys());
      this.fault({ code: "missing_definition", unit: unit.id, main: unit.main, near });
    }
    return null;
  }

  private source(unit: LispUnit): LinkedSource {
    const known = this.sourcesOf.get(unit);
    if (known !== undefined) return known;
    const { text } = unit.source;
    const parsed = this.texts.get(text) ?? parseSource(unit.source);
    this.texts.set(text, parsed);
    const kept = this.keptBy(unit, parsed);
    const key = kept.length === 0 ? text : `${kept.join(" ")}\n${text}`;
    const source = this.sources.get(key) ?? { parsed, owner: ownerOf(parsed, unit), kept };
    this.sourcesOf.set(unit, source);
    if (this.sources.has(key)) return source;
    const isTold = this.parsedBy.has(text);
    this.keep(key, source);
    if (isTold) return source;
    this.tellProblems(unit.id, parsed);
    this.tellShape(unit.id, parsed);
    return source;
  }

  private keep(key: string, source: LinkedSource): void {
    this.sources.set(key, source);
    this.numbers.set(source, this.numbers.size);
    this.parsedBy.set(source.parsed.text, source.parsed);
  }

  /** Tools of its own text that it was registered with, where the catalogue has another one under their name by now. */
  private keptBy(unit: LispUnit, parsed: ParsedSource): readonly string[] {
    const main = parsed.definitions.get(unit.main);
    const { dependencies } = unit;
    if (dependencies === undefined || main === undefined) return [];
    const unrecorded = [...reachedFrom(main, parsed)].filter(({ name, signature }) => {
      const ids = idsOf(name);
      const isKnown = ids.some((id) => this.input.catalog.find(id) !== null);
      return signature !== null && isKnown && !ids.some((id) => id === unit.id || dependencies.includes(id));
    });
    // All of them or none: what is the same definition may use one that is another.
    const isAnother = unrecorded.some(({ name }) => !this.isOnlyIn(parsed.text, name));
    return isAnother ? unrecorded.map(({ name }) => name).sort(byText) : [];
  }

  private isOnlyIn(text: string, name: string): boolean {
    const id = idsOf(name).find((one) => this.input.catalog.find(one) !== null);
    const candidates = id === undefined ? [] : (this.input.catalog.find(id)?.candidates ?? []);
    return candidates.every(({ unit }) => unit.layer === "composed" && unit.source.text === text && unit.main === name);
  }

  private definitionNode(source: LinkedSource, definition: Definition, unit: LispUnit | null): DefinitionNode {
    const key = `${this.numbers.get(source)!} ${definition.name}`;
    const known = this.nodes.get(key);
    if (known?.kind === "definition" && (known.unit !== null || unit === null)) return known;
    const label = unit === null ? `${source.owner}--${definition.name}` : imageNameOf(unit.id);
    const node: DefinitionNode = { kind: "definition", key, label, source, definition, unit };
    if (known === undefined) return this.add(node);
    // Reached as a helper first, now as the tool it is: what it requires is not yet linked.
    this.nodes.set(key, node);
    this.requirements(node, unit!);
    return node;
  }

  private wrapper(shape: WrapperNode["shape"], of: DefinitionNode | BaseNode): WrapperNode {
    return this.add({ kind: "wrapper", key: `${shape} ${of.key}`, label: `${of.label}--${shape}`, shape, of });
  }

  private add<N extends Node>(node: N): N {
    const known = this.nodes.get(node.key);
    if (known !== undefined) return known as N;
    this.nodes.set(node.key, node);
    this.queue.push(node);
    return node;
  }

  private link(from: Node, to: Node, use: Use | null): void {
    const edge: Edge = { from: from.key, to: to.key, use, when: use?.when ?? "later" };
    this.edges.push(edge);
    if (!this.reachedBy.has(to.key) && to.key !== from.key && !this.rootKeys.has(to.key))
      this.reachedBy.set(to.key, edge);
  }

  private path(node: Node, use: Use | null): LazyPath {
    return () => {
      const path = pathTo(node.key, { nodes: this.nodes, reachedBy: this.reachedBy });
      return [...path.slice(0, -1), { name: node.label, at: spotOf(node, use) }];
    };
  }

  private tellProblems(unit: string, parsed: ParsedSource): void {
    for (const problem of parsed.problems)
      this.fault({ code: "invalid_source", unit, at: this.spot(parsed, problem.span), problem });
  }

  /** What a tool's text may not have though the language allows it. */
  private tellShape(unit: string, parsed: ParsedSource): void {
    for (const { name, first, again } of parsed.repeated) {
      const spots = [first, again].map((span) => ({ name: unit, at: this.spot(parsed, span) }));
      this.fault({ code: "duplicate_symbol", name, spots });
    }
    for (const { name, span } of parsed.nested)
      this.fault({ code: "nested_definition", name, at: this.spot(parsed, span) });
    if (parsed.problems.length > 0) return;
    for (const form of parsed.loose)
      this.fault({ code: "stray_expression", unit, hint: strayHint(form), at: this.spot(parsed, form.span) });
  }

  private spot(parsed: ParsedSource, span: Spot["span"]): Spot {
    return { file: parsed.file, text: parsed.text, span };
  }

  private fault(fault: LinkFault): void {
    this.faults.push(fault);
  }
}

function ownerOf(parsed: ParsedSource, unit: LispUnit): string {
  for (const { name, signature } of parsed.definitions.values())
    if (signature !== null) return imageNameOf(foldId(name) ?? name);
  return imageNameOf(unit.id);
}

/** One path for each range is enough. */
function distinct(wants: readonly Want[]): readonly Requirement[] {
  return rangeTexts(wants).map((range) => ({ range, path: wants.find((w) => w.range === range)!.path() }));
}
