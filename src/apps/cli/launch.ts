#!/usr/bin/env node

// The file behind the ptc command. It compiles the program beside it (one script, ptc-HASH.cjs) from V8's code cache and
// calls its main: compiling from source would take longer than most programs run. The cache is an optimisation only:
// missing, foreign or unreadable, the program is compiled from its source and nothing else changes.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Script } from "node:vm";
import type { main } from "./main.ts";

/** The hash of the program's text: a cache can only ever be paired with the very text it was made from. */
declare const __PTC_PROGRAM__: string;

interface Program {
  readonly exports: { readonly main: typeof main };
}

const program = new URL(`./${__PTC_PROGRAM__}.cjs`, import.meta.url);
const source = readFileSync(program, "latin1"); // the build writes ASCII only; this spares a decoding pass
const filename = program.pathname;

function compile(cachedData: Buffer | undefined): Script {
  return new Script(source, cachedData === undefined ? { filename } : { filename, cachedData });
}

function shippedCache(): Buffer | undefined {
  try {
    return readFileSync(new URL(`./${__PTC_PROGRAM__}.cache`, import.meta.url));
  } catch {
    return undefined;
  }
}

const shipped = shippedCache();
let script = compile(shipped);
if (shipped === undefined || script.cachedDataRejected === true) {
  // Another version of Node than the one that built this: keep a cache of our own for it.
  const { ownCache } = await import("./own-cache.js");
  const own = ownCache(__PTC_PROGRAM__);
  if (own.data !== undefined) script = compile(own.data);
  if (own.data === undefined || script.cachedDataRejected === true)
    process.on("exit", () => own.keep(() => script.createCachedData()));
}

const module: Program = { exports: { main: () => Promise.reject(new Error("the program did not load")) } };
script.runInThisContext()(createRequire(import.meta.url), module, module.exports);
// Everything is written synchronously, so nothing is cut off by leaving at once, even while standard input is open.
process.exit(await module.exports.main(process.argv.slice(2)));
