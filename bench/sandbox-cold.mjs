// The first answer of a sandbox, in a process that has done nothing yet: milliseconds from createSandbox to the result.
// Beside it what no sandbox can do without: an empty worker thread that says hello, and esbuild bundling the same file.
// Arguments: which of them, and the file of the tool. Every sample is a process of its own.

import { readFileSync } from "node:fs";
import { report } from "./sampling.mjs";

const [what, file] = process.argv.slice(2);

async function firstAnswer(isolate, toolFrom) {
  const { createSandbox } = await import("../dist/node.js");
  const began = performance.now();
  const sandbox = createSandbox({ pool: { size: 2, isolate } });
  const tool = await toolFrom(sandbox);
  const loaded = performance.now();
  const answer = await sandbox.call(tool, { order: { id: 7, customer: "c1", total: 20.5 } });
  const ended = performance.now();
  if (answer.value?.total !== 41) throw new Error(JSON.stringify(answer));
  return { sandbox, tool, load: loaded - began, call: ended - loaded, total: ended - began };
}

async function timed(work) {
  const began = performance.now();
  await work();
  return { total: performance.now() - began };
}

const works = {
  worker: () => firstAnswer("worker", (sandbox) => sandbox.load({ file })),
  process: () => firstAnswer("process", (sandbox) => sandbox.load({ file })),
  stored: () => firstAnswer("worker", (sandbox) => sandbox.restore(JSON.parse(readFileSync(file, "utf8")))),
  emptyWorker: async () => {
    const { Worker } = await import("node:worker_threads");
    return timed(async () => {
      const worker = new Worker('require("node:worker_threads").parentPort.postMessage("hello")', { eval: true });
      await new Promise((heard) => worker.once("message", heard));
    });
  },
  esbuild: () =>
    timed(async () => {
      const { build, stop } = await import("esbuild");
      await build({
        entryPoints: [file],
        bundle: true,
        write: false,
        format: "iife",
        sourcemap: "external",
        outdir: ".",
      });
      await stop();
    }),
};

const { sandbox, tool, ...figures } = await works[what]();
await sandbox?.close();
if (process.argv[4] === "--store") report(tool);
else report(figures);
