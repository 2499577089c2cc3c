// One line on a terminal that says something long is alive; it is gone before anything else is written.

import { writeSync } from "node:fs";
import type { RunEvent } from "../../node.ts";

const stderr = 2;

/** Shows the line, or with null takes it away. */
export function statusLine(text: string | null): void {
  if (process.stderr.isTTY === true) writeSync(stderr, text === null ? "\r\x1b[K" : `\r\x1b[K… ${text}`);
}

export interface ProgressLine {
  onEvent(event: RunEvent): void;
  clear(): void;
}

export function progressLine(): ProgressLine {
  if (process.stderr.isTTY !== true) return { onEvent: () => {}, clear: () => {} };
  let shown = false;
  let calls = 0;
  let waiting = 0;
  return {
    onEvent: (event) => {
      if (event.type === "tool-start") waiting++;
      if (event.type === "tool-end") {
        waiting--;
        calls++;
      }
      const moving = event.type === "progress" || event.type === "tool-start" || event.type === "tool-end";
      if (!moving || event.ms < 500) return;
      const steps = event.type === "progress" ? `, ${Math.round(event.fuel / 1000)}k steps` : "";
      const tools = calls + waiting === 0 ? "" : `, ${calls} tool calls done, ${waiting} under way`;
      shown = true;
      writeSync(stderr, `\r\x1b[K… ${(event.ms / 1000).toFixed(1)} s${steps}${tools}`);
    },
    clear: () => {
      if (shown) writeSync(stderr, "\r\x1b[K");
      shown = false;
    },
  };
}
