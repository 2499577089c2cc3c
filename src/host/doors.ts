// The core's doors on Node: what they take and give is the same, and the live heap is looked at.

import { type CompiledProgram, compile as compileCore } from "../run/compile.ts";
import type { RunEvent } from "../run/events.ts";
import type { RunOptions, SessionRunOptions } from "../run/options.ts";
import { type ReplayReport, replay as replayCore } from "../run/replay.ts";
import type { Result } from "../run/result.ts";
import { runSync as runSyncCore } from "../run/run.ts";
import { createSession as createSessionCore, type LispSession, type SessionOptions } from "../run/session.ts";
import { heapWatch } from "./heap.ts";

/** What is no object of options is left for the core to refuse. */
function watched<Options extends SessionRunOptions>(options: Options): Options {
  return typeof options === "object" && options !== null ? { ...heapWatch, ...options } : options;
}

export function runSync(source: string, options: RunOptions = {}): Result {
  return runSyncCore(source, watched(options));
}

export function compile(source: string, options: SessionRunOptions = {}): CompiledProgram {
  return compileCore(source, watched(options));
}

export function createSession(options: SessionOptions = {}): LispSession {
  return createSessionCore(watched(options));
}

export async function replay(events: readonly RunEvent[]): Promise<ReplayReport> {
  return replayCore(events, heapWatch);
}
