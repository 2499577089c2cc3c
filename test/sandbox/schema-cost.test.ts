// Which schemas of a stranger's tool the host checks on its own thread, and which it refuses to.

import { describe, expect, test } from "vitest";
import { schemaCostProblem } from "../../src/sandbox/schema-cost.ts";

const chain = (length: number, each: (ref: string) => object): object => {
  const $defs: Record<string, object> = { d0: { type: "object" } };
  for (let i = 1; i < length; i++) $defs[`d${i}`] = each(`#/$defs/d${i - 1}`);
  return { $defs, $ref: `#/$defs/d${length - 1}` };
};

const fields = (count: number): object =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`f${i}`, { type: "string" }]));

const costly = { type: "string", pattern: "^(a+)+$" };
/** A schema with a reference to something that it holds elsewhere than among its definitions. */
const hidden = ($ref: string, more: object): object => ({ ...more, properties: { a: { $ref } } });

describe("what people write is accepted", () => {
  test.each<[string, unknown]>([
    ["anything", true],
    ["an empty schema", {}],
    ["fields", { type: "object", properties: { a: { type: "string" }, b: { type: "integer" } }, required: ["a"] }],
    ["a list of records", { type: "array", items: { type: "object", properties: { id: { type: "integer" } } } }],
    ["a choice", { anyOf: [{ type: "string" }, { type: "null" }] }],
    ["an anchored pattern", { type: "string", pattern: "^[a-z]+-[0-9]{4}$" }],
    ["a long list of words", { enum: Array.from({ length: 500 }, (_, i) => `word ${i}`) }],
    ["a tree", { $defs: { node: { properties: { left: { $ref: "#/$defs/node" } } } }, $ref: "#/$defs/node" }],
    ["a list that is a tree", { properties: { children: { type: "array", items: { $ref: "#" } } } }],
    ["different words in a list", { type: "array", items: { type: "string" }, uniqueItems: true }],
    ["a reference through an escaped name", { $defs: { "a/b": { type: "string" } }, $ref: "#/$defs/a~1b" }],
    ["fields with names of keywords", { properties: { $id: { type: "string" }, pattern: {}, uniqueItems: {} } }],
    ["values with names of keywords", { const: { $id: "x", $async: true, pattern: "(a+)+$" } }],
    ["a reference to an example that is cheap", { examples: [{ type: "string" }], $ref: "#/examples/0" }],
    ["many fields", { type: "object", properties: fields(400) }],
    ["a chain of references", chain(50, ($ref) => ({ $ref }))],
  ])("%s", (_, schema) => {
    expect(schemaCostProblem(schema)).toBeNull();
  });
});

