// Times the workloads under ptc, with every limit on. A turn is one call such as (bench-fib): reading and compiling it is
// part of the time (a few µs). The interpreter is bundled from source, because the library's own sessions also report
// what they hold after every turn. Arguments: the bundle, then the names of the workloads.

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { report, sample } from "./sampling.mjs";

const [bundle, ...names] = process.argv.slice(2);
const { Session } = await import(pathToFileURL(bundle).href);
const session = new Session();

function turn(source) {
  const result = session.turn(source);
  if (!result.ok) throw new Error(`${source.slice(0, 60)}: ${result.error.message}`);
  return result.value;
}

turn(readFileSync(new URL("workloads.clj", import.meta.url), "utf8"));
report(Object.fromEntries(names.map((name) => [name, sample(() => turn(`(bench-${name})`))])));
