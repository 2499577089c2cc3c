// A registered tool run against its cases: all of its line or some of them. A case that fails is run again before anything is
// said: one that then passes makes the tool flaky, one that never does makes it red.

import { didYouMean } from "../base/suggest.ts";
import { gateBounds } from "./bounds.ts";
import { loadCatalog } from "./catalog.ts";
import { type Choices, choicesOf, type Seen, seenIn } from "./choices.ts";
import type { RegistryContext } from "./context.ts";
import type { CaseFailure } from "./evidence.ts";
import { failuresWith } from "./gates/otherwise.ts";
import { lineOf } from "./lineage.ts";
import { type Linked, linkTool } from "./linking.ts";
import type { Case, Health, ToolHead, ToolVersion } from "./model.ts";
import type { Answer } from "./problem.ts";
import { refusal } from "./reasons.ts";
import { type RetryStrategy, retryStrategy } from "./record/flaky.ts";
import type { Reader } from "./store.ts";
import { nearTo } from "./surroundings.ts";
import { failureOf, type Ran, runCase } from "./verify.ts";

/** A registered tool with everything that proving it takes. */
export interface Registered {
  readonly head: ToolHead;
  readonly version: ToolVersion;
  /** Cases of its whole line. */
  readonly cases: readonly Case[];
  readonly link: Linked;
  /** What else it may be linked with. */
  readonly choices: Choices;
  readonly seen: Seen;
}

/** `alsoArchived`: it is looked at as it would be if it and all that it needs came back. */
export async function registered(reader: Reader, id: string, alsoArchived = false): Promise<Answer<Registered>> {
  const head = await reader.toolHead(id);
  const isGone = head === null || (head.archived && !alsoArchived);
  const version = isGone ? null : await reader.toolVersion(id, head.current);
  if (head === null || version === null) return unknownTool(reader, id);
  const overlay = { version, health: "pending", answersFor: new Set<string>() } as const;
  const catalog = await loadCatalog(reader, [{ id, range: null }], {
    overlay,
    ...(head.archived ? { alsoArchived: "all" } : {}),
  });
  const cases = await reader.casesOf(await lineOf(reader, id));
  const link = linkTool(catalog, version);
  const choices = await choicesOf(reader, catalog, version, link.ok ? link.reaches : []);
  return { ok: true, value: { head, version, cases, link, choices, seen: seenIn([catalog], choices) } };
}

export async function unknownTool(reader: Reader, id: string): Promise<ReturnType<typeof refusal>> {
  const head = await reader.toolHead(id);
  if (head?.archived === true)
    return refusal("unknown_tool", `${id} is in the archive.`, `Restore it first: ptc restore ${id}.`);
  const near = await nearTo(reader, id);
  const hint = near.length > 0 ? didYouMean(near) : "ptc list shows what is registered.";
  return refusal("unknown_tool", `No tool ${id} is registered.`, hint);
}

/** A function that the tool needs and this host does not supply: nothing can be said of the tool then. */
export function unsupplied(context: RegistryContext, { link, version }: Registered): ReturnType<typeof refusal> | null {
  const reached = link.ok ? [version, ...link.reaches] : [version];
  for (const { id, body } of reached)
    if (body.kind === "host" && !context.hostFunctions.has(body.reference))
      return refusal(
        "unknown_host_function",
        `${version.id} needs ${id}, the host's function ${body.reference}, which was not supplied.`,
        "Supply it in hostFunctions when opening the registry.",
      );
  return null;
}

export interface Proof {
  readonly version: ToolVersion;
  /** The first run of each case. */
  readonly ran: readonly Ran[];
  /** What is kept of them: of a case that varies both outcomes, the failure as the last one. */
  readonly kept: readonly Ran[];
  readonly failures: readonly CaseFailure[];
  /** Null when the runs say nothing against the tool. */
  readonly health: Extract<Health, "red" | "flaky"> | null;
  readonly reason: string | null;
  readonly retry: RetryStrategy | null;
}

/** Never for nothing: `cases` must not be empty unless it does not link. */
export async function prove(context: RegistryContext, tool: Registered, cases: readonly Case[]): Promise<Proof> {
  const { version, link, head } = tool;
  if (!link.ok) {
    const why = link.problems[0]?.message ?? "It does not link.";
    return { version, ran: [], kept: [], failures: [], health: "red", reason: `It does not link: ${why}`, retry: null };
  }
  const ran: Ran[] = [];
  const kept: Ran[] = [];
  const steady: Ran[] = [];
  const varying: { ran: Ran; passes: number; runs: number }[] = [];
  for (const one of cases) {
    const first = await runCase(context.runner, link.target, one);
    ran.push(first);
    // What is known to be flaky must pass every time to be healed, not just once.
    if (first.passed && head.health !== "flaky") {
      kept.push(first);
      continue;
    }
    const again: Ran[] = [first];
    for (let run = 1; run < gateBounds.flakyRuns; run++) again.push(await runCase(context.runner, link.target, one));
    const passing = again.filter((r) => r.passed);
    const failing = again.filter((r) => !r.passed);
    kept.push(...passing.slice(0, 1), ...failing.slice(0, 1));
    if (passing.length === 0) steady.push(first);
    else if (failing.length > 0) varying.push({ ran: failing[0]!, passes: passing.length, runs: again.length });
  }
  // Which implementation of a capability it is linked with is asked anew at every link.
  for (const other of tool.choices.others) {
    const failing = new Set([...steady, ...varying.map((v) => v.ran)].map((ran) => ran.one));
    const passing = cases.filter((one) => !failing.has(one));
    steady.push(...(await failuresWith(context.runner, other, passing)));
  }
  const failures = [...steady, ...varying.map((v) => v.ran)].map((r) => failureOf(r, version, true));
  const about = { version, ran, kept, failures };
  const [worst] = steady;
  if (worst !== undefined) {
    const reason = `${steady.length} of ${cases.length} ${cases.length === 1 ? "case fails" : "cases fail"}: ${worst.words}`;
    return { ...about, health: "red", reason, retry: null };
  }
  const [shaky] = varying;
  if (shaky === undefined) return { ...about, health: null, reason: null, retry: null };
  const reason = `The same input passed ${shaky.passes} of ${shaky.runs} times: ${shaky.ran.words}`;
  const retry = retryStrategy(version, { successes: shaky.passes, trials: shaky.runs });
  return { ...about, health: "flaky", reason, retry };
}
