// Hashes and canonical text are the same bytes everywhere: the native sha256 and the portable one agree, also on text that
// is no well-formed Unicode, and equal values have equal texts whatever order their keys came in.

import fc from "fast-check";
import { expect, it } from "vitest";
import { canonicalJson } from "../../src/base/canonical-json.ts";
import { hashText, portableDigest } from "../../src/base/hash.ts";

it("the host's sha256 and the portable one agree", () => {
  expect(hashText("abc")).toBe("sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 200 }), (text) => {
      expect(hashText(text)).toBe(`sha256:${portableDigest(text)}`);
    }),
  );
  expect(hashText("\ud800x")).toBe(`sha256:${portableDigest("\ud800x")}`);
});

it("canonical text is JSON of the same value, with keys in code-unit order", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = canonicalJson(value);
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      expect(canonicalJson(turned(JSON.parse(text)))).toBe(text);
      expect(text).not.toMatch(/^\s|\s$/);
    }),
  );
  expect(canonicalJson({ b: [undefined, 1], a: undefined, "": {}, é: [], Z: null })).toBe(
    '{"":{},"Z":null,"b":[null,1],"é":[]}',
  );
  expect(() => canonicalJson({ a: Number.NaN })).toThrow("not finite");
  expect(() => canonicalJson([() => 1])).toThrow("JSON has no function");
});

/** The same value with its keys the other way around. */
function turned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(turned);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, v]) => [key, turned(v)]),
  );
}
