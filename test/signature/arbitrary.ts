// Random signatures for the property tests.

import fc from "fast-check";
import {
  listOf,
  mapOf,
  type NamedType,
  normalName,
  primitive,
  type Signature,
  type SignatureType,
} from "../../src/names/signature/index.ts";
import { primitiveNames } from "../../src/names/signature/type.ts";

const plainName = fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_-]{0,6}[?!]?$/);
const anyName = fc.oneof(
  { weight: 8, arbitrary: plainName },
  // JavaScript objects list keys that look like array indices first, so their order cannot survive a schema.
  { weight: 1, arbitrary: fc.string({ minLength: 1, maxLength: 6 }).filter((s) => !/^\d+$/.test(s)) },
  { weight: 1, arbitrary: fc.constantFrom("__proto__", "constructor", "@type", "a b", 'q"uote', "->") },
);

const { type } = fc.letrec<{ type: SignatureType; named: NamedType[] }>((tie) => ({
  named: fc.uniqueArray(fc.record({ name: anyName, type: tie("type") }), {
    maxLength: 4,
    selector: (f) => normalName(f.name),
  }),
  type: fc.oneof(
    { maxDepth: 4, depthIdentifier: "type" },
    fc.tuple(fc.constantFrom(...primitiveNames), fc.boolean()).map(([n, o]) => primitive(n, o)),
    fc.tuple(tie("type"), fc.boolean()).map(([item, o]) => listOf(item, o)),
    fc.tuple(tie("named"), fc.boolean()).map(([fields, o]) => mapOf(fields, o)),
  ),
}));

export const anyType = type;

export const anySignature: fc.Arbitrary<Signature> = fc.record({
  params: fc.uniqueArray(fc.record({ name: anyName, type }), { maxLength: 4, selector: (p) => normalName(p.name) }),
  result: type,
});
