// Rows of java.time.Instant, java.time.Duration and java.util.Date; those of LocalDate are in java-dates.ts. A method belongs
// to the classes Java gives it to: asking another class for it is an error that says so.

import {
  asLong,
  duration,
  floorDiv,
  instant,
  instantOfMillis,
  legacyDate,
  splitNanos,
  totalNanos,
} from "../values/calendar.ts";
import { parseInstant, parseLegacyDate } from "../values/date-text.ts";
import { isFloat, toInteger } from "../values/numbers.ts";
import type { Temporal } from "../values/temporal.ts";
import type { Value } from "../values/value.ts";
import { javaDates } from "./java-dates.ts";
import { javaDurations } from "./java-durations.ts";
import { clock, durationArg, longOf, ordered, receiver, stringOf, wrongArgument } from "./java-receivers.ts";
import type { BuiltinTable } from "./table.ts";

function instantArg(v: Value, method: string): Temporal {
  return receiver(v, ["Instant"], method);
}

function legacyArg(v: Value, method: string): Temporal {
  return receiver(v, ["Date"], method);
}

function shiftInstant(at: Value, n: Value, nanos: bigint, method: string): Value {
  return instant(...splitNanos(totalNanos(instantArg(at, method)) + longOf(n, method) * nanos));
}

function between(start: Value, end: Value): Value {
  const from = receiver(start, ["Instant"], "Duration/between");
  const to = receiver(end, ["Instant"], "Duration/between");
  return duration(...splitNanos(totalNanos(to) - totalNanos(from)));
}

function dateFrom(v: Value): Value {
  if (typeof v === "string") return legacyDate(parseLegacyDate(v));
  if (isFloat(v)) wrongArgument(v, "java.util.Date.", "milliseconds as an integer, or text");
  return legacyDate(longOf(v, "java.util.Date."));
}

const group = "Dates";

