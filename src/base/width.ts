// How text looks in a terminal: which characters take two columns, which none, and which must not be printed as they are.
// Text is cut into cells, one per user-perceived character, so that marks under it stand where they should.

import { eachSegment } from "./segments.ts";

export interface Cell {
  /** What to print. */
  readonly text: string;
  /** Columns it takes. */
  readonly width: number;
  /** UTF-16 offset in the original text. */
  readonly offset: number;
}

const tabWidth = 4;

// The patterns stand in functions because building the classes of \p takes time at every start of a program.

/** Scripts and symbols that terminals draw two columns wide (Unicode East Asian Width W and F, coarsely). */
const isWide = (text: string): boolean =>
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{1b000}-\u{1b2ff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}|\p{Emoji}\ufe0f/u.test(
    text,
  );

const isInvisible = (text: string): boolean => /^[\p{Mn}\p{Me}\p{Cf}\u200b]+$/u.test(text);

/** Escape sequences could rewrite the terminal, and direction marks could show a program in another order than it has. */
const unprintable = (): RegExp => /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

export function cellsOf(text: string): Cell[] {
  // The common case needs no segmentation.
  if (/^[\x20-\x7e]*$/.test(text)) return Array.from(text, (c, offset) => ({ text: c, width: 1, offset }));
  const cells: Cell[] = [];
  let offset = 0;
  eachSegment(text, (segment) => {
    cells.push(cell(segment, offset));
    offset += segment.length;
  });
  return cells;
}

function cell(segment: string, offset: number): Cell {
  if (segment === "\t") return { text: " ".repeat(tabWidth), width: tabWidth, offset };
  if (unprintable().test(segment)) return { text: "\ufffd", width: 1, offset };
  if (isInvisible(segment)) return { text: segment, width: 0, offset };
  return { text: segment, width: isWide(segment) ? 2 : 1, offset };
}

export function widthOf(cells: readonly Cell[]): number {
  return cells.reduce((sum, c) => sum + c.width, 0);
}

/** Text of a program inside a message: on one line, and harmless to a terminal. */
export function printable(text: string): string {
  return text.replace(unprintable(), (c) => (c === "\n" || c === "\t" ? " " : "\ufffd"));
}
