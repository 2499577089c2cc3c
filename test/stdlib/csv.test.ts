// csv-parse and csv-format beyond their examples: dialects, ragged and broken text, types, and there and back.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { withBaseTools } from "./base-tools.ts";

const tools = withBaseTools();
interface Table {
  readonly columns: readonly string[];
  readonly types: readonly string[];
  readonly rows: readonly unknown[];
  readonly delimiter: string;
}
const parse = async (text: string, options: object = {}) =>
  (await tools.call("csv-parse", { text, ...options })) as Table;
const format = async (rows: unknown, options: object = {}) => tools.call("csv-format", { rows, ...options });

describe("delimiters", () => {
  test.each([
    ["commas", "a,b\n1,2\n", ","],
    ["semicolons beside decimal commas, with a header", "a;b\n1,5;2,5\n", ";"],
    ["semicolons beside decimal commas, without", "1,5;2,5\n3,5;4,5\n", ";"],
    ["tabs beside commas in prose", "name\tnote\nAnn\tone, two\nBo\tthree\n", "\t"],
    ["bars", "a|b|c\n1|2|3\n", "|"],
    ["semicolons inside quotes do not count", '"a;b",c\n"d;e",f\n', ","],
    ["commas where one text has a semicolon", "a,b\nx;y,2\nz,3\n", ","],
    ["one column is no reason to guess", "word\nalpha\nbeta\n", ","],
    ["quoted newlines do not upset the count", 'a;b\n"x\ny";1\n"z";2\n', ";"],
    ["a spreadsheet's own line", "sep=|\na|b,c\n", "|"],
  ])("%s", async (_, text, expected) => {
    expect((await parse(text)).delimiter).toBe(expected);
  });

  test("of several characters", async () => {
    expect((await parse("a::b\n1::2", { delimiter: "::" })).rows).toEqual([{ a: 1, b: 2 }]);
  });
});

describe("cells", () => {
  test.each([
    ["quoted newlines, kept as they are", '"x\r\ny",2\r\n', [["x\r\ny", 2]]],
    ["doubled quotes", '"a""b",""""\n', [['a"b', '"']]],
    ["a quote inside a plain cell is itself", '5" pipe,6\n', [['5" pipe', 6]]],
    ["empty cells", "x,,\n", [["x", "", ""]]],
    ["no newline at the end", "x,y", [["x", "y"]]],
    ["a quoted cell at the very end", 'x,"y"', [["x", "y"]]],
    ["an empty quoted cell at the very end", 'x,""', [["x", ""]]],
    ["a delimiter at the very end", "x,", [["x", ""]]],
    [
      "CR alone ends lines",
      "x,y\rz,w\r",
      [
        ["x", "y"],
        ["z", "w"],
      ],
    ],
    [
      "blank lines are left out",
      "x,y\n\n  \nz,w\n\n",
      [
        ["x", "y"],
        ["z", "w"],
      ],
    ],
    ["a byte order mark is no letter", "\ufeffx,y\n", [["x", "y"]]],
    ["blanks stay", " x ,y\n", [[" x ", "y"]]],
    ["characters beyond the basic plane", '😀,"é😀"\n', [["😀", "é😀"]]],
    ["nothing at all", "", []],
  ])("%s", async (_, text, rows) => {
    expect((await parse(text, { header: false, delimiter: "," })).rows).toEqual(rows);
  });

  test("trimmed, where a quote follows a blank", async () => {
    expect((await parse('a, "b, c" , d\n', { header: false, trim: true })).rows).toEqual([["a", "b, c", "d"]]);
  });

  test("quotes without meaning", async () => {
    expect((await parse('a,"b\n', { header: false, quote: "" })).rows).toEqual([["a", '"b']]);
    expect((await parse("'a,b',c\n", { header: false, quote: "'" })).rows).toEqual([["a,b", "c"]]);
  });

  test.each([
    ['a,b\n1,"2\n3,4\n', 'Line 2: the cell that starts with " is never closed'],
    ['a,b\n1,"2"x\n', 'Line 2: "x" follows a closing "'],
    ['a,b\n"1\n1",2\n3\n', "Line 4 has 1 cell where 2 are expected"],
    ["a,b\n1,2,3\n", "Line 2 has 3 cells where 2 are expected"],
    ["a,__proto__\n1,2\n", "cannot be called __proto__"],
  ])("%j is refused with its line", async (text, words) => {
    const problem = await tools.problem("csv-parse", { text, delimiter: "," });
    expect(problem).toContain("tool_threw");
    expect(problem).toContain(words);
  });
});

describe("columns and rows", () => {
  test("names are made up, told apart and may be anything else", async () => {
    const { columns, rows } = await parse("a,,a,constructor,a_2\n1,2,3,4,5\n");
    expect(columns).toEqual(["a", "column_2", "a_3", "constructor", "a_2"]);
    expect(rows).toEqual([{ a: 1, column_2: 2, a_3: 3, constructor: 4, a_2: 5 }]);
  });

  test("names can be given", async () => {
    expect((await parse("1,2\n", { header: ["x", "y"] })).rows).toEqual([{ x: 1, y: 2 }]);
    expect(await tools.problem("csv-parse", { text: "1,2,3\n", header: ["x", "y"] })).toContain("2 are expected");
  });

  test("ragged rows are padded when asked for", async () => {
    const { columns, rows } = await parse("a,b\n1\n2,3,4\n", { ragged: "pad" });
    expect(columns).toEqual(["a", "b", "column_3"]);
    expect(rows).toEqual([
      { a: 1, b: null, column_3: null },
      { a: 2, b: 3, column_3: 4 },
    ]);
  });

  test("lines before, comments and a limit", async () => {
    const text = 'Report "of May\n\n# note\na,b\n1,2\n# more\n3,4\nbroken "line\n';
    expect((await parse(text, { skip_lines: 1, comment: "#", limit: 2 })).rows).toEqual([
      { a: 1, b: 2 },
      { a: 3, b: 4 },
    ]);
  });

  test("a header alone is a table without rows", async () => {
    expect(await parse("a,b\n")).toEqual({ columns: ["a", "b"], types: ["text", "text"], rows: [], delimiter: "," });
  });
});

