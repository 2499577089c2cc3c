// Errors of a call, said in the words of the program: which argument was nil, which builtin called the one that failed,
// and how the function is called when nothing better is known.

import type { Problem } from "../../base/problem.ts";
import { didYouMean, suggest } from "../../base/suggest.ts";
import { callForms } from "../builtins/arity.ts";
import { findBuiltin } from "../builtins/index.ts";
import type { Form, FormOf } from "../read/form.ts";
import type { Advice, Adviser, Failed } from "./advice.ts";
import { callIn, isThreaded, type Step, symbolName, textOf } from "./path.ts";

const gotNil = /\bgot nil\b/;

/** data/ordrs: nil because the host gave no data of that name. */
export const missingData: Adviser = (problem, _path, { forms, data }) => {
  if (!gotNil.test(problem.message)) return null;
  const missing = dataNames(forms).find((name) => !(data ?? []).some((given) => sameKey(given, name)));
  if (missing === undefined) return null;
  const near = suggest(missing, data ?? [], 1)[0];
  const given = (data ?? []).slice(0, 8).map((name) => `data/${name}`);
  return {
    message: `${problem.message.replace(/\.$/, "")}; data/${missing} is nil because the host gave no data of that name.`,
    hint:
      near !== undefined
        ? didYouMean([`data/${near}`])
        : given.length > 0
          ? `The host gave ${given.join(", ")}.`
          : `Ask for the data, or give a default: (or data/${missing} []).`,
  };
};

function sameKey(given: string, name: string): boolean {
  return given.replaceAll("_", "-") === name.replaceAll("_", "-");
}

function dataNames(forms: readonly Form[]): string[] {
  return forms.flatMap((f) =>
    f.kind === "symbol"
      ? f.name.startsWith("data/")
        ? [f.name.slice(5)]
        : []
      : "items" in f
        ? dataNames(f.items)
        : "form" in f
          ? dataNames([f.form])
          : [],
  );
}

const callers = new Set(["map", "mapv", "filter", "filterv", "remove", "reduce", "apply", "keep", "some", "every?"]);
const updaters = new Set(["update", "update-in", "merge-with", "update-vals"]);

/** A function given to update, map or reduce met a nil. */
export const nilItem: Adviser = (problem, path, { source }) => {
  const call = callIn(path);
  const head = symbolName(call?.items[0]);
  const inner = /^(\S+) /.exec(problem.message)?.[1];
  if (call === undefined || head === null || inner === undefined || inner === head || !gotNil.test(problem.message))
    return null;
  const key = call.items[2];
  if (head === "update" && key?.kind === "vector")
    return {
      message: calledBy(problem, head),
      hint: `For a path of keys use update-in: (update-in … ${textOf(key, source)} ${inner}).`,
    };
  if (updaters.has(head))
    return {
      hint: `There is no value at that key yet: write (fnil ${inner} 0) instead of ${inner}.`,
      message: calledBy(problem, head),
    };
  if (!callers.has(head)) return null;
  return {
    hint: `An item is nil: leave it out first with (remove nil? coll), or use (fnil ${inner} 0).`,
    message: calledBy(problem, head),
  };
};

/** Which operand was of the wrong type, and what to write around it. */
export const namedOperand: Adviser = (problem, path, failed) => {
  const call = callIn(path);
  const head = symbolName(call?.items[0]);
  const found = /^(\S+) expects .*, got (nil|a string)\.$/.exec(problem.message);
  if (call === undefined || head === null || found === null || problem.hint === undefined) return null;
  const [, name, what] = found;
  if (head !== name && !head.endsWith(`/${name}`)) return null;
  const suspects = suspectsIn(call, path, failed);
  const operand = suspects.length === 1 ? suspects[0]! : null;
  if (operand === null) return what === "nil" ? oneOfThem(suspects, failed.source) : null;
  const text = textOf(operand, failed.source);
  const message = `${problem.message.replace(/\.$/, "")} for ${text}.`;
  if (what === "nil") {
    const standIn = /\(or s ""\)/.test(problem.hint) ? '""' : /\(or x 0\)/.test(problem.hint) ? "0" : "default";
    return { message, hint: `Give a default: (or ${text} ${standIn}). A nil usually means a key that is not there.` };
  }
  if (!/parse-long/.test(problem.hint)) return null;
  const join = name === "+" ? "To join text use (str a b); a" : "A";
  return { message, hint: `${join} number in text is parsed first: (parse-long ${text}) or (parse-double ${text}).` };
};

