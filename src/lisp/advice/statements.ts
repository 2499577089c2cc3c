// Whole statements of other languages: words that start a line outside all parentheses, comprehensions in brackets, words
// such as then and else inside if, code fences of Markdown, and template strings.

import type { Form } from "../read/form.ts";
import type { Adviser } from "./advice.ts";
import { callIn, symbolName, textOf } from "./path.ts";

const lineStarts: ReadonlyMap<string, string> = new Map([
  ["def", "Write (defn name [args] body), or (def name value)."],
  ["defn", "Write (defn name [args] body)."],
  ["function", "Write (defn name [args] body)."],
  ["func", "Write (defn name [args] body)."],
  ["fn", "Write (fn [x] body)."],
  ["lambda", "Write (fn [x] …) or #(… %)."],
  ["let", "Write (let [name value] body), or (def name value)."],
  ["const", "Write (def name value), or (let [name value] body)."],
  ["var", "Write (def name value), or (let [name value] body)."],
  ["int", "Write (def name value), or (let [name value] body)."],
  ["for", "Write (doseq [x coll] body) for effects, or (for [x coll] body) for results."],
  ["foreach", "Write (doseq [x coll] body)."],
  ["while", "Write (loop [x start] (if test (recur next) x))."],
  ["if", "Write (if test then else)."],
  ["elif", "Write (cond test1 result1 test2 result2 :else default)."],
  ["else", "Write (if test then else); the else value is the third part of if."],
  ["switch", "Write (case x :a 1 :b 2 default)."],
  ["return", "Write (return value), or let the last expression be the result."],
  ["import", "Leave it out: str/join, set/union, json/parse-string and the others are built in."],
  ["from", "Leave it out: str/join, set/union, json/parse-string and the others are built in."],
  ["require", "Leave it out: str/join, set/union, json/parse-string and the others are built in."],
  ["SELECT", "Write (->> coll (filter pred) (map f))."],
  ["select", "Write (->> coll (filter pred) (map f))."],
  ["class", "There are no classes: use maps {:a 1} and functions made with defn."],
  ["try", "There are no exceptions: test first with if, or end with (fail reason)."],
  ["print", "Write (println x)."],
  ["println", "Write (println x)."],
  ["await", "Leave it out: (tool/name {…}) gives its result directly."],
  ["async", "Leave it out: (tool/name {…}) gives its result directly."],
]);

/** A line of another language, starting with one of its words outside all parentheses. */
export const bareStatement: Adviser = (problem, _path, { source, forms }) => {
  const lineStart = source.lastIndexOf("\n", Math.max(0, problem.span.start - 1)) + 1;
  const lineEnd = source.indexOf("\n", problem.span.start);
  const end = lineEnd === -1 ? source.length : lineEnd;
  const index = forms.findIndex((f) => f.span.start >= lineStart);
  const first = forms[index];
  const word = symbolName(first);
  if (first === undefined || word === null || first.span.start > problem.span.start) return null;
  if (source.slice(lineStart, first.span.start).trim() !== "") return null;
  const hint = lineStarts.get(word);
  const next = forms[index + 1];
  if (hint === undefined || next === undefined || next.span.start >= end) return null;
  if (next.span.start === first.span.end && next.kind === "list" && !/^(?:if|for|while|switch|function)$/.test(word))
    return null;
  return {
    message: `${word} stands outside parentheses; every call and form is written in ( ).`,
    hint,
    span: first.span,
    covers: { start: lineStart, end },
  };
};

