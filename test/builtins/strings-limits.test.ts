// Long texts end in a clean error before they are built, and long searches are paid for.

import { expect, test } from "vitest";
import type { Value } from "../../src/lisp/values/value.ts";
import { call, fn, re, vec, withMeter } from "./strings-support.ts";

withMeter({ stringLength: 1000, collectionItems: 100, fuel: 100_000 });

const long = "x".repeat(600);

test.each<[string, Value[]]>([
  ["str", [long, long]],
  ["str", [long, 1, long]],
  ["str", [long, 1, 2, long]],
  ["join", [long, vec(1, 2, 3)]],
  ["pr-str", [long, long]],
  ["replace", [long, "x", "yy"]],
  ["replace", [long, "", "yy"]],
  ["replace", [long, re("x|y"), "yy"]],
  ["replace", [long, re("x|y"), "$0$0"]],
  ["replace", [long, re("x|y"), fn(() => "yy")]],
  ["escape", [long, fn(() => "yy")]],
  ["re-quote-replacement", [long]],
  ["split", [long, ""]],
  ["split", [long, re("x|y"), -1]],
  ["re-seq", [re("x|y"), long]],
  [".concat", [long, long]],
  [".repeat", ["x", 1001]],
  ["upper-case", ["ß".repeat(600)]],
])("%s", (name, args) => {
  expect(call(name, ...args)).toBe("error: memory_exceeded");
});

test("searching backward for a long text costs what it may take", () => {
  const text = "a".repeat(100_000);
  expect(call("last-index-of", text, "b")).toBe("nil");
  expect(call("last-index-of", text, `${"a".repeat(5000)}b`)).toBe("error: fuel_exceeded");
});
