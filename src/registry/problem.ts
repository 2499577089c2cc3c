// What the registry answers when it cannot do what was asked: data with a reason, words and a next step, never a thrown
// error. A refusal has changed nothing (but the audit log, where an entry belongs).

import type { RegistryReason } from "./reasons.ts";

export interface RegistryProblem {
  /** Readable and stable: not_found, version_immutable, sole_implementation … */
  readonly reason: string;
  readonly message: string;
  /** One next step. */
  readonly hint: string;
  /** Where in a file the trouble is, when it was read from one. */
  readonly at?: FilePlace;
}

/** Line and column count from 1. */
export interface FilePlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

export type Answer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: RegistryProblem };

export function yes<T>(value: T): Answer<T> {
  return { ok: true, value };
}

export function no(
  reason: RegistryReason,
  message: string,
  hint: string,
  at?: FilePlace,
): { readonly ok: false; readonly problem: RegistryProblem } {
  return { ok: false, problem: { reason, message, hint, ...(at === undefined ? {} : { at }) } };
}
