// Text that reads as something else than was meant: operators that start a comment or metadata here, escapes of HTML, and
// map patterns without :keys.

import type { Form } from "../read/form.ts";
import { shown } from "../read/problems.ts";
import type { Adviser } from "./advice.ts";
import { symbolName, textOf } from "./path.ts";

function unescaped(text: string): string {
  return text.replaceAll("&gt;", ">").replaceAll("&lt;", "<").replaceAll("&quot;", '"').replaceAll("&amp;", "&");
}

/** A comment mark swallowed the closing bracket: (// 5 2), (-&gt; x f), (+ 1 2 // sum). */
export const swallowedCloser: Adviser = (problem, _path, { source, problems }) => {
  if (problem.reason !== "parse_error" || !/never closed/.test(problem.message)) return null;
  const covers = { start: problem.span.start, end: source.length };
  if (/^\(\s*\/\/\s/.test(source.slice(problem.span.start, problem.span.start + 20)))
    return {
      message: "`//` does not divide; it reads as a comment of another language.",
      hint: "Use (quot a b) for whole numbers, (/ a b) for a float.",
      covers,
    };
  // At most as long as a name may sensibly be: otherwise every place of a long word is tried as its start.
  const escaped = /[^\s()[\]{}&]{0,40}&(?:gt|lt|amp|quot);[^\s()[\]{}]*/.exec(source.slice(problem.span.start));
  if (escaped !== null) {
    const start = problem.span.start + escaped.index;
    return {
      message: `${shown(escaped[0])} holds an escape of HTML; the \`;\` in it starts a comment.`,
      hint: `Write ${shown(unescaped(escaped[0]))}.`,
      span: { start, end: start + escaped[0].length },
      covers,
    };
  }
  const comment = problems.find(
    (p) =>
      p.span.start > problem.span.start &&
      /does not start a comment/.test(p.message) &&
      /[)\]}]/.test(source.slice(p.span.start, p.span.end)),
  );
  if (comment === undefined) return null;
  return { message: comment.message, hint: comment.hint ?? "Comments start with `;`.", span: comment.span, covers };
};

/** (^ 2 3): the caret is metadata to the reader. */
export const powerOperator: Adviser = (problem, path, { source }) => {
  if (source[problem.span.start] !== "^" || !/^\^\s/.test(source.slice(problem.span.start, problem.span.start + 2)))
    return null;
  const around = path.at(-1)?.form.span;
  return {
    message: "`^` is not an operator.",
    hint: "Use (pow x y) for powers, (bit-xor x y) for bits.",
    ...(around === undefined ? {} : { covers: around }),
  };
};

/** (let [a b b 1] …): a name used before its own binding. */
export const boundLater: Adviser = (problem, path) => {
  if (problem.reason !== "unbound_var") return null;
  const name = symbolName(path.at(-1)?.form);
  const at = path.findLastIndex(({ form }) => form.kind === "vector");
  const vector = path[at]?.form;
  const within = path[at + 1]?.index;
  if (name === null || vector?.kind !== "vector" || within === undefined) return null;
  if (!/^(?:let|loop|when-let|if-let|for|doseq)$/.test(symbolName(path[at]!.siblings[0]) ?? "")) return null;
  if (!vector.items.some((f, i) => i > within && i % 2 === 0 && symbolName(f) === name)) return null;
  return {
    message: `${name} is used before it is bound.`,
    hint: `Bindings are made in order: move the pair of ${name} before this one.`,
  };
};

/** "a" . "b": the dot that joins text elsewhere. */
export const joiningDot: Adviser = (problem, path, { source }) => {
  const step = path.at(-1);
  const call = path.at(-2)?.form;
  if (problem.reason !== "unbound_var" || symbolName(step?.form) !== "." || call?.kind !== "list" || step!.index < 1)
    return null;
  const others = call.items.slice(symbolName(call.items[0]) === "str" ? 1 : 0).filter((f) => symbolName(f) !== ".");
  return {
    message: "A dot does not join text.",
    hint: `Write (str ${others.map((f) => textOf(f, source, 20)).join(" ")}).`,
    covers: call.span,
  };
};

const binders = /^(?:fn|defn|defn-|let|loop|for|doseq|when-let|if-let)$/;

/** [{:name}] in a place where names are bound: {:keys [name]} was meant. */
export const bindingPattern: Adviser = (problem, path) => {
  const at = path.findLastIndex(({ form }) => form.kind === "map");
  const map = path[at]?.form;
  const around = path[at - 1];
  if (map?.kind !== "map" || around?.form.kind !== "vector" || !/odd number/.test(problem.message)) return null;
  if (!binders.test(symbolName(path[at - 2]?.form.kind === "list" ? around.siblings[0] : undefined) ?? "")) return null;
  const names = map.items.filter(
    (f): f is Form & { kind: "keyword" | "symbol" } => f.kind === "keyword" || f.kind === "symbol",
  );
  if (names.length === 0 || names.some((f) => f.kind === "keyword" && /^(?:keys|or|as|strs|syms)$/.test(f.name)))
    return null;
  const distinct = new Set(names.map((f) => f.name));
  return {
    message: "A map pattern names its keys with :keys.",
    hint: `Write {:keys [${[...distinct].join(" ")}]}.`,
    span: map.span,
  };
};

const bindingForms = /^(?:defn-?|fn|let|loop|for|doseq)$/;

/** [x: int], (let [x: 1] …): a colon and a type after a name. */
export const annotatedName: Adviser = (problem, path, { source }) => {
  if (problem.reason !== "parse_error" || !/a name cannot contain a colon/.test(problem.message)) return null;
  const vector = path.findLast(({ form }) => form.kind === "vector");
  if (vector === undefined || !bindingForms.test(symbolName(vector.siblings[0]) ?? "")) return null;
  const name = source.slice(problem.span.start, problem.span.end).replace(/:.*$/, "");
  return {
    hint: /^(?:defn-?|fn)$/.test(symbolName(vector.siblings[0]) ?? "")
      ? `Parameters have no types: write [${name}].`
      : `Write the bare name: [${name} value].`,
  };
};

/** (defn f [x y=2] … y): a parameter with a default value. */
export const defaultParameter: Adviser = (problem, path, { source }) => {
  const name = symbolName(path.at(-1)?.form);
  if (problem.reason !== "unbound_var" || name === null) return null;
  for (const { form } of path) {
    const vector = "items" in form ? form.items.find((f) => f.kind === "vector") : undefined;
    const given =
      vector?.kind === "vector" ? vector.items.find((f) => symbolName(f)?.startsWith(`${name}=`)) : undefined;
    if (given === undefined) continue;
    return {
      message: `${textOf(given, source)} is one name: parameters have no default values.`,
      hint: `Write a second arity, (defn f ([x] (f x default)) ([x ${name}] body)), or take a map: [{:keys [${name}] :or {${name} default}}].`,
      span: given.span,
    };
  }
  return null;
};
