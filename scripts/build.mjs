// Builds dist/: the ptc command as one bundle, the library as one ES module, and its type declarations.
import { execFileSync } from "node:child_process";
import { chmodSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { build } from "esbuild";

const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
const root = new URL("..", import.meta.url).pathname;
process.chdir(root);
rmSync("dist", { recursive: true, force: true });

const common = {
  bundle: true,
  format: "esm",
  target: "es2022",
  legalComments: "none",
  logLevel: "warning",
  define: { __PTC_VERSION__: JSON.stringify(version) },
};
await build({
  ...common,
  entryPoints: ["src/apps/cli/main.ts"],
  outfile: "dist/ptc.js",
  platform: "node",
  minifySyntax: true,
  minifyWhitespace: true,
});
await build({
  ...common,
  entryPoints: ["src/index.ts"],
  outfile: "dist/index.js",
  platform: "neutral",
  mainFields: ["module", "main"],
});
chmodSync("dist/ptc.js", 0o755);
if (!process.argv.includes("--no-types")) {
  const tsc = createRequire(import.meta.url).resolve("typescript/bin/tsc");
  execFileSync(process.execPath, [tsc, "-p", "tsconfig.types.json"], { stdio: "inherit" });
}
