// Manifests on disk: <directory>/<name>/CAPABILITY.yaml in the directories of the user, of the workspace and of the
// environment, in that order. What cannot be read is reported and skipped; of two with one id, the one of the earlier
// directory counts. Nothing outside a directory is read, however links lead there, and no file is read that is too large.

import { closeSync, existsSync, fstatSync, openSync, readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join, resolve, sep } from "node:path";
import type { Capability } from "../../discovery/descriptor.ts";
import { type Beside, type ManifestProblem, readManifest } from "./read.ts";

export const manifestName = "CAPABILITY.yaml";
/** Directories named by the environment, separated as in PATH. */
export const manifestVariable = "PTC_CAPABILITY_DIRS";

const mostBytes = { manifest: 64 * 1024, schema: 256 * 1024, content: 256 * 1024 } as const;
const mostManifests = 10_000;

export interface ManifestOptions {
  /** The folder of the project: its `capabilities/` is the workspace's; the working directory unless given. */
  readonly root?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** The user's directory; ~/.ptc/capabilities unless given, null for none. */
  readonly user?: string | null;
}

export type ManifestOrigin = "user" | "workspace" | "environment";

export interface ManifestSource {
  readonly directory: string;
  readonly origin: ManifestOrigin;
  readonly exists: boolean;
  /** Manifests that count. */
  readonly found: number;
}

export interface ManifestScan {
  readonly capabilities: readonly Capability[];
  readonly problems: readonly ManifestProblem[];
  /** In the order of their priority. */
  readonly sources: readonly ManifestSource[];
}

/** Where manifests are looked for, the first first. */
export function manifestDirectories(
  options: ManifestOptions = {},
): readonly { readonly directory: string; readonly origin: ManifestOrigin }[] {
  const { root = process.cwd(), env = process.env } = options;
  const user = options.user === undefined ? join(env.HOME ?? homedir(), ".ptc/capabilities") : options.user;
  const named = (env[manifestVariable] ?? "").split(delimiter).filter((directory) => directory !== "");
  const all = [
    ...(user === null ? [] : [{ directory: resolve(user), origin: "user" as const }]),
    { directory: resolve(root, "capabilities"), origin: "workspace" as const },
    ...named.map((directory) => ({ directory: resolve(root, directory), origin: "environment" as const })),
  ];
  return all.filter((one, i) => all.findIndex(({ directory }) => directory === one.directory) === i);
}

export function scanManifests(options: ManifestOptions = {}): ManifestScan {
  const byId = new Map<string, Capability>();
  const problems: ManifestProblem[] = [];
  const sources = manifestDirectories(options).map(({ directory, origin }): ManifestSource => {
    const exists = statSync(directory, { throwIfNoEntry: false })?.isDirectory() === true;
    const found = exists ? scanDirectory(directory, byId, problems) : 0;
    return { directory, origin, exists, found };
  });
  const capabilities = [...byId.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  return { capabilities, problems, sources };
}

/** Adds to what was found before; answers how many. */
function scanDirectory(directory: string, byId: Map<string, Capability>, problems: ManifestProblem[]): number {
  let names: string[];
  try {
    names = readdirSync(directory).sort();
  } catch (e) {
    problems.push(unreadable(directory, codeOf(e)));
    return 0;
  }
  const home = realpathSync(directory);
  let found = 0;
  for (const name of names) {
    const folder = join(directory, name);
    if (name.startsWith(".") || statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) continue;
    const file = join(folder, manifestName);
    if (!existsSync(file)) {
      problems.push(...misnamed(folder));
      continue;
    }
    if (found >= mostManifests) {
      problems.push(unreadable(directory, `it has more than ${mostManifests} manifests; the rest is left out`));
      break;
    }
    const text = textOf(file, home, mostBytes.manifest);
    if (typeof text !== "string") {
      problems.push(unreadable(file, text.wrong));
      continue;
    }
    const read = readManifest(text, file, besideOf(folder, home));
    if (!read.ok) {
      problems.push(read.problem);
      continue;
    }
    const { capability } = read;
    const before = byId.get(capability.id);
    if (before !== undefined) {
      problems.push({
        reason: "duplicate_manifest",
        message: `${capability.id} is already declared by ${before.source.ref}, which counts.`,
        hint: "Give it another id, or take one of them away.",
        at: { file, line: 1, column: 1 },
      });
      continue;
    }
    byId.set(capability.id, capability);
    found++;
  }
  return found;
}

/** CAPABILITY.yml and capability.yaml are near misses that would otherwise be silent. */
function misnamed(folder: string): readonly ManifestProblem[] {
  let near: string | undefined;
  try {
    near = readdirSync(folder).find((name) => /^capability\.ya?ml$/i.test(name));
  } catch {
    return [];
  }
  if (near === undefined) return [];
  return [
    {
      reason: "bad_manifest",
      message: `A manifest is called ${manifestName}.`,
      hint: `Rename it: ${near} is not looked at.`,
      at: { file: join(folder, near), line: 1, column: 1 },
    },
  ];
}

function besideOf(folder: string, home: string): Beside {
  return {
    schema() {
      const path = join(folder, "schema.json");
      if (!existsSync(path)) return undefined;
      const text = textOf(path, home, mostBytes.schema);
      if (typeof text !== "string") return { wrong: `schema.json cannot be read: ${text.wrong}.` };
      try {
        return { value: JSON.parse(text) as unknown };
      } catch (e) {
        return { wrong: `schema.json is not JSON: ${(e as Error).message}.` };
      }
    },
    content(name) {
      const path = resolve(folder, name);
      if (!path.startsWith(folder + sep)) return { wrong: `${name} leads out of its folder.` };
      if (!existsSync(path)) return undefined;
      const place = placeOf(path, realpathSync(folder));
      if (typeof place !== "string") return { wrong: `${name} ${place.wrong}.` };
      return () => {
        const text = textOf(path, home, mostBytes.content);
        return typeof text === "string" ? text : `(${name} cannot be read: ${text.wrong}.)`;
      };
    },
  };
}

/** Where a path really leads, when that is inside. */
function placeOf(path: string, home: string): string | { readonly wrong: string } {
  try {
    const real = realpathSync(path);
    return real === home || real.startsWith(home + sep) ? real : { wrong: "is a link that leads outside" };
  } catch (e) {
    return { wrong: codeOf(e) };
  }
}

function textOf(path: string, home: string, most: number): string | { readonly wrong: string } {
  const real = placeOf(path, home);
  if (typeof real !== "string") return real;
  // A pipe would be waited for as long as it lasts.
  if (statSync(real, { throwIfNoEntry: false })?.isFile() !== true) return { wrong: "it is no file" };
  try {
    const file = openSync(real, "r");
    try {
      if (fstatSync(file).size > most) return { wrong: `it is larger than ${most / 1024} KB` };
      return readFileSync(file, "utf8").replace(/^\uFEFF/, "");
    } finally {
      closeSync(file);
    }
  } catch (e) {
    return { wrong: codeOf(e) };
  }
}

function unreadable(file: string, wrong: string): ManifestProblem {
  return {
    reason: "unreadable",
    message: `It cannot be read: ${wrong}.`,
    hint: "It is skipped.",
    at: { file, line: 1, column: 1 },
  };
}

const reasons: ReadonlyMap<string, string> = new Map([
  ["ENOENT", "no such file"],
  ["EACCES", "no permission"],
  ["EPERM", "no permission"],
  ["ELOOP", "its links go in a circle"],
]);

function codeOf(error: unknown): string {
  const { code = "unknown error" } = error as { code?: string };
  return reasons.get(code) ?? code;
}
