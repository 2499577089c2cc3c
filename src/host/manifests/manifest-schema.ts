// What a CAPABILITY.yaml may say: the schema every manifest is checked against, published as docs/schema/capability-1.json.

import { capabilityKinds } from "../../discovery/descriptor.ts";
import type { SchemaObject } from "../../names/signature/index.ts";

const text = (most: number, description: string): SchemaObject => ({ type: "string", maxLength: most, description });
const texts = (description: string): SchemaObject => ({
  type: "array",
  items: { type: "string", minLength: 1, maxLength: 200 },
  maxItems: 100,
  description,
});

export const manifestSchema: SchemaObject = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: "CAPABILITY.yaml, a capability that ptc discover finds",
  type: "object",
  additionalProperties: false,
  required: ["name", "kind", "description"],
  properties: {
    $schema: { type: "string", description: "Where this schema is; for editors." },
    id: { type: "string", pattern: "^\\S{1,200}$", description: "Unique; kind:name unless given." },
    kind: { enum: capabilityKinds, description: "What it is." },
    name: {
      type: "string",
      pattern: "\\S",
      maxLength: 200,
      description: "What it is called in prompts and tool lists.",
    },
    displayName: text(200, "What people call it; made from the name unless given."),
    description: {
      type: "string",
      pattern: "\\S",
      maxLength: 4000,
      description: "What it does, in a sentence or two.",
    },
    category: text(200, "Where the map of categories lists it."),
    tags: texts("Words to find it by."),
    requiredTools: texts("Ids or names of what it cannot work without."),
    requiredSecrets: texts("Names of secrets, never their values."),
    available: { type: "boolean", description: "Can it be used here? True unless given." },
    visibility: {
      enum: ["public", "hidden"],
      description: "A hidden one is found only by those who ask for hidden ones.",
    },
    hasSideEffects: { type: "boolean", description: "Does using it change anything? False unless given." },
    inputSchema: {
      type: "object",
      description: "A JSON Schema of its arguments; schema.json beside the manifest unless given.",
    },
    skillContent: text(300, "A file of this folder with its text; SKILL.md unless given."),
  },
};
