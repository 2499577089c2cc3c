// The lexical index: words and their splitting, fields, and changes piece by piece.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type FieldTexts, LexicalIndex } from "../../src/discovery/lexical.ts";
import { lexicalBytes, lexicalState } from "../../src/discovery/lexical-file.ts";
import { lexicalWeights } from "../../src/discovery/weights.ts";
import { termOf, wordsOf } from "../../src/discovery/words.ts";

const texts = (name: string, description = ""): FieldTexts => ({
  name,
  description,
  params: "",
  tags: "",
  category: "",
});

function scoresOf(index: LexicalIndex, query: string): Record<number, number> {
  const terms = new Map(
    wordsOf(query)
      .map((word) => index.termNumber(word))
      .filter((term) => term !== -1)
      .map((term) => [term, 1]),
  );
  const scores = new Float32Array(16);
  index.search(terms, scores);
  return Object.fromEntries([...scores.entries()].filter(([, score]) => score !== 0));
}

describe("words", () => {
  it.each([
    ["webSearch", ["web", "search"]],
    ["parseHTTPResponse", ["parse", "http", "response"]],
    ["snake_case-and.dots", ["snake", "case", "and", "dots"]],
    ["utf8 v2", ["utf", "8", "v", "2"]],
    ["Übergröße", ["ubergroße"]],
    ["天气预报", ["天气", "气预", "预报"]],
    ["查 weather", ["查", "weather"]],
    ["Погода", ["погода"]],
    ["", []],
  ])("%s", (text, words) => expect(wordsOf(text)).toEqual(words));

  it("forms of a word share a term", () => {
    expect(termOf("searching")).toBe(termOf("searches"));
    expect(termOf("a".repeat(5000)).length).toBeLessThan(100);
  });
});

describe("the index", () => {
  it("counts a word in a field of more weight more", () => {
    const { fields } = lexicalWeights;
    const index = new LexicalIndex({ ...lexicalWeights, fields: { ...fields, name: { ...fields.name, weight: 3 } } });
    index.set(0, texts("weather", "anything"));
    index.set(1, texts("anything", "weather"));
    const scores = scoresOf(index, "weather");
    expect(scores[0]).toBeGreaterThan(scores[1]!);
  });

  it("finds Chinese by any two characters of a word", () => {
    const index = new LexicalIndex(lexicalWeights);
    index.set(0, texts("weather", "查询城市的天气预报"));
    index.set(1, texts("mail", "发送电子邮件"));
    expect(Object.keys(scoresOf(index, "明天天气怎么样"))).toEqual(["0"]);
  });

  it("answers after any changes as an index built afresh does", () => {
    const word = fc.constantFrom("mail", "send", "weather", "searching", "file", "天气", "read_file", "x");
    const text = fc.array(word, { maxLength: 6 }).map((words) => words.join(" "));
    const change = fc.tuple(fc.nat({ max: 6 }), fc.option(fc.tuple(text, text)));
    fc.assert(
      fc.property(fc.array(change, { maxLength: 30 }), text, (changes, query) => {
        const changed = new LexicalIndex(lexicalWeights);
        const last = new Map<number, FieldTexts>();
        for (const [slot, content] of changes) {
          if (content === null) {
            changed.delete(slot);
            last.delete(slot);
          } else {
            changed.set(slot, texts(...content));
            last.set(slot, texts(...content));
          }
        }
        const fresh = new LexicalIndex(lexicalWeights);
        for (const [slot, content] of last) fresh.set(slot, content);
        expect(changed.size).toBe(last.size);
        const kept = LexicalIndex.from(lexicalState(lexicalBytes(changed.state()))!, lexicalWeights)!;
        expect(kept.size).toBe(last.size);
        expect(scoresOf(kept, query)).toEqual(scoresOf(changed, query));
        kept.set(3, texts("mail weather"));
        kept.delete(0);
        changed.set(3, texts("mail weather"));
        changed.delete(0);
        expect(scoresOf(kept, query)).toEqual(scoresOf(changed, query));
        fresh.set(3, texts("mail weather"));
        fresh.delete(0);
        expect(scoresOf(changed, query)).toEqual(scoresOf(fresh, query));
      }),
      { numRuns: 300 },
    );
  });

  it("reads no bytes that are damaged, and no index of other weights", () => {
    const index = new LexicalIndex(lexicalWeights);
    index.set(0, texts("weather 天气"));
    const bytes = lexicalBytes(index.state());
    expect(LexicalIndex.from(lexicalState(bytes)!, { ...lexicalWeights, saturation: 9 })).toBeNull();
    for (let at = 0; at < bytes.length; at++) {
      const damaged = bytes.slice();
      damaged[at]! ^= 1;
      expect(lexicalState(damaged)).toBeNull();
    }
    expect(lexicalState(bytes.subarray(0, bytes.length - 1))).toBeNull();
    expect(lexicalState(new Uint8Array(0))).toBeNull();
  });
});
