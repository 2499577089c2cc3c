// The prompt card keeps its promise: never more tokens than asked for, the most important things first.

import { describe, expect, it } from "vitest";
import { renderCard } from "../../src/lisp/docs/card.ts";
import { builtinRows, formRows } from "../../src/lisp/docs/catalogue.ts";
import { estimateTokens } from "../../src/lisp/docs/tokens.ts";

const card = (budget: number) => renderCard(builtinRows, formRows(), budget, estimateTokens);

describe("the prompt card", () => {
  for (const budget of [1, 100, 500, 1000, 1500, 4000, 8000]) {
    it(`stays within ${budget} tokens`, () => {
      expect(estimateTokens(card(budget))).toBeLessThanOrEqual(budget);
    });
  }

  for (const budget of [500, 1500, 4000]) {
    it(`stays within ${budget} of any tokenizer it is given`, () => {
      const perCharacter = (text: string) => Math.ceil(text.length / 3);
      const text = renderCard(builtinRows, formRows(), budget, perCharacter);
      expect(perCharacter(text)).toBeLessThanOrEqual(budget);
    });

    it(`spends most of ${budget}`, () => {
      expect(estimateTokens(card(budget))).toBeGreaterThan(budget * 0.9);
    });
  }

  it("starts with the rules, then names forms and functions", () => {
    expect(card(500)).toMatch(/^PTC-Lisp:.*\n(.*\n)*Forms: .*\n/);
    for (const name of ["map", "filter", "reduce"]) expect(card(500)).toMatch(new RegExp(`\\b${name}\\b`));
    for (const name of ["sum-by", "json/parse-string", "group-by"]) expect(card(1500)).toContain(name);
  });

  it("names every function when there is room", () => {
    const text = card(100_000);
    expect([...builtinRows].map(([name]) => name).filter((name) => !text.includes(name))).toEqual([]);
  });

  it("says a difference that several functions share once", () => {
    const lines = card(100_000).split("\n");
    const texts = lines.map((l) => l.slice(l.indexOf(": ") + 2)).filter((t) => t.length > 20);
    expect(new Set(texts).size).toBe(texts.length);
  });
});

describe("the token estimate", () => {
  // Counts of the o200k tokenizer, taken once.
  for (const [text, tokens] of [
    ["(map inc [1 2 3])", 9],
    ['(str/join ", " (map :name data/users))', 12],
    ["internationalization of everything", 4],
    ["{:a 1, :b [2 3]}", 12],
  ] as const) {
    it(`is not below the truth for ${text}`, () => {
      expect(estimateTokens(text)).toBeGreaterThanOrEqual(tokens);
    });
  }
});
