// A guest's stack trace in terms of the tool's own source: lines of the bundle mapped back, frames of the prelude left out.

import { originalPositionFor, TraceMap } from "@jridgewell/trace-mapping";
import type { ToolPlace } from "./problem.ts";

export interface MappedStack {
  readonly place: ToolPlace | null;
  readonly frames: readonly string[];
}

const MOST_FRAMES = 20;

/** `name` is what the bundle was called in the guest, `file` what the user calls the tool's source. */
export function mapStack(stack: string, name: string, file: string, map: string | null): MappedStack {
  const trace = map === null || map === "" ? null : new TraceMap(map);
  const frames: string[] = [];
  let place: ToolPlace | null = null;
  for (const line of stack.split("\n")) {
    const found = /^\s*at (.*?) ?\(?([^\s()]+?):(\d+)(?::(\d+))?\)?\s*$/.exec(line);
    if (found === null || found[2] !== name) continue;
    const at = { line: Number(found[3]), column: Number(found[4] ?? 1) };
    const original = trace === null ? null : originalPositionFor(trace, { line: at.line, column: at.column - 1 });
    const here: ToolPlace =
      original?.line == null
        ? { file, ...at }
        : { file: sourceName(original.source, file), line: original.line, column: original.column + 1 };
    place ??= here;
    const f = /^(<anonymous>|<eval>|)$/.test(found[1]!) ? "" : `${found[1]} `;
    if (frames.length < MOST_FRAMES) frames.push(`at ${f}(${here.file}:${here.line}:${here.column})`);
  }
  return { place, frames };
}

/** The tool's own file as the user wrote it; an imported one relative to the tool's folder, or by its package. */
function sourceName(source: string | null, file: string): string {
  if (source === null || source === file.slice(file.lastIndexOf("/") + 1)) return file;
  const inside = source.lastIndexOf("node_modules/");
  return inside === -1 ? source : source.slice(inside + "node_modules/".length);
}
