// The two ways to call a tool, each made from the other. A composed tool called as tool/name takes its arguments by name:
//
//   (defn parse-csv--by-map
//     ([] (parse-csv--by-map {}))
//     ([args] (parse-csv (get args :text (get args "text"))))
//     ([key value & more] (parse-csv--by-map (apply hash-map key value more))))
//
// A base tool called by its bare name takes them by place, in the order of its signature:
//
//   (defn file-read--by-place
//     ([path] (tool/file_read {"path" path})))

import { isKeywordName } from "../lisp/read/names.ts";
import { parseSignature } from "../names/signature/index.ts";
import type { Unit } from "./unit.ts";

export interface Parameter {
  readonly name: string;
  readonly required: boolean;
}

/** Signatures read lately: every call of a tool is held against the same one. Long ones are not worth keeping. */
const lately = new Map<string, readonly Parameter[] | null>();
const MOST = 2_000;
const LONGEST = 1_000;

function inSignature(signature: string): readonly Parameter[] | null {
  const known = lately.get(signature);
  if (known !== undefined) return known;
  const parsed = parseSignature(signature);
  const params = parsed.ok ? parsed.value.params.map(({ name, type }) => ({ name, required: !type.optional })) : null;
  if (signature.length > LONGEST) return params;
  if (lately.size >= MOST) lately.clear();
  lately.set(signature, params);
  return params;
}

/** The parameters of a tool in order; null when nothing says what they are. */
export function parametersOf(unit: Pick<Unit, "signature" | "inputSchema">): readonly Parameter[] | null {
  const signed = unit.signature === null ? null : inSignature(unit.signature);
  if (signed !== null) return signed;
  const properties = unit.inputSchema?.properties;
  if (typeof properties !== "object" || properties === null) return null;
  const required = Array.isArray(unit.inputSchema?.required) ? (unit.inputSchema.required as readonly unknown[]) : [];
  return Object.keys(properties).map((name) => ({ name, required: required.includes(name) }));
}

export function byMapWrapper(name: string, target: string, params: readonly string[]): string {
  const local = target === "args" ? "given" : "args";
  const args = params.map((p) => ` ${lookup(p, local)}`).join("");
  return [
    `(defn ${name}`,
    `  ([] (${name} {}))`,
    `  ([${local}] (${target}${args}))`,
    `  ([key value & more] (${name} (apply hash-map key value more))))`,
  ].join("\n");
}

/** A key under any of its spellings, as tools themselves find it. */
function lookup(param: string, args: string): string {
  const spellings = [...new Set([param.replaceAll("_", "-"), param.replaceAll("-", "_")])];
  const keys = [...spellings.filter(isKeywordName).map((s) => `:${s}`), ...spellings.map((s) => JSON.stringify(s))];
  return keys.reduceRight((rest, key) => `(get ${args} ${key}${rest === "" ? "" : ` ${rest}`})`, "");
}

export function byPlaceWrapper(name: string, grant: string, params: readonly Parameter[] | null): string {
  if (params === null) return `(defn ${name} [args] (tool/${grant} args))`;
  const least = params.findLastIndex((p) => p.required) + 1;
  const arities: string[] = [];
  for (let count = least; count <= params.length; count++) {
    const given = params.slice(0, count).map((p, i) => ({ key: JSON.stringify(p.name), local: `a${i + 1}` }));
    const map = given.map(({ key, local }) => `${key} ${local}`).join(", ");
    arities.push(`  ([${given.map((g) => g.local).join(" ")}] (tool/${grant} {${map}}))`);
  }
  return `(defn ${name}\n${arities.join("\n")})`;
}
