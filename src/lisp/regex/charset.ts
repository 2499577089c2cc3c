// A set of code points, kept as sorted ranges that neither touch nor overlap. Everything a pattern can match in one step
// is such a set, so complements, intersections and "can these two ever meet?" are exact questions.

const maxCodePoint = 0x10ffff;

export class CharSet {
  private latin: Uint8Array | null = null;

  /** `ranges` is lo, hi, lo, hi, …: sorted, inclusive, with a gap between any two ranges. */
  constructor(readonly ranges: readonly number[]) {}

  has(cp: number): boolean {
    if (cp < 256) return (this.latin ?? this.latinTable())[cp] === 1;
    return this.search(cp);
  }

  /** The only member, or -1. */
  get single(): number {
    return this.ranges.length === 2 && this.ranges[0] === this.ranges[1] ? this.ranges[0]! : -1;
  }

  get isEmpty(): boolean {
    return this.ranges.length === 0;
  }

  get isAll(): boolean {
    return this.ranges.length === 2 && this.ranges[0] === 0 && this.ranges[1] === maxCodePoint;
  }

  /** Whether some member takes two UTF-16 units. */
  get hasAstral(): boolean {
    return this.ranges.length > 0 && this.ranges[this.ranges.length - 1]! > 0xffff;
  }

  /** A table over the first 256 code points, for scanning loops. */
  latinTable(): Uint8Array {
    if (this.latin !== null) return this.latin;
    const table = new Uint8Array(256);
    for (let i = 0; i < this.ranges.length && this.ranges[i]! < 256; i += 2)
      table.fill(1, this.ranges[i]!, Math.min(this.ranges[i + 1]!, 255) + 1);
    this.latin = table;
    return table;
  }

  private search(cp: number): boolean {
    const ranges = this.ranges;
    let lo = 0;
    let hi = ranges.length >> 1;
    while (lo < hi) {
      const mid = (lo + hi) >> 1;
      if (ranges[mid * 2 + 1]! < cp) lo = mid + 1;
      else hi = mid;
    }
    return lo * 2 < ranges.length && ranges[lo * 2]! <= cp;
  }
}

export const none = new CharSet([]);
export const all = new CharSet([0, maxCodePoint]);

const asciiSingles: CharSet[] = [];

export function single(cp: number): CharSet {
  if (cp >= 128) return new CharSet([cp, cp]);
  let set = asciiSingles[cp];
  if (set === undefined) {
    set = new CharSet([cp, cp]);
    asciiSingles[cp] = set;
  }
  return set;
}

export function range(lo: number, hi: number): CharSet {
  return new CharSet([lo, hi]);
}

/** The members of a string, such as "_-" or a list of line terminators. */
export function chars(text: string): CharSet {
  return fromPairs(Array.from(text, (c) => [c.codePointAt(0)!, c.codePointAt(0)!] as const));
}

/** From pairs in any order, overlapping or not. */
export function fromPairs(pairs: readonly (readonly [number, number])[]): CharSet {
  const sorted = [...pairs].sort((a, b) => a[0] - b[0]);
  const out: number[] = [];
  for (const [lo, hi] of sorted) push(out, lo, hi);
  return new CharSet(out);
}

function push(out: number[], lo: number, hi: number): void {
  const last = out.length - 1;
  if (last > 0 && lo <= out[last]! + 1) {
    if (hi > out[last]!) out[last] = hi;
  } else out.push(lo, hi);
}

export function union(a: CharSet, b: CharSet): CharSet {
  if (a === b || b.isEmpty || a.isAll) return a;
  if (a.isEmpty || b.isAll) return b;
  const out: number[] = [];
  let i = 0;
  let j = 0;
  while (i < a.ranges.length || j < b.ranges.length) {
    if (j >= b.ranges.length || (i < a.ranges.length && a.ranges[i]! <= b.ranges[j]!)) {
      push(out, a.ranges[i]!, a.ranges[i + 1]!);
      i += 2;
    } else {
      push(out, b.ranges[j]!, b.ranges[j + 1]!);
      j += 2;
    }
  }
  return new CharSet(out);
}

export function unionAll(sets: readonly CharSet[]): CharSet {
  const pairs: [number, number][] = [];
  for (const set of sets)
    for (let i = 0; i < set.ranges.length; i += 2) pairs.push([set.ranges[i]!, set.ranges[i + 1]!]);
  return fromPairs(pairs);
}

export function complement(a: CharSet): CharSet {
  const out: number[] = [];
  let next = 0;
  for (let i = 0; i < a.ranges.length; i += 2) {
    if (a.ranges[i]! > next) out.push(next, a.ranges[i]! - 1);
    next = a.ranges[i + 1]! + 1;
  }
  if (next <= maxCodePoint) out.push(next, maxCodePoint);
  return new CharSet(out);
}

export function intersection(a: CharSet, b: CharSet): CharSet {
  if (a.isAll || a === b) return b;
  if (b.isAll) return a;
  const out: number[] = [];
  let i = 0;
  let j = 0;
  while (i < a.ranges.length && j < b.ranges.length) {
    const lo = Math.max(a.ranges[i]!, b.ranges[j]!);
    const hi = Math.min(a.ranges[i + 1]!, b.ranges[j + 1]!);
    if (lo <= hi) out.push(lo, hi);
    if (a.ranges[i + 1]! < b.ranges[j + 1]!) i += 2;
    else j += 2;
  }
  return new CharSet(out);
}

export function disjoint(a: CharSet, b: CharSet): boolean {
  let i = 0;
  let j = 0;
  while (i < a.ranges.length && j < b.ranges.length) {
    if (a.ranges[i + 1]! < b.ranges[j]!) i += 2;
    else if (b.ranges[j + 1]! < a.ranges[i]!) j += 2;
    else return false;
  }
  return true;
}

export function sameSet(a: CharSet, b: CharSet): boolean {
  return a === b || (a.ranges.length === b.ranges.length && a.ranges.every((x, i) => x === b.ranges[i]));
}
