// Programs in the community's Clojure style, 100 columns wide. Line breaks of the author are kept where they make sense
// and added where a line is too long; indentation is always ours. Formatting twice gives what formatting once gave, and
// the result reads as the same program: both are checked before the text is returned.

import type { Problem } from "../../base/problem.ts";
import { defaultLimits } from "../limits.ts";
import type { Form } from "../read/form.ts";
import { lex } from "../read/lexer.ts";
import { readProgram } from "../read/reader.ts";
import { indentOf, type Layout, lineWidth, planBreaks } from "./breaks.ts";
import { sameForms } from "./same-forms.ts";
import { type Style, styleOf } from "./style.ts";
import { buildTree, type Collection, type Node } from "./tree.ts";

export interface Formatted {
  readonly text: string;
  readonly problems: readonly Problem[];
}

const mostRounds = 5;

export function formatSource(source: string): Formatted {
  const { forms, problems } = readProgram(source, defaultLimits);
  if (problems.length > 0) return { text: source, problems };
  let text = layOut(source);
  for (let round = 1; round < mostRounds; round++) {
    const again = layOut(text);
    if (again === text) return { text: isSame(text, forms) ? text : source, problems: [] };
    text = again;
  }
  return { text: source, problems: [] };
}

function isSame(text: string, forms: readonly Form[]): boolean {
  const again = readProgram(text, { ...defaultLimits, sourceLength: Number.POSITIVE_INFINITY });
  return again.problems.length === 0 && sameForms(again.forms, forms);
}

function layOut(source: string): string {
  return new Printer().program(buildTree(source, lex(source)));
}

class Printer {
  private readonly out: string[] = [];
  private column = 0;

  program(nodes: readonly Node[]): string {
    for (const [i, node] of nodes.entries()) {
      if (i > 0) {
        if (node.kind === "comment" && node.breaks === 0) this.write(" ");
        else this.newline(0, node.breaks > 1);
      }
      this.node(node, 0, false);
    }
    return nodes.length === 0 ? "" : `${this.out.join("")}\n`;
  }

  private write(text: string): void {
    this.out.push(text);
    const newline = text.lastIndexOf("\n");
    this.column = newline === -1 ? this.column + text.length : text.length - newline - 1;
  }

  private newline(indent: number, blank: boolean): void {
    this.write(`${blank ? "\n\n" : "\n"}${" ".repeat(indent)}`);
  }

  /** `tail`: closers that follow directly. `paired`: a vector of bindings. */
  private node(node: Node, tail: number, paired: boolean): void {
    if (node.kind === "atom" || node.kind === "comment") this.write(node.text);
    else if (this.column + node.width + tail <= lineWidth) this.write(flat(node));
    else if (node.kind === "collection") this.collection(node, tail, paired);
    else {
      this.write(node.prefix);
      for (const [i, part] of node.parts.entries()) {
        if (i > 0) this.write(" ");
        this.node(part, i === node.parts.length - 1 ? tail : 0, false);
      }
    }
  }

  private collection(node: Collection, tail: number, paired: boolean): void {
    const style = styleOf(node);
    const layout: Layout = { node, style, column: this.column, tail, paired };
    const breaks = planBreaks(layout);
    const last = node.children.length - 1;
    this.write(node.open);
    for (const [i, child] of node.children.entries()) {
      if (breaks[i]) this.newline(indentOf(layout, breaks, i), child.breaks > 1);
      else if (i > 0) this.write(" ");
      this.node(child, i === last ? tail + node.close.length : 0, isBindings(style, i));
    }
    if (node.children[last]?.kind === "comment") this.newline(indentOf(layout, breaks, last + 1), false);
    this.write(node.close);
  }
}

function isBindings(style: Style | null, index: number): boolean {
  return index === 1 && style?.bindings === true;
}

function flat(node: Node): string {
  switch (node.kind) {
    case "atom":
    case "comment":
      return node.text;
    case "prefixed":
      return node.prefix + node.parts.map(flat).join(" ");
    case "collection":
      return node.open + node.children.map(flat).join(" ") + node.close;
    default:
      return node satisfies never;
  }
}
