// Timers for as long as anybody may ask: what does not fit 32 bits of milliseconds, a timer takes for one millisecond.

/** The longest a timer waits: 24 days. */
const LONGEST_MS = 2 ** 31 - 1;

/** Milliseconds as a timer takes them; longer than it can wait is as long as it can. */
export function timerMs(ms: number): number {
  return Math.min(Math.max(0, ms), LONGEST_MS);
}
