// What a bundle may take in: code of the tool's project and its packages, data from beside the tool, and nothing else; and
// what the bundler is not even shown.

import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { bundleTool } from "../../src/sandbox/bundle.ts";
import { projectOf, sourceTrouble } from "../../src/sandbox/imports.ts";
import { ToolLoadError } from "../../src/sandbox/problem.ts";

const base = mkdtempSync(join(tmpdir(), "ptc-imports-"));
afterAll(() => rmSync(base, { recursive: true, force: true }));
const project = join(base, "project");
const put = (path: string, text: string): string => {
  const file = join(base, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
};
put("project/package.json", '{ "name": "a-project" }');
put("project/shared/code.ts", "export const shared: number = 1;");
put("project/shared/data.json", '{ "shared": true }');
put("project/tools/data.json", '{ "beside": true }');
put("project/tools/notes.txt", "notes");
put("project/tools/deeper/data.json", "[1]");
put("project/node_modules/pack/package.json", '{ "name": "pack", "main": "index.js" }');
put("project/node_modules/pack/index.js", 'module.exports = require("./table.json");');
put("project/node_modules/pack/table.json", '{ "packed": 1 }');
put("outside/code.js", "export const secret = 1;");
put("outside/data.json", '{ "secret": 1 }');
symlinkSync(join(base, "outside", "data.json"), join(project, "tools", "link.json"));
symlinkSync(join(base, "outside", "code.js"), join(project, "tools", "link.js"));

async function bundled(code: string, name = "tool.js"): Promise<string> {
  const file = put(`project/tools/${name}`, code);
  return (await bundleTool({ file }, 1e6)).code;
}
async function refusal(work: Promise<unknown>): Promise<ToolLoadError> {
  const e = await work.then(
    () => null,
    (e: unknown) => e,
  );
  expect(e).toBeInstanceOf(ToolLoadError);
  return e as ToolLoadError;
}

describe("a tool takes in", () => {
  test.each([
    ["code of its project", 'import { shared } from "../shared/code.ts"; export default shared', "shared = 1"],
    ["data beside it", 'import data from "./data.json"; export default data', "beside: true"],
    ["data below it", 'import data from "./deeper/data.json"; export default data', "[1]"],
    ["packages with their data", 'import pack from "pack"; export default pack', "packed: 1"],
    ["data with its type said", 'import data from "./data.json" with { type: "json" }; export default data', "beside"],
  ])("%s", async (_, code, words) => {
    expect(await bundled(code)).toContain(words);
  });

  test("packages of folders above, packages that a link leads to, and those of its project's parts", async () => {
    const table = 'import table from "pack/table.json"; export default table';
    expect((await bundleTool({ file: put("project/deep/er/tool.js", table) }, 1e6)).code).toContain("packed: 1");
    put("linking/package.json", "{}");
    symlinkSync(join(project, "node_modules"), join(base, "linking", "node_modules"));
    expect((await bundleTool({ file: put("linking/tool.js", table) }, 1e6)).code).toContain("packed: 1");
    put("project/part/node_modules/own/table.json", '{ "part": 2 }');
    put("project/part/code.js", 'export { default as own } from "own/table.json";');
    expect(await bundled('export { own as default } from "../part/code.js"')).toContain("part: 2");
  });

  test("packages beside the host, when it is given as text", async () => {
    const source = 'import { decode } from "@jridgewell/sourcemap-codec"; export default decode';
    expect((await bundleTool({ name: "given.js", source }, 1e6)).code).toContain("decode");
  });
});

describe("a tool does not take in", () => {
  test.each([
    ["data of its project", 'import data from "../shared/data.json"; export default data', "data.json"],
    ["a file that is neither code nor data", 'import notes from "./notes.txt"; export default notes', "notes.txt"],
    ["code as text", 'import code from "../shared/code.ts" with { type: "text" }; export default code', "code.ts"],
    ["code outside its project", 'import { secret } from "../../outside/code.js"; export default secret', "code.js"],
    ["data outside its project", 'import data from "../../outside/data.json"; export default data', "data.json"],
    ["data through a link", 'import data from "./link.json"; export default data', "data.json"],
    ["code through a link", 'import { secret } from "./link.js"; export default secret', "code.js"],
    ["a file of the system", 'import "/etc/hostname"', "hostname"],
  ])("%s", async (_, code, name) => {
    const { problems } = await refusal(bundled(code));
    expect(problems[0]).toMatchObject({
      reason: "syntax_error",
      message: expect.stringContaining(name),
      hint: expect.stringMatching(/host\.filesystem\.read|Install|spelling/),
    });
  });

  test.each([
    ["data beside the host's folder", "./package.json", "package.json"],
    ["code of the host", "./src/base/span.ts", "span.ts"],
    ["data of a package elsewhere", join(project, "node_modules/pack/table.json"), "table.json"],
    ["code of a package elsewhere", join(project, "node_modules/pack/index.js"), "index.js"],
  ])("%s, when it is given as text", async (_, path, name) => {
    const source = `import it from ${JSON.stringify(path)}; export default it`;
    const { problems } = await refusal(bundleTool({ name: "given.js", source }, 1e6));
    expect(problems[0]).toMatchObject({ message: `A tool may not take in ${name}.`, place: { line: 1 } });
  });

  test.each(["table.json", "index.js"])("%s of a package of somebody else's", async (name) => {
    const path = JSON.stringify(join(project, "node_modules/pack", name));
    const file = put("elsewhere/tool.js", `import it from ${path}; export default it`);
    const { problems } = await refusal(bundleTool({ file }, 1e6));
    expect(problems[0]).toMatchObject({ message: `A tool may not take in ${name}.`, place: { line: 1 } });
  });

  test("a folder that only a link calls node_modules", async () => {
    put("posing/package.json", "{}");
    symlinkSync(join(base, "outside"), join(base, "posing", "node_modules"));
    const file = put("posing/tool.js", 'import it from "data.json"; export default it');
    const { problems } = await refusal(bundleTool({ file }, 1e6));
    expect(problems[0]).toMatchObject({ message: "A tool may not take in data.json." });
  });

  test.each([
    ["code", "data:text/javascript,export default 1"],
    ["data", "data:application/json,{}"],
  ])("%s in a URL", async (_, url) => {
    const { problems } = await refusal(bundled(`import it from "${url}"; export default it`));
    expect(problems[0]).toMatchObject({ message: "A tool may not take in a data: URL.", place: { line: 1 } });
  });
});

describe("a comment that names a source map opens nothing", () => {
  // Whoever opened this pipe would wait for ever.
  const pipe = join(project, "tools", "pipe");
  mkdirSync(dirname(pipe), { recursive: true });
  execFileSync("mkfifo", [pipe]);
  const inComment = (url: string): string => `export default 1\n//# sourceMappingURL=${url}`;
  const names = [
    ...["pipe", "pipe?", "pipe#x", `file://${pipe}`, `FILE://${pipe}`, `//localhost${pipe}`, "a'/../pipe", "%70ipe"],
    `data:application/json,${encodeURIComponent(JSON.stringify({ version: 3, sources: ["pipe"], names: [], mappings: "AAAA" }))}`,
  ];
  test.each(names)("%s", async (url) => {
    expect(await bundled(inComment(url))).toContain("default: () =>");
    expect(await bundled(`/*@ sourceMappingURL=${url} */ export default 1`)).toContain("default: () =>");
    expect((await bundleTool({ name: "given.ts", source: inComment(url) }, 1e6)).code).toContain("default: () =>");
  });

  test("and a text that looks like one stays what it is", async () => {
    const text = "//# sourceMappingURL=out.js.map";
    expect(await bundled(`export default ${JSON.stringify(text)}`)).toContain(JSON.stringify(text));
  });
});

describe("what the bundler would read by itself is looked at first", () => {
  const pipe = join(base, "endless");
  execFileSync("mkfifo", [pipe]);
  const endless = (path: string): void => {
    mkdirSync(dirname(join(base, path)), { recursive: true });
    symlinkSync(pipe, join(base, path));
  };
  endless("by/description/package.json");
  endless("by/manifest/.pnp.cjs");
  put("by/import/package.json", '{ "imports": { "#a": "./far/a.js", "#b": "mapped", "#c/*": "./stars/*/c.js" } }');
  for (const folder of ["near", "far", "stars/deep"]) endless(`by/import/${folder}/package.json`);
  const packages = "by/import/node_modules";
  endless(`${packages}/endless/package.json`);
  for (const name of ["main", "mapped"]) put(`${packages}/${name}/package.json`, '{ "main": "../../far/x.js" }');
  put(`${packages}/quoted/package.json`, "{ 'main': '../../far/x.js' }");
  put(`${packages}/twice/package.json`, '{ "main": "../../far/x.js", "main": "x.js" }');
  put(`${packages}/stars/package.json`, '{ "exports": { "./a-*": { "import": "./lib/*/x.js" } } }');
  endless(`${packages}/stars/lib/b/package.json`);
  endless(`${packages}/scoped/part/package.json`);
  put(`${packages}/scoped/package.json`, "{}");
  symlinkSync("../near", join(base, packages, "linked"));

  test.each([
    ["a description beside the tool", "by/description/tool.js", "export default 1"],
    ["a description above the tool", "by/description/deeper/tool.js", "export default 1"],
    ["a manifest of packages", "by/manifest/tool.js", "export default 1"],
    ["beside an imported file", "by/import/tool.js", 'import "./near/x.js"'],
    ["in an imported package", "by/import/tool.js", 'import "endless"'],
    ["in a part of a package", "by/import/tool.js", 'import "scoped/part"'],
    ["where a package is linked to", "by/import/tool.js", 'import "linked"'],
    ["where a package says its main file is", "by/import/tool.js", 'import "main"'],
    ["where it says so in other quotes", "by/import/tool.js", 'import "quoted"'],
    ["where it says so first", "by/import/tool.js", 'import "twice"'],
    ["where a package exports from", "by/import/tool.js", 'import "stars/a-b"'],
    ["where a name of the project's own leads", "by/import/tool.js", 'import "#a"'],
    ["where a package of such a name leads", "by/import/tool.js", 'import "#b"'],
    ["where a pattern of the project's own leads", "by/import/tool.js", 'import "#c/deep"'],
  ])("%s", async (_, path, code) => {
    const { problems } = await refusal(bundleTool({ file: put(path, code) }, 1e6));
    expect(problems[0]).toMatchObject({
      reason: "syntax_error",
      message: expect.stringMatching(/^The bundler would read .*, which is no plain file of at most 16 MB\.$/),
      hint: "Put a plain file there, or the tool elsewhere.",
      place: { line: 1 },
    });
  });

  test("a pipe that is imported is not waited for", async () => {
    endless("pipes/data.json");
    execFileSync("mkfifo", [join(base, "pipes", "code.js")]);
    for (const name of ["data.json", "code.js"]) {
      const file = put("pipes/tool.js", `import it from "./${name}"; export default it`);
      const { problems } = await refusal(bundleTool({ file }, 1e6));
      expect(problems[0]!.message).toMatch(/^A tool may not take in /);
    }
  });

  test("settings of TypeScript around a tool are not asked", async () => {
    const code = "export default class { field = 1 }";
    const settings = JSON.stringify({ compilerOptions: { useDefineForClassFields: false, alwaysStrict: true } });
    const plain = await bundleTool({ file: put("settings/plain/tool.ts", code) }, 1e6);
    for (const name of ["tsconfig.json", "jsconfig.json"]) put(`settings/${name}/${name}`, settings);
    expect((await bundleTool({ file: put("settings/tsconfig.json/tool.ts", code) }, 1e6)).hash).toBe(plain.hash);
    endless("settings/endless/tsconfig.json");
    expect((await bundleTool({ file: put("settings/endless/tool.ts", code) }, 1e6)).hash).toBe(plain.hash);
  });

  test("packages that a manifest of Yarn's would place anywhere are refused", async () => {
    put("yarn/.pnp.cjs", "");
    const { problems } = await refusal(bundleTool({ file: put("yarn/tool.js", 'import "pack"') }, 1e6));
    expect(problems[0]).toMatchObject({
      message: expect.stringContaining("Plug'n'Play"),
      hint: expect.stringContaining("nodeLinker"),
    });
    expect((await bundleTool({ file: put("yarn/alone.js", "export default 1") }, 1e6)).code).toContain("default");
  });

  test("a description that says too much is not followed", async () => {
    const much = JSON.stringify({ exports: Array.from({ length: 30_000 }, (_, i) => `./${i}.js`) });
    put("project/node_modules/much/package.json", much);
    const { problems } = await refusal(bundled('import "much"'));
    expect(problems[0]!.message).toMatch(/package\.json, which holds too much\.$/);
  });
});

describe("the bundler is not shown", () => {
  test.each([
    ["brackets in brackets", `let a =\n ${"[".repeat(3000)}${"]".repeat(3000)}`, "nested", 2, 2002],
    ["braces in braces", "{".repeat(3000), "nested", 1, 2001],
    ["operators before operators", `x = ${"! ".repeat(3000)}1`, "nested", 1, 4005],
  ])("%s", (_, source, words, line, column) => {
    expect(sourceTrouble(source)).toMatchObject({ text: expect.stringContaining(words), line, column });
  });

  test.each([
    ["plain code", "export default (args) => [args, { a: [1] }]"],
    ["many brackets side by side", "[];".repeat(50_000)],
    ["a line drawn in a comment", `// ${"-".repeat(5000)}\n// ${"+".repeat(5000)}`],
    ["a comment that names a source map", "//# sourceMappingURL=tool.js.map"],
  ])("but it is shown %s", (_, source) => {
    expect(sourceTrouble(source)).toBeNull();
  });

  test("a file that is taken in is looked at as well", async () => {
    put("project/shared/bomb.js", `export const a = ${"(".repeat(1e5)}1${")".repeat(1e5)};`);
    const { problems } = await refusal(bundled('import { a } from "../shared/bomb.js"; export default a'));
    expect(problems[0]).toMatchObject({
      message: "This is nested more than 2000 deep.",
      place: { file: expect.stringContaining("bomb.js"), line: 1, column: 2018 },
    });
  });
});

test("a project begins where its package.json is", () => {
  expect(projectOf(join(project, "tools", "deeper"))).toBe(projectOf(project));
});
