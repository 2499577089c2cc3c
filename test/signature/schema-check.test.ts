// Checks of data against JSON Schemas: what they find, and how much of it.

import { expect, it } from "vitest";
import { checkFor } from "../../src/names/schema.ts";

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
