// Functions given to functions, and the place a collection has among the arguments: the wrong threading arrow, (> 5) where
// #(> % 5) is meant, #(fn …), and reductions over nothing.

import { callForms } from "../builtins/arity.ts";
import { findBuiltin } from "../builtins/index.ts";
import type { Form } from "../read/form.ts";
import type { Adviser } from "./advice.ts";
import { callIn, isThreaded, symbolName, textOf } from "./path.ts";

const collectionWord = /^(?:coll|colls|c1|m|map|maps|s|v|xs|sets?|coll\d?)$/;

/** Where a builtin takes its collection, by the words of its parameters. */
export function collectionPlace(name: string): "first" | "last" | null {
  const words = findBuiltin(name)
    ?.row.params.map((p) => p.replace(/ & (?!colls|maps|sets)\S+$/, "").split(" "))
    .find((w) => w.length > 1);
  if (words === undefined) return null;
  if (collectionWord.test(words.at(-1)!)) return "last";
  return collectionWord.test(words[0]!) ? "first" : null;
}

/** (-> coll (filter odd?)), (->> m (assoc :a 1)): the arrow puts the value at the wrong end. */
export const wrongArrow: Adviser = (problem, path, { source }) => {
  const call = callIn(path);
  const step = path.findLast((s) => s.form === call);
  const arrow = symbolName(step?.siblings[0]);
  const head = symbolName(call?.items[0]);
  if (!/type_error$|arity_error$/.test(problem.reason) || call === undefined || step === undefined || head === null)
    return null;
  if (arrow === null || !/^(?:some)?->>?$/.test(arrow) || step.index < 2) return null;
  const place = collectionPlace(head);
  const last = arrow.endsWith(">>");
  if (place === null || (place === "last") === last) return null;
  const better = last ? arrow.slice(0, -1) : `${arrow}>`;
  const words = `${arrow} passes the value as the ${last ? "last" : "first"} argument, but ${head} takes it ${place}.`;
  return {
    message: words,
    hint: `Use ${better}: (${better} ${textOf(step.siblings[1]!, source, 20)} ${textOf(call, source, 30)}).`,
  };
};

/** (assoc :a 1 m), (nth 0 xs): the collection is not where it belongs. */
export const misplacedCollection: Adviser = (problem, path) => {
  const call = callIn(path);
  const head = symbolName(call?.items[0]);
  if (problem.reason !== "type_error" || call === undefined || head === null) return null;
  if (collectionPlace(head) !== "first" || !/expects|cannot add/.test(problem.message)) return null;
  const first = call.items[1];
  if (first === undefined || !/^(?:keyword|number|string|boolean)$/.test(first.kind)) return null;
  if (first.kind === "string" && /expects a string/.test(problem.message)) return null;
  if (!call.items.slice(2).some((f) => /^(?:map|vector|set|symbol|list)$/.test(f.kind))) return null;
  const row = findBuiltin(head)!.row;
  return { hint: `The collection comes first: ${callForms(head, row)}.` };
};

/** (filter (> 5) xs), (map (+ 1) xs): a call where a function is needed. */
export const partialOperator: Adviser = (problem, path, { source }) => {
  const call = callIn(path);
  const given = call?.items[1];
  if (problem.reason !== "type_error" || !/expects a function/.test(problem.message)) return null;
  if (given?.kind !== "list" || given.items.length < 2) return null;
  const [operator, ...args] = given.items.map((f) => textOf(f, source, 20));
  const shown = textOf(given, source, 30);
  return {
    message: `${problem.message.replace(/\.$/, "")}: ${shown} is called at once.`,
    hint: `Write a function: #(${operator} % ${args.join(" ")}).`,
  };
};

/** (+ sum first xs): a function among the operands lost its parentheses. */
export const looseFunction: Adviser = (problem, path, { source, argument }) => {
  const call = callIn(path);
  if (problem.reason !== "type_error" || !/got a function/.test(problem.message) || call === undefined) return null;
  const head = symbolName(call.items[0]);
  const from = argument === 1 || head === "map" || head === "mapv" || head === "filter" ? 2 : 1;
  const at = call.items.findIndex((f, i) => i >= from && isBuiltinName(f));
  const f = call.items[at];
  if (f === undefined) return null;
  const name = textOf(f, source);
  if (head === "map" || head === "mapv" || head === "filter")
    return {
      hint: `${head} takes one function: combine them with (comp ${name} ${textOf(call.items[1]!, source, 20)}).`,
    };
  const next = call.items[at + 1];
  return {
    message: `${problem.message.replace(/\.$/, "")}, ${name}.`,
    hint: `Call it in parentheses of its own: (${name} ${next === undefined ? "x" : textOf(next, source, 20)}).`,
  };
};

