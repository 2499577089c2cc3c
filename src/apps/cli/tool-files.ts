// Which files hold base tools, and loading them with problems shown in their source.

import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Sandbox, ToolModule, ToolSource } from "../../node.ts";
import { type Shell, UsageError } from "./command.ts";
import { readText, whyNot } from "./files.ts";
import type { Library } from "./hosted.ts";
import { type NamedTool, renderToolProblem } from "./tool-problem.ts";

const STDIN = "stdin.ts";

/** Modules say that they are base tools: they export meta. Each character is read once, since anybody may have written them. */
export function exportsMeta(text: string): boolean {
  const bare = withoutComments(text);
  const statement = /^[^\S\r\n\u2028\u2029]*export(?:\s+(?:const|let|var)\s+(meta)\b|\s*\{)/gm;
  for (let found = statement.exec(bare); found !== null; found = statement.exec(bare)) {
    if (found[1] !== undefined) return true;
    const end = bare.indexOf("}", statement.lastIndex);
    if (end === -1) return false;
    if (/\bmeta\b/.test(bare.slice(statement.lastIndex, end))) return true;
    statement.lastIndex = end;
  }
  return false;
}

/** Comments of many lines become a space; one that never ends stays. */
function withoutComments(text: string): string {
  const parts: string[] = [];
  let from = 0;
  for (let start = text.indexOf("/*"); start !== -1; start = text.indexOf("/*", from)) {
    const end = text.indexOf("*/", start + 2);
    if (end === -1) break;
    parts.push(text.slice(from, start));
    from = end + 2;
  }
  return [...parts, text.slice(from)].join(" ");
}

/**
 * The base tools that a path names: the file itself when it exports meta, and of a folder every module that does. None for
 * a module of the caller's own, which must be called .mjs: no slip in a stranger's tool may give it the rights of ptc.
 */
export function baseToolFiles(path: string): readonly string[] {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) {
    if (exportsMeta(readText(path))) return [path];
    if (/\.[cm]js$/.test(path)) return [];
    throw new UsageError(
      `${path} does not say export const meta, so it is no base tool. Modules that run with all the rights of ptc are called .mjs.`,
    );
  }
  const found = folderFiles(path).filter((file) => exportsMeta(readText(file)));
  if (found.length === 0)
    throw new UsageError(
      `${path} holds no base tools: no module in it says export const meta. See ptc tool new --help.`,
    );
  return found;
}

function folderFiles(path: string): readonly string[] {
  try {
    return readdirSync(path)
      .filter((name) => /\.m?[jt]s$/.test(name) && !/\.(?:d|test|spec)\.m?[jt]s$/.test(name))
      .sort()
      .map((name) => join(path, name));
  } catch (e) {
    throw new UsageError(`Cannot read ${path}: ${whyNot(e)}.`);
  }
}

/** The tool in a file, or on standard input. A missing file is a mistake of the caller, not of the tool. */
export function sourceOf(path: string): { readonly source: ToolSource; readonly named: NamedTool } {
  const text = readText(path);
  if (path !== "-") return { source: { file: path }, named: { file: path } };
  return { source: { name: STDIN, source: text }, named: { file: STDIN, source: text } };
}

/** Loads a tool; what is wrong with it is thrown as rendered text. */
export async function loadTool(library: Library, sandbox: Sandbox, path: string, shell: Shell): Promise<ToolModule> {
  const { source, named } = sourceOf(path);
  try {
    return await sandbox.load(source);
  } catch (e) {
    if (!(e instanceof library.ToolLoadError)) throw e;
    throw new UsageError(e.problems.map((p) => renderToolProblem(p, named, shell.colorErr)).join("\n"));
  }
}
