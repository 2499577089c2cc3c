// Builds dist/: the ptc command (a launcher, the program it loads and V8's code cache for it), the library as one ES
// module, its type declarations, and the licences of what is bundled. `--no-types` leaves the declarations out; `--out
// FOLDER` builds somewhere else.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const outFlag = process.argv.indexOf("--out");
const out = resolve(outFlag === -1 ? join(root, "dist") : process.argv[outFlag + 1]);
process.chdir(root);
rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });

const common = { bundle: true, target: "es2022", legalComments: "none", logLevel: "warning", metafile: true };

// The program: one script that the launcher compiles with a code cache. Its name holds the hash of its text, so that a
// cache can never be paired with another text.
const program = await build({
  ...common,
  entryPoints: ["src/apps/cli/main.ts"],
  write: false,
  platform: "node",
  format: "cjs",
  charset: "ascii", // the launcher reads it as latin1
  minifySyntax: true,
  minifyWhitespace: true,
  external: ["esbuild", "better-sqlite3", "pg"],
  supported: { "dynamic-import": false }, // import() becomes require(): a script has no loader of its own
  define: { __PTC_VERSION__: JSON.stringify(version) },
  banner: { js: "(function(require,module,exports){" },
  footer: { js: "})" },
});
const text = program.outputFiles[0].text;
// esbuild writes patterns as they stand.
const foreign = /[^\x00-\x7f]/.exec(text);
if (foreign !== null)
  throw new Error(`The program is not ASCII; write an escape: ${text.slice(foreign.index - 60, foreign.index + 40)}`);
const name = `ptc-${createHash("sha256").update(text).digest("hex").slice(0, 12)}`;
writeFileSync(join(out, `${name}.cjs`), text);

await build({
  ...common,
  entryPoints: { ptc: "src/apps/cli/launch.ts", "own-cache": "src/apps/cli/own-cache.ts" },
  outdir: out,
  platform: "node",
  format: "esm",
  external: ["./own-cache.js", "./node.js"],
  minify: true,
  define: { __PTC_PROGRAM__: JSON.stringify(name) },
});
chmodSync(join(out, "ptc.js"), 0o755);

const library = await build({
  ...common,
  entryPoints: ["src/index.ts"],
  outdir: out,
  splitting: true, // the token table is large and loaded when first needed
  platform: "neutral",
  format: "esm",
  mainFields: ["module", "main"],
});

// The library for Node with isolation, and the program its worker threads and child processes run. The latter is .mjs so
// that a child that may read nothing else need not look for a package.json.
const node = await build({
  ...common,
  entryPoints: ["src/node.ts"],
  outdir: out,
  splitting: true,
  external: ["esbuild", "better-sqlite3", "pg"],
  // Some packages are CommonJS inside and ask for Node's modules by require.
  banner: {
    js: 'import { createRequire as requireFrom } from "node:module"; const require = requireFrom(import.meta.url);',
  },
  platform: "node",
  format: "esm",
});
await build({
  ...common,
  entryPoints: ["src/host/runner.ts"],
  outfile: join(out, "runner.mjs"),
  platform: "node",
  format: "esm",
});

// The same for base tools, with the engine they run in.
const sandbox = await build({
  ...common,
  entryPoints: ["src/sandbox/runner.ts"],
  outfile: join(out, "sandbox-runner.mjs"),
  platform: "node",
  format: "esm",
});
const engine = createRequire(import.meta.url).resolve("@jitl/quickjs-wasmfile-release-sync/wasm");
copyFileSync(engine, join(out, "quickjs.wasm"));
writeFileSync(join(out, "stdlib.json"), await stdlib());

const bundles = [program, library, node, sandbox];
writeFileSync(join(out, "THIRD-PARTY.txt"), licences(bundles.map((b) => b.metafile)));
execFileSync(process.execPath, ["scripts/warm-code-cache.mjs", join(out, name)], { stdio: "inherit" });

if (!process.argv.includes("--no-types")) {
  const tsc = createRequire(import.meta.url).resolve("typescript/bin/tsc");
  execFileSync(process.execPath, [tsc, "-p", "tsconfig.types.json", "--outDir", join(out, "types")], {
    stdio: "inherit",
  });
}

/** The tools and skills of stdlib/ with their cases, bundled, so that registering them takes no esbuild. */
async function stdlib() {
  const { createSandbox, scanStdlib } = await import(pathToFileURL(join(out, "node.js")).href);
  const sandbox = createSandbox();
  const scanned = await scanStdlib(join(root, "stdlib"), () => sandbox);
  await sandbox.close();
  for (const { at, message } of scanned.problems) throw new Error(`stdlib/${at.file}:${at.line}: ${message}`);
  return JSON.stringify(scanned);
}

/** The licence of every package that has code in the bundles. */
function licences(metafiles) {
  const folders = new Set();
  for (const { outputs } of metafiles)
    for (const { inputs } of Object.values(outputs))
      for (const path of Object.keys(inputs)) {
        const found = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path);
        if (found !== null) folders.add(found[0]);
      }
  const parts = [...folders].sort().map((folder) => {
    const about = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
    const terms = file === undefined ? `Licence: ${about.license}` : readFileSync(join(folder, file), "utf8").trim();
    return `${about.name} ${about.version}\n\n${terms}\n`;
  });
  return `ptc includes code of these packages.\n\n${parts.join(`\n${"-".repeat(80)}\n\n`)}`;
}
