// What is printed can be read: pr-str and the reader are inverse, and so are JSON text and its parser for what JSON has.

import fc from "fast-check";
import { expect, test } from "vitest";
import { sameKey } from "../../src/lisp/values/key.ts";
import { printReadable } from "../../src/lisp/values/print.ts";
import type { Value } from "../../src/lisp/values/value.ts";
import { evaluate, printed } from "../support/evaluate.ts";
import { metered } from "../support/metered.ts";
import { value } from "../support/values.ts";

const runs = { numRuns: 2000 };

function evaluated(source: string): Value {
  const r = evaluate(source);
  if (!r.ok) throw new Error(`${source}: ${r.error.message}`);
  return r.value;
}

test("reading what was printed gives the value back", () => {
  fc.assert(
    fc.property(value, (v) => {
      const back = evaluated(printed(v));
      expect(printed(back)).toBe(printed(v));
      expect(metered(() => sameKey(back, v))).toBe(true);
    }),
    runs,
  );
});

test("pr-str inside the language writes the same text", () => {
  fc.assert(
    fc.property(value, (v) => {
      const text = printed(v);
      expect(evaluated(`(pr-str ${text})`)).toBe(text);
      expect(evaluated(`(= ${text} ${text})`)).toBe(true);
    }),
    { numRuns: 500 },
  );
});

test("equal values are found as keys, whatever the order they were filled in", () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(value, { minLength: 1, maxLength: 6, comparator: (a, b) => metered(() => sameKey(a, b)) }),
      (items) => {
        const one = `#{${items.map((v) => metered(() => printReadable(v))).join(" ")}}`;
        const other = `#{${items
          .map((v) => metered(() => printReadable(v)))
          .reverse()
          .join(" ")}}`;
        expect(
          evaluated(`[(= ${one} ${other}) (contains? #{${one}} ${other}) (count (conj ${one} ${printed(items[0]!)}))]`),
        ).toSatisfy((v: Value) => printed(v) === `[true true ${items.length}]`);
      },
    ),
    { numRuns: 500 },
  );
});

test("JSON text of plain data parses back to it", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), (data) => {
      const text = JSON.stringify(data);
      const literal = JSON.stringify(text).replaceAll("\\u", "\\u");
      const back = evaluated(`(json/generate-string (json/parse-string ${literal}))`);
      expect(JSON.parse(back as string)).toEqual(JSON.parse(text));
    }),
    { numRuns: 1000 },
  );
});
