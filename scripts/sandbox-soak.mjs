// `npm run soak:sandbox [-- --calls N]`: many calls of base tools on a pool of two, of every kind a host may meet: quick ones,
// promises, host calls, errors, records, tools that call tools, and now and then one that never ends or is cancelled. Prints
// how much the process grew after warming up, when V8 has given back what it only holds in reserve; exit code 1 when that is 20 MB, when a call ended in another way than it
// should, or when a thread is left at the end.
import { Session } from "node:inspector/promises";
import { createRequire } from "node:module";
import { parseArgs } from "node:util";
import { fromSource } from "./from-source.mjs";

const MOST_GROWTH_MB = 20;
const AT_ONCE = 4;

const { values: flags } = parseArgs({ options: { calls: { type: "string", default: "10000" } } });
const calls = Number(flags.calls.replaceAll("_", ""));
if (!Number.isInteger(calls) || calls < 1) {
  console.error("usage: node scripts/sandbox-soak.mjs [--calls N]");
  process.exit(2);
}
const { createSandbox } = await fromSource(
  { sandbox: "src/sandbox/sandbox.ts", "sandbox-runner": "src/sandbox/runner.ts" },
  { "quickjs.wasm": createRequire(import.meta.url).resolve("@jitl/quickjs-wasmfile-release-sync/wasm") },
);

const handles = () => process.getActiveResourcesInfo().filter((name) => /Worker|MessagePort/.test(name)).length;
const atRest = handles();
const sandbox = createSandbox({
  pool: { size: 2 },
  limits: { timeoutMs: 20_000 },
  grants: { allow: ["kv:soak", "log", "tool:sum"] },
  hostLimits: { hostCalls: 100 },
});

async function tool(name, body, more = "") {
  const source = `export const meta = { name: "${name}", description: "For the soak.", inputSchema: {}${more} };
export default ${body};`;
  const loaded = await sandbox.load({ name: `${name}.js`, source });
  sandbox.offer(loaded);
  return loaded;
}

const records = Array.from({ length: 200 }, (_, id) => ({ id, name: `record ${id}`, tags: ["a", "b"] }));
const tools = {
  sum: await tool("sum", "({ xs }) => xs.reduce((a, b) => a + b, 0)"),
  promises: await tool("promises", "async ({ n }) => (await Promise.all([1, 2, 3].map(async (x) => x * n))).length"),
  changes: await tool(
    "changes",
    "({ rows }) => { globalThis.x = rows; return rows.map((r) => ({ ...r, seen: true })) }",
  ),
  asks: await tool(
    "asks",
    `async ({ n }, host) => {
      await host.kv.set("soak", "n" + (n % 10), n);
      await Promise.all([1, 2, 3].map(() => host.kv.get("soak", "n1")));
      console.log("asked", n);
      return typeof (await host.kv.get("soak", "n" + (n % 10)));
    }`,
    ', permissions: ["kv:soak", "log"], stateful: true',
  ),
  nests: await tool("nests", 'async (_, host) => host.tool("sum", { xs: [1, 2] })', ', permissions: ["tool:sum"]'),
  throws: await tool("throws", '() => { throw new TypeError("no such column") }'),
  refused: await tool("refused", 'async (_, host) => host.filesystem.read("/etc/hostname")'),
  wrong: await tool("wrong", "() => [new Map()]"),
  endless: await tool("endless", "() => { for (;;); }", ", timeoutMs: 60"),
  stuck: await tool("stuck", "() => Array.prototype.reverse.call({ length: 2 ** 53 - 1 })", ", timeoutMs: 60"),
  grows: await tool("grows", "() => { const a = []; for (;;) a.push(new Uint8Array(1e6).fill(1)) }"),
};

/** What a call should answer, or why it should fail. */
const usual = [
  ["sum", (n) => ({ xs: [n, 1] }), (n) => n + 1],
  ["promises", (n) => ({ n }), () => 3],
  ["asks", (n) => ({ n }), () => "number"],
  ["sum", () => ({ xs: [] }), () => 0],
  ["throws", () => ({}), "tool_threw"],
  [
    "changes",
    () => ({ rows: records }),
    (_, value) => (value?.length === 200 && value[0].seen ? value : "200 rows seen"),
  ],
  ["nests", () => ({}), () => 3],
  ["refused", () => ({}), "permission_denied"],
  ["wrong", () => ({}), "bad_result"],
  ["sum", (n) => ({ xs: [n] }), (n) => n],
];
/** Every hundredth is one of these, after which a thread is thrown away. */
const rare = [
  ["endless", () => ({}), "timeout"],
  ["stuck", () => ({}), "timeout"],
  ["grows", () => ({}), "memory_exceeded"],
  ["endless", () => ({}), "cancelled"],
];

const wrong = [];
async function once(n) {
  const [name, args, expected] = n % 100 === 99 ? rare[Math.floor(n / 100) % rare.length] : usual[n % usual.length];
  const options = expected === "cancelled" ? { signal: AbortSignal.timeout(20) } : {};
  const ended = await sandbox.call(tools[name], args(n), options);
  const fits =
    typeof expected === "string"
      ? ended.error?.reason === expected
      : ended.ok && ended.value === expected(n, ended.value);
  // Whoever is cancelled may have been late already.
  if (!fits && !(expected === "cancelled" && ended.error?.reason === "timeout"))
    wrong.push(`call ${n} of ${name}: ${JSON.stringify(ended).slice(0, 200)}`);
}

async function run(from, to) {
  let next = from;
  const lane = async () => {
    while (next < to) await once(next++);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
}

const inspector = new Session();
inspector.connect();

/**
 * Megabytes of the whole process, threads included, after every tool has run on what threads there are. V8 lets the room for
 * young objects grow from 1 to 16 MB, twice, in any process that runs long enough, and gc() leaves it so; this collection
 * gives it back, so that what is compared is what is kept.
 */
async function settled() {
  await Promise.all(usual.flatMap((_, n) => [once(n), once(n)]));
  for (let i = 0; i < 5; i++) {
    await inspector.post("HeapProfiler.collectGarbage");
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return process.memoryUsage().rss / 1e6;
}

const warm = Math.max(200, Math.ceil(calls / 10));
await run(0, warm);
const before = await settled();
let most = before;
const STEPS = 10;
const start = performance.now();
for (let step = 0; step < STEPS; step++) {
  await run(Math.floor((calls * step) / STEPS), Math.floor((calls * (step + 1)) / STEPS));
  const now = await settled();
  most = Math.max(most, now);
  console.error(`${Math.floor((calls * (step + 1)) / STEPS)} calls: ${now.toFixed(0)} MB`);
}
const seconds = (performance.now() - start) / 1000;
const after = await settled();
await sandbox.close();
const left = handles() - atRest;
const growth = after - before;
console.log(
  `${calls} calls in ${seconds.toFixed(0)} s: ${before.toFixed(0)} MB after ${warm} to warm up, ${after.toFixed(0)} MB at the end: ` +
    `grown by ${growth.toFixed(1)} MB (goal: under ${MOST_GROWTH_MB}), ${most.toFixed(0)} MB at most; ${wrong.length} ended wrongly, ${left} threads left.`,
);
for (const line of wrong.slice(0, 10)) console.log(line);
process.exit(growth < MOST_GROWTH_MB && wrong.length === 0 && left <= 0 ? 0 : 1);
