// The decimal digits Java 17 prints for doubles from 2^53 up, where they are not always the shortest that read back.
// Java 19 and later print the shortest ones everywhere; the oracle of the conformance cases is 17.

export interface Digits {
  /** Without trailing zeros. */
  readonly digits: string;
  /** Of the first digit: 1.5E16 has 16. */
  readonly exponent: number;
}

/** Of a finite magnitude of at least 2^53. */
export function largeDoubleDigits(size: number): Digits {
  return size < 2 ** 63 ? digitsOfLong(size) : shortestInside(size);
}

/** Doubles that fit in a long print the digits of that long, less the ones their precision cannot carry. */
function digitsOfLong(size: number): Digits {
  const power = Math.floor(Math.log2(size)) - 54;
  const dropped = power > 1 ? Math.floor(power * Math.LOG10E * Math.LN2) : 0;
  const unit = 10n ** BigInt(dropped);
  return trimmed((BigInt(size) + unit / 2n) / unit, dropped);
}

/**
 * The fewest digits strictly inside the interval that reads back as `size`. The shortest ones may lie on its edge, which
 * this Java leaves out: 1e23 prints as 9.999999999999999E22.
 */
function shortestInside(size: number): Digits {
  const [mantissa, exponent] = size.toExponential().split("e") as [string, string];
  const shortest = mantissa.replace(".", "");
  // Beyond this no edge is a number of so few digits.
  if (Number(exponent) > 44) return { digits: shortest, exponent: Number(exponent) };
  const exact = BigInt(size);
  const length = exact.toString().length;
  // Half the distance to the neighbours; below a power of two the lower one is only half as far.
  const above = 2n ** BigInt(Math.floor(Math.log2(size)) - 53);
  const below = (exact & (exact - 1n)) === 0n ? above / 2n : above;
  for (let count = shortest.length; ; count++) {
    const unit = 10n ** BigInt(length - count);
    const floor = exact / unit;
    const rest = exact - floor * unit;
    const low = rest < below;
    const high = unit - rest < above;
    if (low || high) return trimmed(high && (!low || 2n * rest >= unit) ? floor + 1n : floor, length - count);
  }
}

function trimmed(value: bigint, zeros: number): Digits {
  const text = value.toString();
  return { digits: text.replace(/0+$/, ""), exponent: text.length - 1 + zeros };
}
