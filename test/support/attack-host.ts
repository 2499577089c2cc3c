// A program of its own that runs attacks on a sandbox, one after the other, and prints how each ended as a line of JSON: a
// test's own process is too big to say anything about memory. Built and started by scripts/attacks.mjs. Arguments: worker or
// process, the kind of the attacks wanted, and a part of their names.

import { ToolLoadError } from "../../src/sandbox/problem.ts";
import { type CallResult, createSandbox, type Sandbox } from "../../src/sandbox/sandbox.ts";
import { attacks, isRight, type KnownAttack } from "../sandbox/attacks/all.ts";
import { type AttackWorld, makeWorld } from "./attack-world.ts";

export interface Ended {
  readonly name: string;
  readonly kind: string;
  /** A reason, or "value". */
  readonly outcome: string;
  readonly value: unknown;
  readonly message: string;
  /** Whether it ended as its table says and the next call was right. */
  readonly isRight: boolean;
  readonly tookMs: number;
  /** Milliseconds beyond the deadline of the call. */
  readonly late: number;
  /** What the next call answered. */
  readonly next: unknown;
  /** The most this process had used by then. */
  readonly megabytes: number;
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
const IMPATIENT_MS = 100;
/** Bundling has ten seconds, and reading meta two. */
const LOAD_MS = 12_000;
const right = JSON.stringify([42, '{"a":[1]}', null]);

/** Of the whole table, what is tried in a child process as well. */
const everyNinth = (_: KnownAttack, i: number): boolean => i % 9 === 0;

/** The most this process has used so far, its threads included. */
function megabytes(): number {
  return Math.round(process.resourceUsage().maxRSS / 1024);
}

function toolSource(body: string, more = 'inputSchema: { type: "object" }'): string {
  return `export const meta = { name: "probe", description: "A probe.", ${more} };\nexport default async function probe(args, host) {\n${body}\n}`;
}

/** Tools that others may call. */
const offers: readonly (readonly [name: string, body: string, meta: string])[] = [
  [
    "reader",
    "return await host.filesystem.read(args.path)",
    'signature: "(path :string) -> :string", permissions: ["filesystem:read:open/**"]',
  ],
  ["private", "return 1", "inputSchema: {}"],
  ["loop", "for (;;);", "inputSchema: {}, timeoutMs: 300"],
  ["circle", 'return await host.tool("circle", {})', 'inputSchema: {}, permissions: ["tool:circle"]'],
  [
    "fork",
    'return await Promise.all([1, 2].map(() => host.tool("fork", {})))',
    'inputSchema: {}, permissions: ["tool:fork"]',
  ],
  ["liar", 'throw Object.assign(new Error("pay?"), { name: "approval_required" })', "inputSchema: {}"],
  ["echo", "return args", "inputSchema: {}"],
];

function sourceOf(attack: KnownAttack, world: AttackWorld): string {
  const { body = "", meta = "" } = attack;
  if (attack.source !== undefined) return world.fill(attack.source);
  const isLate = attack.ends === "timeout" && !/timeoutMs/.test(meta);
  const schema = /inputSchema|signature/.test(meta) ? [] : ['inputSchema: { type: "object" }'];
  const more = [...schema, ...(meta === "" ? [] : [meta]), ...(isLate ? [`timeoutMs: ${IMPATIENT_MS}`] : [])];
  return toolSource(world.fill(body), world.fill(more.join(", ")));
}

async function tryOne(sandbox: Sandbox, attack: KnownAttack, world: AttackWorld) {
  let deadline = LOAD_MS;
  let began = performance.now();
  const ended = (outcome: string, value: unknown, message: string) => {
    const tookMs = performance.now() - began;
    return { outcome, value, message: message.slice(0, 300), tookMs, late: Math.max(0, tookMs - deadline) };
  };
  try {
    const tool = await sandbox.load({ name: "probe.js", source: sourceOf(attack, world) });
    deadline = tool.meta.timeoutMs ?? LIMIT_MS;
    let answer: CallResult | null = null;
    for (let i = 0; i < (attack.times ?? 1); i++) {
      began = performance.now();
      answer = await sandbox.call(tool, attack.args ?? {});
    }
    return answer!.ok
      ? ended("value", answer!.value, "")
      : ended(answer!.error.reason, null, `${answer!.error.message} ${answer!.error.hint}`);
  } catch (e) {
    const [problem] = e instanceof ToolLoadError ? e.problems : [];
    return problem === undefined ? ended("rejected", null, String(e)) : ended(problem.reason, null, problem.message);
  }
}

async function main(isolate: "worker" | "process", kind: string, part: string): Promise<void> {
  const say = (what: object): void => void process.stdout.write(`${JSON.stringify(what)}\n`);
  const world = await makeWorld();
  let leaks = 0;
  const sandbox = createSandbox({
    root: world.root,
    pool: { size: 1, isolate },
    limits: { timeoutMs: LIMIT_MS },
    secrets: { key: world.secret },
    grants: { allow: world.grants },
    onEvent: (event) => {
      if (JSON.stringify(event).includes(world.secret)) leaks++;
    },
  });
  for (const [name, body, meta] of offers)
    sandbox.offer(
      await sandbox.load({
        name: `${name}.js`,
        source: toolSource(body, meta).replace('name: "probe"', `name: "${name}"`),
      }),
    );
  const canary = await sandbox.load({
    name: "canary.js",
    source: toolSource("return [args.x * 2, JSON.stringify({ a: [1] }), ({}).polluted ?? null]"),
  });
  const tried = isolate === "process" && part === "" ? attacks.filter(everyNinth) : attacks;
  for (const attack of tried.filter((a) => a.kind === kind && a.name.includes(part))) {
    const result = await tryOne(sandbox, attack, world);
    const after = await sandbox.call(canary, { x: 21 });
    const next = after.ok ? after.value : after.error;
    const asItMust = isRight(attack, result.outcome, result.value, result.message) && JSON.stringify(next) === right;
    say({ name: attack.name, kind, ...result, isRight: asItMust, next, megabytes: megabytes() } satisfies Ended);
  }
  await sandbox.close();
  const untouched = world.close();
  const polluted: string[] = [];
  for (const key in {}) polluted.push(key);
  say({ summary: { mostMegabytes: megabytes(), polluted, leaks, untouched } });
}

const [, , isolate, kind = "", part = ""] = process.argv;
await main(isolate === "process" ? "process" : "worker", kind, part);
