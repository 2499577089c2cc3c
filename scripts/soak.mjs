// `npm run soak [-- RUNS [KILLS]]`: many short runs in one process, then runs that must be killed with their workers. Says how
// much the heap grew and what was left behind; exit code 1 when it grew by 10 MB or a handle stayed.
import { countFrom, fromSource } from "./from-source.mjs";

const usage = "node --expose-gc scripts/soak.mjs [RUNS [KILLS]]";
const runs = countFrom(100_000, usage);
const kills = Number(process.argv[3] ?? Math.ceil(runs / 100));
if (globalThis.gc === undefined || !Number.isInteger(kills)) {
  console.error(`usage: ${usage}`);
  process.exit(2);
}
const MOST_GROWTH_MB = 10;
const { run, runSync, createSession, defineTool, closeIsolates, isolateCount } = await fromSource({
  node: "src/node.ts",
  runner: "src/host/runner.ts",
});

const tools = [
  defineTool({ name: "price", signature: "(id :int) -> :float", run: async ({ id }) => id * 1.5 }),
  defineTool({ name: "broken", signature: "() -> :int", run: () => Promise.reject(new Error("no")) }),
];
const programs = [
  (n) => run(`(reduce + (map inc (range ${n % 50})))`),
  (n) =>
    run(`(->> data/rows (filter #(> (:n %) ${n % 7})) (group-by :kind) (map (fn [[k v]] [k (count v)])) (into {}))`, {
      data: { rows: rows },
    }),
  (n) => run(`(pmap #(tool/price {:id %}) (range ${n % 5}))`, { tools }),
  (n) => run(`(str/join "," (map #(format "%03d" %) (range ${n % 9})))`),
  () => run("(tool/broken {})", { tools }),
  (n) => run(`(defn f${n} [x] (* x ${n})) (f${n} 2)`),
  (n) => run(`(+ 1 undefined-${n})`),
  () => run("(loop [] (recur))", { limits: { fuel: 500 } }),
  async (n) => runSync(`(re-seq #"[a-z]${"x".repeat(n % 4)}" "abcaxbxxcxxx")`),
  async (n) => {
    const session = createSession();
    await session.turn(`(def x ${n})`);
    await session.turn("(inc x)");
  },
];
const rows = Array.from({ length: 20 }, (_, n) => ({ n, kind: n % 3 === 0 ? "a" : "b" }));

const settled = async () => {
  for (let i = 0; i < 5; i++) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    globalThis.gc();
  }
  return process.memoryUsage().heapUsed / 1e6;
};

const began = performance.now();
const seconds = () => Math.round((performance.now() - began) / 1000);
const warm = Math.max(200, Math.ceil(runs / 10));
let before = 0;
for (let n = 0; n < runs + warm; n++) {
  if (n === warm) before = await settled();
  await programs[n % programs.length](n);
  if ((n + 1) % 20_000 === 0) console.error(`${n + 1} runs, ${seconds()} s`);
}
const growth = (await settled()) - before;
console.log(`${runs} runs: the heap grew by ${growth.toFixed(2)} MB (goal: under ${MOST_GROWTH_MB}).`);

let wrong = growth >= MOST_GROWTH_MB ? 1 : 0;
const handles = () =>
  process.getActiveResourcesInfo().filter((name) => /Worker|MessagePort|Process|Pipe/.test(name)).length;
const atRest = handles();
const endless = { isolate: "worker", limits: { timeoutMs: 15, fuel: Number.MAX_SAFE_INTEGER } };
for (let n = 0; n < kills; n++) {
  const killed = await run("(loop [] (recur))", endless);
  if (killed.ok || killed.error.reason !== "timeout") {
    console.log(`run ${n} was to be killed and ended with ${JSON.stringify(killed.ok ? killed.value : killed.error)}`);
    wrong++;
  }
  if ((n + 1) % 100 === 0) console.error(`${n + 1} kills, ${seconds()} s`);
}
const next = await run("(+ 1 2)", { isolate: "worker" });
const members = isolateCount();
await closeIsolates();
const left = handles() - atRest;
console.log(
  `${kills} workers killed: the next run gives ${next.ok ? next.value : next.error.message} with ${members} in the pool; ${left} handles left.`,
);
if (!next.ok || next.value !== 3 || left > 0) wrong++;
process.exit(wrong === 0 ? 0 : 1);
