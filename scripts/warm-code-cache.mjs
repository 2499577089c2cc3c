// Writes V8's code cache for the built program: loads it as the launcher does, runs what most calls run, and keeps the
// functions that were compiled on the way. Usage: warm-code-cache.mjs dist/ptc-HASH (without the ending).
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Script } from "node:vm";

const path = process.argv[2];
const script = new Script(readFileSync(`${path}.cjs`, "latin1"), { filename: `${path}.cjs` });
const module = { exports: {} };
script.runInThisContext()(createRequire(import.meta.url), module, module.exports);

const quiet = { out: () => {}, err: () => {}, colorOut: false, colorErr: false };
const programs = [
  "(+ 1 2)",
  "(defn big? [{:keys [price]}] (> price 10)) (->> [{:price 12.5} {:price 3}] (filter big?) (map :price) (reduce + 0))",
  "(lenght [1])",
];
const none = () => Promise.reject(new Error("nothing else is loaded here"));
const run = (...words) => module.exports.main(words, { library: none, file: none }, quiet);
for (const source of programs) await run("eval", source);
await run("eval", "(sort-by :a [{:a 2} {:a 1}])", "--json");
writeFileSync(`${path}.cache`, script.createCachedData());
