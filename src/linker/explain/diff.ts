// What changed from one bundle to another, and why: versions, visible tools, permissions, skills, tokens.

import type { Bundle } from "../bundle/bundle.ts";
import { byText } from "../image.ts";
import { lockChanges } from "../lock.ts";

export interface BundleDiff {
  readonly same: boolean;
  readonly changes: readonly { readonly what: string; readonly change: string }[];
}

export function diffBundles(before: Bundle, after: Bundle): BundleDiff {
  if (before.digest === after.digest) return { same: true, changes: [] };
  const changes: { what: string; change: string }[] = [];
  const tell = (what: string, change: string) => changes.push({ what, change });
  for (const change of lists(refs(before), refs(after))) tell("asked for", change);
  for (const [what, was, is] of [
    ["model", before.context.model ?? "any", after.context.model ?? "any"],
    ["tags", before.context.tags.join(", "), after.context.tags.join(", ")],
  ] as const)
    if (was !== is) tell(what, `${was || "none"} -> ${is || "none"}`);
  for (const line of lockChanges(before.lock, after.lock)) {
    const colon = line.indexOf(": ");
    tell(line.slice(0, colon), line.slice(colon + 2));
  }
  for (const change of lists(
    before.visible.map((t) => t.id),
    after.visible.map((t) => t.id),
  ))
    tell("visible", change);
  for (const tool of after.visible) {
    const old = before.visible.find((t) => t.id === tool.id);
    if (old !== undefined && old.signature !== tool.signature)
      tell(`signature of ${tool.id}`, `${old.signature ?? "none"} -> ${tool.signature ?? "none"}`);
  }
  for (const change of lists(before.grants, after.grants)) tell("grant", change);
  if (before.tokens.counter === after.tokens.counter && before.tokens.total !== after.tokens.total)
    tell("tokens", `${before.tokens.total} -> ${after.tokens.total}`);
  const sizes = [before.prelude.length, after.prelude.length];
  if (before.prelude !== after.prelude)
    tell("prelude", sizes[0] === sizes[1] ? "other text of the same length" : `${sizes[0]} -> ${sizes[1]} characters`);
  if (changes.length === 0) tell("details", "only records about the link differ");
  return { same: false, changes };
}

function refs(bundle: Bundle): readonly string[] {
  return bundle.roots.map((r) => r.ref);
}

function lists(before: readonly string[], after: readonly string[]): readonly string[] {
  const gone = before.filter((x) => !after.includes(x)).map((x) => `- ${x}`);
  const come = after.filter((x) => !before.includes(x)).map((x) => `+ ${x}`);
  return [...gone, ...come].sort((a, b) => byText(a.slice(2), b.slice(2)));
}

export function diffText({ same, changes }: BundleDiff): string {
  return same ? "The bundles are the same.\n" : changes.map(({ what, change }) => `${what}: ${change}\n`).join("");
}
