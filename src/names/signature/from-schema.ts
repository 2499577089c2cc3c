// JSON Schema to signature types, as faithfully as the small type language allows. Refinements (minimum, pattern, enum)
// keep their base type; alternatives and anything else without a counterpart become :any. Whatever is given up is
// returned as a list, so that a caller can show it or keep validating with the schema itself.

import { datetimeComment, keywordComment } from "./to-schema.ts";
import {
  listOf,
  mapOf,
  maxTypeDepth,
  type NamedType,
  normalName,
  primitive,
  type Signature,
  type SignatureType,
  withOptional,
} from "./type.ts";

export interface Loss {
  /** JSON pointer to the schema that held the keyword. */
  readonly pointer: string;
  readonly keyword: string;
  readonly note: string;
}

export interface FromSchema<T> {
  readonly value: T;
  readonly lost: readonly Loss[];
}

type Schema = Readonly<Record<string, unknown>>;

const maxNodes = 10_000;
const anyType = primitive("any");

/** Keywords that describe and do not constrain: dropping them changes no check. */
const annotations: ReadonlySet<string> = new Set(
  "$schema $id $anchor $comment $defs definitions $vocabulary $dynamicAnchor title description default examples example deprecated readOnly writeOnly contentMediaType contentEncoding nullable".split(
    " ",
  ),
);

/** Keywords each JSON type's own reading understands. */
const understood: Readonly<Record<string, ReadonlySet<string>>> = {
  object: new Set(["type", "properties", "required", "additionalProperties"]),
  array: new Set(["type", "items"]),
  other: new Set(["type"]),
};

/** A signature from an arguments object and a result; either may be missing. */
export function signatureFromSchemas(params: unknown, result: unknown): FromSchema<Signature> {
  const reader = new SchemaReader(params);
  const given = params === undefined ? mapOf([]) : reader.read(params, "", 0);
  const output = result === undefined ? { value: anyType, lost: [] } : typeFromSchema(result);
  const lost = [
    ...reader.lost.filter((l) => l.pointer !== "" || l.keyword !== "additionalProperties").map(prefix("/params")),
    ...output.lost.map(prefix("/result")),
  ];
  if (given.kind !== "map" || given.optional) {
    lost.push({ pointer: "/params", keyword: "type", note: "the arguments are not one object with properties" });
    return { value: { params: [{ name: "input", type: given }], result: output.value }, lost };
  }
  return { value: { params: given.fields, result: output.value }, lost };
}

export function typeFromSchema(schema: unknown): FromSchema<SignatureType> {
  const reader = new SchemaReader(schema);
  const value = reader.read(schema, "", 0);
  return { value, lost: reader.lost };
}

function prefix(path: string): (loss: Loss) => Loss {
  return (loss) => ({ ...loss, pointer: path + loss.pointer });
}

class SchemaReader {
  readonly lost: Loss[] = [];
  private nodes = 0;
  private readonly following: string[] = [];

  constructor(private readonly root: unknown) {}

  read(schema: unknown, pointer: string, depth: number): SignatureType {
    if (schema === true) return anyType;
    if (!isSchema(schema)) return this.giveUp(pointer, "schema", "this is not a schema that accepts values");
    if (depth > maxTypeDepth || ++this.nodes > maxNodes)
      return this.giveUp(pointer, "schema", "nested too deeply or too large");
    if (typeof schema.$ref === "string") return this.reference(schema, schema.$ref, pointer, depth);
    const alternatives = schema.anyOf ?? schema.oneOf;
    if (Array.isArray(alternatives)) return this.alternatives(schema, alternatives, pointer, depth);
    if (Array.isArray(schema.allOf)) return this.conjunction(schema, schema.allOf, pointer, depth);
    const words = typeWords(schema);
    const optional = words.includes("null") || schema.nullable === true;
    const rest = words.filter((w) => w !== "null");
    return withNil(this.typed(schema, rest, pointer, depth), optional);
  }

