// Hostile programs against the whole sandbox. Each must end in its own way, leave the next call right and the host's process
// small and clean. They run in a process of their own (scripts/attacks.mjs); here its report is read.

import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";
import type { AttackReport } from "../support/attack-host.ts";
import { attacks, isRight, kinds } from "./attacks/all.ts";

const chosen = { worker: attacks, process: attacks.filter((_, i) => i % 9 === 0) };
const MOST_MEGABYTES = 200;
/** Far beyond the grace that the pool gives: a call that is this late was not stopped at all. */
const HUNG_MS = 10_000;

test("there are attacks of every kind, and no two of one name", () => {
  for (const [kind, list] of Object.entries(kinds)) expect(list.length, kind).toBeGreaterThanOrEqual(10);
  expect(readFileSync("scripts/attacks.mjs", "utf8")).toContain(`"${Object.keys(kinds).join(" ")}"`);
  expect(new Set(attacks.map((a) => a.name)).size).toBe(attacks.length);
});

describe.each(["worker", "process"] as const)("in a %s", (isolate) => {
  let report: AttackReport;
  beforeAll(async () => {
    const args = ["scripts/attacks.mjs", isolate, "--json"];
    const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 1 << 26 });
    report = JSON.parse(stdout) as AttackReport;
  }, 1_200_000);

  test.each(chosen[isolate].map((attack) => [`${attack.kind}: ${attack.name}`, attack] as const))("%s", (_, attack) => {
    const ended = report.ended.find((e) => e.name === attack.name)!;
    const { outcome, value, message } = ended;
    expect(ended.next).toEqual([42, '{"a":[1]}', null]);
    expect(ended.late).toBeLessThan(HUNG_MS);
    const { ends, says } = attack;
    expect(isRight(attack, outcome, value, message), JSON.stringify({ ends, says, outcome, value, message })).toBe(
      true,
    );
  });

  test("the host's process stays small and clean", () => {
    expect(report.mostMegabytes).toBeLessThanOrEqual(MOST_MEGABYTES);
    expect(report).toMatchObject({ polluted: [], leaks: 0, untouched: true });
  });
});
