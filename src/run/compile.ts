// A program examined once and run many times: reading and analysis are paid for once, its problems are known before the
// first run.

import { refuse } from "../base/options-error.ts";
import type { Problem } from "../base/problem.ts";
import { examine } from "../lisp/examine.ts";
import type { Limits } from "../lisp/limits.ts";
import { withLimits } from "../lisp/run.ts";
import { OneRun } from "./one-run.ts";
import { type RunOptions, type SessionRunOptions, settle, wantLimits } from "./options.ts";
import type { Result } from "./result.ts";
import { restored, wantSource } from "./session.ts";

export interface CompiledProgram {
  /** What is wrong with it; running a program with problems gives the first as its error. */
  readonly problems: readonly Problem[];
  run(options?: CompiledRunOptions): Promise<Result>;
  runSync(options?: CompiledRunOptions): Result;
}

export type CompiledRunOptions = Pick<
  RunOptions,
  "data" | "dataJson" | "history" | "signal" | "runId" | "onEvent" | "now" | "random"
>;

/** The tools and limits given here are those of every run. */
export function compile(source: string, options: SessionRunOptions = {}): CompiledProgram {
  const settled = settle(options, "compile");
  const text = wantSource(source);
  const limits: Limits = wantLimits(options.limits, "compile");
  const known = { defined: [], tools: [...settled.tools.keys()], data: null };
  const examined = withLimits(limits, () => examine(text, limits, known));
  const prepare = (given: CompiledRunOptions): OneRun => {
    if (typeof given === "object" && given !== null && ("tools" in given || "limits" in given))
      refuse("compiled run: tools and limits are fixed when a program is compiled.");
    const { tools: _tools, limits: _limits, ...ofRun } = settle(given, "compiled run");
    const all = { ...settled, ...ofRun };
    const { session, memory } = restored(all, true);
    return new OneRun(session, text, all, memory, { examined });
  };
  return {
    problems: examined.problems,
    run: async (given = {}) => prepare(given).async(),
    runSync: (given = {}) => prepare(given).sync(),
  };
}
