// What can be known of the image without running it: do the calls between texts fit what they call, may the image ask what
// its tools ask, and do the tools' promises hold through what they reach?

import { suggest } from "../base/suggest.ts";
import type { Form } from "../lisp/read/form.ts";
import { suitsModel } from "./choose.ts";
import type { LinkFault, Path, Step } from "./faults.ts";
import { byText, type Closure, type Edge, type Node, pathTo, spotOf, varies, varyingSpot } from "./image.ts";
import type { LinkInput, PermissionPolicy } from "./input.ts";
import type { Unit } from "./unit.ts";
import { type Parameter, parametersOf } from "./wrappers.ts";

export function checkImage(closure: Closure, input: LinkInput): readonly LinkFault[] {
  return [
    ...closure.edges.flatMap((edge) => checkCall(edge, closure)),
    ...checkUnits(closure, input),
    ...checkDeterminism(closure),
  ];
}

/** The tool at the end of an edge, whichever way it is called. */
function unitAt(node: Node): Unit | null {
  if (node.kind === "wrapper") return node.of.unit;
  return node.kind === "entry" ? null : node.unit;
}

function checkCall(edge: Edge, closure: Closure): readonly LinkFault[] {
  const { use } = edge;
  if (use === null || use.args === null) return [];
  const target = closure.nodes.get(edge.to)!;
  const from = closure.nodes.get(edge.from)!;
  const at = spotOf(from, use)!;
  const unit = unitAt(target);
  const params = unit === null ? null : parametersOf(unit);
  if (use.kind === "tool") return params === null ? [] : checkNamed(unit!, params, use.args, at);
  const takes =
    target.kind === "definition"
      ? target.definition.takes
      : params === null
        ? null
        : [{ least: params.findLastIndex((p) => p.required) + 1, most: params.length }];
  const got = use.args.length;
  if (takes === null || takes.some(({ least, most }) => least <= got && got <= most)) return [];
  const names = params?.map((p) => p.name) ?? (target.kind === "definition" ? target.definition.params : []);
  const call = `(${[use.name, ...names].join(" ")})`;
  return [{ code: "arity_error", callee: use.name, takes: countWords(takes), got, call, at }];
}

function countWords(takes: readonly { readonly least: number; readonly most: number }[]): string {
  const counts = takes.map(({ least, most }) =>
    most === least ? String(least) : most === Number.POSITIVE_INFINITY ? `${least} or more` : `${least} to ${most}`,
  );
  const words = counts.length === 1 ? counts[0]! : `${counts.slice(0, -1).join(", ")} or ${counts.at(-1)}`;
  return `${words} ${words === "1" ? "argument" : "arguments"}`;
}

const folded = (name: string) => name.replaceAll("-", "_");

/** Only a map that is written out can be looked at; everything else is checked when it runs. */
function checkNamed(
  unit: Unit,
  params: readonly Parameter[],
  args: readonly Form[],
  at: NonNullable<Step["at"]>,
): readonly LinkFault[] {
  const pairs = args.length === 1 ? (args[0]!.kind === "map" ? args[0]!.items : null) : args;
  if (pairs === null) return [];
  const given: { readonly key: string; readonly form: Form }[] = [];
  for (let i = 0; i < pairs.length; i += 2) {
    const form = pairs[i]!;
    if (form.kind !== "keyword" && form.kind !== "string") return [];
    given.push({ key: form.kind === "keyword" ? form.name : form.value, form });
  }
  const { signature } = unit;
  const has = new Set(given.map((g) => folded(g.key)));
  const keys = params.filter((p) => p.required && !has.has(folded(p.name))).map((p) => p.name);
  const faults: LinkFault[] = [];
  const known = new Set(params.map((p) => folded(p.name)));
  const isOpen = unit.signature === null && unit.inputSchema?.additionalProperties !== false;
  if (!isOpen)
    for (const { key, form } of given) {
      if (known.has(folded(key))) continue;
      const near = suggest(
        key,
        params.map((p) => p.name),
        1,
      );
      const spot = { ...at, span: form.span };
      faults.push({ code: "unknown_argument", tool: unit.id, key, near, signature, at: spot });
    }
  if (keys.length > 0) faults.push({ code: "missing_argument", tool: unit.id, keys, signature, at });
  return faults;
}

