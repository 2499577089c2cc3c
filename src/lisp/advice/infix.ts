// Operators between their operands, as most languages write them: (a + b), (if x > 5 …), x = 5, (x => y), a ? b : c.

import type { Span } from "../../base/span.ts";
import { foreignOperators } from "../analyze/spelling.ts";
import { findBuiltin } from "../builtins/index.ts";
import type { Form } from "../read/form.ts";
import type { Advice, Adviser } from "./advice.ts";
import { callIn, holds, symbolName, textOf } from "./path.ts";

/** Operators as written elsewhere, and what they are here. */
const operators: ReadonlyMap<string, string> = new Map([
  ...["+", "-", "*", "/", "<", ">", "<=", ">=", "=", "and", "or", "not=", "mod", "rem"].map((o) => [o, o] as const),
  ...foreignOperators,
  ["<>", "not="],
  ["is", "="],
]);

function operatorOf(form: Form | undefined): string | undefined {
  const name = symbolName(form);
  return name === null ? undefined : operators.get(name);
}

const noSuggestion = /^(?:Define it first|Did you mean `[^A-Za-z])/;

/** (1 + 2), (x > 5): the first item is an operand, so calling it fails. */
export const infixCall: Adviser = (problem, path, { source }) => {
  for (const { form } of path) {
    const at = form.kind === "list" ? form.items.findIndex((f, i) => i > 0 && /^[=-]>$/.test(symbolName(f) ?? "")) : -1;
    if (form.kind === "list" && at > 0 && at + 1 < form.items.length) return arrow(form.items, at, source);
  }
  const call = callIn(path);
  if (call === undefined || call.items.length < 3) return null;
  const [first, second] = call.items;
  if (problem.reason === "not_callable" && second?.kind === "keyword" && second.name === "=")
    return { hint: `Values do not change: bind a new one, (let [${textOf(first!, source, 20)} value] …).` };
  const operator = operatorOf(second);
  // % is a parameter where it stands first, as in #(% > 5).
  if (operator === undefined || (operatorOf(first) !== undefined && symbolName(first) !== "%")) return null;
  const head = symbolName(first);
  // (a and b): and cannot be a value. (apply and xs) is another matter.
  const isFormBetween = problem.span.start === second!.span.start && head !== null && findBuiltin(head) === undefined;
  const headFails =
    problem.reason === "not_callable" ||
    isFormBetween ||
    (problem.reason === "unbound_var" &&
      problem.span.start === first!.span.start &&
      noSuggestion.test(problem.hint ?? "Define it first"));
  if (!headFails) return null;
  const operands = call.items.filter((_, i) => i % 2 === 0).map((f) => textOf(f, source, 20));
  const alike = call.items.length % 2 === 1 && call.items.every((f, i) => i % 2 === 0 || operatorOf(f) === operator);
  return {
    message: `${textOf(call, source)} has its operator in the middle.`,
    hint: alike
      ? `Write (${operator} ${operands.join(" ")}): the operator comes first.`
      : "Write the operator first, with parentheses around each operation: (+ a (* b c)).",
    span: call.span,
    covers: call.span,
  };
};

/** x => x * 2, alone in ( ) or among the arguments of a call. */
function arrow(items: readonly Form[], at: number, source: string): Advice {
  const first = items[at - 1]!;
  if (first.kind === "vector")
    return {
      message: "Functions declare no type for their result.",
      hint: `Leave out ${textOf(items[at]!, source)} ${textOf(items[at + 1]!, source, 20)}.`,
      span: { start: items[at]!.span.start, end: items[at + 1]!.span.end },
      covers: { start: items[at]!.span.start, end: items[at + 1]!.span.end },
    };
  const [left, sign, right] = items.slice(at + 1);
  const params =
    first.kind === "list" ? first.items.map((f) => textOf(f, source, 20)).join(" ") : textOf(first, source, 20);
  const operator = operatorOf(sign);
  const isOperation = operator !== undefined && right !== undefined;
  const body = isOperation
    ? `(${operator} ${textOf(left!, source, 20)} ${textOf(right, source, 20)})`
    : items.length === at + 2
      ? textOf(left!, source, 30)
      : "…";
  const span = { start: first.span.start, end: items.at(-1)!.span.end };
  return {
    message: "Functions are not written with an arrow.",
    hint: `Write (fn [${params}] ${body}).`,
    span,
    covers: span,
  };
}

const testing = new Set(["if", "if-not", "when", "when-not", "cond", "and", "or", "not", "return", "fail", "recur"]);

/** (if x > 5 a b): the test lacks its parentheses. */
export const infixTest: Adviser = (problem, path, { source }) => {
  const call = callIn(path);
  const head = symbolName(call?.items[0]);
  if (call === undefined || head === null || !testing.has(head)) return null;
  if (!/arity|invalid_form|unbound/.test(problem.reason)) return null;
  const at = call.items.findIndex((f, i) => i >= 2 && i + 1 < call.items.length && operatorOf(f) !== undefined);
  if (at === -1) return null;
  const [left, operator, right] = [call.items[at - 1]!, operatorOf(call.items[at])!, call.items[at + 1]!];
  const written = `(${operator} ${textOf(left, source, 20)} ${textOf(right, source, 20)})`;
  return {
    message: `${head} has an operator between its parts.`,
    hint: `Write ${written}: the operator comes first, in parentheses of its own.`,
    span: { start: left.span.start, end: right.span.end },
    covers: call.span,
  };
};

/** (+ "a" + "b"): the operator given to itself as an argument. */
export const operatorArgument: Adviser = (problem, path, { source }) => {
  const call = callIn(path);
  const operator = symbolName(call?.items[0]);
  if (call === undefined || problem.reason !== "type_error" || operator === null) return null;
  if (!operators.has(operator) || !call.items.slice(2, -1).some((f) => symbolName(f) === operator)) return null;
  const others = call.items.slice(1).filter((f) => symbolName(f) !== operator);
  const written = others.map((f) => textOf(f, source, 20)).join(" ");
  return {
    hint:
      operator === "+" && others.some((f) => f.kind === "string")
        ? `Join text with (str ${written}).`
        : `Write the operator once, in front: (${operator} ${written}).`,
  };
};

/** a + b in a body: three forms where one was meant. */
export const infixStatement: Adviser = (problem, _path, { source, forms }) => {
  if (problem.reason !== "invalid_form" || !/these are three forms/.test(problem.message)) return null;
  const parts = within(forms, problem.span);
  const [left, sign, right] = parts;
  const operator = operatorOf(sign);
  if (left === undefined || right === undefined || parts.length !== 3) return null;
  // At the end of a function's body x = 5 is a comparison, elsewhere an assignment.
  const isResult = !forms.includes(right) && endsBody(forms, right);
  const assigned = isResult ? null : assignmentOf(left, sign, right, source);
  if (assigned !== null) return assigned;
  if (operator === undefined) return null;
  return {
    message: `${source.slice(problem.span.start, problem.span.end).replace(/\s+/g, " ")} has its operator in the middle.`,
    hint: `Write (${operator} ${textOf(left, source, 20)} ${textOf(right, source, 20)}): the operator comes first.`,
    covers: problem.span,
  };
};

/** The outermost forms that lie inside a span. */
function within(forms: readonly Form[], span: Span): Form[] {
  return forms.flatMap((f) => (holds(span, f.span) ? [f] : "items" in f ? within(f.items, span) : []));
}

const assignments = new Set(["=", ":=", "+=", "-=", "*=", "/=", "<-"]);

/** What name = value is called here, or null when it is no assignment. */
function assignmentOf(left: Form, sign: Form | undefined, value: Form, source: string): Advice | null {
  const operator = sign?.kind === "keyword" && sign.name === "=" ? ":=" : symbolName(sign);
  const name = symbolName(left);
  if (operator === null || !assignments.has(operator) || name === null) return null;
  const text = textOf(value, source, 24);
  const span = { start: left.span.start, end: value.span.end };
  const changes = operator.length === 2 && operator !== ":=" && operator !== "<-";
  return {
    message: `${name} ${operator} ${text} is not how values are bound.`,
    hint: changes
      ? `Values do not change: bind a new one, (let [${name} (${operator[0]} ${name} ${text})] …), or carry it in loop/recur or reduce.`
      : `Write (def ${name} ${text}), or (let [${name} ${text}] body).`,
    span,
    covers: span,
  };
}

/** x = 5 and x += 1, outside parentheses or inside a body. */
export const assignment: Adviser = (_problem, path, { source }) => {
  for (const { siblings, index } of path) {
    for (const at of [index, index - 1, index - 2]) {
      const name = siblings[at];
      const value = siblings[at + 2];
      // (f = 5): inside a call only from its second item on can this be a statement.
      const isCall = path[0]!.siblings !== siblings && at === 0;
      if (name === undefined || value === undefined) continue;
      if (isCall && !/^[-+*/]=$/.test(symbolName(siblings[1]) ?? "")) continue;
      const advice = assignmentOf(name, siblings[at + 1], value, source);
      if (advice !== null) return advice;
    }
  }
  return null;
};

/** Is the form the last of the list it stands in? */
function endsBody(forms: readonly Form[], form: Form): boolean {
  return forms.some((f) => "items" in f && (f.items.at(-1) === form || endsBody(f.items, form)));
}

/** test ? a : b */
export const ternary: Adviser = (problem, path, { source, forms }) => {
  const siblings = path.at(-1)?.form;
  const around = siblings !== undefined && "items" in siblings ? siblings.items : forms;
  const mark = around.findIndex((f) => symbolName(f) === "?");
  if (mark <= 0) return null;
  if (problem.reason !== "parse_error" && problem.reason !== "unbound_var" && problem.reason !== "not_callable")
    return null;
  const span = { start: around[0]!.span.start, end: around.at(-1)!.span.end };
  const yes = around[mark + 1];
  return {
    message: "There is no ? : operator.",
    hint: `Write (if test ${yes === undefined ? "then" : textOf(yes, source, 20)} else).`,
    span,
    covers: span,
  };
};
