import { describe, expect, test } from "vitest";
import { readProgram } from "../../src/lisp/read/reader.ts";
import { limits, read } from "./show-form.ts";

describe("collections and prefixes", () => {
  test.each([
    ["", ""],
    ["()", "()"],
    ["(+ 1 [2 {:a #{3}}])", "(+ 1 [2 {:a #{3}}])"],
    ["[1, 2,,3]", "[1 2 3]"],
    ["#(+ % %2)", "#(+ % %2)"],
    ["'x '(1 2) ''x", "'x '(1 2) ''x"],
    ["#'x @x", "#'x @x"],
    ["(a)(b)", "(a) (b)"],
    ['(str"a"1)', '(str "a" 1)'],
    ["['a 'b]", "['a 'b]"],
  ])("%s", (source, expected) => expect(read(source)).toBe(expected));
});

describe("what is left out", () => {
  test.each([
    ["1 ; one\n2", "1 2"],
    ["; only", ""],
    ["#!/usr/bin/env ptc\n1", "1"],
    ["[1 #_2 3]", "[1 3]"],
    ["#_ #_ a b c", "c"],
    ["[#_#_ a b]", "[]"],
    ["'#_a b", "'b"],
    ["{:a #_1 2}", "{:a 2}"],
    ["(a #_(b (c)))", "(a)"],
    ["\ufeff(a)\u00a0b", "(a) b"],
  ])("%j", (source, expected) => expect(read(source)).toBe(expected));
});

test("every form knows its place", () => {
  const source = '(f \'a  #_x {:k "s"})';
  const [list] = readProgram(source, limits).forms;
  if (list?.kind !== "list") throw new Error("expected a list");
  const texts = list.items.map((form) => source.slice(form.span.start, form.span.end));
  expect(source.slice(list.span.start, list.span.end)).toBe(source);
  expect(texts).toEqual(["f", "'a", '{:k "s"}']);
});
