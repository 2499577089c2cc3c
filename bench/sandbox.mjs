// Base tools in their sandbox: warm calls, many calls, many records and the first call of all, with what each is measured
// beside. `measure` runs one program and gives back what it reported.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const COLD_ROUNDS = 8;
const tool = new URL("tools/double.mjs", import.meta.url).pathname;

/** First answers: the fastest of several processes of each kind, which take turns. */
function measureCold(measure) {
  const folder = mkdtempSync(join(tmpdir(), "ptc-bench-"));
  try {
    const stored = join(folder, "double.json");
    writeFileSync(stored, JSON.stringify(measure(["bench/sandbox-cold.mjs", "worker", tool, "--store"])));
    const cold = {};
    for (let round = 0; round < COLD_ROUNDS; round++)
      for (const kind of ["worker", "process", "stored", "emptyWorker", "esbuild"]) {
        const timed = measure(["bench/sandbox-cold.mjs", kind, kind === "stored" ? stored : tool]);
        if (cold[kind] === undefined || timed.total < cold[kind].total) cold[kind] = timed;
      }
    return cold;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export function measureSandbox(measure) {
  return { ...measure(["bench/sandbox-calls.mjs"]), cold: measureCold(measure) };
}

const ms = (x) => `${x.toFixed(x < 1 ? 3 : x < 10 ? 2 : 0)} ms`;
const perSecond = (x) => `${Math.round(x)}/s`;
const before = (text) => (text === undefined ? "" : ` (baseline ${text})`);

/** Rows for goals.mjs. */
export const sandboxGoals = [
  {
    name: "base tool, small call, p95",
    of: ({ sandbox }) => sandbox?.worker.small.p95,
    show: ms,
    atMost: 2,
    beside: ({ sandbox: { worker, bare, native } }) => [
      `p50 ${ms(worker.small.p50)}`,
      `bare engine ${ms(bare.small)}`,
      `native ${ms(native.small)}`,
    ],
  },
  {
    name: "base tool, calls on two workers",
    of: ({ sandbox }) => sandbox?.worker.perSecond,
    show: perSecond,
    atLeast: 3000,
    beside: ({ sandbox: { process } }) => [`processes ${perSecond(process.perSecond)}`],
  },
  {
    name: "base tool, 1,000 records in and out",
    of: ({ sandbox }) => sandbox?.worker.records.p50,
    show: ms,
    atMost: 8,
    beside: ({ sandbox: { worker, bare, native } }) => [
      `fastest ${ms(worker.records.fastest)}`,
      `bare engine ${ms(bare.records)}`,
      `native ${ms(native.records)}`,
    ],
  },
  {
    name: "base tool, first answer of a sandbox",
    of: ({ sandbox }) => sandbox?.cold?.worker.total,
    show: ms,
    atMost: 150,
    beside: ({ sandbox: { cold } }) => [
      `an empty worker ${ms(cold.emptyWorker.total)}`,
      `esbuild ${ms(cold.esbuild.total)}`,
    ],
  },
];

export function printSandbox(sandbox, baseline) {
  console.log("\nBase tools in the sandbox, by what runs them\n");
  for (const kind of ["worker", "process"]) {
    const { small, records, hostCall } = sandbox[kind];
    const was = baseline?.[kind];
    const parts = [
      `small call p50 ${ms(small.p50)}${before(was && ms(was.small.p50))}, p95 ${ms(small.p95)}${before(was && ms(was.small.p95))}`,
      `${perSecond(sandbox[kind].perSecond)}${before(was && perSecond(was.perSecond))}`,
      `1,000 records p50 ${ms(records.p50)}${before(was && ms(was.records.p50))}, p95 ${ms(records.p95)}`,
      `a host call ${ms(hostCall)}${before(was && ms(was.hostCall))}`,
    ];
    console.log(`${kind}: ${parts.join("; ")}`);
  }
  const { small, records } = sandbox.worker;
  const { bare, native } = sandbox;
  console.log(
    `over a bare engine: small ${(small.p50 / bare.small).toFixed(1)}x, records ${(records.p50 / bare.records).toFixed(2)}x; ` +
      `over native: small ${(small.p50 / native.small).toFixed(0)}x, records ${(records.p50 / native.records).toFixed(1)}x`,
  );
  const words = { worker: "from its file", process: "the same in a process", stored: "a stored tool" };
  for (const [kind, name] of Object.entries(words)) {
    const { load, call, total } = sandbox.cold[kind];
    const was = baseline?.cold?.[kind]?.total;
    console.log(
      `first answer, ${name}: ${ms(total)}${before(was && ms(was))}, of which load ${ms(load)}, call ${ms(call)}`,
    );
  }
}
