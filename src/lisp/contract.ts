// Run-time checks of a function that carries a :signature. A type is compiled once to a check that answers yes or no;
// only when the answer is no is the value walked again to say where it went wrong. Recursion follows the type, whose
// depth is bounded, and every list pays fuel for its items.

import {
  type MapType,
  normalName,
  parseSignature,
  printType,
  type SignatureProblem,
  type SignatureType,
} from "../names/signature/index.ts";
import { fault } from "./fault.ts";
import { spendMany } from "./meter.ts";
import { typeName } from "./values/describe-type.ts";
import type { Contract } from "./values/fn.ts";
import { InfiniteSeq } from "./values/infinite.ts";
import { PMap } from "./values/map.ts";
import { isInteger, isNumber } from "./values/numbers.ts";
import { previewText } from "./values/preview.ts";
import { PSet } from "./values/set.ts";
import { Temporal } from "./values/temporal.ts";
import { Flt, Keyword, type Value } from "./values/value.ts";
import { Vec } from "./values/vector.ts";

export type ContractOrProblem = { readonly contract: Contract } | { readonly problem: SignatureProblem };

/** `paramNames` are the function's parameters as written; "&" among them means it takes a variable number. */
export function contractFor(text: string, functionName: string, paramNames: readonly string[]): ContractOrProblem {
  const parsed = parseSignature(text);
  if (!parsed.ok) return { problem: parsed.problem };
  const { params, result } = parsed.value;
  if (paramNames.includes("&"))
    return {
      problem: {
        offset: 0,
        message: `${functionName} takes a variable number of arguments, which a signature cannot describe.`,
        hint: "Take one list parameter instead of &, or remove the :signature.",
      },
    };
  if (params.length !== paramNames.length)
    return {
      problem: {
        offset: 0,
        message: `The signature of ${functionName} has ${counted(params.length)}, the function takes ${paramNames.length}.`,
        hint: `Declare each parameter of [${paramNames.join(" ")}] once, in order: (${paramNames
          .map((n) => `${n} :any`)
          .join(", ")}) -> …`,
      },
    };
  const checks = params.map((p) => valueCheck(p.type));
  const resultCheck = valueCheck(result);
  const contract: Contract = {
    text,
    checkArguments(args) {
      for (let i = 0; i < checks.length; i++) {
        const value = args[i] ?? null;
        if (!checks[i]!.accepts(value)) refuse(`${functionName}: argument ${params[i]!.name}`, checks[i]!, value);
      }
    },
    checkResult(value) {
      if (!resultCheck.accepts(value)) refuse(`${functionName}: result`, resultCheck, value);
    },
  };
  return { contract };
}

function counted(n: number): string {
  return n === 1 ? "1 parameter" : `${n} parameters`;
}

function refuse(subject: string, check: ValueCheck, value: Value): never {
  const found = check.explain(value);
  const message = found.map((m) => `${at(subject, m.path)} ${m.message}`).join("; ");
  fault("contract_error", `${message}.`, found[0]?.hint ?? null);
}

/** `subject at [:users 0 :id]`: a path that get-in accepts. */
function at(subject: string, path: readonly (string | number)[]): string {
  if (path.length === 0) return subject;
  const shown = path.length > 12 ? ["…", ...path.slice(-11).map(step)] : path.map(step);
  return `${subject} at [${shown.join(" ")}]`;
}

function step(s: string | number): string {
  return typeof s === "number" ? String(s) : /^[\w\-?!]+$/.test(s) ? `:${s}` : previewText(s, 40);
}

export interface Mismatch {
  /** Field names and indexes from the checked value down to the part that is wrong. */
  readonly path: readonly (string | number)[];
  readonly message: string;
  readonly hint: string | null;
}

export interface ValueCheck {
  accepts(value: Value): boolean;
  /** What is wrong with a value that is not accepted: the first few mismatches. */
  explain(value: Value): readonly Mismatch[];
}

const mostMismatches = 3;

/** A check for one type, for contracts and for values that cross a tool's border. */
export function valueCheck(type: SignatureType): ValueCheck {
  const accepts = compile(type);
  return {
    accepts,
    explain(value) {
      const found: Mismatch[] = [];
      explain(type, value, [], found);
      return found;
    },
  };
}

type Accepts = (value: Value) => boolean;

function compile(type: SignatureType): Accepts {
  const bare = compileBare(type);
  return type.optional ? (v) => v === null || bare(v) : bare;
}

function compileBare(type: SignatureType): Accepts {
  switch (type.kind) {
    case "primitive":
      return primitives[type.name];
    case "list": {
      const item = compile(type.item);
      return (v) => {
        if (!(v instanceof Vec)) return false;
        spendMany(v.length);
        for (let i = 0; i < v.length; i++) if (!item(v.at(i))) return false;
        return true;
      };
    }
    case "map":
      return compileMap(type);
    default:
      return type satisfies never;
  }
}

function compileMap(type: MapType): Accepts {
  const fields = type.fields.map((f) => ({ find: fieldFinder(f.name), accepts: compile(f.type), type: f.type }));
  return (v) => {
    if (!(v instanceof PMap)) return false;
    for (const field of fields) {
      const value = field.find(v);
      if (value === undefined ? !field.type.optional : !field.accepts(value)) return false;
    }
    return !type.closed || unknownField(type, v) === null;
  };
}

