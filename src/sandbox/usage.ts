// What one tool call has used of the host: calls, bytes, and calls under way at once. Calls beyond the width wait their turn;
// calls and bytes beyond the budget are refused.

import { type BrokerLimits, type Caller, Refusal } from "./functions/host-function.ts";

export interface Usage {
  readonly calls: number;
  readonly bytes: number;
  count(): void;
  spend(bytes: number, what: string): void;
  inTurn<T>(work: () => Promise<T>): Promise<T>;
  /** Waits until nobody else carries much; what it gives puts the load down. */
  alone(): Promise<() => void>;
}

/** By the caller itself and not by its callId: two runs on one sandbox both have a call 1. */
export function createUsages(limits: BrokerLimits): (caller: Caller) => Usage {
  const usages = new WeakMap<Caller, Usage>();
  return (caller) => {
    const known = usages.get(caller);
    if (known !== undefined) return known;
    const usage = createUsage(limits);
    usages.set(caller, usage);
    return usage;
  };
}

export function tooManyCalls(most: number): Refusal {
  return new Refusal(
    "limit_exceeded",
    `A tool call may make ${most} host calls.`,
    "Ask for more at once, or have the limit hostCalls raised.",
  );
}

function createUsage(limits: BrokerLimits): Usage {
  let calls = 0;
  let bytes = 0;
  let running = 0;
  const waiting: (() => void)[] = [];
  let carried: Promise<void> = Promise.resolve();
  return {
    get calls() {
      return calls;
    },
    get bytes() {
      return bytes;
    },
    count: () => {
      if (calls >= limits.hostCalls) throw tooManyCalls(limits.hostCalls);
      calls++;
    },
    spend: (more, what) => {
      if (bytes + more > limits.hostBytes)
        throw new Refusal(
          "limit_exceeded",
          `host.${what} would exceed the ${limits.hostBytes} bytes that a tool call may pass to and from the host.`,
          "Pass less, or have the limit hostBytes raised.",
        );
      bytes += more;
    },
    alone: async () => {
      const before = carried;
      let putDown = (): void => {};
      carried = new Promise((done) => {
        putDown = done;
      });
      await before;
      return putDown;
    },
    inTurn: async (work) => {
      if (running >= limits.hostConcurrency) await new Promise<void>((go) => waiting.push(go));
      else running++;
      try {
        return await work();
      } finally {
        // The place passes on to the next in line, so that nobody slips in between.
        const next = waiting.shift();
        if (next === undefined) running--;
        else next();
      }
    },
  };
}
