// Names that are expressions of other languages written without spaces: m.key, x+1, !done, Foo.new, xs.map. Each gives
// the expression to write instead, or null when the name is nothing of the kind.

import { findBuiltin } from "../builtins/index.ts";
import { habitOf } from "./habits.ts";

const makesObject = /^(?:[a-z]+\.)*[A-Z][A-Za-z0-9]*\.$/;
const factory = /^(?:map)?->[A-Z]/;

/** !x, -x, ->Type, Type., &gt;: a mark in front of or behind the name. */
export function prefixedName(name: string, own: ReadonlySet<string>): string | null {
  if (/&(?:gt|lt|amp|quot)\b/.test(name))
    return `Write the characters themselves: ${name.replaceAll("&gt", ">").replaceAll("&lt", "<").replaceAll("&amp", "&")}.`;
  if (makesObject.test(name) || factory.test(name))
    return "There are no classes or records: use a map with keyword keys, {:x 1 :y 2}.";
  if (/^![A-Za-z]/.test(name))
    return name.endsWith("?") ? `Write (not (${name.slice(1)} x)).` : `Write (not ${name.slice(1)}).`;
  if (/^[-+][A-Za-z]/.test(name) && own.has(name.slice(1))) return `Write (${name[0]} ${name.slice(1)}).`;
  if (/^\*[A-Za-z]/.test(name) && own.has(name.slice(1)))
    return `To pass its items as arguments write (apply f ${name.slice(1)}).`;
  if (/^\.\.\.[A-Za-z]/.test(name))
    return `To spread ${name.slice(3)} write (into [] ${name.slice(3)}), (merge m ${name.slice(3)}) or (apply f ${name.slice(3)}).`;
  if (/^\$[A-Za-z]/.test(name))
    return own.has(name.slice(1))
      ? `Write ${name.slice(1)}.`
      : `Names have no $: use ${name.slice(1)}, or data/${name.slice(1)} for data of the host.`;
  const step = /^([A-Za-z][\w-]*?)(\+\+|--)$/.exec(name) ?? /^()(\+\+|--)([A-Za-z][\w-]*)$/.exec(name);
  if (step !== null)
    return `Values do not change: write (${step[2] === "++" ? "inc" : "dec"} ${step[1] || step[3]}), in loop/recur or reduce.`;
  if (name.endsWith(",") || name.endsWith(";")) return `Leave out the ${name.at(-1)}.`;
  return null;
}

/** Operators of other languages, and what they are here. */
export const foreignOperators: ReadonlyMap<string, string> = new Map([
  ["==", "="],
  ["===", "="],
  ["!=", "not="],
  ["!==", "not="],
  ["&&", "and"],
  ["||", "or"],
  ["%", "mod"],
  ["**", "pow"],
]);

/** x+1, a==b, n*2: an operator between operands. A hyphen counts only between names that exist. */
export function gluedOperator(name: string, own: ReadonlySet<string>): string | null {
  const m = /^([A-Za-z_][\w?]*|\d+)(===?|!==?|<=|>=|&&|\|\||\*\*|[+*<>=%-])([A-Za-z_][\w?]*|\d+(?:\.\d+)?)$/.exec(name);
  if (m === null) return null;
  const [, left, operator, right] = m as unknown as [string, string, string, string];
  const known = (operand: string) => /^\d/.test(operand) || own.has(operand);
  if (operator === "-" ? !(known(left) && known(right)) : !(known(left) || known(right))) return null;
  return `Write (${foreignOperators.get(operator) ?? operator} ${left} ${right}): the operator comes first, spaces between.`;
}

/** m.key, xs.length, Math.max, obj.method: property access of other languages. */
export function dottedName(
  name: string,
  own: ReadonlySet<string>,
  isBuiltin: (name: string) => boolean,
): string | null {
  const m = /^([A-Za-z_][\w-]*\??)\.((?:[A-Za-z_][\w-]*\??\.)*)([A-Za-z_][\w-]*\??)$/.exec(name);
  if (m === null) return null;
  const [, object, between, last] = m as unknown as [string, string, string, string];
  const space = `${object}${between === "" ? "" : `.${between.slice(0, -1)}`}`;
  if (isBuiltin(`${space}/${last}`)) return `Write (${space}/${last} …): a slash, not a dot.`;
  const rest = `${between}${last}`.split(".");
  if (object === "data")
    return `Write data/${rest[0]}${
      rest.length > 1
        ? `, then (get-in data/${rest[0]} [${rest
            .slice(1)
            .map((k) => `:${k}`)
            .join(" ")}])`
        : ""
    }.`;
  if (object === "tool" || object === "tools") return `Write (tool/${last} {:key value}).`;
  const habit = habitOf(last);
  if (!own.has(object)) {
    if (habit !== undefined) return habit.hint;
    if (isBuiltin(last))
      return `There are no methods on values: a key is read with (:${last} ${space}), a function is called as ${methodCall(last, space)}.`;
  } else if (between === "") {
    if (habit !== undefined) return habit.hint.replace(/\bcoll\b|\bs\b/, object);
    if (isBuiltin(last) && last !== "name" && last !== "key" && last !== "val" && last !== "type" && last !== "count")
      return `There are no methods on values: write ${methodCall(last, object)}.`;
  }
  return rest.length === 1
    ? `A key is read with (:${last} ${object}).`
    : `A path of keys is read with (get-in ${object} [${rest.map((k) => `:${k}`).join(" ")}]).`;
}

/** The builtin with the value where its parameters have the collection. */
function methodCall(name: string, object: string): string {
  const words = findBuiltin(name)?.row.params[0].split(" ") ?? [];
  return /^(?:coll|colls|m|s)$/.test(words.at(-1) ?? "") ? `(${name} … ${object})` : `(${name} ${object} …)`;
}