function isBuiltinName(form: Form): boolean {
  const name = symbolName(form);
  return name !== null && findBuiltin(name) !== undefined;
}

/** #(* 2) has no %, so it takes nothing. */
export const missingPlaceholder: Adviser = (problem, path, { source }) => {
  const call = callIn(path);
  if (problem.reason !== "arity_error" || !/takes 0 arguments/.test(problem.message)) return null;
  const f = call?.items.find((item) => item.kind === "short-fn");
  if (f === undefined) return null;
  const text = textOf(f, source);
  return {
    message: `${text} takes no argument: it has no %.`,
    hint: text === "#()" ? "Call a function on the item: #(f %)." : `Use % for the item: ${text.slice(0, -1)} %).`,
    span: f.span,
  };
};

/** (-> x (fn [y] …)): the step needs parentheses that call it. */
export const threadedFunction: Adviser = (problem, path, { source }) => {
  const step = path.findLast(({ form }) => form.kind === "list" && symbolName(form.items[0]) === "fn");
  const threaded = path.find(
    ({ form }) => form.kind === "list" && /^(?:some)?->>?$/.test(symbolName(form.items[0]) ?? ""),
  )?.form;
  if (threaded?.kind !== "list" || !/fn needs/.test(problem.message)) return null;
  const f = step?.form ?? threaded.items.find((g) => g.kind === "list" && symbolName(g.items[0]) === "fn");
  if (f === undefined) return null;
  return {
    message: "A function written inside -> is not called: the value goes into its own form.",
    hint: `Put it in parentheses: (${textOf(f, source, 40)}), or use #(…) or as->.`,
    span: f.span,
  };
};

/** #(fn [x] …) is a function that makes a function. */
export const doubledFunction: Adviser = (problem, path) => {
  const call = callIn(path);
  if (!/arity_error$|type_error$/.test(problem.reason)) return null;
  const doubled = call?.items.find((f) => f.kind === "short-fn" && symbolName(f.items[0]) === "fn");
  if (doubled === undefined) return null;
  return {
    message: "#(fn …) is a function without parameters that makes another one.",
    hint: "Write (fn [x] …) without the #, or #(… %) without fn.",
    span: doubled.span,
  };
};

/** What takes its items as one collection, its last argument. */
const itemTakers =
  /^(?:mapv?|filterv?|remove|keep|mapcat|reduce|some|every\?|sort-by|group-by|sum|avg|count|first|last|reverse|sort|distinct)$/;
const literal = /^(?:number|string|keyword|boolean)$/;

/** (map inc 1 2 3), (reduce + 1 2 3): the items are not in a collection. */
export const looseItems: Adviser = (problem, path, { source }) => {
  const call = callIn(path);
  const head = symbolName(call?.items[0]);
  if (!/arity_error|type_error/.test(problem.reason) || call === undefined || head === null) return null;
  if (!itemTakers.test(head) || isThreaded(call, path)) return null;
  // A keyword first is the function: (map :a 5).
  const from = /^f|pred|keyfn/.test(findBuiltin(head)?.row.params[0] ?? "") ? 2 : 1;
  const at = call.items.findIndex((f, i) => i >= from && literal.test(f.kind));
  const items = call.items.slice(at);
  if (at === -1 || items.length < 2 || !items.every((f) => literal.test(f.kind)) || at > 2) return null;
  const before = call.items.slice(0, at).map((f) => textOf(f, source, 20));
  return {
    message: `${head} takes its items in one collection.`,
    hint: `Write (${before.join(" ")} [${items.map((f) => textOf(f, source, 12)).join(" ")}]).`,
  };
};

/** (reduce max []), (apply min []): nothing to start from. */
export const emptyReduction: Adviser = (problem, path, { source }) => {
  const call = callIn(path);
  const head = symbolName(call?.items[0]);
  const function_ = call?.items[1];
  if (problem.reason !== "arity_error" || !/got 0\b/.test(problem.message) || function_ === undefined) return null;
  if ((head !== "reduce" && head !== "apply") || call?.items.length !== 3) return null;
  const f = textOf(function_, source, 20);
  const coll = textOf(call.items[2]!, source, 24);
  return {
    message: `${coll} is empty, and ${f} needs at least one value.`,
    hint:
      head === "reduce"
        ? `Give a start: (reduce ${f} 0 ${coll}).`
        : `Test it first: (when (seq ${coll}) (apply ${f} ${coll})).`,
  };
};
