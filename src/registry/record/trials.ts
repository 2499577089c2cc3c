// Trials are uses in earnest. They are written once, together with the counters that sum them up, and move a tool's health:
// three failures in a row degrade it, a success brings back what its evidence says, and one input with two outcomes makes it
// flaky.

import { hashValue } from "../../base/hash.ts";
import { shortened } from "../../base/problem.ts";
import { foldId } from "../../names/id.ts";
import type { Health, SubjectKind, ToolHead, Trial } from "../model.ts";
import type { Ports } from "../ports.ts";
import { type Answer, no, yes } from "../problem.ts";
import type { Reader, Writer } from "../store.ts";
import { differingOutcomes } from "./flaky.ts";
import { foldTags } from "./statistics.ts";

/** Failures in a row after which a tool is degraded. */
export const FAILURES_TO_DEGRADE = 3;
/** How far back a flaky tool is looked for. */
const NEWEST = 200;
const MOST_TRIALS = 1_000;
const MOST_TAGS = 50;
const LONGEST_WORD = 200;

export interface NewTrial {
  readonly kind: SubjectKind;
  readonly id: string;
  /** The current one unless given. */
  readonly version?: string;
  readonly success: boolean;
  readonly tags?: readonly string[];
  readonly model?: string | null;
  readonly mission?: string | null;
  readonly runId?: string | null;
  /** Only its hash is kept. */
  readonly input?: unknown;
  readonly inputHash?: string | null;
  readonly diagnosis?: string | null;
  readonly skills?: readonly string[];
}

export interface HealthChange {
  readonly id: string;
  readonly version: string;
  readonly before: Health;
  readonly after: Health;
  readonly reason: string | null;
}

export interface RecordedTrials {
  readonly trials: readonly Trial[];
  readonly changes: readonly HealthChange[];
}

/** All of them or none. */
export async function recordTrials(
  writer: Writer,
  ports: Ports,
  given: readonly NewTrial[],
): Promise<Answer<RecordedTrials>> {
  if (given.length > MOST_TRIALS)
    return no("too_large", `${given.length} trials at once; ${MOST_TRIALS} is the most.`, "Record them in parts.");
  const trials: Trial[] = [];
  for (const one of given) {
    const made = await trialFrom(writer, ports, one);
    if (!made.ok) return made;
    trials.push(made.value);
  }
  const changes: HealthChange[] = [];
  for (const trial of trials) {
    // One after the other: each looks at what the last one left.
    const change = trial.kind === "tool" ? await follow(writer, trial) : null;
    await writer.insertTrials([trial]);
    if (change !== null) changes.push(change);
  }
  return yes({ trials, changes: joined(changes) });
}

async function trialFrom(reader: Reader, ports: Ports, given: NewTrial): Promise<Answer<Trial>> {
  const id = foldId(given.id);
  const head = id === null ? null : given.kind === "tool" ? await reader.toolHead(id) : await reader.skillHead(id);
  if (head === null)
    return no(`unknown_${given.kind}`, `There is no ${given.kind} "${given.id}".`, `Register the ${given.kind} first.`);
  const version = given.version ?? head.current;
  if (version !== head.current && !(await hasVersion(reader, given.kind, head.id, version)))
    return no("unknown_version", `${head.id} has no version ${version}.`, `Leave the version out for ${head.current}.`);
  const tags = foldTags(given.tags ?? []);
  const words = [...tags, given.model ?? "", given.runId ?? ""];
  const wrong = words.find((word) => word.length > LONGEST_WORD);
  if (wrong !== undefined || tags.length > MOST_TAGS)
    return no(
      "bad_trial",
      wrong === undefined
        ? `A trial has ${tags.length} tags; ${MOST_TAGS} is the most.`
        : `"${wrong.slice(0, 40)}…" is longer than ${LONGEST_WORD} characters.`,
      "Tags, models and runs are short names.",
    );
  return yes({
    uid: ports.newId(),
    kind: given.kind,
    id: head.id,
    version,
    success: given.success,
    tags,
    model: given.model ?? null,
    mission: given.mission == null ? null : shortened(given.mission),
    runId: given.runId ?? null,
    inputHash: given.inputHash ?? (given.input === undefined ? null : hashValue(given.input)),
    diagnosis: given.diagnosis == null ? null : shortened(given.diagnosis),
    skills: [...new Set((given.skills ?? []).map((s) => foldId(s) ?? s))].sort(),
    at: ports.now(),
  });
}

