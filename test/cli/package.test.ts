// What npm would publish: packed, installed elsewhere without a network, and run.

import { execFileSync, spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { builtFolder, cleanEnvironment, root } from "./built.ts";

const about = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

let folder: string;

const run = (cwd: string, command: string, ...args: string[]): string =>
  execFileSync(command, args, { cwd, env: cleanEnvironment(folder), encoding: "utf8", stdio: "pipe" });

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "ptc-package-"));
  const source = join(folder, "source");
  mkdirSync(source);
  // The folders that `files` names, as they are in the repository, and dist as it is built.
  for (const name of ["package.json", ...about.files])
    if (name !== "dist" && existsSync(join(root, name)))
      cpSync(join(root, name), join(source, name), { recursive: true });
  cpSync(builtFolder(), join(source, "dist"), { recursive: true });
  run(source, "npm", "pack", "--ignore-scripts", "--pack-destination", folder);
  const project = join(folder, "project");
  mkdirSync(project);
  writeFileSync(join(project, "package.json"), '{ "name": "project", "private": true, "type": "module" }');
  const tarball = join(folder, `${about.name}-${about.version}.tgz`);
  run(project, "npm", "install", "--offline", "--ignore-scripts", "--no-audit", "--no-fund", tarball);
});

afterAll(() => rmSync(folder, { recursive: true }));

const project = (...path: string[]): string => join(folder, "project", ...path);

test("the command runs from the project that installed it", () => {
  expect(run(project(), project("node_modules/.bin/ptc"), "eval", "(+ 1 2)")).toBe("3\n");
  expect(run(project(), project("node_modules/.bin/ptc"), "--version")).toBe(`${about.version}\n`);
  expect(existsSync(join(folder, ".cache"))).toBe(false); // the shipped code cache was good enough
});

test("the demo says what it lacks, and walks the whole way when it is there", () => {
  const TMPDIR = join(folder, "tmp");
  mkdirSync(TMPDIR);
  const demo = () =>
    spawnSync(project("node_modules/.bin/ptc"), ["demo", "--json"], {
      cwd: project(),
      env: { ...cleanEnvironment(folder), TMPDIR },
      encoding: "utf8",
    });
  const lacking = demo();
  expect(lacking.status).toBe(1);
  expect(lacking.stdout).toContain("needs the package better-sqlite3");
  const lent = ["better-sqlite3", "esbuild"].map((name) => ({
    from: join(root, "node_modules", name),
    to: project("node_modules", name),
  }));
  for (const { from, to } of lent) symlinkSync(from, to, "junction");
  const walked = JSON.parse(demo().stdout);
  for (const { to } of lent) unlinkSync(to); // the other tests go without
  const exits = walked.steps.map((step: { commands: { exit: number }[] }) => step.commands.map((c) => c.exit));
  expect(exits).toEqual([[0], [1], [1], [0, 0, 1, 0, 0], [0, 1, 0, 0, 0], [0, 0, 0], [0, 1, 1], [0, 0]]);
  expect(walked.summary.refused).toEqual({ drafts: 1, regressions: 1, escapes: 2 });
  expect(walked.summary.bill.image.prompt).toBeLessThan(walked.summary.bill.everything.prompt);
  expect(readdirSync(TMPDIR)).toEqual([]);
});

test("nothing else had to be installed", () => {
  const lock = JSON.parse(readFileSync(project("package-lock.json"), "utf8"));
  expect(Object.keys(lock.packages)).toEqual(["", `node_modules/${about.name}`]);
});

test("the library and the licences of what it includes come with it", () => {
  writeFileSync(project("embed.mjs"), 'import { run } from "ptc"; console.log((await run("(* 6 7)")).value);');
  expect(run(project(), process.execPath, "embed.mjs")).toBe("42\n");
  const licences = readFileSync(project("node_modules", about.name, "dist/THIRD-PARTY.txt"), "utf8");
  for (const name of ["chevrotain", "lodash-es"]) expect(licences).toContain(`\n${name} `);
});

test("an image moved here runs with nothing but ptc, and linked again here it is the same image", () => {
  const [here, there] = [join(folder, "here"), join(folder, "there")];
  mkdirSync(there);
  mkdirSync(join(here, "tools"), { recursive: true });
  writeFileSync(join(here, "ptc.json"), '{ "registry": "registry.db" }');
  writeFileSync(
    join(here, "tools/mark.tool.js"),
    'export const meta = { name: "mark", description: "Adds a mark.", signature: "(text :string) -> :string", deterministic: true, examples: [{ args: { text: "a" }, result: "a!" }] };\nexport default ({ text }) => text + "!";\n',
  );
  writeFileSync(
    join(here, "tools/shout.clj"),
    '(defn- loud [text] (str/upper-case text))\n(defn shout "In capitals." {:signature "(text :string) -> :string"} [text]\n  (tool/mark {:text (loud text)}))\n',
  );
  const ours = (...args: string[]) => run(here, process.execPath, join(builtFolder(), "ptc.js"), ...args);
  ours("sync");
  ours("link", "shout", "--budget", "200", "--out", "image.json", "--repro", "image.repro.json");
  for (const name of ["image.json", "image.repro.json"]) cpSync(join(here, name), join(there, name));
  rmSync(here, { recursive: true });

  const moved = (...args: string[]) => run(there, project("node_modules/.bin/ptc"), ...args);
  expect(existsSync(project("node_modules/better-sqlite3"))).toBe(false);
  expect(moved("run", "image.json", "--call", "shout", "--args", '{"text": "hej"}')).toBe('"HEJ!"\n');
  moved("link", "--repro-from", "image.repro.json", "--out", "again.json");
  expect(readFileSync(join(there, "again.json"), "utf8")).toBe(readFileSync(join(there, "image.json"), "utf8"));
});