  private typed(schema: Schema, words: readonly string[], pointer: string, depth: number): SignatureType {
    const word = words.length === 2 && words.includes("integer") && words.includes("number") ? "number" : words[0];
    if (word === undefined) {
      this.refinements(schema, understood.other!, pointer);
      return anyType;
    }
    if (words.length > 1 && word !== "number")
      return this.giveUp(pointer, "type", `one of several types (${words.join(", ")})`);
    switch (word) {
      case "object":
        return this.object(schema, pointer, depth);
      case "array": {
        this.refinements(schema, understood.array!, pointer);
        return listOf(schema.items === undefined ? anyType : this.read(schema.items, `${pointer}/items`, depth + 1));
      }
      case "string":
        return this.string(schema, pointer);
      case "integer":
      case "number":
      case "boolean":
        this.refinements(schema, understood.other!, pointer);
        return primitive(word === "integer" ? "int" : word === "number" ? "float" : "bool");
      default:
        return this.giveUp(pointer, "type", `unknown type ${String(word).slice(0, 40)}`);
    }
  }

  private string(schema: Schema, pointer: string): SignatureType {
    if (schema.$comment === keywordComment) return primitive("keyword");
    // A foreign date-time stays a string: JSON hands the program text, and :datetime accepts only date-time values.
    if (schema.$comment === datetimeComment) return primitive("datetime");
    this.refinements(schema, understood.other!, pointer);
    return primitive("string");
  }

  private object(schema: Schema, pointer: string, depth: number): SignatureType {
    this.refinements(schema, understood.object!, pointer);
    const extra = schema.additionalProperties;
    if (isSchema(extra)) this.lose(pointer, "additionalProperties", "the type of further fields is not checked");
    const closed = extra === false;
    if (!isSchema(schema.properties)) {
      if (!closed) return primitive("map");
      this.lose(pointer, "additionalProperties", "checked, but signature text cannot say it");
      return mapOf([], false, true);
    }
    if (closed) this.lose(pointer, "additionalProperties", "checked, but signature text cannot say it");
    return mapOf(this.fields(schema.properties, requiredNames(schema), pointer, depth), false, closed);
  }

  private fields(properties: Schema, required: ReadonlySet<string>, pointer: string, depth: number): NamedType[] {
    const out: NamedType[] = [];
    const seen = new Set<string>();
    for (const name of Object.keys(properties)) {
      const at = `${pointer}/properties/${escapePointer(name)}`;
      if (name === "" || seen.has(normalName(name))) {
        this.lose(
          at,
          "properties",
          name === "" ? "a field without a name" : "its name equals another's but for - and _",
        );
        continue;
      }
      seen.add(normalName(name));
      out.push({ name, type: this.field(properties[name], required.has(name), at, depth) });
    }
    for (const name of required)
      if (!Object.hasOwn(properties, name)) this.lose(pointer, "required", `${name} is required but not declared`);
    return out;
  }

  private field(schema: unknown, required: boolean, pointer: string, depth: number): SignatureType {
    const type = this.read(schema, pointer, depth + 1);
    if (required) {
      if (type.optional)
        this.lose(pointer, "required", "must be present, though it may be nil; the signature lets it be absent");
      return type;
    }
    if (!type.optional && !isAny(type)) this.lose(pointer, "required", "may be absent; the signature also accepts nil");
    return withOptional(type, true);
  }

  private reference(schema: Schema, ref: string, pointer: string, depth: number): SignatureType {
    if (this.following.includes(ref)) return this.giveUp(pointer, "$ref", "refers to itself");
    const target = resolvePointer(this.root, ref);
    if (target === undefined) return this.giveUp(pointer, "$ref", `cannot find ${ref.slice(0, 80)}`);
    this.refinements(schema, new Set(["$ref"]), pointer);
    this.following.push(ref);
    const type = this.read(target, pointer, depth + 1);
    this.following.pop();
    return type;
  }

