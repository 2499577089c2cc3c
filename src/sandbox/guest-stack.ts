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
  const trace = map === null || map === "" ? null : traceOf(map);
  const frames: string[] = [];
  let place: ToolPlace | null = null;
  for (const line of stack.split("\n")) {
    const found = frameIn(line, name);
    if (found === null) continue;
    const { at, caller } = found;
    const original = trace === null ? null : originalPositionFor(trace, { line: at.line, column: at.column - 1 });
    const here: ToolPlace =
      original?.line == null
        ? { file, ...at }
        : { file: sourceName(original.source, file), line: original.line, column: original.column + 1 };
    place ??= here;
    const f = /^(<anonymous>|<eval>|)$/.test(caller) ? "" : `${caller} `;
    if (frames.length < MOST_FRAMES) frames.push(`at ${f}(${here.file}:${here.line}:${here.column})`);
  }
  return { place, frames };
}

interface Frame {
  readonly caller: string;
  readonly at: { readonly line: number; readonly column: number };
}

/** "at caller (name:1:2)". The guest may have written it to be dear to read, so nothing here goes back and tries again. */
function frameIn(line: string, name: string): Frame | null {
  const text = line.trim();
  if (!text.startsWith("at ")) return null;
  const inner = text.endsWith(")") ? text.slice(0, -1) : text;
  const start = Math.max(inner.lastIndexOf(" "), inner.lastIndexOf("(")) + 1;
  if (!inner.startsWith(`${name}:`, start)) return null;
  const numbers = /^(\d{1,9})(?::(\d{1,9}))?$/.exec(inner.slice(start + name.length + 1));
  if (numbers === null) return null;
  const caller = inner.slice(3, start).trim().replace(/ ?\($/, "");
  return { caller, at: { line: Number(numbers[1]), column: Math.max(1, Number(numbers[2] ?? 1)) } };
}

/** Reading a map takes longer than all the rest, and tools that fail tend to fail again. */
let last: { readonly map: string; readonly trace: TraceMap | null } | null = null;

function traceOf(map: string): TraceMap | null {
  if (last?.map === map) return last.trace;
  let trace: TraceMap | null = null;
  try {
    const read = new TraceMap(map);
    // It decodes when it is first asked, and only then finds out that there is nothing to decode.
    originalPositionFor(read, { line: 1, column: 0 });
    trace = read;
  } catch {
    // A tool from a store may have any map; without one, places are in the bundle.
  }
  last = { map, trace };
  return trace;
}

/** The tool's own file as the user wrote it; an imported one relative to the tool's folder, or by its package. */
function sourceName(source: string | null, file: string): string {
  if (source === null || source === file.slice(file.lastIndexOf("/") + 1)) return file;
  const inside = source.lastIndexOf("node_modules/");
  return inside === -1 ? source : source.slice(inside + "node_modules/".length);
}
