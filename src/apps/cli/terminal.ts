// Where words and data go. Writing is synchronous: answers arrive in order, a slow reader slows the program instead of
// filling its memory, and leaving the process at once loses nothing. It also starts faster than Node's streams do.

import { fstatSync, writeSync } from "node:fs";
import { type Shell, UsageError } from "./command.ts";
import { whyNot } from "./files.ts";

/** The reader of standard output has gone (ptc … | head -1): nothing is left to do, and nothing is wrong. */
export class ReaderGone {}

const stdout = 1;
const stderr = 2;

export const terminal: Shell = {
  out: (text) => writeLine(stdout, text),
  err: (text) => {
    try {
      writeLine(stderr, text);
    } catch {
      // Nobody is there to be told.
    }
  },
  get colorOut() {
    return wantsColor(stdout, process.env);
  },
  get colorErr() {
    return wantsColor(stderr, process.env);
  },
};

function writeLine(fd: number, text: string): void {
  const bytes = Buffer.from(`${text}\n`);
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(fd, bytes, at);
    } catch (e) {
      const { code } = e as { code?: string };
      if (code === "EPIPE") throw new ReaderGone();
      if (code !== "EAGAIN") throw new UsageError(`Cannot write the output: ${whyNot(e)}.`);
      // Someone made the pipe non-blocking and it is full.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
}

/** FORCE_COLOR decides first and NO_COLOR second, as in Node itself; else only terminals get colour. */
export function wantsColor(fd: 1 | 2, env: NodeJS.ProcessEnv): boolean {
  if (env.FORCE_COLOR !== undefined && env.FORCE_COLOR !== "")
    return env.FORCE_COLOR !== "0" && env.FORCE_COLOR !== "false";
  if ((env.NO_COLOR ?? "") !== "" || env.TERM === "dumb") return false;
  try {
    // Asking process.stdout costs milliseconds and changes the pipe behind it: only devices are asked.
    if (!fstatSync(fd).isCharacterDevice()) return false;
  } catch {
    return false;
  }
  return (fd === stdout ? process.stdout : process.stderr).isTTY === true;
}
