// Events as JSON lines in a file: the log that `ptc replay` reads. Lines are written as they happen, so that a run that
// is cut off leaves everything up to that point. A run goes on when they cannot be written; closing the log tells.

import { closeSync, openSync, writeSync } from "node:fs";
import type { RunEvent } from "../run/events.ts";

export interface EventLog {
  readonly onEvent: (event: RunEvent) => void;
  /** Throws the first error that writing met: the log ends before it. */
  close(): void;
}

/** Creates or replaces the file. */
export function openEventLog(path: string): EventLog {
  const file = openSync(path, "w");
  const failures: unknown[] = [];
  return {
    onEvent: (event) => {
      if (failures.length > 0) return;
      try {
        writeSync(file, `${JSON.stringify(event)}\n`);
      } catch (thrown) {
        failures.push(thrown);
      }
    },
    close: () => {
      closeSync(file);
      if (failures.length > 0) throw failures[0];
    },
  };
}
