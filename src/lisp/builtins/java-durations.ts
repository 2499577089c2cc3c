// Arithmetic with durations and the rest of Instant: .plus and .minus, Duration/parse, signs, and the bridges between
// java.util.Date and Instant.

import {
  duration,
  floorDiv,
  instant,
  instantOfMillis,
  legacyDate,
  splitNanos,
  totalNanos,
} from "../values/calendar.ts";
import { parseDuration } from "../values/duration-text.ts";
import { toInteger } from "../values/numbers.ts";
import { Temporal } from "../values/temporal.ts";
import type { Value } from "../values/value.ts";
import { durationArg, longOf, receiver, stringOf } from "./java-receivers.ts";
import type { BuiltinTable } from "./table.ts";

/** An instant or duration moved by a duration. */
function shifted(t: Value, by: Value, sign: bigint, method: string): Value {
  const start = receiver(t, ["Instant", "Duration"], method);
  const parts = splitNanos(totalNanos(start) + sign * totalNanos(durationArg(by, method)));
  return start.class_ === "Instant" ? instant(...parts) : duration(...parts);
}

function scaled(t: Value, factor: bigint, method: string): Value {
  return duration(...splitNanos(totalNanos(durationArg(t, method)) * factor));
}

function millisOf(t: Temporal): bigint {
  return t.class_ === "Date" ? t.amount : floorDiv(totalNanos(t), 1_000_000n);
}

const about = { home: "java", group: "Dates", clojure: "same", since: "0.1" } as const;

export const javaDurations = {
  ".plus": {
    ...about,
    params: ["t duration"],
    doc: "An Instant, or a Duration, later or longer by a duration.",
    examples: [
      { code: "(str (.plus (Instant/ofEpochSecond 0) (Duration/ofHours 2)))", gives: '"1970-01-01T02:00:00Z"' },
      { code: "(str (.plus (Duration/ofHours 1) (Duration/ofMinutes 30)))", gives: '"PT1H30M"' },
    ],
    run2: (t, by) => shifted(t, by, 1n, ".plus"),
  },
  ".minus": {
    ...about,
    params: ["t duration"],
    doc: "An Instant, or a Duration, earlier or shorter by a duration.",
    examples: [
      { code: "(str (.minus (Instant/ofEpochSecond 0) (Duration/ofHours 2)))", gives: '"1969-12-31T22:00:00Z"' },
      { code: "(str (.minus (Duration/ofHours 1) (Duration/ofMinutes 30)))", gives: '"PT30M"' },
    ],
    run2: (t, by) => shifted(t, by, -1n, ".minus"),
  },
  "Duration/parse": {
    ...about,
    params: ["text"],
    doc: "Reads a duration written as PT1H30M or P2DT4H, as Java does.",
    examples: [
      { code: '(.toMinutes (Duration/parse "PT1H30M"))', gives: "90" },
      { code: '(str (Duration/parse "P2DT4H"))', gives: '"PT52H"' },
      { code: '(Duration/parse "1h")', gives: "error: java_domain_error" },
    ],
    aliases: ["java.time.Duration/parse"],
    run1: (text) => duration(...splitNanos(parseDuration(stringOf(text, "Duration/parse")))),
  },
  ".isNegative": {
    ...about,
    params: ["duration"],
    doc: "Whether a duration is shorter than none.",
    examples: [
      { code: "(.isNegative (Duration/ofHours -1))", gives: "true" },
      { code: "(.isNegative (Duration/ofHours 0))", gives: "false" },
    ],
    run1: (t) => durationArg(t, ".isNegative").amount < 0n,
  },
  ".isZero": {
    ...about,
    params: ["duration"],
    doc: "Whether a duration has no length.",
    examples: [
      { code: "(.isZero (Duration/ofHours 0))", gives: "true" },
      { code: "(.isZero (Duration/ofMillis 1))", gives: "false" },
    ],
    run1: (t) => totalNanos(durationArg(t, ".isZero")) === 0n,
  },
  ".negated": {
    ...about,
    params: ["duration"],
    doc: "The duration with its sign turned around.",
    examples: [
      { code: "(str (.negated (Duration/ofHours 1)))", gives: '"PT-1H"' },
      { code: "(str (.negated (Duration/ofHours -1)))", gives: '"PT1H"' },
    ],
    run1: (t) => scaled(t, -1n, ".negated"),
  },
  ".multipliedBy": {
    ...about,
    params: ["duration n"],
    doc: "The duration n times as long.",
    examples: [
      { code: "(str (.multipliedBy (Duration/ofMinutes 45) 2))", gives: '"PT1H30M"' },
      { code: "(str (.multipliedBy (Duration/ofMinutes 45) 0))", gives: '"PT0S"' },
    ],
    run2: (t, n) => scaled(t, longOf(n, ".multipliedBy"), ".multipliedBy"),
  },
  ".getNano": {
    ...about,
    params: ["t"],
    doc: "The nanoseconds within the second of an Instant or Duration.",
    examples: [
      { code: '(.getNano (Instant/parse "2024-01-31T12:00:00.5Z"))', gives: "500000000" },
      { code: "(.getNano (Duration/ofMillis 1))", gives: "1000000" },
    ],
    run1: (t) => receiver(t, ["Instant", "Duration"], ".getNano").nanos,
  },
  ".toInstant": {
    ...about,
    params: ["date"],
    doc: "The Instant a java.util.Date stands for.",
    examples: [
      { code: "(str (.toInstant (java.util.Date. 0)))", gives: '"1970-01-01T00:00:00Z"' },
      { code: "(.toEpochMilli (.toInstant (java.util.Date. 1500)))", gives: "1500" },
    ],
    run1: (date) => instantOfMillis(receiver(date, ["Date"], ".toInstant").amount),
  },
  "Date/from": {
    ...about,
    params: ["instant"],
    doc: "The java.util.Date of an Instant; fractions of a millisecond are cut off.",
    examples: [
      { code: "(.getTime (Date/from (Instant/ofEpochMilli 1500)))", gives: "1500" },
      { code: "(= (java.util.Date. 5) (Date/from (Instant/ofEpochMilli 5)))", gives: "true" },
    ],
    aliases: ["java.util.Date/from"],
    run1: (at) => legacyDate(millisOf(receiver(at, ["Instant"], "Date/from"))),
  },
  "inst?": {
    ...about,
    home: "core",
    params: ["x"],
    doc: "Whether x is a point in time: an Instant or a java.util.Date.",
    examples: [
      { code: "(inst? (java.util.Date. 0))", gives: "true" },
      { code: '(inst? (LocalDate/parse "2024-01-31"))', gives: "false" },
    ],
    run1: (x) => x instanceof Temporal && (x.class_ === "Instant" || x.class_ === "Date"),
  },
  "inst-ms": {
    ...about,
    home: "core",
    params: ["inst"],
    doc: "Milliseconds from 1970-01-01T00:00:00Z to an Instant or a java.util.Date.",
    examples: [
      { code: "(inst-ms (java.util.Date. 5))", gives: "5" },
      { code: "(inst-ms (Instant/ofEpochSecond 1))", gives: "1000" },
    ],
    run1: (t) => toInteger(millisOf(receiver(t, ["Instant", "Date"], "inst-ms"))),
  },
} satisfies BuiltinTable;
