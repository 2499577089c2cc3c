// Forms written without a space between them, as other languages call functions, index lists and mark strings: f(x),
// xs[0], m["a"], f"…". Lisp reads two forms there; when that ends in an error, the space is the reason.

import { habitOf } from "../analyze/habits.ts";
import { findBuiltin } from "../builtins/index.ts";
import type { Form } from "../read/form.ts";
import type { Advice, Adviser } from "./advice.ts";
import { collectionPlace } from "./function-arguments.ts";
import { areGlued, callIn, symbolName, textOf } from "./path.ts";

/** f(x): the call's parentheses after the function. */
export const gluedCall: Adviser = (problem, path, { source }) => {
  for (let i = path.length - 1; i >= 0; i--) {
    const { form, siblings, index } = path[i]!;
    for (const [name, call] of [
      [siblings[index - 1], form],
      [form, siblings[index + 1]],
    ] as const) {
      if (call?.kind !== "list" || !areGlued(name, call)) continue;
      if (name?.kind !== "symbol" || symbolName(siblings[0])?.startsWith("def")) continue;
      // A foreign name has its own answer; the space comes second.
      const own = problem.reason === "unbound_var" && problem.span.start === name.span.start;
      if (own && !isUnknown(problem.hint) && !isMethodOfValue(name.name)) continue;
      const args = argumentsOf(call.items, source);
      const span = { start: name.span.start, end: call.span.end };
      return {
        message: `${name.name}( … ) is not a call here.`,
        hint: `Write ${callOf(name.name, args)}: the function goes inside the parentheses.`,
        span,
        covers: span,
      };
    }
  }
  return null;
};

/** f(a b) has the arguments a b; f(n - 1) has the one argument (- n 1). */
function argumentsOf(items: readonly Form[], source: string): string {
  const texts = items.map((f) => textOf(f, source, 24));
  if (items.length === 3 && items[1]!.kind === "symbol" && /^[-+*/<>=]=?$/.test(texts[1]!))
    return ` (${texts[1]} ${texts[0]} ${texts[2]})`;
  return texts.map((t) => ` ${t}`).join("");
}

/** xs.map(f) as (map f xs), tool.search({}) as (tool/search {…}). */
function callOf(name: string, args: string): string {
  const dot = name.lastIndexOf(".");
  if (dot <= 0) return `(${name}${args})`;
  const object = name.slice(0, dot);
  const method = name.slice(dot + 1);
  if (object === "tool" || object === "tools") return `(tool/${method} {:key value})`;
  if (findBuiltin(`${object}/${method}`) !== undefined) return `(${object}/${method}${args})`;
  return collectionPlace(method) === "last" ? `(${method}${args} ${object})` : `(${method} ${object}${args})`;
}

/** xs.map: a name of this language after a dot. */
function isMethodOfValue(name: string): boolean {
  const dot = name.lastIndexOf(".");
  return dot > 0 && habitOf(name.slice(dot + 1)) === undefined && findBuiltin(name.slice(dot + 1)) !== undefined;
}

/** "abc".upper(), (f x).trim: a method after a value. */
export const gluedMethod: Adviser = (_problem, path, { source }) => {
  for (const { form, siblings, index } of path) {
    for (const [value, method] of [
      [siblings[index - 1], form],
      [form, siblings[index + 1]],
    ] as const) {
      const name = symbolName(method);
      if (value === undefined || method === undefined || name === null || !/^\.[A-Za-z]/.test(name)) continue;
      if (!areGlued(value, method) || value.kind === "symbol") continue;
      const bare = name.slice(1);
      const text = textOf(value, source, 24);
      const habit = habitOf(bare);
      const after = siblings[siblings.indexOf(method) + 1];
      const given = after?.kind === "list" && areGlued(method, after) ? argumentsOf(after.items, source) : "";
      const span = { start: value.span.start, end: method.span.end };
      const covers = { start: span.start, end: siblings.at(-1)!.span.end };
      return {
        message: `${text}${name} is not a call here.`,
        hint:
          // The methods are those of strings.
          findBuiltin(name) !== undefined && (value.kind === "string" || habit === undefined)
            ? `Write (${name} ${text}).`
            : (habit?.hint ?? `Write ${callOf(`${text}.${bare}`, given)}.`),
        span,
        covers,
      };
    }
  }
  return null;
};

