// Problems as text for people: a heading, the lines of the place with marks under it, the next step. Colour is a choice of
// the caller; the words are the same without it.
//
//   error[unbound_var]: lenght is not defined.
//     ┌─ report.clj:3:4
//   3 │   (lenght xs)
//     │    ^^^^^^
//     = hint: Use (count coll).

import type { Problem } from "./problem.ts";
import { lineText, placeOf, type Span } from "./span.ts";
import { type Cell, cellsOf, printable, widthOf } from "./width.ts";

export interface RenderOptions {
  readonly file: string;
  readonly color: boolean;
}

type Paint = (code: string, text: string) => string;

/** Columns of a line that are shown; longer lines are cut around the place. */
const mostColumns = 120;
/** Of a longer line, columns kept before the place. */
const leadColumns = 40;
/** UTF-16 units of a line that are looked at on each side of the place: programs may be one line of megabytes. */
const nearby = 1000;
/** Lines of a longer place that are shown before and after the gap. */
const firstLines = 3;
const lastLines = 2;

export function renderProblem(problem: Problem, source: string, options: RenderOptions): string {
  const paint: Paint = (code, text) => (options.color ? `\u001b[${code}m${text}\u001b[0m` : text);
  const { start, end } = linesOf(problem.span, source);
  const place = placeOf(source, problem.span.start);
  const gutter = " ".repeat(String(end).length);
  const lines = [
    `${paint("1;31", `${problem.severity}[${problem.reason}]`)}${paint("1", `: ${printable(problem.message)}`)}`,
    `${gutter} ${paint("34", "┌─")} ${printable(options.file)}:${place.line}:${place.column}`,
    ...(start === end
      ? oneLine(problem.span, source, start, gutter, paint)
      : manyLines(source, start, end, gutter, paint)),
  ];
  for (const other of problem.others ?? []) {
    const at = placeOf(source, other.span.start);
    lines.push(`${gutter} = ${at.line}:${at.column}: ${printable(other.text)}`);
  }
  if (problem.hint !== undefined) lines.push(`${gutter} = ${paint("36", "hint:")} ${printable(problem.hint)}`);
  return lines.join("\n");
}

/** First and last line of a span; a line end at its end does not count. */
function linesOf({ start, end }: Span, source: string): { start: number; end: number } {
  let last = Math.max(start, Math.min(end, source.length) - 1);
  while (last > start && /\s/.test(source[last]!)) last--;
  return { start: placeOf(source, start).line, end: placeOf(source, last).line };
}

function numbered(line: number, gutter: string, text: string, paint: Paint): string {
  return `${paint("34", String(line).padStart(gutter.length))} ${paint("34", "│")}${text === "" ? "" : ` ${text}`}`;
}

function oneLine(span: Span, source: string, line: number, gutter: string, paint: Paint): string[] {
  const column = placeOf(source, span.start).column - 1;
  const near = Math.max(0, column - nearby);
  const cells = cellsOf(lineText(source, line).slice(near, column + nearby));
  const { text, lead, marks } = excerpt(cells, column - near, column - near + span.end - span.start);
  return [
    numbered(line, gutter, text, paint),
    `${gutter} ${paint("34", "│")} ${" ".repeat(lead)}${paint("31", "^".repeat(marks))}`,
  ];
}

/** A place over several lines has a bar beside it instead of marks below. */
function manyLines(source: string, start: number, end: number, gutter: string, paint: Paint): string[] {
  const out: string[] = [];
  const bar = (line: number) => paint("31", line === start ? "╭" : line === end ? "╰" : "│");
  for (let line = start; line <= end; line++) {
    if (end - start + 1 > firstLines + lastLines + 1 && line === start + firstLines) {
      out.push(`${gutter} ${paint("34", "⋮")} ${paint("31", "│")}`);
      line = end - lastLines + 1;
    }
    const { text } = excerpt(cellsOf(lineText(source, line).slice(0, nearby)), 0, 0);
    out.push(numbered(line, gutter, `${bar(line)} ${text}`.trimEnd(), paint));
  }
  return out;
}

interface Excerpt {
  readonly text: string;
  /** Columns before the marks. */
  readonly lead: number;
  readonly marks: number;
}

/** The part of a line around the offsets from..to, with where the marks belong. */
function excerpt(cells: readonly Cell[], from: number, to: number): Excerpt {
  const at = cells.findIndex((c, i) => (cells[i + 1]?.offset ?? Number.POSITIVE_INFINITY) > from && c.offset <= from);
  const first = at === -1 ? cells.length : at;
  const before = cells.slice(0, first);
  const marked = cells.slice(first).filter((c) => c.offset < to);
  if (widthOf(cells) <= mostColumns) return { text: textOf(cells), lead: widthOf(before), marks: markWidth(marked) };
  const kept = tail(before, widthOf(before) > mostColumns - leadColumns ? leadColumns : mostColumns);
  const shown = head([...kept, ...cells.slice(first)], mostColumns);
  const cutLeft = kept.length < before.length ? "…" : "";
  const cutRight = kept.length + cells.length - first > shown.length ? "…" : "";
  const lead = cutLeft.length + widthOf(kept);
  return {
    text: `${cutLeft}${textOf(shown)}${cutRight}`,
    lead,
    marks: Math.min(markWidth(marked), Math.max(1, cutLeft.length + widthOf(shown) - lead)),
  };
}

function textOf(cells: readonly Cell[]): string {
  return cells.map((c) => c.text).join("");
}

/** Even an empty place, such as the end of the text, gets one mark. */
function markWidth(marked: readonly Cell[]): number {
  return Math.max(1, widthOf(marked));
}

/** As many of the first cells as fit. */
function head(cells: readonly Cell[], columns: number): Cell[] {
  let width = 0;
  return cells.filter((c) => {
    width += c.width;
    return width <= columns;
  });
}

/** As many of the last cells as fit. */
function tail(cells: readonly Cell[], columns: number): Cell[] {
  return head([...cells].reverse(), columns).reverse();
}
