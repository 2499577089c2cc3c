// Registrations by other processes: killed at any moment, or sixteen at once. Shared by tests and the scripts
// scripts/registry-durability.mjs and scripts/registry-concurrency.mjs.

import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { Store } from "../../src/registry/store.ts";
import { openStore } from "../../src/store/open.ts";
import { auditEntry, capability, caseRun, register, testCase, toolVersion, trial } from "../store/samples.ts";

/** What every tool registered here depends on: its stamp and its trials count them all. */
const SHARED = "shared_base";
const GROUPS = 8;
const groupOf = (id: string) => `group_${[...id].reduce((sum, char) => sum + char.charCodeAt(0), 0) % GROUPS}`;

export async function prepare(place: string): Promise<void> {
  const store = await openStore(place);
  await store.write(async (writer) => {
    if ((await writer.toolHead(SHARED)) !== null) return;
    for (let n = 0; n < GROUPS; n++) await writer.putCapability(capability(`group_${n}`));
    await register(writer, toolVersion(SHARED, { uid: uidFor(SHARED, 0) }));
  });
  await store.close();
}

/** As a registration writes it, and a trial of what it depends on. */
export async function registerOne(store: Store, id: string): Promise<void> {
  const uids = Array.from({ length: 6 }, (_, n) => uidFor(id, n));
  const tool = toolVersion(id, {
    uid: uids[0]!,
    capability: groupOf(id),
    tags: ["bulk", id],
    dependencies: [{ id: SHARED, by: "call" }],
  });
  const one = testCase(id, { uid: uids[1]! });
  await store.write(async (writer) => {
    const known = await writer.capability(tool.capability);
    await writer.putCapability(capability(tool.capability, [...(known?.implementations ?? []), id]));
    await writer.insertToolVersion(tool, "green", null);
    await writer.insertCases([one]);
    await writer.insertCaseRuns([{ ...caseRun(one, "1.0.0", true), uid: uids[2]! }]);
    await writer.insertTrials([trial(SHARED, true, { uid: uids[3]!, tags: ["bulk"] })]);
    await writer.insertAudit(auditEntry(id, { uid: uids[4]! }));
  });
}

/** The same in every process, and never the same twice. */
function uidFor(id: string, n: number): string {
  return `${id}-${n}`;
}

/** Everything that is not as it should be once these and no others are registered. */
export async function problemsOf(
  place: string,
  acknowledged: readonly string[],
  unsure = 0,
): Promise<readonly string[]> {
  const store = await openStore(place);
  try {
    const found = (await store.verify()).map(({ subject, message }) => `${subject} ${message}`);
    const all = await store.exportAll();
    const there = new Set(all.tools.map((tool) => tool.id));
    for (const id of acknowledged) if (!there.has(id)) found.push(`${id} was acknowledged and is gone`);
    const registered = there.size - 1;
    if (new Set(acknowledged).size !== acknowledged.length) found.push("one was acknowledged twice");
    if (registered > acknowledged.length + unsure)
      found.push(`${registered} are there, ${acknowledged.length} were acknowledged and ${unsure} unsure`);
    // Each part of a registration, counted by itself: none is there without the others, none was lost to another writer.
    const implemented = all.capabilities.flatMap((one) => (one.id === SHARED ? [] : one.implementations));
    const counts = {
      implementations: new Set(implemented).size,
      versions: all.toolVersions.length - 1,
      cases: all.cases.length,
      runs: all.caseRuns.length,
      trials: all.trials.length,
      "audit entries": all.audit.length - 1,
      "counted trials": all.counters[0]?.counters.overall.trials ?? 0,
      "stamps of the shared tool": (all.tools.find((tool) => tool.id === SHARED)?.stamp ?? 0) - 2,
    };
    for (const [what, count] of Object.entries(counts))
      if (count !== registered) found.push(`${count} ${what} for ${registered} registrations`);
    return found;
  } finally {
    await store.close();
  }
}

/** A process that registers name_0, name_1, … and says so after each. */
function start(script: string, place: string, name: string, from: number, count: number): ChildProcess {
  return spawn(process.execPath, [script, place, name, String(from), String(count)], {
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
    const child = start(script, place, `life_${life}`, 0, count - acknowledged.length);
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
  const children = Array.from({ length: processes }, (_, n) => start(script, place, `process_${n}`, 0, each));
  const results = await Promise.all(children.map(ended));
  const failed = results.filter(({ code }) => code !== 0).length;
  if (failed > 0) throw new Error(`${failed} of ${processes} processes failed.`);
  return results.flatMap(({ said }) => said);
}
