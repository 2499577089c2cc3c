// What a call has without asking its host: the clock behind Date, the seed of Math.random, whether console is heard, and
// the mark of its secrets. Decided once, when the call begins, so what needs approval ends it before it does anything.

import { randomBytes } from "node:crypto";
import type { BrokerEvent } from "./broker.ts";
import type { Caller, Refusal } from "./functions/host-function.ts";
import type { CallSettings } from "./messages.ts";
import { decide, type Policy } from "./policy.ts";
import { refusalFor } from "./refusal.ts";
import type { ToolModule } from "./tool-module.ts";

const kinds = ["clock", "random", "log"] as const;
type Kind = (typeof kinds)[number];

const functions = { clock: "Date", random: "Math.random", log: "console" } as const satisfies Record<Kind, string>;

export type Ambient = Readonly<Record<Kind, boolean>>;

const nothing: Ambient = { clock: false, random: false, log: false };

/** Which of them are the real ones; a refusal when a rule asks for one that nobody has approved. */
export function ambientOf(policy: Policy, caller: Caller, emit: (event: BrokerEvent) => void): Ambient | Refusal {
  let given = nothing;
  for (const kind of kinds) {
    const declared = caller.declared.find((p) => p.kind === kind);
    if (declared === undefined) continue;
    const decision = decide(policy, { kind }, caller);
    const { tool, callId, depth } = caller;
    emit({
      type: "permission",
      ...{ tool, callId, depth, function: functions[kind], permission: declared.text, declared: declared.text },
      outcome: decision.outcome,
      reason: decision.reason,
      rule: decision.rule?.text ?? null,
    });
    if (decision.outcome === "ask") return refusalFor({ kind }, decision, caller, {});
    if (decision.outcome === "allow") given = { ...given, [kind]: true };
  }
  return given;
}

export function timeAndChance(
  ambient: Ambient,
  hash: string,
  args: string,
): Pick<CallSettings, "now" | "seed" | "log"> {
  return {
    now: ambient.clock ? Date.now() : 0,
    seed: ambient.random ? randomBytes(4).readInt32LE() : seedOf(hash, args),
    log: ambient.log,
  };
}

/**
 * What the placeholders of a call's secrets carry. Who could send one gets a mark that nobody else can know; for the rest it
 * would be a random number that was not granted.
 */
export function secretMarkOf({ hash, meta, declared }: ToolModule): string {
  const sends = !meta.deterministic && declared.some((p) => p.kind === "secret");
  return sends ? randomBytes(8).toString("hex") : hash.slice(-16);
}

/** The same arguments give the same "random" numbers. */
function seedOf(hash: string, args: string): number {
  let h = 0x811c9dc5;
  for (const text of [hash, args])
    for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  return h | 0;
}
