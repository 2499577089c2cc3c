// Programs a model may get wrong, one per line of broken.jsonl, each with the reason it must fail for, the place the error
// must point at, and what its message or hint must name so that the next attempt can be right.

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Limits } from "../../src/lisp/limits.ts";
import { type RunError, runProgram, withLimits } from "../../src/lisp/run.ts";
import { fromHost } from "../../src/lisp/values/json.ts";
import { PMap } from "../../src/lisp/values/map.ts";
import { host } from "../support/evaluate.ts";

interface Broken {
  readonly about: string;
  readonly program: string;
  readonly reason: string;
  /** Text that the message or the hint must hold. */
  readonly names: readonly string[];
  /** "line:column" */
  readonly at: string;
  readonly limits?: Partial<Limits>;
  readonly data?: Readonly<Record<string, unknown>>;
  /** The host gives neither clock nor randomness. */
  readonly bare?: true;
  /** Names of granted tools. */
  readonly tools?: readonly string[];
}

const cases = readFileSync(new URL("broken.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Broken);

/** Words of the host language and of the parser: a model would look for them in its program in vain. */
const hostWords =
  /JavaScript|TypeError|ReferenceError|RangeError|Symbol\(|\btoken|EOF|Chevrotain|\[object|\bNaN\b|\.ts:\d|\bat .*:\d+:\d+/;

function errorOf({ program, limits, data, tools, bare }: Broken): RunError | null {
  const given = data === undefined ? null : withLimits({}, () => fromHost(data));
  const result = runProgram(program, {
    ...(bare ? {} : host),
    limits: limits ?? {},
    ...(given instanceof PMap ? { data: given } : {}),
    ...(tools === undefined ? {} : { tools: { names: tools, call: () => null } }),
  });
  return result.ok ? null : result.error;
}

for (const about of new Set(cases.map((c) => c.about)))
  describe(about, () => {
    test.each(cases.filter((c) => c.about === about).map((c) => [c.program, c] as const))("%j", (program, expected) => {
      const error = errorOf(expected);
      expect(error, "must fail").not.toBeNull();
      const { reason, message, hint, span } = error!;
      expect(reason).toBe(expected.reason);
      for (const name of expected.names) expect(`${message} ${hint}`).toContain(name);
      expect(`${span.line}:${span.column}`).toBe(expected.at);
      expect(span.start).toBeLessThan(span.end);
      expect(span.end).toBeLessThanOrEqual(program.length);
      expect(`${message} ${hint}`.replaceAll(program, "")).not.toMatch(hostWords);
      expect(hint, "one next step").toBeTruthy();
      expect(message.length).toBeLessThanOrEqual(240);
      expect(hint?.length).toBeLessThanOrEqual(240);
    });
  });

test("there are enough of them to mean something", () => {
  expect(cases.length).toBeGreaterThanOrEqual(600);
});
