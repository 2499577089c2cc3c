// The built command, for tests that run it as a process. dist/ is used when it is newer than every source; otherwise the
// command is built once into a folder named after the sources, which all test files share. It lies among the packages, where
// the command finds the one it loads when asked to (esbuild).

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../../", import.meta.url));

const cache = join(root, "node_modules", ".cache");
const folders = ["src", "scripts", "stdlib"];
const files = ["package.json", "package-lock.json"];

/** Every file the build reads, with the time it last changed. */
function inputs(): string[] {
  const found = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => /\.(?:ts|mjs|clj|md|json)$/.test(name))
      .map((name) => join(root, folder, name)),
  );
  return [...found, ...files.map((file) => join(root, file))].sort();
}

/** The folder with ptc.js and all it needs. */
export function builtFolder(): string {
  const changes = inputs().map((path) => ({ path, at: statSync(path).mtimeMs }));
  const dist = join(root, "dist");
  const done = join(dist, "THIRD-PARTY.txt"); // written last but for the cache and the types
  if (existsSync(done) && changes.every(({ at }) => at < statSync(done).mtimeMs)) return dist;
  const key = createHash("sha256")
    .update(JSON.stringify([process.version, changes]))
    .digest("hex")
    .slice(0, 16);
  const folder = join(cache, `ptc-built-${key}`);
  if (existsSync(folder)) return folder;
  mkdirSync(cache, { recursive: true });
  dropOld();
  const draft = mkdtempSync(join(cache, "ptc-building-"));
  execFileSync(process.execPath, [join(root, "scripts/build.mjs"), "--no-types", "--out", draft], { stdio: "pipe" });
  try {
    renameSync(draft, folder);
  } catch {
    rmSync(draft, { recursive: true }); // another test file was faster
  }
  return folder;
}

const hour = 3_600_000;

function dropOld(): void {
  for (const name of readdirSync(cache)) {
    const path = join(cache, name);
    if (!/^ptc-buil(?:t|ding)-/.test(name)) continue;
    if (Date.now() - statSync(path).mtimeMs > hour) rmSync(path, { recursive: true, force: true });
  }
}

/** Only what a command needs: colours, homes and options of the caller must not show in its output. */
export function cleanEnvironment(home: string, path = process.env.PATH ?? ""): NodeJS.ProcessEnv {
  return { HOME: home, PATH: path, LANG: "C.UTF-8" };
}
