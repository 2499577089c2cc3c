// Skills from folders into a registry and out again, whatever lies in the folders.

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type Engine, openEngine } from "../../src/engine/engine.ts";
import { readProject, scanProject } from "../../src/engine/project/scan.ts";
import { exportSkills } from "../../src/engine/project/skill-folders.ts";
import { type SyncReport, syncProject } from "../../src/engine/project/sync.ts";

let root: string;
let engine: Engine;
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), "ptc-skills-"));
  engine = await openEngine({ registry: ":memory:" });
});
afterEach(async () => {
  await engine.close();
  rmSync(root, { recursive: true });
});

const skillText = (name: string, text = "Look twice.\n"): string =>
  `---\nname: ${name}\ndescription: Use when reading.\nlicense: MIT\nmetadata:\n  ptc-tags: csv\n---\n\n${text}`;

function put(path: string, content: string | Uint8Array): void {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}

async function synced(project: string, into = engine): Promise<SyncReport> {
  const opened = readProject(join(root, project));
  if (!opened.ok) throw new Error(opened.problem.message);
  return syncProject(into, await scanProject(opened.project, into.sandbox));
}

const binary = Uint8Array.from({ length: 256 }, (_, i) => i);
const awkward: Readonly<Record<string, string | Uint8Array>> = {
  "logo.png": binary,
  "data/latin-1.txt": Uint8Array.of(0x66, 0xfc, 0x72),
  "data/nul.txt": "a\u0000b",
  "data/url.txt": "data:application/octet-stream;base64,AAAA",
  "mark.txt": "\uFEFFwith a mark\r\n",
  "empty.txt": "",
};

it("imported, exported and imported again, a skill is the same to the byte", async () => {
  put("one/skills/eu-csv/SKILL.md", skillText("eu-csv"));
  for (const [path, content] of Object.entries(awkward)) put(`one/skills/eu-csv/${path}`, content);
  expect((await synced("one")).done).toMatchObject([{ id: "eu_csv", outcome: "registered" }]);

  const done = await exportSkills(engine.store, join(root, "two/skills"));
  expect(done).toEqual({ ok: true, value: [{ id: "eu_csv", version: "1.0.0", folder: "eu-csv", files: 7 }] });
  for (const [path, content] of Object.entries(awkward))
    expect(readFileSync(join(root, "two/skills/eu-csv", path)), path).toEqual(Buffer.from(content as string));

  expect((await synced("two")).done).toMatchObject([{ id: "eu_csv", outcome: "unchanged" }]);
  const other = await openEngine({ registry: ":memory:" });
  await synced("two", other);
  const version = (one: Engine) => one.store.read((reader) => reader.skillVersion("eu_csv", "1.0.0"));
  const [first, again] = [await version(engine), await version(other)];
  expect(again!.contentHash).toBe(first!.contentHash);
  expect(again!.files).toEqual(first!.files);
  await other.close();
});

it("what is there already is left alone, and nothing is written beside a file that says something else", async () => {
  put("one/skills/eu-csv/SKILL.md", skillText("eu-csv"));
  put("one/skills/us-csv/SKILL.md", skillText("us-csv"));
  await synced("one");
  const out = join(root, "out");
  expect(await exportSkills(engine.store, out, ["eu-csv"])).toMatchObject({ ok: true, value: [{ folder: "eu-csv" }] });
  expect(readdirSync(out)).toEqual(["eu-csv"]);
  expect(await exportSkills(engine.store, out, ["eu_csv"])).toMatchObject({ ok: true });

  put("out/eu-csv/SKILL.md", "mine");
  expect(await exportSkills(engine.store, out)).toMatchObject({ ok: false, problem: { reason: "file_exists" } });
  expect(readdirSync(out)).toEqual(["eu-csv"]);
  expect(readFileSync(join(out, "eu-csv/SKILL.md"), "utf8")).toBe("mine");
});

it("an unknown skill, and two skills for one folder, are refused", async () => {
  put("one/skills/eu-csv/SKILL.md", skillText("eu-csv"));
  await synced("one");
  const out = join(root, "out");
  expect(await exportSkills(engine.store, out, ["eu-cvs"])).toMatchObject({ problem: { reason: "unknown_skill" } });
  await engine.registry.registerSkill({ id: "team:csv", name: "eu-csv", description: "D.", prompt: "P" });
  expect(await exportSkills(engine.store, out)).toMatchObject({
    problem: { reason: "same_folder", message: "eu_csv and team:csv would both be written to the folder eu-csv." },
  });
});

it("sources that are not UTF-8 are refused, and nothing of them is registered", async () => {
  const latin = Buffer.from('(defn add "Fü." {:signature "(n :int) -> :int"} [n] n)', "latin1");
  put("one/tools/add.clj", latin);
  put("one/tools/sub.tool.js", Buffer.from("// ü", "latin1"));
  put("one/tests/add.cases.json", Buffer.from('{"tool": "ü"}', "latin1"));
  put("one/skills/eu-csv/SKILL.md", Buffer.from(skillText("eu-csv", "Für."), "latin1"));
  const { done, problems } = await synced("one");
  expect(done).toEqual([]);
  expect(problems.map(({ reason, message, at }) => [at.file, reason, message])).toEqual(
    [
      ["tools/add.clj", "parse_failed"],
      ["tools/sub.tool.js", "parse_failed"],
      ["tests/add.cases.json", "bad_case_file"],
      ["skills/eu-csv/SKILL.md", "bad_skill_file"],
    ].map((one) => [...one, "The file is not UTF-8 text."]),
  );
});
