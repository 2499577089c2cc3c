// Walks JSON along a parsed path. Descending keeps its own stack, so deep data cannot exhaust the engine's; where a value
// was found is a chain of steps that becomes text only when somebody asks.

import type { Call, Comparable, Logical, Query, Segment, Selector } from "./jsonpath-query.ts";

export interface Found {
  readonly value: unknown;
  readonly step: string | number | null;
  readonly parent: Found | null;
}

type Container = readonly unknown[] | Readonly<Record<string, unknown>>;

export function findAll(query: Query, root: unknown): readonly Found[] {
  return new Evaluation(root).run(query, root);
}

/** RFC 9535's normalized path: $['a'][0]. */
export function pathOf(found: Found): string {
  const steps: string[] = [];
  for (let at: Found | null = found; at !== null && at.step !== null; at = at.parent)
    steps.push(typeof at.step === "number" ? `[${at.step}]` : `['${escaped(at.step)}']`);
  return `$${steps.reverse().join("")}`;
}

const namedEscapes: Readonly<Record<string, string>> = {
  "\b": "\\b",
  "\f": "\\f",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
};

function escaped(name: string): string {
  return name.replace(
    /[\u0000-\u001f'\\]/g,
    (c) => namedEscapes[c] ?? (c < " " ? `\\u00${c.charCodeAt(0).toString(16).padStart(2, "0")}` : `\\${c}`),
  );
}

/** Stands for "no value", which is not null. */
const nothing = Symbol("nothing");

class Evaluation {
  private readonly patterns = new Map<string, RegExp | null>();

  constructor(private readonly root: unknown) {}

  run(query: Query, current: unknown): readonly Found[] {
    let nodes: readonly Found[] = [{ value: query.from === "root" ? this.root : current, step: null, parent: null }];
    for (const segment of query.segments) nodes = this.segment(segment, nodes);
    return nodes;
  }

  private segment({ descend, selectors }: Segment, nodes: readonly Found[]): readonly Found[] {
    const out: Found[] = [];
    for (const node of nodes) {
      if (!descend) {
        for (const selector of selectors) this.select(selector, node, out);
        continue;
      }
      const open = [node];
      for (let at = open.pop(); at !== undefined; at = open.pop()) {
        for (const selector of selectors) this.select(selector, at, out);
        const children = childrenOf(at);
        for (let i = children.length - 1; i >= 0; i--) if (isContainer(children[i]!.value)) open.push(children[i]!);
      }
    }
    return out;
  }

  private select(selector: Selector, node: Found, out: Found[]): void {
    const { value } = node;
    if (!isContainer(value)) return;
    switch (selector.kind) {
      case "name":
        if (!isList(value) && Object.hasOwn(value, selector.name))
          out.push({ value: value[selector.name], step: selector.name, parent: node });
        return;
      case "index": {
        if (!isList(value)) return;
        const index = selector.index < 0 ? value.length + selector.index : selector.index;
        if (index >= 0 && index < value.length) out.push({ value: value[index], step: index, parent: node });
        return;
      }
      case "slice":
        if (isList(value))
          for (const index of sliceOf(selector, value.length))
            out.push({ value: value[index], step: index, parent: node });
        return;
      case "wildcard":
        for (const child of childrenOf(node)) out.push(child);
        return;
      case "filter":
        for (const child of childrenOf(node)) if (this.holds(selector.test, child.value)) out.push(child);
        return;
      default:
        selector satisfies never;
    }
  }

  private holds(test: Logical, current: unknown): boolean {
    switch (test.kind) {
      case "or":
        return test.parts.some((part) => this.holds(part, current));
      case "and":
        return test.parts.every((part) => this.holds(part, current));
      case "not":
        return !this.holds(test.of, current);
      case "exists":
        return this.run(test.query, current).length > 0;
      case "matches":
        return this.call(test.call, current) === true;
      case "compare":
        return compare(this.value(test.left, current), test.operator, this.value(test.right, current));
      default:
        return test satisfies never;
    }
  }

  private value(of: Comparable, current: unknown): unknown {
    if (of.kind === "literal") return of.value;
    if (of.kind === "call") return this.call(of, current);
    const [found] = this.run(of, current);
    return found === undefined ? nothing : found.value;
  }

  private call({ name, args }: Call, current: unknown): unknown {
    const [first, second] = args;
    switch (name) {
      case "length":
        return lengthOf(this.value(first!, current));
      case "count":
        return this.nodes(first!, current).length;
      case "value": {
        const nodes = this.nodes(first!, current);
        return nodes.length === 1 ? nodes[0]!.value : nothing;
      }
      case "match":
      case "search": {
        const text = this.value(first!, current);
        const pattern = this.value(second!, current);
        if (typeof text !== "string" || typeof pattern !== "string") return false;
        return this.pattern(pattern, name === "match")?.test(text) ?? false;
      }
      default:
        return name satisfies never;
    }
  }

  private nodes(of: Comparable, current: unknown): readonly Found[] {
    return of.kind === "query" ? this.run(of, current) : [];
  }

  /** A pattern that cannot be read matches nothing, says the standard. */
  private pattern(source: string, whole: boolean): RegExp | null {
    const key = `${whole ? "=" : "~"}${source}`;
    const known = this.patterns.get(key);
    if (known !== undefined) return known;
    let made: RegExp | null = null;
    try {
      // A dot means any character but CR and LF; JavaScript's leaves out two more.
      const dots = source.replace(/\\.|\[(?:\\.|[^\]\\])*\]|\./gsu, (part) => (part === "." ? "[^\\n\\r]" : part));
      made = new RegExp(whole ? `^(?:${dots})$` : dots, "u");
    } catch {}
    this.patterns.set(key, made);
    return made;
  }
}

