// The door of this folder: signatures as text, as data and as JSON Schema.

export { type FromSchema, type Loss, signatureFromSchemas, typeFromSchema } from "./from-schema.ts";
export { type Parsed, parseSignature, parseType, type SignatureProblem } from "./parse.ts";
export { printSignature, printType } from "./print.ts";
export {
  type JsonSchema,
  type SchemaObject,
  type SignatureSchemas,
  signatureToSchemas,
  typeToSchema,
} from "./to-schema.ts";
export {
  listOf,
  type MapType,
  mapOf,
  type NamedType,
  normalName,
  type PrimitiveName,
  primitive,
  type Signature,
  type SignatureType,
} from "./type.ts";
