// What was found as a model's tool list: a schema for each tool the prompt shows, and the tool that finds more. A name stands
// in it once, as models' interfaces refuse a list that has it twice.

import { isRecord } from "./descriptor.ts";
import { metaToolSchema } from "./meta-tool.ts";
import type { Ranked } from "./rank.ts";
import { loaded } from "./render.ts";
import type { Tier } from "./tiers.ts";

export interface ListedTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: unknown;
}

export interface Shown {
  readonly results: readonly Ranked[];
  readonly dependencies: readonly Ranked[];
  readonly tier1: Tier;
  readonly tier2: Tier;
}

export async function listTools({ results, dependencies, tier1, tier2 }: Shown): Promise<readonly ListedTool[]> {
  const shown = new Set([...tier1.shown, ...tier2.shown]);
  const byName = new Map<string, Ranked>();
  for (const one of [...results, ...dependencies]) {
    const { kind, name } = one.capability;
    if (kind === "tool" && shown.has(one.id) && name !== metaToolSchema.name && !byName.has(name))
      byName.set(name, one);
  }
  return [...(await Promise.all([...byName.values()].map(listed))), metaToolSchema];
}

async function listed({ capability, warning }: Ranked): Promise<ListedTool> {
  const { name, description, fullSchema, params } = capability;
  const properties = Object.fromEntries(params.map((param) => [param.name, { description: param.description }]));
  const { value: schema } = await loaded(fullSchema);
  return {
    name,
    description: [description, ...(warning === null ? [] : [`Warning: ${warning}`])].filter((s) => s !== "").join(" "),
    inputSchema: isRecord(schema) ? schema : { type: "object", properties },
  };
}
