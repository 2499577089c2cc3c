// Problems of base tools as text: like those of programs, with the lines of the tool's own source.

import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Problem } from "../../base/problem.ts";
import { renderProblem } from "../../base/render.ts";
import { printable } from "../../base/width.ts";
import type { ToolPlace, ToolProblem } from "../../node.ts";
import { inFlags } from "./output.ts";

/** A tool as the user named it; its text when it came from standard input. */
export interface NamedTool {
  readonly file: string;
  readonly source?: string;
}

const MOST_FRAMES = 5;
const CODE = /\.[cm]?[jt]sx?$/;

export function renderToolProblem(problem: ToolProblem, tool: NamedTool, color: boolean): string {
  const { reason, message, stack = [], place } = problem;
  const paint = (code: string, text: string): string => (color ? `\u001b[${code}m${text}\u001b[0m` : text);
  const source = place === undefined ? undefined : sourceOf(place, tool);
  const gutter = " ".repeat(place === undefined || source === undefined ? 1 : String(place.line).length);
  const lines: string[] = [];
  if (place !== undefined && source !== undefined) {
    const shown: Problem = { reason, severity: "error", message, span: spanOf(place, source) };
    lines.push(renderProblem(shown, source, { file: fileOf(place, tool), color }));
  } else {
    lines.push(`${paint("1;31", `error[${reason}]`)}${paint("1", `: ${printable(message)}`)}`);
    const at = place === undefined ? tool.file : `${fileOf(place, tool)}:${place.line}:${place.column}`;
    lines.push(`${gutter} ${paint("34", "┌─")} ${printable(at)}`);
  }
  // One frame is the place itself.
  if (stack.length > 1) for (const frame of stack.slice(1, MOST_FRAMES)) lines.push(`${gutter} = ${printable(frame)}`);
  lines.push(`${gutter} = ${paint("36", "hint:")} ${printable(inFlags(problem.hint))}`);
  return lines.join("\n");
}

/** Imported files are named relative to the tool. */
function fileOf(place: ToolPlace, tool: NamedTool): string {
  return place.file === tool.file ? tool.file : join(dirname(tool.file), place.file);
}

function sourceOf(place: ToolPlace, tool: NamedTool): string | undefined {
  if (place.file === tool.file && tool.source !== undefined) return tool.source;
  // A tool may bring a source map that names any file of the user; what is shown of it may be read by others.
  if (place.file !== tool.file && !CODE.test(place.file)) return undefined;
  try {
    return readFileSync(fileOf(place, tool), "utf8");
  } catch {
    return undefined;
  }
}

/** From the place to the end of the word there. */
function spanOf({ line, column }: ToolPlace, source: string): { readonly start: number; readonly end: number } {
  let start = 0;
  for (let n = 1; n < line; n++) {
    const next = source.indexOf("\n", start);
    if (next === -1) break;
    start = next + 1;
  }
  start = Math.min(start + column - 1, source.length);
  const word = /^(?:[\w$.]+|"[^"\n]*"|'[^'\n]*')/.exec(source.slice(start, start + 200))?.[0] ?? "";
  return { start, end: start + Math.max(1, word.length) };
}
