// The one door between a sandboxed tool and the host: `call(name, args, caller)`. It counts, checks the arguments, decides by
// the tool's declarations and the host's policy, tells every decision to the listeners, and answers with data or a reason.

import { onlyKnown, refuse } from "../base/options-error.ts";
import { didYouMean, suggest } from "../base/suggest.ts";
import { type Check, checkFor } from "../names/schema.ts";
import {
  type Answer,
  type BrokerLimits,
  type Caller,
  defaultBrokerLimits,
  type Failure,
  type HostContext,
  type HostFunction,
  LARGE_ANSWER,
  type LogLevel,
  Refusal,
  type RefusalWords,
} from "./functions/host-function.ts";
import { hostFunctions } from "./functions/index.ts";
import { createMemoryKv, type KvStore } from "./functions/kv-store.ts";
import { followingLinks, realFolder } from "./functions/paths.ts";
import { resolveHost } from "./functions/resolve.ts";
import { createSecrets, type SecretSource, secretPlaceholder } from "./functions/secrets.ts";
import { jsonSize } from "./json-size.ts";
import type { Permission } from "./permission.ts";
import { type Decision, decide, type Policy, type PolicyTexts, parsePolicy, type Reason } from "./policy.ts";
import { refusalFor } from "./refusal.ts";
import { permissionFor, type Request } from "./request.ts";
import { createUsages, type Usage } from "./usage.ts";

export type { Answer, BrokerLimits, Caller, Failure, HostFunction, KvStore, LogLevel, PolicyTexts, SecretSource };
export { createMemoryKv, defaultBrokerLimits, hostFunctions, secretPlaceholder };

interface EventHead {
  readonly tool: string;
  readonly callId: string;
  readonly depth: number;
  /** "filesystem.read" */
  readonly function: string;
}

export interface PermissionEvent extends EventHead {
  readonly type: "permission";
  /** The narrowest permission for what was asked. */
  readonly permission: string;
  readonly outcome: "allow" | "ask" | "deny";
  readonly reason: Reason | "deterministic" | "stateless" | "impossible";
  /** The rule of the policy that decided; null when none spoke. */
  readonly rule: string | null;
  /** The declaration of the tool that covers it. */
  readonly declared: string | null;
}

export interface LogEvent extends EventHead {
  readonly type: "log";
  readonly level: LogLevel;
  readonly message: string;
  readonly data: unknown;
}

export interface HostCallEvent extends EventHead {
  readonly type: "host-call";
  readonly outcome: "ok" | Failure["reason"];
  readonly took: number;
  /** What the tool call has used so far. */
  readonly calls: number;
  readonly bytes: number;
  /** What the host's own code said; never shown to the guest. */
  readonly detail?: string;
}

export type BrokerEvent = PermissionEvent | LogEvent | HostCallEvent;

export interface BrokerOptions {
  readonly policy: PolicyTexts;
  /** The folder of relative paths. */
  readonly root: string;
  readonly secrets?: SecretSource;
  readonly kv?: KvStore;
  readonly callTool?: (name: string, args: unknown, caller: Caller) => Promise<Answer>;
  readonly limits?: Partial<BrokerLimits>;
  readonly onEvent?: (event: BrokerEvent) => void;
  readonly now?: () => number;
  readonly randomBytes?: (count: number) => Uint8Array;
  readonly resolve?: (host: string) => Promise<readonly string[]>;
}

export interface Broker {
  /**
   * Never rejects: whatever goes wrong is an answer. With `onLarge`, an answer that is large comes with a function to be
   * called when the guest has it; until then no other large one is fetched for the tool call. A tool call is one `caller`
   * object: what it uses is counted by that.
   */
  call(name: string, args: readonly unknown[], caller: Caller, onLarge?: (taken: () => void) => void): Promise<Answer>;
}

/** What a host call carries, when it is much. */
interface Load {
  putDown: (() => void) | null;
  /** The call has its answer: what it still waits for it will not carry. */
  answered: boolean;
}

interface Row extends HostFunction {
  readonly check: Check;
}

const rows: ReadonlyMap<string, Row> = new Map(
  hostFunctions.map((f) => {
    // JSON Schema has no empty prefixItems.
    const items = f.args.length === 0 ? {} : { prefixItems: [...f.args] };
    const schema = { type: "array", ...items, minItems: f.required, maxItems: f.params.length };
    return [f.name, { ...f, check: checkFor(schema) }];
  }),
);

