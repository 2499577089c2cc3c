// One measurement of the registry's store, in a process of its own: `fill FILE COUNT`, `open FILE COUNT` (what opening, looking
// up and memory come to), `resolve FILE COUNT` or `register SMALL LARGE` (what one registration takes in each, in turns).

import { draftsOf, openEngine, openStore, readToolFile, resolveCapability } from "../dist/node.js";
import { report } from "./sampling.mjs";

const LOOKUPS = 3_000;
const REGISTRATIONS = 300;
const BATCH = 500;
const CONTESTED = 200;
const RIVALS = 5;
const TRIALS = 20;

const idOf = (n) => `tool_${String((n * 7_919) % 1_000_003).padStart(7, "0")}`;

/** Each of the first ten is called by a tenth of the registry, and every other tool by two or so. */
function dependenciesOf(n) {
  if (n < 10) return [];
  return [...new Set([n % 10, n >> 1])].map((called) => ({ id: idOf(called), by: "call" }));
}

/**
 * A registration as the gates write one: capability, version, two cases with their runs, an audit entry. A rival is one more
 * tool for the capability of another.
 */
async function register(writer, n, rivals = [idOf(n)]) {
  const id = idOf(n);
  const capability = `can_${rivals[0]}`;
  const at = "2026-01-02T12:00:00.000Z";
  const uid = (part) => `0199${String(n).padStart(8, "0")}-${part}`;
  const hash = (part) => `sha256:${part}${String((n * 48_271) % 2_147_483_647).padStart(10, "0")}${"0".repeat(48)}`;
  await writer.putCapability({
    id: capability,
    description: `What ${rivals[0]} does`,
    canonicalSignature: "(text :string) -> :int",
    implementations: rivals,
    defaultImplementation: rivals[0],
    createdAt: at,
  });
  await writer.insertToolVersion(
    {
      ...{ uid: uid("v"), id, version: "1.0.0", capability, title: id },
      description:
        "Counts what there is to count in a text, and says how often each of it occurs in the order of rank.",
      signature: "(text :string) -> :int",
      inputSchema: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
      outputSchema: { type: "integer" },
      layer: "composed",
      origin: "developer",
      body: { kind: "lisp", code: `(defn f [text] (count text)) ; ${"x".repeat(400)}`, main: "f", file: `${id}.clj` },
      tags: [`tag_${n % 50}`, `tag_${n % 7}`],
      examples: [{ args: { text: "a b" }, result: 3 }],
      ...{ permissions: [], requiredTools: [], requiredModels: [] },
      ...{ deterministic: true, stateful: false, timeoutMs: null },
      dependencies: dependenciesOf(n),
      supersedes: null,
      ...{ contentHash: hash("1"), schemaHash: hash("2"), createdAt: at },
    },
    "green",
    null,
  );
  const cases = [0, 1].map((k) => ({
    ...{ uid: uid(`c${k}`), toolId: id, input: { text: "one two" }, expected: { kind: "value", value: 7 }, stubs: {} },
    ...{ tags: ["smoke"], description: "counts", reason: "written with the tool", origin: { kind: "developer" } },
    ...{ contentHash: hash(`c${k}`), createdAt: at },
  }));
  await writer.insertCases(cases);
  await writer.insertCaseRuns(
    cases.map((one, k) => ({
      ...{ uid: uid(`r${k}`), caseUid: one.uid, toolId: id, version: "1.0.0", passed: true },
      ...{ outcome: '{"actual":7,"ok":true}', at },
    })),
  );
  const details = { gates: Array.from({ length: 10 }, (_, k) => ({ gate: `gate ${k}`, ok: true })) };
  await writer.insertAudit({ uid: uid("a"), at, action: "register", subject: id, accepted: true, details });
}

async function fill(file, count) {
  const store = await openStore(file);
  for (let from = 0; from < count; from += BATCH)
    await store.write(async (writer) => {
      for (let n = from; n < Math.min(from + BATCH, count); n++) await register(writer, n);
    });
  await store.close();
  return {};
}

