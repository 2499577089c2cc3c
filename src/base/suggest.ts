// "Did you mean": nearby names by Damerau-Levenshtein distance, closest first.

function distance(a: string, b: string, limit: number): number {
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

/** Names a reader may have meant by `name`, closest first. Case and separators count half. */
export function suggest(name: string, candidates: Iterable<string>, most = 3): string[] {
  const fold = (s: string) => s.toLowerCase().replace(/[-_]/g, "");
  const wanted = fold(name);
  const limit = wanted.length <= 2 ? 1 : wanted.length <= 5 ? 2 : 3;
  const found: { name: string; score: number }[] = [];
  for (const candidate of candidates) {
    if (candidate === name) continue;
    const folded = fold(candidate);
    let score = distance(wanted, folded, limit);
    if (
      score > limit &&
      folded.length > 3 &&
      wanted.length > 3 &&
      (folded.startsWith(wanted) || wanted.startsWith(folded))
    )
      score = limit + Math.abs(folded.length - wanted.length) / 10;
    else if (score > limit) continue;
    found.push({ name: candidate, score: score + (candidate[0] === name[0] ? 0 : 0.25) });
  }
  found.sort((x, y) => x.score - y.score || (x.name < y.name ? -1 : 1));
  return found.slice(0, most).map((f) => f.name);
}
