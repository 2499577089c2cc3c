// From a place in the image back to the file its author wrote. Edits are the only thing that moves columns, and each knows
// what stood there before.

import type { MappedPart } from "../prelude.ts";

export interface SourcePlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** The Lisp name of the definition it is in. */
  readonly name: string;
}

/** Null for what the linker itself wrote: wrappers and blank lines. `line` and `column` count from 1. */
export function sourcePlace(map: readonly MappedPart[], line: number, column = 1): SourcePlace | null {
  const part = partAt(map, line);
  if (part === null) return null;
  let moved = 0;
  for (const edit of part.edits) {
    if (edit.line !== line || edit.column > column) continue;
    const within = column - edit.column;
    // Inside a new name the place is that of the old one.
    moved +=
      within < edit.now.length ? within - Math.min(within, edit.was.length - 1) : edit.now.length - edit.was.length;
  }
  const first = line === part.line ? part.sourceColumn - 1 : 0;
  return { file: part.file, line: part.sourceLine + line - part.line, column: column - moved + first, name: part.name };
}

/** Parts are in the order of lines. */
function partAt(map: readonly MappedPart[], line: number): MappedPart | null {
  let low = 0;
  let high = map.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const part = map[middle]!;
    if (line < part.line) high = middle - 1;
    else if (line >= part.line + part.lines) low = middle + 1;
    else return part;
  }
  return null;
}
