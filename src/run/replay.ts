// A recorded run, run again without its tools: calls are answered from the record, so the value, the prints and the
// step count must come out the same. Where they do not, the first difference is shown.

import { OptionsError, refuse } from "../base/options-error.ts";
import { Fault } from "../lisp/fault.ts";
import { withLimits } from "../lisp/run.ts";
import type { Value } from "../lisp/values/value.ts";
import type { Vec } from "../lisp/values/vector.ts";
import type { RecordedValue, RunEvent, ToolOutcome } from "./events.ts";
import { fromRecorded } from "./exact.ts";
import type { HeapWatch } from "./heap-look.ts";
import type { RunOptions } from "./options.ts";
import { prepare } from "./session.ts";
import type { ToolDefinition } from "./tool.ts";
import type { KnownOutcomes } from "./tool-calls.ts";
import type { Stopped } from "./watch.ts";

type StartEvent = Extract<RunEvent, { type: "run-start" }>;
type EndEvent = Extract<RunEvent, { type: "run-end" }>;

export interface RecordedStart {
  readonly source: string;
  readonly options: Pick<RunOptions, "data" | "memory" | "history">;
  readonly limits: StartEvent["limits"];
  readonly tools: readonly string[];
  readonly secretFields: Readonly<Record<string, readonly string[]>>;
  /** What the run began with is not all in the record. */
  readonly redacted: boolean;
  readonly now: number | null;
  readonly seed: number | null;
}

export interface ReplayReport {
  readonly same: boolean;
  /** The first thing that came out differently. */
  readonly difference: { readonly what: string; readonly recorded: string; readonly replayed: string } | null;
  /** The value as PTC-Lisp prints it, or the error. */
  readonly value: string;
  readonly prints: readonly string[];
  readonly fuel: number;
  readonly calls: number;
}

/** Refuses what is no list of events: a damaged record must not fail somewhere inside. */
export function wantEvents(given: unknown): readonly RunEvent[] {
  if (!Array.isArray(given)) return refuse("A record is a list of events.");
  given.forEach((event: unknown, i) => {
    if (!isEvent(event)) refuse(`Event ${i + 1} of the record is damaged.`);
  });
  return given as RunEvent[];
}

function isEvent(event: unknown): boolean {
  if (typeof event !== "object" || event === null) return false;
  const e = event as Readonly<Record<string, unknown>>;
  const textOrNull = (v: unknown): boolean => v === null || typeof v === "string";
  const valueOrNull = (v: unknown): boolean => textOrNull(v) || textOrNull((v as { expression?: unknown })?.expression);
  switch (e.type) {
    case "run-start":
      return (
        typeof e.source === "string" &&
        valueOrNull(e.data) &&
        valueOrNull(e.history) &&
        typeof e.limits === "object" &&
        Array.isArray(e.tools)
      );
    case "tool-start":
      return typeof e.id === "string" && typeof e.tool === "string" && typeof e.args === "string";
    case "tool-end":
      return typeof e.id === "string" && typeof e.outcome === "object" && e.outcome !== null && isOutcome(e.outcome);
    case "run-end":
      return typeof e.outcome === "string" && textOrNull(e.value) && Array.isArray(e.prints);
    default:
      return typeof e.type === "string";
  }
}

function isOutcome(outcome: object): boolean {
  const { ok, result, reason, message, details } = outcome as Readonly<Record<string, unknown>>;
  if (ok === true) return typeof result === "string";
  if (typeof message !== "string") return false;
  if (ok === "approval") return details === undefined || typeof details === "string";
  return ok === false && typeof reason === "string";
}

/** What the run was started with. */
export function startOf(events: readonly RunEvent[]): RecordedStart {
  const start = events.find((e): e is StartEvent => e.type === "run-start");
  if (start === undefined || typeof start.source !== "string")
    return refuse("This record does not begin with the start of a run.");
  return {
    source: start.source,
    limits: start.limits,
    tools: start.tools,
    secretFields: start.secretFields ?? {},
    redacted: start.redacted === true,
    now: start.now,
    seed: start.seed,
    options: {
      ...(start.data === null
        ? {}
        : { data: recordedData(start.data, start.limits) as unknown as Record<string, unknown> }),
      ...(start.memory === null ? {} : { memory: start.memory }),
      ...(start.history === null ? {} : { history: (recordedData(start.history, start.limits) as Vec).items() }),
    },
  };
}

/** Values that keep what JSON.parse would lose: 12.0 and integers beyond 2^53. */
function recordedData(recorded: RecordedValue, limits: StartEvent["limits"]): Value {
  try {
    return withLimits(limits, () => fromRecorded(recorded));
  } catch (thrown) {
    if (thrown instanceof Fault) return refuse("The recorded data cannot be read.");
    throw thrown;
  }
}

/** The recorded calls that ended, each with the words that name it: they travel to where a run goes on. A question is no end. */
export type EndedCalls = readonly (readonly [call: string, outcome: ToolOutcome])[];

export function endedCalls(events: readonly RunEvent[]): EndedCalls {
  const { args, outcomes } = callsIn(events);
  return [...outcomes].flatMap(([id, outcome]) => {
    const made = args.get(id);
    return made === undefined || outcome.ok === "approval" ? [] : [[`${id} ${made}`, outcome] as const];
  });
}

/** Their outcomes: a call the record does not know, or made with other arguments, is not answered. */
export function knownIn(calls: EndedCalls): KnownOutcomes {
  const outcomes = new Map(calls);
  return (id, tool, args) => {
    const outcome = outcomes.get(`${id} ${tool} ${args}`);
    return outcome === undefined ? null : { outcome, turn: null };
  };
}

