// The program with nothing lost: every atom as it was spelt, every comment and discarded form, and how many line breaks
// stood in front of each. Built from the reader's own tokens, for text that is known to read without problems.

import type { IToken } from "chevrotain";
import type { Lexed } from "../read/lexer.ts";
import { Role, roleOf } from "../read/roles.ts";
import { endOf } from "../read/tokens.ts";

interface Placed {
  /** Line breaks between this node and what stood before it. */
  readonly breaks: number;
  /** Columns it takes on one line; Infinity when it was not written on one line. */
  readonly width: number;
  /** Columns up to its first line break. */
  readonly first: number;
}

export interface Atom extends Placed {
  readonly kind: "atom";
  readonly text: string;
}

export interface Comment extends Placed {
  readonly kind: "comment";
  readonly text: string;
}

export interface Collection extends Placed {
  readonly kind: "collection";
  readonly open: string;
  readonly close: string;
  readonly children: readonly Node[];
}

/** 'x, #'x, @x and #_x: discarded forms may stand between the prefix and its form. */
export interface Prefixed extends Placed {
  readonly kind: "prefixed";
  readonly prefix: string;
  readonly parts: readonly Node[];
}

export type Node = Atom | Comment | Collection | Prefixed;

/** Is it part of the program, not a remark? */
export function isForm(node: Node): boolean {
  return node.kind !== "comment" && !(node.kind === "prefixed" && node.prefix === "#_");
}

interface Frame {
  readonly opener: IToken | null;
  readonly breaks: number;
  readonly nodes: Node[];
  commented: boolean;
}

export function buildTree(source: string, { tokens, comments }: Lexed): readonly Node[] {
  const top: Frame = { opener: null, breaks: 0, nodes: [], commented: false };
  const stack: Frame[] = [top];
  let end = 0;
  let nextComment = 0;
  const breaksBefore = (t: IToken) => lineBreaks(source.slice(end, t.startOffset));

  const addComments = (before: number) => {
    for (let c = comments[nextComment]; c !== undefined && c.startOffset < before; c = comments[++nextComment]) {
      const frame = stack[stack.length - 1]!;
      frame.commented = true;
      const text = c.image.trimEnd();
      frame.nodes.push({ kind: "comment", breaks: breaksBefore(c), text, width: Infinity, first: text.length });
      end = endOf(c);
    }
  };

  for (const t of tokens) {
    addComments(t.startOffset);
    const breaks = breaksBefore(t);
    end = endOf(t);
    const role = roleOf(t);
    if (role === Role.atom) addForm(stack, atom(t.image, breaks), source, end);
    else if (role === Role.close) addForm(stack, collection(stack.pop()!, t.image), source, end);
    else stack.push({ opener: t, breaks, nodes: [], commented: false });
  }
  addComments(source.length);
  return top.nodes;
}

/** Adds a finished form, and finishes the prefixes that waited for it. */
function addForm(stack: Frame[], form: Node, source: string, end: number): void {
  let node = form;
  for (;;) {
    const frame = stack[stack.length - 1]!;
    frame.nodes.push(node);
    if (frame.opener === null || roleOf(frame.opener) === Role.open || !isForm(node)) return;
    stack.pop();
    // A comment between prefix and form has no good place: keep the text as it is.
    node = frame.commented
      ? atom(source.slice(frame.opener.startOffset, end), frame.breaks)
      : prefixed(frame.opener.image, frame.nodes, frame.breaks);
  }
}

function atom(text: string, breaks: number): Atom {
  const newline = text.search(/[\r\n]/);
  const width = newline === -1 ? text.length : Infinity;
  return { kind: "atom", text, breaks, width, first: newline === -1 ? text.length : newline };
}

function prefixed(prefix: string, parts: readonly Node[], breaks: number): Prefixed {
  return { kind: "prefixed", prefix, parts, breaks, ...measure(prefix.length, parts, 0, true) };
}

function collection(frame: Frame, close: string): Collection {
  const open = frame.opener!.image;
  const children = frame.nodes;
  return {
    kind: "collection",
    open,
    close,
    children,
    breaks: frame.breaks,
    ...measure(open.length, children, close.length, false),
  };
}

function measure(
  before: number,
  nodes: readonly Node[],
  after: number,
  joined: boolean,
): { width: number; first: number } {
  let first = before;
  for (const [i, node] of nodes.entries()) {
    if (i > 0 && node.breaks > 0 && !joined) return { width: Infinity, first };
    first += (i > 0 ? 1 : 0) + node.first;
    if (node.width === Infinity) return { width: Infinity, first };
  }
  return { width: first + after, first: first + after };
}

function lineBreaks(gap: string): number {
  return gap.match(/\r\n|\r|\n/g)?.length ?? 0;
}
