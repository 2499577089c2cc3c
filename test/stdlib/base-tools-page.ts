// The generated part of stdlib/README.md: a table of the tools, then each with its options and an example.

import type { ToolMeta } from "../../src/sandbox/tool-module.ts";

export function renderBaseTools(metas: readonly ToolMeta[]): string {
  const rows = metas.map((meta) => {
    const needs = meta.permissions.length === 0 ? "nothing" : meta.permissions.map((p) => `\`${p}\``).join(", ");
    return `| [${meta.name}](#${meta.name}) | ${firstSentence(meta.description)} | ${needs} | ${meta.deterministic ? "yes" : "no"} |`;
  });
  const table = ["| tool | | needs | deterministic |", "|---|---|---|---|", ...rows].join("\n");
  return [table, ...metas.map(renderTool)].join("\n\n");
}

function firstSentence(text: string): string {
  return /^.*?[.:](?= |$)/.exec(text)?.[0].replace(/:$/, ".") ?? text;
}

function renderTool({ name, description, inputSchema, examples }: ToolMeta): string {
  const { properties, required } = inputSchema as {
    properties: Readonly<Record<string, { readonly description?: string }>>;
    required?: readonly string[];
  };
  const options = Object.entries(properties).map(([key, schema]) => {
    const must = required?.includes(key) === true ? " (required)" : "";
    return `- \`${key}\`${must}: ${schema.description ?? ""}`;
  });
  const { args, result } = examples[0]!;
  const example = ["```json", JSON.stringify(args), JSON.stringify(result), "```"];
  return [`## ${name}`, description, options.join("\n"), example.join("\n")].join("\n\n");
}