export const javaTime = {
  ...javaDates,
  ...javaDurations,
  "Instant/parse": {
    home: "java",
    group,
    params: ["text"],
    doc: "Reads a time written as 2024-01-31T12:00:00Z; seconds and a zone are required.",
    examples: [
      { code: '(str (Instant/parse "2024-01-31T12:00:00Z"))', gives: '"2024-01-31T12:00:00Z"' },
      { code: '(str (Instant/parse "2024-01-31T12:00:00.5+02:00"))', gives: '"2024-01-31T10:00:00.500Z"' },
      { code: '(Instant/parse "2024-01-31")', gives: "error: java_domain_error" },
    ],
    clojure: "same",
    since: "0.1",
    aliases: ["java.time.Instant/parse"],
    run1: (text) => instant(...parseInstant(stringOf(text, "Instant/parse"))),
  },
  "Instant/ofEpochMilli": {
    home: "java",
    group,
    params: ["millis"],
    doc: "The instant so many milliseconds after 1970-01-01T00:00:00Z.",
    examples: [
      { code: "(str (Instant/ofEpochMilli 0))", gives: '"1970-01-01T00:00:00Z"' },
      { code: "(str (Instant/ofEpochMilli -1))", gives: '"1969-12-31T23:59:59.999Z"' },
    ],
    clojure: "same",
    since: "0.1",
    aliases: ["java.time.Instant/ofEpochMilli"],
    run1: (millis) => instantOfMillis(longOf(millis, "Instant/ofEpochMilli")),
  },
  "Instant/ofEpochSecond": {
    home: "java",
    group,
    params: ["seconds", "seconds nanos"],
    doc: "The instant so many seconds, and nanoseconds, after 1970-01-01T00:00:00Z.",
    examples: [
      { code: "(str (Instant/ofEpochSecond 60))", gives: '"1970-01-01T00:01:00Z"' },
      { code: "(str (Instant/ofEpochSecond -1))", gives: '"1969-12-31T23:59:59Z"' },
    ],
    clojure: "same",
    since: "0.1",
    aliases: ["java.time.Instant/ofEpochSecond"],
    run1: (seconds) => instant(longOf(seconds, "Instant/ofEpochSecond"), 0),
    run2: (seconds, nanos) =>
      instant(
        ...splitNanos(
          longOf(seconds, "Instant/ofEpochSecond") * 1_000_000_000n + longOf(nanos, "Instant/ofEpochSecond"),
        ),
      ),
  },
  "Instant/now": {
    home: "java",
    group,
    params: [""],
    doc: "The current instant by the clock of the host; an error when the host gave none.",
    examples: [
      { code: "(.isBefore (Instant/ofEpochSecond 0) (Instant/now))", gives: "true" },
      { code: "(type (Instant/now))", gives: ":java_object" },
    ],
    clojure: { differs: "The clock is the one the host provides." },
    since: "0.1",
    varies: "always",
    aliases: ["java.time.Instant/now"],
    run0: () => instantOfMillis(clock()),
  },
  ".toEpochMilli": {
    home: "java",
    group,
    params: ["instant"],
    doc: "Milliseconds from 1970-01-01T00:00:00Z to the instant.",
    examples: [
      { code: '(.toEpochMilli (Instant/parse "2024-01-31T12:00:00Z"))', gives: "1706702400000" },
      { code: "(.toEpochMilli (Instant/ofEpochSecond -1))", gives: "-1000" },
    ],
    clojure: "same",
    since: "0.1",
    run1: (at) => toInteger(asLong(floorDiv(totalNanos(instantArg(at, ".toEpochMilli")), 1_000_000n))),
  },
  ".getEpochSecond": {
    home: "java",
    group,
    params: ["instant"],
    doc: "Whole seconds from 1970-01-01T00:00:00Z to the instant.",
    examples: [
      { code: '(.getEpochSecond (Instant/parse "2024-01-31T12:00:00Z"))', gives: "1706702400" },
      { code: "(.getEpochSecond (Instant/ofEpochMilli 1500))", gives: "1" },
    ],
    clojure: "same",
    since: "0.1",
    run1: (at) => toInteger(instantArg(at, ".getEpochSecond").amount),
  },
  ".plusSeconds": {
    home: "java",
    group,
    params: ["instant n"],
    doc: "The instant n seconds later.",
    examples: [
      { code: '(str (.plusSeconds (Instant/parse "2024-01-31T12:00:00Z") 90))', gives: '"2024-01-31T12:01:30Z"' },
      { code: '(str (.plusSeconds (Instant/parse "2024-01-31T12:00:00Z") 0))', gives: '"2024-01-31T12:00:00Z"' },
    ],
    clojure: "same",
    since: "0.1",
    run2: (at, n) => shiftInstant(at, n, 1_000_000_000n, ".plusSeconds"),
  },
  ".minusSeconds": {
    home: "java",
    group,
    params: ["instant n"],
    doc: "The instant n seconds earlier.",
    examples: [
      { code: '(str (.minusSeconds (Instant/parse "2024-01-31T12:00:00Z") 1))', gives: '"2024-01-31T11:59:59Z"' },
      { code: '(str (.minusSeconds (Instant/parse "2024-01-31T12:00:00Z") 0))', gives: '"2024-01-31T12:00:00Z"' },
    ],
    clojure: "same",
    since: "0.1",
    run2: (at, n) => shiftInstant(at, n, -1_000_000_000n, ".minusSeconds"),
  },
  ".plusMillis": {
    home: "java",
    group,
    params: ["instant n"],
    doc: "The instant n milliseconds later.",
    examples: [
      { code: '(str (.plusMillis (Instant/parse "2024-01-31T12:00:00Z") 1500))', gives: '"2024-01-31T12:00:01.500Z"' },
      { code: '(str (.plusMillis (Instant/parse "2024-01-31T12:00:00Z") 0))', gives: '"2024-01-31T12:00:00Z"' },
    ],
    clojure: "same",
    since: "0.1",
    run2: (at, n) => shiftInstant(at, n, 1_000_000n, ".plusMillis"),
  },
  ".minusMillis": {
    home: "java",
    group,
    params: ["instant n"],
    doc: "The instant n milliseconds earlier.",
    examples: [
      { code: '(str (.minusMillis (Instant/parse "2024-01-31T12:00:00Z") 1))', gives: '"2024-01-31T11:59:59.999Z"' },
      { code: '(str (.minusMillis (Instant/parse "2024-01-31T12:00:00Z") 0))', gives: '"2024-01-31T12:00:00Z"' },
    ],
    clojure: "same",
    since: "0.1",
    run2: (at, n) => shiftInstant(at, n, -1_000_000n, ".minusMillis"),
  },
  "Duration/between": {
    home: "java",
    group,
    params: ["start end"],
    doc: "The duration from one Instant to another, negative when the end is earlier. For days between dates subtract (.toEpochDay date).",
    examples: [
      {
        code: '(str (Duration/between (Instant/parse "2024-01-01T00:00:00Z") (Instant/parse "2024-01-02T12:00:00Z")))',
        gives: '"PT36H"',
      },
      {
        code: '(.toDays (Duration/between (Instant/parse "2024-01-01T00:00:00Z") (Instant/parse "2024-01-02T12:00:00Z")))',
        gives: "1",
      },
      {
        code: '(Duration/between (LocalDate/parse "2024-01-31") (LocalDate/parse "2024-01-31"))',
        gives: "error: java_type_error",
      },
    ],
    clojure: { differs: "Takes Instants only." },
    since: "0.1",
    aliases: ["java.time.Duration/between"],
    run2: between,
  },
  "Duration/ofDays": {
    home: "java",
    group,
    params: ["n"],
    doc: "The duration of n days.",
    examples: [
      { code: "(str (Duration/ofDays 2))", gives: '"PT48H"' },
      { code: "(str (Duration/ofDays -1))", gives: '"PT-24H"' },
    ],
    clojure: "same",
    since: "0.1",
    aliases: ["java.time.Duration/ofDays"],
    run1: (n) => duration(...splitNanos(longOf(n, "Duration/ofDays") * 86_400_000_000_000n)),
  },
  "Duration/ofHours": {
    home: "java",
    group,
    params: ["n"],
    doc: "The duration of n hours.",
    examples: [
      { code: "(str (Duration/ofHours 36))", gives: '"PT36H"' },
      { code: "(str (Duration/ofHours -1))", gives: '"PT-1H"' },
    ],
    clojure: "same",
    since: "0.1",
    aliases: ["java.time.Duration/ofHours"],
    run1: (n) => duration(...splitNanos(longOf(n, "Duration/ofHours") * 3_600_000_000_000n)),
  },
  "Duration/ofMinutes": {
    home: "java",
    group,
    params: ["n"],
    doc: "The duration of n minutes.",
    examples: [
      { code: "(str (Duration/ofMinutes 90))", gives: '"PT1H30M"' },
      { code: "(str (Duration/ofMinutes -90))", gives: '"PT-1H-30M"' },
    ],
    clojure: "same",
    since: "0.1",
    aliases: ["java.time.Duration/ofMinutes"],
    run1: (n) => duration(...splitNanos(longOf(n, "Duration/ofMinutes") * 60_000_000_000n)),
  },
  "Duration/ofSeconds": {
    home: "java",
    group,
    params: ["n"],
    doc: "The duration of n seconds.",
    examples: [
      { code: "(str (Duration/ofSeconds 61))", gives: '"PT1M1S"' },
      { code: "(str (Duration/ofSeconds 0))", gives: '"PT0S"' },
    ],
    clojure: "same",
    since: "0.1",
    aliases: ["java.time.Duration/ofSeconds"],
    run1: (n) => duration(...splitNanos(longOf(n, "Duration/ofSeconds") * 1_000_000_000n)),
  },
  "Duration/ofMillis": {
    home: "java",
    group,
    params: ["n"],
    doc: "The duration of n milliseconds.",
    examples: [
      { code: "(str (Duration/ofMillis 1500))", gives: '"PT1.5S"' },
      { code: "(str (Duration/ofMillis -1))", gives: '"PT-0.001S"' },
    ],
    clojure: "same",
    since: "0.1",
    aliases: ["java.time.Duration/ofMillis"],
    run1: (n) => duration(...splitNanos(longOf(n, "Duration/ofMillis") * 1_000_000n)),
  },
  ".toDays": {
    home: "java",
    group,
    params: ["duration"],
    doc: "The length of a duration in whole days; a part that is left over is cut off.",
    examples: [
      { code: "(.toDays (Duration/ofHours 36))", gives: "1" },
      { code: "(.toDays (Duration/ofHours -36))", gives: "-1" },
    ],
    clojure: "same",
    since: "0.1",
    run1: (length) => toInteger(asLong(totalNanos(durationArg(length, ".toDays")) / 86_400_000_000_000n)),
  },
  ".toHours": {
    home: "java",
    group,
    params: ["duration"],
    doc: "The length of a duration in whole hours; a part that is left over is cut off.",
    examples: [
      { code: "(.toHours (Duration/ofMinutes 90))", gives: "1" },
      { code: "(.toHours (Duration/ofMinutes -90))", gives: "-1" },
    ],
    clojure: "same",
    since: "0.1",
    run1: (length) => toInteger(asLong(totalNanos(durationArg(length, ".toHours")) / 3_600_000_000_000n)),
  },
  ".toMinutes": {
    home: "java",
    group,
    params: ["duration"],
    doc: "The length of a duration in whole minutes; a part that is left over is cut off.",
    examples: [
      { code: "(.toMinutes (Duration/ofSeconds 90))", gives: "1" },
      { code: "(.toMinutes (Duration/ofHours 1))", gives: "60" },
    ],
    clojure: "same",
    since: "0.1",
    run1: (length) => toInteger(asLong(totalNanos(durationArg(length, ".toMinutes")) / 60_000_000_000n)),
  },
  ".toMillis": {
    home: "java",
    group,
    params: ["duration"],
    doc: "The length of a duration in whole milliseconds; a part that is left over is cut off.",
    examples: [
      { code: "(.toMillis (Duration/ofSeconds 2))", gives: "2000" },
      { code: "(.toMillis (Duration/ofMillis -1500))", gives: "-1500" },
    ],
    clojure: "same",
    since: "0.1",
    run1: (length) => toInteger(asLong(totalNanos(durationArg(length, ".toMillis")) / 1_000_000n)),
  },
  ".toSeconds": {
    home: "java",
    group,
    params: ["duration"],
    doc: "The length of a duration in whole seconds, rounded down as Java does.",
    examples: [
      { code: "(.toSeconds (Duration/ofMinutes 2))", gives: "120" },
      { code: "(.toSeconds (Duration/ofMillis -1500))", gives: "-2" },
    ],
    clojure: "same",
    since: "0.1",
    aliases: [".getSeconds"],
    run1: (length) => toInteger(durationArg(length, ".toSeconds").amount),
  },
  "java.util.Date.": {
    home: "java",
    group,
    params: ["", "millis-or-text"],
    doc: "A legacy date: the current time by the clock of the host, so many milliseconds after 1970, or English text like Jan 8 2026 14:30:00 UTC.",
    examples: [
      { code: "(.getTime (java.util.Date. 1500))", gives: "1500" },
      { code: '(.getTime (java.util.Date. "Thu Jan 01 00:00:01 UTC 1970"))', gives: "1000" },
      { code: '(java.util.Date. "2024-01-31")', gives: "error: java_domain_error" },
    ],
    clojure: {
      differs:
        "Text without a zone is UTC, years need four digits, and dates before 1582-10-15 are refused. The clock is the one the host provides.",
    },
    since: "0.1",
    varies: "without arguments",
    aliases: ["Date."],
    run0: () => legacyDate(clock()),
    run1: dateFrom,
  },
  ".getTime": {
    home: "java",
    group,
    params: ["date"],
    doc: "Milliseconds from 1970-01-01T00:00:00Z to a java.util.Date.",
    examples: [
      { code: "(.getTime (java.util.Date. 42))", gives: "42" },
      { code: '(.getTime (Instant/parse "2024-01-31T12:00:00Z"))', gives: "error: java_type_error" },
    ],
    clojure: "same",
    since: "0.1",
    run1: (date) => toInteger(legacyArg(date, ".getTime").amount),
  },
  ".before": {
    home: "java",
    group,
    params: ["a b"],
    doc: "Whether java.util.Date a comes before b.",
    examples: [
      { code: "(.before (java.util.Date. 1) (java.util.Date. 2))", gives: "true" },
      { code: "(.before (java.util.Date. 2) (java.util.Date. 2))", gives: "false" },
    ],
    clojure: "same",
    since: "0.1",
    run2: (a, b) => ordered(a, b, ["Date"], ".before") < 0,
  },
  ".after": {
    home: "java",
    group,
    params: ["a b"],
    doc: "Whether java.util.Date a comes after b.",
    examples: [
      { code: "(.after (java.util.Date. 2) (java.util.Date. 1))", gives: "true" },
      { code: "(.after (java.util.Date. 2) (java.util.Date. 2))", gives: "false" },
    ],
    clojure: "same",
    since: "0.1",
    run2: (a, b) => ordered(a, b, ["Date"], ".after") > 0,
  },
} satisfies BuiltinTable;
