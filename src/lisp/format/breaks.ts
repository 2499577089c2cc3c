// Where a form that does not stand on one line is broken. The breaks of the author are kept; the breaks of the style are
// added in bodies and pairs, and wherever a line would still be too long. Asking again about the result gives the same answer,
// which is what makes formatting idempotent.

import type { Style } from "./style.ts";
import { type Collection, isForm, type Node } from "./tree.ts";

export const lineWidth = 100;

export interface Layout {
  readonly node: Collection;
  readonly style: Style | null;
  /** Column of the opening bracket. */
  readonly column: number;
  /** Closers of outer forms that follow on the last line. */
  readonly tail: number;
  /** The node is a vector of bindings. */
  readonly paired: boolean;
}

/** For each child, whether it starts a line. */
export function planBreaks(layout: Layout): boolean[] {
  const { children, close } = layout.node;
  const breaks = children.map((child, i) => i > 0 && (child.breaks > 0 || children[i - 1]!.kind === "comment"));
  const styled = styleBreaks(layout);
  const addStyled = (start: number, end: number) => {
    for (let i = start; i < end; i++) if (styled[i] && children[i]!.kind !== "comment") breaks[i] = true;
  };
  if (isStrict(layout)) addStyled(1, children.length);
  for (let start = 0; start < children.length; ) {
    let end = start + 1;
    while (end < children.length && !breaks[end]) end++;
    const column = start === 0 ? layout.column + layout.node.open.length : indentOf(layout, breaks, start);
    const after = end === children.length ? layout.tail + close.length : 0;
    if (column + widthOf(children.slice(start, end), after) > lineWidth) addStyled(start + 1, end);
    start = end;
  }
  return breaks;
}

/** Bodies and pairs are laid out by style alone once they need more than one line; calls and data as the author did. */
function isStrict({ node, style, paired }: Layout): boolean {
  return style?.indent === "body" || node.open === "{" || paired;
}

/** Columns of nodes on one line, up to the first line break inside; a comment at the end does not count. */
function widthOf(nodes: readonly Node[], after: number): number {
  let width = -1;
  for (const node of nodes) {
    if (node.kind === "comment") return width;
    width += 1 + node.first;
    if (node.width === Infinity) return width;
  }
  return width + after;
}

/** The column at which a child starts when it starts a line. */
export function indentOf({ node, style, column }: Layout, breaks: readonly boolean[], index: number): number {
  const inside = column + node.open.length;
  if (style === null) return inside;
  const argument = node.children[1];
  const underFirst =
    argument !== undefined && argument.kind !== "comment" && !breaks[1] ? inside + node.children[0]!.first + 1 : null;
  if (style.indent === "call") return underFirst ?? inside;
  if (style.inner) return inside + 1;
  if (style.header === 0) return underFirst ?? inside + 1;
  return isInHeader(node, style.header, index) ? inside + 3 : inside + 1;
}

function isInHeader(node: Collection, header: number, index: number): boolean {
  let before = 0;
  for (let i = 1; i < index && before < header; i++) if (isForm(node.children[i]!)) before++;
  return before < header;
}

/** The breaks of a form that is laid out by style alone. */
function styleBreaks(layout: Layout): boolean[] {
  const { node, style, paired } = layout;
  if (style !== null) return callBreaks(node, style);
  if (node.open === "{" || paired) return pairBreaks(node.children, 0);
  if (node.children.every((child) => child.kind === "atom")) return fill(layout);
  return node.children.map((_, i) => i > 0);
}

function callBreaks(node: Collection, style: Style): boolean[] {
  if (style.pairs) return [false, ...pairBreaks(node.children.slice(1), style.header)];
  let seen = 0;
  return node.children.map((child, i) => {
    if (i === 0) return false;
    const starts = seen >= style.header;
    if (isForm(child)) seen++;
    return starts;
  });
}

/** Breaks before every second form after the header. Remarks between pairs start a line, too. */
function pairBreaks(nodes: readonly Node[], header: number): boolean[] {
  let seen = 0;
  return nodes.map((node) => {
    const starts = seen >= header && (seen - header) % 2 === 0;
    if (isForm(node)) seen++;
    return starts;
  });
}

/** Plain data fills its lines. */
function fill({ node, column, tail }: Layout): boolean[] {
  const inside = column + node.open.length;
  let at = inside;
  return node.children.map((child, i) => {
    const last = i === node.children.length - 1 ? tail + node.close.length : 0;
    const fits = at + 1 + child.first + last <= lineWidth;
    const starts = i > 0 && !fits;
    at = starts || i === 0 ? inside + child.first : at + 1 + child.first;
    return starts;
  });
}
