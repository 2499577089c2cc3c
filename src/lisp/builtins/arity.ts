// How many arguments a builtin takes, read from its parameter strings.

import type { Builtin } from "./table.ts";

export interface ArityRange {
  readonly counts: ReadonlySet<number>;
  /** Smallest count of the arity with a rest parameter, or infinity. */
  readonly restFrom: number;
}

const cache = new WeakMap<Builtin, ArityRange>();

function arityOf(row: Builtin): ArityRange {
  let range = cache.get(row);
  if (range === undefined) {
    const counts = new Set<number>();
    let restFrom = Number.POSITIVE_INFINITY;
    for (const params of row.params) {
      const names = params.split(/\s+/).filter((n) => n !== "");
      const amp = names.indexOf("&");
      if (amp === -1) counts.add(names.length);
      else restFrom = Math.min(restFrom, amp);
    }
    range = { counts, restFrom };
    cache.set(row, range);
  }
  return range;
}

export function accepts(row: Builtin, n: number): boolean {
  const { counts, restFrom } = arityOf(row);
  return counts.has(n) || n >= restFrom;
}

/** "1 or 2", "at least 1", "2 to 4". */
export function arityWords(row: Builtin): string {
  const { counts, restFrom } = arityOf(row);
  const list = [...counts].filter((c) => c < restFrom).sort((a, b) => a - b);
  if (restFrom !== Number.POSITIVE_INFINITY) {
    const least = Math.min(restFrom, ...list);
    if (list.length === 0 || least + list.length === restFrom) return `at least ${least}`;
    return `${list.join(", ")} or at least ${restFrom}`;
  }
  if (list.length <= 1) return String(list[0] ?? 0);
  const dense = list[list.length - 1]! - list[0]! === list.length - 1;
  return list.length > 2 && dense ? `${list[0]} to ${list[list.length - 1]}` : list.join(" or ");
}

/** "takes 1 argument", "takes at least 2 arguments". */
export function argumentWords(count: string): string {
  return `${count} ${/^(?:at least )?1$/.test(count) ? "argument" : "arguments"}`;
}

/** The call forms, for hints: "(join coll) or (join sep coll)". */
export function callForms(name: string, row: Builtin): string {
  return row.params.map((p) => (p === "" ? `(${name})` : `(${name} ${p})`)).join(" or ");
}
