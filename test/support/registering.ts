// Registrations by other processes: killed at any moment, or sixteen at once. Each goes the way of every registration: linked
// with what it needs, its suite run, and written in one transaction. Shared by tests and the scripts
// scripts/registry-durability.mjs and scripts/registry-concurrency.mjs.

import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { v7 } from "uuid";
import { createToolRunner } from "../../src/engine/tool-runner.ts";
import { createRegistry, type Registry } from "../../src/registry/registry.ts";
import type { RegistryExport, Store } from "../../src/registry/store.ts";
import { openStore } from "../../src/store/open.ts";
import { gives, lisp } from "./registry.ts";

/** What every tool registered here links: its stamp rises with each of them, and its trials count them. */
const SHARED = "shared_base";
/** Tools of one capability are written into one list: who comes second must look again. */
const GROUPS = 8;
const groupOf = (id: string) => `group_${[...id].reduce((sum, char) => sum + char.charCodeAt(0), 0) % GROUPS}`;

export const openBusy = (place: string): Promise<Store> => openStore(place, { busyTimeoutMs: 120_000 });

export function registryOn(store: Store): Registry {
  const sandbox = () => {
    throw new Error("No tool registered here needs a sandbox.");
  };
  const runner = createToolRunner({ sandbox });
  return createRegistry({ store, runner, now: () => new Date().toISOString(), newId: () => v7() });
}

export async function prepare(place: string): Promise<void> {
  const store = await openBusy(place);
  const shared = lisp(`(defn shared-base "One more." {:signature "(x :int) -> :int"} [x] (inc x))`);
  const done = await registryOn(store).registerTool(shared, { cases: [gives({ x: 1 }, 2)] });
  await store.close();
  if (!done.ok) throw new Error(done.problem.message);
}

/** A registration, and then a trial of what it links. */
export async function registerOne(registry: Registry, id: string): Promise<void> {
  const name = id.replaceAll("_", "-");
  const code = `(defn ${name} "Two more." {:signature "(x :int) -> :int" :deterministic true} [x] (inc (shared-base x)))`;
  const draft = lisp(code, { capability: groupOf(id), tags: ["bulk"] });
  for (;;) {
    const done = await registry.registerTool(draft, { cases: [gives({ x: 3 }, 5)] });
    if (done.ok) break;
    // The answer to a busy registry: try again.
    if (done.problem.reason !== "changed_meanwhile") throw new Error(`${id}: ${done.problem.message}`);
  }
  const tried = await registry.recordTrials([{ kind: "tool", id: SHARED, success: true, tags: ["bulk"] }]);
  if (!tried.ok) throw new Error(`${id}: ${tried.problem.message}`);
}

/** Everything that is not as it should be once these and no others are registered. */
export async function problemsOf(
  place: string,
  acknowledged: readonly string[],
  unsure = 0,
): Promise<readonly string[]> {
  const store = await openBusy(place);
  try {
    const found = (await store.verify()).map(({ subject, message }) => `${subject} ${message}`);
    const all = await store.exportAll();
    const there = all.tools.map((tool) => tool.id).filter((id) => id !== SHARED);
    const registered = new Set(there);
    for (const id of acknowledged) if (!registered.has(id)) found.push(`${id} was acknowledged and is gone`);
    if (new Set(acknowledged).size !== acknowledged.length) found.push("one was acknowledged twice");
    if (there.length > acknowledged.length + unsure)
      found.push(`${there.length} are there, ${acknowledged.length} were acknowledged and ${unsure} unsure`);
    const parts = partsById(all);
    for (const id of there)
      for (const [what, ids] of Object.entries(parts))
        if (ids.get(id) !== 1) found.push(`${id} has ${ids.get(id) ?? 0} ${what}`);
    // No part of a registration is there without the others.
    for (const [what, ids] of Object.entries(parts))
      for (const id of ids.keys()) if (id !== SHARED && !registered.has(id)) found.push(`${id} has only ${what}`);
    const shared = all.tools.find((tool) => tool.id === SHARED);
    if (shared?.stamp !== SHARED_STAMP + there.length)
      found.push(`${there.length} depend on ${SHARED}, whose stamp is ${shared?.stamp}`);
    // A trial is recorded after its registration, so a kill may come between the two.
    const { length: trials } = all.trials;
    if (trials < acknowledged.length || trials > there.length)
      found.push(`${trials} trials for ${acknowledged.length} to ${there.length} registrations`);
    const counted = all.counters.find((c) => c.id === SHARED)?.counters.overall.trials;
    if (counted !== trials) found.push(`${counted} counted trials of ${trials}`);
    return found;
  } finally {
    await store.close();
  }
}

