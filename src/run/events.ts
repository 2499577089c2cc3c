// What happens during a run, as data on a private channel: nothing a program prints or returns can forge an event. The
// events of a run are also its log: written down, they are enough to run it again without tools (replay.ts).

import type { Reason } from "../lisp/fault.ts";
import type { Limits } from "../lisp/limits.ts";
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
      /** The data as JSON text; null when there was none. */
      readonly data: string | null;
      readonly memory: SessionState | null;
      /** Given results for *1 *2 *3 as JSON text; null when they come from memory. */
      readonly history: string | null;
      readonly limits: Limits;
      /** The run's clock and seed of randomness, when it had them. */
      readonly now: number | null;
      readonly seed: number | null;
      readonly tools: readonly string[];
    }
  | {
      readonly type: "tool-start";
      /** "2", or "p1[3].1" for the first call in branch 3 of the first parallel call. */
      readonly id: string;
      /** The parallel branch it was made in: "p1[3]"; null outside of any. */
      readonly parent: string | null;
      readonly tool: string;
      /** JSON text, secret fields redacted. */
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
      /** What the host's code said; for the host's eyes only. */
      readonly detail?: string;
    }
  | { readonly type: "print"; readonly parent: string | null; readonly text: string }
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

export type ToolOutcome =
  /** The result as JSON text, secret fields redacted. */
  | {
      readonly ok: true;
      readonly result: string;
      readonly redacted: boolean;
      /** The expression that makes the value, where JSON does not say all of it: a date, a set. */
      readonly expression?: string;
    }
  | { readonly ok: false; readonly reason: Reason; readonly message: string; readonly hint: string | null }
  | { readonly ok: "approval"; readonly message: string };

/** Events kept in the result; further ones still reach onEvent. */
const KEPT = 10_000;

export class EventStream {
  readonly kept: RunEvent[] = [];
  private seq = 0;
  private readonly began = clock();

  constructor(
    readonly run: string,
    private readonly listener: ((event: RunEvent) => void) | null,
  ) {}

  elapsed(): number {
    return clock() - this.began;
  }

  emit(body: EventBody): void {
    const ms = Math.round(this.elapsed() * 1000) / 1000;
    // The body is always fresh. Writing to it, rather than spreading it, leaves run-start's lazy data unmade.
    const event = body as EventBody & { -readonly [K in keyof EventHead]: EventHead[K] };
    event.run = this.run;
    event.seq = ++this.seq;
    event.ms = ms;
    if (this.kept.length < KEPT || body.type === "run-end") this.kept.push(event);
    if (this.listener === null) return;
    try {
      this.listener(event);
    } catch {
      // A listener that throws must not change what the program computes.
    }
  }
}

export function clock(): number {
  return typeof performance === "undefined" ? Date.now() : performance.now();
}

const REDACTED = "[redacted]";

/** A copy of host data in which the named fields are hidden, at any depth; the data itself when nothing was hidden. */
export function redact(data: unknown, fields: readonly string[]): { readonly data: unknown; readonly hidden: boolean } {
  if (fields.length === 0) return { data, hidden: false };
  const names = new Set(fields.map((f) => f.replaceAll("-", "_")));
  let hidden = false;
  const walk = (v: unknown): unknown => {
    if (Array.isArray(v)) return v.map(walk);
    if (typeof v !== "object" || v === null) return v;
    return Object.fromEntries(
      Object.entries(v).map(([k, x]) => {
        if (!names.has(k.replaceAll("-", "_"))) return [k, walk(x)];
        hidden = true;
        return [k, REDACTED];
      }),
    );
  };
  const copy = walk(data);
  return { data: hidden ? copy : data, hidden };
}
