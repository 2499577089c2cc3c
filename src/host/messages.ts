// What a host and an isolated runner say to each other. Plain data only; values travel as exact text.

import type { Limits } from "../lisp/limits.ts";
import type { EventBody, EventHead } from "../run/events.ts";
import type { ExactText } from "../run/exact.ts";
import type { EndedCalls } from "../run/replay.ts";
import type { Result } from "../run/result.ts";
import type { SessionState } from "../run/state.ts";
import type { Tool } from "../run/tool.ts";
import type { Decided } from "../run/tool-calls.ts";

/** A tool as the runner knows it: its contract, not its code. */
export type RemoteTool = Omit<Tool, "run" | "checkArguments" | "checkResult">;

export interface RunRequest {
  readonly kind: "run";
  readonly id: number;
  readonly runId: string | null;
  readonly source: string;
  readonly data: ExactText | null;
  readonly memory: SessionState | null;
  readonly history: ExactText | null;
  readonly limits: Limits;
  readonly now: number | null;
  readonly seed: number | null;
  readonly tools: readonly RemoteTool[];
  /** Calls an earlier run of the same program made, when it goes on here. */
  readonly known: EndedCalls | null;
  readonly decisions: readonly Decided[];
}

interface Words {
  readonly message: string;
  readonly hint: string | null;
}

export type ToRunner =
  | RunRequest
  | { readonly kind: "cancel"; readonly id: number }
  | {
      readonly kind: "answer";
      readonly id: number;
      readonly call: number;
      readonly answer:
        | { readonly ok: true; readonly result: ExactText }
        | { readonly ok: "approval"; readonly message: string; readonly details: unknown }
        /** `safe` words may be shown to the program; the detail goes back to the host's own event log only. */
        | { readonly ok: false; readonly safe: Words | null; readonly detail: string }
        /** The border refused what the tool answered. */
        | { readonly ok: "refused"; readonly words: Words };
    };

export type FromRunner =
  | {
      readonly kind: "call";
      readonly id: number;
      readonly call: number;
      readonly callId: string;
      readonly tool: string;
      readonly args: ExactText;
      readonly attempt: number;
    }
  | { readonly kind: "abort"; readonly id: number; readonly call: number }
  | { readonly kind: "event"; readonly id: number; readonly event: EventHead & EventBody }
  /** Its events were sent as they happened: what a run has done is known also when its runner is killed. */
  | { readonly kind: "done"; readonly id: number; readonly result: Result }
  /** The host asked for something it may not ask for: an OptionsError on its side. */
  | { readonly kind: "refused"; readonly id: number; readonly message: string };
