// Random catalogues, queries and budgets: many scripts, thousands of categories, skills longer than any budget. Whatever
// is drawn, no finished text may hold more tokens than it may, counted by the real tokenizer. Tests check some draws,
// scripts/discovery-budgets.mjs as many as it is told.

import fc from "fast-check";
import type { CapabilityInput } from "../../src/discovery/descriptor.ts";
import { Discovery } from "../../src/discovery/discovery.ts";
import { o200kCounter } from "../../src/discovery/tokens.ts";

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

/** What the draws held, so that a run of empty prompts is seen. */
export interface Seen {
  readonly draws: number;
  /** Draws whose prompt showed lines and details. */
  readonly full: number;
  readonly chinese: number;
  readonly manyCategories: number;
  readonly oversize: number;
}

/** Throws at the first draw that breaks a budget, with the smallest example. */
export async function checkBudgets(draws: number, seed?: number): Promise<Seen> {
  const count = await o200kCounter();
  const seen = { draws: 0, full: 0, chinese: 0, manyCategories: 0, oversize: 0 };
  const expect = (holds: boolean, what: string): void => {
    if (!holds) throw new Error(what);
  };
  await fc.assert(
    fc.asyncProperty(catalogue, text, fc.tuple(budget, budget, budget), async (skills, query, [a, b, c]) => {
      const discovery = new Discovery();
      await discovery.initialize({ skills });
      const config = { tier0TokenBudget: a, tier1TokenBudget: b, tier2TokenBudget: c };
      const result = await discovery.discover(query, { config });
      const { tier0, tier1, tier2, prompt, tokens, results, notices } = result;
      for (const [name, { text: own }, most] of [
        ["tier 0", tier0, a],
        ["tier 1", tier1, b],
        ["tier 2", tier2, c],
      ] as const)
        expect(count(own) <= most, `${name} has ${count(own)} tokens of ${most}`);
      expect(tokens === count(prompt), `the prompt says ${tokens} tokens and has ${count(prompt)}`);
      expect(tokens <= a + b + c, `the prompt has ${tokens} tokens of ${a + b + c}`);
      expect(results.length > 0 || notices.length > 0, "an empty answer without a reason");
      expect((await discovery.discover(query, { config })).prompt === prompt, "the same query gave another prompt");
      seen.draws++;
      if (tier1.text !== "" && tier2.text !== "") seen.full++;
      if (/[\u4e00-\u9fff]/.test(prompt)) seen.chinese++;
      if (skills.length >= 2000) seen.manyCategories++;
      if (notices.some((notice) => notice.includes("is too long"))) seen.oversize++;
    }),
    { numRuns: draws, ...(seed === undefined ? {} : { seed }) },
  );
  return seen;
}