export function createBroker(options: BrokerOptions): Broker {
  const root = realFolder(options.root);
  const policy = policyOf(options.policy, root);
  onlyKnown(options.limits ?? {}, Object.keys(defaultBrokerLimits), "hostLimits of createSandbox");
  for (const [name, value] of Object.entries(options.limits ?? {})) {
    // With no place for any, all calls would wait for ever.
    const least = name === "hostConcurrency" ? 1 : 0;
    if (!Number.isSafeInteger(value) || value < least)
      refuse(`hostLimits.${name} of createSandbox must be a whole number of at least ${least}.`);
  }
  const limits: BrokerLimits = { ...defaultBrokerLimits, ...options.limits };
  const now = options.now ?? Date.now;
  const emit = options.onEvent ?? (() => {});
  const usageOf = createUsages(limits);
  const declaredOf = rememberedDeclarations(root);
  const shared = {
    root,
    limits,
    now,
    kv: options.kv ?? createMemoryKv(),
    secrets: createSecrets(options.secrets),
    callTool: options.callTool ?? noTools,
    randomBytes: options.randomBytes ?? ((count: number) => crypto.getRandomValues(new Uint8Array(count))),
    resolve: options.resolve ?? resolveHost,
  };

  function contextFor(row: Row, caller: Caller, usage: Usage, load: Load, head: EventHead): HostContext {
    const asker = { declared: declaredOf(caller.declared), approved: caller.approved };
    const tell = (request: Request, decision: Decision) =>
      emit({
        type: "permission",
        ...head,
        permission: permissionFor(request),
        outcome: decision.outcome,
        reason: decision.reason,
        rule: decision.rule?.text ?? null,
        declared: decision.declarations[0]?.text ?? null,
      });
    const check = (request: Request, words: RefusalWords, always: boolean): Decision => {
      const decision = decide(policy, request, asker);
      if (always || decision.outcome !== "allow") tell(request, decision);
      if (decision.outcome !== "allow") throw refusalFor(request, decision, caller, words);
      return decision;
    };
    return {
      ...shared,
      caller,
      log: (level, message, data) => emit({ type: "log", ...head, level, message, data }),
      permit: (request, words = {}) => check(request, words, true),
      require: (request, words = {}) => check(request, words, false),
      allows: (request) => decide(policy, request, asker).outcome === "allow",
      deny: (request, message, hint) => {
        impossible(head, permissionFor(request), "impossible");
        throw new Refusal("permission_denied", message, hint);
      },
      spend: (bytes) => usage.spend(bytes, row.name),
      alone: async () => {
        if (load.putDown === null) {
          const putDown = await usage.alone();
          if (load.answered) putDown();
          else load.putDown = putDown;
        }
        if (caller.signal.aborted) throw cancelled();
      },
    };
  }

  function impossible(head: EventHead, permission: string, reason: PermissionEvent["reason"]): void {
    emit({ type: "permission", ...head, permission, outcome: "deny", reason, rule: null, declared: null });
  }

  function checkKind(row: Row, caller: Caller, head: EventHead): void {
    const [reason, message, hint] =
      caller.deterministic && !row.deterministic
        ? [
            "deterministic" as const,
            `${caller.tool} is declared deterministic and may not call host.${row.name}.`,
            "deterministic: false",
          ]
        : row.stateful && !caller.stateful
          ? [
              "stateless" as const,
              `${caller.tool} is not declared stateful and may not call host.${row.name}.`,
              "stateful: true",
            ]
          : [null];
    if (reason === null) return;
    impossible(head, row.permission, reason);
    throw new Refusal("permission_denied", message!, `Say ${hint} in its meta, or do without.`);
  }

  async function attempt(
    row: Row,
    given: readonly unknown[],
    caller: Caller,
    usage: Usage,
    load: Load,
    head: EventHead,
  ): Promise<unknown> {
    usage.count();
    const size = jsonSize(given, limits.hostBytes);
    usage.spend(size, row.name);
    const args = checkedArguments(row, given);
    checkKind(row, caller, head);
    const context = contextFor(row, caller, usage, load, head);
    const request = row.request(args, context);
    if (request !== null) context.permit(request);
    return usage.inTurn(async () => {
      if (caller.signal.aborted) throw cancelled();
      let spent = 0;
      const spend = (bytes: number) => {
        spent += bytes;
        context.spend(bytes);
      };
      const value = (await row.run(args, { ...context, spend })) ?? null;
      // What a function already counted while it read is not counted again.
      const answered = jsonSize(value, limits.hostBytes);
      context.spend(Math.max(0, answered - spent));
      if (answered > LARGE_ANSWER) await context.alone();
      return value;
    });
  }

  async function call(
    name: string,
    args: readonly unknown[],
    caller: Caller,
    onLarge: (taken: () => void) => void = (taken) => taken(),
  ): Promise<Answer> {
    const row = rows.get(name);
    if (row === undefined) return unknownFunction(name);
    const head: EventHead = { tool: caller.tool, callId: caller.callId, depth: caller.depth, function: name };
    const usage = usageOf(caller);
    const began = now();
    const load: Load = { putDown: null, answered: false };
    let answer: Answer;
    let detail: string | undefined;
    try {
      answer = { ok: true, value: await attempt(row, args, caller, usage, load, head) };
    } catch (e) {
      answer = failureOf(e);
      detail = e instanceof Refusal ? e.detail : e instanceof Error ? (e.stack ?? e.message) : String(e);
    }
    try {
      const outcome = answer.ok ? "ok" : answer.reason;
      const used = { calls: usage.calls, bytes: usage.bytes };
      emit({
        type: "host-call",
        ...head,
        outcome,
        took: now() - began,
        ...used,
        ...(detail === undefined ? {} : { detail }),
      });
      return answer;
    } catch (e) {
      return failureOf(e);
    } finally {
      load.answered = true;
      if (load.putDown !== null) onLarge(load.putDown);
    }
  }

  return { call };
}

