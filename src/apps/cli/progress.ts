// One line on a terminal that says a long run is alive; it is gone before anything else is written.

import { writeSync } from "node:fs";
import type { RunEvent } from "../../node.ts";

const stderr = 2;

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