describe("types", () => {
  test.each([
    ["1\n-2\n", "integer", [1, -2]],
    ["1.5\n2e3\n-.5\n", "number", [1.5, 2000, -0.5]],
    ["01234\n8001\n", "text", ["01234", "8001"]],
    ["12345678901234567890\n", "text", ["12345678901234567890"]],
    ["1e999\n", "text", ["1e999"]],
    ["+41791234567\n", "text", ["+41791234567"]],
    ["TRUE\nfalse\n", "boolean", [true, false]],
    ["1\nn/a\n", "text", ["1", "n/a"]],
    ["-\n.\n", "text", ["-", "."]],
    ["2024-01-02\n", "text", ["2024-01-02"]],
  ])("%j is %s", async (text, type, values) => {
    const { types, rows } = await parse(text, { header: false });
    expect(types).toEqual([type]);
    expect(rows).toEqual(values.map((value) => [value]));
  });

  test("are left alone, or as told", async () => {
    expect((await parse("a,b\n1,true\n", { types: "text" })).rows).toEqual([{ a: "1", b: "true" }]);
    expect((await parse("a,b\n007,yes\n", { types: { a: "integer", b: "boolean" } })).rows).toEqual([
      { a: 7, b: true },
    ]);
    expect((await parse("a,b\nNA,1\nx,NA\n", { nulls: ["NA"] })).rows).toEqual([
      { a: null, b: 1 },
      { a: "x", b: null },
    ]);
    expect((await parse("a;b\n1,5;1.234,5\n", { decimal: "," })).rows).toEqual([{ a: 1.5, b: "1.234,5" }]);
  });

  test.each([
    [{ types: { a: "number" } }, 'Line 3, column a: "x" is no number'],
    [{ types: { c: "number" } }, 'types names "c", but the columns are a, b'],
    [{ types: { a: "float" } }, "must be one of text, number, integer, boolean"],
    [{ types: "auto" }, 'types must be "infer", "text" or a map'],
    [{ delimiter: '"' }, "delimiter must be neither"],
  ])("%j is refused", async (options, words) => {
    expect(await tools.problem("csv-parse", { text: "a,b\n1,2\nx,3\n", ...options })).toContain(words);
  });
});

describe("writing", () => {
  test.each([
    ["quotes where needed", [["a,b", 'c"d', "e\nf", " g", "h"]], {}, '"a,b","c""d","e\nf"," g",h\n'],
    ["all cells quoted", [["a", 1, null]], { quote: "all" }, '"a","1",""\n'],
    ["CRLF", [["a"], ["b"]], { newline: "\r\n" }, "a\r\nb\r\n"],
    ["one empty cell is no blank line", [[""], [null]], {}, '""\n""\n'],
    ["a text for null", [["a", null]], { null_text: "NA" }, "a,NA\n"],
    ["a choice of columns in order", [{ a: 1, b: 2, c: 3 }], { columns: ["c", "a"] }, "c,a\n3,1\n"],
    ["truth and nested values", [[true, { x: 1 }]], {}, 'true,"{""x"":1}"\n'],
    ["no rows, only a header", [], { columns: ["a", "b"] }, "a,b\n"],
    ["nothing", [], {}, ""],
    ["numbers are no formulas", [[-1, "-1"]], { guard_formulas: true }, "-1,'-1\n"],
  ])("%s", async (_, rows, options, expected) => {
    expect(await format(rows, options)).toBe(expected);
  });

  test.each([
    [{ rows: [{ a: 1 }, [1]] }, "rows[1] is a list, but other rows are maps"],
    [{ rows: [[1, 2]], columns: ["a"] }, "rows[0] has 2 cells, but there are 1 columns"],
    [{ rows: [{ a: 1 }], columns: ["b"] }, 'No row has the column "b"; there are a'],
    [{ rows: [[1]], delimiter: '"' }, "delimiter must be neither"],
    [{ rows: [1] }, "bad_arguments"],
  ])("%j is refused", async (args, words) => {
    expect(await tools.problem("csv-format", args)).toContain(words);
  });

  test("what is written is read back", async () => {
    const cell = fc.string({ unit: fc.constantFrom("a", "ü", ",", ";", '"', "\n", "\r\n", " ", "\t", "1", "😀") });
    const table = fc
      .integer({ min: 1, max: 4 })
      .chain((width) =>
        fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 6 }),
      );
    await fc.assert(
      fc.asyncProperty(table, fc.constantFrom(",", ";", "\t", "|"), async (rows, delimiter) => {
        const text = (await format(rows, { delimiter })) as string;
        const back = await parse(text, { delimiter, header: false, types: "text" });
        expect(back.rows).toEqual(rows);
      }),
      { numRuns: 150 },
    );
  });
});
