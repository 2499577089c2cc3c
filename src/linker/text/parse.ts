// One text, read and analysed once: its definitions, what each of them uses and when, and every problem with its place.
// Uses come from the analysis itself, so shadowed locals, quoted data, strings and comments are never among them.

import type { Problem } from "../../base/problem.ts";
import type { Span } from "../../base/span.ts";
import type { NameUse } from "../../lisp/analyze/context.ts";
import type { Expr } from "../../lisp/analyze/expr.ts";
import { type VaryingUse, varyingUses } from "../../lisp/analyze/varying.ts";
import { examine } from "../../lisp/examine.ts";
import { defaultLimits } from "../../lisp/limits.ts";
import type { Form } from "../../lisp/read/form.ts";
import { withLimits } from "../../lisp/run.ts";
import { mayBeTool } from "../symbols.ts";
import type { SourceText } from "../unit.ts";
import { type Definition, definitionOf, type TopLevel } from "./definition.ts";
import { loadSpans } from "./load-time.ts";

/**
 * When a use is followed: `later` inside a function, `value` when a definition only holds what it names, `load` when it
 * may be run while the texts are loaded.
 */
export type When = "later" | "value" | "load";

export interface Use {
  /** `tool`: written tool/name. */
  readonly kind: NameUse["kind"];
  /** Without tool/. */
  readonly name: string;
  /** Of the name as written, tool/ included. */
  readonly span: Span;
  readonly when: When;
  /** What it is called with; null when it is not called here. */
  readonly args: readonly Form[] | null;
  /** Is this name a local where the use stands? Writing it there instead would mean something else. */
  readonly isLocal: (name: string) => boolean;
}

export interface ParsedSource {
  readonly file: string;
  readonly text: string;
  /** By name; the first where a name stands twice. */
  readonly definitions: ReadonlyMap<string, Definition>;
  /** Of each definition, in the order of the text. */
  readonly uses: ReadonlyMap<Definition, readonly Use[]>;
  /** Uses outside of all definitions. */
  readonly looseUses: readonly Use[];
  /** Names that are nil here unless another text defines them, as in (or total 0). */
  readonly absent: readonly Use[];
  /** Where the text asks the host for the time or for chance, in its order. */
  readonly varying: readonly VaryingUse[];
  /** Top-level forms that define nothing. */
  readonly loose: readonly Form[];
  /** Second definitions of a name, and definitions inside other forms: each with where the name stands. */
  readonly repeated: readonly { readonly name: string; readonly first: Span; readonly again: Span }[];
  readonly nested: readonly { readonly name: string; readonly span: Span }[];
  readonly problems: readonly Problem[];
}

/** What a definition uses of its own text, directly or through others, itself first. */
export function reachedFrom(main: Definition, parsed: ParsedSource): ReadonlySet<Definition> {
  const reached = new Set([main]);
  // A set may grow while it is walked.
  for (const definition of reached)
    for (const { kind, name } of parsed.uses.get(definition) ?? []) {
      const own = kind === "name" ? parsed.definitions.get(name) : undefined;
      if (own !== undefined) reached.add(own);
    }
  return reached;
}

/** Texts read lately: the same few are linked over and over. Bounded by their length, the oldest go first. */
const lately = new Map<string, ParsedSource>();
const MOST_CHARACTERS = 4_000_000;
let characters = 0;

export function parseSource(source: SourceText): ParsedSource {
  const key = `${source.file}\n${source.text}`;
  const known = lately.get(key);
  if (known !== undefined) return known;
  const parsed = readSource(source);
  lately.set(key, parsed);
  characters += key.length;
  for (const old of lately.keys()) {
    if (characters <= MOST_CHARACTERS) break;
    lately.delete(old);
    characters -= old.length;
  }
  return parsed;
}

