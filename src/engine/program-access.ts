// What a program over an image may name: the tools that were asked for. Those that came along for them, their helpers and
// the linker's own wrappers are there for the image alone. A program has no other way to a tool than naming it, so this is
// known before anything runs, and nothing is half done when it is refused.

import { placeOf } from "../base/span.ts";
import type { Bundle } from "../linker/index.ts";
import { examine } from "../lisp/examine.ts";
import { defaultLimits } from "../lisp/limits.ts";
import { withLimits } from "../lisp/run.ts";
import { normalName } from "../names/signature/index.ts";

/** Null when the program names nothing that it was not given. */
export function implicitUse(
  bundle: Bundle,
  program: string,
): { readonly refused: string; readonly hint: string } | null {
  const visible = new Set(bundle.visible.map(({ call }) => normalName(call.name)));
  const hiddenTools = new Set(
    bundle.baseTools.map((tool) => normalName(tool.name)).filter((name) => !visible.has(name)),
  );
  const hiddenNames = new Set(definedIn(bundle).filter((name) => !visible.has(normalName(name))));
  const found: { readonly name: string; readonly start: number }[] = [];
  const elsewhere = {
    mayDefine: (name: string) => hiddenNames.has(name),
    used: (use: {
      readonly kind: "name" | "tool";
      readonly name: string;
      readonly span: { readonly start: number };
    }) => {
      const { kind, name, span } = use;
      if (kind === "name" && hiddenNames.has(name)) found.push({ name, start: span.start });
      if (kind === "tool" && hiddenTools.has(normalName(name))) found.push({ name: `tool/${name}`, start: span.start });
    },
    called: () => {},
  };
  const { program: read } = withLimits({}, () =>
    examine(program, defaultLimits, { defined: [], tools: [], data: null, elsewhere }),
  );
  const own = new Set(read.defines);
  const [first] = found.filter(({ name }) => !own.has(name)).sort((a, b) => a.start - b.start);
  if (first === undefined) return null;
  const { line, column } = placeOf(program, first.start);
  const given = bundle.visible.map(({ call }) => (call.by === "map" ? `tool/${call.name}` : call.name));
  return {
    refused: `The program names ${first.name} at ${line}:${column}, which the image has for its own tools alone.`,
    hint: `It may use ${given.join(", ") || "none"}. Link what else it needs by name.`,
  };
}

/** Wrappers are the linker's own text and on no map. */
function definedIn(bundle: Bundle): readonly string[] {
  const wrappers = [...bundle.prelude.matchAll(/^\(defn? (\S+--by-(?:map|place))$/gm)].map(([, name]) => name!);
  return [...bundle.sourceMap.map((part) => part.name), ...wrappers];
}
