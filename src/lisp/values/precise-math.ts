// Powers, logarithms and angles rounded as the JVM rounds them. V8's own are off in the last digit often enough to show
// ((Math/pow 1.07 3) must be 1.225043), so these compute with pairs of doubles, about 100 bits, and round once at the end.
// Pairs are sums hi + lo of a double and its rounding error. The functions whose last digit the JVM itself leaves to chance
// are in portable-math.ts.

interface Pair {
  readonly hi: number;
  readonly lo: number;
}

function pair(a: number, b: number): Pair {
  const hi = a + b;
  const t = hi - a;
  return { hi, lo: a - (hi - t) + (b - t) };
}

function exact(n: number): Pair {
  return { hi: n, lo: 0 };
}

/** The product of two doubles without error, by splitting each into halves of 26 bits. */
function product(a: number, b: number): Pair {
  const hi = a * b;
  const ta = 134217729 * a;
  const tb = 134217729 * b;
  const ah = ta - (ta - a);
  const bh = tb - (tb - b);
  const al = a - ah;
  const bl = b - bh;
  return { hi, lo: ah * bh - hi + ah * bl + al * bh + al * bl };
}

function plus(x: Pair, y: Pair): Pair {
  const s = pair(x.hi, y.hi);
  const t = pair(x.lo, y.lo);
  const u = pair(s.hi, s.lo + t.hi);
  return pair(u.hi, u.lo + t.lo);
}

function times(x: Pair, y: Pair): Pair {
  const p = product(x.hi, y.hi);
  return pair(p.hi, p.lo + (x.hi * y.lo + x.lo * y.hi));
}

function scaledBy(x: Pair, power: number): Pair {
  return { hi: x.hi * power, lo: x.lo * power };
}

function over(x: Pair, y: Pair): Pair {
  const q = x.hi / y.hi;
  const rest = plus(x, times(exact(-q), y));
  const q2 = rest.hi / y.hi;
  const rest2 = plus(rest, times(exact(-q2), y));
  return plus(pair(q, q2), exact(rest2.hi / y.hi));
}

const LN2: Pair = { hi: Math.LN2, lo: 2.3190468138462996e-17 };
const LN10: Pair = { hi: Math.LN10, lo: -2.1707562233822494e-16 };
const HALF_PI = [1.5707963267948966, 6.123233995736766e-17, -1.4973849048591833e-33] as const;
const ONE = exact(1);

/** 1, 1/3, 1/5 …, computed when first needed. */
const oddReciprocals = once(() => Array.from({ length: 20 }, (_, k) => over(ONE, exact(2 * k + 1))));

/** 1, 1/1!, 1/2! …, computed when first needed. */
const inverseFactorials = once(() => {
  const out: Pair[] = [ONE];
  for (let k = 1; k < 30; k++) out.push(over(out[k - 1] as Pair, exact(k)));
  return out;
});

function once(compute: () => Pair[]): () => readonly Pair[] {
  let made: readonly Pair[] | undefined;
  return () => {
    made ??= compute();
    return made;
  };
}

/** ln x of a positive finite x: x = m·2^e with m near 1, and ln m = 2·artanh((m-1)/(m+1)). */
function logPair(x: number): Pair {
  const normal = x < 2 ** -1000 ? x * 2 ** 200 : x;
  let e = Math.floor(Math.log2(normal));
  let m = e > 0 ? normal * 2 ** -e : normal / 2 ** e;
  if (m > Math.SQRT2) {
    m /= 2;
    e++;
  } else if (m < Math.SQRT1_2) {
    m *= 2;
    e--;
  }
  const s = over(exact(m - 1), pair(m, 1));
  const square = times(s, s);
  let sum = oddReciprocals()[19] as Pair;
  for (let k = 18; k >= 0; k--) sum = plus(times(sum, square), oddReciprocals()[k] as Pair);
  return plus(times(exact(normal === x ? e : e - 200), LN2), scaledBy(times(s, sum), 2));
}

