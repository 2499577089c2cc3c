// All builtins by name, and the one place that knows which qualified spellings reach them.

import { aggregates } from "./aggregates.ts";
import { arithmetic } from "./arithmetic.ts";
import { bits } from "./bits.ts";
import { building } from "./building.ts";
import { combinators } from "./combinators.ts";
import { comparison } from "./comparison.ts";
import { describing } from "./describing.ts";
import { formatting } from "./format.ts";
import { grouping } from "./grouping.ts";
import { infinite } from "./infinite.ts";
import { extendCatalogue, introspection } from "./introspection.ts";
import { constants as javaConstants, javaLang } from "./java-lang.ts";
import { javaString } from "./java-string.ts";
import { javaTime } from "./java-time.ts";
import { json } from "./json.ts";
import { maps } from "./maps.ts";
import { math } from "./math.ts";
import { names } from "./names.ts";
import { nestedMaps } from "./nested-maps.ts";
import { numberPredicates } from "./number-predicates.ts";
import { parallel } from "./parallel.ts";
import { parsing } from "./parsing.ts";
import { partitioning } from "./partitioning.ts";
import { positions } from "./positions.ts";
import { predicates } from "./predicates.ts";
import { random } from "./random.ts";
import { reductions } from "./reductions.ts";
import { regexFunctions } from "./regex-functions.ts";
import { sequencePredicates } from "./sequence-predicates.ts";
import { sets } from "./sets.ts";
import { slicing } from "./slicing.ts";
import { sorting } from "./sorting.ts";
import { stringSearch } from "./string-search.ts";
import { strings } from "./strings.ts";
import type { Builtin, BuiltinTable, Home } from "./table.ts";
import { collectionTests } from "./tests-on-collections.ts";
import { transforms } from "./transforms.ts";
import { walking } from "./walking.ts";

const tables: readonly BuiltinTable[] = [
  arithmetic,
  comparison,
  math,
  bits,
  parsing,
  numberPredicates,
  random,
  transforms,
  reductions,
  sorting,
  grouping,
  aggregates,
  parallel,
  collectionTests,
  positions,
  slicing,
  building,
  partitioning,
  infinite,
  sequencePredicates,
  maps,
  nestedMaps,
  sets,
  walking,
  combinators,
  predicates,
  names,
  strings,
  stringSearch,
  formatting,
  regexFunctions,
  json,
  describing,
  introspection,
  javaLang,
  javaString,
  javaTime,
];

/** Every row under its canonical name. */
export const builtins: ReadonlyMap<string, Builtin> = (() => {
  // By hand: this runs at every start, and lists of entries made just to be read once would double its time.
  const all = new Map<string, Builtin>();
  for (const table of tables) for (const name in table) all.set(name, table[name]!);
  return all;
})();

export const constants = javaConstants;

/** The first spelling of a constant (java.lang.Math/PI and math/PI are Math/PI), or the name itself. */
export function canonicalConstant(name: string): string {
  const row = constants.get(name);
  for (const [other, candidate] of constants) if (candidate === row) return other;
  return name;
}

let aliases: ReadonlyMap<string, string> | undefined;

/** Canonical names by their other spellings; built when the first name is not canonical. */
function canonicalNames(): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [name, row] of builtins)
    for (const alias of row.aliases ?? []) if (!builtins.has(alias)) found.set(alias, name);
  return found;
}

function named(symbol: string): Found | undefined {
  const row = builtins.get(symbol);
  if (row !== undefined) return { name: symbol, row };
  aliases ??= canonicalNames();
  const name = aliases.get(symbol);
  return name === undefined ? undefined : { name, row: builtins.get(name)! };
}

/** Namespace spellings programs use, by the home they stand for. */
export const namespaces: ReadonlyMap<string, Home> = new Map<string, Home>([
  ["clojure.core", "core"],
  ["core", "core"],
  ["clojure.string", "string"],
  ["str", "string"],
  ["string", "string"],
  ["s", "string"],
  ["clojure.set", "set"],
  ["set", "set"],
  ["clojure.walk", "walk"],
  ["walk", "walk"],
  ["regex", "regex"],
  ["json", "json"],
]);

const canonicalPrefix: Readonly<Record<string, string>> = {
  string: "clojure.string",
  set: "clojure.set",
  walk: "clojure.walk",
  core: "clojure.core",
};

/** Classes whose methods are also written qualified: (LocalDate/isBefore a b), String/.toUpperCase. */
const methodClass =
  /^(?:(?:java\.lang\.)?String|(?:java\.time\.)?(?:LocalDate|Instant|Duration)|(?:java\.util\.)?Date)$/;

export interface Found {
  /** The canonical name. */
  readonly name: string;
  readonly row: Builtin;
}

/** The builtin a symbol names, qualified or not. */
export function findBuiltin(symbol: string): Found | undefined {
  const exact = named(symbol);
  if (exact !== undefined) return exact;
  if (/^java\.lang\.[A-Z]/.test(symbol)) return findBuiltin(symbol.slice("java.lang.".length));
  const slash = symbol.indexOf("/");
  if (slash <= 0 || slash === symbol.length - 1) return undefined;
  const prefix = symbol.slice(0, slash);
  const bare = symbol.slice(slash + 1);
  const home = namespaces.get(prefix);
  if (home === undefined) return methodClass.test(prefix) ? named(bare.startsWith(".") ? bare : `.${bare}`) : undefined;
  // Models mix namespaces up (str/replace, set/contains?): a bare name that exists is what they mean.
  return named(`${canonicalPrefix[home] ?? home}/${bare}`) ?? named(bare);
}

/** Names reachable in one namespace, for "not available" messages. */
export function namesIn(home: Home): string[] {
  return [...builtins].filter(([, row]) => row.home === home).map(([name]) => name.replace(/^clojure\.[a-z]+\//, ""));
}

extendCatalogue({ find: findBuiltin, all: () => builtins, constants: () => constants });
