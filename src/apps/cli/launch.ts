#!/usr/bin/env node

// The file behind the ptc command. It compiles the program beside it (one script, ptc-HASH.cjs) from V8's code cache and
// calls its main: compiling from source would take longer than most programs run. The cache is an optimisation only:
// missing, foreign or unreadable, the program is compiled from its source and nothing else changes.

import type { main } from "./main.ts";

/** The hash of the program's text: a cache can only ever be paired with the very text it was made from. */
declare const __PTC_PROGRAM__: string;

interface Program {
  readonly exports: { readonly main: typeof main };
}

// An import statement for each of Node's modules would cost about a millisecond; older versions lack the other way.
const builtin: (name: string) => unknown =
  process.getBuiltinModule ?? (await import("node:module")).createRequire(import.meta.url);
const { readFileSync } = builtin("node:fs") as typeof import("node:fs");
const { Script } = builtin("node:vm") as typeof import("node:vm");

const folder = import.meta.dirname ?? decodeURIComponent(new URL(".", import.meta.url).pathname);
const filename = `${folder}/${__PTC_PROGRAM__}.cjs`;
const source = readFileSync(filename, "latin1"); // the build writes ASCII only; this spares a decoding pass

function compile(cachedData: Buffer | undefined): import("node:vm").Script {
  return new Script(source, cachedData === undefined ? { filename } : { filename, cachedData });
}

function shippedCache(): Buffer | undefined {
  try {
    return readFileSync(`${folder}/${__PTC_PROGRAM__}.cache`);
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

/** The program is a script and cannot import; what it needs beside itself is imported here. */
// biome-ignore lint/suspicious/noExplicitAny: what a module exports is known to those who ask for it
const load = (specifier: string): Promise<any> => import(specifier);

const module: Program = { exports: { main: () => Promise.reject(new Error("the program did not load")) } };
script.runInThisContext()(builtin, module, module.exports);
// Everything is written synchronously, so nothing is cut off by leaving at once, even while standard input is open.
process.exit(
  await module.exports.main(process.argv.slice(2), {
    library: () => load("./node.js"),
    file: load,
  }),
);
