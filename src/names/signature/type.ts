// A signature as data: named parameters and a result, each with a type. Optionality is a flag of every type rather than
// a wrapper around it, so that "optional optional" cannot be written down.

export const primitiveNames = ["string", "int", "float", "bool", "keyword", "datetime", "map", "any"] as const;
export type PrimitiveName = (typeof primitiveNames)[number];

interface Optional {
  /** `?`: nil is accepted; as a map field or schema property it may also be left out. */
  readonly optional: boolean;
}

export interface PrimitiveType extends Optional {
  readonly kind: "primitive";
  readonly name: PrimitiveName;
}

export interface ListType extends Optional {
  readonly kind: "list";
  readonly item: SignatureType;
}

export interface MapType extends Optional {
  readonly kind: "map";
  readonly fields: readonly NamedType[];
  /** True only for types that came from a JSON Schema with additionalProperties: false; signature text cannot say it. */
  readonly closed: boolean;
}

export type SignatureType = PrimitiveType | ListType | MapType;

export interface NamedType {
  readonly name: string;
  readonly type: SignatureType;
}

export interface Signature {
  readonly params: readonly NamedType[];
  readonly result: SignatureType;
}

export function primitive(name: PrimitiveName, optional = false): PrimitiveType {
  return { kind: "primitive", name, optional };
}

export function listOf(item: SignatureType, optional = false): ListType {
  return { kind: "list", item, optional };
}

export function mapOf(fields: readonly NamedType[], optional = false, closed = false): MapType {
  return { kind: "map", fields, optional, closed };
}

export function withOptional(type: SignatureType, optional: boolean): SignatureType {
  return type.optional === optional ? type : { ...type, optional };
}

/** Names that differ only by hyphen and underscore are one name: `user-id` in a program is `user_id` in JSON. */
export function normalName(name: string): string {
  return name.replaceAll("-", "_");
}

/** Types nest at most this deep, in text and in schemas, so that every walk over a type may recurse. */
export const maxTypeDepth = 64;