  /** anyOf and oneOf: a type or null is an optional type, integer or number is a float; the rest has no counterpart. */
  private alternatives(schema: Schema, list: readonly unknown[], pointer: string, depth: number): SignatureType {
    const keyword = schema.anyOf === list ? "anyOf" : "oneOf";
    const others = list.filter((s) => !isNullSchema(s));
    const optional = others.length < list.length;
    this.refinements(schema, new Set([keyword, "type"]), pointer);
    if (others.length === 1) {
      const at = `${pointer}/${keyword}/${list.indexOf(others[0])}`;
      return withNil(this.read(others[0], at, depth + 1), optional);
    }
    const words = others.map((s) => (isSchema(s) ? s.type : undefined));
    if (words.length > 0 && words.every((w) => w === words[0]) && (words[0] === "string" || words[0] === "integer")) {
      this.lose(pointer, keyword, "which of the alternatives holds is not checked");
      return primitive(words[0] === "string" ? "string" : "int", optional);
    }
    if (words.length > 0 && words.every((w) => w === "integer" || w === "number")) return primitive("float", optional);
    return this.giveUp(pointer, keyword, "alternatives have no counterpart");
  }

  private conjunction(schema: Schema, list: readonly unknown[], pointer: string, depth: number): SignatureType {
    if (list.length !== 1) return this.giveUp(pointer, "allOf", "combined schemas have no counterpart");
    this.refinements(schema, new Set(["allOf", "type"]), pointer);
    return this.read(list[0], `${pointer}/allOf/0`, depth + 1);
  }

  /** Lists the constraining keywords that the type just read does not carry. */
  private refinements(schema: Schema, known: ReadonlySet<string>, pointer: string): void {
    for (const keyword of Object.keys(schema))
      if (!known.has(keyword) && !annotations.has(keyword)) this.lose(pointer, keyword, "not checked");
  }

  private giveUp(pointer: string, keyword: string, note: string): SignatureType {
    this.lose(pointer, keyword, `${note}: any value is accepted`);
    return anyType;
  }

  private lose(pointer: string, keyword: string, note: string): void {
    this.lost.push({ pointer, keyword, note });
  }
}

function isSchema(v: unknown): v is Schema {
  return typeof v === "object" && v !== null && !Array.isArray(v);
}

function isNullSchema(s: unknown): boolean {
  return isSchema(s) && (s.type === "null" || s.const === null);
}

function isAny(type: SignatureType): boolean {
  return type.kind === "primitive" && type.name === "any";
}

/** nil is already among the values of :any, so a mark there would only say that a field may be absent. */
function withNil(type: SignatureType, optional: boolean): SignatureType {
  return optional && !isAny(type) ? withOptional(type, true) : type;
}

function typeWords(schema: Schema): readonly string[] {
  const { type } = schema;
  if (typeof type === "string") return [type];
  if (Array.isArray(type)) return [...new Set(type.filter((t): t is string => typeof t === "string"))];
  if (isSchema(schema.properties)) return ["object"];
  if (schema.items !== undefined) return ["array"];
  const samples = Array.isArray(schema.enum) ? schema.enum : Object.hasOwn(schema, "const") ? [schema.const] : [];
  return [...new Set(samples.map(jsonTypeOf))];
}

function jsonTypeOf(v: unknown): string {
  if (v === null) return "null";
  if (Array.isArray(v)) return "array";
  if (typeof v === "number") return Number.isInteger(v) ? "integer" : "number";
  return typeof v;
}

function requiredNames(schema: Schema): ReadonlySet<string> {
  const { required } = schema;
  return new Set(Array.isArray(required) ? required.filter((n): n is string => typeof n === "string") : []);
}

function resolvePointer(root: unknown, ref: string): unknown {
  if (ref === "#") return root;
  if (!ref.startsWith("#/")) return undefined;
  let at: unknown = root;
  for (const raw of ref.slice(2).split("/")) {
    const key = raw.replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, key)) return undefined;
    at = (at as Record<string, unknown>)[key];
  }
  return at;
}

function escapePointer(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}
