// A name nobody defined: what was most likely meant, and what to write instead. Foreign names lead to the PTC-Lisp way
// even when they are misspelt; names of the program itself come before builtins.

import { didYouMean, foldName, type Near, nearest, suggest } from "../../base/suggest.ts";
import { callForms } from "../builtins/arity.ts";
import { builtins, findBuiltin, namesIn, namespaces } from "../builtins/index.ts";
import { leftOut } from "../docs/left-out.ts";
import type { Reason } from "../fault.ts";
import { habitOf, habits, nearHabit } from "./habits.ts";
import { dottedName, gluedOperator, prefixedName } from "./spelling.ts";

/** What the place knows: the names a program may use there. */
export interface Visible {
  /** Locals and definitions. */
  readonly own: ReadonlySet<string>;
  readonly forms: ReadonlySet<string>;
  /** Names of granted tools, without tool/. */
  readonly tools: ReadonlySet<string>;
}

export interface Unbound {
  readonly reason: Reason;
  readonly message: string;
  readonly hint: string;
  /** True when the name stands for a form with arguments of its own kind, which are then not looked at. */
  readonly form: boolean;
}

export function explainUnbound(name: string, visible: Visible): Unbound {
  const message = `${name} is not defined.`;
  const say = (hint: string, form = false): Unbound => ({ reason: "unbound_var", message, hint, form });
  if (visible.forms.has(name)) return { ...say(formAsValue(name)), message: `${name} is a special form, not a value.` };
  if (name.startsWith("%") && name !== "%")
    return {
      ...say("Write #(… %) or (fn [x] …)."),
      reason: "invalid_placeholder",
      message: `${name} is a parameter only inside #( … ).`,
    };
  const tool = toolMeant(name, visible.tools);
  if (tool !== null) return say(`Tools are called as (tool/${tool} {:key value}).`);
  const exact = habits().get(name);
  const marked = exact === undefined ? prefixedName(name, visible.own) : null;
  if (marked !== null) return say(marked);
  if (name.startsWith(".") && name.length > 1 && !name.startsWith("..")) return unknownMethod(name);
  const same = nearest(name, [...visible.own, ...plainBuiltins(), ...visible.forms], 1)[0];
  // totalAmount where the program says total-amount, group_by, contains: the same name in the spelling of here.
  const isSame = same !== undefined && foldName(same.name) === foldName(name) && foldName(name).length > 1;
  if (isSame && (exact === undefined || visible.own.has(same.name))) return say(meant([same.name], visible.own));
  const habit = habitOf(name);
  const slash = name.indexOf("/");
  const qualified = slash > 0 && slash < name.length - 1;
  const reason =
    name === "%" ? "invalid_placeholder" : qualified ? qualifiedReason(name.slice(0, slash)) : "unbound_var";
  if (habit !== undefined) return { ...say(habit.hint, habit.form), reason };
  const absent = leftOut.get(name);
  if (absent !== undefined) return say(absent, true);
  if (qualified) return { ...say(unknownQualified(name, slash, visible)), reason };
  const spelt = gluedOperator(name, visible.own) ?? dottedName(name, visible.own, isKnown);
  if (spelt !== null) return say(spelt);
  return near(name, visible, say);
}

function isKnown(name: string): boolean {
  return findBuiltin(name) !== undefined;
}

/** Builtins as programs write them: methods are found only by names that start with a dot. */
function plainBuiltins(): string[] {
  return [...builtins.keys()].filter((n) => !n.startsWith(".") && !n.includes("/"));
}

function near(name: string, visible: Visible, say: (hint: string, form?: boolean) => Unbound): Unbound {
  const found: Near[] = nearest(name, [...visible.own, ...plainBuiltins(), ...visible.forms]);
  const best = found[0];
  const habit = nearHabit(name);
  if (habit !== undefined && habit.distance < (best?.distance ?? Number.POSITIVE_INFINITY))
    return say(habit.habit.hint, habit.habit.form);
  if (best === undefined)
    return say(`Define it first with (def ${name} …), bind it with let or fn, or pass it in as data/${name}.`);
  return say(
    meant(
      found.map((n) => n.name),
      visible.own,
    ),
    visible.forms.has(best.name) && !visible.own.has(best.name),
  );
}

/** search, tool-search, tools/search for the tool search. */
function toolMeant(name: string, tools: ReadonlySet<string>): string | null {
  const bare = foldName(name.replace(/^tools?[-_./]/i, ""));
  for (const tool of tools) if (foldName(tool) === bare) return tool;
  return null;
}

