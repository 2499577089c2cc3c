// Every example in the tables is run: builtins, special forms and constants.

import { describe, expect, it } from "vitest";
import { specialForms } from "../src/lisp/analyze/analyze.ts";
import { builtins, constants } from "../src/lisp/builtins/index.ts";
import { answer } from "./support/evaluate.ts";

describe("builtin examples", () => {
  for (const [name, row] of builtins) {
    it(name, () => {
      expect(row.examples.length).toBeGreaterThanOrEqual(2);
      for (const { code, gives } of row.examples) expect(`${code} => ${answer(code)}`).toBe(`${code} => ${gives}`);
    });
  }
});

describe("special form examples", () => {
  for (const [name, form] of specialForms) {
    it(name, () => {
      for (const { code, gives } of form.examples) expect(`${code} => ${answer(code)}`).toBe(`${code} => ${gives}`);
    });
  }
});

describe("constant examples", () => {
  for (const [name, row] of constants) {
    it(name, () => {
      for (const { code, gives } of row.examples) expect(`${code} => ${answer(code)}`).toBe(`${code} => ${gives}`);
    });
  }
});
