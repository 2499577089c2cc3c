// Hostile programs against the whole sandbox. Each must end in its own way, leave the next call right and the host's process
// small and clean. They run in a process of their own (attack-host.ts); here its report is read.

import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AttackReport } from "../support/attack-host.ts";
import { buildHostProgram, buildSandboxFiles } from "../support/sandbox-files.ts";
import { hostAttacks } from "./attack-host-calls.ts";
import { type Attack, engineAttacks } from "./attack-programs.ts";

const folder = mkdtempSync(join(tmpdir(), "ptc-attacked-"));
const attacks = [...engineAttacks, ...hostAttacks];
const chosen = { worker: attacks, process: attacks.filter((_, i) => i % 9 === 0) };
const MOST_MEGABYTES = 200;
/** Far beyond the grace that the pool gives: a call that is this late was not stopped at all. */
const HUNG_MS = 10_000;

let program = "";
let files: { readonly script: string; readonly wasm: string };
beforeAll(async () => {
  files = await buildSandboxFiles(folder);
  program = await buildHostProgram("test/support/attack-host.ts", join(folder, "attack-host.mjs"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("there are enough attacks, and no two of one name", () => {
  expect(engineAttacks.length + hostAttacks.length).toBeGreaterThanOrEqual(48 + 40);
  expect(new Set(attacks.map((a) => a.name)).size).toBe(attacks.length);
});

describe.each(["worker", "process"] as const)("in a %s", (isolate) => {
  let report: AttackReport;
  beforeAll(async () => {
    const args = ["--expose-gc", program, isolate, files.script, files.wasm];
    const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 1 << 26 });
    report = JSON.parse(stdout) as AttackReport;
  }, 600_000);

  test.each(chosen[isolate].map((attack) => [attack.name, attack] as const))("%s", (name, attack: Attack) => {
    const ended = report.ended.find((e) => e.name === name);
    expect(ended?.next).toEqual([42, '{"a":[1]}', null]);
    expect(ended?.late).toBeLessThan(HUNG_MS);
    const { ends } = attack;
    if (typeof ends === "object" && "gives" in ends) expect(ended).toMatchObject({ ended: "value", value: ends.gives });
    else expect([ends].flat(), ended?.message).toContain(ended?.ended);
  });

  test("the host's process stays small and clean", () => {
    expect(report.mostMegabytes).toBeLessThanOrEqual(MOST_MEGABYTES);
    expect(report).toMatchObject({ polluted: [], leaks: 0, untouched: true });
  });
});
