// Paths as tools give them: found below the root folder, or absolute. What tools are told never holds a path of the host,
// only the path that the tool itself gave.

import { realpathSync } from "node:fs";
import { isAbsolute, resolve, sep } from "node:path";
import { compileGlob, escapeGlob, splitGlob } from "../glob.ts";
import type { FilesystemPermission, Permission } from "../permission.ts";
import type { FileRequest } from "../request.ts";
import { type HostContext, Refusal } from "./host-function.ts";

const LONGEST = 4096;

export function withSlashes(path: string): string {
  return sep === "/" ? path : path.split(sep).join("/");
}

/** The real place of a folder; where there is none, the path itself. */
export function realFolder(path: string): string {
  try {
    return withSlashes(realpathSync.native(resolve(path)));
  } catch {
    return withSlashes(resolve(path));
  }
}

/** The part of an absolute path below the root: "" for the root itself, null outside. */
export function below(root: string, path: string): string | null {
  if (path === root) return "";
  const start = root.endsWith("/") ? root : `${root}/`;
  return path.startsWith(start) ? path.slice(start.length) : null;
}

export function fileRequest(action: "read" | "write", path: string, root: string): FileRequest {
  return { kind: "filesystem", action, path, relative: below(root, path) };
}

/** What a tool's path asks for, by its letters alone. */
export function locate(given: unknown, action: "read" | "write", context: HostContext): FileRequest {
  const path = checkedPath(given);
  const request = fileRequest(action, withSlashes(resolve(context.root, path)), context.root);
  if (request.relative === null && !isAbsolute(path))
    context.deny(
      request,
      `${shown(path)} leads out of the root folder.`,
      "Use a path inside the root folder; others must be absolute, declared and granted.",
    );
  return request;
}

function checkedPath(given: unknown): string {
  const path = String(given);
  const wrong =
    path === ""
      ? "is empty"
      : path.includes("\0")
        ? "has a NUL character"
        : path.length > LONGEST
          ? `has more than ${LONGEST} characters`
          : null;
  if (wrong !== null) throw new Refusal("bad_arguments", `The path ${wrong}.`, "Give the path of a file.");
  return path;
}

export function shown(path: unknown): string {
  const text = String(path);
  return `"${text.length > 200 ? `${text.slice(0, 200)}…` : text}"`;
}

const WORDS: Readonly<Record<string, readonly [message: string, hint: string]>> = {
  ENOENT: ["There is no %.", "Check the path; host.filesystem.list shows what there is."],
  ENOTDIR: ["There is no %: a part of the path is a file.", "Check the path."],
  EISDIR: ["% is a folder.", "Name a file in it."],
  ENOTFILE: ["% is no regular file.", "Name a plain file: devices and pipes cannot be read."],
  EACCES: ["The host may not open %.", "Ask for other access rights on the file."],
  EPERM: ["The host may not open %.", "Ask for other access rights on the file."],
  EROFS: ["% lies where nothing can be written.", "Write elsewhere."],
  ENOSPC: ["No room is left for %.", "Write less, or make room."],
  EDQUOT: ["No room is left for %.", "Write less, or make room."],
  ENAMETOOLONG: ["% is too long a path.", "Use shorter names."],
  ELOOP: ["% goes through too many links, or through one that changed.", "Name the file itself."],
  EMFILE: ["Too many files are open.", "Try again with fewer at once."],
  ENFILE: ["Too many files are open.", "Try again with fewer at once."],
};

/** A failure of the file system in words that name only what the tool named. */
export function fileFailure(error: unknown, given: unknown): Refusal {
  if (error instanceof Refusal) return error;
  const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
  const [message, hint] = WORDS[code] ?? ["The file system failed on %.", "Try again, or another file."];
  const detail = error instanceof Error ? error.message : String(error);
  const named = message.replace("%", () => shown(given));
  return new Refusal(
    "host_error",
    `${named} (${/^E[A-Z0-9]+$/.test(code) ? code : "EUNKNOWN"})`,
    hint,
    undefined,
    detail,
  );
}

/**
 * Rules about paths that go through links, beside the rules themselves. A denial holds wherever its folder really is; a
 * grant follows links only where it names an absolute path, which is the host's own word and not a link that came in
 * with somebody's files.
 */
export function followingLinks(
  rules: readonly Permission[],
  root: string,
  kind: "grant" | "denial",
): readonly Permission[] {
  return rules.flatMap((rule): readonly Permission[] => {
    if (rule.kind !== "filesystem" || (kind === "grant" && !rule.absolute)) return [rule];
    const real = reallyAt(rule, root);
    return real === null ? [rule] : [rule, real];
  });
}

function reallyAt(rule: FilesystemPermission, root: string): FilesystemPermission | null {
  const { folder, rest } = splitGlob(rule.glob.source);
  const literal = rest === "" || !/[*?{\\]/.test(rest);
  const written = withSlashes(resolve(root, folder, literal ? rest : ""));
  const real = realFolder(written);
  if (real === written) return null;
  const start = escapeGlob(real);
  const compiled = compileGlob(literal ? start : `${start === "/" ? "" : start}/${rest}`);
  return compiled.ok ? { ...rule, absolute: true, glob: compiled.glob } : null;
}
