// Roots and hyperbolic cosine the way every JVM computes them: the steps of the portable C library whose results Java's
// documentation fixes for these functions. They are off in the last digit now and then, and so must these be.

const bits = new DataView(new ArrayBuffer(8));

/** The double with the low half of its bits cleared, and `step` added to the high half. */
function upperHalf(x: number, step = 0): number {
  bits.setFloat64(0, x);
  bits.setInt32(0, bits.getInt32(0) + step);
  bits.setInt32(4, 0);
  return bits.getFloat64(0);
}

/** A double near the cube root of a positive x: a third of its exponent, and of its mantissa, read as one integer. */
function roughCubeRoot(x: number): number {
  const subnormal = x < 2 ** -1022;
  bits.setFloat64(0, subnormal ? x * 2 ** 54 : x);
  bits.setInt32(0, Math.trunc(bits.getInt32(0) / 3) + (subnormal ? 696219795 : 715094163));
  bits.setInt32(4, 0);
  return bits.getFloat64(0);
}

export function portableCbrt(x: number): number {
  if (x === 0 || !Number.isFinite(x)) return x;
  const size = Math.abs(x);
  let root = roughCubeRoot(size);
  // To 23 bits in one step of a rational approximation, cut to 20, then one step of Newton's method.
  const s = 19 / 35 + ((root * root) / size) * root;
  root *= 5 / 14 + 45 / 28 / (s + 99 / 70 + -864 / 1225 / s);
  root = upperHalf(root, 1);
  const r = size / (root * root);
  root += root * ((r - root) / (root + root + r));
  return x < 0 ? -root : root;
}

export function portableHypot(x: number, y: number): number {
  let a = Math.max(Math.abs(x), Math.abs(y));
  let b = Math.min(Math.abs(x), Math.abs(y));
  if (!(a < 2 ** 500 && b > 2 ** -500) || a / b > 2 ** 60) return Math.hypot(x, y);
  const difference = a - b;
  if (difference > b) {
    const high = upperHalf(a);
    return Math.sqrt(high * high - (b * -b - (a - high) * (a + high)));
  }
  a += a;
  const highA = upperHalf(a);
  const highB = upperHalf(b);
  b -= highB;
  return Math.sqrt(highA * highB - (difference * -difference - (highA * b + (a - highA) * (highB + b))));
}

/** The host's is the same function but for its exact e, where the library's is one digit off. */
export function portableCosh(x: number): number {
  return Math.abs(x) === 1 ? 1.543080634815244 : Math.cosh(x);
}
