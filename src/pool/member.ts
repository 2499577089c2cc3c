// One isolated place code can run in: a worker thread or a child process, behind the same few words.

import { fork } from "node:child_process";
import { Worker } from "node:worker_threads";

export type MemberKind = "worker" | "process";

export interface MemberOptions {
  /** The program it runs. */
  readonly script: string;
  /** Files it may read besides, when it is a process. */
  readonly reads?: readonly string[];
  /** Megabytes of V8 heap it may grow to. */
  readonly heapMb: number;
  /** Megabytes of it for what is new, which V8 lets fill with garbage before it looks. */
  readonly youngMb?: number;
  readonly stackMb: number;
  /** The stack of a process, in megabytes, when V8's usual one is too little. It must fit what the system gives. */
  readonly processStackMb?: number;
  /** What a worker finds in workerData. */
  readonly data?: unknown;
  /** What it finds as its first argument. */
  readonly argument?: string;
}

export interface Member<To> {
  post(message: To): void;
  /** Ends it at once, whatever it is doing. */
  kill(): Promise<void>;
  /** Keeps the host's process alive while it works, and not while it is idle. */
  hold(working: boolean): void;
}

export interface MemberListeners<From> {
  message(message: From): void;
  /** It ended by itself; `outOfMemory` when that is why. */
  ended(outOfMemory: boolean): void;
}

export function startMember<To, From>(kind: MemberKind, options: MemberOptions, on: MemberListeners<From>): Member<To> {
  return kind === "worker" ? startWorker(options, on) : startProcess(options, on);
}

function startWorker<To, From>(options: MemberOptions, on: MemberListeners<From>): Member<To> {
  const worker = new Worker(options.script, {
    env: {},
    argv: argumentsOf(options),
    workerData: options.data,
    execArgv: [],
    stdin: false,
    stdout: true,
    stderr: true,
    resourceLimits: {
      maxOldGenerationSizeMb: options.heapMb,
      stackSizeMb: options.stackMb,
      ...(options.youngMb === undefined ? {} : { maxYoungGenerationSizeMb: options.youngMb }),
    },
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

function startProcess<To, From>(options: MemberOptions, on: MemberListeners<From>): Member<To> {
  const readable = [options.script, ...(options.reads ?? [])].map((file) => `--allow-fs-read=${file}`);
  const { processStackMb } = options;
  const stack = processStackMb === undefined ? [] : [`--stack-size=${processStackMb * 1024}`];
  const child = fork(options.script, argumentsOf(options), {
    env: {},
    execArgv: [permissionFlag(), ...readable, `--max-old-space-size=${options.heapMb}`, ...stack],
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    detached: false,
  });
  child.on("message", (message) => on.message(message as From));
  const exited = new Promise<void>((resolve) => {
    const ended = (outOfMemory: boolean): void => {
      on.ended(outOfMemory);
      resolve();
    };
    // One that could not even be started never exits.
    child.on("error", () => child.pid === undefined && ended(false));
    child.on("exit", (_code, signal) => ended(signal === "SIGABRT"));
  });
  const hold = (working: boolean): void => {
    const method = working ? "ref" : "unref";
    child[method]();
    child.channel?.[method]();
  };
  hold(false);
  return {
    post: (message) => void (child.connected && child.send(message as object)),
    kill: async () => {
      child.kill("SIGKILL");
      await exited;
    },
    hold,
  };
}

function argumentsOf({ argument }: MemberOptions): string[] {
  return argument === undefined ? [] : [argument];
}

/** Node's permission model: no files but the script, no children, no workers, no native addons. */
function permissionFlag(): string {
  const flags = process.allowedNodeEnvironmentFlags;
  return flags.has("--permission") ? "--permission" : "--experimental-permission";
}