/** [x * 2 for x in xs if test], {k: v for k in ks}: a comprehension. */
export const comprehension: Adviser = (_problem, path, { source }) => {
  for (const { form } of path) {
    if (form.kind !== "vector" && form.kind !== "set" && form.kind !== "map" && form.kind !== "list") continue;
    const names = form.items.map((f) => symbolName(f));
    const at = names.indexOf("for");
    const inside = names.indexOf("in", at + 1);
    if (at < 1 || inside === -1) continue;
    const item = form.items
      .slice(at + 1, inside)
      .map((f) => textOf(f, source, 16))
      .join(" ");
    const coll = form.items[inside + 1];
    const test = names.indexOf("if", inside);
    const when = test === -1 ? "" : " :when test";
    const binding = `[${at + 2 < inside ? `[${item}]` : item} ${coll === undefined ? "coll" : textOf(coll, source, 24)}${when}]`;
    const body = at === 1 ? textOf(form.items[0]!, source, 24) : "…";
    return {
      message: "Comprehensions are written with for in front.",
      hint:
        form.kind === "map"
          ? `Write (into {} (for ${binding} [key value])).`
          : form.kind === "set"
            ? `Write (set (for ${binding} ${body})).`
            : `Write (for ${binding} ${body}).`,
      span: form.span,
      covers: form.span,
    };
  }
  return null;
};

/** (if test then a else b), (if test a :else b). */
export const wordsInIf: Adviser = (problem, path, { source }) => {
  const call = callIn(path);
  const head = symbolName(call?.items[0]);
  if (call === undefined || (head !== "if" && head !== "if-not") || !/arity|unbound/.test(problem.reason)) return null;
  const isWord = (f: Form) =>
    /^(?:then|else|elif|elsif|end)$/.test(symbolName(f) ?? "") || (f.kind === "keyword" && f.name === "else");
  const word = call.items.find(isWord);
  if (word === undefined) return null;
  const parts = call.items.slice(1).filter((f) => !isWord(f));
  const written = parts.map((f) => textOf(f, source, 20)).join(" ");
  return {
    message: `if has no word ${textOf(word, source)}: its parts stand one after the other.`,
    hint: parts.length <= 3 ? `Write (${head} ${written}).` : "Write (if test then else), or cond for several tests.",
    span: word.span,
    covers: call.span,
  };
};

/** (cond ((> x 1) :a) (else :b)): clauses in parentheses of their own. */
export const wrappedClauses: Adviser = (problem, path) => {
  const around = path.find(({ form }) => form.kind === "list" && symbolName(form.items[0]) === "cond")?.form;
  if (around?.kind !== "list" || !/not_callable|unbound_var|arity/.test(problem.reason)) return null;
  const clauses = around.items.slice(1);
  const wrapped = (f: Form) => f.kind === "list" && (f.items.length === 2 || f.items[0]?.kind === "list");
  if (!clauses.every(wrapped) || !clauses.some((f) => f.kind === "list" && f.items[0]?.kind === "list")) return null;
  return {
    message: "The clauses of cond are not wrapped in parentheses.",
    hint: "Write (cond test1 result1 test2 result2 :else default), without wrapping each pair.",
    covers: around.span,
  };
};

/** -- a comment, as SQL and Lua write it. */
export const dashComment: Adviser = (problem, path, { source }) => {
  const step = path.at(-1);
  if (path.length !== 1 || symbolName(step?.form) !== "--") return null;
  const end = source.indexOf("\n", problem.span.start);
  return {
    message: "`--` does not start a comment.",
    hint: "Comments start with `;` and run to the end of the line.",
    covers: { start: problem.span.start, end: end === -1 ? source.length : end },
  };
};

/** ```clojure … ``` around the program, and `text ${x}` in backquotes. */
export const backquotes: Adviser = (problem, _path, { source }) => {
  if (source[problem.span.start] !== "`") return null;
  if (source.startsWith("```", problem.span.start))
    return {
      message: "The program is wrapped in a Markdown code fence.",
      hint: "Leave out the lines with ```.",
      covers: { start: 0, end: source.length },
    };
  const template = /^`[^`()]*`/.exec(source.slice(problem.span.start, problem.span.start + 400));
  if (template === null) return null;
  const end = problem.span.start + template[0].length;
  return {
    message: "Strings are written in double quotes, not in backquotes.",
    hint: template[0].includes("${")
      ? 'Join the parts: (str "…" x "…").'
      : `Write "${template[0].slice(1, -1).slice(0, 40)}".`,
    span: { start: problem.span.start, end },
    covers: { start: problem.span.start, end },
  };
};
