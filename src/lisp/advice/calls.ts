// Calls of what cannot be called, transducers, and programs that ran out of steps or depth: the place and the fix are in
// the forms around the failure.

import { callForms } from "../builtins/arity.ts";
import { findBuiltin } from "../builtins/index.ts";
import type { Form } from "../read/form.ts";
import type { Advice, Adviser } from "./advice.ts";
import { callIn, holds, symbolName, textOf } from "./path.ts";

/** (x) with x = 5, ((f 1)), (1 2 3): the parentheses call something that is no function. */
export const calledValue: Adviser = (problem, path, { source, forms }) => {
  const call = callIn(path);
  const head = call?.items[0];
  if (problem.reason !== "not_callable" || call === undefined || head === undefined) return null;
  const name = symbolName(head);
  if (name !== null && /->>?$/.test(name) && findBuiltin(name) === undefined)
    return { hint: `Each step of ${name} is a function or a call that lacks one argument, such as inc or (+ 1).` };
  const inside = call.items.map((f) => textOf(f, source, 16)).join(" ");
  if (name !== null && findBuiltin(name) !== undefined && !definesName(forms, name)) {
    const { name: known, row } = findBuiltin(name)!;
    return { hint: `${known} is given something that is no function: ${callForms(name, row)}.` };
  }
  if (name !== null) {
    if (findBuiltin(name) !== undefined) return shadowing(name);
    const value = /^(.*) is not a function\.$/.exec(problem.message)?.[1];
    return {
      message: value === undefined ? problem.message : `${name} is ${value}, not a function.`,
      hint:
        call.items.length === 1
          ? `Write ${name} without parentheses: ( ) calls its first item.`
          : `( ) calls its first item: write [${inside}] for a list of data, or put the function first.`,
    };
  }
  const maker = head.kind === "list" ? symbolName(head.items[0]) : null;
  if (maker !== null && /^(?:comp|juxt|partial|complement|every-pred|some-fn|fnil)$/.test(maker))
    return { hint: `Everything given to ${maker} is called: write a function, such as #(+ % 5), in its place.` };
  if (head.kind === "list")
    return {
      hint: call.items.length === 1 ? `Remove the outer parentheses: ${textOf(head, source)}.` : outer(problem.hint),
    };
  if (head.kind === "number" || head.kind === "string")
    return { hint: `( ) calls its first item: write [${inside}] for a list of data.` };
  return null;
};

/** Does the program give a builtin's name another meaning? */
function definesName(forms: readonly Form[], name: string): boolean {
  const binds = (f: Form): boolean =>
    f.kind === "vector"
      ? f.items.some((g, i) => i % 2 === 0 && symbolName(g) === name)
      : f.kind === "list" && /^def/.test(symbolName(f.items[0]) ?? "") && symbolName(f.items[1]) === name;
  return find(forms, binds) !== undefined;
}

function shadowing(name: string): Advice {
  return {
    message: `${name} means what the program bound to it here, not the builtin.`,
    hint: `Give your own value another name, such as my-${name}; then ${callForms(name, findBuiltin(name)!.row)} is the builtin.`,
  };
}

/** (let [list xs] (list 1 2)): the arguments fit the builtin that the name no longer means. */
export const shadowedBuiltin: Adviser = (problem, path, { forms }) => {
  const name = symbolName(callIn(path)?.items[0]);
  if (!/arity_error$/.test(problem.reason) || name === null || findBuiltin(name) === undefined) return null;
  return definesName(forms, name) ? shadowing(name) : null;
};

function outer(hint: string | undefined): string {
  return hint ?? "The first item in ( ) is called: it must be a function.";
}

