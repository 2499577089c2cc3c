// A tool is flaky when one version of it answered the same input once well and once not. It still links, with a strategy
// for calling again that follows from how often it failed: data, for whoever makes the calls.

import type { Tally, ToolVersion, Trial } from "../model.ts";
import { percent } from "./statistics.ts";

/** One input that went both ways. */
export interface DifferingInput extends Tally {
  readonly inputHash: string;
  readonly version: string;
}

/** Most telling first: the one tried most often. */
export function differingOutcomes(
  trials: Iterable<Pick<Trial, "version" | "inputHash" | "success">>,
): readonly DifferingInput[] {
  const seen = new Map<string, { version: string; inputHash: string; successes: number; trials: number }>();
  for (const { version, inputHash, success } of trials) {
    if (inputHash === null) continue;
    const key = `${version} ${inputHash}`;
    const so = seen.get(key) ?? { version, inputHash, successes: 0, trials: 0 };
    so.trials++;
    if (success) so.successes++;
    seen.set(key, so);
  }
  return [...seen.values()]
    .filter((so) => so.successes > 0 && so.successes < so.trials)
    .sort((a, b) => b.trials - a.trials || (a.inputHash < b.inputHash ? -1 : 1));
}

export interface RetryStrategy {
  /** Calls in all, the first included; 1 means: do not call again. */
  readonly attempts: number;
  /** Before the second call; each further wait is `factor` times as long, up to `mostDelayMs`. */
  readonly delayMs: number;
  readonly factor: number;
  readonly mostDelayMs: number;
  readonly reason: string;
}

const FEWEST = 2;
const MOST = 5;
/** A call with its retries should fail this rarely. */
const LEFT_OVER = 0.01;

/** What is called more than once must not do its work twice, so a stateful tool is never retried. */
export function retryStrategy(tool: Pick<ToolVersion, "id" | "stateful">, record: Tally): RetryStrategy {
  const waits = { delayMs: 200, factor: 2, mostDelayMs: 2_000 };
  if (tool.stateful)
    return { attempts: 1, ...waits, reason: `${tool.id} keeps state: calling it again could do its work twice.` };
  // One success and one failure are added, so that a record of failures only still asks for a bounded number.
  const failing = (record.trials - record.successes + 1) / (record.trials + 2);
  const attempts = Math.min(MOST, Math.max(FEWEST, Math.ceil(Math.log(LEFT_OVER) / Math.log(failing))));
  return {
    attempts,
    ...waits,
    reason: `${tool.id} fails about ${percent(failing)} of its calls: ${attempts} attempts leave ${percent(failing ** attempts)}.`,
  };
}