/** The stamp of the shared tool before anything depends on it: registered, with one case. */
const SHARED_STAMP = 2;

/** How often each tool has each part that its registration wrote. */
function partsById(all: RegistryExport): Readonly<Record<string, ReadonlyMap<string, number>>> {
  const count = (ids: readonly string[]) => {
    const counts = new Map<string, number>();
    for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
    return counts;
  };
  const green = all.toolVersions.filter((v) => v.health === "green" && v.dependencies.some((d) => d.id === SHARED));
  return {
    versions: count(all.toolVersions.map((v) => v.id)),
    "green versions that link the shared tool": count(green.map((v) => v.id)),
    cases: count(all.cases.map((c) => c.toolId)),
    "passed runs": count(all.caseRuns.filter((r) => r.passed).map((r) => r.toolId)),
    "places in a capability": count(all.capabilities.flatMap((c) => c.implementations)),
    "accepted registrations in the audit log": count(
      all.audit.filter((a) => a.action === "register" && a.accepted).map((a) => a.subject.split("@")[0]!),
    ),
  };
}

/** A process that registers name_0, name_1, … and says so after each. */
function start(script: string, place: string, name: string, count: number): ChildProcess {
  return spawn(process.execPath, [script, place, name, String(count)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
}

function ended(child: ChildProcess): Promise<{ readonly code: number | null; readonly said: readonly string[] }> {
  const said: string[] = [];
  const lines = createInterface({ input: child.stdout! });
  lines.on("line", (line) => said.push(line));
  return new Promise((resolve, reject) => {
    let code: number | null = null;
    child.once("error", reject);
    child.once("exit", (status) => {
      code = status;
    });
    lines.once("close", () =>
      child.exitCode !== null || child.signalCode !== null ? done() : child.once("exit", done),
    );
    const done = () => resolve({ code: code ?? child.exitCode, said });
  });
}

/** Registers `count` tools in processes that are killed with SIGKILL at random points. */
export async function withKills(script: string, place: string, count: number, random: () => number) {
  await prepare(place);
  const acknowledged: string[] = [];
  let kills = 0;
  for (let life = 0; acknowledged.length < count; life++) {
    const child = start(script, place, `life_${life}`, count - acknowledged.length);
    // After some acknowledgements and a moment, so that kills hit every point of the work and not the start of a process.
    const after = Math.floor(random() * Math.min(40, count / 4));
    const moment = random() * 15;
    let lines = 0;
    child.stdout?.on("data", (chunk: Buffer) => {
      lines += chunk.toString().split("\n").length - 1;
      if (lines > after) setTimeout(() => child.kill("SIGKILL"), moment);
    });
    const { code, said } = await ended(child);
    if (child.signalCode === "SIGKILL") kills++;
    else if (code !== 0) throw new Error(`A registering process ended with ${code}.`);
    acknowledged.push(...said);
  }
  return { acknowledged, kills };
}

/** Registers `each` tools in every one of `processes` processes at once. */
export async function inParallel(script: string, place: string, processes: number, each: number) {
  await prepare(place);
  const children = Array.from({ length: processes }, (_, n) => start(script, place, `process_${n}`, each));
  const results = await Promise.all(children.map(ended));
  const failed = results.filter(({ code }) => code !== 0).length;
  if (failed > 0) throw new Error(`${failed} of ${processes} processes failed.`);
  return results.flatMap(({ said }) => said);
}
