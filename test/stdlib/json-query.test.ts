// json-query beyond its examples: each selector, comparisons and functions of RFC 9535, and paths that are refused.

import { describe, expect, test } from "vitest";
import { withBaseTools } from "./base-tools.ts";

const tools = withBaseTools();
const query = (data: unknown, path: string, options: object = {}) =>
  tools.call("json-query", { data, path, ...options });

describe("selectors", () => {
  const list = [10, 20, 30, 40];
  test.each([
    ["$", { a: 1 }, [{ a: 1 }]],
    ["$.a.b", { a: { b: null } }, [null]],
    ["$.a.b", { a: [1] }, []],
    ["$['a b', \"c\"]", { "a b": 1, c: 2 }, [1, 2]],
    ["$['\\u263a\\'']", { "☺'": 1 }, [1]],
    ["$.ü_1", { ü_1: 1 }, [1]],
    ["$.constructor", {}, []],
    ["$.length", list, []],
    ["$.*", { a: 1, b: [2] }, [1, [2]]],
    ["$[-1]", list, [40]],
    ["$[4]", list, []],
    ["$[1:3]", list, [20, 30]],
    ["$[::-1]", list, [40, 30, 20, 10]],
    ["$[-2:]", list, [30, 40]],
    ["$[3:0:-2]", list, [40, 20]],
    ["$[::0]", list, []],
    ["$[-100:100]", list, list],
    ["$[0, 0, 'x', ?@ > 30]", list, [10, 10, 40]],
    ["$..a", { a: { a: 1 }, b: [{ a: 2 }] }, [{ a: 1 }, 1, 2]],
    ["$..[0]", [[1, [2]], 3], [[1, [2]], 1, 2]],
    ["$ .a [ 0 ]", { a: [7] }, [7]],
  ])("%s", async (path, data, expected) => {
    expect(await query(data, path)).toEqual(expected);
  });

  test("deep data does not exhaust the engine", async () => {
    let deep: unknown = { end: 1 };
    for (let i = 0; i < 400; i++) deep = [deep];
    expect(await query(deep, "$..end")).toEqual([1]);
  });
});

describe("filters", () => {
  const items = [{ n: 1 }, { n: 2, t: "b" }, { n: null }, { t: "a" }, 5];
  test.each([
    ["$[?@.n]", [{ n: 1 }, { n: 2, t: "b" }, { n: null }]],
    ["$[?!@.n]", [{ t: "a" }, 5]],
    ["$[?@.n == 1 || @.t == 'a']", [{ n: 1 }, { t: "a" }]],
    ['$[?@.n >= 1 && !(@.t == "b")]', [{ n: 1 }]],
    ["$[?@.n == null]", [{ n: null }]],
    ["$[?@.n == @.missing]", [{ t: "a" }, 5]],
    ["$[?@.n <= null]", [{ n: null }]],
    ["$[?@.t < 'b']", [{ t: "a" }]],
    ["$[?@.n < 'b']", []],
    ["$[?@ == 5.0]", [5]],
    ["$[?@.n == $[0].n]", [{ n: 1 }]],
    ["$[?length(@.t) == 1]", [{ n: 2, t: "b" }, { t: "a" }]],
    ["$[?count(@.*) == 2]", [{ n: 2, t: "b" }]],
    ["$[?value(@..n) == 2]", [{ n: 2, t: "b" }]],
    ["$[?match(@.t, '[a-b]')]", [{ n: 2, t: "b" }, { t: "a" }]],
    ["$[?match(@.t, '[')]", []],
    ["$[?search(@.n, '1')]", []],
  ])("%s", async (path, expected) => {
    expect(await query(items, path)).toEqual(expected);
  });

  test("compare structures, and texts by their characters", async () => {
    expect(await query([{ a: [1, { b: 2 }] }, { a: [1, { b: 3 }] }], "$[?@.a == $[0].a]")).toHaveLength(1);
    expect(await query(["\ue000", "😀"], "$[?@ < '😀']")).toEqual(["\ue000"]);
    expect(await query(["😀"], "$[?length(@) == 1 && match(@, '.')]")).toEqual(["😀"]);
  });

  test("a dot in a pattern is any character but a line break", async () => {
    expect(await query(["a\u2028b", "a\nb", "a.b"], "$[?match(@, 'a.b')]")).toEqual(["a\u2028b", "a.b"]);
    expect(await query(["axb", "a.b"], "$[?match(@, 'a[.]b') || match(@, 'a\\\\.b')]")).toEqual(["a.b"]);
  });
});

describe("results", () => {
  test("first, paths and entries", async () => {
    const data = { "it's": [{ x: 1 }, { x: 2 }] };
    expect(await query(data, "$..x", { result: "first" })).toBe(1);
    expect(await query(data, "$.no", { result: "first" })).toBe(null);
    expect(await query(data, "$..x", { result: "entries" })).toEqual([
      { path: "$['it\\'s'][0]['x']", value: 1 },
      { path: "$['it\\'s'][1]['x']", value: 2 },
    ]);
    expect(await query({ "\n\u0001\\": 1 }, "$.*", { result: "paths" })).toEqual(["$['\\n\\u0001\\\\']"]);
  });

  test("null is data too", async () => {
    expect(await query(null, "$")).toEqual([null]);
  });
});

test.each([
  ["a.b", "at character 1 a path starts with $. Write $.a.b."],
  ["$.", "a name or * must follow ., not the end"],
  ["$.a-b", "at character 4 - cannot stand here"],
  ["$[a]", "at character 3 a cannot be selected. Select by 'name' in quotes"],
  ["$['a]", "the text is never closed"],
  ["$['\\x']", "\\x means nothing"],
  ["$['\\ud83d']", "half a character stands alone"],
  ["$[01]", "no leading zero"],
  ["$[9007199254740992]", "too large"],
  ["$[1", "expected ] or , but found the end"],
  ["$[?@.a = 1]", "= is no comparison. Write ==."],
  ["$[?@.a == b]", "b means nothing here. Write @.b for a field, 'b' for a text."],
  ["$[?1]", "a value alone is no test"],
  ["$[?@.* == 1]", "a query that may find many values cannot be compared"],
  ["$[?length(@.a)]", "length() gives a value, which is no test"],
  ["$[?match(@.a, 'x') == true]", "match() is a test and cannot be compared"],
  ["$[?size(@)]", "there is no function size. There are length, count, match, search, value."],
  ["$[?count(1) == 1]", "count() takes a query here"],
  ["$[?length() == 1]", "length() takes 1 arguments, not 0"],
  ["$ ", "a blank cannot stand here"],
  [`$[?${"(".repeat(200)}@${")".repeat(200)}]`, "nested too deeply"],
])("%s is refused", async (path, words) => {
  const problem = await tools.problem("json-query", { data: {}, path });
  expect(problem).toContain("tool_threw");
  expect(problem).toContain(words);
});

test.each([
  [{}, "nothing to search"],
  [{ data: 1, text: "1" }, "Pass one of them"],
  [{ text: "{a: 1}" }, "The text is not JSON"],
])("%j is refused", async (args, words) => {
  expect(await tools.problem("json-query", { path: "$", ...args })).toContain(words);
});