function readSource(source: SourceText): ParsedSource {
  const found: NameUse[] = [];
  const defined = new Map<number, { name: string; span: Span }>();
  const calls = new Map<number, readonly Form[]>();
  const elsewhere = {
    mayDefine: mayBeTool,
    used: (use: NameUse) => {
      found.push(use);
    },
    defined: (name: string, span: Span) => {
      defined.set(span.start, { name, span });
    },
    called: (name: Span, args: readonly Form[]) => {
      calls.set(name.start, args);
    },
  };
  const { program, forms, problems } = withLimits({}, () =>
    examine(source.text, defaultLimits, { defined: [], tools: [], data: null, elsewhere }),
  );
  const tops = topLevel(source.text, forms, program.body);
  const definitions = new Map<string, Definition>();
  const repeated: { name: string; first: Span; again: Span }[] = [];
  for (const { definition } of tops) {
    if (definition === null) continue;
    const first = definitions.get(definition.name);
    if (first === undefined) definitions.set(definition.name, definition);
    else repeated.push({ name: definition.name, first: first.nameSpan, again: definition.nameSpan });
    defined.delete(definition.nameSpan.start);
  }
  const uses = usesOf(
    found.filter((use) => use.kind !== "absent"),
    calls,
    tops,
  );
  const absent = usesOf(
    found.filter((use) => use.kind === "absent"),
    calls,
    tops,
  );
  return {
    file: source.file,
    text: source.text,
    definitions,
    uses: uses.within,
    looseUses: uses.loose,
    absent: [...absent.loose, ...[...absent.within.values()].flat()],
    varying: varyingUses(program.body),
    loose: tops.flatMap((t) => (t.definition === null && !isComment(t.form) ? [t.form] : [])),
    repeated,
    nested: [...defined.values()].sort((a, b) => a.span.start - b.span.start),
    problems,
  };
}

function topLevel(text: string, forms: readonly Form[], body: Expr): readonly TopLevel[] {
  const exprs = forms.length === 1 ? [body] : body.op === "do" ? body.body : [];
  return forms.map((form, i) => {
    const expr = exprs[i];
    const before = forms[i - 1]?.span.end ?? 0;
    return { form, expr, definition: expr === undefined ? null : definitionOf(text, form, expr, before) };
  });
}

function isComment(form: Form): boolean {
  return isCall(form, "comment");
}

function isCall(form: Form, name: string): boolean {
  const head = form.kind === "list" ? form.items[0] : undefined;
  return head?.kind === "symbol" && head.name === name;
}

/** What to do with a top-level form that defines nothing. */
export function strayHint(form: Form): string {
  return isCall(form, "declare")
    ? "Take it out: a function may use names that are defined after it."
    : "Put it into (comment …), or make it an example of the tool.";
}

/** Each use once, given to the definition around it. Forms may be analysed more than once, so places repeat. */
function usesOf(
  found: readonly NameUse[],
  calls: ReadonlyMap<number, readonly Form[]>,
  tops: readonly TopLevel[],
): { within: ReadonlyMap<Definition, readonly Use[]>; loose: readonly Use[] } {
  const seen = new Set<number>();
  const inOrder = [...found].sort((a, b) => a.span.start - b.span.start);
  const within = new Map<Definition, Use[]>();
  const loose: Use[] = [];
  let at = 0;
  let load: ReturnType<typeof loadSpans> | null = null;
  for (const { kind, name, span, scope } of inOrder) {
    if (seen.has(span.start)) continue;
    seen.add(span.start);
    while (at < tops.length && tops[at]!.form.span.end <= span.start) {
      at++;
      load = null;
    }
    const top = tops[at];
    const definition = top?.definition ?? null;
    load ??= top?.expr === undefined ? null : loadSpans(top.expr);
    const isLocal = (other: string) => scope.find(other) !== undefined;
    const use = { kind, name, span, when: load?.when(span) ?? "load", args: calls.get(span.start) ?? null, isLocal };
    if (definition === null) loose.push(use);
    else {
      const list = within.get(definition) ?? [];
      list.push(use);
      within.set(definition, list);
    }
  }
  return { within, loose };
}
