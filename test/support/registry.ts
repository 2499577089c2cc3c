// A registry for tests: a real store in memory, and the product's runner, with base tools as functions of this test or in
// the sandbox. Nothing about an outcome is made up.

import { createToolRunner } from "../../src/engine/tool-runner.ts";
import { readToolFile } from "../../src/linker/text/tool-file.ts";
import type { RegistryOptions } from "../../src/registry/context.ts";
import type { ToolDraft } from "../../src/registry/draft.ts";
import { draftsOf } from "../../src/registry/from-file.ts";
import { createRegistry, type Registry } from "../../src/registry/registry.ts";
import type { ToolRunner } from "../../src/registry/runner.ts";
import type { Store } from "../../src/registry/store.ts";
import type { CaseDraft } from "../../src/registry/suite.ts";
import type { Sandbox } from "../../src/sandbox/sandbox.ts";
import { openSqliteStore } from "../../src/store/open.ts";

export type HostFunctions = Readonly<Record<string, (args: Args) => unknown>>;

type Args = Readonly<Record<string, unknown>>;

/** A mutant may loop for ever. */
const limits = { fuel: 2_000_000, timeoutMs: 5_000 };

/** The runner of the product, with functions of this test. */
export function testRunner(hostFunctions: HostFunctions = {}, sandbox: Sandbox | null = null): ToolRunner {
  const noSandbox = (): never => {
    throw new Error("This registry has no sandbox.");
  };
  const dice = { now: () => Date.now(), random: () => Math.random() };
  return createToolRunner({ sandbox: sandbox === null ? noSandbox : () => sandbox, hostFunctions, limits, ...dice });
}

/** Time and identities that are the same in every run of a test. */
export function testPorts(): Pick<RegistryOptions, "now" | "newId"> {
  let time = Date.parse("2026-01-01T00:00:00.000Z");
  let ids = 0;
  return {
    now: () => {
      time += 1;
      return new Date(time).toISOString();
    },
    newId: () => {
      ids += 1;
      const count = ids.toString(16).padStart(12, "0");
      return `${count.slice(0, 8)}-${count.slice(8)}-7000-8000-000000000000`;
    },
  };
}

export interface TestRegistry {
  readonly registry: Registry;
  readonly store: Store;
  readonly runner: ToolRunner;
}

export async function testRegistry(
  given: Partial<RegistryOptions> & { readonly functions?: HostFunctions; readonly sandbox?: Sandbox } = {},
): Promise<TestRegistry> {
  const { functions = {}, sandbox = null, ...options } = given;
  const store = options.store ?? (await openSqliteStore(":memory:"));
  const runner = options.runner ?? testRunner(functions, sandbox);
  const hostFunctions = new Set(Object.keys(functions));
  const registry = createRegistry({ ...testPorts(), hostFunctions, ...options, store, runner });
  return { registry, store, runner };
}

/** A composed tool from its text, which has one definition with a :signature, or the one called `main`. */
export function lisp(code: string, more: Partial<ToolDraft> & { readonly main?: string } = {}): ToolDraft {
  const { main, ...fields } = more;
  const drafts = draftsOf(readToolFile(code, "tools.clj"));
  const found = main === undefined ? drafts[0] : drafts.find((d) => d.body.kind === "lisp" && d.body.main === main);
  if (found === undefined) throw new Error(`No tool in ${code}`);
  return { ...found, ...fields };
}

/** A base tool that is a function of the host. */
export function host(id: string, signature: string, more: Partial<ToolDraft> = {}): ToolDraft {
  return { id, signature, body: { kind: "host", reference: id }, ...more };
}

export function gives(input: Args, value: unknown, more: Partial<CaseDraft> = {}): CaseDraft {
  return { input, expected: { kind: "value", value }, ...more };
}
