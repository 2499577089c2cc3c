// Names where keys are meant, one value where a collection is, and a collection where its items are: (get m name) for
// (get m :name), (cons xs 1), (f [1 2]), (some? odd? xs).

import { findBuiltin } from "../builtins/index.ts";
import type { Form } from "../read/form.ts";
import type { Adviser } from "./advice.ts";
import { callIn, isThreaded, type Step, symbolName, textOf } from "./path.ts";

/** Where a call takes keys: everything from an argument on, or only that one. */
const keyPlaces: ReadonlyMap<string, "second" | "alternate" | "rest"> = new Map([
  ["get", "second"],
  ["contains?", "second"],
  ["find", "second"],
  ["update", "second"],
  ["assoc", "alternate"],
  ["dissoc", "rest"],
]);
const pathTakers = /^(?:get-in|assoc-in|update-in|select-keys)$/;

function isKeyPlace({ siblings, index }: Step, around: Step | undefined): boolean {
  const head = symbolName(siblings[0]) ?? "";
  const place = keyPlaces.get(head);
  if (place !== undefined)
    return place === "rest" ? index >= 2 : place === "second" ? index === 2 : index >= 2 && index % 2 === 0;
  return around?.form.kind === "vector" && around.index === 2 && pathTakers.test(symbolName(around.siblings[0]) ?? "");
}

/** Does a builtin take a function first, by the words of its parameters? */
function takesFunction(name: string): boolean {
  return /^(?:f|pred|keyfn)\b/.test(findBuiltin(name)?.row.params.at(-1) ?? "");
}

/** (get m name), {name 1}, (let [{a b} m] …): a key without its colon. */
export const bareKey: Adviser = (problem, path) => {
  const step = path.at(-1);
  const name = symbolName(step?.form);
  if (problem.reason !== "unbound_var" || step === undefined || name === null) return null;
  if (!/^Define it first/.test(problem.hint ?? "") || !/^[A-Za-z][\w-]*$/.test(name)) return null;
  const around = path.at(-2);
  if (around?.form.kind === "map") {
    if (step.index % 2 === 0) return { hint: `Keys are keywords: write {:${name} …}.` };
    const inPattern = path.at(-3)?.form.kind === "vector" && around.index % 2 === 0;
    const bound = symbolName(step.siblings[step.index - 1]);
    if (!inPattern || bound === null) return null;
    return { hint: `In a map pattern a key follows each name: write {${bound} :${name}}, or {:keys [${bound}]}.` };
  }
  const head = symbolName(step.siblings[0]);
  if (head !== null && step.index === 1 && step.siblings.length > 2 && takesFunction(head))
    return {
      hint: `For that key of each item write (${head} :${name} …); for a function write (defn ${name} [x] …) first.`,
    };
  return isKeyPlace(step, around) ? { hint: `Keys are keywords: write :${name}.` } : null;
};

/** (cons xs 1): the item comes first. */
export const consOrder: Adviser = (problem, path, { source }) => {
  const call = callIn(path);
  if (call === undefined || symbolName(call.items[0]) !== "cons" || call.items.length !== 3) return null;
  if (!/^cons expects a collection/.test(problem.message) || isThreaded(call, path)) return null;
  const [item, coll] = [textOf(call.items[2]!, source, 24), textOf(call.items[1]!, source, 24)];
  return {
    hint: `The item comes first: (cons ${item} ${coll}); to add at the end of a vector use (conj ${coll} ${item}).`,
  };
};

/** (some? odd? xs), (any? odd? xs): the predicate that takes no predicate. */
export const predicateOfOne: Adviser = (problem, path, { source }) => {
  const call = callIn(path);
  const head = symbolName(call?.items[0]);
  if (!/arity_error$/.test(problem.reason) || call?.items.length !== 3 || !/^(?:some|any)\?$/.test(head ?? ""))
    return null;
  const [pred, coll] = call.items.slice(1).map((f) => textOf(f, source, 24));
  return {
    message: `${head} looks at one value, not at the items of a collection.`,
    hint: `Write (some ${pred} ${coll}).`,
  };
};

/** (f [1 2]) where f takes two arguments. */
export const spreadItems: Adviser = (problem, path, { source }) => {
  const call = callIn(path);
  const wanted = /^(\S+) takes (\d+) arguments, got 1\.$/.exec(problem.message);
  const only = call?.items[1];
  if (!/arity_error$/.test(problem.reason) || wanted === null || call?.items.length !== 2) return null;
  const head = symbolName(call.items[0]);
  // A builtin has its call form, which says more.
  if (only?.kind !== "vector" || head === null || findBuiltin(head) !== undefined || isThreaded(call, path))
    return null;
  if (only.items.length !== Number(wanted[2])) return null;
  const items = only.items.map((f: Form) => textOf(f, source, 16)).join(" ");
  return { hint: `Pass the items one by one: (${head} ${items}); for items in a collection use (apply ${head} coll).` };
};

/** (some [1 2] 1): the collection comes last, the items sought in a set first. */
export const searchedItem: Adviser = (problem, path, { source }) => {
  const call = callIn(path);
  const [head, coll, item] = call?.items ?? [];
  if (symbolName(head) !== "some" || call?.items.length !== 3 || !/^some expects a collection/.test(problem.message))
    return null;
  if (coll === undefined || item === undefined || !/^(?:vector|set|symbol)$/.test(coll.kind)) return null;
  if (findBuiltin(symbolName(coll) ?? "") !== undefined) return null;
  return { hint: `To look for an item write (some #{${textOf(item, source, 20)}} ${textOf(coll, source, 24)}).` };
};

/** (round x 2): rounding to places is for text, or by way of a power of ten. */
export const roundedPlaces: Adviser = (problem, path, { source }) => {
  const call = callIn(path);
  if (!/arity_error$/.test(problem.reason) || symbolName(call?.items[0]) !== "round" || call?.items.length !== 3)
    return null;
  const [x, places] = call.items.slice(1).map((f) => textOf(f, source, 20));
  const n = /^\d$/.test(places!) ? places! : "2";
  const scale = `1${"0".repeat(Number(n))}`;
  return {
    message: "round takes one number and gives a whole one.",
    hint: `For ${n} places write (/ (round (* ${x} ${scale})) ${scale}.0), or (format "%.${n}f" ${x}) for text.`,
  };
};