/** A single builtin comes with its call form, so that the next attempt also has its arguments right. */
function meant(names: readonly string[], own: ReadonlySet<string>): string {
  const [only] = names;
  const row = names.length === 1 && !own.has(only!) ? builtins.get(only!) : undefined;
  return row === undefined ? didYouMean(names) : `${didYouMean(names)} It is called as ${callForms(only!, row)}.`;
}

const valueOfForm: ReadonlyMap<string, string> = new Map([
  ["and", "Use (every? identity coll) for a collection, or #(and %1 %2) as a function."],
  ["or", "Use (some identity coll) for a collection, or #(or %1 %2) as a function."],
  ["if", "Call it: (if test then else), or wrap it in a function: #(if % 1 0)."],
  ["def", "Call it: (def name value)."],
  ["defn", "Call it: (defn name [args] body)."],
  ["let", "Call it: (let [name value] body)."],
  ["for", "Call it: (for [x coll] body)."],
  ["loop", "Call it: (loop [i 0] (if (< i n) (recur (inc i)) i))."],
  ["fn", "Call it: (fn [x] body)."],
  ["return", "Call it: (return value)."],
]);

function formAsValue(name: string): string {
  return valueOfForm.get(name) ?? `Call it as (${name} …), or wrap it in a function: #(${name} %).`;
}

/** Methods of other languages' strings and lists, without their dot. */
function unknownMethod(name: string): Unbound {
  const bare = name.slice(1);
  const methods = [...builtins.keys()].filter((n) => n.startsWith("."));
  const close = nearest(name, methods, 1)[0];
  const habit = habitOf(bare) ?? (bare.startsWith("get") ? habitOf("getattr") : undefined);
  const hint =
    close !== undefined && close.distance <= 1
      ? didYouMean([close.name])
      : bare.startsWith("-")
        ? `Read a field with (:${bare.slice(1)} m).`
        : findBuiltin(bare) !== undefined
          ? `Use the function: ${callForms(bare, findBuiltin(bare)!.row)}.`
          : habit !== undefined
            ? habit.hint
            : `Read a key of a map with (:${bare} m); for text and numbers use functions such as (str/trim s) or (round x).`;
  return {
    reason: "unsupported_method",
    message: `The method ${name} is not available.`,
    hint,
    form: false,
  };
}

/** PTC-Lisp tells a Java class it does not have from a member, and both from a namespace. */
function qualifiedReason(prefix: string): Reason {
  if (!/^(?:[a-z]\w*\.)*[A-Z]\w*$/.test(prefix)) return "invalid_form";
  const short = `${prefix.slice(prefix.lastIndexOf(".") + 1)}/`;
  for (const name of builtins.keys()) if (name.startsWith(short)) return "unsupported_java_member";
  return "unsupported_java_class";
}

function unknownQualified(name: string, slash: number, visible: Visible): string {
  const prefix = name.slice(0, slash);
  const bare = name.slice(slash + 1);
  if (visible.own.has(prefix)) {
    return visible.own.has(bare) || /^\d/.test(bare)
      ? `To divide write (/ ${prefix} ${bare}); a key is read with (:${bare} ${prefix}).`
      : `A key is read with (:${bare} ${prefix}).`;
  }
  const home = namespaces.get(prefix);
  if (home !== undefined) {
    const names = namesIn(home).map((n) => n.slice(n.indexOf("/") + 1));
    const close = suggest(bare, [...names, ...plainBuiltins()], 1)[0];
    const habit = habitOf(bare);
    if (habit !== undefined) return habit.hint;
    if (close !== undefined) return didYouMean([names.includes(close) ? `${prefix}/${close}` : close]);
    return `${prefix} has: ${[...new Set(names)].slice(0, 24).join(", ")}.`;
  }
  if (builtins.has(bare)) return `Use (${bare} …): it needs no namespace.`;
  const qualified = suggest(
    name,
    [...builtins.keys()].filter((n) => n.includes("/")),
    1,
  )[0];
  if (qualified !== undefined) return didYouMean([qualified]);
  const members = [...builtins.keys()].filter((n) => n.startsWith(`${prefix}/`)).map((n) => n.slice(slash + 1));
  if (members.length > 0) {
    const close = suggest(bare, members, 1)[0];
    return close !== undefined
      ? didYouMean([`${prefix}/${close}`])
      : bare === "now"
        ? "Use (Instant/now) or (LocalDate/now)."
        : `${prefix} has: ${members.slice(0, 24).join(", ")}.`;
  }
  const habit = habitOf(bare);
  if (habit !== undefined) return habit.hint;
  const space = suggest(prefix, [...namespaces.keys(), "Math", "data", "tool"], 1)[0];
  if (space !== undefined) return didYouMean([`${space}/${bare}`]);
  return `There is no namespace ${prefix}: use str, set, walk, json, regex, Math, data or tool, or define ${bare} with defn.`;
}
