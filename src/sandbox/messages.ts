// What the sandbox and its runners say to each other. Plain data; values of tools travel as JSON text.

export interface Budget {
  readonly nodes: number;
  readonly bytes: number;
}

/** What a guest's call is told about its circumstances. */
export interface CallSettings {
  /** Milliseconds since 1970 that the guest's clock stands at. */
  readonly now: number;
  readonly seed: number;
  readonly log: boolean;
  /** What the placeholders of this call's secrets carry, so that no other text is taken for one. */
  readonly secretMark: string;
  readonly host: Budget;
  /** The most host calls: more are refused before they are sent, so that a flood stays where it began. */
  readonly hostCalls: number;
  /** What the guest is told then: a host's error as JSON. */
  readonly tooManyCalls: string;
  readonly result: Budget;
}

/** What a runner is told when it starts, as JSON: enough to have an engine ready before it is asked for anything. */
export interface RunnerSettings {
  readonly memoryPages: number;
  readonly functions: readonly string[];
}

export interface CallRequest {
  readonly kind: "call";
  readonly id: number;
  /** The tool's code by its hash; the runner asks for the text when it has not seen it. */
  readonly hash: string;
  /** What the guest's own stack traces call the code. */
  readonly name: string;
  /** Null to evaluate the module only and answer with its meta. */
  readonly call: { readonly args: string; readonly settings: CallSettings } | null;
  readonly timeoutMs: number;
  /** The most promise jobs. */
  readonly jobs: number;
  /** The most WebAssembly memory, in pages of 64 KB. */
  readonly memoryPages: number;
}

export type ToRunner =
  | CallRequest
  | { readonly kind: "code"; readonly id: number; readonly code: string; readonly functions: readonly string[] }
  | { readonly kind: "cancel"; readonly id: number }
  | {
      readonly kind: "answer";
      readonly id: number;
      readonly call: number;
      readonly ok: boolean;
      readonly text: string;
      /** Its host waits to hear that it was taken. */
      readonly large: boolean;
    };

/** What a guest threw, in its own words. */
export interface Thrown {
  readonly name: string;
  readonly message: string;
  readonly stack: string;
  /** The host call that failed, as the host described it, when the error is that of a host call. */
  readonly reason: string | null;
}

export type GuestOutcome =
  | { readonly ended: "value"; readonly text: string }
  | { readonly ended: "threw"; readonly thrown: Thrown }
  | { readonly ended: "bad-result"; readonly trouble: string; readonly at: string }
  | { readonly ended: "no-answer" }
  | { readonly ended: "timeout" | "out-of-memory" | "stack-overflow" | "too-many-jobs" | "cancelled" | "broken" }
  | { readonly ended: "bad-module"; readonly lacks: "exports" | "default" | "meta" };

const harmless: ReadonlySet<GuestOutcome["ended"]> = new Set([
  "value",
  "threw",
  "bad-result",
  "no-answer",
  "bad-module",
]);

/** After these the runner is used again; after anything else it is thrown away. */
export function isHarmless(outcome: GuestOutcome): boolean {
  return harmless.has(outcome.ended);
}

/** WebAssembly memory never shrinks: a runner with an engine that has grown larger is thrown away too. */
const MOST_KEPT = 32 * 1024 * 1024;

export function isDoubtful({ outcome, memoryBytes }: Extract<FromRunner, { kind: "done" }>): boolean {
  return !isHarmless(outcome) || memoryBytes > MOST_KEPT;
}

export type FromRunner =
  | { readonly kind: "need-code"; readonly id: number }
  | { readonly kind: "taken"; readonly id: number; readonly call: number }
  | {
      readonly kind: "host";
      readonly id: number;
      readonly call: number;
      readonly name: string;
      readonly args: string;
      /** Long arguments: the JSON of the others has a null in their places. Read from it, each would be in memory twice. */
      readonly texts: readonly (readonly [at: number, text: string])[];
    }
  | {
      readonly kind: "done";
      readonly id: number;
      readonly outcome: GuestOutcome;
      /** Bytes of linear memory the guest has grown to. */
      readonly memoryBytes: number;
    };

const ENDED: ReadonlySet<unknown> = new Set<GuestOutcome["ended"]>([
  ...harmless,
  ...(["timeout", "out-of-memory", "stack-overflow", "too-many-jobs", "cancelled", "broken"] as const),
]);
/** Far above what a runner says of an error. */
const LONGEST_WORDS = 100_000;
/** Above what any host function takes: long texts beyond them stay in the JSON. */
export const MOST_ARGUMENTS = 10;

/**
 * What a runner said, or null when it is nothing that one of ours would say. Runners hold code of strangers: one that was
 * taken over must not be able to do more than fail its call.
 */
export function readMessage(said: unknown, mostBytes: number): FromRunner | null {
  if (!isRecord(said) || typeof said.id !== "number") return null;
  const isText = (value: unknown, most = LONGEST_WORDS): boolean => typeof value === "string" && value.length <= most;
  switch (said.kind) {
    case "need-code":
      return said as FromRunner;
    case "taken":
      return typeof said.call === "number" ? (said as FromRunner) : null;
    case "host": {
      const isWhole = typeof said.call === "number" && isText(said.name) && isText(said.args, mostBytes);
      return isWhole && areTexts(said.texts, mostBytes) ? (said as FromRunner) : null;
    }
    case "done": {
      const { outcome } = said;
      if (!isRecord(outcome) || typeof said.memoryBytes !== "number" || !ENDED.has(outcome.ended)) return null;
      const { thrown } = outcome;
      const isWhole =
        (outcome.ended !== "value" || isText(outcome.text, mostBytes)) &&
        (outcome.ended !== "bad-result" || (isText(outcome.trouble) && isText(outcome.at))) &&
        (outcome.ended !== "bad-module" || isText(outcome.lacks)) &&
        (outcome.ended !== "threw" || (isRecord(thrown) && hasWords(thrown)));
      return isWhole ? (said as FromRunner) : null;
    }
    default:
      return null;
  }

  function hasWords({ name, message, stack, reason }: Readonly<Record<string, unknown>>): boolean {
    return [name, message, stack].every((words) => isText(words)) && (reason === null || isText(reason));
  }
}

function areTexts(said: unknown, mostBytes: number): boolean {
  if (!Array.isArray(said) || said.length > MOST_ARGUMENTS) return false;
  let left = mostBytes;
  return said.every((one: unknown) => {
    if (!Array.isArray(one) || typeof one[1] !== "string") return false;
    left -= one[1].length;
    return left >= 0 && Number.isInteger(one[0]) && one[0] >= 0 && one[0] < MOST_ARGUMENTS;
  });
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
