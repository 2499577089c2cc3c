// Errors of a call, said in the words of the program: which argument was nil, which builtin called the one that failed,
// and how the function is called when nothing better is known.

import type { Problem } from "../../base/problem.ts";
import { didYouMean, suggest } from "../../base/suggest.ts";
import { callForms } from "../builtins/arity.ts";
import { findBuiltin } from "../builtins/index.ts";
import type { Form, FormOf } from "../read/form.ts";
import type { Adviser, Failed } from "./advice.ts";
import { callIn, type Step, symbolName, textOf } from "./path.ts";

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

/** Which operand was nil, and the default to give it. */
export const nilOperand: Adviser = (problem, path, failed) => {
  const call = callIn(path);
  const head = symbolName(call?.items[0]);
  if (call === undefined || head === null || !gotNil.test(problem.message)) return null;
  const failing = /^(\S+) /.exec(problem.message)?.[1] ?? head;
  const inner = failing === head ? null : failing;
  if (updaters.has(head) && inner !== null)
    return {
      hint: `There is no value at that key yet: write (fnil ${inner} 0) instead of ${inner}.`,
      message: calledBy(problem, head),
    };
  if (callers.has(head) && inner !== null)
    return {
      hint: `An item is nil: leave it out first with (remove nil? coll), or use (fnil ${inner} 0).`,
      message: calledBy(problem, head),
    };
  const suspect = suspects(call, path, failed);
  if (suspect === null || suspect === "nil" || problem.hint === undefined) return null;
  const standIn = /\(or s ""\)/.test(problem.hint) ? '""' : /\(or x 0\)/.test(problem.hint) ? "0" : "default";
  return {
    message: `${problem.message.replace(/\.$/, "")} for ${suspect}.`,
    hint: `Give a default: (or ${suspect} ${standIn}). A nil usually means a key that is not there.`,
  };
};

/** The one argument that can have been nil, as written; null when several can. */
function suspects(call: FormOf<"list">, path: readonly Step[], { source }: Failed): string | null {
  const literals = call.items.slice(1).filter((f) => f.kind === "nil");
  if (literals.length > 0) return literals.length === 1 ? "nil" : null;
  if (isThreaded(call, path)) return null;
  const open = call.items.slice(1).filter((f) => f.kind === "list" || f.kind === "symbol");
  return open.length === 1 ? textOf(open[0]!, source) : null;
}

/** A step of -> or ->> has an argument that is not written in it. */
function isThreaded(call: Form, path: readonly Step[]): boolean {
  const step = path.find((s) => s.form === call);
  return step !== undefined && /->/.test(symbolName(step.siblings[0]) ?? "") && step.index >= 2;
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
  if (called === undefined || calling === undefined || called.name === calling.name) return null;
  return { message: calledBy(problem, head), hint: problem.hint };
};

/** Nothing better is known: how the function is called. */
export const callForm: Adviser = (problem, path) => {
  if (problem.hint !== undefined) return null;
  const named = /^(\S+) (?:takes|expects|cannot|can|has)\b/.exec(problem.message)?.[1];
  const found = findBuiltin(named ?? "") ?? findBuiltin(symbolName(callIn(path)?.items[0]) ?? "");
  return found === undefined ? null : { hint: `Call it as ${callForms(found.name, found.row)}.` };
};
