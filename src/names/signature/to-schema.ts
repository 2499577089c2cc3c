// Signatures as JSON Schema 2020-12, for tool descriptions and other validators. What JSON cannot say (keywords,
// date-times as values) is a string with a `$comment` that from-schema.ts reads back.

import type { NamedType, Signature, SignatureType } from "./type.ts";

export type JsonSchema = boolean | SchemaObject;

export interface SchemaObject {
  readonly [keyword: string]: unknown;
}

export interface SignatureSchemas {
  /** The arguments as one object. */
  readonly params: SchemaObject;
  readonly result: SchemaObject;
}

export const keywordComment = "ptc:keyword";
export const datetimeComment = "ptc:datetime";

export function signatureToSchemas(signature: Signature): SignatureSchemas {
  return {
    params: { type: "object", ...members(signature.params), additionalProperties: false },
    result: typeToSchema(signature.result),
  };
}

export function typeToSchema(type: SignatureType): SchemaObject {
  switch (type.kind) {
    case "primitive":
      return primitiveSchema(type.name, type.optional);
    case "list":
      return { type: typeWord("array", type.optional), items: typeToSchema(type.item) };
    case "map":
      return {
        type: typeWord("object", type.optional),
        ...members(type.fields),
        ...(type.closed ? { additionalProperties: false } : {}),
      };
    default:
      return type satisfies never;
  }
}

function primitiveSchema(name: (SignatureType & { kind: "primitive" })["name"], optional: boolean): SchemaObject {
  switch (name) {
    case "string":
      return { type: typeWord("string", optional) };
    case "int":
      return { type: typeWord("integer", optional) };
    case "float":
      return { type: typeWord("number", optional) };
    case "bool":
      return { type: typeWord("boolean", optional) };
    case "keyword":
      return { type: typeWord("string", optional), $comment: keywordComment };
    case "datetime":
      return { type: typeWord("string", optional), format: "date-time", $comment: datetimeComment };
    case "map":
      return { type: typeWord("object", optional) };
    case "any":
      return {};
    default:
      return name satisfies never;
  }
}

function typeWord(word: string, optional: boolean): string | readonly string[] {
  return optional ? [word, "null"] : word;
}

function members(items: readonly NamedType[]): SchemaObject {
  const required = items.filter((i) => !i.type.optional).map((i) => i.name);
  return {
    // fromEntries defines own properties, so a field called __proto__ is one like any other.
    properties: Object.fromEntries(items.map((i) => [i.name, typeToSchema(i.type)])),
    ...(required.length > 0 ? { required } : {}),
  };
}
