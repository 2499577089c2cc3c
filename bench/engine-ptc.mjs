// Times the workloads under ptc through its public API, with every limit on. A turn is one call such as (bench-fib):
// reading and compiling it is part of the time (about 3 µs). Arguments: the names of the workloads.

import { readFileSync } from "node:fs";
import { createSession } from "../dist/index.js";
import { report, sample } from "./sampling.mjs";

const session = createSession();

function turn(source) {
  const result = session.turn(source);
  if (!result.ok) throw new Error(`${source.slice(0, 60)}: ${result.error.message}`);
  return result.value;
}

turn(readFileSync(new URL("workloads.clj", import.meta.url), "utf8"));
report(Object.fromEntries(process.argv.slice(2).map((name) => [name, sample(() => turn(`(bench-${name})`))])));
