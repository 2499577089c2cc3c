// Checks of data against JSON Schemas: what they find, and how much of it.

import { expect, it } from "vitest";
import { checkFor, schemaProblem } from "../../src/names/schema.ts";

const numbers = { type: "object", properties: { xs: { type: "array", items: { type: "number" } } } };

it("tells three mismatches of data of usual size, and one of data that may be wrong in a million places", () => {
  const told = (length: number): number => checkFor(numbers)({ xs: new Array(length).fill("x") }).length;
  expect([told(10), told(999), told(1_000), told(1_000_000)]).toEqual([3, 3, 1, 1]);
  expect(checkFor(numbers)({ xs: new Array(1_000_000).fill(1) })).toEqual([]);
});

it("counts what is nested", () => {
  const nested = { items: { items: { type: "number" } } };
  const rows = new Array(100).fill(new Array(100).fill("x"));
  expect(checkFor(nested)(rows)).toEqual([{ at: "[0][0]", message: "must be number" }]);
});

it("knows schemas that hold themselves", () => {
  const list = {
    type: "object",
    properties: { v: { type: "integer" }, next: { $ref: "#" }, tag: { $ref: "#/$defs/tag" } },
    $defs: { tag: { type: "string" } },
  };
  for (const schema of [list, { ...list, $id: "schema://other" }]) {
    expect(schemaProblem(schema)).toBe(null);
    expect(checkFor(schema)({ v: 1, next: { v: 2, tag: "a" } })).toEqual([]);
    expect(checkFor(schema)({ v: 1, next: { next: { v: "x" } } })).toEqual([
      { at: "next.next.v", message: "must be integer" },
    ]);
    expect(checkFor(schema)({ next: { tag: 1 } })).toEqual([{ at: "next.tag", message: "must be string" }]);
  }
  // Two of them do not meet.
  const other = { type: "object", properties: { w: { type: "boolean" }, next: { $ref: "#" } } };
  expect(checkFor(other)({ next: { w: 1 } })).toEqual([{ at: "next.w", message: "must be boolean" }]);
  expect(checkFor(list, "first")({ next: { v: "x" } })).toEqual([{ at: "next.v", message: "must be integer" }]);
});
