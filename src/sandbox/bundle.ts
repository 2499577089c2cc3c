// From a tool's source, JavaScript or TypeScript with its npm imports, to one script whose hash is the tool's identity.
// esbuild does the work; it only reads and rewrites, nothing of the tool is run here.

import { createHash } from "node:crypto";
import { createRequire } from "node:module";
import { basename, dirname, resolve } from "node:path";
import type { BuildFailure, BuildResult } from "esbuild";
import { BundlerGone, buildWithin } from "./bundler.ts";
import { NESTED, onlyItsOwn, sourceTrouble, withoutMaps } from "./imports.ts";
import { ToolLoadError, type ToolProblem } from "./problem.ts";
import { PACKED, STRANGE, Surroundings } from "./surroundings.ts";

export interface Bundle {
  readonly file: string;
  readonly hash: string;
  readonly code: string;
  readonly map: string;
}

export type ToolSource = { readonly file: string } | { readonly name: string; readonly source: string };

const BUNDLE_MS = 10_000;

/** How much longer a source may be than its bundle: comments go, types go. */
const SOURCE_SHARE = 2;

/** The script is one expression that gives the exports and leaves nothing behind in the global object. */
const banner = { js: "(() => {" };
const footer = { js: "return exported;\n})()" };

export async function bundleTool(from: ToolSource, mostBytes: number): Promise<Bundle> {
  const file = "file" in from ? from.file : from.name;
  const esbuild = await loadEsbuild(file);
  const folder = "file" in from ? dirname(resolve(from.file)) : process.cwd();
  const surroundings = new Surroundings();
  const strange = surroundings.troubleAbove(folder);
  if (strange !== null) throw syntaxError(file, strange, { line: 1, column: 1 });
  if ("source" in from) refuseTrouble(from, mostBytes);
  const given = "file" in from ? { entryPoints: [resolve(from.file)] } : stdinOf(from);
  let built: BuildResult<{ write: false }>;
  try {
    built = await buildWithin(
      esbuild,
      {
        ...given,
        write: false,
        bundle: true,
        format: "iife",
        globalName: "exported",
        banner,
        footer,
        platform: "neutral",
        mainFields: ["module", "main"],
        conditions: ["import", "module", "default"],
        target: "es2023",
        charset: "utf8",
        legalComments: "none",
        logLevel: "silent",
        sourcemap: "external",
        sourcesContent: false,
        outfile: "tool.js",
        plugins: [onlyItsOwn(folder, "file" in from ? from.file : null, surroundings)],
        absWorkingDir: folder,
        // Otherwise it would look for one, and a tool's hash would hang on the folder it lies in.
        tsconfigRaw: { compilerOptions: { strict: true } },
      },
      BUNDLE_MS,
    );
  } catch (e) {
    throw new ToolLoadError(file, problemsOf(e as BuildFailure, file));
  }
  const script = built.outputFiles.find((f) => f.path.endsWith(".js"));
  const map = built.outputFiles.find((f) => f.path.endsWith(".map"));
  const code = script?.text ?? "";
  const bytes = Buffer.byteLength(code);
  if (bytes > mostBytes)
    throw new ToolLoadError(file, [
      {
        reason: "bundle_too_large",
        message: `The bundled script of ${basename(file)} is ${bytes} bytes, more than the ${mostBytes} allowed.`,
        hint: "Import less, or raise limits.bundleBytes.",
        place: { file, line: 1, column: 1 },
      },
    ]);
  return { file, code, map: map?.text ?? "", hash: hashOf(code) };
}

/** What is wrong with a source that was given as text; files are looked at as they are taken in. */
function refuseTrouble({ name, source }: Extract<ToolSource, { source: string }>, most: number): void {
  // Comments and long names count too: the bundler reads them.
  if (source.length > most * SOURCE_SHARE)
    throw new ToolLoadError(name, [
      {
        reason: "bundle_too_large",
        message: `${basename(name)} has ${source.length} characters, more than the ${most * SOURCE_SHARE} allowed.`,
        hint: "Shorten it, or raise limits.bundleBytes.",
        place: { file: name, line: 1, column: 1 },
      },
    ]);
  const trouble = sourceTrouble(source);
  if (trouble !== null) throw syntaxError(name, trouble.text, trouble);
}

