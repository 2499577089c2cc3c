// What ptc link says and writes of a finished link. Files are written when everything that goes into them is known, the
// image last: a link that fails leaves nothing behind.

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { suggest } from "../../../base/suggest.ts";
import { phases } from "../../../linker/explain/phase-names.ts";
import type { Bundle, LinkDecision, LinkTrace, Phase } from "../../../node.ts";
import { type Arguments, EXIT, type Shell, UsageError } from "../command.ts";
import { whyNot, writeText } from "../files.ts";
import type { Library } from "../hosted.ts";
import { plural } from "../plural.ts";
import type { Linked } from "./by-mission.ts";

export interface Asked {
  readonly out: string | null;
  readonly graph: string | null;
  readonly repro: string | null;
  readonly files: string | null;
  readonly emit: Phase | null;
  readonly why: string | null;
  /** A lock was given, so none is written beside the image. */
  readonly keepsLock: boolean;
  readonly json: boolean;
  readonly shows: (name: "map" | "unused" | "prompt" | "prelude") => boolean;
}

export function askedOf(args: Arguments): Asked {
  const graph = args.text("graph") ?? null;
  if (graph !== null && !/\.(svg|mmd|json)$/.test(graph))
    throw new UsageError(`--graph writes .svg, .mmd or .json; got ${graph}.`);
  return {
    out: args.text("out") ?? null,
    graph,
    repro: args.text("repro") ?? null,
    files: args.text("files") ?? null,
    emit: phaseFrom(args.text("emit")),
    why: args.text("why") ?? null,
    keepsLock: args.has("lock") || args.has("locked"),
    json: args.has("json"),
    shows: (name) => args.has(name),
  };
}

function phaseFrom(text: string | undefined): Phase | null {
  if (text === undefined) return null;
  const found = phases.find((phase) => phase === text);
  if (found !== undefined) return found;
  const [near] = suggest(text, phases, 1);
  throw new UsageError(
    `There is no phase ${text}. ${near === undefined ? `The phases are ${phases.join(", ")}.` : `Did you mean ${near}?`}`,
  );
}

export function lockBeside(out: string): string {
  return `${out.replace(/\.json$/, "")}.lock`;
}

function warn(trace: LinkTrace, shell: Shell, library: Library): void {
  for (const warning of trace.warnings)
    shell.err(library.renderLinkProblem(library.warningOf(warning), new Map(), { color: shell.colorErr }));
}

/** What a mission adds to an answer in JSON. */
function about(mission: Linked["mission"]): object {
  return mission === null ? {} : { needs: mission.choices, tags: mission.tags, notices: mission.notices };
}

export function failed(
  { trace, mission }: Linked,
  decision: LinkDecision,
  ask: Asked,
  shell: Shell,
  library: Library,
): number {
  warn(trace, shell, library);
  const problems = mission?.problems ?? trace.faults.map((fault) => library.problemOf(fault));
  const texts = new Map(trace.resolved.parsed.map((source) => [source.file, source.text]));
  if (ask.json) {
    const phase = ask.emit === null ? {} : { [ask.emit]: library.phaseJson(trace, ask.emit) };
    shell.out(JSON.stringify({ ok: false, problems, decision, ...phase, ...about(mission) }));
    return EXIT.program;
  }
  for (const problem of problems) shell.err(library.renderLinkProblem(problem, texts, { color: shell.colorErr }));
  shell.out((ask.emit === null ? library.decisionText(decision) : library.phaseText(trace, ask.emit)).trimEnd());
  return EXIT.program;
}

export async function writeAll(trace: LinkTrace, bundle: Bundle, ask: Asked, library: Library): Promise<void> {
  const files: (readonly [string, string])[] = [];
  if (ask.files !== null) {
    files.push([join(ask.files, "prelude.clj"), bundle.prelude], [join(ask.files, "prompt.md"), bundle.prompt]);
    files.push([join(ask.files, "ptc.lock"), library.lockText(trace.lock)]);
  }
  if (ask.graph !== null) files.push([ask.graph, await pictureOf(trace, ask.graph, library)]);
  if (ask.repro !== null) files.push([ask.repro, library.reproText(library.reproOf(trace))]);
  if (ask.out !== null && !ask.keepsLock) files.push([lockBeside(ask.out), library.lockText(trace.lock)]);
  if (ask.out !== null) files.push([ask.out, library.bundleText(bundle)]);
  try {
    if (ask.files !== null) mkdirSync(ask.files, { recursive: true });
  } catch (e) {
    throw new UsageError(`Cannot make the folder ${ask.files}: ${whyNot(e)}.`);
  }
  for (const [file, text] of files) writeText(file, text.endsWith("\n") ? text : `${text}\n`);
}

async function pictureOf(trace: LinkTrace, file: string, library: Library): Promise<string> {
  if (file.endsWith(".svg")) return library.svgOf(trace);
  return file.endsWith(".mmd") ? library.mermaidOf(trace) : JSON.stringify(library.graphJson(trace), null, 2);
}

export function show({ trace, mission }: Linked, bundle: Bundle, ask: Asked, shell: Shell, library: Library): void {
  warn(trace, shell, library);
  const { tokens, digest, warnings } = bundle;
  if (ask.json) {
    const phase = ask.emit === null ? {} : { [ask.emit]: library.phaseJson(trace, ask.emit) };
    const why = ask.why === null ? {} : { why: library.whyJson(library.whyLinked(trace, ask.why)) };
    const unused = ask.shows("unused") ? { unused: library.unusedIn(trace) } : {};
    shell.out(
      JSON.stringify({
        ok: true,
        digest,
        tokens,
        map: library.mapOf(trace),
        warnings,
        ...why,
        ...unused,
        ...phase,
        ...about(mission),
      }),
    );
    return;
  }
  if (ask.emit !== null) shell.out(library.phaseText(trace, ask.emit).trimEnd());
  if (ask.shows("map")) shell.out(library.mapText(library.mapOf(trace)));
  if (ask.why !== null) shell.out(library.whyText(library.whyLinked(trace, ask.why), ask.why));
  if (ask.shows("unused")) shell.out(library.unusedText(library.unusedIn(trace)));
  if (ask.shows("prompt")) shell.out(bundle.prompt);
  if (ask.shows("prelude")) shell.out(bundle.prelude);
  shell.err(
    `${plural(bundle.visible.length, "visible tool")}, ${bundle.hidden.length} hidden, ${plural(bundle.skills.length, "skill")}; ${tokens.total} tokens (${tokens.counter})${tokens.budget === null ? "" : ` of ${tokens.budget}`}`,
  );
  shell.err(digest);
}
