// Errors inside functions of earlier turns: the place is in this turn's text, the words tell where it happened.

import { expect, test } from "vitest";
import { Session } from "../../src/lisp/run.ts";
import { host } from "../support/evaluate.ts";

function lastError(...turns: readonly string[]) {
  const session = new Session(host);
  const results = turns.map((t) => session.turn(t));
  for (const r of results.slice(0, -1)) expect(r.ok).toBe(true);
  const last = results.at(-1)!;
  if (last.ok) throw new Error("the last turn must fail");
  return last.error;
}

test("an error in a function of an earlier turn points at the call of this one", () => {
  const error = lastError(
    "(def unit 1)\n(defn price [item]\n  (+ unit (:price item)))",
    "(let [x 1]\n  (price {:cost x}))",
  );
  expect(error.span).toMatchObject({ line: 2, column: 3, start: 13, end: 30 });
  expect(error.message).toContain(
    "This happened in price, defined in an earlier turn (line 3, column 3): (+ unit (:price item))",
  );
});

test("the advice is read from the text the function was written in", () => {
  const error = lastError("(defn half [m] (/ 1 (count m)))", "(half [])");
  expect(error.hint).toContain("(if (zero? (count m)) 0 (/ 1 (count m)))");
});

test("the call may be the function itself, given to another", () => {
  const error = lastError("(defn add [x] (+ x nil))", "(map add [1 2])");
  expect(error.span).toMatchObject({ line: 1, column: 6 });
});

test("an error of this turn stays where it is, even at the same offsets", () => {
  const error = lastError("(defn f [] (+ 1 nil))", "(do        (+ 2 nil))");
  expect(error.span).toMatchObject({ line: 1, column: 12 });
  expect(error.message).not.toContain("earlier turn");
});

test("what a failed turn defined is not looked at", () => {
  const session = new Session(host);
  session.turn("(defn f [] (+ 1 nil)) (fail 1)");
  expect(session.turn("(f)")).toMatchObject({ ok: false, error: { reason: "unbound_var" } });
});
