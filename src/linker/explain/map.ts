// The link map, as `--map` prints it: what is where in the image, how large it is, and what pulled it in.
//
//   pos  name                   version  lines  tokens  pulled in by
//     1  parse-csv--split-line           1      14      parse-csv
//     2  parse-csv              1.0.0    5      60      report
//     3  report                 1.2.0    4      48      (asked for)

import { estimate } from "../bundle/tokens.ts";
import type { Edge, Node } from "../image.ts";
import type { LinkTrace } from "../link.ts";

export interface MapRow {
  /** Place in the image; null for base tools, which have no text in it. */
  readonly position: number | null;
  readonly name: string;
  readonly kind: "tool" | "helper" | "wrapper" | "base tool";
  readonly id: string | null;
  readonly version: string | null;
  readonly health: string | null;
  readonly file: string | null;
  readonly characters: number;
  readonly tokens: number;
  /** The name of what first needed it; null for what was asked for. */
  readonly pulledInBy: string | null;
}

export function mapOf(trace: LinkTrace): readonly MapRow[] {
  const { closure } = trace.resolved;
  const counter = trace.input.counter ?? estimate;
  const nameOf = (key: string) => trace.names.names.get(key) ?? closure.nodes.get(key)?.label ?? key;
  // Through a wrapper it is whoever needed the wrapper.
  const userOf = (edge: Edge): string => {
    const further = closure.nodes.get(edge.from)?.kind === "wrapper" ? closure.reachedBy.get(edge.from) : undefined;
    return further?.from ?? edge.from;
  };
  const row = (node: Node, position: number | null): MapRow => {
    const text = textOf(node);
    const unit = node.kind === "base" || node.kind === "definition" ? node.unit : null;
    const by = closure.reachedBy.get(node.key);
    return {
      position,
      name: node.kind === "base" ? `tool/${nameOf(node.key)}` : nameOf(node.key),
      kind:
        node.kind === "base" ? "base tool" : node.kind === "wrapper" ? "wrapper" : unit === null ? "helper" : "tool",
      id: unit?.id ?? null,
      version: unit?.version ?? null,
      health: unit?.health ?? null,
      file: node.kind === "definition" ? node.source.parsed.file : null,
      characters: text.length,
      tokens: text === "" ? 0 : counter.count(text),
      pulledInBy: by === undefined ? null : nameOf(userOf(by)),
    };
  };
  const base = trace.graph.mapNodes((_, { node }) => node).filter((n) => n.kind === "base");
  return [...trace.ordered.order.map((node, i) => row(node, i + 1)), ...base.map((node) => row(node, null))];
}

/** Of a definition: what of its file goes into the image. */
export function textOf(node: Node): string {
  if (node.kind !== "definition") return "";
  const { start, end } = node.definition.chunk;
  return node.source.parsed.text.slice(start, end);
}

export function mapText(rows: readonly MapRow[]): string {
  const head = ["pos", "name", "version", "health", "tokens", "pulled in by"];
  const cells = rows.map((r) => [
    r.position === null ? "-" : String(r.position),
    r.name,
    r.version ?? "",
    r.health ?? "",
    String(r.tokens),
    r.pulledInBy ?? "(asked for)",
  ]);
  return tableText(head, cells);
}

/** Columns as wide as their widest cell; no spaces at line ends. */
export function tableText(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((h, i) => rows.reduce((most, row) => Math.max(most, row[i]!.length), h.length));
  const line = (row: readonly string[]) =>
    row
      .map((cell, i) => cell.padEnd(widths[i]!))
      .join("  ")
      .trimEnd();
  return [head, ...rows].map((row) => `${line(row)}\n`).join("");
}
