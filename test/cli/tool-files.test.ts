// Which modules say that they are base tools. Anybody may have written them, so what is very long must be read in one pass: a
// second reading of each part would not end within the time of a test.

import { expect, test } from "vitest";
import { exportsMeta } from "../../src/apps/cli/tool-files.ts";

test.each([
  ["a constant", "export const meta = {}"],
  ["a variable on a later line, set in", "import x from 'x';\n\texport  let\nmeta = {}"],
  ["a list", "const meta = {};\nexport { other, meta };"],
  ["a later list", "export { a };\nexport {\n  b as meta,\n}"],
  ["a statement after a comment", "/* export */ export var meta"],
  ["a statement after a mark of byte order", "\ufeffexport const meta = {}"],
])("%s", (_, text) => {
  expect(exportsMeta(text)).toBe(true);
});

test.each([
  ["nothing", ""],
  ["another name", "export const metal = 1; export { a };"],
  ["a comment of many lines", "/*\nexport const meta = 1\n*/"],
  ["a comment of one line", "// export const meta = 1"],
  ["a list that does not end", "export { meta"],
  ["a name outside its list", "export { a }; const meta = { b }"],
])("no meta: %s", (_, text) => {
  expect(exportsMeta(text)).toBe(false);
});

test.each([
  ["lines", "\n".repeat(3e6)],
  ["returns", "\r".repeat(3e6)],
  ["spaces", `export${" ".repeat(3e6)}`],
  ["comments that do not end", "/* ".repeat(1e6)],
  ["lists that do not end", "export {\n".repeat(3e5)],
  ["lists that end together", `${"export {\n".repeat(3e5)}}`],
  ["names in a list that does not end", `export { ${"meta ".repeat(5e5)}`],
])("no meta in millions of %s", (_, text) => {
  expect(exportsMeta(text)).toBe(false);
});