/** Several names, one of which was nil. */
function oneOfThem(suspects: readonly (Form | null)[], source: string): Advice | null {
  const names = suspects.map((f) => (f?.kind === "symbol" ? textOf(f, source, 20) : null));
  if (names.length < 2 || names.length > 4 || names.includes(null)) return null;
  const last = names.at(-1);
  return {
    hint: `One of ${names.slice(0, -1).join(", ")} and ${last} is nil: look at them with (describe ${last}), and give a default: (or ${last} 0).`,
  };
}

/** The arguments to blame, as written (null for a threaded one): those that can have been it. */
function suspectsIn(call: FormOf<"list" | "short-fn">, path: readonly Step[], { argument }: Failed): (Form | null)[] {
  const args = call.items.slice(1);
  if (args.some((f) => f.kind === "nil")) return [];
  const arrow = isThreaded(call, path) ? arrowOf(call, path) : null;
  // The threaded value is not written in the step; the others stand where they are written.
  const written: (Form | null)[] = arrow === null ? args : arrow.endsWith(">>") ? [...args, null] : [null, ...args];
  const suspects = argument === null ? written : argument === 0 ? written.slice(0, 1) : written.slice(1);
  return suspects.filter((f) => f === null || f.kind === "list" || f.kind === "symbol");
}

function arrowOf(call: Form, path: readonly Step[]): string {
  return symbolName(path.find((s) => s.form === call)?.siblings[0]) ?? "";
}

function calledBy(problem: Problem, head: string): string {
  return `${problem.message.replace(/\.$/, "")} (called by ${head}).`;
}

/** The divisor, as written, in the test to write around it. */
export const zeroDivisor: Adviser = (problem, path, { source }) => {
  const call = callIn(path);
  const divisor = call?.items[2];
  if (problem.reason !== "arithmetic_error" || !/by zero/.test(problem.message)) return null;
  if (call?.items.length !== 3 || divisor === undefined || isThreaded(call, path)) return null;
  if (divisor.kind !== "symbol" && divisor.kind !== "list") return null;
  const text = textOf(divisor, source, 30);
  return { hint: `Test the divisor first: (if (zero? ${text}) 0 ${textOf(call, source)}).` };
};

/** (for [i 5] …), (doseq [x 3] …): a number is no collection. */
export const countedLoop: Adviser = (problem, path) => {
  const head = symbolName(callIn(path)?.items[0]);
  if ((head !== "for" && head !== "doseq") || !problem.message.startsWith(`${head} expects`)) return null;
  return {
    hint: /an integer/.test(problem.message)
      ? `To count use (range n): (${head} [i (range 5)] body).`
      : `Write (${head} [x coll] body) with a vector, map, set or string.`,
  };
};

/** A builtin that failed while another called it. */
export const callingBuiltin: Adviser = (problem, path) => {
  const head = symbolName(callIn(path)?.items[0]);
  const name = /^(\S+) (?:expects|takes|cannot|can)\b/.exec(problem.message)?.[1];
  if (head === null || name === undefined || problem.hint === undefined) return null;
  const called = findBuiltin(name);
  const calling = findBuiltin(head);
  if (called === undefined || calling === undefined || head === name || head.endsWith(`/${name}`)) return null;
  // (float "5") fails as double: the program knows the other name.
  if (called.name === calling.name)
    return { message: `${head}${problem.message.slice(name.length)}`, hint: problem.hint };
  return { message: calledBy(problem, head), hint: problem.hint };
};

/** Nothing better is known: how the function is called. */
export const callForm: Adviser = (problem, path) => {
  if (problem.hint !== undefined) return null;
  const named = /^(\S+) (?:takes|expects|cannot|can|has)\b/.exec(problem.message)?.[1] ?? "";
  const head = symbolName(callIn(path)?.items[0]) ?? "";
  // set/join says "join": the name as the program wrote it leads to the right one of the two.
  const written = named === "" || head === named || head.endsWith(`/${named}`) ? head : named;
  const found = findBuiltin(written);
  return found === undefined ? null : { hint: `Call it as ${callForms(written, found.row)}.` };
};
