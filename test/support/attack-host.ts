// A program of its own that runs attacks on a sandbox, one after the other, and prints how each ended: a test's own process
// is too big to say anything about memory. Arguments: worker or process, the built runner, its
// engine, and perhaps a part of the names of the attacks wanted.

import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ToolLoadError } from "../../src/sandbox/problem.ts";
import { createSandbox, setSandboxFiles } from "../../src/sandbox/sandbox.ts";
import { hostAttacks } from "../sandbox/attack-host-calls.ts";
import { type Attack, engineAttacks } from "../sandbox/attack-programs.ts";

export interface Ended {
  readonly name: string;
  /** A reason, or "value". */
  readonly ended: string;
  readonly value: unknown;
  readonly message: string;
  /** Milliseconds beyond the deadline of the call. */
  readonly late: number;
  /** What the next call answered. */
  readonly next: unknown;
}

export interface AttackReport {
  readonly ended: readonly Ended[];
  readonly mostMegabytes: number;
  /** Keys that attacks left on the host's Object.prototype. */
  readonly polluted: readonly string[];
  /** Log lines and events that hold the secret. */
  readonly leaks: number;
  readonly untouched: boolean;
}

const LIMIT_MS = 20_000;
const IMPATIENT_MS = 400;

/** Of the whole table, what is tried in a child process as well. */
const everyNinth = (_: Attack, i: number): boolean => i % 9 === 0;

/** Lets a name be a file and a link to another in turns. */
function race(path: string, target: string): { stop(): void } {
  const turn = (n: number): void => {
    rmSync(`${path}.next`, { force: true });
    if (n % 2 === 0) writeFileSync(`${path}.next`, "fine");
    else symlinkSync(target, `${path}.next`);
    renameSync(`${path}.next`, path);
  };
  let n = 0;
  turn(0);
  const timer = setInterval(() => turn(++n), 1);
  return { stop: () => clearInterval(timer) };
}

function isUntouched(folder: string): boolean {
  return readdirSync(folder).join() === "secret.txt" && readFileSync(join(folder, "secret.txt"), "utf8") === "outside";
}

/** The most this process has used so far, its threads included. */
function megabytes(): number {
  return Math.round(process.resourceUsage().maxRSS / 1024);
}