function isContainer(value: unknown): value is Container {
  return typeof value === "object" && value !== null;
}

function isList(value: Container): value is readonly unknown[] {
  return Array.isArray(value);
}

function childrenOf(node: Found): readonly Found[] {
  const { value } = node;
  if (!isContainer(value)) return [];
  if (isList(value)) return value.map((item, index) => ({ value: item, step: index, parent: node }));
  return Object.keys(value).map((name) => ({ value: value[name], step: name, parent: node }));
}

function* sliceOf({ start, end, step }: Extract<Selector, { kind: "slice" }>, length: number): Iterable<number> {
  if (step === 0) return;
  const place = (index: number) => (index < 0 ? length + index : index);
  const clamp = (index: number, low: number, high: number) => Math.min(Math.max(index, low), high);
  if (step > 0) {
    const to = clamp(place(end ?? length), 0, length);
    for (let i = clamp(place(start ?? 0), 0, length); i < to; i += step) yield i;
  } else {
    const to = end === null ? -1 : clamp(place(end), -1, length - 1);
    for (let i = start === null ? length - 1 : clamp(place(start), -1, length - 1); i > to; i += step) yield i;
  }
}

function lengthOf(value: unknown): unknown {
  if (typeof value === "string") return [...value].length;
  return isContainer(value) ? (isList(value) ? value.length : Object.keys(value).length) : nothing;
}

function compare(left: unknown, operator: Extract<Logical, { kind: "compare" }>["operator"], right: unknown): boolean {
  switch (operator) {
    case "==":
      return equal(left, right);
    case "!=":
      return !equal(left, right);
    case "<":
      return less(left, right);
    case ">":
      return less(right, left);
    case "<=":
      return less(left, right) || equal(left, right);
    case ">=":
      return less(right, left) || equal(left, right);
    default:
      return operator satisfies never;
  }
}

function less(left: unknown, right: unknown): boolean {
  if (typeof left === "number" && typeof right === "number") return left < right;
  return typeof left === "string" && typeof right === "string" && lessText(left, right);
}

/** By code points; JavaScript compares halves of characters. */
function lessText(left: string, right: string): boolean {
  let i = 0;
  while (i < left.length && left[i] === right[i]) i++;
  if (i === right.length) return false;
  if (i === left.length) return true;
  const start = i > 0 && /[\ud800-\udbff]/.test(left[i - 1]!) ? i - 1 : i;
  return left.codePointAt(start)! < right.codePointAt(start)!;
}

function equal(left: unknown, right: unknown): boolean {
  const open: [unknown, unknown][] = [[left, right]];
  for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
    const [a, b] = pair;
    if (a === b) continue;
    if (!isContainer(a) || !isContainer(b) || isList(a) !== isList(b)) return false;
    const keys = Object.keys(a);
    if (keys.length !== Object.keys(b).length) return false;
    for (const key of keys) {
      if (!Object.hasOwn(b, key)) return false;
      open.push([Reflect.get(a, key), Reflect.get(b, key)]);
    }
  }
  return true;
}
