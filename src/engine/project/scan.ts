// What a project's files say, before the registry is asked anything: drafts of tools, skills and cases, each with the file it
// came from, and every problem found on the way. A file with a problem contributes nothing; the others still do.

import { isUtf8 } from "node:buffer";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { placeOf } from "../../base/span.ts";
import { readToolFile } from "../../linker/index.ts";
import type { ToolDraft } from "../../registry/draft.ts";
import { draftsOf } from "../../registry/from-file.ts";
import type { FilePlace } from "../../registry/problem.ts";
import { fileText } from "../../registry/skills/files.ts";
import { compileGlob, matchesGlob } from "../../sandbox/glob.ts";
import { ToolLoadError } from "../../sandbox/problem.ts";
import type { Sandbox } from "../../sandbox/sandbox.ts";
import type { ToolModule } from "../../sandbox/tool-module.ts";
import { parseCaseFile, type WrittenSuite } from "./case-file.ts";
import { defaultConfig, type ProjectConfig, parseConfig } from "./config.ts";

export interface FileProblem {
  readonly reason: string;
  readonly message: string;
  readonly hint: string;
  readonly at: FilePlace;
}

export interface FoundTool {
  readonly file: string;
  readonly draft: ToolDraft;
}

export interface FoundSkill {
  /** The folder. */
  readonly file: string;
  /** Text of every file in it, by relative path; see fileText for those that are not text. */
  readonly files: Readonly<Record<string, string>>;
}

export interface FoundSuite extends WrittenSuite {
  readonly file: string;
}

export interface Scanned {
  readonly tools: readonly FoundTool[];
  readonly skills: readonly FoundSkill[];
  readonly suites: readonly FoundSuite[];
  readonly problems: readonly FileProblem[];
}

export interface Project {
  /** Absolute. */
  readonly root: string;
  readonly config: ProjectConfig;
}

export const PROJECT_FILE = "ptc.json";

/** The nearest folder at or above this one that has a ptc.json. */
export function findProjectRoot(from: string): string | null {
  for (let folder = resolve(from); ; folder = resolve(folder, "..")) {
    if (existsSync(join(folder, PROJECT_FILE))) return folder;
    if (folder === resolve(folder, "..")) return null;
  }
}

export type Opened =
  | { readonly ok: true; readonly project: Project }
  | { readonly ok: false; readonly problem: FileProblem };

export function readProject(root: string): Opened {
  const path = join(root, PROJECT_FILE);
  if (!existsSync(path)) return { ok: true, project: { root: resolve(root), config: defaultConfig } };
  const text = readFileSync(path, "utf8");
  const parsed = parseConfig(text);
  if (parsed.ok) return { ok: true, project: { root: resolve(root), config: parsed.config } };
  const at = { file: PROJECT_FILE, ...placeOf(text, parsed.offset) };
  return { ok: false, problem: { reason: "bad_project_file", message: parsed.message, hint: parsed.hint, at } };
}

/** `only` names files, relative to the project; everything when absent. */
export async function scanProject(
  project: Project,
  sandbox: () => Sandbox,
  only?: readonly string[],
): Promise<Scanned> {
  const { root, config } = project;
  const files = filesUnder(root);
  const wanted = (globs: readonly string[]): readonly string[] =>
    only === undefined ? matching(files, globs) : matching(files, globs).filter((f) => only.includes(f));
  const problems: FileProblem[] = [];
  const tools: FoundTool[] = hostTools(config);
  for (const file of wanted(config.tools)) tools.push(...(await toolsIn(root, file, sandbox, problems)));
  const suites = wanted(config.tests).flatMap((file) => suitesIn(root, file, problems));
  const skills = skillFolders(files, config.skills)
    .filter((folder) => only === undefined || only.some((f) => f === folder || f.startsWith(`${folder}/`)))
    .flatMap((folder) => skillIn(root, folder, files, problems));
  return { tools, skills, suites, problems };
}

function hostTools(config: ProjectConfig): FoundTool[] {
  return config.hostTools.map(({ id, reference = id, ...rest }) => ({
    file: PROJECT_FILE,
    draft: { id, ...rest, body: { kind: "host", reference } },
  }));
}

