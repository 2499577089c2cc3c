// The text of the image: every definition as its author wrote it, comments and layout included, with only the names edited
// that mean something else in the image. Lines are never added or joined inside a definition, so the map back is exact.
//
//   ; parse_csv@1.0.0, csv.clj:3
//   (defn parse-csv …)

import type { Place, Span } from "../base/span.ts";
import { type Renamed, renamedWords } from "./apart.ts";
import type { ImageNames } from "./hygiene.ts";
import type { Closure, Edge, LinkedSource, Node } from "./image.ts";
import { placesIn } from "./line-starts.ts";
import type { Ordered } from "./order.ts";
import { byMapWrapper, byPlaceWrapper, parametersOf } from "./wrappers.ts";

/** A word of the source that is another one in the image; the column is that of the image. */
export interface MappedEdit {
  readonly line: number;
  readonly column: number;
  readonly was: string;
  readonly now: string;
}

/** Lines of the image that come from one place. */
export interface MappedPart {
  /** The Lisp name defined there. */
  readonly name: string;
  /** First line in the image, from 1. */
  readonly line: number;
  readonly lines: number;
  readonly file: string;
  /** The first line's line and column in the file, from 1. */
  readonly sourceLine: number;
  readonly sourceColumn: number;
  readonly edits: readonly MappedEdit[];
}

export interface Prelude {
  readonly text: string;
  readonly map: readonly MappedPart[];
  /** The entry program as the image has it; null without one. */
  readonly entry: { readonly text: string; readonly map: readonly MappedPart[] } | null;
}

export function emitPrelude(ordered: Ordered, closure: Closure, names: ImageNames): Prelude {
  const out = new Writer();
  const uses = usesBySource(closure.edges);
  for (const node of ordered.order) {
    const name = names.names.get(node.key)!;
    if (node.kind === "wrapper") out.block(wrapperText(node, name, names));
    else if (node.kind === "definition") {
      const { source, definition, unit } = node;
      const edits = (uses.get(node.key) ?? []).flatMap((edge) => editOf(edge, closure, names, source));
      edits.push(...absentIn(source, definition.span));
      if (definition.name !== name) edits.push({ span: definition.nameSpan, now: name });
      const { line } = out.placeIn(source, definition.span.start);
      if (unit !== null) out.block(`; ${unit.id}@${unit.version}, ${oneLine(source.parsed.file)}:${line}`, "");
      out.part(name, source, definition.chunk, edits);
      const second = names.seconds.get(node.key);
      if (second !== undefined) out.block(`(def ${second} ${name})`);
    }
  }
  return { text: out.text, map: out.map, entry: entryText(closure, names, uses) };
}

function oneLine(file: string): string {
  return file.replace(/[\u0000-\u001f\u007f\u2028\u2029]/g, "?");
}

function wrapperText(node: Extract<Node, { kind: "wrapper" }>, name: string, names: ImageNames): string {
  const target = names.names.get(node.of.key)!;
  if (node.of.kind === "base") return byPlaceWrapper(name, target, parametersOf(node.of.unit));
  const { unit, definition } = node.of;
  const declared = unit === null ? null : parametersOf(unit);
  return byMapWrapper(name, target, declared?.map((p) => p.name) ?? definition.params);
}

function usesBySource(edges: readonly Edge[]): ReadonlyMap<string, readonly Edge[]> {
  const out = new Map<string, Edge[]>();
  for (const edge of edges) {
    if (edge.use === null) continue;
    const list = out.get(edge.from) ?? [];
    list.push(edge);
    out.set(edge.from, list);
  }
  return out;
}

/** The word to write where a use stands; nothing when it stands there already. */
function editOf(edge: Edge, closure: Closure, names: ImageNames, source: LinkedSource): Renamed[] {
  const use = edge.use!;
  const target = closure.nodes.get(edge.to)!;
  const name = names.names.get(edge.to)!;
  const written = source.parsed.text.slice(use.span.start, use.span.end);
  if (target.kind === "base") {
    const now = `tool/${name}`;
    return written.replaceAll("-", "_") === now.replaceAll("-", "_") ? [] : [{ span: use.span, now }];
  }
  const now = use.isLocal(name) ? (names.seconds.get(edge.to) ?? name) : name;
  return written === now ? [] : [{ span: use.span, now }];
}

/** The grand-total of (or grand-total 0) is nil, though the image may define a tool of that name. */
function absentIn({ parsed }: LinkedSource, { start, end }: Span): readonly Renamed[] {
  return parsed.absent.flatMap(({ span }) => (start <= span.start && span.end <= end ? [{ span, now: "nil" }] : []));
}

function entryText(closure: Closure, names: ImageNames, uses: ReadonlyMap<string, readonly Edge[]>): Prelude["entry"] {
  const entry = closure.nodes.get("entry");
  if (entry?.kind !== "entry") return null;
  const { parsed } = entry.source;
  const linked = uses.get("entry") ?? [];
  const meant = new Set(linked.map((edge) => edge.use!.span.start));
  const edits = linked.flatMap((edge) => editOf(edge, closure, names, entry.source));
  edits.push(...absentIn(entry.source, { start: 0, end: parsed.text.length }).filter((e) => !meant.has(e.span.start)));
  edits.push(...renamedWords(parsed, names.entryNames));
  const out = new Writer();
  out.part("entry", entry.source, { start: 0, end: parsed.text.length }, edits);
  return { text: out.text, map: out.map };
}

class Writer {
  private readonly parts: string[] = [];
  private readonly places = new Map<LinkedSource, (offset: number) => Place>();
  private lines = 0;
  readonly map: MappedPart[] = [];

  placeIn(source: LinkedSource, offset: number): Place {
    let find = this.places.get(source);
    if (find === undefined) {
      find = placesIn(source.parsed.text);
      this.places.set(source, find);
    }
    return find(offset);
  }

  get text(): string {
    return this.parts.join("");
  }

  block(text: string, gap = "\n"): void {
    const whole = `${text}\n${gap}`;
    this.parts.push(whole);
    this.lines += count(whole);
  }

  /** A stretch of a source with its edits; they never overlap and never hold a line end. */
  part(name: string, source: LinkedSource, stretch: Span, unsorted: readonly Renamed[]): void {
    const edits = [...new Map(unsorted.map((e) => [e.span.start, e])).values()].sort(
      (a, b) => a.span.start - b.span.start,
    );
    const { text, file } = source.parsed;
    const mapped: MappedEdit[] = [];
    let written = "";
    let from = stretch.start;
    let line = this.lines + 1;
    let lineStart = 0;
    const add = (piece: string): void => {
      for (let i = piece.indexOf("\n"); i !== -1; i = piece.indexOf("\n", i + 1)) {
        line++;
        lineStart = written.length + i + 1;
      }
      written += piece;
    };
    for (const { span, now } of edits) {
      add(text.slice(from, span.start));
      mapped.push({ line, column: written.length - lineStart + 1, was: text.slice(span.start, span.end), now });
      written += now;
      from = span.end;
    }
    add(text.slice(from, stretch.end));
    const place = this.placeIn(source, stretch.start);
    const whole = `${written}\n\n`;
    this.map.push({
      name,
      line: this.lines + 1,
      lines: count(whole) - 1,
      file,
      sourceLine: place.line,
      sourceColumn: place.column,
      edits: mapped,
    });
    this.parts.push(whole);
    this.lines += count(whole);
  }
}

function count(text: string): number {
  let lines = 0;
  for (let i = text.indexOf("\n"); i !== -1; i = text.indexOf("\n", i + 1)) lines++;
  return lines;
}
