// The door of this room: the registry as a list of what it can do. Everything it answers is data; it throws only for what is
// nobody's request, such as a database that is gone.

import { addCase, recordFailureAsCase, type SeenFailure } from "./cases.ts";
import { contextOf, type RegistryOptions } from "./context.ts";
import type { ToolDraft } from "./draft.ts";
import { markHealth, preflight, runSuite, type SuiteOptions } from "./health.ts";
import type { Health } from "./model.ts";
import { type RegisterOptions, registerRepair, registerTool } from "./register.ts";
import { rollback, unregister } from "./removal.ts";
import type { CaseDraft } from "./suite.ts";
import { usesOf } from "./uses.ts";

export function createRegistry(options: RegistryOptions) {
  const context = contextOf(options);
  return {
    ...usesOf(context),
    registerTool: (draft: ToolDraft, given?: RegisterOptions) => registerTool(context, draft, given),
    registerRepair: (draft: ToolDraft, given?: RegisterOptions) => registerRepair(context, draft, given),
    addCase: (id: string, draft: CaseDraft) => addCase(context, id, draft),
    recordFailureAsCase: (id: string, failure: SeenFailure) => recordFailureAsCase(context, id, failure),
    runSuite: (id: string, given?: SuiteOptions) => runSuite(context, id, given),
    preflight: (ids: readonly string[]) => preflight(context, ids),
    markHealth: (id: string, health: Exclude<Health, "rejected">, reason: string) =>
      markHealth(context, id, health, reason),
    rollback: (id: string, version: string) => rollback(context, id, version),
    unregister: (id: string, given?: { readonly force?: boolean }) => unregister(context, id, given),
  };
}

export type Registry = ReturnType<typeof createRegistry>;
