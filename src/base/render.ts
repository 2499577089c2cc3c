// Problems as text for people: a heading, the source line, a caret under the place, the next step. Colour is a choice of the
// caller; the words are the same without it.

import type { Problem } from "./problem.ts";
import { lineText, placeOf } from "./span.ts";

export interface RenderOptions {
  readonly file: string;
  readonly color: boolean;
}

const paint = (on: boolean, code: string, text: string): string => (on ? `\u001b[${code}m${text}\u001b[0m` : text);

export function renderProblem(problem: Problem, source: string, options: RenderOptions): string {
  const { color } = options;
  const place = placeOf(source, problem.span.start);
  const text = lineText(source, place.line);
  const number = String(place.line);
  const gutter = " ".repeat(number.length);
  const bar = paint(color, "34", "│");
  // A long line shows a window around the place, so that one-line programs stay readable.
  const from = Math.max(0, place.column - 1 - 80);
  const shown = text.slice(from, from + 120);
  const width = Math.max(
    1,
    Math.min(problem.span.end - problem.span.start, shown.length - (place.column - 1 - from) || 1),
  );
  const lead = shown.slice(0, place.column - 1 - from).replace(/[^\t]/g, " ");
  const lines = [
    `${paint(color, "1;31", `${problem.severity}[${problem.reason}]`)}${paint(color, "1", `: ${problem.message}`)}`,
    `${gutter} ${paint(color, "34", "┌─")} ${options.file}:${place.line}:${place.column}`,
    `${paint(color, "34", number)} ${bar} ${shown}`,
    `${gutter} ${bar} ${lead}${paint(color, "31", "^".repeat(width))}`,
  ];
  for (const other of problem.others ?? []) {
    const at = placeOf(source, other.span.start);
    lines.push(`${gutter} = ${at.line}:${at.column}: ${other.text}`);
  }
  if (problem.hint !== undefined) lines.push(`${gutter} = ${paint(color, "36", "hint:")} ${problem.hint}`);
  return lines.join("\n");
}
