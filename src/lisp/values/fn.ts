// Function values. A Fn is compiled code plus the values it captured; a NativeFn is made by the host side: a builtin used
// as a value, or the result of partial, comp and their kin. call.ts invokes them.

import type { Suspension } from "../suspension.ts";
import type { Value } from "./value.ts";

/**
 * Compiled code. `p` holds captured values (and spilled locals), a–d are the first four locals: most functions run without
 * allocating a frame (ADR 0002).
 */
export type Node = (p: Value[], a: Value, b: Value, c: Value, d: Value) => Value;

export interface Arity {
  /** Positional parameters before any rest parameter. */
  readonly required: number;
  readonly variadic: boolean;
  /** Slots this arity needs in `p` beyond the captures; 0 means `p` is the capture array itself. */
  readonly spill: number;
  /** What one activation adds to the depth counter. */
  readonly weight: number;
  readonly body: Node;
}

/** How a function is written: (fn …), (defn …), a clause of letfn, or #( ). */
export type FnForm = "fn" | "defn" | "letfn" | "short-fn";

export interface FnCode {
  readonly name: string | null;
  /** Fixed arities by number of parameters. */
  readonly fixed: readonly (Arity | undefined)[];
  readonly rest: Arity | null;
  /** The fixed arity of one, two or three parameters when a call needs nothing but its body: no spill, no contract. */
  readonly direct1: Arity | null;
  readonly direct2: Arity | null;
  readonly direct3: Arity | null;
  /** Whether a call may suspend on an async tool: decided by analysis, never wrong in the direction "no". */
  readonly maySuspend: boolean;
  /** How `source`, its own text, is written. */
  readonly form: FnForm;
  readonly source: string;
  readonly doc: string | null;
  readonly params: readonly string[];
  /** Names of the captured values, in their order; null stands for the function itself. */
  readonly captures: readonly (string | null)[];
  readonly contract: Contract | null;
}

/** Checks a function that carries a :signature makes on its arguments and on its result. */
export interface Contract {
  readonly text: string;
  checkArguments(args: readonly Value[]): void;
  checkResult(result: Value): void;
}

export class Fn {
  constructor(
    readonly code: FnCode,
    readonly captured: Value[],
  ) {}
}

/** Entry points for one, two and three arguments that need no argument array; null where there is none. */
export interface Entries {
  readonly one: ((a: Value) => Value) | null;
  readonly two: ((a: Value, b: Value) => Value) | null;
  readonly three: ((a: Value, b: Value, c: Value) => Value) | null;
}

const noEntries: Entries = { one: null, two: null, three: null };

export class NativeFn {
  constructor(
    readonly name: string,
    readonly minArgs: number,
    readonly maxArgs: number,
    /** args.length is within [minArgs, maxArgs]. May return a Suspension (typed as Value) when maySuspend is true. */
    readonly run: (args: readonly Value[]) => Value,
    readonly maySuspend = false,
    /** For functions made from others: what (name …parts) must be called with to make it again. */
    readonly parts: readonly Value[] | null = null,
    /** Does what `run` does with that many arguments. */
    readonly entries: Entries = noEntries,
  ) {}
}

export type Steps = Generator<Suspension, Value, Value>;
