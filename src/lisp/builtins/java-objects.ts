// Methods that Java gives to values of several kinds: order, hash code, and a number as another kind of number.

import { fault } from "../fault.ts";
import { compareValues } from "../values/compare.ts";
import { typeName } from "../values/describe-type.ts";
import { javaHash } from "../values/java-hash.ts";
import { asBig, asDouble, isFloat, isInteger, isNumber, toFloat, toInteger } from "../values/numbers.ts";
import type { Value } from "../values/value.ts";
import { nilOr } from "./java-receivers.ts";
import type { BuiltinTable } from "./table.ts";

function present(v: Value, method: string): Value {
  if (v === null)
    fault(
      "java_domain_error",
      `${method} cannot be called on nil.`,
      "Check for nil first, or give a default with (or x …).",
    );
  return v;
}

/** Java's compareTo wants two values of one class: it does not mix integers with floats, and nil is an error. */
function compareTo(x: Value, y: Value): Value {
  present(x, ".compareTo");
  if (y === null || isFloat(x) !== isFloat(y))
    fault(
      nilOr(y, "java_type_error"),
      `.compareTo cannot compare ${typeName(x)} with ${typeName(y)}.`,
      "Use (compare a b), which takes nil and mixed numbers.",
    );
  return compareValues(x, y);
}

function folded(s: string): string {
  return s.toUpperCase().toLowerCase();
}

function text(v: Value, method: string): string {
  if (typeof v === "string") return v;
  fault(nilOr(v, "java_type_error"), `${method} compares strings, got ${typeName(v)}.`, "Convert it first: (str x).");
}

function hashCode(x: Value): Value {
  const hash = javaHash(present(x, ".hashCode"));
  if (hash === null)
    fault(
      "java_type_error",
      `.hashCode is known for strings, numbers and booleans, not for ${typeName(x)}.`,
      "Use the value itself as a key: maps, sets and vectors are compared by content.",
    );
  return hash;
}

function number(v: Value, method: string): number | bigint {
  if (!isNumber(v))
    fault(
      nilOr(v, "java_type_error"),
      `${method} is a number method, got ${typeName(v)}.`,
      "Parse it first: (parse-long s).",
    );
  return isInteger(v) ? v : asDouble(v);
}

/** A narrowing of Java's: integers keep their low bits, floats are cut and stay within the range. */
function narrowed(v: Value, bits: 32 | 64, method: string): Value {
  const n = number(v, method);
  if (!isFloat(v)) return toInteger(BigInt.asIntN(bits, asBig(n)));
  const limit = 2 ** (bits - 1);
  if (Number.isNaN(n)) return 0;
  if (n >= limit) return toInteger(BigInt(limit) - 1n);
  return toInteger(n < -limit ? -BigInt(limit) : BigInt(Math.trunc(Number(n))));
}

const about = { home: "java", group: "Java: objects", clojure: "same", since: "0.1" } as const;

export const javaObjects = {
  ".compareTo": {
    ...about,
    params: ["x y"],
    doc: "Negative, zero or positive as x comes before y, equals it or comes after it. Both must be of one kind; compare also takes nil and mixed numbers.",
    examples: [
      { code: '(.compareTo "a" "c")', gives: "-2" },
      { code: "(.compareTo 2 1)", gives: "1" },
      { code: '(.compareTo "a" nil)', gives: "error: java_domain_error" },
    ],
    run2: compareTo,
  },
  ".compareToIgnoreCase": {
    ...about,
    params: ["s other"],
    doc: "Like .compareTo for two strings, with capital and small letters alike.",
    examples: [
      { code: '(.compareToIgnoreCase "A" "b")', gives: "-1" },
      { code: '(.compareToIgnoreCase "AB" "ab")', gives: "0" },
    ],
    run2: (s, other) =>
      compareValues(folded(text(s, ".compareToIgnoreCase")), folded(text(other, ".compareToIgnoreCase"))),
  },
  ".hashCode": {
    ...about,
    params: ["x"],
    doc: "Java's hash code of a string, number or boolean.",
    examples: [
      { code: '(.hashCode "abc")', gives: "96354" },
      { code: "(.hashCode true)", gives: "1231" },
    ],
    run1: hashCode,
  },
  ".intValue": {
    ...about,
    params: ["n"],
    doc: "n as a 32-bit integer: floats are cut, and an integer that does not fit wraps around.",
    examples: [
      { code: "(.intValue 5.7)", gives: "5" },
      { code: "(.intValue 2147483648)", gives: "-2147483648" },
    ],
    run1: (n) => narrowed(n, 32, ".intValue"),
  },
  ".longValue": {
    ...about,
    params: ["n"],
    doc: "n as a 64-bit integer: floats are cut.",
    examples: [
      { code: "(.longValue 5.7)", gives: "5" },
      { code: "(.longValue -5.7)", gives: "-5" },
    ],
    run1: (n) => narrowed(n, 64, ".longValue"),
  },
  ".doubleValue": {
    ...about,
    params: ["n"],
    doc: "n as a float.",
    examples: [
      { code: "(.doubleValue 5)", gives: "5.0" },
      { code: "(.doubleValue 0.5)", gives: "0.5" },
    ],
    run1: (n) => toFloat(Number(number(n, ".doubleValue"))),
  },
} satisfies BuiltinTable;