function cancelled(): Refusal {
  return new Refusal("host_error", "The call was cancelled.", "Nothing to do.");
}

function policyOf(texts: PolicyTexts, root: string): Policy {
  const parsed = parsePolicy(texts);
  if (!parsed.ok) refuse(parsed.problems.map((p) => `${p.at}: ${p.message} ${p.hint}`).join("\n"));
  const { allow, ask, deny } = parsed.policy;
  return {
    allow: followingLinks(allow, root, "grant"),
    ask: followingLinks(ask, root, "grant"),
    deny: followingLinks(deny, root, "denial"),
  };
}

/** A tool's declarations are the same list on every call; where their links lead is looked up once. */
function rememberedDeclarations(root: string): (declared: readonly Permission[]) => readonly Permission[] {
  const known = new WeakMap<readonly Permission[], readonly Permission[]>();
  return (declared) => {
    const found = known.get(declared) ?? followingLinks(declared, root, "grant");
    known.set(declared, found);
    return found;
  };
}

function checkedArguments(row: Row, given: readonly unknown[]): readonly unknown[] {
  // The guest's undefined arrives as null.
  let count = given.length;
  while (count > row.required && (given[count - 1] ?? null) === null) count--;
  const args = given.slice(0, count);
  const [mismatch] = row.check(args);
  if (mismatch === undefined) return args;
  const usage = `host.${row.name}(${row.params.join(", ")})`;
  const place = mismatch.at.replace(/^\[(\d+)\]/, (_, index: string) =>
    (row.params[Number(index)] ?? "").replace("?", ""),
  );
  const message =
    place === "" ? `${usage} was called with ${args.length} arguments.` : `${place} ${mismatch.message} in ${usage}.`;
  throw new Refusal("bad_arguments", message, `Call it like this: ${row.example}.`);
}

function unknownFunction(name: string): Failure {
  const near = suggest(name, rows.keys());
  return {
    ok: false,
    reason: "bad_arguments",
    message: `There is no host.${name.slice(0, 100)}.`,
    hint: near.length > 0 ? didYouMean(near.map((n) => `host.${n}`)) : `There are ${[...rows.keys()].join(", ")}.`,
  };
}

function failureOf(e: unknown): Failure {
  if (!(e instanceof Refusal))
    return { ok: false, reason: "host_error", message: "The host failed. (EINTERNAL)", hint: "Its log says more." };
  const { reason, message, hint, permission } = e;
  return { ok: false, reason, message, hint, ...(permission === undefined ? {} : { permission }) };
}

async function noTools(name: string): Promise<Answer> {
  return { ok: false, reason: "host_error", message: `There is no tool ${name} to call.`, hint: "Load it first." };
}
