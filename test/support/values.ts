// Arbitrary PTC-Lisp values that can be read back, nested a few levels deep.

import fc from "fast-check";
import { PMap } from "../../src/lisp/values/map.ts";
import { toFloat, toInteger } from "../../src/lisp/values/numbers.ts";
import { PSet } from "../../src/lisp/values/set.ts";
import { Keyword, type Value } from "../../src/lisp/values/value.ts";
import { Vec } from "../../src/lisp/values/vector.ts";
import { metered } from "./metered.ts";

const integer = fc
  .oneof(
    fc.bigInt({ min: -20n, max: 20n }),
    fc.bigInt({ min: -(2n ** 54n), max: 2n ** 54n }),
    fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }),
  )
  .map((n): Value => metered(() => toInteger(n)));

const float = fc
  .oneof(
    fc.double({ noNaN: true }),
    fc.integer({ min: -1000, max: 1000 }),
    fc.constantFrom(0, -0, Infinity, -Infinity, 5e-324, 1.7976931348623157e308, 1e21, 1e-7, 2 ** 53),
  )
  .map((n): Value => toFloat(n));

const text = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 12 }),
  fc.string({ unit: "binary", maxLength: 12 }),
  fc.constantFrom("", '"', "\\", "\n\t\r\f\b", "\u0000", "\ud83d", "é😀", "\\d", ";", "#_", "\u2028", "\u200b"),
);

const keyword = fc
  .oneof(
    fc.constantFrom("a", "user-id", "ok?", "->x", "größe", "_", "n1", "*1*", "日本"),
    fc.string({ unit: fc.constantFrom(..."abcXYZ019+-*<>=?!_"), minLength: 1, maxLength: 8 }),
  )
  .map((name): Value => Keyword.of(name));

const leaf: fc.Arbitrary<Value> = fc.oneof(fc.constantFrom<Value>(null, true, false), integer, float, text, keyword);

export const { value } = fc.letrec<{ value: Value }>((tie) => ({
  value: fc.oneof(
    { depthSize: "medium", withCrossShrink: true },
    { weight: 3, arbitrary: leaf },
    { weight: 1, arbitrary: fc.array(tie("value"), { maxLength: 5 }).map((items): Value => Vec.of(items)) },
    {
      weight: 1,
      arbitrary: fc
        .array(fc.tuple(tie("value"), tie("value")), { maxLength: 5 })
        .map((pairs): Value => metered(() => PMap.ofPairs(pairs.flat()))),
    },
    {
      weight: 1,
      arbitrary: fc.array(tie("value"), { maxLength: 5 }).map((items): Value => metered(() => PSet.of(items))),
    },
  ),
}));
