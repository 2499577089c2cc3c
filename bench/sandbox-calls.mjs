// Calls of base tools in a warm sandbox, beside the same functions called natively and by a bare quickjs-emscripten on the
// thread of the host, without limits, broker or contract. Waits say more by their spread than by the fastest of them, so
// they are given as percentiles of a round; the round with the lowest counts, as it is the least disturbed.

import engine from "@jitl/quickjs-wasmfile-release-sync";
import { newQuickJSWASMModuleFromVariant } from "quickjs-emscripten-core";
import { createSandbox } from "../dist/node.js";
import { report, sample } from "./sampling.mjs";
import * as double from "./tools/double.mjs";
import * as raise from "./tools/raise.mjs";

const ROUNDS = 6;
const SMALL = { order: { id: 7, customer: "c1", total: 20.5 } };
const RECORDS = {
  orders: Array.from({ length: 1000 }, (_, i) => ({
    id: i,
    customer: `customer ${i % 30}`,
    status: i % 3 === 0 ? "open" : "paid",
    total: 20.25 + i,
  })),
};

function percentiles(times) {
  times.sort((a, b) => a - b);
  const at = (part) => times[Math.min(times.length - 1, Math.floor(times.length * part))];
  return { fastest: times[0], p50: at(0.5), p95: at(0.95) };
}

/** Milliseconds of single calls, one after the other: the fastest, and the lowest p50 and p95 of the rounds. */
async function spread(calls, once, rounds = ROUNDS) {
  let best = null;
  for (let round = 0; round < rounds; round++) {
    const times = [];
    for (let i = 0; i < calls; i++) {
      const start = performance.now();
      await once();
      times.push(performance.now() - start);
    }
    const now = percentiles(times);
    best ??= now;
    for (const key of Object.keys(now)) best[key] = Math.min(best[key], now[key]);
  }
  return best;
}

/** Calls per second when there is always another one waiting. */
async function rate(calls, once) {
  let best = 0;
  for (let round = 0; round < ROUNDS; round++) {
    let left = calls;
    const start = performance.now();
    const worker = async () => {
      while (left-- > 0) await once();
    };
    await Promise.all(Array.from({ length: 4 }, worker));
    best = Math.max(best, (calls * 1000) / (performance.now() - start));
  }
  return best;
}

async function inSandbox(isolate) {
  const sandbox = createSandbox({
    pool: { size: 2, isolate },
    grants: { allow: ["kv:bench"] },
    hostLimits: { hostCalls: 1000 },
  });
  const load = (name) => sandbox.load({ file: new URL(`tools/${name}.mjs`, import.meta.url).pathname });
  const [small, records, asking] = [await load("double"), await load("raise"), await load("asking")];
  const call = async (tool, args, isRight) => {
    const answer = await sandbox.call(tool, args);
    if (!answer.ok || !isRight(answer.value)) throw new Error(`${isolate}: ${JSON.stringify(answer).slice(0, 300)}`);
  };
  const callSmall = () => call(small, SMALL, (value) => value.total === 41);
  const callRecords = () => call(records, RECORDS, (value) => value.length === 1000 && value[0].total === 20.25 * 1.2);
  await rate(1000, callSmall);
  const figures = {
    small: await spread(500, callSmall),
    perSecond: await rate(2000, callSmall),
    // Rounds are short, or none would be left alone on a busy machine.
    records: await spread(10, callRecords, 3 * ROUNDS),
  };
  const times = 500;
  const { p50: asked } = await spread(3, () => call(asking, { times }, (value) => value === times));
  await sandbox.close();
  return { ...figures, hostCall: (asked - figures.small.p50) / times };
}

/** The functions as they are, with arguments and answers copied through JSON as at the sandbox's door. */
function natively() {
  const time = (tool, args) => sample(() => JSON.parse(JSON.stringify(tool(JSON.parse(JSON.stringify(args))))), 20).ms;
  return { small: time(double.default, SMALL), records: time(raise.default, RECORDS) };
}

/** The engine alone: text in, text out. */
async function inBareEngine() {
  const context = (await newQuickJSWASMModuleFromVariant(engine)).newContext();
  const time = (tool, args) => {
    const made = context.evalCode(
      `(() => { const tool = ${tool}; return (text) => JSON.stringify(tool(JSON.parse(text))); })()`,
    );
    const f = context.unwrapResult(made);
    const { ms } = sample(() => {
      const text = context.newString(JSON.stringify(args));
      const result = context.unwrapResult(context.callFunction(f, context.undefined, text));
      const value = JSON.parse(context.getString(result));
      text.dispose();
      result.dispose();
      return value;
    });
    f.dispose();
    return ms;
  };
  const figures = { small: time(double.default, SMALL), records: time(raise.default, RECORDS) };
  context.dispose();
  return figures;
}

report({
  worker: await inSandbox("worker"),
  process: await inSandbox("process"),
  native: natively(),
  bare: await inBareEngine(),
});
