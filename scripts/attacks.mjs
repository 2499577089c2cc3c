// `npm run attacks [-- worker|process [PART OF A NAME]]`: hostile programs against the sandbox, one after the other, each kind
// in a process that does nothing else. Prints how each ended, by how much it overran its deadline and the most memory the host's
// process had by then. Exit code 1 when one ended wrongly or half a second late, or when the process grew beyond its
// goal. `--json` prints the report as JSON instead, for the tests, which judge by themselves.
import { spawn } from "node:child_process";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { build } from "esbuild";

const LATE_MS = 500;
const MOST_MEGABYTES = 200;

const { positionals, values } = parseArgs({ allowPositionals: true, options: { json: { type: "boolean" } } });
const [isolate = "worker", part = ""] = positionals;
if ((isolate !== "worker" && isolate !== "process") || positionals.length > 2) {
  console.error("usage: node scripts/attacks.mjs [worker|process [PART OF A NAME]] [--json]");
  process.exit(2);
}

const kinds = "endless hungry deep floods forged nosy modules files web nested host".split(" ");
const root = new URL("..", import.meta.url).pathname;

/** The sandbox with its attackers as one program, beside its runner and engine. */
async function buildHost(folder) {
  await build({
    entryPoints: [
      { in: join(root, "test/support/attack-host.ts"), out: "attack-host" },
      { in: join(root, "src/sandbox/runner.ts"), out: "sandbox-runner" },
    ],
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    platform: "node",
    format: "esm",
    target: "es2022",
    logLevel: "warning",
  });
  copyFileSync(
    createRequire(import.meta.url).resolve("@jitl/quickjs-wasmfile-release-sync/wasm"),
    join(folder, "quickjs.wasm"),
  );
  return join(folder, "attack-host.mjs");
}

const folder = mkdtempSync(join(tmpdir(), "ptc-attacks-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
/** All attacks of one kind, in a process of their own. */
async function attackWith(program, kind) {
  const host = spawn(process.execPath, [program, isolate, kind, part], {
    stdio: ["ignore", "pipe", "pipe"],
    // Built elsewhere, it finds esbuild here.
    env: { ...process.env, NODE_PATH: join(root, "node_modules") },
  });
  // The bundler's process dies with many words; they matter when the host's dies too.
  let lastWords = "";
  host.stderr.on("data", (text) => {
    lastWords = (lastWords + text).slice(-4000);
  });
  const exited = new Promise((resolve) => host.on("exit", (code, signal) => resolve(code ?? signal)));
  let summary = null;
  for await (const line of createInterface(host.stdout)) {
    const said = JSON.parse(line);
    if (said.summary !== undefined) {
      summary = said.summary;
      continue;
    }
    ended.push(said);
    if (values.json) continue;
    const { name, isRight, outcome, late, megabytes, tookMs } = said;
    const figures = `${Math.round(tookMs)} ms, ${late > 0 ? `${Math.round(late)} late` : "in time"}, ${megabytes} MB`;
    console.log(`${isRight ? "    " : "BAD "}${kind}: ${name} -> ${outcome} (${figures})`);
  }
  const code = await exited;
  if (code === 0 && summary !== null) return summary;
  console.error(lastWords);
  console.error(`The host's process did not survive: it ended with ${code} after ${ended.length} attacks.`);
  process.exit(1);
}

const ended = [];
const program = await buildHost(folder);
const summaries = [];
for (const kind of kinds) summaries.push(await attackWith(program, kind));
const summary = {
  mostMegabytes: Math.max(...summaries.map((s) => s.mostMegabytes)),
  polluted: summaries.flatMap((s) => s.polluted),
  leaks: summaries.reduce((sum, s) => sum + s.leaks, 0),
  untouched: summaries.every((s) => s.untouched),
};
if (values.json) {
  console.log(JSON.stringify({ ...summary, ended }));
  process.exit(0);
}
const latest = ended.reduce((a, b) => (a.late >= b.late ? a : b), { late: 0, name: "none" });
const wrong = ended.filter((e) => !e.isRight);
const late = ended.filter((e) => e.late > LATE_MS);
const { mostMegabytes, polluted, leaks, untouched } = summary;
console.log(`${ended.length} attacks in a ${isolate}: ${wrong.length} ended wrongly.`);
console.log(
  `Latest: ${Math.round(latest.late)} ms beyond its deadline (${latest.name}); ${late.length} beyond ${LATE_MS} ms.`,
);
console.log(`The host's process: ${mostMegabytes} MB at most (goal: ${MOST_MEGABYTES}); by kind:`);
console.log(kinds.map((kind, i) => `${kind} ${summaries[i].mostMegabytes}`).join(", "));
const isClean = polluted.length === 0 && leaks === 0 && untouched;
if (!isClean) console.log(`Something got through: ${JSON.stringify({ polluted, leaks, untouched })}`);
process.exit(wrong.length === 0 && late.length === 0 && mostMegabytes <= MOST_MEGABYTES && isClean ? 0 : 1);
