// What an adviser is: it looks at one problem among the forms of its program and, when it knows the habit behind it, says
// better what to write instead.

import type { Problem } from "../../base/problem.ts";
import type { Span } from "../../base/span.ts";
import type { Form } from "../read/form.ts";
import type { Step } from "./path.ts";

export interface Failed {
  readonly source: string;
  /** All forms, also those read from broken text. */
  readonly forms: readonly Form[];
  /** Everything reported so far, in the order of the text. */
  readonly problems: readonly Problem[];
  /** Which argument of the failing call is to blame, from 0; null when that is not known. */
  readonly argument: number | null;
  /** Names of the data the host gave; null when it gave none. */
  readonly data: readonly string[] | null;
}

export interface Advice {
  readonly hint: string;
  readonly message?: string;
  readonly span?: Span;
  /** Other problems inside come from the same mistake and are left out. */
  readonly covers?: Span;
}

export type Adviser = (problem: Problem, path: readonly Step[], failed: Failed) => Advice | null;