const primitives: Readonly<Record<(SignatureType & { kind: "primitive" })["name"], Accepts>> = {
  string: (v) => typeof v === "string",
  int: (v) => isInteger(v),
  float: (v) => (typeof v === "number" ? Number.isFinite(v) : isNumber(v)),
  bool: (v) => typeof v === "boolean",
  keyword: (v) => v instanceof Keyword,
  datetime: (v) => v instanceof Temporal && (v.class_ === "Instant" || v.class_ === "Date"),
  map: (v) => v instanceof PMap,
  any: () => true,
};

/** Finds a declared field under any of its spellings: string or keyword, hyphen or underscore; as declared first. */
function fieldFinder(name: string): (m: PMap) => Value | undefined {
  const spellings = [...new Set([name, name.replaceAll("_", "-"), name.replaceAll("-", "_")])];
  const keys: Value[] = spellings.flatMap((s) => [Keyword.of(s), s]);
  return (m) => {
    for (const key of keys) {
      const value = m.get(key);
      if (value !== undefined) return value;
    }
    return undefined;
  };
}

/** The first key of a closed map that is not declared, or null. */
function unknownField(type: MapType, m: PMap): string | null {
  const known = new Set(type.fields.map((f) => normalName(f.name)));
  const pairs = m.pairs();
  spendMany(m.size);
  for (let i = 0; i < pairs.length; i += 2) {
    const key = pairs[i] as Value;
    const name = key instanceof Keyword ? key.name : typeof key === "string" ? key : null;
    if (name === null || !known.has(normalName(name))) return previewText(key, 40);
  }
  return null;
}

/** Stage two: the value is known to be wrong somewhere; collect where. `path` is shared and restored on return. */
function explain(type: SignatureType, value: Value, path: (string | number)[], found: Mismatch[]): void {
  if (found.length >= mostMismatches || (type.optional && value === null)) return;
  if (type.kind === "list" && value instanceof Vec) {
    const accepts = compile(type.item);
    for (let i = 0; i < value.length && found.length < mostMismatches; i++) {
      if (accepts(value.at(i))) continue;
      path.push(i);
      explain(type.item, value.at(i), path, found);
      path.pop();
    }
  } else if (type.kind === "map" && value instanceof PMap) explainMap(type, value, path, found);
  else if (!compileBare(type)(value)) {
    const message = `expected ${expected(type)}, got ${shown(value)}`;
    found.push({ path: [...path], message, hint: hintFor(type, value) });
  }
}

function explainMap(type: MapType, m: PMap, path: (string | number)[], found: Mismatch[]): void {
  for (const field of type.fields) {
    const value = fieldFinder(field.name)(m);
    if (value !== undefined) {
      path.push(field.name);
      explain(field.type, value, path, found);
      path.pop();
    } else if (!field.type.optional && found.length < mostMismatches) {
      found.push({
        path: [...path],
        message: `lacks the field ${field.name} (${expected(field.type)})`,
        hint: `Add :${field.name}, or declare it optional: ${field.name} ${brief({ ...field.type, optional: true })}.`,
      });
    }
  }
  const extra = type.closed ? unknownField(type, m) : null;
  if (extra !== null && found.length < mostMismatches)
    found.push({
      path: [...path],
      message: `has the unknown field ${extra}`,
      hint: "Remove it: no other fields are allowed.",
    });
}

function shown(value: Value): string {
  if (value === null) return "nil";
  if (typeof value === "number" && !Number.isFinite(value)) return `${previewText(value)} (not finite)`;
  return `${previewText(value)} (${typeName(value)})`;
}

function expected(type: SignatureType): string {
  return type.kind === "list" ? `a list ${brief(type)}` : type.kind === "map" ? `a map ${brief(type)}` : brief(type);
}

function brief(type: SignatureType): string {
  const text = printType(type);
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}

function hintFor(type: SignatureType, value: Value): string | null {
  if (value === null) return `nil is allowed only where the type ends in ?: ${brief({ ...type, optional: true })}.`;
  if (type.kind === "list") {
    if (value instanceof PSet) return "Turn the set into a list: (vec s).";
    if (value instanceof InfiniteSeq) return `Bound it first: (take n ${value.label}).`;
    return value instanceof PMap
      ? "Pass a vector; (vals m) or (vec m) make one from a map."
      : "Wrap a single value in [ ].";
  }
  if (type.kind === "map") return "Pass a map with the declared fields.";
  switch (type.name) {
    case "int":
      if (typeof value === "string") return "Parse it first: (parse-long s).";
      return value instanceof Flt || typeof value === "number" ? "Round it first: (int x) or (round x)." : null;
    case "float":
      return typeof value === "string" ? "Parse it first: (parse-double s)." : null;
    case "string":
      return value instanceof Keyword ? "Use (name k)." : "Use (str x).";
    case "keyword":
      return typeof value === "string" ? "Use (keyword s)." : null;
    case "datetime":
      return typeof value === "string" ? "Parse it first: (Instant/parse s)." : null;
    default:
      return null;
  }
}