async function toolsIn(
  root: string,
  file: string,
  sandbox: () => Sandbox,
  problems: FileProblem[],
): Promise<FoundTool[]> {
  if (!file.endsWith(".clj")) return moduleIn(root, file, sandbox, problems);
  const text = textIn(root, file, "parse_failed", problems);
  if (text === null) return [];
  const read = readToolFile(text, file);
  if (read.problems.length > 0) {
    for (const { reason, message, hint, place } of read.problems)
      problems.push({ reason, message, hint: hint ?? "Mend it there.", at: { file, ...place } });
    return [];
  }
  return draftsOf(read).map((draft) => ({ file, draft }));
}

async function moduleIn(
  root: string,
  file: string,
  sandbox: () => Sandbox,
  problems: FileProblem[],
): Promise<FoundTool[]> {
  const source = textIn(root, file, "parse_failed", problems);
  if (source === null) return [];
  try {
    const module = await sandbox().load({ file: join(root, file) });
    return [{ file, draft: moduleDraft(module, source, file) }];
  } catch (e) {
    if (!(e instanceof ToolLoadError)) throw e;
    for (const { reason, message, hint, place } of e.problems)
      problems.push({ reason, message, hint, at: { file, line: place?.line ?? 1, column: place?.column ?? 1 } });
    return [];
  }
}

/** The draft of a sandboxed tool. */
export function moduleDraft(module: ToolModule, source: string, file: string): ToolDraft {
  const { name, description, inputSchema, outputSchema, permissions, tags, examples, ...meta } = module.meta;
  return {
    id: name,
    ...{ description, inputSchema, outputSchema, permissions, tags, examples },
    deterministic: meta.deterministic,
    stateful: meta.stateful,
    body: { kind: "module", file, source, script: module.code, map: module.map, hash: module.hash },
    ...(meta.timeoutMs === null ? {} : { timeoutMs: meta.timeoutMs }),
  };
}

function suitesIn(root: string, file: string, problems: FileProblem[]): FoundSuite[] {
  const text = textIn(root, file, "bad_case_file", problems);
  if (text === null) return [];
  const read = parseCaseFile(text, file);
  if (read.ok) return read.suites.map((suite) => ({ ...suite, file }));
  problems.push({ reason: "bad_case_file", message: read.message, hint: read.hint, at: { file, line: 1, column: 1 } });
  return [];
}

const ignored = new Set(["node_modules", "dist", ".git", ".ptc"]);

/** Relative paths with forward slashes, sorted. */
function filesUnder(root: string): readonly string[] {
  const found: string[] = [];
  const walk = (folder: string): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (ignored.has(entry.name)) continue;
      const path = join(folder, entry.name);
      if (entry.isDirectory()) walk(path);
      else if (entry.isFile()) found.push(relative(root, path).split(sep).join("/"));
    }
  };
  if (statSync(root, { throwIfNoEntry: false })?.isDirectory() === true) walk(root);
  return found.sort();
}

function matching(paths: readonly string[], globs: readonly string[]): readonly string[] {
  const compiled = globs.map((source) => compileGlob(source)).flatMap((g) => (g.ok ? [g.glob] : []));
  return paths.filter((path) => compiled.some((glob) => matchesGlob(glob, path)));
}

function skillFolders(files: readonly string[], globs: readonly string[]): readonly string[] {
  const folders = files.filter((f) => f.endsWith("/SKILL.md")).map((f) => f.slice(0, -"/SKILL.md".length));
  return matching(folders, globs);
}

/** What else lies in the folder may be anything: fileText keeps it byte for byte. */
function skillIn(root: string, folder: string, files: readonly string[], problems: FileProblem[]): FoundSkill[] {
  const skill = textIn(root, `${folder}/SKILL.md`, "bad_skill_file", problems);
  if (skill === null) return [];
  const others = files.filter((f) => f.startsWith(`${folder}/`) && f !== `${folder}/SKILL.md`);
  const texts = others.map((f) => [f.slice(folder.length + 1), fileText(readFileSync(join(root, f)))]);
  return [{ file: folder, files: { "SKILL.md": skill, ...Object.fromEntries(texts) } }];
}

/** What is not UTF-8 is refused, never changed. */
function textIn(root: string, file: string, reason: string, problems: FileProblem[]): string | null {
  const bytes = readFileSync(join(root, file));
  if (isUtf8(bytes)) return bytes.toString("utf8");
  const at = { file, line: 1, column: 1 };
  problems.push({ reason, message: "The file is not UTF-8 text.", hint: "Save it as UTF-8.", at });
  return null;
}