function syntaxError(file: string, text: string, { line, column }: { line: number; column: number }): ToolLoadError {
  const place = { file, line, column };
  return new ToolLoadError(file, [
    { reason: "syntax_error", message: `${text}.`, hint: hintFor(text, undefined), place },
  ]);
}

export function hashOf(code: string): string {
  return `sha256:${createHash("sha256").update(code).digest("hex")}`;
}

/** Required, not imported: the loader of ES modules takes 30 ms more to look through such a module of CommonJS. */
async function loadEsbuild(file: string): Promise<typeof import("esbuild")> {
  try {
    return createRequire(import.meta.url)("esbuild");
  } catch {
    throw new ToolLoadError(file, [
      {
        reason: "syntax_error",
        message: "Tools are bundled with esbuild, which is not installed.",
        hint: "npm install esbuild",
      },
    ]);
  }
}

function stdinOf({ name, source }: { readonly name: string; readonly source: string }): object {
  const loader = /\.[cm]?ts$/.test(name) ? "ts" : "js";
  return { stdin: { contents: withoutMaps(source), sourcefile: name, loader, resolveDir: process.cwd() } };
}

function problemsOf(failure: BuildFailure | BundlerGone, file: string): ToolProblem[] {
  if (failure instanceof BundlerGone)
    return [
      {
        reason: "syntax_error",
        message: `${basename(file)}: ${failure.message}.`,
        hint: "Write it flatter, and import less.",
        place: { file, line: 1, column: 1 },
      },
    ];
  const errors = failure.errors ?? [];
  if (errors.length === 0)
    return [
      {
        reason: "syntax_error",
        message: `${basename(file)} cannot be bundled.`,
        hint: "Check that the file can be read.",
      },
    ];
  return errors.map(({ text, location }) => {
    const unresolved = /Could not resolve "([^"]+)"/.exec(text)?.[1];
    if (location === null && unresolved !== undefined)
      return { reason: "syntax_error", message: `${file} cannot be read.`, hint: "Check the spelling of the path." };
    const message =
      unresolved === undefined ? `${text.replace(/\.$/, "")}.` : `The import "${unresolved}" cannot be found.`;
    const place =
      location === null
        ? {}
        : {
            place: {
              file: basename(location.file) === basename(file) ? file : location.file,
              line: location.line,
              column: unitsIn(location.lineText, location.column) + 1,
            },
          };
    return { reason: "syntax_error", message, hint: hintFor(text, unresolved), ...place };
  });
}

/** esbuild counts bytes of UTF-8; everybody here counts UTF-16 units. */
function unitsIn(line: string, bytes: number): number {
  return Buffer.from(line).subarray(0, bytes).toString().length;
}

function hintFor(text: string, unresolved: string | undefined): string {
  if (
    unresolved !== undefined &&
    /^(node:)?(fs|path|os|http|https|crypto|child_process|net|process|url|util)(\/|$)/.test(unresolved)
  )
    return "A tool has no Node modules; ask its host: host.filesystem.read, host.http.fetch and the like.";
  if (text.startsWith("A tool may not take in"))
    return "Import code of its own project, JSON beside the tool, or packages; read files with host.filesystem.read.";
  if (unresolved !== undefined && !/^[./]/.test(unresolved)) {
    const name = /^(?:@[^/]+\/)?[^/]+/.exec(unresolved)?.[0] ?? unresolved;
    return `Install the package beside the tool (npm install ${name}), or check the spelling of the path.`;
  }
  if (unresolved !== undefined) return "Check the spelling of the path.";
  if (text.startsWith(STRANGE)) return "Put a plain file there, or the tool elsewhere.";
  if (text.startsWith(PACKED)) return "Install them into node_modules: nodeLinker: node-modules in .yarnrc.yml.";
  if (text.startsWith(NESTED)) return "Write it flatter.";
  if (/Top-level await/.test(text)) return "Move the await into the default function, which may be async.";
  return "Mend the source at this place.";
}
