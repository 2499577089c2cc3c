// What one call of a base tool may use. Every limit holds unless a host says otherwise.

import { onlyKnown, refuse } from "../base/options-error.ts";

export interface SandboxLimits {
  /** Milliseconds a call may take, waiting for its host included. A tool's own timeoutMs can only shorten it. */
  readonly timeoutMs: number;
  /** Bytes of WebAssembly memory an engine may grow to. */
  readonly memoryBytes: number;
  /** Promise jobs a call may run. */
  readonly jobs: number;
  readonly argumentBytes: number;
  readonly resultBytes: number;
  /** Values inside a result, or inside what is passed to the host. */
  readonly resultNodes: number;
  /** Bytes of a tool's bundled script. */
  readonly bundleBytes: number;
  /** Calls of other tools inside calls. */
  readonly depth: number;
}

export const defaultSandboxLimits: SandboxLimits = {
  timeoutMs: 5_000,
  memoryBytes: 64 * 1024 * 1024,
  jobs: 200_000,
  argumentBytes: 8 * 1024 * 1024,
  resultBytes: 8 * 1024 * 1024,
  resultNodes: 500_000,
  bundleBytes: 2 * 1024 * 1024,
  depth: 5,
};

/** Timers know no longer ones: they would go off at once. */
const LONGEST_MS = 24 * 60 * 60 * 1000;
const LEAST_MEMORY = 18 * 1024 * 1024;
const MOST_MEMORY = 1024 * 1024 * 1024;

export function sandboxLimits(given: Partial<SandboxLimits> = {}): SandboxLimits {
  onlyKnown(given, Object.keys(defaultSandboxLimits), "limits of createSandbox");
  for (const [name, value] of Object.entries(given))
    if (!Number.isSafeInteger(value) || value < 1)
      refuse(`limits.${name} of createSandbox must be a whole number of at least 1.`);
  const limits = { ...defaultSandboxLimits, ...given };
  if (limits.timeoutMs > LONGEST_MS) refuse(`limits.timeoutMs of createSandbox may be at most ${LONGEST_MS} (a day).`);
  if (limits.memoryBytes < LEAST_MEMORY || limits.memoryBytes > MOST_MEMORY)
    refuse(
      `limits.memoryBytes of createSandbox must lie between ${LEAST_MEMORY} (the engine itself) and ${MOST_MEMORY}.`,
    );
  return limits;
}

export const WASM_PAGE = 65_536;
