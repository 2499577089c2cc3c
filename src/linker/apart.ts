// A program's own names, set apart: what a program defines must not replace a tool, a helper or a builtin for the image it
// runs with. A definition whose name is taken there gets another one, and so does every use of it in the program.

import type { Span } from "../base/span.ts";
import type { ParsedSource, Use } from "./text/parse.ts";

/** A word of the text and what is written in its place. */
export interface Renamed {
  readonly span: Span;
  readonly now: string;
}

/** New names by old name, for those names that the program defines and that are taken. */
export function namesApart(
  parsed: ParsedSource,
  isTaken: (name: string) => boolean,
  prefix: string,
): ReadonlyMap<string, string> {
  const own = new Set([...parsed.definitions.keys(), ...parsed.nested.map((n) => n.name)]);
  const uses = usesIn(parsed);
  const out = new Map<string, string>();
  const given = new Set<string>();
  for (const name of own) {
    if (!isTaken(name)) continue;
    const isFree = (fresh: string): boolean =>
      !isTaken(fresh) && !own.has(fresh) && !given.has(fresh) && !uses.some((u) => isOwn(u, name) && u.isLocal(fresh));
    let fresh = `${prefix}--${name}`;
    for (let n = 2; !isFree(fresh); n++) fresh = `${prefix}--${name}-${n}`;
    given.add(fresh);
    out.set(name, fresh);
  }
  return out;
}

/** Where these names stand in the program: its definitions and its uses of them. */
export function renamedWords(parsed: ParsedSource, names: ReadonlyMap<string, string>): readonly Renamed[] {
  if (names.size === 0) return [];
  const again = parsed.repeated.map(({ name, again: span }) => ({ name, span }));
  const defined = [...parsed.definitions.values()].map((d) => ({ name: d.name, span: d.nameSpan }));
  const used = usesIn(parsed).filter((use) => use.kind === "name");
  return [...defined, ...again, ...parsed.nested, ...used].flatMap(({ name, span }) => {
    const now = names.get(name);
    return now === undefined ? [] : [{ span, now }];
  });
}

/** The program with its names apart, and the way back from a place in that text to one in the program. */
export function setApart(
  parsed: ParsedSource,
  isTaken: (name: string) => boolean,
  prefix: string,
): { readonly text: string; readonly back: (offset: number) => number } {
  const words = [...renamedWords(parsed, namesApart(parsed, isTaken, prefix))].sort(
    (a, b) => a.span.start - b.span.start,
  );
  let text = "";
  let from = 0;
  const places: { readonly at: number; readonly now: number; readonly span: Span }[] = [];
  for (const { span, now } of words) {
    text += parsed.text.slice(from, span.start);
    places.push({ at: text.length, now: now.length, span });
    text += now;
    from = span.end;
  }
  text += parsed.text.slice(from);
  const back = (offset: number): number => {
    const before = places.findLast(({ at }) => at <= offset);
    if (before === undefined) return offset;
    const { at, now, span } = before;
    return offset < at + now ? Math.min(span.start + offset - at, span.end) : span.end + offset - at - now;
  };
  return { text, back };
}

function usesIn(parsed: ParsedSource): readonly Use[] {
  return [...parsed.looseUses, ...[...parsed.uses.values()].flat()];
}

function isOwn(use: Use, name: string): boolean {
  return use.kind === "name" && use.name === name;
}
