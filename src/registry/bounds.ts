// How large things may be, in one table. One entry must not make the registry slow for everybody else.

import type { RegistryProblem } from "./problem.ts";
import { problem } from "./reasons.ts";

export const bounds = {
  /** Characters of a composed tool's text. */
  code: 200_000,
  /** Characters of a base tool's bundled script, and of its map. */
  script: 4_000_000,
  /** Characters of a skill's prompt. */
  prompt: 40_000,
  title: 200,
  description: 4_000,
  signature: 20_000,
  /** Characters of a schema as JSON. */
  schema: 200_000,
  /** Characters of a case as JSON. */
  case: 200_000,
  /** Cases in one call. */
  cases: 1_000,
  examples: 100,
  tags: 50,
  tag: 100,
  /** Permissions, required tools, required models, declared dependencies. */
  list: 200,
  /** Characters of one entry of such a list. */
  entry: 2_048,
} as const;

/** Bounds of what the gates do, and of what they write down. */
export const gateBounds = {
  /** Cases that are run a second time for the promise to be deterministic. */
  repeated: 50,
  /** Runs of a case that failed, before a registered tool is called red and not flaky. */
  flakyRuns: 3,
  /** Times the gates run again because something moved. */
  attempts: 20,
  /** Failing cases that an audit entry keeps; the answer has them all. */
  audited: 20,
  /** Characters of an outcome that a case run keeps. */
  outcome: 20_000,
  /** Characters of a value in words. */
  shown: 200,
} as const;

export function tooLarge(what: string, size: number, bound: keyof typeof bounds): RegistryProblem | null {
  const most = bounds[bound];
  if (size <= most) return null;
  return problem(
    "too_large",
    `${what} has ${size.toLocaleString("en-US")} ${unit(bound)}, more than the ${most.toLocaleString("en-US")} allowed.`,
    unit(bound) === "characters" ? "Make it smaller, or split it." : "Give fewer at a time.",
  );
}

function unit(bound: keyof typeof bounds): string {
  return bound === "cases" || bound === "examples" || bound === "tags" || bound === "list" ? "entries" : "characters";
}
