// Reading durations the way java.time does: P2DT3H4M5.6S with any part signed, and a sign before the P for the whole.

import { fault } from "../fault.ts";
import { asLong } from "./calendar.ts";

const NUMBER = "([-+]?[0-9]{1,19})";
const shape = new RegExp(
  `^([-+]?)P(?:${NUMBER}D)?(T(?:${NUMBER}H)?(?:${NUMBER}M)?(?:([-+]?[0-9]{1,19})(?:[.,]([0-9]{0,9}))?S)?)?$`,
  "i",
);

/** Nanoseconds in all. */
export function parseDuration(text: string): bigint {
  const m = text.length <= 120 ? shape.exec(text) : null;
  if (m === null || m[3]?.length === 1 || [m[2], m[4], m[5], m[6]].every((part) => part === undefined)) {
    const shown = text.length > 40 ? `${text.slice(0, 37)}…` : text;
    return fault("java_domain_error", `"${shown}" is not a duration.`, "Write it as PT1H30M, P2DT4H or PT0.5S.");
  }
  const part = (digits: string | undefined): bigint => asLong(BigInt((digits ?? "0").replace("+", "")));
  const seconds = part(m[2]) * 86_400n + part(m[4]) * 3600n + part(m[5]) * 60n + part(m[6]);
  // The fraction carries the sign of its seconds, also in -0.5.
  const fraction = BigInt((m[7] ?? "").padEnd(9, "0")) * (m[6]?.startsWith("-") ? -1n : 1n);
  const nanos = asLong(seconds) * 1_000_000_000n + fraction;
  return m[1] === "-" ? -nanos : nanos;
}
