// Java's hashCode of the values whose hash is defined by their content alone: strings, numbers and booleans.

import { spendMany } from "../meter.ts";
import { asBig, asDouble, isInteger, isNumber } from "./numbers.ts";
import type { Value } from "./value.ts";

/** Null for other values: their hash in Clojure depends on how it represents them. */
export function javaHash(v: Value): number | null {
  if (typeof v === "string") {
    spendMany(v.length >> 3);
    let h = 0;
    for (let i = 0; i < v.length; i++) h = (Math.imul(h, 31) + v.charCodeAt(i)) | 0;
    return h;
  }
  if (typeof v === "boolean") return v ? 1231 : 1237;
  if (!isNumber(v)) return null;
  const bits = new DataView(new ArrayBuffer(8));
  if (isInteger(v)) bits.setBigInt64(0, asBig(v));
  else bits.setFloat64(0, asDouble(v));
  return bits.getInt32(0) ^ bits.getInt32(4);
}
