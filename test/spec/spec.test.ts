// Runs the specification: every line of a ```clojure block in spec/ that ends in `; => value` or `; error: [reason] "part of
// the message"` is a case. Lines without a marker before such a line belong to the same program.

import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { evaluate, printed } from "../support/evaluate.ts";

const folder = new URL("../../spec/", import.meta.url);

interface Case {
  readonly line: number;
  readonly source: string;
  readonly expected: string;
  readonly isError: boolean;
}

function casesOf(text: string): Case[] {
  const out: Case[] = [];
  let inside = false;
  let pending: string[] = [];
  text.split("\n").forEach((line, i) => {
    if (line.startsWith("```")) {
      inside = !inside && line.trim() === "```clojure";
      pending = [];
      return;
    }
    if (!inside) return;
    if (line.trim() === "") {
      pending = [];
      return;
    }
    const marker = /^(.*?)\s*;\s*(=>|error:)\s*(.*)$/.exec(line);
    if (marker === null) {
      pending.push(line);
      return;
    }
    const source = [...pending, marker[1]!].join("\n");
    pending = [];
    if (source.trim() !== "")
      out.push({ line: i + 1, source, expected: marker[3]!.trim(), isError: marker[2] === "error:" });
  });
  return out;
}

for (const file of readdirSync(folder).filter((f) => f.endsWith(".md"))) {
  const cases = casesOf(readFileSync(new URL(file, folder), "utf8"));
  if (cases.length === 0) continue;
  describe(`spec/${file}`, () => {
    for (const c of cases) {
      it(`${c.line}: ${c.source.trim().split("\n").at(-1)}`, () => {
        const r = evaluate(c.source);
        if (!c.isError) {
          expect(r.ok ? printed(r.value) : `error: [${r.error.reason}] ${r.error.message}`).toBe(c.expected);
          return;
        }
        const [, reason, part] = /^\[(\w+)\]\s*(?:"(.*)")?$/.exec(c.expected) ?? [];
        expect(r.ok ? printed(r.value) : r.error.reason).toBe(reason);
        if (part !== undefined && !r.ok) expect(`${r.error.message} ${r.error.hint ?? ""}`).toContain(part);
      });
    }
  });
}
