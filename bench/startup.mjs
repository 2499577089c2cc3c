// Times whole processes: what `ptc eval` costs over `node` doing nothing. The commands take turns, so that a busy moment
// of the machine hits them all; the fastest of each counts.

import { spawnSync } from "node:child_process";

const ROUNDS = 20;

/** Milliseconds per command, the fastest of several runs. `commands` maps a name to arguments for node. */
export function startup(commands) {
  const best = Object.fromEntries(Object.keys(commands).map((name) => [name, Number.POSITIVE_INFINITY]));
  for (let round = 0; round < ROUNDS; round++)
    for (const [name, args] of Object.entries(commands)) {
      const start = performance.now();
      const { status, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
      const ms = performance.now() - start;
      if (status !== 0) throw new Error(`${name} failed: ${stderr}`);
      best[name] = Math.min(best[name], ms);
    }
  return best;
}