/** e^x. The argument is brought near zero, and the result minus one squared back up, which keeps its low bits. */
function expOf(x: Pair): number {
  if (x.hi > 710) return Infinity;
  if (x.hi < -746) return 0;
  const k = Math.round(x.hi / Math.LN2);
  const r = scaledBy(plus(x, times(exact(-k), LN2)), 1 / 256);
  let sum = inverseFactorials()[11] as Pair;
  for (let i = 10; i >= 1; i--) sum = plus(times(sum, r), inverseFactorials()[i] as Pair);
  let less = times(sum, r);
  for (let i = 0; i < 8; i++) less = plus(times(less, less), scaledBy(less, 2));
  const half = Math.trunc(k / 2);
  return plus(less, ONE).hi * 2 ** half * 2 ** (k - half);
}

export function preciseExp(x: number): number {
  return Number.isFinite(x) && x !== 0 ? expOf(exact(x)) : Math.exp(x);
}

export function preciseLog(x: number): number {
  return x > 0 && x < Infinity && x !== 1 ? logPair(x).hi : Math.log(x);
}

export function preciseLog10(x: number): number {
  return x > 0 && x < Infinity && x !== 1 ? over(logPair(x), LN10).hi : Math.log10(x);
}

/** x^n by squaring: exact while the product fits in 106 bits, so that ties round to even. */
function wholePower(x: number, n: number): number {
  let result = ONE;
  let base = exact(x);
  for (let left = Math.abs(n); left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) result = times(result, base);
    if (left > 1) base = times(base, base);
  }
  return n < 0 ? over(ONE, result).hi : result.hi;
}

export function precisePow(x: number, y: number): number {
  const rough = x ** y;
  const size = Math.abs(rough);
  // The special cases of IEEE 754, zero, infinity and the edge of the range are V8's.
  if (!(size > 1e-300 && size < 1e300) || size === 1 || !Number.isFinite(x) || !Number.isFinite(y)) return rough;
  if (y === 1) return x;
  if (y === 0.5) return Math.sqrt(x);
  if (Number.isInteger(y) && Math.abs(y) <= 1024 && size > 1e-140 && size < 1e140) return wholePower(x, y);
  const result = expOf(times(exact(y), logPair(Math.abs(x))));
  return rough < 0 ? -result : result;
}

/** The angle less a multiple of a right angle, and which quarter it was in. */
function quarter(x: number): { readonly rest: Pair; readonly index: number } {
  const k = Math.round(x / HALF_PI[0]);
  let rest = plus(exact(x), product(-k, HALF_PI[0]));
  rest = plus(rest, product(-k, HALF_PI[1]));
  rest = plus(rest, exact(-k * HALF_PI[2]));
  return { rest, index: ((k % 4) + 4) % 4 };
}

/** The sine (first = 1) or cosine (first = 0) series, alternating in sign. */
function series(r: Pair, first: 0 | 1): Pair {
  const square = times(r, r);
  const minus = { hi: -square.hi, lo: -square.lo };
  let sum = inverseFactorials()[26 + first] as Pair;
  for (let i = 24 + first; i >= first; i -= 2) sum = plus(times(sum, minus), inverseFactorials()[i] as Pair);
  return first === 1 ? times(sum, r) : sum;
}

function sinPair(x: number, turn: number): Pair {
  const { rest, index } = quarter(x);
  const at = (index + turn) % 4;
  return scaledBy(series(rest, at % 2 === 0 ? 1 : 0), at < 2 ? 1 : -1);
}

/** Beyond this the reduction would need more bits of pi, and near zero the argument is the answer: V8 does both. */
function isOrdinary(x: number): boolean {
  const size = Math.abs(x);
  return size < 1e6 && size > 1e-8;
}

export function preciseSin(x: number): number {
  return isOrdinary(x) ? sinPair(x, 0).hi : Math.sin(x);
}

export function preciseCos(x: number): number {
  return isOrdinary(x) ? sinPair(x, 1).hi : Math.cos(x);
}

export function preciseTan(x: number): number {
  return isOrdinary(x) ? over(sinPair(x, 0), sinPair(x, 1)).hi : Math.tan(x);
}
