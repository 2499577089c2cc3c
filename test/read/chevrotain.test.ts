// The shipped reader skips Chevrotain's analyses to start fast. Here they run: its validations find nothing, and its own
// lexer and lookahead, which are derived from the same definitions, give the same answers as ours.

import { Lexer } from "chevrotain";
import fc from "fast-check";
import { expect, test } from "vitest";
import { FormParser } from "../../src/lisp/read/grammar.ts";
import { lex } from "../../src/lisp/read/lexer.ts";
import { ProblemList } from "../../src/lisp/read/problems.ts";
import { repair } from "../../src/lisp/read/repair.ts";
import { tokenTypes } from "../../src/lisp/read/tokens.ts";
import { text } from "./any-text.ts";

const theirs = new Lexer(tokenTypes, { positionTracking: "onlyOffset", safeMode: true });

function expectSameTokens(source: string): void {
  const { tokens, groups, errors } = theirs.tokenize(source);
  expect(errors).toEqual([]);
  const plain = (t: { image: string; startOffset: number; tokenType: { name: string } }) =>
    `${t.startOffset} ${t.tokenType.name} ${t.image}`;
  const ours = lex(source);
  expect(ours.tokens.map(plain)).toEqual(tokens.map(plain));
  expect(ours.comments.map(plain)).toEqual((groups.comments ?? []).map(plain));
}

test("the token types and the grammar pass Chevrotain's validations", () => {
  expect(theirs.lexerDefinitionErrors).toEqual([]);
  expect(() => new FormParser(true)).not.toThrow();
});

test("every character, alone and before others, starts the same token", () => {
  const tails = ["", "a", "1", " ", ":", "#", '"', "'", "/", "\n", "{", "^", "!", "_", "."];
  for (let code = 0; code < 0x3000; code++)
    for (const tail of code < 128 ? tails : ["", "a"]) expectSameTokens(String.fromCharCode(code) + tail);
});

test("any text is cut into the same tokens", () => {
  fc.assert(fc.property(text, expectSameTokens), { numRuns: 3000 });
});

test("any balanced stream of tokens is parsed to the same forms", () => {
  const parsers = [new FormParser(), new FormParser(true)];
  fc.assert(
    fc.property(text, (source) => {
      const balanced = repair(lex(source).tokens, 100, new ProblemList(source));
      const [ours, general] = parsers.map((parser) => parser.parse([...balanced], new ProblemList(source)));
      expect(ours).toEqual(general);
    }),
    { numRuns: 2000 },
  );
});
