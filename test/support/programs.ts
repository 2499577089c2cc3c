// A typed generator of PTC-Lisp programs: mostly valid, mostly ending quickly, touching every form and every builtin.
// About one argument in twenty is of the wrong kind, so that errors are exercised too. `mutated` breaks a text as people
// and models do.

import { builtins } from "../../src/lisp/builtins/index.ts";
import type { Choices } from "./choices.ts";
import { type Kind, kinds, literals, shapes } from "./program-shapes.ts";

interface Named {
  readonly name: string;
  readonly kind: Kind;
}

interface DefinedFunction {
  readonly name: string;
  readonly params: readonly Kind[];
  readonly result: Kind;
}

/** What is in scope where an expression is made. */
interface Place {
  readonly locals: readonly Named[];
  readonly functions: readonly DefinedFunction[];
  readonly depth: number;
}

const names = ["a", "b", "n", "xs", "m", "item-2", "größe", "total", "k'"];
const keys = [":a", ":b", ":name", ":user-id"];

/** A program of a few definitions and a result. */
export function program(c: Choices): string {
  const functions: DefinedFunction[] = [];
  const forms: string[] = [];
  const definitions = c.below(3);
  for (let i = 0; i < definitions; i++) {
    const place: Place = { locals: [], functions: [...functions], depth: 3 };
    if (c.below(4) === 3) forms.push(`(def v${i} ${any(c, place)})`);
    else forms.push(definedFunction(c, `f${i}`, place, functions));
  }
  if (c.rarely(10)) forms.push(`(println ${any(c, { locals: [], functions, depth: 2 })})`);
  const last: Place = { locals: [], functions, depth: 4 };
  forms.push(
    functions.length > 0 && c.below(2) === 1 ? ownCall(c, last) : filled(c.pick(shapes[c.pick(kinds)]), c, last),
  );
  return forms.join("\n");
}

function definedFunction(c: Choices, name: string, place: Place, into: DefinedFunction[]): string {
  const params = Array.from({ length: c.below(3) }, (_, i) => ({ name: `p${i}`, kind: c.pick(kinds) }));
  const result = c.pick(kinds);
  const body = expression(result, c, { ...place, locals: params });
  into.push({ name, params: params.map((p) => p.kind), result });
  return `(defn ${name} [${params.map((p) => p.name).join(" ")}] ${body})`;
}

/** An expression of any kind. */
export function any(c: Choices, place: Place): string {
  return expression(c.pick(kinds), c, place);
}

function expression(wanted: Kind, c: Choices, place: Place): string {
  const kind = c.rarely(5) ? c.pick(kinds) : wanted;
  const known = place.locals.filter((l) => l.kind === kind);
  if (known.length > 0 && c.below(3) === 2) return c.pick(known).name;
  if (place.depth <= 0 || c.spent) return c.pick(literals[kind]);
  const deeper: Place = { ...place, depth: place.depth - 1 };
  switch (c.below(12)) {
    case 0:
    case 1:
      return c.pick(literals[kind]);
    case 2:
      return control(kind, c, deeper);
    case 3:
      return bindingForm(kind, c, deeper);
    case 4:
      return place.functions.length > 0 ? ownCall(c, deeper) : c.pick(literals[kind]);
    case 5:
      return builtinCall(c, deeper);
    default:
      return filled(c.pick(shapes[kind]), c, deeper);
  }
}

function filled(shape: string, c: Choices, place: Place): string {
  return shape.replace(/\{(\w+)\}/g, (_, kind: string) =>
    kind === "any" ? any(c, place) : expression(kind as Kind, c, place),
  );
}

function control(kind: Kind, c: Choices, place: Place): string {
  const e = () => expression(kind, c, place);
  const test = () => expression("bool", c, place);
  switch (c.below(9)) {
    case 0:
      return `(if ${test()} ${e()} ${e()})`;
    case 1:
      return `(when ${test()} ${e()})`;
    case 2:
      return `(cond ${test()} ${e()} ${test()} ${e()} :else ${e()})`;
    case 3:
      return `(do ${any(c, place)} ${e()})`;
    case 4:
      return `(or ${e()} ${e()})`;
    case 5:
      return `(condp = ${any(c, place)} ${any(c, place)} ${e()} ${e()})`;
    case 6:
      return `(when-let [[x] ${expression("ints", c, place)}] ${e()})`;
    case 7:
      return c.rarely(30) ? `(return ${e()})` : `(if-not ${test()} ${e()} ${e()})`;
    default:
      return c.rarely(30) ? `(fail ${e()})` : `(and ${test()} ${e()})`;
  }
}

