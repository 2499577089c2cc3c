// Characters of any text are those the host's segmenter sees, although it is only shown short pieces.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { eachSegment } from "../../src/base/segments.ts";

// Letters that combine with almost anything, in every way Unicode knows: marks, joiners, flags, jamo, conjuncts, prefixes,
// halves of pairs.
const letters =
  "a é 1 ж Ω 漢 か 한 © ❤ 👍 👨 🇩 🇪 \u0301 \u200d 🏽 \r \n \ud800 \udc00 \u1100 \u1161 \u11a8 क \u094d ष \u0e33 ก \u0600 \u3099 \ufe0f \u00ad \u0483 \u0903 \u{e0061} \u0d4e \u0d15";
const text = fc
  .array(fc.constantFrom(...letters.split(" ")), { maxLength: 700, size: "max" })
  .map((parts) => parts.join(""));

function segments(s: string): string[] {
  const out: string[] = [];
  eachSegment(s, (segment) => out.push(segment));
  return out;
}

function expected(s: string): string[] {
  const all = Array.from(new Intl.Segmenter("en", { granularity: "grapheme" }).segment(s), (x) => x.segment);
  return all.flatMap((segment) => (segment === "\r\n" ? ["\r", "\n"] : [segment]));
}

describe("characters of a text", () => {
  it("are the host's, whatever stands beside what", () => {
    fc.assert(
      fc.property(text, (s) => {
        expect(segments(s)).toEqual(expected(s));
      }),
    );
  });

  it("may be longer than a piece", () => {
    const long = `x${"\u0301".repeat(5_000)}`;
    expect(segments(`${long}👍${long}`)).toEqual([long, "👍", long]);
  });

  it("are found in megabytes of text that combines", () => {
    expect(segments("é👍🏽".repeat(200_000))).toHaveLength(400_000);
    expect(segments(`a${"\u0301".repeat(300_000)}${"👍".repeat(300_000)}`)).toHaveLength(300_001);
  });
});
