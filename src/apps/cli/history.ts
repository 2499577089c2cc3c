// The lines typed into the repl, kept from one session to the next. Each line is appended as it is typed, so that several
// sessions can share the file and none of them loses anything. Without a place to write, history lasts for the session.

import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { userFolder } from "./user-folders.ts";

/** Lines offered in a session; the file may grow to twice as many before it is cut. */
const most = 1000;

export interface History {
  /** Newest first, as readline wants it. */
  readonly lines: string[];
  add(line: string): void;
}

export function openHistory(env: NodeJS.ProcessEnv): History {
  const folder = userFolder("state", env);
  if (folder === undefined) return { lines: [], add: () => {} };
  const path = join(folder, "history");
  const kept = readLines(path);
  if (kept.length > 2 * most) shorten(path, kept.slice(-most));
  let last = kept.at(-1);
  return {
    lines: kept.slice(-most).reverse(),
    add: (line) => {
      if (line.trim() === "" || line === last) return;
      last = line;
      try {
        mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
        appendFileSync(path, `${line}\n`, { mode: 0o600 });
      } catch {
        // A full or read-only disk is no reason to stop a session.
      }
    },
  };
}

function readLines(path: string): string[] {
  try {
    return readFileSync(path, "utf8")
      .split("\n")
      .filter((line) => line !== "");
  } catch {
    return [];
  }
}

function shorten(path: string, lines: readonly string[]): void {
  try {
    writeFileSync(path, `${lines.join("\n")}\n`, { mode: 0o600 });
  } catch {
    // It stays long.
  }
}
