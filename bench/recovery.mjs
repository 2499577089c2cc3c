// What it takes to get over a bad run, and to run a good one again: how late an isolated run that never ends is stopped, how
// long the next one waits for a new runner, and what a replay costs per recorded tool call. Medians: these are waits, and
// the fastest of them says little.

import { closeIsolates, defineTool, replay, run } from "../dist/node.js";
import { report } from "./sampling.mjs";

const ROUNDS = 20;
const TIMEOUT_MS = 50;
const CALLS = 1000;

function median(numbers) {
  return numbers.sort((a, b) => a - b)[numbers.length >> 1];
}

async function timed(work) {
  const start = performance.now();
  const result = await work();
  return { ms: performance.now() - start, result };
}

async function recovery(isolate) {
  const late = [];
  const next = [];
  await run("1", { isolate });
  for (let i = 0; i < ROUNDS; i++) {
    const endless = { isolate, limits: { timeoutMs: TIMEOUT_MS, fuel: 1e12 } };
    const bad = await timed(() => run("(loop [i 0] (recur (inc i)))", endless));
    if (bad.result.error?.reason !== "timeout") throw new Error(`${isolate}: ${JSON.stringify(bad.result.error)}`);
    late.push(bad.ms - TIMEOUT_MS);
    const good = await timed(() => run("(+ 1 2)", { isolate }));
    if (good.result.value !== 3) throw new Error(`${isolate} gives ${good.result.value} after a timeout`);
    next.push(good.ms);
  }
  return { late: median(late), next: median(next) };
}

async function replayed() {
  const echo = defineTool({ name: "echo", signature: "(v :int) -> :int", run: async ({ v }) => v });
  const source = `(reduce (fn [total i] (+ total (tool/echo {:v i}))) 0 (range ${CALLS}))`;
  const limits = { toolCalls: CALLS, toolCallsPerTool: CALLS };
  const { events } = await run(source, { tools: [echo], limits });
  const times = [];
  for (let i = 0; i < 2 * ROUNDS; i++) {
    const { ms, result } = await timed(() => replay(events));
    if (!result.same) throw new Error(`the replay differs in ${result.difference.what}`);
    if (i >= ROUNDS) times.push((ms * 1000) / CALLS);
  }
  return median(times);
}

const figures = { worker: await recovery("worker"), process: await recovery("process") };
await closeIsolates();
report({ ...figures, replayPerCall: await replayed() });
