// Files of cases, in JSON and as PTC-Lisp data.

import { expect, it } from "vitest";
import { parseCaseFile } from "../../src/engine/project/case-file.ts";

const whole = {
  input: { n: 1 },
  expected: { kind: "value", value: 2 },
  stubs: {},
  tags: ["smoke"],
  description: "one",
  reason: "",
};

it("reads JSON", () => {
  const text =
    '{"tool": "inc-it", "cases": [{"input": {"n": 1}, "expect": 2, "tags": ["smoke"], "description": "one"}]}';
  expect(parseCaseFile(text, "a.cases.json")).toEqual({ ok: true, suites: [{ tool: "inc-it", cases: [whole] }] });
});

it("reads PTC-Lisp data, several suites in one file", () => {
  const text =
    '[{:tool "inc-it" :cases [{:input {:n 1} :expect 2 :tags ["smoke"] :description "one"}]} {:tool "b" :cases []}]';
  const read = parseCaseFile(text, "a.cases.clj");
  expect(read).toEqual({
    ok: true,
    suites: [
      { tool: "inc-it", cases: [whole] },
      { tool: "b", cases: [] },
    ],
  });
});

it("a case expects nil when it says so", () => {
  const read = parseCaseFile('{"tool": "a", "cases": [{"input": {}, "expect": null}]}', "a.cases.json");
  expect(read).toMatchObject({ ok: true, suites: [{ cases: [{ expected: { kind: "value", value: null } }] }] });
});

it.each([
  ['{"tool": "a", "cases": [{"input": {}}]}', "Case 1 of a must say what it expects, once."],
  [
    '{"tool": "a", "cases": [{"input": {}, "expect": 1, "noCrash": true}]}',
    "Case 1 of a must say what it expects, once.",
  ],
  ['{"tool": "a", "cases": [{"inputs": {}, "expect": 1}]}', 'Case 1 of a has no field "inputs".'],
  ['{"cases": []}', "Suite 1 names no tool."],
  ['{"tool": "a"}', "The suite of a has no list of cases."],
  ["{", expect.stringMatching(/^Line 1, column \d: /)],
])("%s is refused", (text, message) => {
  expect(parseCaseFile(text, "a.cases.json")).toMatchObject({ ok: false, message });
});
