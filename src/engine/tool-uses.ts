// What a run of an image shows about its tools, as trials would say it. Only what the run really shows: a call that did not
// fit the signature, a permission the host did not grant or a limit set for this run say nothing about a tool.

import type { Bundle, SourcePlace, VisibleTool } from "../linker/index.ts";
import { parseSource } from "../linker/text/parse.ts";
import { normalName } from "../names/signature/index.ts";
import type { Result } from "../run/result.ts";

/** One attempt at a base tool. */
export type BaseCall =
  | { readonly id: string; readonly ok: true }
  | { readonly id: string; readonly ok: false; readonly reason: string; readonly message: string };

export interface ToolUse {
  readonly id: string;
  readonly version: string;
  readonly success: boolean;
  /** What went wrong, with its reason. */
  readonly diagnosis: string | null;
}

interface Ran {
  readonly result: Result;
  readonly place: SourcePlace | null;
  readonly calls: readonly BaseCall[];
  /** With limits of its own instead of everyone's. */
  readonly limited: boolean;
}

type What = { readonly call: string } | { readonly program: string } | { readonly entry: true };

/** A base tool failed because of where it ran. */
const ofTheHost = new Set(["permission_denied", "approval_required", "cancelled", "engine_failed", "not_supplied"]);
const ofTheLimits = new Set([
  "timeout",
  "fuel_exceeded",
  "memory_exceeded",
  "depth_exceeded",
  "tool_call_limit_exceeded",
]);

export function toolUses(bundle: Bundle, what: What, ran: Ran): readonly ToolUse[] {
  const { result, place, calls } = ran;
  const uses = new Map<string, ToolUse>();
  const versions = new Map([...bundle.visible, ...bundle.hidden].map((tool) => [tool.id, tool.version]));
  const note = (id: string, diagnosis: string | null): void => {
    const version = versions.get(id);
    const known = uses.get(id);
    if (version === undefined || known?.success === false) return;
    uses.set(id, { id, version, success: diagnosis === null, diagnosis });
  };
  // A failed attempt that a later one made good is no failure.
  const last = new Map(calls.map((call) => [call.id, call]));
  const asked = askedFor(bundle, what);
  if (result.ok) {
    for (const [id, call] of last) if (call.ok) note(id, null);
    for (const id of asked) note(id, null);
  } else {
    const hostsDoing = [...last.values()].some((call) => !call.ok && ofTheHost.has(call.reason));
    const limitsDoing = ran.limited && ofTheLimits.has(result.error.reason);
    for (const [id, call] of last) {
      if (call.ok) note(id, null);
      else if (!ofTheHost.has(call.reason)) note(id, `${call.reason}: ${call.message}`);
    }
    // Without a place the call or the program itself is wrong.
    if (place !== null && !hostsDoing && !limitsDoing && isTheirs(result)) {
      const diagnosis = `${result.error.reason}: ${result.error.message}`;
      const within = toolAt(bundle, place.name);
      if (within !== null) note(within, diagnosis);
      if ("call" in what) for (const id of asked) note(id, diagnosis);
    }
  }
  return [...uses.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}

function isTheirs(result: Extract<Result, { ok: false }>): boolean {
  return result.outcome !== "approval" && !["cancelled", "internal_error"].includes(result.error.reason);
}

/** The tools that a call or a program names. Whether a program really called a base tool is known from its calls. */
function askedFor(bundle: Bundle, what: What): readonly string[] {
  if ("call" in what) return bundle.visible.filter((tool) => isCalled(tool, what.call)).map((tool) => tool.id);
  const text = "program" in what ? what.program : (bundle.entry?.text ?? "");
  const parsed = parseSource({ file: "program", text });
  const used = [...parsed.looseUses, ...[...parsed.uses.values()].flat()];
  const named = new Set(used.map((use) => normalName(use.name)));
  return composedTools(bundle).flatMap(({ id, name }) => (named.has(normalName(name)) ? [id] : []));
}

/** By its Lisp name or its id. */
export function isCalled({ id, call: { name } }: VisibleTool, written: string): boolean {
  return normalName(name) === normalName(written) || id === normalName(written);
}

function composedTools({ visible, hidden }: Bundle): readonly { readonly id: string; readonly name: string }[] {
  const tools = [...visible.map((tool) => ({ ...tool, name: tool.call.name })), ...hidden];
  return tools.filter((tool) => tool.layer === "composed");
}

/**
 * The tool in whose text a definition of the image stands: the tool itself, or the one tool that a helper is there for. Of
 * a helper that several tools share nobody knows whose failure it is.
 */
function toolAt(bundle: Bundle, name: string): string | null {
  const tools = new Map(composedTools(bundle).map((tool) => [tool.name, tool.id]));
  const users = usersIn(bundle);
  const reached = new Set([name]);
  const found = new Set<string>();
  for (const at of reached) {
    const tool = tools.get(at);
    if (tool !== undefined) found.add(tool);
    else for (const user of users.get(at) ?? []) reached.add(user);
  }
  return found.size === 1 ? [...found][0]! : null;
}

/** Who names each definition in the image's text. */
function usersIn({ prelude }: Bundle): ReadonlyMap<string, readonly string[]> {
  const users = new Map<string, string[]>();
  for (const [definition, uses] of parseSource({ file: "prelude", text: prelude }).uses)
    for (const { name } of uses) users.set(name, [...(users.get(name) ?? []), definition.name]);
  return users;
}
