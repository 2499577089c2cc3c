// Every reason a link can fail with, and every warning, is shown by a case of the specification; every reason has its page.

import { readdirSync, readFileSync } from "node:fs";
import Ajv2020 from "ajv/dist/2020.js";
import fc from "fast-check";
import { expect, it } from "vitest";
import { catalogOf, type LinkFaultCode, type LinkWarning, link, type Plan } from "../../src/linker/index.ts";
import { linkReasons } from "../../src/linker/reasons.ts";

const root = new URL("../../", import.meta.url);
const pages = [...readdirSync(new URL("spec/link/", root)).map((name) => `spec/link/${name}`), "spec/cli/link.md"].map(
  (name) => readFileSync(new URL(name, root), "utf8"),
);
const shown = (mark: string) => pages.some((page) => page.includes(mark));

/** The languages' own reasons stand for invalid_source: its problems keep their reason. */
const codes: Readonly<Record<LinkFaultCode, string>> = {
  ...(Object.fromEntries(Object.keys(linkReasons).map((name) => [name, name])) as Record<LinkFaultCode, string>),
  invalid_source: "parse_error",
  arity_error: "arity_error",
};
const warnings: Readonly<Record<LinkWarning["code"], true>> = {
  replaced: true,
  unproven: true,
  flaky: true,
  forced: true,
  flagged_skill: true,
  skill_left_out: true,
  skill_without_tools: true,
  stale_lock: true,
};

it.each(Object.values(codes))("error[%s] has a case, with its next step", (reason) => {
  expect(shown(`error[${reason}]`)).toBe(true);
  const withStep = pages.some((page) =>
    page
      .split(`error[${reason}]`)
      .slice(1)
      .some((rest) => /= hint: \S/.test(rest.split(/\n\n|\n```/)[0]!)),
  );
  expect(withStep).toBe(true);
});

it.each(Object.keys(warnings))("warning[%s] has a case", (reason) => expect(shown(`warning[${reason}]`)).toBe(true));

it("a plan is refused exactly when its published schema refuses it, or a task names nobody", () => {
  const schema = JSON.parse(readFileSync(new URL("docs/schema/plan-1.json", root), "utf8"));
  const fits = new Ajv2020({ strict: false }).compile(schema);
  const word = fc.constantFrom("a", "b", "tools");
  const odd = fc.constantFrom<unknown>(null, 7, "a", [], {}, ["a"], [7]);
  const some = <T>(arb: fc.Arbitrary<T>) =>
    fc.option(fc.oneof({ arbitrary: arb, weight: 6 }, { arbitrary: odd, weight: 1 }), { nil: undefined });
  const agent = fc.record({ prompt: some(word), tools: some(fc.array(word, { maxLength: 2 })) });
  const task = fc.record({ id: some(word), agent: some(word) });
  const plan = fc.record({
    mission: some(word),
    agents: some(
      fc.dictionary(word, fc.oneof({ arbitrary: agent, weight: 6 }, { arbitrary: odd, weight: 1 }), { maxKeys: 2 }),
    ),
    tasks: some(fc.array(fc.oneof({ arbitrary: task, weight: 6 }, { arbitrary: odd, weight: 1 }), { maxLength: 2 })),
  });
  const seen = { fine: 0, refused: 0 };
  fc.assert(
    fc.property(fc.oneof({ arbitrary: plan, weight: 20 }, { arbitrary: odd, weight: 1 }), (given) => {
      const json: unknown = JSON.parse(JSON.stringify(given ?? null));
      const { faults } = link({ catalog: catalogOf({ units: [] }), plan: json as Plan });
      const wrong = faults.filter((f) => f.code === "invalid_plan");
      const ofShape = wrong.filter((f) => !f.why.startsWith("names the agent"));
      expect(ofShape.length === 0).toBe(fits(json));
      seen[wrong.length === 0 ? "fine" : "refused"]++;
    }),
    { numRuns: 400 },
  );
  expect(Math.min(seen.fine, seen.refused)).toBeGreaterThan(20);
});
