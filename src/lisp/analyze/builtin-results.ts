// What builtins hand back, as far as waiting goes (effects.ts). A function that is not listed here may hand back anything,
// also a function that waits: the lists hold only what programs work with most.

import { findBuiltin } from "../builtins/index.ts";
import type { Builtin } from "../builtins/table.ts";

/** Always a number, a text or a collection that is all there: never a function, never a sequence still to be computed. */
const plain = [
  ...["+", "-", "*", "/", "inc", "dec", "mod", "rem", "quot", "count", "str", "name", "subs", "parse-long"],
  ...["str/split", "str/split-lines", "str/join", "str/trim", "str/lower-case", "str/upper-case", "re-seq"],
  ...["mapv", "filterv", "vec", "sort", "sort-by", "group-by", "frequencies", "zipmap", "keys", "vals", "set"],
];

/** A sequence or a function made of the arguments, whose use calls no other functions than those. */
const made = [
  ...["range", "map", "filter", "remove", "keep", "map-indexed", "take", "drop", "take-while", "drop-while", "rest"],
  ...["distinct", "reverse", "fnil", "partial", "comp", "complement", "juxt", "every-pred", "some-fn"],
];

let tables: { readonly plain: ReadonlySet<Builtin>; readonly made: ReadonlySet<Builtin> } | null = null;

/** Made at first use: most programs need no analysis. */
function known(): NonNullable<typeof tables> {
  tables ??= { plain: rows(plain), made: rows(made) };
  return tables;
}

function rows(names: readonly string[]): ReadonlySet<Builtin> {
  return new Set(
    names.map((name) => {
      const found = findBuiltin(name);
      if (found === undefined) throw new Error(`there is no builtin ${name}`);
      return found.row;
    }),
  );
}

/** Whatever the arguments are, using the result never waits. */
export function isPlain(row: Builtin): boolean {
  return known().plain.has(row);
}

/** Using the result waits only if using an argument may. */
export function isMadeOfArguments(row: Builtin): boolean {
  return known().made.has(row);
}
