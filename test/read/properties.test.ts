import fc from "fast-check";
import { expect, test } from "vitest";
import type { Form } from "../../src/lisp/read/form.ts";
import { readProgram } from "../../src/lisp/read/reader.ts";
import { limits } from "./show-form.ts";

/** Pieces that mean something to the reader, so that random text reaches its corners. */
const pieces = fc.constantFrom(
  ...[
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "#{",
    "#(",
    '"',
    "'",
    "`",
    "~",
    "~@",
    "@",
    "^",
    "#_",
    "#'",
    '#"',
    "#",
    "##",
    "#?",
    "#=",
  ],
  ...[
    "\\",
    "\\a",
    ";",
    "; c\n",
    "//",
    "/*",
    "*/",
    ":",
    "::",
    ":a",
    ":a/b",
    "a",
    "def",
    "(def ",
    "1",
    "-",
    ".5",
    "1/2",
    "%",
  ],
  ...[
    "\n",
    " ",
    ",",
    "\r\n",
    "“",
    "”",
    "é",
    "👍🏽",
    "\u200b",
    "\ud800",
    "\u0000",
    "'s",
    "nil",
    '"""',
    "#!",
    "{:a",
    "##Inf",
  ],
);
const text = fc.oneof(
  fc.array(pieces, { maxLength: 60 }).map((parts) => parts.join("")),
  fc.string({ unit: "binary", maxLength: 80 }),
  fc.string({ unit: "grapheme", maxLength: 80 }),
);

function children(form: Form): readonly Form[] {
  return "items" in form ? form.items : "form" in form ? [form.form] : [];
}

/** Every form lies inside its parent and after its elder sibling. */
function checkSpans(forms: readonly Form[], start: number, end: number): void {
  let from = start;
  for (const form of forms) {
    expect(form.span.start).toBeGreaterThanOrEqual(from);
    expect(form.span.end).toBeGreaterThanOrEqual(form.span.start);
    expect(form.span.end).toBeLessThanOrEqual(end);
    checkSpans(children(form), form.span.start, form.span.end);
    from = form.span.end;
  }
}

test("any text is read without an exception, and every span lies where it should", () => {
  fc.assert(
    fc.property(text, (source) => {
      const { forms, problems } = readProgram(source, limits);
      checkSpans(forms, 0, source.length);
      for (const { span, hint, others = [] } of problems) {
        expect(hint).toBeTruthy();
        for (const s of [span, ...others.map((o) => o.span)]) {
          expect(s.start).toBeGreaterThanOrEqual(0);
          expect(s.end).toBeGreaterThanOrEqual(s.start);
          expect(s.end).toBeLessThanOrEqual(source.length);
        }
      }
    }),
    { numRuns: 3000 },
  );
});

test("maps always have as many keys as values", () => {
  const even = (form: Form): boolean =>
    (form.kind !== "map" || form.items.length % 2 === 0) && children(form).every(even);
  fc.assert(
    fc.property(text, (source) => {
      expect(readProgram(source, limits).forms.every(even)).toBe(true);
    }),
    { numRuns: 1000 },
  );
});
