// Fidelity to JVM Clojure 1.11: every line of clojure/*.jsonl is one program with what Clojure printed for it. A case
// that differs on purpose says why and what we print instead, and must really differ.

import { readdirSync, readFileSync } from "node:fs";
import { afterAll, describe, expect, it } from "vitest";
import { answer } from "../support/evaluate.ts";
import { sameAnswer } from "./same-answer.ts";

interface Case {
  readonly code: string;
  readonly clojure: string;
  readonly differs?: string;
  readonly ptc?: string;
}

const folder = new URL("clojure/", import.meta.url);

function casesOf(file: string): Case[] {
  const lines = readFileSync(new URL(file, folder), "utf8").split("\n");
  return lines.filter((line) => line.trim() !== "").map((line): Case => JSON.parse(line));
}

function answerOf(code: string): string {
  const text = answer(code);
  return text.startsWith("error: ") ? "error" : text;
}

for (const file of readdirSync(folder).filter((name) => name.endsWith(".jsonl"))) {
  const cases = casesOf(file);
  const alike = cases.filter((c) => c.differs === undefined);
  let agreed = 0;

  describe(`clojure/${file}`, () => {
    it("asks each question once", () => {
      const codes = cases.map((c) => c.code);
      expect(codes.filter((code, i) => codes.indexOf(code) !== i)).toEqual([]);
    });

    cases.forEach((c, i) => {
      it(`${i + 1}: ${c.code}`, () => {
        const ours = answerOf(c.code);
        if (c.differs === undefined) {
          if (!sameAnswer(c.clojure, ours)) expect(ours).toBe(c.clojure);
          agreed++;
        } else {
          expect(ours).toBe(c.ptc);
          // A difference that has gone away must not stay listed as one.
          expect(sameAnswer(c.clojure, ours)).toBe(false);
        }
      });
    });

    afterAll(() => {
      console.log(
        `clojure/${file}: ${agreed} of ${alike.length} agree, ${cases.length - alike.length} differ on purpose`,
      );
    });
  });
}
