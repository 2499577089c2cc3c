import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  parseSignature,
  printSignature,
  printType,
  type Signature,
  type SignatureType,
  signatureFromSchemas,
  signatureToSchemas,
  typeFromSchema,
} from "../../src/names/signature/index.ts";
import { anySignature } from "./arbitrary.ts";

function signature(text: string): Signature {
  const parsed = parseSignature(text);
  if (!parsed.ok) throw new Error(parsed.problem.message);
  return parsed.value;
}

/** A type read from a schema, and the keywords that were given up. */
function read(schema: unknown): [string, string[]] {
  const { value, lost } = typeFromSchema(schema);
  return [printType(value), lost.map((l) => `${l.pointer}#${l.keyword}`)];
}

describe("signature to JSON Schema", () => {
  it("describes arguments as one closed object and optional ones as not required", () => {
    expect(signatureToSchemas(signature("(query :string, limit :int?) -> {items [:string], next :string?}"))).toEqual({
      params: {
        type: "object",
        properties: { query: { type: "string" }, limit: { type: ["integer", "null"] } },
        required: ["query"],
        additionalProperties: false,
      },
      result: {
        type: "object",
        properties: { items: { type: "array", items: { type: "string" } }, next: { type: ["string", "null"] } },
        required: ["items"],
      },
    });
  });

  it("keeps a field called __proto__ an ordinary property", () => {
    const { result } = signatureToSchemas(signature("{__proto__ :int}"));
    expect(JSON.stringify(result)).toBe(
      '{"type":"object","properties":{"__proto__":{"type":"integer"}},"required":["__proto__"]}',
    );
  });
});

describe("JSON Schema to signature", () => {
  it("gives the signature back", () => {
    fc.assert(
      fc.property(anySignature, (given) => {
        const { params, result } = JSON.parse(JSON.stringify(signatureToSchemas(given)));
        const back = signatureFromSchemas(params, result);
        expect(printSignature(back.value)).toBe(printSignature(plainAny(given)));
        expect(back.lost).toEqual([]);
      }),
    );
  });

  it("keeps the base type of refinements and lists them", () => {
    expect(read({ type: "integer", minimum: 1, maximum: 9 })).toEqual([":int", ["#minimum", "#maximum"]]);
    expect(read({ enum: ["asc", "desc"], description: "order" })).toEqual([":string", ["#enum"]]);
    expect(read({ type: "string", format: "date-time" })).toEqual([":string", ["#format"]]);
  });

  it("reads null alternatives as optional and gives up on other ones", () => {
    expect(read({ anyOf: [{ type: "string" }, { type: "null" }] })).toEqual([":string?", []]);
    expect(read({ type: ["integer", "number"] })).toEqual([":float", []]);
    expect(read({ oneOf: [{ type: "string" }, { type: "object" }] })).toEqual([":any", ["#oneOf"]]);
    expect(read({ type: ["string", "array"] })).toEqual([":any", ["#type"]]);
    expect(read(false)).toEqual([":any", ["#schema"]]);
  });

  it("follows local references and stops at circles", () => {
    const tree = { $defs: { node: { type: "array", items: { $ref: "#/$defs/node" } } }, $ref: "#/$defs/node" };
    expect(read(tree)).toEqual(["[:any]", ["/items#$ref"]]);
    expect(read({ $ref: "#/$defs/gone" })).toEqual([":any", ["#$ref"]]);
  });

  it("keeps closed maps closed, though text cannot say so", () => {
    const { value, lost } = typeFromSchema({ type: "object", properties: {}, additionalProperties: false });
    expect(value).toMatchObject({ kind: "map", closed: true });
    expect(lost.map((l) => l.keyword)).toEqual(["additionalProperties"]);
  });

  it("reads any JSON without throwing", () => {
    fc.assert(fc.property(fc.jsonValue(), (json) => void typeFromSchema(json)));
  });
});

/** `:any?` outside a field says no more than `:any`, and a schema cannot tell them apart. */
function plainAny(s: Signature): Signature {
  const named = (list: Signature["params"]) => list.map((n) => ({ name: n.name, type: inside(n.type, true) }));
  const inside = (t: SignatureType, field: boolean): SignatureType => {
    if (t.kind === "list") return { ...t, item: inside(t.item, false) };
    if (t.kind === "map") return { ...t, fields: named(t.fields) };
    return t.name === "any" && !field ? { ...t, optional: false } : t;
  };
  return { params: named(s.params), result: inside(s.result, false) };
}
