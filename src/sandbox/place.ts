// Where in a tool's source a problem of its meta stands.

import { readFileSync } from "node:fs";
import type { Bundle, ToolSource } from "./bundle.ts";
import type { ToolPlace, ToolProblem } from "./problem.ts";

/** A problem that names no place is about the whole file. */
export function atFile(problem: ToolProblem, bundle: Bundle): ToolProblem {
  return problem.place === undefined ? { ...problem, place: { file: bundle.file, line: 1, column: 1 } } : problem;
}

/** Where meta stands in the source, as well as that can be told without reading it as a program. */
export function metaPlace(from: ToolSource, at: string): ToolPlace {
  const file = "file" in from ? from.file : from.name;
  let source = "";
  try {
    source = "file" in from ? readFileSync(file, "utf8") : from.source;
  } catch {
    return { file, line: 1, column: 1 };
  }
  const start = Math.max(0, source.search(/export\s+const\s+meta\b/));
  const field = /^meta\.(\w+)/.exec(at)?.[1];
  const inside = field === undefined ? -1 : source.slice(start).search(new RegExp(`\\b${field}\\b["']?\\s*:`));
  const offset = inside === -1 ? start : start + inside;
  const before = source.slice(0, offset).split("\n");
  return { file, line: before.length, column: before.at(-1)!.length + 1 };
}
