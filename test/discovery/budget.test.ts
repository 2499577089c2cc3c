// Whatever the catalogue, the query and the budgets: the finished text never holds more tokens than it may, counted by the
// real tokenizer. PTC_DRAWS sets how many are drawn: PTC_DRAWS=10000 for the full count.

import fc from "fast-check";
import { expect, it } from "vitest";
import type { CapabilityInput } from "../../src/discovery/descriptor.ts";
import { Discovery } from "../../src/discovery/discovery.ts";
import { o200kCounter } from "../../src/discovery/tokens.ts";

const draws = Number(process.env.PTC_DRAWS ?? 250);

const word = fc.constantFrom(
  ...[
    "search",
    "mail",
    "weather",
    "send_message",
    "readFile",
    "天气",
    "发送邮件",
    "図書館を検索",
    "погода",
    "البحث",
    "🙂",
    "<|endoftext|>",
  ],
  ...["\n# Heading", "- item", "a".repeat(300), "x.y.z", "Zürich", "ไทยแลนด์", "  ", "\u200b", "한국어 검색"],
);
const text = fc.array(word, { maxLength: 12 }).map((words) => words.join(" "));
const capability = fc.record(
  {
    name: fc.tuple(word, fc.nat({ max: 99 })).map(([first, n]) => `${first.trim() || "n"}${n}`),
    description: text,
    category: fc.oneof(text, fc.constant("")),
    tags: fc.array(word, { maxLength: 3 }),
    params: fc.array(word, { maxLength: 4 }),
    requiredTools: fc.array(fc.constantFrom("search1", "mail2", "nobody"), { maxLength: 2 }),
    content: fc.oneof(
      { weight: 4, arbitrary: text },
      { weight: 1, arbitrary: fc.tuple(text, fc.integer({ min: 50, max: 400 })).map(([part, n]) => part.repeat(n)) },
    ),
    available: fc.boolean(),
  },
  { requiredKeys: ["name"] },
) as fc.Arbitrary<CapabilityInput>;
const catalogue = fc.oneof(
  {
    weight: 40,
    arbitrary: fc.uniqueArray(capability, { maxLength: 25, selector: ({ name }) => name }),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom("category", "类别", "หมวดหมู่")
      .map((name) =>
        Array.from({ length: 2000 }, (_, i) => ({ name: `t${i}`, description: "Search.", category: `${name} ${i}` })),
      ),
  },
);
const budget = fc.oneof(fc.nat({ max: 40 }), fc.nat({ max: 400 }), fc.nat({ max: 3000 }));

it(`keeps its budgets in ${draws} draws`, async () => {
  const count = await o200kCounter();
  let shown = 0;
  await fc.assert(
    fc.asyncProperty(catalogue, text, fc.tuple(budget, budget, budget), async (skills, query, [a, b, c]) => {
      const discovery = new Discovery();
      await discovery.initialize({ skills });
      const config = { tier0TokenBudget: a, tier1TokenBudget: b, tier2TokenBudget: c };
      const result = await discovery.discover(query, { config });
      expect(count(result.tier0.text)).toBeLessThanOrEqual(a);
      expect(count(result.tier1.text)).toBeLessThanOrEqual(b);
      expect(count(result.tier2.text)).toBeLessThanOrEqual(c);
      expect(result.tokens).toBe(count(result.prompt));
      expect(result.tokens).toBeLessThanOrEqual(a + b + c);
      if (result.results.length === 0) expect(result.notices.length).toBeGreaterThan(0);
      expect((await discovery.discover(query, { config })).prompt).toBe(result.prompt);
      if (result.tier1.text !== "" && result.tier2.text !== "") shown++;
    }),
    { numRuns: draws },
  );
  expect(shown).toBeGreaterThan(draws / 20); // not all of it was empty
});
