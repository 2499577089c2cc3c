import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { InfiniteSeq } from "../../src/lisp/values/infinite.ts";
import { fromHost } from "../../src/lisp/values/json.ts";
import { PMap } from "../../src/lisp/values/map.ts";
import { preview } from "../../src/lisp/values/preview.ts";
import { printReadable } from "../../src/lisp/values/print.ts";
import { Keyword, type Value } from "../../src/lisp/values/value.ts";
import { Vec } from "../../src/lisp/values/vector.ts";
import { metered } from "../support/metered.ts";

const limits = { maxChars: 60, maxItems: 3, maxDepth: 2 };
const shown = (v: Value) => preview(v, limits).text;
const numbers = (n: number) => Vec.of(Array.from({ length: n }, (_, i) => i));

describe("preview", () => {
  it("is pr-str where everything fits", () => {
    const value = PMap.ofPairs([Keyword.of("a"), 1, Keyword.of("b"), Vec.of([2, "x"])]);
    expect(preview(value, limits)).toEqual({ text: '{:a 1, :b [2 "x"]}', truncated: false });
  });

  it("counts what it leaves out", () => {
    expect(shown(numbers(100))).toBe("[0 1 2 … 97 more]");
    expect(shown(PMap.ofPairs([1, 1, 2, 2, 3, 3, 4, 4]))).toBe("{1 1, 2 2, 3 3, … 1 more}");
    expect(shown(Vec.of([Vec.of([numbers(1), Vec.EMPTY])]))).toBe("[[[…] []]]");
    expect(shown(new InfiniteSeq("(range)", () => () => null as never, false))).toBe("#endless[(range)]");
  });

  it("never exceeds its length and never splits a character", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), fc.integer({ min: 1, max: 200 }), (data, maxChars) => {
        metered(() => {
          const value = fromHost(data);
          const p = preview(value, { maxChars });
          expect(p.text.length).toBeLessThanOrEqual(maxChars);
          if (!p.truncated) expect(p.text).toBe(printReadable(value));
        });
      }),
    );
    expect(shown("😀".repeat(100))).not.toMatch(/[\ud800-\udbff](?![\udc00-\udfff])/);
  });

  it("costs no more than its text, whatever the value", () => {
    let v: Value = numbers(1000);
    for (let i = 0; i < 100_000; i++) v = Vec.of([v, v]);
    expect(preview(v, { maxChars: 1000, maxItems: 1000, maxDepth: 1000 }).text.length).toBe(1000);
    expect(shown(2n ** 60_000n)).toMatch(/digits/);
  });
});
