// A bundle as other programs take tools: plain, for the Vercel AI SDK, for OpenAI and for Anthropic. Names are made to fit
// theirs and a map leads back; calling is left to the caller, who has the engine.

import type { SchemaObject } from "../../names/signature/index.ts";
import type { Bundle, VisibleTool } from "./bundle.ts";

export interface PlainTool {
  /** Fits ^[A-Za-z0-9_-]{1,64}$; unique. */
  readonly name: string;
  readonly id: string;
  readonly description: string;
  readonly parameters: SchemaObject;
}

export interface PlainTools {
  readonly systemPrompt: string;
  readonly tools: readonly PlainTool[];
}

const anyObject: SchemaObject = { type: "object" };

function wireNames(tools: readonly VisibleTool[]): readonly string[] {
  const taken = new Set<string>();
  return tools.map(({ id }) => {
    const wanted = id.replace(/[^A-Za-z0-9_-]+/g, "_").slice(0, 64);
    let name = wanted;
    for (let n = 2; taken.has(name); n++) name = `${wanted.slice(0, 60)}_${n}`;
    taken.add(name);
    return name;
  });
}

/** The prompt has only the skills: the host shows the tools in its own way. */
export function plainTools(bundle: Bundle): PlainTools {
  const names = wireNames(bundle.visible);
  // Only a heading: descriptions may name it, but stand in lines that begin otherwise.
  const expertise = bundle.prompt.search(/^## Expertise$/m);
  return {
    systemPrompt: bundle.skills.length === 0 || expertise === -1 ? "" : bundle.prompt.slice(expertise),
    tools: bundle.visible.map(({ id, description, inputSchema }, i) => ({
      name: names[i]!,
      id,
      description,
      parameters: inputSchema ?? anyObject,
    })),
  };
}

export function openAiTools(bundle: Bundle): readonly {
  readonly type: "function";
  readonly function: { readonly name: string; readonly description: string; readonly parameters: SchemaObject };
}[] {
  return plainTools(bundle).tools.map(({ name, description, parameters }) => ({
    type: "function",
    function: { name, description, parameters },
  }));
}

export function anthropicTools(
  bundle: Bundle,
): readonly { readonly name: string; readonly description: string; readonly input_schema: SchemaObject }[] {
  return plainTools(bundle).tools.map(({ name, description, parameters }) => ({
    name,
    description,
    input_schema: parameters,
  }));
}

/**
 * For the Vercel AI SDK: the object that `generateText({ tools })` takes. `jsonSchema` is the SDK's own function of that
 * name, `call` runs a tool by its id.
 */
export function vercelTools<Schema>(
  bundle: Bundle,
  jsonSchema: (schema: SchemaObject) => Schema,
  call: (id: string, args: unknown) => unknown,
): Readonly<Record<string, { description: string; inputSchema: Schema; execute: (args: unknown) => unknown }>> {
  return Object.fromEntries(
    plainTools(bundle).tools.map(({ name, id, description, parameters }) => [
      name,
      { description, inputSchema: jsonSchema(parameters), execute: (args: unknown) => call(id, args) },
    ]),
  );
}
