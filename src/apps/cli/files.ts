// Reading and writing what a user named, with errors a user can act on: the path appears as it was typed, bad text shows its
// place.

import { isUtf8 } from "node:buffer";
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  lstatSync,
  readFileSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { renderProblem } from "../../base/render.ts";
import { Fault } from "../../lisp/fault.ts";
import { withLimits } from "../../lisp/run.ts";
import { parseJson } from "../../lisp/values/json.ts";
import { PMap } from "../../lisp/values/map.ts";
import { type Shell, UsageError } from "./command.ts";

const byteOrderMark = "\ufeff";

let stdinTaken = false;

/** The text of a file, or of standard input for `-`. Text that is not UTF-8 is refused, never changed. */
export function readText(path: string): string {
  const bytes = path === "-" ? readStdin() : readBytes(path);
  if (!isUtf8(bytes)) throw new UsageError(`Cannot read ${nameOf(path)}: it is not UTF-8 text.`);
  let text: string;
  try {
    text = bytes.toString("utf8");
  } catch {
    throw new UsageError(`Cannot read ${nameOf(path)}: it is too large.`);
  }
  return text.startsWith(byteOrderMark) ? text.slice(1) : text;
}

/** What problems call the file. */
export function nameOf(path: string): string {
  return path === "-" ? "standard input" : path;
}

const reasons: ReadonlyMap<string, string> = new Map([
  ["ENOENT", "no such file"],
  ["ENOTDIR", "no such file"],
  ["EISDIR", "it is a directory"],
  ["EACCES", "no permission"],
  ["EPERM", "no permission"],
  ["ENOSPC", "no space is left"],
  ["EROFS", "the disk is read-only"],
  ["ERR_FS_FILE_TOO_LARGE", "it is too large"],
]);

/** Why a file operation failed, in plain words. */
export function whyNot(error: unknown): string {
  const { code } = error as { code?: string };
  return reasons.get(code ?? "") ?? code ?? "unknown error";
}

function readBytes(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (e) {
    // Data written on the command line itself, where a file is taken.
    const piped = path.trimStart().startsWith("{") ? " Pipe the data in: echo '{…}' | ptc … --data -" : "";
    throw new UsageError(`Cannot read ${path}: ${whyNot(e)}.${piped}`);
  }
}

function readStdin(): Buffer {
  if (stdinTaken) throw new UsageError("Standard input can be read once: give - in one place only.");
  stdinTaken = true;
  const chunks: Buffer[] = [];
  for (;;) {
    const chunk = Buffer.allocUnsafe(64 * 1024);
    const size = readSome(chunk);
    if (size === 0) return Buffer.concat(chunks);
    chunks.push(chunk.subarray(0, size));
  }
}

function readSome(chunk: Buffer): number {
  for (;;) {
    try {
      return readSync(0, chunk);
    } catch (e) {
      const { code } = e as { code?: string };
      if (code === "EOF") return 0;
      if (code !== "EAGAIN") throw new UsageError(`Cannot read standard input: ${whyNot(e)}.`);
      // Another process made it non-blocking, and nothing is there yet.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    }
  }
}

/** Written beside the file, which then takes its place: nobody reads half of it, and what was there stays when that fails. */
export function writeText(path: string, text: string): void {
  try {
    const there = statSync(path, { throwIfNoEntry: false });
    // A pipe or a device is written to as it is, and so is a link to what is not there yet.
    if (there?.isFile() === true) takePlace(realpathSync(path), text, there);
    else if (lstatSync(path, { throwIfNoEntry: false }) === undefined) takePlace(path, text, null);
    else writeFileSync(path, text);
  } catch (e) {
    throw new UsageError(`Cannot write ${path}: ${whyNot(e)}.`);
  }
}

/** Name, links to it and permissions stay. */
function takePlace(target: string, text: string, before: Stats | null): void {
  if (before !== null) accessSync(target, constants.W_OK);
  const draft = join(dirname(target), `.${basename(target)}.${process.pid}.draft`);
  try {
    writeFileSync(draft, text, { flag: "wx", flush: true });
    if (before !== null && process.getuid?.() === 0) chownSync(draft, before.uid, before.gid);
    if (before !== null) chmodSync(draft, before.mode);
    renameSync(draft, target);
  } catch (e) {
    rmSync(draft, { force: true });
    throw e;
  }
}

/** A JSON object whose keys a program reads as data/key. */
export function readData(path: string, shell: Shell): PMap {
  return parseData(readText(path), nameOf(path), shell);
}

const wrapIt = 'Wrap it: {"items": …} is read as data/items.';

/** Refuses text that is no JSON object, with its place. */
export function parseData(text: string, file: string, shell: Shell, asObject = wrapIt): PMap {
  const refuse = (message: string, offset: number, hint: string): never => {
    // The end of the text is shown where the text ends, not on the empty line after it.
    const start = Math.min(offset, text.trimEnd().length);
    const span = { start, end: start + 1 };
    const problem = { reason: "invalid_data", severity: "error", message, span, hint } as const;
    throw new UsageError(renderProblem(problem, text, { file, color: shell.colorErr }));
  };
  try {
    const parsed = withLimits({}, () => parseJson(text));
    if (!parsed.ok) return refuse(`${parsed.problem.message}.`, parsed.problem.offset, `${file} must be valid JSON.`);
    if (parsed.value instanceof PMap) return parsed.value;
  } catch (e) {
    if (e instanceof Fault) throw new UsageError(`Cannot read ${file}: ${e.message}`);
    throw e;
  }
  return refuse("The data is not a JSON object.", text.search(/\S/), asObject);
}
