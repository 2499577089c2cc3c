import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseSignature, parseType, printSignature } from "../../src/names/signature/index.ts";
import { anySignature } from "./arbitrary.ts";

function canonical(text: string): string {
  const parsed = parseSignature(text);
  return parsed.ok ? printSignature(parsed.value) : `${parsed.problem.offset}: ${parsed.problem.message}`;
}

function hintFor(text: string): string {
  const parsed = parseSignature(text);
  return parsed.ok ? "none" : parsed.problem.hint;
}

describe("signature text", () => {
  const accepted: Record<string, string> = {
    "(query :string, limit :int?) -> {items [:string]}": "(query :string, limit :int?) -> {items [:string]}",
    ":any": "() -> :any",
    "{name :string, price :float}": "() -> {name :string, price :float}",
    "()->:boolean": "() -> :bool",
    "(\n  user {id :int}?\n)   -> [[:datetime?]?]": "(user {id :int}?) -> [[:datetime?]?]",
    "{}": "() -> {}",
    "[]": "() -> [:any]",
    "(valid? :bool, user-id :int, _x :keyword) -> :map": "(valid? :bool, user-id :int, _x :keyword) -> :map",
    '("@type" :string) -> {"a b" :int}': '("@type" :string) -> {"a b" :int}',
  };
  for (const [text, printed] of Object.entries(accepted))
    it(`reads ${text}`, () => expect(canonical(text)).toBe(printed));

  const refused: Record<string, string> = {
    "": "0: Expected a type, found the end.",
    "(id :int -> :string": "9: Expected a comma or ) after the parameter id, found ->.",
    "(id :int)": "9: Expected -> and a result type after the parameters, found the end.",
    "(id :int) -> :string extra": "21: Nothing may follow the result type, found extra.",
    "(id :int, id :string) -> :any": "10: The parameter id is declared twice.",
    "{user-id :int, user_id :int}": "15: user-id and user_id are the same field name.",
    "(a :int": "0: This ( is never closed.",
    "[:int": "0: This [ is never closed.",
    "[:int :string]": "6: A list has one item type, found :string after it.",
    ":unknown": "0: :unknown is not a type.",
    "(id :)": "4: Expected a type name after the colon.",
  };
  for (const [text, problem] of Object.entries(refused))
    it(`refuses ${text}`, () => expect(canonical(text)).toBe(problem));

  it("names the fix for types of other languages and slips of the pen", () => {
    expect(hintFor(":integer")).toBe("Use :int.");
    expect(hintFor("{xs :list}")).toBe("Use [type], such as [:string].");
    expect(hintFor(":strng")).toBe("Did you mean :string?");
    expect(hintFor("(a string) -> :any")).toBe("Types start with a colon: :string.");
    expect(hintFor("{:id :int}")).toBe("Names are written without a colon: id :type.");
    expect(hintFor("(a :int b :int) -> :any")).toContain("commas");
    expect(hintFor("(a :int, & more [:any]) -> :any")).toContain("one list parameter");
  });

  it("ends on a million brackets without exhausting the stack", () => {
    expect(parseType("[".repeat(1_000_000)).ok).toBe(false);
    expect(canonical(`${"[".repeat(100)}:int${"]".repeat(100)}`)).toContain("nested too deeply");
  });

  it("reads back whatever it prints", () => {
    fc.assert(
      fc.property(anySignature, (signature) => {
        expect(parseSignature(printSignature(signature))).toEqual({ ok: true, value: signature });
      }),
    );
  });

  it("answers any text with a signature or a problem inside it", () => {
    const text = fc.array(
      fc.constantFrom("(", ")", "[", "]", "{", "}", ",", "->", ":int", ":x", "?", " ", "a", '"', "\\"),
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          text.map((t) => t.join("")),
        ),
        (s) => {
          const parsed = parseSignature(s);
          if (parsed.ok) return;
          expect(parsed.problem.offset).toBeGreaterThanOrEqual(0);
          expect(parsed.problem.offset).toBeLessThanOrEqual(s.length);
          expect(parsed.problem.hint).not.toBe("");
        },
      ),
    );
  });
});