/** case knows no :else and no :default: a lone last form is the default. */
export const caseDefault: Adviser = (problem, path, { source }) => {
  const call = callIn(path);
  if (symbolName(call?.items[0]) === "condp" && /No clause matches/.test(problem.message))
    return { hint: "Add a default as the last form: (condp f x … default)." };
  if (symbolName(call?.items[0]) !== "case" || call === undefined || !/No clause matches/.test(problem.message))
    return null;
  const at = call.items.findIndex(
    (f, i) => i >= 2 && i % 2 === 0 && f.kind === "keyword" && /^(?:else|default|otherwise)$/.test(f.name),
  );
  const value = call.items[at + 1];
  if (at === -1 || value === undefined) return null;
  return {
    hint: `In case the default stands alone: leave out ${textOf(call.items[at]!, source)} and end with ${textOf(value, source, 24)}.`,
  };
};

const transducing = new Set(["into", "comp", "transduce", "sequence", "eduction"]);

/** (into [] (map inc) xs): map without a collection makes no transducer here. */
export const transducer: Adviser = (problem, path, { source }) => {
  const call = callIn(path);
  const around = path.at(-2)?.form;
  if (problem.reason !== "arity_error" || call?.items.length !== 2 || around?.kind !== "list") return null;
  const outerName = symbolName(around.items[0]);
  if (outerName === null || !transducing.has(outerName)) return null;
  const step = textOf(call, source, 30);
  return {
    message: `${step} alone makes no transducer: PTC-Lisp has none.`,
    hint: `Give it the collection, ${step.slice(0, -1)} coll), or thread: (->> coll ${step} (into [])).`,
  };
};

/** Endless sequences and loops: the last operation is rarely the one to blame. */
export const endlessWork: Adviser = (problem, path, { source, forms }) => {
  if (problem.reason !== "fuel_exceeded" && problem.reason !== "loop_limit_exceeded") return null;
  const call = callIn(path);
  const endless = call === undefined ? undefined : find([call], isEndless);
  if (endless !== undefined) {
    const text = textOf(endless, source, 30);
    return { hint: `${text} never ends: bound it with (take n ${text}).` };
  }
  const inLoop = path.some(({ form }) => isRepeating(form));
  const loop = inLoop ? undefined : find(forms, isRepeating);
  return loop === undefined ? null : { hint: problem.hint ?? "Make the exit condition reachable.", span: loop.span };
};

/** Recursion: point at the call of the function inside itself. */
export const deepRecursion: Adviser = (problem, _path, { forms }) => {
  // Values can be nested too deeply as well, and no call of the function is to blame for that.
  if (problem.reason !== "depth_exceeded" || !problem.message.startsWith("Calls are")) return null;
  const raise = problem.hint?.includes("limits.depth") === true ? "; otherwise raise limits.depth" : "";
  for (const form of forms) {
    if (form.kind !== "list" || !/^defn-?$/.test(symbolName(form.items[0]) ?? "")) continue;
    const name = symbolName(form.items[1]);
    const again = find(
      form.items.slice(2),
      (f) => f.kind === "list" && name !== null && symbolName(f.items[0]) === name,
    );
    if (again === undefined || name === null) continue;
    return {
      message: `${name} calls itself too many times: c${problem.message.slice(1)}`,
      hint: `Check that ${name} stops, or write it with loop/recur, reduce or map, which need no depth${raise}.`,
      span: again.span,
    };
  }
  return null;
};

function isEndless(form: Form): boolean {
  if (form.kind !== "list") return false;
  const name = symbolName(form.items[0]);
  const count = form.items.length - 1;
  return (
    (name === "range" && count === 0) || name === "iterate" || name === "cycle" || (name === "repeat" && count === 1)
  );
}

function isRepeating(form: Form): boolean {
  return form.kind === "list" && /^(?:loop|recur|defn-?)$/.test(symbolName(form.items[0]) ?? "") && mentionsRecur(form);
}

function mentionsRecur(form: Form): boolean {
  return find([form], (f) => symbolName(f) === "recur") !== undefined;
}

/** The first form, outermost first, for which the test holds. */
function find(forms: readonly Form[], test: (form: Form) => boolean): Form | undefined {
  for (const form of forms) {
    if (test(form)) return form;
    const inside = "items" in form ? find(form.items, test) : "form" in form ? find([form.form], test) : undefined;
    if (inside !== undefined && holds(form.span, inside.span)) return inside;
  }
  return undefined;
}