interface RecordedCalls {
  readonly args: ReadonlyMap<string, string>;
  readonly outcomes: ReadonlyMap<string, ToolOutcome>;
  /** Calls that were not answered at once, in the order of their ends. */
  readonly late: readonly string[];
}

function callsIn(events: readonly RunEvent[]): RecordedCalls {
  const args = new Map<string, string>();
  const outcomes = new Map<string, ToolOutcome>();
  const late: string[] = [];
  for (const e of events) {
    if (e.type === "tool-start") args.set(e.id, `${e.tool} ${e.args}`);
    if (e.type === "tool-end") {
      outcomes.set(e.id, e.outcome);
      if (e.waited === true) late.push(e.id);
    }
  }
  return { args, outcomes, late };
}

/**
 * The same, with overlapping calls ending in the order of the record: what ended first may decide what came of the rest.
 * `stuck` is told when calls wait and the record says no more; true when all that ended then has ended.
 */
function knownInOrder(events: readonly RunEvent[], stuck: (all: boolean) => void): KnownOutcomes {
  const { args, outcomes, late } = callsIn(events);
  const arrived = new Map<string, () => void>();
  const waits = new Set(late);
  let unanswered = 0;
  let next = 0;
  let moving = false;
  const move = async (): Promise<void> => {
    if (moving) return;
    moving = true;
    // Whatever is begun beside this call is begun first; after that all that follows from an answer happens at once.
    await null;
    for (let go = arrived.get(late[next] ?? ""); go !== undefined; go = arrived.get(late[next] ?? "")) {
      arrived.delete(late[next++]!);
      go();
    }
    moving = false;
    if (unanswered > 0 || arrived.size > 0) stuck(next === late.length);
  };
  return (id, tool, text) => {
    if (args.get(id) !== `${tool} ${text}`) return null;
    const outcome = outcomes.get(id) ?? null;
    if (outcome !== null && !waits.has(id)) return { outcome, turn: null };
    const turn = (go: () => void): void => {
      arrived.set(id, go);
      void move();
    };
    if (outcome !== null) return { outcome, turn };
    unanswered++;
    return { outcome, turn: () => void move() };
  };
}

/** Runs a record again. Rejects with OptionsError when it is no record of a whole run. */
export async function replay(events: readonly RunEvent[], heap: HeapWatch = {}): Promise<ReplayReport> {
  const start = startOf(wantEvents(events));
  const end = lastEnd(events);
  if (end === undefined)
    return refuse("This record has no end: the run was cut off, so there is nothing to compare with.");
  const { limits, tools, secretFields, now, seed } = start;
  // Time passes differently now; what stopped the run then must be in the record, not in the clock.
  const patient = { ...limits, timeoutMs: Math.max(limits.timeoutMs, 600_000) };
  const stopped = fromOutside(end);
  const known = knownInOrder(events, (all) =>
    again.stop(
      all && stopped !== null ? stopped.fault : new Fault("cancelled", "The record does not say what follows."),
    ),
  );
  const again = prepare(
    start.source,
    {
      ...heap,
      ...start.options,
      limits: patient,
      tools: tools.map((name) => silentTool(name, new Map(Object.entries(secretFields)).get(name))),
    },
    { known, now, seed, stopped },
  );
  const result = await again.async();
  // What is told of it, not what it came to: a secret is in neither record.
  const ended = lastEnd(result.events)!;
  const pairs: readonly (readonly [string, string, string])[] = [
    ["outcome", end.outcome, ended.outcome],
    ["value", valueText(end), valueText(ended)],
    ["prints", JSON.stringify(end.prints), JSON.stringify(ended.prints)],
    ["fuel", String(end.fuel), String(ended.fuel)],
  ];
  const differing = pairs.find(([, recorded, replayed]) => recorded !== replayed);
  const difference =
    differing === undefined ? null : { what: differing[0], recorded: differing[1], replayed: differing[2] };
  const { prints, fuel } = ended;
  return {
    same: difference === null,
    difference,
    value: valueText(ended),
    prints,
    fuel,
    calls: result.toolCalls.length,
  };
}

/** The end of a run that was not the program's doing. */
function fromOutside({ error, fuel }: EndEvent): Stopped | null {
  if (error === null || (error.reason !== "timeout" && error.reason !== "cancelled")) return null;
  return { fuel, fault: new Fault(error.reason, error.message) };
}

function lastEnd(events: readonly RunEvent[]): EndEvent | undefined {
  return events.findLast((e): e is EndEvent => e.type === "run-end");
}

function valueText({ value, error }: EndEvent): string {
  return value ?? errorText(error ?? { reason: "?", message: "?" });
}

function errorText(error: { readonly reason: string; readonly message: string }): string {
  return `${error.reason}: ${error.message}`;
}

/** Stands for a tool of the recorded run; it is only reached when the program asks what it did not ask then. */
function silentTool(name: string, secretFields: readonly string[] = []): ToolDefinition {
  return {
    name,
    inputSchema: {},
    secretFields,
    run: () => {
      throw new OptionsError("not in the record");
    },
  };
}

/** The events in a JSONL text, one per line; blank lines are passed over. */
export function parseEvents(text: string): RunEvent[] {
  if (typeof text !== "string") refuse("parseEvents takes the text of a record, one event per line.");
  return text
    .split("\n")
    .map((line, i) => [line, i + 1] as const)
    .filter(([line]) => line.trim() !== "")
    .map(([line, number]) => parseEvent(line, number));
}

function parseEvent(line: string, number: number): RunEvent {
  let event: unknown;
  try {
    event = JSON.parse(line);
  } catch {
    return refuse(`Line ${number} of the record is not JSON.`);
  }
  if (typeof event !== "object" || event === null || typeof (event as RunEvent).type !== "string")
    return refuse(`Line ${number} of the record is not an event.`);
  return event as RunEvent;
}
