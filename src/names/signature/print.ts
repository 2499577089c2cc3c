// Signature text from data, in the one canonical layout: reading it back gives the same data (closed maps aside, which
// have no text). Names that are not plain identifiers are printed as strings.

import type { NamedType, Signature, SignatureType } from "./type.ts";

const identifier = /^[A-Za-z_][A-Za-z0-9_\-?!]*$/;

export function isPlainName(name: string): boolean {
  return identifier.test(name);
}

export function printSignature(signature: Signature): string {
  return `(${printNamed(signature.params)}) -> ${printType(signature.result)}`;
}

export function printType(type: SignatureType): string {
  const mark = type.optional ? "?" : "";
  switch (type.kind) {
    case "primitive":
      return `:${type.name}${mark}`;
    case "list":
      return `[${printType(type.item)}]${mark}`;
    case "map":
      return `{${printNamed(type.fields)}}${mark}`;
    default:
      return type satisfies never;
  }
}

function printNamed(items: readonly NamedType[]): string {
  return items.map(({ name, type }) => `${printName(name)} ${printType(type)}`).join(", ");
}

function printName(name: string): string {
  return isPlainName(name) ? name : JSON.stringify(name);
}
