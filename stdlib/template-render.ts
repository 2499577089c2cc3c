// Mustache templates filled with data. The language is the one of the Mustache specification without lambdas; lists also
// know @index, @first and @last. A name that data does not have is an error unless it is asked to be empty.

import type { BaseToolMeta } from "./host.d.ts";
import { type Node, parseTemplate, TemplateError } from "./parts/mustache-parse.ts";

export const meta = {
  name: "template-render",
  description:
    "Fills a Mustache template with data: {{name}}, {{a.b}}, {{#list}}…{{.}}…{{/list}}, {{^none}}…{{/none}}, {{> partial}}, {{! comment}}, {{{raw}}}. Lists know @index, @first and @last. Values are escaped for HTML unless escape says otherwise; false, null, 0, empty text and empty lists count as nothing.",
  inputSchema: {
    type: "object",
    properties: {
      template: { type: "string", description: "The template." },
      data: { description: "A map with the values." },
      partials: {
        type: ["object", "null"],
        additionalProperties: { type: "string" },
        description: "Templates by name, for {{> name}}.",
      },
      escape: {
        enum: ["html", "none", "json", "url", null],
        description:
          'How {{values}} are escaped: "html" (default), "none" for plain text, "json" inside JSON texts, "url".',
      },
      missing: {
        enum: ["error", "empty", null],
        description: 'A name or partial that is not there: an "error" (default), or "empty".',
      },
    },
    required: ["template"],
    additionalProperties: false,
  },
  outputSchema: { type: "string" },
  permissions: [],
  deterministic: true,
  tags: ["text", "template", "mustache", "format"],
  examples: [
    {
      args: {
        template:
          "Dear {{customer.name}},\n{{#items}}\n- {{name}}: {{price}}\n{{/items}}\n{{^items}}\nNothing.\n{{/items}}\n",
        data: {
          customer: { name: "Ann & Bo" },
          items: [
            { name: "tea", price: 4.5 },
            { name: "milk", price: 2 },
          ],
        },
      },
      result: "Dear Ann &amp; Bo,\n- tea: 4.5\n- milk: 2\n",
    },
    {
      args: { template: "{{#tags}}{{.}}{{^@last}}, {{/@last}}{{/tags}}", data: { tags: ["a", "b<c"] }, escape: "none" },
      result: "a, b<c",
    },
    {
      args: { template: "<ul>\n  {{> item}}\n</ul>", data: { x: 1 }, partials: { item: "<li>\n  {{x}}\n</li>\n" } },
      result: "<ul>\n  <li>\n    1\n  </li>\n</ul>",
    },
  ],
} satisfies BaseToolMeta;

type Escape = "html" | "none" | "json" | "url";

interface Args {
  readonly template: string;
  readonly data?: unknown;
  readonly partials?: Readonly<Record<string, string>> | null;
  readonly escape?: Escape | null;
  readonly missing?: "error" | "empty" | null;
}

export default function renderTemplate(args: Args): string {
  const renderer = new Renderer(args.partials ?? {}, args.escape ?? "html", args.missing ?? "error");
  const out: string[] = [];
  renderer.render(parseTemplate(args.template), { value: args.data ?? {}, outer: null, item: null }, out, 0);
  return out.join("");
}

/** A value whose fields can be named, inside another. */
interface Scope {
  readonly value: unknown;
  readonly outer: Scope | null;
  readonly item: { readonly index: number; readonly count: number } | null;
}

