// A bundle from its text, believed only when its digest is right: what was changed on the way, by accident or on purpose, is
// not run.

import { hashValue } from "../../base/hash.ts";
import type { LinkProblem } from "../problems.ts";
import type { Bundle } from "./bundle.ts";

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
  if (!isBundle(value)) return refused("invalid_bundle", "This is JSON, but no bundle of version 1.");
  const { digest, ...body } = value;
  const actual = hashValue(body);
  if (digest === actual) return { ok: true, bundle: value };
  return refused(
    "tampered_bundle",
    `The bundle was changed after it was linked: its digest is ${digest}, its content gives ${actual}.`,
  );
}

function isBundle(value: unknown): value is Bundle {
  if (typeof value !== "object" || value === null) return false;
  const { format, version, digest, prelude, lock, visible, baseTools } = value as Partial<
    Record<keyof Bundle, unknown>
  >;
  const isThisFormat = format === "ptc-bundle" && version === 1 && typeof digest === "string";
  return (
    isThisFormat &&
    typeof prelude === "string" &&
    typeof lock === "object" &&
    Array.isArray(visible) &&
    Array.isArray(baseTools)
  );
}

function refused(reason: string, message: string): OpenedBundle {
  const hint = "Link it again: ptc link … --out bundle.json.";
  return { ok: false, problem: { reason, severity: "error", message, hint, at: null, others: [] } };
}