async function main(isolate: "worker" | "process", only: string | undefined): Promise<AttackReport> {
  const folder = mkdtempSync(join(tmpdir(), "ptc-attacks-"));
  const outside = mkdtempSync(join(tmpdir(), "ptc-outside-"));
  mkdirSync(join(folder, "open"));
  writeFileSync(join(folder, "open", "a.txt"), "alpha");
  writeFileSync(join(folder, "closed.txt"), "closed");
  writeFileSync(join(folder, "readonly.txt"), "readonly");
  writeFileSync(join(outside, "secret.txt"), "outside");
  symlinkSync(join(outside, "secret.txt"), join(folder, "open", "link.txt"));
  symlinkSync(outside, join(folder, "open", "folder"));
  const racing = race(join(folder, "open", "racing.txt"), join(outside, "secret.txt"));
  const server = createServer((request, response) => {
    if (request.url === "/never") return;
    if (request.url === "/away") response.writeHead(302, { location: "http://localhost:1/" }).end();
    else response.end(JSON.stringify({ url: request.url, headers: request.headers }));
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const { port } = server.address() as AddressInfo;
  let leaks = 0;
  const sandbox = createSandbox({
    root: folder,
    pool: { size: 1, isolate },
    limits: { timeoutMs: LIMIT_MS },
    secrets: { key: "hunter2hunter2" },
    grants: {
      allow: [
        ...["filesystem:read:open/**", "filesystem:write:open/**", "filesystem:read:readonly.txt"],
        ...["http:fetch:*", `http:fetch:127.0.0.1:${port}`, "secret:key", "log", "kv:mine", "random"],
        ...["tool:reader", "tool:circle", "tool:fork", "tool:loop"],
      ],
    },
    onEvent: (event) => {
      if (JSON.stringify(event).includes("hunter2")) leaks++;
    },
  });
  const source = (body: string, more = 'inputSchema: { type: "object" }'): string =>
    `export const meta = { name: "probe", description: "A probe.", ${more} };\nexport default async function probe(args, host) {\n${body}\n}`;
  const offer = async (name: string, body: string, more: string): Promise<void> => {
    const text = source(body, more).replace('name: "probe"', `name: "${name}"`);
    sandbox.offer(await sandbox.load({ name: `${name}.js`, source: text }));
  };
  await offer(
    "reader",
    "return await host.filesystem.read(args.path)",
    'signature: "(path :string) -> :string", permissions: ["filesystem:read:open/**"]',
  );
  await offer("private", "return 1", "inputSchema: {}");
  await offer("loop", "for (;;);", "inputSchema: {}, timeoutMs: 300");
  await offer("circle", 'return await host.tool("circle", {})', 'inputSchema: {}, permissions: ["tool:circle"]');
  await offer(
    "fork",
    'return await Promise.all([1, 2].map(() => host.tool("fork", {})))',
    'inputSchema: {}, permissions: ["tool:fork"]',
  );
  const canary = await sandbox.load({
    name: "canary.js",
    source: source("return [args.x * 2, JSON.stringify({ a: [1] }), ({}).polluted ?? null]"),
  });

  const whole = [...engineAttacks, ...hostAttacks];
  const chosen = only === undefined ? whole : whole.filter((a) => a.name.includes(only));
  const ended: Ended[] = [];
  for (const attack of isolate === "process" ? chosen.filter(everyNinth) : chosen) {
    const filled = (text: string): string =>
      text.replaceAll("PORT", String(port)).replaceAll("OUTSIDE", join(outside, "secret.txt"));
    const isLate = [attack.ends].flat().includes("timeout") && !/timeoutMs/.test(attack.meta ?? "");
    const patience = isLate ? `, timeoutMs: ${IMPATIENT_MS}` : "";
    const more = /inputSchema/.test(attack.meta ?? "")
      ? ""
      : `inputSchema: { type: "object" }${attack.meta === undefined ? "" : ", "}`;
    const text = attack.source ?? source(filled(attack.body ?? ""), `${more}${filled(attack.meta ?? "")}${patience}`);
    let result: Pick<Ended, "ended" | "value" | "message">;
    let deadline = 2_000;
    let began = performance.now();
    try {
      const tool = await sandbox.load({ name: "probe.js", source: text });
      deadline = tool.meta.timeoutMs ?? LIMIT_MS;
      began = performance.now();
      const answer = await sandbox.call(tool, attack.args ?? {});
      result = answer.ok
        ? { ended: "value", value: answer.value, message: "" }
        : { ended: answer.error.reason, value: null, message: answer.error.message };
    } catch (e) {
      const [problem] = e instanceof ToolLoadError ? e.problems : [];
      result = { ended: problem?.reason ?? "rejected", value: null, message: problem?.message ?? String(e) };
    }
    const late = Math.max(0, performance.now() - began - deadline);
    const after = await sandbox.call(canary, { x: 21 });
    const said = { ...result, message: result.message.slice(0, 300) };
    // What the host would collect some time later says nothing about the next attack.
    globalThis.gc?.();
    ended.push({ name: attack.name, ...said, late, next: after.ok ? after.value : after.error });
    if (process.env.PTC_SHOW !== undefined)
      console.error(`${attack.name} | ${said.ended} | ${Math.round(late)} ms late | ${megabytes()} MB`);
  }
  racing.stop();
  await sandbox.close();
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true, force: true });
  const untouched = isUntouched(outside);
  rmSync(outside, { recursive: true, force: true });
  const polluted: string[] = [];
  for (const key in {}) polluted.push(key);
  return { ended, mostMegabytes: megabytes(), polluted, leaks, untouched };
}

setSandboxFiles(process.argv[3]!, process.argv[4]!);
main(process.argv[2] === "process" ? "process" : "worker", process.argv[5]).then((report) => {
  process.stdout.write(JSON.stringify(report));
});