const DEEPEST = 60;
const missingValue = Symbol("missing");
const escapes: Readonly<Record<Escape, (text: string) => string>> = {
  html: (text) =>
    text.replace(/[&<>"']/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c] ?? "&#39;"),
  none: (text) => text,
  json: (text) => JSON.stringify(text).slice(1, -1),
  url: (text) => encodeURIComponent(text.replace(/[\ud800-\udfff]/gu, "\ufffd")),
};

class Renderer {
  private readonly parsed = new Map<string, readonly Node[]>();

  constructor(
    private readonly partials: Readonly<Record<string, string>>,
    private readonly escaping: Escape,
    private readonly missing: "error" | "empty",
  ) {}

  render(nodes: readonly Node[], scope: Scope, out: string[], depth: number): void {
    for (const node of nodes) {
      switch (node.kind) {
        case "text":
          out.push(node.text);
          break;
        case "value":
          out.push(this.value(node, scope));
          break;
        case "section":
          this.section(node, scope, out, depth);
          break;
        case "partial":
          this.partial(node, scope, out, depth);
          break;
        default:
          node satisfies never;
      }
    }
  }

  private value({ name, raw, line }: Extract<Node, { kind: "value" }>, scope: Scope): string {
    const value = find(name, scope);
    if (value === missingValue) {
      if (this.missing === "empty") return "";
      throw new TemplateError(
        `Line ${line}: there is no ${name} in the data${namesIn(scope)}. Mend the name, or pass missing: "empty".`,
      );
    }
    if (value === null) return "";
    if (typeof value === "object")
      throw new TemplateError(
        `Line ${line}: ${name} is a ${Array.isArray(value) ? "list" : "map"}. Use {{#${name}}}…{{/${name}}}, or name a field of it.`,
      );
    return raw ? String(value) : escapes[this.escaping](String(value));
  }

  private section(node: Extract<Node, { kind: "section" }>, scope: Scope, out: string[], depth: number): void {
    const { name, inverted, nodes, line } = node;
    if (depth > DEEPEST) throw tooDeep(line);
    const value = find(name, scope);
    const isNothing = value === missingValue || !value || (Array.isArray(value) && value.length === 0);
    if (inverted) {
      if (isNothing) this.render(nodes, scope, out, depth + 1);
      return;
    }
    if (isNothing) return;
    if (!Array.isArray(value)) {
      this.render(nodes, { value, outer: scope, item: null }, out, depth + 1);
      return;
    }
    for (const [index, item] of value.entries())
      this.render(nodes, { value: item, outer: scope, item: { index, count: value.length } }, out, depth + 1);
  }

  private partial(node: Extract<Node, { kind: "partial" }>, scope: Scope, out: string[], depth: number): void {
    const { name, indent, line } = node;
    if (depth > DEEPEST) throw tooDeep(line);
    if (!Object.hasOwn(this.partials, name)) {
      if (this.missing === "empty") return;
      const known = Object.keys(this.partials);
      throw new TemplateError(
        `Line ${line}: there is no partial ${name}${known.length === 0 ? "" : ` (there are ${known.join(", ")})`}. Pass it in partials.`,
      );
    }
    const key = `${indent}>${name}`;
    const nodes = this.parsed.get(key) ?? this.parsePartial(name, indent);
    this.parsed.set(key, nodes);
    this.render(nodes, scope, out, depth + 1);
  }

  private parsePartial(name: string, indent: string): readonly Node[] {
    try {
      return parseTemplate(this.partials[name]!.replace(/^(?=[^\n])/gm, indent));
    } catch (e) {
      throw e instanceof TemplateError ? new TemplateError(`In partial ${name}: ${e.message}`) : e;
    }
  }
}

function tooDeep(line: number): TemplateError {
  return new TemplateError(
    `Line ${line}: sections and partials are nested more than ${DEEPEST} deep. Look for a circle.`,
  );
}

function find(name: string, scope: Scope): unknown {
  if (name === ".") return scope.value;
  if (name.startsWith("@")) return aboutItem(name, scope);
  const [first = "", ...rest] = name.split(".");
  for (let at: Scope | null = scope; at !== null; at = at.outer) {
    let value = fieldOf(at.value, first);
    if (value === missingValue) continue;
    for (const field of rest) value = fieldOf(value, field);
    return value;
  }
  return missingValue;
}

function fieldOf(value: unknown, field: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, field)
    ? Reflect.get(value, field)
    : missingValue;
}

function aboutItem(name: string, scope: Scope): unknown {
  let at: Scope | null = scope;
  while (at !== null && at.item === null) at = at.outer;
  const item = at?.item ?? null;
  if (item === null) return missingValue;
  if (name === "@index") return item.index;
  if (name === "@first") return item.index === 0;
  return name === "@last" ? item.index === item.count - 1 : missingValue;
}

function namesIn(scope: Scope): string {
  const names: string[] = [];
  for (let at: Scope | null = scope; at !== null; at = at.outer)
    if (typeof at.value === "object" && at.value !== null && !Array.isArray(at.value))
      names.push(...Object.keys(at.value));
  return names.length === 0 ? "" : ` (there are ${[...new Set(names)].slice(0, 12).join(", ")})`;
}
