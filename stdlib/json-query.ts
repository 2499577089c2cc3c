// Finds values in JSON by a JSON path, after RFC 9535 in full: names, indexes, slices, descent, filters and functions.

import type { BaseToolMeta } from "./host.d.ts";
import { findAll, pathOf } from "./parts/jsonpath-evaluate.ts";
import { parsePath } from "./parts/jsonpath-parse.ts";

const books = {
  books: [
    { title: "Emma", price: 8, tags: ["novel"] },
    { title: "Ulysses", price: 15 },
    { title: "Poems", price: 5, tags: ["verse", "short"] },
  ],
};

export const meta = {
  name: "json-query",
  description:
    "Finds values in JSON by a JSON path (RFC 9535), such as $.books[?@.price < 10].title or $..id. Answers with all of them in order; none found is an empty list.",
  inputSchema: {
    type: "object",
    properties: {
      data: { description: "The JSON value to search." },
      text: { type: ["string", "null"], description: "JSON text to search, instead of data." },
      path: { type: "string", description: "The JSON path; it starts with $." },
      result: {
        enum: ["values", "first", "paths", "entries", null],
        description:
          '"values" (default); "first" for the first value or null; "paths" for where they are; "entries" for both.',
      },
    },
    required: ["path"],
    additionalProperties: false,
  },
  outputSchema: {},
  permissions: [],
  deterministic: true,
  tags: ["json", "query", "jsonpath", "data"],
  examples: [
    { args: { data: books, path: "$.books[?@.price < 10].title" }, result: ["Emma", "Poems"] },
    {
      args: { data: books, path: "$..tags[-1]", result: "paths" },
      result: ["$['books'][0]['tags'][0]", "$['books'][2]['tags'][1]"],
    },
    { args: { text: '{"a": {"b-c": 1}}', path: "$.a['b-c']", result: "first" }, result: 1 },
    { args: { data: books, path: "$.books[?search(@.title, '^U') || count(@.tags[*]) > 1].price" }, result: [15, 5] },
  ],
} satisfies BaseToolMeta;

interface Args {
  readonly data?: unknown;
  readonly text?: string | null;
  readonly path: string;
  readonly result?: "values" | "first" | "paths" | "entries" | null;
}

export default function queryJson(args: Args): unknown {
  const found = findAll(parsePath(args.path), dataOf(args));
  switch (args.result ?? "values") {
    case "values":
      return found.map(({ value }) => value);
    case "first":
      return found[0]?.value ?? null;
    case "paths":
      return found.map(pathOf);
    case "entries":
      return found.map((node) => ({ path: pathOf(node), value: node.value }));
  }
}

function dataOf({ data, text }: Args): unknown {
  if (typeof text !== "string") {
    if (data === undefined) throw new Error("There is nothing to search. Pass data, or text with JSON in it.");
    return data;
  }
  if (data !== undefined && data !== null) throw new Error("There are data and text. Pass one of them.");
  try {
    return JSON.parse(text);
  } catch (e) {
    throw new Error(`The text is not JSON: ${e instanceof Error ? e.message : "it cannot be read"}.`);
  }
}