describe("what could stall the host is refused, with the reason", () => {
  test.each<[string, unknown, RegExp]>([
    ["a pattern that backtracks", { pattern: "^(a+)+$" }, /pattern "\^\(a\+\)\+\$"/],
    ["a pattern that searches", { pattern: "a*a*a*a*b" }, /begin it with \^/],
    ["a pattern with a look ahead", { pattern: "^(?=a)a" }, /pattern/],
    ["a pattern with a back reference", { pattern: "^(a)\\1$" }, /pattern/],
    ["a pattern that is very long", { pattern: `^${"a".repeat(600)}` }, /pattern/],
    ["a pattern for names", { propertyNames: { pattern: "(x+x+)+y" } }, /pattern/],
    ["a pattern for fields", { patternProperties: { "(x+x+)+y": true } }, /pattern/],
    ["a pattern deep inside", { items: { anyOf: [{}, { not: { pattern: "(a|a)*b" } }] } }, /pattern/],
    ["a pattern that nothing refers to", { $defs: { a: { pattern: "(a|a)*b" } } }, /pattern/],
    ["a pattern in an example that is referred to", hidden("#/examples/0", { examples: [costly] }), /pattern/],
    ["a pattern in a default that is referred to", hidden("#/default", { default: costly }), /pattern/],
    ["a pattern in a constant that is referred to", hidden("#/const/a", { const: { a: costly } }), /pattern/],
    ["a pattern in a choice that is referred to", hidden("#/enum/0/1", { enum: [[0, costly]] }), /pattern/],
    ["a pattern two references away", hidden("#/default", { default: { $ref: "#/const" }, const: costly }), /pattern/],
    ["a pattern under an escaped name", hidden("#/default/~1~0", { default: { "/~": costly } }), /pattern/],
    ["a pattern in lists of lists", hidden("#/x-data/0/0", { "x-data": [[costly]] }), /pattern/],
    ["a pattern in a part of an example", hidden("#/default", { default: { not: costly } }), /pattern/],
    ["names that are read as keywords", { properties: { uniqueItems: true }, $ref: "#/properties" }, /uniqueItems/],
    ["each compared with each in an example", hidden("#/default", { default: { uniqueItems: true } }), /uniqueItems/],
    ["a name in an example that is referred to", hidden("#/default", { default: { $id: "a" } }), /\$id/],
    // The checker decodes first and splits then.
    ["a path that is percent-encoded", hidden("#/a%2Fb", { "a/b": {}, a: { b: {} } }), /plain path/],
    ["a path that is badly encoded", hidden("#/%zz", {}), /plain path/],
    ["a path with an empty step", { $ref: "#/", "": {} }, /plain path/],
    ["a path that ends in nothing", hidden("#/default/#/", { default: {} }), /plain path/],
    ["a relative reference", hidden("default", { default: {} }), /plain path/],
    ["an anchor", hidden("#name", { $defs: { name: {} } }), /plain path/],
    ["itself", { $ref: "#" }, /refers to itself/],
    [
      "itself by a detour",
      { $defs: { a: { allOf: [{ $ref: "#/$defs/b" }] }, b: { $ref: "#/$defs/a" } }, $ref: "#/$defs/a" },
      /refers to itself/,
    ],
    ["work that doubles", chain(40, ($ref) => ({ allOf: [{ $ref }, { $ref }] })), /more than 1000 checks/],
    [
      "work that doubles with each level",
      { allOf: [{ properties: { a: { $ref: "#" } } }, { properties: { a: { $ref: "#" } } }] },
      /again and again/,
    ],
    ["each compared with each", { type: "array", uniqueItems: true }, /uniqueItems/],
    ["records compared each with each", { uniqueItems: true, items: { type: "object" } }, /uniqueItems/],
    [
      "thousands of rules",
      { allOf: Array.from({ length: 1100 }, () => ({ type: "string" })) },
      /more than 1000 checks/,
    ],
    ["thousands of words", { enum: Array.from({ length: 2000 }, (_, i) => i) }, /more than 1000 checks/],
    [
      "thousands of fields, few of them in one place",
      { properties: Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`p${i}`, { properties: fields(20) }])) },
      /more than 500 parts/,
    ],
    ["a name of its own", { $id: "https://example.com/a" }, /\$id/],
    ["a name in a part that nothing refers to", { $defs: { a: { $id: "https://example.com/a" } } }, /\$id/],
    ["a check that is a promise", { $async: true, type: "object" }, /\$async/],
    ["references that move", { $dynamicRef: "#a" }, /\$dynamicRef/],
    ["a schema elsewhere", { $ref: "https://example.com/a" }, /not in it/],
    ["a schema that is not there", { $ref: "#/$defs/none" }, /not in it/],
    ["a schema in the prototype", { $ref: "#/__proto__" }, /not in it/],
  ])("%s", (_, schema, words) => {
    expect(schemaCostProblem(schema)).toMatch(words);
  });

  test("what is nested too deeply to look at", () => {
    let schema: object = {};
    for (let i = 0; i < 50_000; i++) schema = { not: schema };
    expect(schemaCostProblem(schema)).toBe("is nested too deeply");
  });
});
