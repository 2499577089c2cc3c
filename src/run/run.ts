// run: the door for hosts. A program, its data and its tools in; a Result out, whatever the program does.

import { refuse } from "../base/options-error.ts";
import type { RunEvent } from "./events.ts";
import { type RunOptions, wantLimits } from "./options.ts";
import { type EndedCalls, endedCalls, knownIn, startOf, wantEvents } from "./replay.ts";
import type { Result } from "./result.ts";
import { prepare } from "./session.ts";
import type { Decided, Decision } from "./tool-calls.ts";

/** Runs one program. Rejects only when the host misuses it (OptionsError); what a program does wrong is in the Result. */
export async function run(source: string, options: RunOptions = {}): Promise<Result> {
  return prepare(source, options).async();
}

/** For programs whose tools answer at once, or that have none. */
export function runSync(source: string, options: RunOptions = {}): Result {
  return prepare(source, options).sync();
}

export type ResumeDecision = Omit<Decision, "callId"> & { readonly callId?: string };
export type ResumeOptions = Omit<RunOptions, "data" | "memory" | "history">;

/**
 * Goes on with a run that a tool suspended for approval: the same program again, its earlier calls answered from the record,
 * the suspended one by the tool when approved and with an error when declined. `options` gives tools and listeners, and
 * limits in the place of those the run had; program, data and memory come with the suspended text.
 */
export async function resume(
  suspended: string,
  decision: ResumeDecision,
  options: ResumeOptions = {},
): Promise<Result> {
  const again = resumption(suspended, decision, options);
  const { now, seed, decisions } = again;
  const result = await prepare(again.source, again.options, {
    now,
    seed,
    decisions,
    known: knownIn(again.calls),
  }).async();
  return decidedSoFar(result, decisions);
}

/** All that a run goes on with, wherever it does. */
export interface Resumption {
  readonly source: string;
  readonly options: RunOptions;
  readonly now: number | null;
  readonly seed: number | null;
  readonly calls: EndedCalls;
  readonly decisions: readonly Decided[];
}

export function resumption(suspended: string, decision: ResumeDecision, options: ResumeOptions): Resumption {
  wantDecision(decision);
  if (typeof options !== "object" || options === null) refuse("resume takes an object of options.");
  const { events, decisions } = parseSuspended(suspended);
  const start = startOf(events);
  const waiting = waitingCall(events, decision.callId);
  if (waiting === null) return refuse("resume: this run does not wait for an approval.");
  // Going on with "[redacted]" in the place of a secret would do something else than what was approved.
  const hidden = events.find((e) => e.type === "tool-end" && e.outcome.ok === true && e.outcome.redacted);
  if (hidden?.type === "tool-end")
    return refuse(
      `resume: the record hides secrets in what tool/${hidden.tool} answered, so the run cannot go on as it was. Start it again.`,
    );
  if (start.redacted)
    return refuse(
      "resume: the record hides secrets in the memory the run began with, so it cannot go on as it was. Start it again.",
    );
  const { approved, reason } = decision;
  const { source, now, seed } = start;
  const { limits } = options;
  if (limits !== undefined) wantLimits(limits, "resume");
  return {
    source,
    options: { ...options, ...start.options, limits: { ...start.limits, ...limits } },
    now,
    seed,
    calls: endedCalls(events),
    decisions: [...decisions, { approved, ...(reason === undefined ? {} : { reason }), ...waiting }],
  };
}

/** A run that waits again takes along what was decided. */
export function decidedSoFar(result: Result, decisions: readonly Decided[]): Result {
  if (result.outcome !== "approval") return result;
  const { events } = JSON.parse(result.suspended) as { events: readonly RunEvent[] };
  return { ...result, suspended: JSON.stringify({ ptc: 1, events, decisions }) };
}

/** The call that was shown to who decides, or the one that the decision names, and the details it asked with. */
function waitingCall(events: readonly RunEvent[], callId?: string): Pick<Decided, "callId" | "details"> | null {
  for (const e of events) {
    if (e.type !== "tool-end" || e.outcome.ok !== "approval" || e.id !== (callId ?? e.id)) continue;
    const { details } = e.outcome;
    return { callId: e.id, ...(details === undefined ? {} : { details }) };
  }
  return null;
}

/** Anything but a plain yes or no must not pass for either. */
function wantDecision(given: unknown): void {
  const { approved, reason, callId } = (given ?? {}) as Partial<Record<keyof Decision, unknown>>;
  if (typeof approved !== "boolean") refuse("resume: the decision must say approved: true or approved: false.");
  for (const words of [reason, callId])
    if (words !== undefined && typeof words !== "string") refuse("resume: reason and callId must be strings.");
}

function parseSuspended(text: string): { events: readonly RunEvent[]; decisions: readonly Decided[] } {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return refuse("resume: the suspended run is not JSON text.");
  }
  const { ptc, events, decisions } = (parsed ?? {}) as { ptc?: unknown; events?: unknown; decisions?: unknown };
  if (ptc !== 1 || !Array.isArray(events)) refuse("resume: this is not a suspended run.");
  const earlier = decisions ?? [];
  if (!Array.isArray(earlier)) refuse("resume: the decisions of this suspended run are not a list.");
  for (const decision of earlier) wantDecision(decision);
  return { events: wantEvents(events), decisions: earlier as Decided[] };
}
