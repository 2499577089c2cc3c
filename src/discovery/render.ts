// The words of each tier: a map of categories, a line per capability, and a capability in full.

import { type Capability, isRecord } from "./descriptor.ts";
import type { Ranked } from "./rank.ts";

export const metaToolName = "discover_capabilities";

const namesPerCategory = 4;
/** Longer texts of a line are cut: a line is a hint, tier 2 has the rest. */
const mostLineText = 240;

export const tier0Head = "Available capability categories:";
export const tier0Foot = `Use the ${metaToolName} tool to get details on any capability.`;
export const tier1Head = "Relevant capabilities:";

/** Largest first: "- Communication: discord, slack (+16 more) (18)". */
export function categoryLines(capabilities: readonly Capability[]): readonly string[] {
  const groups = new Map<string, string[]>();
  for (const { kind, category, name } of capabilities) {
    const key = oneLine(category === "" ? `other ${kind}s` : category);
    const names = groups.get(key) ?? [];
    names.push(oneLine(name));
    groups.set(key, names);
  }
  return [...groups]
    .sort(([a, x], [b, y]) => y.length - x.length || (a < b ? -1 : 1))
    .map(([category, names]) => {
      const shown = [...names].sort().slice(0, namesPerCategory);
      const more = names.length > shown.length ? ` (+${names.length - shown.length} more)` : "";
      return `- ${capital(category)}: ${shown.join(", ")}${more} (${names.length})`;
    });
}

export function moreCategories(count: number): string {
  return `- and ${count} more ${count === 1 ? "category" : "categories"}`;
}

/** "web-search (tool). Search the web. Params: query, max_results" */
export function summaryLine({ capability, reasons, warning }: Ranked): string {
  const { name, kind, description, params, requiredTools } = capability;
  const parts = [`${oneLine(name)} (${kind})`];
  if (description !== "") parts.push(firstPart(oneLine(description)));
  if (params.length > 0) parts.push(`Params: ${params.map((param) => oneLine(param.name)).join(", ")}`);
  if (requiredTools.length > 0) parts.push(`Requires: ${requiredTools.map(oneLine).join(", ")}`);
  if (reasons.neighbour?.relation === "DEPENDS_ON") parts.push(`Needed by ${oneLine(reasons.neighbour.id)}`);
  if (warning !== null) parts.push(`Warning: ${firstPart(oneLine(warning))}`);
  return parts.map((part) => part.replace(/\.$/, "")).join(". ");
}

/** A capability in full, as Markdown. */
export async function details({ capability, warning }: Ranked): Promise<string> {
  const { displayName, name, kind, category, description, sideEffects } = capability;
  const { requiredTools, requiredSecrets, permissions, models } = capability;
  const head = [`Name: ${oneLine(name)}`, `Kind: ${kind}`];
  if (category !== "") head.push(`Category: ${oneLine(category)}`);
  const parts = [`# ${oneLine(displayName)}\n${head.join(" | ")}`];
  if (warning !== null) parts.push(`Warning: ${oneLine(warning)}`);
  if (description !== "") parts.push(description);
  const schema = await loaded(capability.fullSchema);
  const lines = schema.value === undefined ? capability.params.map(paramLine) : schemaLines(schema.value);
  if (lines.length > 0) parts.push(`## Input Schema\n${lines.join("\n")}`);
  if (schema.wrong !== undefined) parts.push(unread("schema", schema.wrong));
  const content = await loaded(capability.fullContent);
  if (content.wrong !== undefined) parts.push(unread("text", content.wrong));
  else if (content.value !== undefined && content.value !== "") parts.push(content.value);
  const needs: string[] = [];
  if (requiredTools.length > 0) needs.push(`Required tools: ${requiredTools.join(", ")}`);
  if (requiredSecrets.length > 0) needs.push(`Required secrets: ${requiredSecrets.join(", ")}`);
  if (permissions.length > 0) needs.push(`Permissions: ${permissions.join(", ")}`);
  if (models.length > 0) needs.push(`Made for: ${models.join(", ")}`);
  if (sideEffects) needs.push("Has side effects.");
  if (needs.length > 0) parts.push(needs.join("\n"));
  return parts.join("\n\n");
}

/** A part that fails costs itself, not the answer. */
function unread(part: string, why: string): string {
  return `(Its ${part} cannot be read: ${oneLine(why).replace(/\.$/, "")}.)`;
}

function paramLine({ name, description }: { readonly name: string; readonly description: string }): string {
  return `  ${name}${description === "" ? "" : `: ${oneLine(description)}`}`;
}

/** "  query (string, required): The search query". A schema without properties is shown as it is. */
function schemaLines(schema: unknown): readonly string[] {
  if (!isRecord(schema)) return [];
  const { properties } = schema;
  if (!isRecord(properties)) return Object.keys(schema).length === 0 ? [] : [`  ${JSON.stringify(schema)}`];
  const required = Array.isArray(schema.required) ? schema.required : [];
  return Object.entries(properties).map(([name, about]) => {
    const { type, description, enum: choices, default: usual } = isRecord(about) ? about : {};
    const kind = [
      typeof type === "string" ? type : JSON.stringify(type ?? "any"),
      ...(required.includes(name) ? ["required"] : []),
    ];
    const among = Array.isArray(choices) ? ` [${choices.map(String).join("|")}]` : "";
    const otherwise = usual === undefined ? "" : ` (default: ${JSON.stringify(usual)})`;
    const words = typeof description === "string" ? `: ${oneLine(description)}` : among === "" ? "" : ":";
    return `  ${name} (${kind.join(", ")})${words}${among}${otherwise}`;
  });
}

/** What may have to be read first; `wrong` says why it could not be. */
export async function loaded<T>(
  lazy: T | (() => T | Promise<T>) | undefined,
): Promise<{ readonly value: T | undefined; readonly wrong?: string }> {
  try {
    return { value: typeof lazy === "function" ? await (lazy as () => T | Promise<T>)() : lazy };
  } catch (e) {
    return { value: undefined, wrong: e instanceof Error ? e.message : String(e) };
  }
}

/** What others wrote must not start a line of ours. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

function firstPart(text: string): string {
  return text.length <= mostLineText ? text : `${[...text.slice(0, mostLineText)].slice(0, -1).join("")}…`;
}

function capital(text: string): string {
  const [first = "", ...rest] = text;
  return first.toUpperCase() + rest.join("");
}
