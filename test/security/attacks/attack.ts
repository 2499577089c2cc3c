// What an attack is: a program, and the way it must end. Every list in this folder is data; run-attacks.ts runs them.

import type { Limits } from "../../../src/lisp/limits.ts";

export interface Attack {
  readonly program: string;
  /** The printed result, "error: reason", "fail" or "refused" (the options are refused before anything runs). */
  readonly ends: string;
  /** Shown instead of a program that is too long to read. */
  readonly name?: string;
  readonly limits?: Partial<Limits>;
  readonly memory?: unknown;
}

/** One list: programs by how they end. */
export function attacks(byEnd: Readonly<Record<string, readonly string[]>>): Attack[] {
  return Object.entries(byEnd).flatMap(([ends, programs]) => programs.map((program) => ({ program, ends })));
}

export const parse = "error: parse_error";
export const memory = "error: memory_exceeded";
export const fuel = "error: fuel_exceeded";
export const depth = "error: depth_exceeded";
export const type = "error: type_error";