function isUnknown(hint: string | undefined): boolean {
  return hint === undefined || hint.startsWith("Define it first");
}

function indexAdvice(name: Form, index: Form, source: string): Advice | null {
  if (index.kind !== "vector" || index.items.length !== 1 || !areGlued(name, index)) return null;
  if (name.kind !== "symbol" && name.kind !== "list") return null;
  const key = index.items[0]!;
  const written = source.slice(index.span.start + 1, index.span.end - 1);
  const slice = /^(\d*):(\d*)$/.exec(written);
  const owner = textOf(name, source, 24);
  const hint =
    owner === "data" && (key.kind === "string" || key.kind === "keyword")
      ? `Write data/${textOf(key, source, 24).replace(/[":]/g, "")}.`
      : slice !== null
        ? `Write (subvec ${owner} ${slice[1] || "0"}${slice[2] ? ` ${slice[2]}` : ""}), or (subs …) for text.`
        : key.kind === "keyword"
          ? `Write (${textOf(key, source, 24)} ${owner}).`
          : key.kind === "number" && textOf(key, source).startsWith("-")
            ? `Write (last ${owner}), or (nth ${owner} (- (count ${owner}) ${textOf(key, source).slice(1)})).`
            : `Write (${key.kind === "number" ? "nth" : "get"} ${owner} ${textOf(key, source, 24)}).`;
  const span = { start: name.span.start, end: index.span.end };
  return { message: `${owner}[ … ] does not read an item.`, hint, span, covers: span };
}

/** xs[0], m["a"]: an index in brackets after the collection. */
export const gluedIndex: Adviser = (problem, path, { source }) => {
  const call = callIn(path);
  const rows = [...path.map((s) => s.siblings), ...(call === undefined ? [] : [call.items])];
  for (const row of rows) {
    for (let i = 0; i + 1 < row.length; i++) {
      const advice = indexAdvice(row[i]!, row[i + 1]!, source);
      if (advice === null) continue;
      // [fn[x] …] and (defn f[x] …) are ordinary: only what is read as a value can be indexed.
      if (i === 0 && row !== path[0]?.siblings && call?.items === row) continue;
      if (problem.reason === "unbound_var" && problem.span.start !== row[i]!.span.start) continue;
      return advice;
    }
  }
  return null;
};

/** f"…", r"…": marks in front of strings; "say "hi" now": quotes inside a string. */
export const markedString: Adviser = (problem, path, { source }) => {
  const step = path.at(-1);
  if (step === undefined || !/unbound_var|arity/.test(problem.reason)) return null;
  const row = step.form.kind === "list" ? step.form.items : step.siblings;
  const at =
    step.form.kind === "list"
      ? row.findIndex((f, i) => f.kind === "symbol" && row[i + 1]?.kind === "string" && areGlued(f, row[i + 1]))
      : step.index;
  const mark = row[at];
  const name = symbolName(mark);
  const string = row[at + 1];
  if (mark === undefined || name === null || string?.kind !== "string" || !areGlued(mark, string)) return null;
  const before = row[at - 1];
  const span = { start: mark.span.start, end: string.span.end };
  if (before?.kind === "string" && source[before.span.end - 1] === '"' && source[string.span.start] === '"')
    return {
      message: `The string ends before ${name}: a quotation mark inside a string needs a backslash.`,
      hint: `Write \\"${name}\\".`,
      span: { start: before.span.start, end: string.span.end },
      covers: { start: before.span.start, end: string.span.end },
    };
  const hint =
    name === "r"
      ? `Write a regex literal: #${textOf(string, source, 30)}.`
      : `Join the parts with (str "…" x "…") or (format "%s" x).`;
  return { message: `${name}"…" is not a string of PTC-Lisp.`, hint, span, covers: span };
};
