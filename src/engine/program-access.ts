// A program over an image. What it defines is set apart, so that it replaces nothing the image's tools use, and it may name
// only the tools that were asked for: those that came along for them, their helpers and the linker's own wrappers are there
// for the image alone. A program has no other way to a tool than naming it, so this is known before anything runs, and
// nothing is half done when it is refused.

import type { Problem } from "../base/problem.ts";
import { placeOf, type Span } from "../base/span.ts";
import { setApart } from "../linker/apart.ts";
import { isTakenByLanguage } from "../linker/hygiene.ts";
import type { Bundle } from "../linker/index.ts";
import { parseSource } from "../linker/text/parse.ts";
import type { NameUse } from "../lisp/analyze/context.ts";
import { examine } from "../lisp/examine.ts";
import { defaultLimits } from "../lisp/limits.ts";
import { withLimits } from "../lisp/run.ts";
import { normalName } from "../names/signature/index.ts";
import type { Result } from "../run/result.ts";

export interface OverImage {
  /** As it was given. */
  readonly program: string;
  /** What runs behind the image's text. */
  readonly text: string;
  /** The same place in the program as it was given. */
  readonly back: (span: Span) => Span;
}

export function overImage(bundle: Bundle, program: string): OverImage {
  const parsed = parseSource({ file: "program", text: program });
  const ofTheImage = definitionsIn(bundle);
  const { text, back } = setApart(parsed, (name) => ofTheImage.has(name) || isTakenByLanguage(name), "program");
  return { program, text, back: ({ start, end }) => ({ start: back(start), end: back(end) }) };
}

/** Null when the program names nothing that it was not given. */
export function implicitUse(
  bundle: Bundle,
  { program, text, back }: OverImage,
): { readonly refused: string; readonly hint: string } | null {
  const { byPlace, byMap } = visibleNames(bundle);
  const given = new Set(byMap.map(normalName));
  const hiddenTools = new Set(bundle.baseTools.map((tool) => normalName(tool.name)).filter((name) => !given.has(name)));
  const hiddenNames = new Set([...definitionsIn(bundle)].filter((name) => !byPlace.includes(name)));
  const found: { readonly name: string; readonly span: Span }[] = [];
  const elsewhere = {
    mayDefine: (name: string) => hiddenNames.has(name),
    used: ({ kind, name, span }: NameUse) => {
      if (kind !== "tool" && hiddenNames.has(name)) found.push({ name, span });
      if (kind === "tool" && hiddenTools.has(normalName(name))) found.push({ name: `tool/${name}`, span });
    },
    defined: () => {},
    called: () => {},
  };
  withLimits({}, () => examine(text, defaultLimits, { defined: [], tools: [], data: null, elsewhere }));
  const [first] = found.sort((a, b) => a.span.start - b.span.start);
  if (first === undefined) return null;
  const { line, column } = placeOf(program, back(first.span).start);
  const allowed = bundle.visible.map(({ call }) => (call.by === "map" ? `tool/${call.name}` : call.name));
  return {
    refused: `The program names ${first.name} at ${line}:${column}, which the image has for its own tools alone.`,
    hint: `It may use ${allowed.join(", ") || "none"}. Link what else it needs by name.`,
  };
}

/** A result whose error is in the program, with places in the program as it was given. `before` stands in front of it. */
export function inProgram(
  result: Result,
  bundle: Bundle,
  { program, back }: OverImage,
  { before, data }: { readonly before: number; readonly data: readonly string[] | null },
): Result {
  if (result.ok) return result;
  const own = ({ start, end }: Span): Span =>
    start < before ? { start: 0, end: 0 } : back({ start: start - before, end: end - before });
  const placed = <T extends { readonly span: Span }>(one: T) => {
    const span = own(one.span);
    return { ...one, span: { ...span, ...placeOf(program, span.start) } };
  };
  if (result.outcome !== "error") return { ...result, error: placed(result.error) };
  // What hints offer is what the program may use, not what the image has for itself.
  const [first, ...rest] = withLimits({}, () => problemsOf(program, bundle, data));
  if (first === undefined || first.reason !== result.error.reason)
    return { ...result, error: placed(result.error), problems: result.problems.map(placed) };
  const { message, span, hint = null } = first;
  const error = { ...result.error, message, hint, span: { ...span, ...placeOf(program, span.start) } };
  return { ...result, error, problems: [first, ...rest] };
}

function problemsOf(program: string, bundle: Bundle, data: readonly string[] | null): readonly Problem[] {
  const { byPlace, byMap } = visibleNames(bundle);
  return examine(program, defaultLimits, { defined: byPlace, tools: byMap, data }).problems;
}

/** What a program calls as (name …), and what it calls as (tool/name {…}): the one gives no right to the other. */
function visibleNames({ visible }: Bundle): { readonly byPlace: readonly string[]; readonly byMap: readonly string[] } {
  const names = (by: "place" | "map") => visible.flatMap(({ call }) => (call.by === by ? [call.name] : []));
  return { byPlace: names("place"), byMap: names("map") };
}

function definitionsIn({ prelude }: Bundle): ReadonlySet<string> {
  return new Set(parseSource({ file: "prelude", text: prelude }).definitions.keys());
}