/** Opening as a command does it: the driver, the query builder and the file, which the machine has read before. */
async function open(file, count) {
  const start = performance.now();
  const store = await openStore(file);
  const firstOpen = performance.now() - start;
  const again = performance.now();
  await (await openStore(file)).close();
  const secondOpen = performance.now() - again;
  const lookups = {
    head: (reader, id) => reader.toolHead(id),
    version: (reader, id) => reader.toolVersion(id, "1.0.0"),
    current: (reader, id) => reader.currentVersions([id]),
    capability: (reader, id) => reader.capability(`can_${id}`),
    stamp: (reader, id) => reader.stamps([id]),
    dependents: (reader, id) => reader.dependentsOf(id),
  };
  const p95 = {};
  const p50 = {};
  for (const [name, look] of Object.entries(lookups)) {
    const times = [];
    for (let k = 0; k < LOOKUPS; k++) {
      const id = idOf((k * 104_729) % count);
      const began = performance.now();
      const found = await store.read((reader) => look(reader, id));
      times.push(performance.now() - began);
      if (found === null) throw new Error(`${id} is not there`);
    }
    times.sort((a, b) => a - b);
    p50[name] = times[Math.floor(LOOKUPS * 0.5)];
    p95[name] = times[Math.floor(LOOKUPS * 0.95)];
  }
  const memory = process.memoryUsage().rss / 2 ** 20;
  const popular = await ofPopular(store);
  await store.close();
  return { open: firstOpen, secondOpen, p50, p95, memory, popular };
}

/** What asking for the dependents of a tool takes on which a tenth of the registry depends: the middle, and how many. */
async function ofPopular(store) {
  const times = [];
  let dependents = 0;
  for (let n = 0; n < 10; n++) {
    const began = performance.now();
    dependents = (await store.read((reader) => reader.dependentsOf(idOf(n)))).length;
    times.push(performance.now() - began);
  }
  return { dependents, p50: times.sort((a, b) => a - b)[5] };
}

/** Resolving among five tools of 20 trials each, in 200 capabilities among all the others. */
async function resolving(file, count) {
  const store = await openStore(file);
  const at = "2026-01-02T12:00:00.000Z";
  let made = 0;
  for (let k = 0; k < CONTESTED; k++)
    await store.write(async (writer) => {
      const rivals = [idOf(k * 10)];
      for (let next = 0; next < RIVALS - 1; next++) {
        const n = count + 10_000 + k * RIVALS + next;
        rivals.push(idOf(n));
        await register(writer, n, [...rivals]);
      }
      const trials = rivals.flatMap((id, place) =>
        Array.from({ length: TRIALS }, (_, j) => ({
          ...{ uid: `0199t${String(made++).padStart(8, "0")}`, kind: "tool", id, version: "1.0.0", success: j > place },
          ...{ tags: ["eu", `tag_${j}`], model: j % 2 === 0 ? "small" : "large", mission: null, runId: null },
          ...{ inputHash: null, diagnosis: null, skills: [], at },
        })),
      );
      await writer.insertTrials(trials);
    });
  const times = [];
  for (let k = 0; k < LOOKUPS; k++) {
    const id = `can_${idOf((k % CONTESTED) * 10)}`;
    const began = performance.now();
    const found = await store.read((reader) => resolveCapability(reader, id, { tags: ["eu", "tag_1"] }));
    times.push(performance.now() - began);
    if (!found.ok || found.value.ranked.length !== RIVALS) throw new Error(`${id} is not resolved`);
  }
  await store.close();
  times.sort((a, b) => a - b);
  return { p50: times[Math.floor(LOOKUPS * 0.5)], p95: times[Math.floor(LOOKUPS * 0.95)] };
}

/** A tool that calls one on which a tenth of the registry depends, as its author writes it. */
function draftOf(n) {
  const id = `fresh-${n}`;
  const code = `(defn ${id} "Counts." {:signature "(text :string) -> :int" :deterministic true} [text] (inc (${idOf(0).replace("_", "-")} text)))`;
  const [draft] = draftsOf(readToolFile(code, `${id}.clj`));
  return [draft, { cases: [{ input: { text: "one two" }, expected: { kind: "value", value: 8 } }] }];
}

/** The median of registrations through the gates that take turns, so that a busy disk or machine is busy for both. */
async function registering(...places) {
  const engines = [];
  for (const place of places) engines.push({ engine: await openEngine({ registry: place }), times: [] });
  for (let n = 0; n < REGISTRATIONS; n++)
    for (const { engine, times } of engines) {
      const asked = draftOf(n);
      const began = performance.now();
      const done = await engine.registry.registerTool(...asked);
      times.push(performance.now() - began);
      if (!done.ok || done.health !== "green") throw new Error(JSON.stringify(done.problem ?? done));
    }
  for (const { engine } of engines) await engine.close();
  return engines.map(({ times }) => times.sort((a, b) => a - b)[REGISTRATIONS >> 1]);
}

const [command, ...rest] = process.argv.slice(2);
const commands = {
  fill: (file, count) => fill(file, Number(count)),
  open: (file, count) => open(file, Number(count)),
  resolve: (file, count) => resolving(file, Number(count)),
};
report(await (commands[command] ?? registering)(...rest));
