// What happens during a run, as data on a private channel: nothing a program prints or returns can forge an event. The
// events of a run are also its log: written down, they are enough to run it again without tools (replay.ts).

import type { Reason } from "../lisp/fault.ts";
import type { Limits } from "../lisp/limits.ts";
import { Secrets } from "./secrets.ts";
import type { SessionState } from "./state.ts";

export type RunEvent = EventHead & EventBody;

export interface EventHead {
  /** The run it belongs to. */
  readonly run: string;
  /** 1, 2, 3 … within the run. */
  readonly seq: number;
  /** Milliseconds since the run began. */
  readonly ms: number;
}

export type EventBody =
  | {
      readonly type: "run-start";
      readonly source: string;
      /** The data; null when there was none. */
      readonly data: RecordedValue | null;
      readonly memory: SessionState | null;
      /** Given results for *1 *2 *3; null when they come from memory. */
      readonly history: RecordedValue | null;
      readonly limits: Limits;
      /** The run's clock and seed of randomness, when it had them. */
      readonly now: number | null;
      readonly seed: number | null;
      readonly tools: readonly string[];
      /** By tool, the fields declared secret; absent when there are none. */
      readonly secretFields?: Readonly<Record<string, readonly string[]>>;
      /** The memory held a secret, which is not in the record. */
      readonly redacted?: true;
    }
  | {
      readonly type: "tool-start";
      /** "2", or "p1[3].1" for the first call in branch 3 of the first parallel call. */
      readonly id: string;
      /** The parallel branch it was made in: "p1[3]"; null outside of any. */
      readonly parent: string | null;
      readonly tool: string;
      /** JSON text, secrets redacted. */
      readonly args: string;
    }
  | {
      readonly type: "tool-end";
      readonly id: string;
      readonly parent: string | null;
      readonly tool: string;
      readonly took: number;
      readonly attempts: number;
      readonly outcome: ToolOutcome;
      /** The program went on with other things before the answer came. */
      readonly waited?: true;
      /** What the host's code said; for the host's eyes only. */
      readonly detail?: string;
    }
  | { readonly type: "print"; readonly parent: string | null; readonly text: string }
  /** The prints of the run are past limits.printBytes: no more of them are told. */
  | { readonly type: "dropped"; readonly what: "print"; readonly limit: "printBytes"; readonly of: number }
  | { readonly type: "progress"; readonly fuel: number; readonly memoryBytes: number }
  | { readonly type: "limit-warning"; readonly limit: keyof Limits; readonly used: number; readonly of: number }
  | {
      readonly type: "run-end";
      readonly outcome: "value" | "return" | "fail" | "error" | "approval";
      /** The value as PTC-Lisp prints it, or the error. */
      readonly value: string | null;
      readonly error: { readonly reason: Reason; readonly message: string } | null;
      readonly prints: readonly string[];
      readonly fuel: number;
      readonly memoryBytes: number;
    };

/** JSON text, or where JSON does not say all of it (a date, a set, ##NaN) the expression that makes the value. */
export type RecordedValue = string | { readonly expression: string };

export type ToolOutcome =
  /** The result as JSON text, secrets redacted. */
  | {
      readonly ok: true;
      readonly result: string;
      readonly redacted: boolean;
      /** The expression that makes the value, where JSON does not say all of it: a date, a set. */
      readonly expression?: string;
    }
  | { readonly ok: false; readonly reason: Reason; readonly message: string; readonly hint: string | null }
  /** Details as JSON text, secrets redacted; left out when there are none. */
  | { readonly ok: "approval"; readonly message: string; readonly details?: string };

/** Prints and progress kept in the result; further ones still reach onEvent. */
const KEPT = 10_000;

/** How the events of a run are told. */
export interface Telling {
  readonly listener?: ((event: RunEvent) => void) | undefined;
  readonly secrets?: Secrets;
  readonly printBytes?: number;
}

export class EventStream {
  readonly kept: RunEvent[] = [];
  private seq = 0;
  private passing = 0;
  private readonly began = clock();
  private readonly secrets: Secrets;
  private printLeft: number;

  constructor(
    readonly run: string,
    private readonly telling: Telling,
  ) {
    this.secrets = telling.secrets ?? new Secrets();
    this.printLeft = telling.printBytes ?? Number.POSITIVE_INFINITY;
  }

  elapsed(): number {
    return clock() - this.began;
  }

  emit(told: EventBody): void {
    if (told.type === "print" && !this.mayPrint(told.text)) return;
    const body = this.secrets.none ? told : withoutSecrets(told, this.secrets);
    const ms = Math.round(this.elapsed() * 1000) / 1000;
    // The body is always fresh. Writing to it, rather than spreading it, leaves run-start's lazy data unmade.
    const event = body as EventBody & { -readonly [K in keyof EventHead]: EventHead[K] };
    event.run = this.run;
    event.seq = this.seq + 1;
    event.ms = ms;
    this.take(event);
  }

  /** Keeps an event and tells it, be it of this stream or of another that goes on with it. */
  take(event: RunEvent): void {
    this.seq = event.seq;
    // What the record is read for, replay and approval, is all there: calls are bounded by their own limit.
    const passes = event.type === "print" || event.type === "progress";
    if (!passes || ++this.passing <= KEPT) this.kept.push(event);
    try {
      this.telling.listener?.(event);
    } catch {
      // A listener that throws must not change what the program computes.
    }
  }

  /** Counted like the prints of the result; the first that is too much says so, once. */
  private mayPrint(text: string): boolean {
    if (this.printLeft < 0) return false;
    this.printLeft -= text.length + 1;
    if (this.printLeft < 0)
      this.emit({ type: "dropped", what: "print", limit: "printBytes", of: this.telling.printBytes! });
    return this.printLeft >= 0;
  }
}

/** Arguments, results and memory hide theirs where they are written down. */
function withoutSecrets(body: EventBody, secrets: Secrets): EventBody {
  const words = (text: string): string => secrets.inWords(text);
  switch (body.type) {
    case "print":
      return { ...body, text: words(body.text) };
    case "tool-end": {
      const { detail, outcome } = body;
      const more = detail === undefined ? {} : { detail: words(detail) };
      if (outcome.ok === true) return { ...body, ...more };
      const message = words(outcome.message);
      if (outcome.ok === "approval") return { ...body, ...more, outcome: { ...outcome, message } };
      const hint = outcome.hint === null ? null : words(outcome.hint);
      return { ...body, ...more, outcome: { ...outcome, message, hint } };
    }
    case "run-end": {
      const { value, error, prints } = body;
      return {
        ...body,
        value: value === null ? null : secrets.inCode(value),
        error: error === null ? null : { ...error, message: words(error.message) },
        prints: prints.map(words),
      };
    }
    default:
      return body;
  }
}

export function clock(): number {
  return typeof performance === "undefined" ? Date.now() : performance.now();
}
