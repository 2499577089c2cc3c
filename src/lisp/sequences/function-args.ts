// What sequence functions say about the function they are given, before they touch an item: swapped arguments, functions
// that take another number of arguments, and values that are no functions at all. Checks are skipped for empty
// collections, which never call (Clojure gives () for (map nil [])).

import { call1, codeArities, preview } from "../call.ts";
import { fault } from "../fault.ts";
import { KeywordReader, lookup } from "../values/access.ts";
import { typeName } from "../values/describe-type.ts";
import { Fn, type FnCode, NativeFn } from "../values/fn.ts";
import { PMap } from "../values/map.ts";
import { isNumber } from "../values/numbers.ts";
import { PSet } from "../values/set.ts";
import { Keyword, type Value } from "../values/value.ts";
import { Vec } from "../values/vector.ts";

/** A place that takes a function: who asks, how the call is written, and what f is called with. */
export interface Use {
  readonly who: string;
  /** "(map f coll)" */
  readonly form: string;
  /** "one item", "the accumulator and an item" */
  readonly gives: string;
}

/** Refuses an f that `use` cannot call with `count` arguments. `coll` is the argument in the place of the collection. */
export function wantFunction(use: Use, f: Value, coll: Value, count: number): void {
  if (f instanceof Fn) {
    if (!takes(f.code, count) && !isEmpty(coll)) wrongArity(use, f.code, count, coll);
  } else if (!(f instanceof NativeFn) && !(f instanceof Keyword)) checkUnusual(use, f, coll);
}

function checkUnusual(use: Use, f: Value, coll: Value): void {
  if (isPlainFunction(coll)) swapped(use);
  if (isEmpty(coll) || f instanceof PMap || f instanceof PSet) return;
  if (f instanceof Vec) {
    // A vector is a function of its indexes; over records it is a path written by habit.
    if (!isPath(f) || !(firstOf(coll) instanceof PMap)) return;
    const inner = preview(f.at(0));
    fault(
      "type_error",
      `${use.who} expects a function first, got the vector ${preview(f)}.`,
      f.length === 1 ? `Use ${inner} itself as the function.` : `Use a function: #(get-in % ${preview(f)}).`,
    );
  }
  fault("type_error", `${use.who} expects a function first, got ${typeName(f)}.`, hintFor(use, f));
}

function hintFor(use: Use, f: Value): string {
  if (typeof f === "string" && /^[A-Za-z][\w-]*$/.test(f)) return `To read a key, use the keyword :${f}.`;
  if (f === null) return `The function is nil here: check the name it comes from. Call: ${use.form}.`;
  return `Write ${use.form}.`;
}

export function swapped(use: Use): never {
  fault("type_error", `The arguments of ${use.who} are in the wrong order.`, `Write ${use.form}.`);
}

export function isPlainFunction(v: Value): boolean {
  return v instanceof Fn || v instanceof NativeFn || v instanceof Keyword;
}

function isEmpty(coll: Value): boolean {
  return (
    coll === null ||
    coll === "" ||
    (coll instanceof Vec && coll.length === 0) ||
    ((coll instanceof PMap || coll instanceof PSet) && coll.size === 0)
  );
}

/** Of several collections the one that decides the checks: a function in its place, an empty one, else the first. */
export function telling(colls: readonly Value[]): Value {
  return colls.find(isPlainFunction) ?? colls.find(isEmpty) ?? (colls[0] as Value);
}

export function takes(code: FnCode, count: number): boolean {
  return code.fixed[count] !== undefined || (code.rest !== null && count >= code.rest.required);
}

function wrongArity(use: Use, code: FnCode, count: number, coll: Value): never {
  const arities = codeArities(code);
  const noun = arities === "1" ? "argument" : "arguments";
  const name = code.name ?? "the function";
  const entries = coll instanceof PMap && takes(code, count + 1) && !use.who.startsWith("update-");
  fault(
    "arity_error",
    `${use.who} calls ${name} with ${count} ${count === 1 ? "argument" : "arguments"} (${use.gives}), but ${name} takes ${arities} ${noun}.`,
    entries
      ? `Each item of a map is one [k v] pair: write (fn [${count === 1 ? "" : "acc "}[k v]] …)${use.who === "reduce" ? ", or use reduce-kv" : ""}.`
      : `Write ${use.form} with a function of ${count} ${count === 1 ? "parameter" : "parameters"}.`,
  );
}

function firstOf(coll: Value): Value | undefined {
  return coll instanceof Vec ? coll.get(0) : undefined;
}

/** Longer vectors are data: nobody writes such a path. */
const LONGEST_PATH = 64;

/** Keywords and strings only: [:user :name]. */
function isPath(v: Vec): boolean {
  if (v.length === 0 || v.length > LONGEST_PATH) return false;
  for (let i = 0; i < v.length; i++) {
    const step = v.at(i);
    if (!(step instanceof Keyword) && typeof step !== "string") return false;
  }
  return true;
}

/**
 * The function a key argument stands for: besides functions, the key-based functions (sort-by, group-by, sum-by …) take a
 * string key and a path of keys. Over numbers a vector stays what it is in Clojure, a function of its indexes.
 */
export function keyFunction(use: Use, key: Value, coll: Value): Value {
  if (typeof key === "string" && !isPlainFunction(coll))
    return new NativeFn(use.who, 1, 1, (args) => lookup(args[0] as Value, key) ?? null);
  if (key instanceof Vec && !isPlainFunction(coll) && isPath(key) && !isNumber(firstOf(coll) ?? null)) {
    const path = key.items();
    const depth = key.length;
    return new NativeFn(use.who, 1, 1, (args) => {
      let v: Value = args[0] as Value;
      for (let i = 0; i < depth && v !== null; i++) v = lookup(v, path[i] as Value) ?? null;
      return v;
    });
  }
  wantFunction(use, key, coll, 1);
  return key;
}

/** What a key function gives for item after item; a keyword, the usual one, is read where it was found last. */
export class KeyOfItem {
  private readonly reader: KeywordReader | null;
  constructor(private readonly f: Value) {
    this.reader = f instanceof Keyword ? new KeywordReader(f) : null;
  }

  of(item: Value): Value {
    return this.reader === null ? call1(this.f, item) : (this.reader.read(item) ?? null);
  }
}
