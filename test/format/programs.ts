// Random programs that read without problems, with comments, discarded forms and careless whitespace in every gap.

import fc from "fast-check";

const atom = fc.constantFrom(
  ...[
    "x",
    "foo",
    "a-rather-long-name-for-a-thing",
    "inc'",
    "data/items",
    "%",
    ":k",
    ":else",
    "1",
    "-2.50",
    "1e3",
    "0xFF",
  ],
  ...[
    "nil",
    "true",
    "\\a",
    "\\(",
    "\\space",
    '""',
    '"a ; b"',
    '"two\nlines"',
    '"a longer string, with (brackets)"',
    "##Inf",
  ],
  ...['#"\\d+"', "12345678901234567890", "2r101", "é", "->>"],
);
const head = fc.constantFrom(
  ...[
    "let",
    "defn",
    "def",
    "fn",
    "if",
    "when",
    "cond",
    "case",
    "do",
    "->",
    "->>",
    "assoc",
    "for",
    "foo",
    "str",
    ":k",
    "#_x f",
  ],
);
const comment = fc.constantFrom("; note", ";; two  ", ";", "; (unbalanced [", ';; "quote', "#! bang");
const gap = fc.oneof(
  { weight: 6, arbitrary: fc.constant(" ") },
  { weight: 3, arbitrary: fc.constantFrom("\n", "\n  ", "\n\n\n", ", ", "\r\n", "   ") },
  { weight: 1, arbitrary: comment.map((c) => ` ${c}\n`) },
  { weight: 1, arbitrary: comment.map((c) => `\n${c}\n`) },
);

/** Pieces with a gap before, between and after. */
function spaced(pieces: fc.Arbitrary<readonly string[]>): fc.Arbitrary<string> {
  return pieces.chain((all) =>
    fc
      .array(gap, { minLength: all.length + 1, maxLength: all.length + 1 })
      .map((gaps) => all.map((piece, i) => gaps[i] + piece).join("") + gaps[all.length]),
  );
}

const { form } = fc.letrec<{ form: string }>((tie) => {
  const inner = tie("form");
  const some = fc.array(inner, { maxLength: 6 });
  return {
    form: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      { weight: 4, arbitrary: atom },
      { weight: 4, arbitrary: spaced(fc.tuple(head, some).map(([h, args]) => [h, ...args])).map((s) => `(${s})`) },
      { weight: 1, arbitrary: spaced(some).map((s) => `(${s})`) },
      { weight: 2, arbitrary: spaced(some).map((s) => `[${s}]`) },
      {
        weight: 2,
        arbitrary: spaced(fc.array(fc.tuple(inner, inner), { maxLength: 4 }).map((pairs) => pairs.flat())).map(
          (s) => `{${s}}`,
        ),
      },
      { weight: 1, arbitrary: spaced(some).map((s) => `#{${s}}`) },
      { weight: 1, arbitrary: fc.tuple(fc.constantFrom("'", "#'", "@"), gap, inner).map(([p, g, f]) => p + g + f) },
      { weight: 1, arbitrary: fc.tuple(gap, inner, gap, inner).map(([g, d, h, f]) => `#_${g}${d}${h}${f}`) },
    ),
  };
});

export const program: fc.Arbitrary<string> = spaced(fc.array(form, { maxLength: 4 }));
