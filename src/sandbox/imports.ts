// What a bundle may take in. Everything in it is the tool's to read and to hand out, so an import must not be a way to read
// files: code comes from the tool's project or its packages, data from beside the tool or its packages. And the bundler must
// live: its stack grows with every bracket, and it follows source maps wherever a comment says, so it is shown none.

import { closeSync, constants, existsSync, fstatSync, openSync, readFileSync, realpathSync } from "node:fs";
import { basename, dirname, join, sep } from "node:path";
import type { OnLoadResult, PartialMessage, Plugin } from "esbuild";
import type { Surroundings } from "./surroundings.ts";

/** What is wrong with a source, and where. */
export interface SourceTrouble {
  readonly text: string;
  readonly line: number;
  readonly column: number;
  readonly lineText: string;
}

export const NESTED = "This is nested more than";
const CODE = /\.[cm]?[jt]sx?$/;
const PACKAGE = /[\\/]node_modules[\\/]/;
/** Brackets inside brackets; the bundler takes 2 KB of stack for each. */
const MOST_DEPTH = 2_000;
/** Operators before one value: "!!!!x". */
const MOST_IN_A_ROW = 2_000;
const LARGEST_SOURCE = 16 * 1024 * 1024;
/** How a comment begins that would make the bundler open a file of its choice. */
const MAP_COMMENT = /(\/[/*][#@] )sourceMappingURL=/g;

/**
 * A plugin that refuses what is not the tool's own and hands the bundler the rest, so that what was looked at is what is
 * bundled. `entry` is the tool's file, when it is one.
 */
export function onlyItsOwn(folder: string, entry: string | null, surroundings: Surroundings): Plugin {
  const project = projectOf(folder);
  const beside = realpathSync(folder);
  const realEntry = entry !== null && existsSync(entry) ? realpathSync(entry) : null;
  // A tool given as text lies nowhere: nothing is beside it, and the project around it is the host's.
  const isOwn = (path: string): boolean =>
    entry !== null && (path === realEntry || isBelow(path, CODE.test(path) ? project : beside));
  let packages: readonly string[] | null = null;
  const isPackaged = (path: string): boolean => {
    packages ??= packageFolders(beside);
    if (packages.some((folder) => isBelow(path, folder))) return true;
    return entry !== null && isBelow(path, project) && PACKAGE.test(path.slice(project.length));
  };
  const mayTake = (path: string): boolean =>
    (CODE.test(path) || path.endsWith(".json")) && (isOwn(path) || isPackaged(path));
  return {
    name: "only its own",
    setup: (build) => {
      build.onResolve({ filter: /.*/ }, ({ path, resolveDir, kind }) => {
        const text = kind === "entry-point" ? null : surroundings.troubleOnTheWay(path, resolveDir);
        return text === null ? undefined : { errors: [{ text }] };
      });
      build.onLoad({ filter: /.*/ }, ({ path, namespace, with: { type } }) => {
        const named = namespace === "file" ? basename(path) : "a data: URL";
        if (namespace !== "file" || !mayTake(path) || (type !== undefined && type !== "json"))
          return { errors: [{ text: `A tool may not take in ${named}` }] };
        return taken(path);
      });
    },
  };
}

/** What the bundler gets for a file. It is opened once: whoever swaps it afterwards swaps nothing. */
function taken(path: string): OnLoadResult {
  // Opening a pipe would wait for somebody to write, for ever and with the whole host.
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0));
  try {
    const about = fstatSync(file);
    const why = about.isFile() ? (about.size > LARGEST_SOURCE ? `${about.size} bytes` : null) : "no plain file";
    if (why !== null) return { errors: [{ text: `A tool may not take in ${basename(path)}: ${why}` }] };
    const source = readFileSync(file, "utf8");
    if (!CODE.test(path)) return { contents: source, loader: "default" };
    const trouble = sourceTrouble(source);
    if (trouble !== null) return { errors: [messageOf(trouble, path)] };
    return { contents: withoutMaps(source), loader: "default" };
  } finally {
    closeSync(file);
  }
}

/** The folders of packages that somebody in this folder may import from, as links lead to them. */
function packageFolders(folder: string): readonly string[] {
  const found: string[] = [];
  for (let at = folder; ; at = dirname(at)) {
    const packages = join(at, "node_modules");
    // A link may put them elsewhere, but only to what is a folder of packages there too.
    const real = existsSync(packages) ? realpathSync(packages) : "";
    if (basename(real) === "node_modules") found.push(real);
    if (at === dirname(at)) return found;
  }
}

/**
 * The source with comments that name a source map spoilt. The letter is written as an escape, which means the same where it
 * stands in a text and not in a comment.
 */
export function withoutMaps(source: string): string {
  return source.replace(MAP_COMMENT, "$1\\x73ourceMappingURL=");
}

function messageOf({ text, line, column, lineText }: SourceTrouble, file: string): PartialMessage {
  const bytesBefore = Buffer.byteLength(lineText.slice(0, column - 1));
  return { text, location: { file, line, column: bytesBefore, lineText } };
}

/** Why the bundler should not see a source, or null. */
export function sourceTrouble(source: string): SourceTrouble | null {
  const nested = nestedAt(source);
  return nested === -1 ? null : { text: `${NESTED} ${MOST_DEPTH} deep`, ...placeOf(source, nested) };
}

/**
 * Where the brackets are too many, or -1. Texts and comments are not told apart from code, so this only catches who does not
 * hide it; who does ends the bundler's process, and a new one is started.
 */
function nestedAt(source: string): number {
  let depth = 0;
  let row = 0;
  for (let i = 0; i < source.length; i++) {
    const c = source.charCodeAt(i);
    // ( [ { and their ends
    if (c === 0x28 || c === 0x5b || c === 0x7b) {
      if (++depth > MOST_DEPTH) return i;
    } else if ((c === 0x29 || c === 0x5d || c === 0x7d) && depth > 0) depth--;
    // ! + - ~ stand in a row before a value; spaces between them count for nothing
    if (c === 0x21 || c === 0x2b || c === 0x2d || c === 0x7e) {
      if (++row > MOST_IN_A_ROW && !isRule(source, i)) return i;
    } else if (c > 0x20) row = 0;
  }
  return -1;
}

/** Hyphens side by side are a line that somebody drew in a comment: in code they would be "--", which does not nest. */
function isRule(source: string, at: number): boolean {
  const c = source[at];
  return (c === "-" || c === "+") && source[at - 1] === c;
}

function placeOf(source: string, at: number): { line: number; column: number; lineText: string } {
  const start = source.lastIndexOf("\n", at - 1) + 1;
  let line = 1;
  for (let i = source.indexOf("\n"); i !== -1 && i < at; i = source.indexOf("\n", i + 1)) line++;
  return { line, column: at - start + 1, lineText: source.slice(start, Math.min(at + 1, start + 10_000)) };
}

function isBelow(path: string, base: string): boolean {
  return path.startsWith(base.endsWith(sep) ? base : base + sep);
}

/** The nearest folder with a package.json, or the folder itself. */
export function projectOf(folder: string): string {
  const start = realpathSync(folder);
  for (let at = start; ; at = dirname(at)) {
    if (existsSync(join(at, "package.json"))) return at;
    if (at === dirname(at)) return start;
  }
}
