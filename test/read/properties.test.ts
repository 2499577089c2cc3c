import fc from "fast-check";
import { expect, test } from "vitest";
import type { Form } from "../../src/lisp/read/form.ts";
import { readProgram } from "../../src/lisp/read/reader.ts";
import { text } from "./any-text.ts";
import { limits } from "./show-form.ts";

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
