// What changed from one bundle to another, and why: what was asked for, versions, definitions, visible tools, permissions,
// skills, tokens. Who needs a tool is read from the linked texts themselves.

import type { Bundle } from "../bundle/bundle.ts";
import { byText } from "../image.ts";
import { lockChanges } from "../lock.ts";
import { parseSource } from "../text/parse.ts";

export interface BundleChange {
  /** "tool parse_csv", "definition parse-csv--row", "grant", "tokens" … */
  readonly what: string;
  readonly change: string;
  readonly why: string | null;
}

export interface BundleDiff {
  readonly same: boolean;
  readonly changes: readonly BundleChange[];
}

export function diffBundles(before: Bundle, after: Bundle): BundleDiff {
  if (before.digest === after.digest) return { same: true, changes: [] };
  const changes: BundleChange[] = [];
  const tell = (what: string, change: string, why: string | null = null) => changes.push({ what, change, why });
  const [was, is] = [looked(before), looked(after)];
  for (const change of lists(refs(before), refs(after))) tell("asked for", change);
  for (const [what, old, now] of [
    ["model", before.context.model ?? "any", after.context.model ?? "any"],
    ["tags", before.context.tags.join(", "), after.context.tags.join(", ")],
  ] as const)
    if (old !== now) tell(what, `${old || "none"} -> ${now || "none"}`);
  for (const line of lockChanges(before.lock, after.lock)) {
    const colon = line.indexOf(": ");
    const what = line.slice(0, colon);
    tell(what, line.slice(colon + 2), whyLocked(what, was, is));
  }
  for (const [name, text] of [...is.definitions].sort(([a], [b]) => byText(a, b))) {
    const old = was.definitions.get(name);
    if (old === undefined) tell(`definition ${name}`, `new, ${lines(text)}`, neededBy(name, is));
    else if (old !== text)
      tell(`definition ${name}`, lines(old) === lines(text) ? "changed" : `changed, ${lines(old)} -> ${lines(text)}`);
  }
  for (const name of [...was.definitions.keys()].sort(byText))
    if (!is.definitions.has(name)) tell(`definition ${name}`, "gone", gone(name, was, is));
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
  for (const change of lists(before.grants, after.grants))
    tell("grant", change, askers(change.slice(2), change.startsWith("+") ? after : before));
  tellTokens(before, after, tell);
  if ((before.entry?.text ?? "") !== (after.entry?.text ?? "")) tell("program", "changed");
  if (changes.length === 0) tell("details", "only records about the link differ");
  return { same: false, changes };
}

function tellTokens(
  before: Bundle,
  after: Bundle,
  tell: (what: string, change: string, why?: string | null) => void,
): void {
  const [old, now] = [before.tokens, after.tokens];
  if (old.counter !== now.counter) tell("tokens", `counted by ${old.counter} -> ${now.counter}`);
  else if (old.total !== now.total)
    tell(
      "tokens",
      `${old.total} -> ${now.total}`,
      `tools ${old.tools} -> ${now.tools}, skills ${old.skills} -> ${now.skills}`,
    );
  if (old.budget !== now.budget) tell("budget", `${old.budget ?? "none"} -> ${now.budget ?? "none"}`);
}

/** A bundle's texts by definition, and who names whom in them. */
interface Looked {
  readonly bundle: Bundle;
  readonly definitions: ReadonlyMap<string, string>;
  readonly users: ReadonlyMap<string, readonly string[]>;
}

function looked(bundle: Bundle): Looked {
  const rows = bundle.prelude.split("\n");
  const definitions = new Map(
    bundle.sourceMap.map((part) => [
      part.name,
      rows
        .slice(part.line - 1, part.line - 1 + part.lines)
        .join("\n")
        .trim(),
    ]),
  );
  const users = new Map<string, string[]>();
  const parsed = parseSource({ file: "prelude", text: bundle.prelude });
  const own = new Set(parsed.definitions.keys());
  for (const [definition, uses] of parsed.uses)
    for (const { name } of uses) {
      if (name === definition.name || (!own.has(name) && !isBaseTool(name, bundle))) continue;
      users.set(name, [...(users.get(name) ?? []), definition.name]);
    }
  return { bundle, definitions, users };
}

function isBaseTool(name: string, { baseTools }: Bundle): boolean {
  return baseTools.some((tool) => tool.name === name.replaceAll("-", "_"));
}

function whyLocked(what: string, was: Looked, is: Looked): string | null {
  const [kind, id = ""] = what.split(" ");
  if (kind === "skill") {
    const skill = is.bundle.skills.find((s) => s.id === id);
    return skill === undefined ? null : skill.why;
  }
  const wanted = kind === "tool" ? id : what;
  const now = nameOf(wanted, is.bundle);
  if (now !== null) return neededBy(now, is);
  const old = nameOf(wanted, was.bundle);
  return old === null ? null : gone(old, was, is);
}

function nameOf(id: string, { visible, hidden, lock }: Bundle): string | null {
  const linked = lock.references[id]?.split("@")[0] ?? id;
  return visible.find((t) => t.id === linked)?.call.name ?? hidden.find((t) => t.id === linked)?.name ?? null;
}

function usersOf(name: string, { users }: Looked): readonly string[] {
  const spelled = [name, name.replaceAll("_", "-"), `${name}--by-map`, `${name}--by-place`];
  const found = spelled.flatMap((n) => users.get(n) ?? []).filter((n) => !n.startsWith(`${name}--by-`));
  return [...new Set(found)].sort(byText);
}

function neededBy(name: string, image: Looked): string | null {
  const users = usersOf(name, image);
  if (users.length > 0) return `needed by ${users.slice(0, 3).join(", ")}${users.length > 3 ? " …" : ""}`;
  return image.bundle.visible.some((t) => t.call.name === name) ? "asked for" : null;
}

function gone(name: string, was: Looked, is: Looked): string | null {
  const users = usersOf(name, was);
  const left = users.filter((user) => is.definitions.has(user));
  if (left.length > 0) return `${left.join(", ")} no longer ${left.length === 1 ? "uses" : "use"} it`;
  return users.length > 0 ? `${users.join(", ")} ${users.length === 1 ? "is" : "are"} gone` : "no longer asked for";
}

function askers(permission: string, { baseTools }: Bundle): string | null {
  const tools = baseTools.filter((tool) => tool.permissions.includes(permission)).map((tool) => tool.id);
  return tools.length === 0 ? null : `asked by ${tools.join(", ")}`;
}

function lines(text: string): string {
  const count = text.split("\n").length;
  return count === 1 ? "1 line" : `${count} lines`;
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
  if (same) return "The bundles are the same.\n";
  return changes.map(({ what, change, why }) => `${what}: ${change}${why === null ? "" : ` (${why})`}\n`).join("");
}
