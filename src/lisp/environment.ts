// The definitions of a session. Each name has one cell for the session's whole life, so functions defined in one turn see
// what later turns define; a turn that fails puts every cell back as it was.

import type { PMap } from "./values/map.ts";
import type { Value } from "./values/value.ts";

export interface Cell {
  readonly name: string;
  /** undefined while the name is not bound. */
  value: Value | undefined;
}

/** Calls a granted tool with its arguments; may return a Suspension (typed as Value) once tools are async. */
export type ToolPort = (name: string, args: PMap) => Value;

export class Environment {
  private readonly cells = new Map<string, Cell>();
  /** What this turn has changed, as it was; made by the first change. */
  private undo: Map<Cell, Value | undefined> | null = null;
  private undoable = false;
  data: PMap | null = null;
  /** Most recent first. */
  history: readonly Value[] = [];
  tools: ToolPort | null = null;

  cell(name: string): Cell {
    let c = this.cells.get(name);
    if (c === undefined) {
      c = { name, value: undefined };
      this.cells.set(name, c);
    }
    return c;
  }

  define(cell: Cell, value: Value): void {
    if (this.undoable) {
      this.undo ??= new Map();
      if (!this.undo.has(cell)) this.undo.set(cell, cell.value);
    }
    cell.value = value;
  }

  get(name: string): Value | undefined {
    return this.cells.get(name)?.value;
  }

  names(): string[] {
    const bound: string[] = [];
    if (this.cells.size > 0) for (const [name, cell] of this.cells) if (cell.value !== undefined) bound.push(name);
    return bound;
  }

  begin(): void {
    this.undo = null;
    this.undoable = true;
  }

  commit(): void {
    this.undo = null;
    this.undoable = false;
  }

  rollBack(): void {
    for (const [cell, value] of this.undo ?? []) cell.value = value;
    this.commit();
  }
}
