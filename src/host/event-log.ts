// Events as JSON lines in a file: the log that `ptc replay` reads. Lines are written as they happen, so that a run that
// is cut off leaves everything up to that point.

import { closeSync, openSync, writeSync } from "node:fs";
import type { RunEvent } from "../run/events.ts";

export interface EventLog {
  readonly onEvent: (event: RunEvent) => void;
  close(): void;
}

/** Creates or replaces the file. */
export function openEventLog(path: string): EventLog {
  const file = openSync(path, "w");
  return {
    onEvent: (event) => void writeSync(file, `${JSON.stringify(event)}\n`),
    close: () => closeSync(file),
  };
}