function checkUnits(closure: Closure, input: LinkInput): readonly LinkFault[] {
  const faults: LinkFault[] = [];
  for (const node of closure.nodes.values()) {
    const unit = node.kind === "wrapper" ? null : unitAt(node);
    if (unit === null) continue;
    const path = (): Path => pathTo(node.key, closure);
    const { model, policy } = input;
    if (model !== undefined && !suitsModel(unit, model))
      faults.push({ code: "wrong_model", id: unit.id, model, models: unit.requiredModels, path: path() });
    if (policy === undefined) continue;
    for (const permission of [...unit.permissions].sort(byText)) {
      const verdict = judge(permission, policy);
      if (verdict !== "allowed")
        faults.push({
          code: "permission_denied",
          id: unit.id,
          permission,
          denied: verdict === "denied",
          path: path(),
        });
    }
  }
  return faults;
}

/** Denials win. Whether a grant covers what a tool then does with it is the sandbox's to decide. */
export function judge(
  permission: string,
  { allow, deny = [], denied = [] }: PermissionPolicy,
): "allowed" | "denied" | "not allowed" {
  if (denied.includes(permission) || deny.some((pattern) => matches(pattern, permission))) return "denied";
  return allow.some((pattern) => matches(pattern, permission)) ? "allowed" : "not allowed";
}

/** `*` stands for any text; so "filesystem:read:*" allows reading anywhere. Looks at each character once per star. */
function matches(pattern: string, text: string): boolean {
  if (pattern === text) return true;
  const pieces = pattern.split("*");
  const first = pieces[0]!;
  const final = pieces.at(-1)!;
  if (pieces.length === 1 || !text.startsWith(first) || text.length < first.length + final.length) return false;
  let at = first.length;
  for (const piece of pieces.slice(1, -1)) {
    const found = text.indexOf(piece, at);
    if (found === -1) return false;
    at = found + piece.length;
  }
  return text.endsWith(final) && at <= text.length - final.length;
}

/** A deterministic tool reaches only what is deterministic. Walks from all else backwards, each node once. */
function checkDeterminism(closure: Closure): readonly LinkFault[] {
  const toward = new Map<string, Edge[]>();
  for (const edge of closure.edges) {
    const list = toward.get(edge.to) ?? [];
    list.push(edge);
    toward.set(edge.to, list);
  }
  // Without the promise a composed tool may still be deterministic: what taints is a base tool, or a text that asks the host.
  const queue = [...closure.nodes.values()].filter(varies).map((n) => n.key);
  const next = new Map<string, Edge | null>(queue.map((key) => [key, null]));
  for (let i = 0; i < queue.length; i++)
    for (const edge of toward.get(queue[i]!) ?? []) {
      if (next.has(edge.from)) continue;
      next.set(edge.from, edge);
      queue.push(edge.from);
    }
  const faults: LinkFault[] = [];
  for (const [key, edge] of next) {
    const node = closure.nodes.get(key)!;
    if (node.kind !== "definition" || node.unit === null || !node.unit.deterministic) continue;
    const path: Step[] = [];
    let at: Edge | null = edge;
    let end = key;
    while (at !== null) {
      const from = closure.nodes.get(at.from)!;
      if (from.kind !== "wrapper") path.push({ name: from.label, at: spotOf(from, at.use) });
      end = at.to;
      at = next.get(at.to) ?? null;
    }
    const last = closure.nodes.get(end)!;
    const spot = varyingSpot(last);
    if (spot !== null) path.push({ name: last.label, at: spot.at });
    const reaches = spot?.name ?? last.label;
    faults.push({ code: "not_deterministic", id: node.unit.id, reaches, path: [...path, { name: reaches, at: null }] });
  }
  return faults.sort((a, b) => byText(JSON.stringify(a), JSON.stringify(b)));
}
