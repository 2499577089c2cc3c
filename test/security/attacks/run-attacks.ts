// Runs every attack in one mode: each ends as it must, after it the next call is right and the host's prototypes are as they
// were. Limits are a tenth of the defaults so that the whole takes a minute; ATTACKS=full runs with the defaults.

import { describe, expect, it } from "vitest";
import { run } from "../../../src/host/isolate.ts";
import { OptionsError, type Result, type RunOptions } from "../../../src/index.ts";
import type { Limits } from "../../../src/lisp/limits.ts";
import { withRunner } from "../../support/runner-script.ts";
import type { Attack } from "./attack.ts";
import { computing } from "./computing.ts";
import { effects, hostileTools } from "./effects.ts";
import { memoryBombs } from "./memory.ts";
import { parsing } from "./parsing.ts";
import { probing } from "./probing.ts";
import { valueBombs } from "./values.ts";

const subjects = { parsing, memoryBombs, computing, valueBombs, probing, effects };
type Mode = "none" | "worker" | "process";

const limits: Partial<Limits> =
  process.env.ATTACKS === "full"
    ? {}
    : {
        fuel: 5_000_000,
        memoryBytes: 200_000_000,
        valueNodes: 1_000_000,
        stringLength: 3_300_000,
        collectionItems: 500_000,
      };

const watched = [Object, Array, Function, String, Number, BigInt, Boolean, Map, Set, Promise, RegExp, Error, Date];

/** All that stands on what the host is built of. */
function standing(): unknown[] {
  return watched.flatMap(({ name, prototype }) =>
    Reflect.ownKeys(prototype).flatMap((key) => {
      const { value, get, set } = Object.getOwnPropertyDescriptor(prototype, key)!;
      return [`${name} ${String(key)}`, value, get, set];
    }),
  );
}

/** The first thing that stands otherwise than before, or nothing. */
function changed(before: readonly unknown[]): unknown {
  const now = standing();
  return [now, before].flatMap((all) => all.filter((x, i) => !Object.is(x, (all === now ? before : now)[i])))[0];
}

function ending(r: Result): string {
  if (r.ok) return r.text;
  return r.outcome === "fail" ? "fail" : `error: ${r.error.reason}`;
}

async function end(attack: Attack, isolate: Mode): Promise<string> {
  const options = {
    tools: hostileTools,
    random: () => 0.5,
    now: () => 0,
    limits: { ...limits, ...attack.limits },
    ...(attack.memory === undefined ? {} : { memory: attack.memory as NonNullable<RunOptions["memory"]> }),
  };
  try {
    const r = await run(attack.program, { ...options, isolate });
    expect(JSON.stringify(r.ok ? r.prints : [r.error, r.prints])).not.toMatch(/secret words|at .*\.ts:\d/);
    return ending(r);
  } catch (thrown) {
    if (thrown instanceof OptionsError) return "refused";
    throw thrown;
  }
}

export function runAttacks(isolate: Mode): void {
  withRunner();
  for (const [subject, list] of Object.entries(subjects))
    describe(subject, () => {
      for (const attack of list)
        it(attack.name ?? attack.program, async () => {
          const before = standing();
          expect(await end(attack, isolate)).toBe(attack.ends);
          const next = await run("(reduce + (map inc data/xs))", { data: { xs: [1, 2, 3] }, isolate });
          expect(next).toMatchObject({ ok: true, value: 9, text: "9" });
          expect(changed(before)).toBeUndefined();
        });
    });
}
