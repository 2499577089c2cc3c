// Text to forms, in three steps: the lexer cuts the text into tokens, repair balances them, the grammar builds forms.
// It always returns forms, also from broken text, with every problem it can name; it never throws and never overflows.

import type { Problem } from "../../base/problem.ts";
import type { Form } from "./form.ts";
import { FormParser } from "./grammar.ts";
import { lex } from "./lexer.ts";
import { ProblemList } from "./problems.ts";
import { repair } from "./repair.ts";

export interface ReadLimits {
  /** UTF-16 units of text. */
  readonly sourceLength: number;
  /** Nesting of brackets and prefixes. */
  readonly sourceDepth: number;
}

export interface ReadResult {
  readonly forms: readonly Form[];
  readonly problems: readonly Problem[];
}

// The grammar recurses once per level, so what can be read also depends on the stack that is left. Beyond this it is
// not even tried.
const deepest = 1000;

let parser: FormParser | undefined;

export function readProgram(source: string, limits: ReadLimits): ReadResult {
  const problems = new ProblemList(source);
  if (source.length > limits.sourceLength) {
    problems.add(
      { start: 0, end: 0 },
      `The program is ${source.length} characters long; at most ${limits.sourceLength} are read.`,
      "Pass large data in through data/ instead of writing it into the program, or raise limits.sourceLength.",
    );
    return { forms: [], problems: problems.inOrder() };
  }
  for (let depth = Math.min(limits.sourceDepth, deepest); depth > 0; depth >>= 1) {
    const found = problems.fork();
    const forms = parse(source, depth, found);
    if (forms !== null) return { forms, problems: found.inOrder() };
    // The host called with little stack left: read less deep, so that the problem names a place.
  }
  problems.add({ start: 0, end: 0 }, "The program could not be read: the host's stack is used up.", "Try it again.");
  return { forms: [], problems: problems.inOrder() };
}

/** Null when the stack does not suffice. */
function parse(source: string, depth: number, problems: ProblemList): Form[] | null {
  try {
    const balanced = repair(lex(source).tokens, depth, problems);
    parser ??= new FormParser();
    return parser.parse(balanced, problems);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
