// Runs the specification: the examples of every page in spec/. UPDATE=1 rewrites the outcomes that differ; review the diff.

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { afterAll, describe, expect, it } from "vitest";
import { createSession, defineTool, type LispSession, type Result, type Tool, ToolError } from "../../src/index.ts";
import { host } from "../support/evaluate.ts";
import { type Case, casesOf, withOutcomes } from "./cases.ts";

const folder = new URL("../../spec/", import.meta.url);
const updating = process.env.UPDATE !== undefined;

/** A tool that answers, a little later, as a page says: a value, "$args" for what it was given, or {"$error": words}. */
function toolOf(name: string, answer: unknown): Tool {
  const run = async (args: unknown): Promise<unknown> => {
    await new Promise((resolve) => setImmediate(resolve));
    const words = (answer as { $error?: string } | null)?.$error;
    if (words !== undefined) throw new ToolError(words);
    return answer === "$args" ? args : answer;
  };
  return defineTool({ name, inputSchema: { type: "object" }, run });
}

/** Runs the cases of one file in order, keeping the session of a session block. */
function runner(): (c: Case) => Promise<Result> {
  let current: { readonly number: number; readonly session: LispSession } | null = null;
  return async (c) => {
    if (current?.number !== c.session) {
      const tools = Object.entries(c.tools).map(([name, answer]) => toolOf(name, answer));
      current = { number: c.session, session: createSession({ ...host, tools, limits: c.limits }) };
    }
    return current.session.turn(c.source, { data: c.data });
  };
}

/** The result in the notation of the pages. */
function outcomeOf(r: Result): string {
  if (r.ok) return `${r.outcome === "return" ? "return:" : "=>"} ${r.text}`;
  return r.outcome === "fail" ? `fail: ${r.text}` : `error: [${r.error.reason}]`;
}

function checkPrints(expected: readonly string[], r: Result): void {
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
      it(`${c.line}: ${c.source.trim().split("\n").at(-1)}`, async () => {
        const r = await run(c);
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
