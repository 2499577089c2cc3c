// What the registry works with: its store, whatever runs tools, the time, new identities and the rules of the house.

import { refuse } from "../base/options-error.ts";
import { type Policy, type PolicyTexts, parsePolicy } from "../sandbox/policy.ts";
import type { Ports } from "./ports.ts";
import type { ToolRunner } from "./runner.ts";
import type { Store } from "./store.ts";

export interface RegistryOptions extends Ports {
  readonly store: Store;
  readonly runner: ToolRunner;
  /** What tools may never ask for: only the deny rules matter here, grants are for those who run. */
  readonly policy?: PolicyTexts;
  /** Names of the functions this host supplies for tools of kind host; none unless given. */
  readonly hostFunctions?: ReadonlySet<string>;
}

export interface RegistryContext extends Ports {
  readonly store: Store;
  readonly runner: ToolRunner;
  readonly policy: Policy;
  readonly hostFunctions: ReadonlySet<string>;
}

export function contextOf(options: RegistryOptions): RegistryContext {
  const { store, runner, now, newId, hostFunctions = new Set() } = options;
  const parsed = parsePolicy(options.policy ?? {});
  if (!parsed.ok) {
    const [first] = parsed.problems;
    return refuse(`createRegistry: ${first?.at ?? "policy"}: ${first?.message ?? "cannot be read."}`);
  }
  return { store, runner, now, newId, policy: parsed.policy, hostFunctions };
}
