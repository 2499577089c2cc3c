// The pages of `ptc explain`: each shows a program that fails for its reason and one that does not. That every reason has a
// page is held by the type of the table.

import { describe, expect, test } from "vitest";
import { Fault } from "../../src/lisp/fault.ts";
import { reasons } from "../../src/lisp/reasons.ts";
import { runProgram } from "../../src/lisp/run.ts";
import { Keyword } from "../../src/lisp/values/value.ts";
import { host } from "../support/evaluate.ts";

const tools = {
  names: ["search", "fetch"],
  call: (_name: string, args: { get(key: Keyword): unknown }) => {
    if (args.get(Keyword.of("id")) === -1) throw new Fault("tool_error", "There is no item -1.", "Ask for another id.");
    return null;
  },
};

function reasonOf(program: string): string {
  const result = runProgram(program, { ...host, tools });
  return result.ok ? "none" : result.error.reason;
}

describe.each([...reasons])("%s", (reason, page) => {
  test("has words", () => {
    expect(page.summary).toMatch(/^[a-z]/);
    expect(page.text.length).toBeGreaterThan(40);
    expect(page.text).toMatch(/[.]$/);
  });
  // What a host causes is made to happen in the tests of the runner; only the failing tool is at hand here.
  if (page.fromHost && reason !== "tool_error") return;
  test("its wrong program fails so, its right one does not", () => {
    expect(reasonOf(page.wrong)).toBe(reason);
    expect(reasonOf(page.right)).toBe("none");
  });
});
