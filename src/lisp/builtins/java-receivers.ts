// What the Java-named time functions accept: receivers of the classes that own a method, numbers as Java's long, strings,
// and the clock of the host.

import { preview } from "../call.ts";
import { context } from "../context.ts";
import { fault, type Reason } from "../fault.ts";
import { typeName } from "../values/describe-type.ts";
import { asDouble, isInteger, isNumber } from "../values/numbers.ts";
import { Temporal, type TemporalClass } from "../values/temporal.ts";
import type { Value } from "../values/value.ts";

/** How each class is made, for hints. */
const made: Readonly<Record<TemporalClass, string>> = {
  LocalDate: "(LocalDate/parse s)",
  Instant: "(Instant/parse s)",
  Duration: "(Duration/between start end)",
  Date: "(java.util.Date. millis)",
};

/** The reason for an unfit value: nil is a null pointer, which Java reports as a failure of the call, not of its types. */
export function nilOr(v: Value, reason: Reason): Reason {
  return v === null ? "java_domain_error" : reason;
}

/** The value as one of the classes that own `method`. */
export function receiver(v: Value, classes: readonly TemporalClass[], method: string): Temporal {
  if (v instanceof Temporal && classes.includes(v.class_)) return v;
  const owners = classes.join(" and ");
  return fault(
    v !== null && classes.length > 1 ? "unsupported_java_member" : nilOr(v, "java_type_error"),
    method.startsWith(".")
      ? `${method} belongs to ${owners}; it was called on ${typeName(v)}.`
      : `${method} expects ${owners} values, got ${typeName(v)}.`,
    v instanceof Temporal
      ? otherWay(v.class_, method)
      : typeof v === "string"
        ? `Parse the string first: ${made[classes[0]!]}.`
        : `Make one with ${made[classes[0]!]}.`,
  );
}

/** What the class at hand offers instead. */
function otherWay(class_: TemporalClass, method: string): string | null {
  if (method === ".getTime" && class_ === "Instant") return "Use (.toEpochMilli instant).";
  if (method === ".toEpochMilli" && class_ === "Date") return "Use (.getTime date).";
  if (class_ === "Date") return "A java.util.Date has .getTime, .before and .after.";
  if (method === "Duration/between") return "For days between dates use (- (.toEpochDay end) (.toEpochDay start)).";
  if (class_ === "LocalDate")
    return "A LocalDate has .plusDays, .isBefore, .toEpochDay and others, but no time of day.";
  return class_ === "Instant"
    ? "An Instant has .plusSeconds, .isBefore, .toEpochMilli and others."
    : "A Duration has .toMillis, .toSeconds, .toMinutes, .toHours and .toDays.";
}

/** Order of two values of one class that owns `method`. */
export function ordered(a: Value, b: Value, classes: readonly TemporalClass[], method: string): number {
  const x = receiver(a, classes, method);
  const y = b instanceof Temporal && b.class_ === x.class_ ? b : null;
  if (y === null)
    fault(
      nilOr(b, "java_type_error"),
      `${method} compares ${typeName(x)} with another ${x.class_}, got ${typeName(b)}.`,
      `Make the second one with ${made[x.class_]}.`,
    );
  return x.compare(y);
}

const LONG_MAX = 9_223_372_036_854_775_807n;

/** An argument of type long: floats lose their fraction and NaN is 0, as in Java calls from Clojure. */
export function longOf(v: Value, method: string): bigint {
  if (isNumber(v)) {
    const d = asDouble(v);
    if (Number.isNaN(d)) return 0n;
    const n = isInteger(v) ? BigInt(v) : Number.isFinite(d) ? BigInt(Math.trunc(d)) : LONG_MAX + 1n;
    if (n <= LONG_MAX && n >= -LONG_MAX - 1n) return n;
  }
  return wrongArgument(v, method, "an integer of at most 64 bits");
}

export function stringOf(v: Value, method: string): string {
  return typeof v === "string" ? v : wrongArgument(v, method, "a string");
}

export function wrongArgument(v: Value, method: string, expected: string): never {
  fault(
    nilOr(v, "java_type_error"),
    `${method} expects ${expected}, got ${preview(v)} (${typeName(v)}).`,
    v === null ? "A value is nil here: check the key it comes from." : null,
  );
}

/** Milliseconds since 1970 by the clock the host injected. */
export function clock(): bigint {
  const now = context().now?.();
  if (now === undefined || !Number.isFinite(now))
    return fault(
      "runtime_error",
      "This run has no clock, so the current time is unknown.",
      "Pass the time in as data, or give the run a clock (option now).",
    );
  return BigInt(Math.floor(now));
}

export function durationArg(v: Value, method: string): Temporal {
  return receiver(v, ["Duration"], method);
}
