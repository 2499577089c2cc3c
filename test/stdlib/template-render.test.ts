// template-render beyond its examples: names, sections, blanks around tags, escapes, partials, and templates that are refused.

import { describe, expect, test } from "vitest";
import { withBaseTools } from "./base-tools.ts";

const tools = withBaseTools();
const render = (template: string, data: unknown = {}, options: object = {}) =>
  tools.call("template-render", { template, data, ...options });

describe("values", () => {
  test.each([
    ["{{a.b.c}}", { a: { b: { c: 1 } } }, "1"],
    ["{{ a }}|{{{a}}}|{{&a}}", { a: "<'&\">" }, "&lt;&#39;&amp;&quot;&gt;|<'&\">|<'&\">"],
    ["{{zero}} {{no}} [{{none}}]", { zero: 0, no: false, none: null }, "0 false []"],
    ["{{#a}}{{b}}{{/a}}", { a: { x: 1 }, b: "outer" }, "outer"],
    ["{{#a}}{{b}}{{/a}}", { a: { b: "inner" }, b: "outer" }, "inner"],
    ["{{.}}", "all", "all"],
    ["{{my-name}} {{größe}}", { "my-name": 1, größe: 2 }, "1 2"],
    ["{ {a} }", {}, "{ {a} }"],
  ])("%s", async (template, data, expected) => {
    expect(await render(template, data)).toBe(expected);
  });

  test.each([
    ["none", "<&>"],
    ["html", "&lt;&amp;&gt;"],
    ["url", "%3C%26%3E"],
    ["json", "<&>"],
  ])("escaped for %s", async (target, expected) => {
    expect(await render("{{a}}", { a: "<&>" }, { escape: target })).toBe(expected);
  });

  test("JSON texts stay JSON", async () => {
    const text = (await render('{"a": "{{a}}"}', { a: 'x"\n\\' }, { escape: "json" })) as string;
    expect(JSON.parse(text)).toEqual({ a: 'x"\n\\' });
  });
});

describe("sections", () => {
  test.each([
    ["{{#x}}yes{{/x}}{{^x}}no{{/x}}", [true, 1, "a", [0], {}], "yes"],
    ["{{#x}}yes{{/x}}{{^x}}no{{/x}}", [false, null, 0, "", []], "no"],
  ])("%s for %j", async (template, values, expected) => {
    for (const x of values) expect(await render(template, { x })).toBe(expected);
    if (expected === "no") expect(await render(template, {})).toBe("no");
  });

  test("lists know where they are, nested ones too", async () => {
    const rows = [["a", "b"], ["c"]];
    expect(
      await render("{{#rows}}{{@index}}:{{#.}}{{.}}{{^@last}},{{/@last}}{{/.}}{{^@last}};{{/@last}}{{/rows}}", {
        rows,
      }),
    ).toBe("0:a,b;1:c");
    expect(await render("{{#xs}}{{#@first}}first{{/@first}}{{/xs}}", { xs: [1, 2] })).toBe("first");
  });
});

describe("blanks", () => {
  test.each([
    ["a\n  {{#x}}\nb\n  {{/x}}\nc", "a\nb\nc"],
    ["a {{#x}}b{{/x}} c\n", "a b c\n"],
    ["{{! note }}\r\na", "a"],
    ["a\n{{! note\n over lines }}\nb", "a\nb"],
    ["  {{x}}\n", "  1\n"],
    ["{{=<% %>=}}\n<% x %> {{x}}", "1 {{x}}"],
  ])("%j", async (template, expected) => {
    expect(await render(template, { x: 1 })).toBe(expected);
  });
});

describe("partials", () => {
  test("see the data around them, and may recur", async () => {
    const partials = { node: "({{name}}{{#children}}{{> node}}{{/children}})" };
    const data = {
      name: "a",
      children: [
        { name: "b", children: [{ name: "c", children: [] }] },
        { name: "d", children: [] },
      ],
    };
    expect(await render("{{> node}}", data, { partials })).toBe("(a(b(c))(d))");
  });
});

describe("refused", () => {
  test.each([
    ["a\n{{nmae}}", { name: 1 }, "Line 2: there is no nmae in the data (there are name)"],
    ["{{a.b}}", { a: {} }, "there is no a.b in the data"],
    ["{{constructor}}", {}, "there is no constructor"],
    ["{{a}}", { a: [1] }, "a is a list. Use {{#a}}"],
    ["{{a}}", { a: {} }, "a is a map"],
    ["{{#a}}", {}, "Line 1: the section a is never closed. Write {{/a}}."],
    ["{{#a}}\n{{/b}}", {}, "Line 2: {{/b}} stands where a, opened in line 1, must be closed"],
    ["{{/a}}", {}, "closes a section that is not open"],
    ["x {{a", {}, "Line 1: {{a is never closed with }}"],
    ["{{}}", {}, "a tag holds one name"],
    ["{{a b}}", {}, 'a tag holds one name, not "a b"'],
    ["{{=<%=}}", {}, "new delimiters are two texts"],
    ["{{> p}}", {}, "there is no partial p"],
  ])("%j", async (template, data, words) => {
    const problem = await tools.problem("template-render", { template, data });
    expect(problem).toContain("tool_threw");
    expect(problem).toContain(words);
  });

  test("partials in circles, and broken ones by their name", async () => {
    const circle = { template: "{{> a}}", partials: { a: "{{> b}}", b: "{{> a}}" } };
    expect(await tools.problem("template-render", circle)).toContain("Look for a circle");
    expect(await tools.problem("template-render", { template: "{{> a}}", partials: { a: "{{#x}}" } })).toContain(
      "In partial a:",
    );
  });

  test("unless what is missing may be empty", async () => {
    expect(await render("[{{a.b}}{{> p}}{{@index}}]", {}, { missing: "empty" })).toBe("[]");
  });
});