async function hasVersion(reader: Reader, kind: SubjectKind, id: string, version: string): Promise<boolean> {
  return kind === "tool"
    ? (await reader.toolVersion(id, version)) !== null
    : (await reader.skillVersion(id, version)) !== null;
}

/** What a trial about to be written does to the tool. Only the current version has a health that matters. */
async function follow(writer: Writer, trial: Trial): Promise<HealthChange | null> {
  const head = await writer.toolHead(trial.id);
  if (head === null || head.current !== trial.version) return null;
  const failures = trial.success ? 0 : head.consecutiveFailures + 1;
  if (failures !== head.consecutiveFailures) await writer.setConsecutiveFailures(head.id, failures);
  const [after, reason] = await healthAfter(writer, head, trial, failures);
  if (after === head.health) return null;
  await writer.setHealth(head.id, head.current, after, reason);
  return { id: head.id, version: head.current, before: head.health, after, reason };
}

async function healthAfter(
  reader: Reader,
  head: ToolHead,
  trial: Trial,
  failures: number,
): Promise<readonly [Health, string | null]> {
  if (head.health === "red" || head.health === "rejected") return [head.health, head.healthReason];
  if (failures >= FAILURES_TO_DEGRADE)
    return head.health === "degraded"
      ? ["degraded", head.healthReason]
      : [
          "degraded",
          `failed ${failures} times in a row${trial.diagnosis === null ? "" : `, last: ${trial.diagnosis}`}`,
        ];
  if (head.health === "degraded")
    return trial.success ? provenHealth(reader, head, trial) : ["degraded", head.healthReason];
  const flaky = head.health === "flaky" ? null : await flakyReason(reader, head, trial);
  return flaky === null ? [head.health, head.healthReason] : ["flaky", flaky];
}

/** Reads trials only when both outcomes are on record. */
async function flakyReason(
  reader: Reader,
  head: ToolHead,
  trial: Trial,
  inputs: "this input" | "any input" = "this input",
): Promise<string | null> {
  if (trial.inputHash === null && inputs === "this input") return null;
  const overall = (await reader.counters("tool", [head.id])).get(head.id)?.overall;
  if (overall === undefined || (trial.success ? overall.successes === overall.trials : overall.successes === 0))
    return null;
  const before = await reader.trials("tool", head.id, NEWEST);
  const [differing] = differingOutcomes(
    [trial, ...before].filter(
      (t) => t.version === trial.version && (inputs === "any input" || t.inputHash === trial.inputHash),
    ),
  );
  return differing === undefined
    ? null
    : `the same input succeeded ${differing.successes} of ${differing.trials} times`;
}

/** What its evidence says of a version that works again: its cases, and whether its trials differed. */
async function provenHealth(reader: Reader, head: ToolHead, trial: Trial): Promise<readonly [Health, string | null]> {
  const runs = await reader.lastRuns(head.id, head.current);
  const failing = runs.filter((run) => !run.passed);
  const passed = failing.length === 0 ? new Set() : await reader.casesPassed(head.id, head.current);
  if (failing.some((run) => !passed.has(run.caseUid))) return ["red", "a case of its suite fails"];
  if (failing.length > 0) return ["flaky", "a case of its suite passes only sometimes"];
  const flaky = await flakyReason(reader, head, trial, "any input");
  if (flaky !== null) return ["flaky", flaky];
  return runs.length > 0 ? ["green", null] : ["pending", "it has no case yet"];
}

/** Several trials of one call may move a tool more than once: what is told is where it was and where it is. */
function joined(changes: readonly HealthChange[]): readonly HealthChange[] {
  const byId = new Map<string, HealthChange>();
  for (const change of changes) {
    const first = byId.get(change.id);
    byId.set(change.id, first === undefined ? change : { ...change, before: first.before });
  }
  return [...byId.values()].filter((change) => change.before !== change.after);
}
