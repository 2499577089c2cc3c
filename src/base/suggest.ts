// "Did you mean": nearby names by Damerau-Levenshtein distance, closest first. Case, hyphens, underscores, dots and
// question marks do not count, so that groupBy, group_by and isEmpty find their names.

/** What is left of a name when spelling habits are ignored. */
export function foldName(name: string): string {
  const bare = name.toLowerCase().replace(/[-_?!.*]/g, "");
  return bare === "" ? name : bare;
}

function distanceOf(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let beforeLast: number[] = [];
  let last: number[] = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row: number[] = [i];
    let best = i;
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let d = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) d = Math.min(d, beforeLast[j - 2]! + 1);
      row.push(d);
      if (d < best) best = d;
    }
    if (best > limit) return limit + 1;
    beforeLast = last;
    last = row;
  }
  return last[b.length]!;
}

export interface Near {
  readonly name: string;
  /** Slips of the finger between the two; fractions order names that are otherwise alike. */
  readonly distance: number;
}

/** How many slips a name of this length may hold: in a short name every letter counts. */
function slips(length: number): number {
  return length <= 1 ? 0 : length <= 5 ? 1 : length <= 8 ? 2 : 3;
}

/** Names a reader may have meant by `name`, closest first; those clearly further off than the closest are left out. */
export function nearest(name: string, candidates: Iterable<string>, most = 3): Near[] {
  const wanted = foldName(name);
  const limit = slips(wanted.length);
  const found: Near[] = [];
  for (const candidate of new Set(candidates)) {
    if (candidate === name) continue;
    const folded = foldName(candidate);
    let distance = distanceOf(wanted, folded, limit);
    if (distance > limit) {
      // upper for upper-case, stringify for stringify-keys: a whole word at the start says more than letters do.
      const [short, long] = folded.length < wanted.length ? [folded, wanted] : [wanted, folded];
      if (short.length < 4 || !long.startsWith(short)) continue;
      distance = limit + (long.length - short.length) / 10;
    }
    // Two slips and another first letter: that is another word.
    if (distance > 1 && folded[0] !== wanted[0]) continue;
    found.push({ name: candidate, distance: distance + (folded[0] === wanted[0] ? 0 : 0.25) });
  }
  found.sort((x, y) => x.distance - y.distance || (x.name < y.name ? -1 : 1));
  const reach = (found[0]?.distance ?? 0) + 0.5;
  return found.filter((f) => f.distance <= reach).slice(0, most);
}

export function suggest(name: string, candidates: Iterable<string>, most = 3): string[] {
  return nearest(name, candidates, most).map((n) => n.name);
}

/** "Did you mean `a`, `b` or `c`?" The marks keep names such as empty? apart from the question. */
export function didYouMean(names: readonly string[]): string {
  const marked = names.map((n) => `\`${n}\``);
  const last = marked.pop();
  return `Did you mean ${marked.length === 0 ? last : `${marked.join(", ")} or ${last}`}?`;
}
