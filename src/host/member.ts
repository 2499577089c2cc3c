// One isolated place a program can run in: a worker thread or a child process, behind the same few words.

import { fork } from "node:child_process";
import { Worker } from "node:worker_threads";
import type { FromRunner, ToRunner } from "./messages.ts";

export type IsolateKind = "worker" | "process";

export interface Member {
  post(message: ToRunner): void;
  /** Ends it at once, whatever it is doing. */
  kill(): Promise<void>;
  /** Keeps the host's process alive while it works, and not while it is idle. */
  hold(working: boolean): void;
}

export interface MemberListeners {
  message(message: FromRunner): void;
  /** It ended by itself; `outOfMemory` when that is why. */
  ended(outOfMemory: boolean): void;
}

/** Megabytes of heap one runner may grow to; the interpreter's own accounting is far stricter. */
const HEAP_MB = 768;
const STACK_MB = 4;

export function startMember(kind: IsolateKind, script: string, on: MemberListeners): Member {
  return kind === "worker" ? startWorker(script, on) : startProcess(script, on);
}

function startWorker(script: string, on: MemberListeners): Member {
  const worker = new Worker(script, {
    env: {},
    argv: [],
    execArgv: [],
    stdin: false,
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, stackSizeMb: STACK_MB },
  });
  let outOfMemory = false;
  worker.on("message", on.message);
  worker.on("error", (e: NodeJS.ErrnoException) => {
    outOfMemory = e.code === "ERR_WORKER_OUT_OF_MEMORY";
  });
  worker.on("exit", () => on.ended(outOfMemory));
  worker.unref();
  return {
    post: (message) => worker.postMessage(message),
    kill: async () => void (await worker.terminate()),
    hold: (working) => (working ? worker.ref() : worker.unref()),
  };
}

function startProcess(script: string, on: MemberListeners): Member {
  const child = fork(script, [], {
    env: {},
    execArgv: [permissionFlag(), `--allow-fs-read=${script}`, `--max-old-space-size=${HEAP_MB}`],
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    detached: false,
  });
  child.on("message", (message) => on.message(message as FromRunner));
  child.on("error", () => {});
  const exited = new Promise<void>((resolve) =>
    child.on("exit", (_code, signal) => {
      on.ended(signal === "SIGABRT");
      resolve();
    }),
  );
  const hold = (working: boolean): void => {
    const method = working ? "ref" : "unref";
    child[method]();
    child.channel?.[method]();
  };
  hold(false);
  return {
    post: (message) => void (child.connected && child.send(message)),
    kill: async () => {
      child.kill("SIGKILL");
      await exited;
    },
    hold,
  };
}

/** Node's permission model: no files but the script, no children, no workers, no native addons. */
function permissionFlag(): string {
  const flags = process.allowedNodeEnvironmentFlags;
  return flags.has("--permission") ? "--permission" : "--experimental-permission";
}