function bindingForm(kind: Kind, c: Choices, place: Place): string {
  const bound: Named[] = Array.from({ length: 1 + c.below(2) }, () => ({ name: c.pick(names), kind: c.pick(kinds) }));
  const inits = bound.map((b) => `${b.name} ${expression(b.kind, c, place)}`);
  const visible = place.locals.filter((l) => !bound.some((b) => b.name === l.name));
  const inner: Place = { ...place, locals: [...visible, ...bound] };
  const body = expression(kind, c, inner);
  switch (c.below(4)) {
    case 0:
    case 1:
      return `(let [${inits.join(" ")}] ${body})`;
    case 2:
      return `((fn [${bound.map((b) => b.name).join(" ")}] ${body}) ${inits.map((i) => i.slice(i.indexOf(" ") + 1)).join(" ")})`;
    default:
      return `(loop [${inits.join(" ")}] ${body})`;
  }
}

function ownCall(c: Choices, place: Place): string {
  const f = c.pick(place.functions);
  const args = f.params.map((kind) => expression(kind, c, place));
  if (c.rarely(3)) args.pop();
  return `(${[f.name, ...args].join(" ")})`;
}

const rows = [...builtins];

/** A call of any builtin, with arguments guessed from the names of its parameters. */
function builtinCall(c: Choices, place: Place): string {
  const [name, row] = c.pick(rows);
  const params = c
    .pick(row.params)
    .split(" ")
    .filter((p) => p !== "" && p !== "&");
  return `(${[name, ...params.map((p) => argument(p, c, place))].join(" ")})`;
}

function argument(param: string, c: Choices, place: Place): string {
  if (c.rarely(5)) return any(c, place);
  if (/^(f|fn|pred|g|keyfn|branch\?|children|inner|outer|before\?|fns|preds|comparator|xform)$/.test(param))
    return c.pick([
      "inc",
      "str",
      ":a",
      "even?",
      "#(vector %)",
      "(fn [x] (* 2 x))",
      "(fn [& xs] (count xs))",
      "<",
      "+",
      "{1 2}",
    ]);
  if (/^(re|pattern|match)$/.test(param))
    return c.pick(['#"\\d+"', '#"(a)(b)?"', '#"[^,]*"', '#"(?<y>\\w)\\k<y>"', '#"\\p{L}+"']);
  if (/^(s|text|prefix|suffix|substring|sep|sought|fmt|replacement|other|query)$/.test(param))
    return expression("text", c, place);
  if (/^(n|i|index|start|end|from|step|limit|radix|days|millis|seconds|times|year|month|day)$/.test(param))
    return expression("int", c, place);
  if (/^(m|maps?|smap|names|opts|options|replacements)$/.test(param)) return expression("record", c, place);
  if (/^(sets?|a|b)$/.test(param)) return expression("set", c, place);
  if (/^(date|instant|start|end)$/.test(param))
    return c.pick([
      '(LocalDate/parse "2026-01-31")',
      "(Instant/ofEpochMilli 5)",
      "(Duration/ofHours 3)",
      "(java.util.Date. 0)",
    ]);
  if (/^(path|keys)$/.test(param)) return `[${c.pick(keys)} ${c.pick(keys)}]`;
  if (/^(x|y|value|init|item|c|more|xs|kvs|form|default|not-found)$/.test(param)) return any(c, place);
  return expression(c.pick(["ints", "records", "texts", "set"] as const), c, place);
}

const fragments = [
  ..."()[]{}\"'`~@^#;:\\%&,.+-*/<>=?! \n0a",
  "#(",
  "#{",
  "#_",
  '#"',
  "##Inf",
  "\\u",
  "nil",
  "recur",
  "& ",
  ":as",
  "%2",
  "(let [",
  "(defn ",
  "(quote ",
  "\u0000",
  "\ud83d",
  "👍🏽",
  "\u200b",
  "“",
];

/** A text with a few places broken. */
export function mutated(source: string, c: Choices): string {
  let text = source;
  const times = 1 + c.below(4);
  for (let i = 0; i < times; i++) {
    const at = c.below(text.length + 1);
    const length = 1 + c.below(8);
    switch (c.below(6)) {
      case 0:
        text = text.slice(0, at) + text.slice(at + length);
        break;
      case 1:
        text = text.slice(0, at) + c.pick(fragments) + text.slice(at);
        break;
      case 2:
        text = text.slice(0, at) + c.pick(fragments) + text.slice(at + 1);
        break;
      case 3:
        text = text.slice(0, at) + text.slice(at, at + length).repeat(2) + text.slice(at + length);
        break;
      case 4:
        text = text.slice(0, at);
        break;
      default: {
        const from = c.below(text.length + 1);
        text = text.slice(0, at) + text.slice(from, from + length) + text.slice(at);
      }
    }
  }
  return text;
}
