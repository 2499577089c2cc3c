// Runs the specification: the examples of every page in spec/. UPDATE=1 rewrites the outcomes that differ; review the diff.

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { afterAll, describe, expect, it } from "vitest";
import type { Limits } from "../../src/lisp/limits.ts";
import { type RunResult, Session } from "../../src/lisp/run.ts";
import { fromHost } from "../../src/lisp/values/json.ts";
import { PMap } from "../../src/lisp/values/map.ts";
import { host, printed } from "../support/evaluate.ts";
import { metered } from "../support/metered.ts";
import { type Case, casesOf, withOutcomes } from "./cases.ts";

const folder = new URL("../../spec/", import.meta.url);
const updating = process.env.UPDATE !== undefined;

/** Runs the cases of one file in order, keeping the session of a session block. */
function runner(): (c: Case) => RunResult {
  let current = { number: -1, session: new Session() };
  return (c) => {
    if (c.session !== current.number) {
      const limits: Partial<Limits> = c.limits;
      current = { number: c.session, session: new Session({ ...host, limits }) };
    }
    const data = metered(() => fromHost(c.data));
    return current.session.turn(c.source, data instanceof PMap ? { data } : {});
  };
}

/** The result in the notation of the pages. */
function outcomeOf(r: RunResult): string {
  if (r.ok) return `${r.outcome === "return" ? "return:" : "=>"} ${printed(r.value)}`;
  return r.outcome === "fail" ? `fail: ${printed(r.value)}` : `error: [${r.error.reason}]`;
}

function checkPrints(expected: readonly string[], r: RunResult): void {
  const lines = r.prints.join("\n").split("\n");
  const open = expected.at(-1) === "…";
  expect(open ? lines.slice(0, expected.length - 1) : lines).toEqual(open ? expected.slice(0, -1) : expected);
}

for (const file of readdirSync(folder).filter((f) => f.endsWith(".md"))) {
  const page = new URL(file, folder);
  const text = readFileSync(page, "utf8");
  const cases = casesOf(text);
  if (cases.length === 0) continue;
  const run = runner();
  const changed = new Map<number, string>();
  describe(`spec/${file}`, () => {
    for (const c of cases) {
      it(`${c.line}: ${c.source.trim().split("\n").at(-1)}`, () => {
        const r = run(c);
        const [, reason, part] = (c.marker === "error:" && /^(\[\w+\])\s*(?:"(.*)")?$/.exec(c.expected)) || [];
        const expected = `${c.marker} ${reason ?? c.expected}`;
        const actual = outcomeOf(r);
        if (updating && actual !== expected) changed.set(c.line, actual);
        else
          expect(r.ok ? actual : `${actual} ${r.error.message}`).toBe(
            r.ok ? expected : `${expected} ${r.error.message}`,
          );
        if (part !== undefined && !r.ok) expect(`${r.error.message} ${r.error.hint ?? ""}`).toContain(part);
        if (c.prints !== null) checkPrints(c.prints, r);
      });
    }
    afterAll(() => {
      if (changed.size > 0) writeFileSync(page, withOutcomes(text, changed));
    });
  });
}
