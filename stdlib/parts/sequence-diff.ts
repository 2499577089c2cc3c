// What two sequences have in common, as blocks of equal items. Myers' algorithm finds the shortest difference; where that
// would cost too much, items that occur once on both sides split the work (as in a patience diff), and what is left after
// that is called different. The answer is always right, and the shortest up to a few thousand changes.

export interface Block {
  readonly before: number;
  readonly after: number;
  readonly length: number;
}

interface Range {
  readonly aFrom: number;
  readonly aTo: number;
  readonly bFrom: number;
  readonly bTo: number;
}

const SMALL = 20_000;
const MOST_CHANGES = 2_000;
const MOST_CHANGES_OF_LARGE = 400;

/** Blocks in order. Items are numbers; equal items have equal numbers. */
export function commonBlocks(a: readonly number[], b: readonly number[]): readonly Block[] {
  const pairs: Block[] = [];
  const open: Range[] = [{ aFrom: 0, aTo: a.length, bFrom: 0, bTo: b.length }];
  for (let range = open.pop(); range !== undefined; range = open.pop()) {
    const inner = trimmed(a, b, range, pairs);
    if (inner.aFrom === inner.aTo || inner.bFrom === inner.bTo) continue;
    const size = inner.aTo - inner.aFrom + inner.bTo - inner.bFrom;
    const shortest = shortestDifference(a, b, inner, size <= SMALL ? MOST_CHANGES : MOST_CHANGES_OF_LARGE);
    if (shortest !== null) for (const block of shortest) pairs.push(block);
    else open.push(...betweenAnchors(a, b, inner, pairs));
  }
  return joined(pairs.sort((x, y) => x.before - y.before));
}

/** Takes equal items off both ends. */
function trimmed(a: readonly number[], b: readonly number[], range: Range, pairs: Block[]): Range {
  let { aFrom, aTo, bFrom, bTo } = range;
  while (aFrom < aTo && bFrom < bTo && a[aFrom] === b[bFrom]) {
    aFrom++;
    bFrom++;
  }
  if (aFrom > range.aFrom) pairs.push({ before: range.aFrom, after: range.bFrom, length: aFrom - range.aFrom });
  while (aTo > aFrom && bTo > bFrom && a[aTo - 1] === b[bTo - 1]) {
    aTo--;
    bTo--;
  }
  if (aTo < range.aTo) pairs.push({ before: aTo, after: bTo, length: range.aTo - aTo });
  return { aFrom, aTo, bFrom, bTo };
}

/**
 * Myers: for d = 0, 1, 2 … how far along each diagonal k one gets with d changes. `reached` of every d is kept to walk the
 * way back; it holds only the diagonals of its own parity.
 */
function shortestDifference(
  a: readonly number[],
  b: readonly number[],
  { aFrom, aTo, bFrom, bTo }: Range,
  most: number,
): readonly Block[] | null {
  const n = aTo - aFrom;
  const m = bTo - bFrom;
  const history: Int32Array[] = [];
  for (let d = 0; d <= Math.min(most, n + m); d++) {
    const last = history[d - 1];
    const reached = new Int32Array(d + 1);
    for (let i = 0; i <= d; i++) {
      const k = 2 * i - d;
      let x = d === 0 ? 0 : stepFrom(last!, i, d).x;
      let y = x - k;
      while (x < n && y < m && a[aFrom + x] === b[bFrom + y]) {
        x++;
        y++;
      }
      reached[i] = x;
      if (x >= n && y >= m) {
        history.push(reached);
        return wayBack(history, i, n).map((s) => ({ ...s, before: s.before + aFrom, after: s.after + bFrom }));
      }
    }
    history.push(reached);
  }
  return null;
}

/** Diagonal i of d is reached by an item more of b (from i of d - 1) or of a (from i - 1), whichever got further. */
function stepFrom(last: Int32Array, i: number, d: number): { readonly x: number; readonly from: number } {
  const down = i < d ? last[i]! : -1;
  const right = i > 0 ? last[i - 1]! + 1 : -1;
  return down >= right ? { x: down, from: i } : { x: right, from: i - 1 };
}

function wayBack(history: readonly Int32Array[], end: number, n: number): readonly Block[] {
  const blocks: Block[] = [];
  let i = end;
  let x = n;
  for (let d = history.length - 1; d >= 0; d--) {
    const k = 2 * i - d;
    const step = d === 0 ? { x: 0, from: 0 } : stepFrom(history[d - 1]!, i, d);
    if (x > step.x) blocks.push({ before: step.x, after: step.x - k, length: x - step.x });
    if (d === 0) break;
    i = step.from;
    x = history[d - 1]![i]!;
  }
  return blocks;
}

/** The ranges between items that occur once on both sides, in the longest order that both sides share. */
function betweenAnchors(a: readonly number[], b: readonly number[], range: Range, pairs: Block[]): readonly Range[] {
  const { aFrom, aTo, bFrom, bTo } = range;
  const onceInA = placesOfSingles(a, aFrom, aTo);
  const candidates: { readonly before: number; readonly after: number }[] = [];
  for (const [item, after] of placesOfSingles(b, bFrom, bTo)) {
    const before = onceInA.get(item);
    if (before !== undefined) candidates.push({ before, after });
  }
  const anchors = longestRising(candidates.sort((x, y) => x.before - y.before));
  if (anchors.length === 0) return [];
  const ranges: Range[] = [];
  let from = { before: aFrom, after: bFrom };
  for (const { before, after } of anchors) {
    ranges.push({ aFrom: from.before, aTo: before, bFrom: from.after, bTo: after });
    pairs.push({ before, after, length: 1 });
    from = { before: before + 1, after: after + 1 };
  }
  ranges.push({ aFrom: from.before, aTo, bFrom: from.after, bTo });
  return ranges;
}

function placesOfSingles(items: readonly number[], from: number, to: number): ReadonlyMap<number, number> {
  const places = new Map<number, number>();
  const repeated = new Set<number>();
  for (let i = from; i < to; i++) {
    const item = items[i]!;
    if (places.has(item)) repeated.add(item);
    else places.set(item, i);
  }
  for (const item of repeated) places.delete(item);
  return places;
}

/** The longest subsequence whose `after` rises; the candidates are sorted by `before`. */
function longestRising<T extends { readonly after: number }>(candidates: readonly T[]): readonly T[] {
  const ends: number[] = [];
  const previous: number[] = [];
  candidates.forEach(({ after }, i) => {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (candidates[ends[middle]!]!.after < after) low = middle + 1;
      else high = middle;
    }
    previous.push(low === 0 ? -1 : ends[low - 1]!);
    ends[low] = i;
  });
  const rising: T[] = [];
  for (let i = ends.at(-1) ?? -1; i >= 0; i = previous[i]!) rising.push(candidates[i]!);
  return rising.reverse();
}

function joined(pairs: readonly Block[]): readonly Block[] {
  const blocks: Block[] = [];
  for (const pair of pairs) {
    const last = blocks.at(-1);
    if (last !== undefined && last.before + last.length === pair.before && last.after + last.length === pair.after)
      blocks[blocks.length - 1] = { ...last, length: last.length + pair.length };
    else blocks.push(pair);
  }
  return blocks;
}
