// A bundle from its text, believed only when its digest is right: what was changed on the way, by accident or on purpose, is
// not run.

import { hashValue } from "../../base/hash.ts";
import { wrongIn } from "../../base/shape.ts";
import type { LinkProblem } from "../problems.ts";
import type { Bundle } from "./bundle.ts";
import { bundleShape } from "./shape.ts";

export type OpenedBundle =
  | { readonly ok: true; readonly bundle: Bundle }
  | { readonly ok: false; readonly problem: LinkProblem };

export function openBundle(text: string): OpenedBundle {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (e) {
    return refused("invalid_bundle", `This is no bundle: ${e instanceof Error ? e.message : "it is no JSON"}.`);
  }
  if (!isSealed(value)) return refused("invalid_bundle", "This is JSON, but no bundle of version 1.");
  const { digest, ...body } = value;
  const actual = digestOf(body);
  if (actual === null) return refused("invalid_bundle", "This is no bundle: its content has no digest.");
  if (digest !== actual)
    return refused(
      "tampered_bundle",
      `The bundle was changed after it was linked: its digest is ${digest}, its content gives ${actual}.`,
    );
  // Anyone can seal anything: what the linker did not make does not have to hold together.
  const wrong = wrongIn(value, bundleShape);
  if (wrong !== null) return refused("invalid_bundle", `This is no bundle of version 1: ${wrong}.`);
  return { ok: true, bundle: value as Bundle };
}

function isSealed(value: unknown): value is { readonly digest: string } {
  if (typeof value !== "object" || value === null) return false;
  const { format, version, digest } = value as Partial<Record<keyof Bundle, unknown>>;
  return format === "ptc-bundle" && version === 1 && typeof digest === "string";
}

/** Null for what no bundle holds: numbers beyond all bounds, lists in lists without end. */
function digestOf(body: object): string | null {
  try {
    return hashValue(body);
  } catch {
    return null;
  }
}

function refused(reason: string, message: string): OpenedBundle {
  const hint = "Link it again: ptc link … --out bundle.json.";
  return { ok: false, problem: { reason, severity: "error", message, hint, at: null, others: [] } };
}
