// The text of a Mustache template to a tree. A tag that stands alone on its line takes the line with it, as the Mustache
// specification asks; errors name the line.

export type Node =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "value"; readonly name: string; readonly raw: boolean; readonly line: number }
  | {
      readonly kind: "section";
      readonly name: string;
      readonly inverted: boolean;
      readonly nodes: readonly Node[];
      readonly line: number;
    }
  | { readonly kind: "partial"; readonly name: string; readonly indent: string; readonly line: number };

export class TemplateError extends Error {}

interface Open {
  readonly name: string;
  readonly inverted: boolean;
  readonly line: number;
  readonly nodes: Node[];
}

const DEEPEST = 100;

export function parseTemplate(template: string): readonly Node[] {
  return new TemplateParser(template).run();
}

class TemplateParser {
  private at = 0;
  private opening = "{{";
  private closing = "}}";
  private readonly open: Open[] = [{ name: "", inverted: false, line: 1, nodes: [] }];
  private counted = 0;
  private lines = 1;

  constructor(private readonly template: string) {}

  run(): readonly Node[] {
    for (;;) {
      const start = this.template.indexOf(this.opening, this.at);
      if (start < 0) break;
      this.tag(start);
    }
    this.text(this.at, this.template.length);
    const unclosed = this.open.at(-1)!;
    if (this.open.length > 1)
      throw new TemplateError(
        `Line ${unclosed.line}: the section ${unclosed.name} is never closed. Write {{/${unclosed.name}}}.`,
      );
    return unclosed.nodes;
  }

  private tag(start: number): void {
    const { template, opening } = this;
    const line = this.lineAt(start);
    const inside = start + opening.length;
    const sign = /[#^/!>&={]/.exec(template[inside] ?? "")?.[0] ?? "";
    const closing = sign === "{" ? `}${this.closing}` : sign === "=" ? `=${this.closing}` : this.closing;
    const end = template.indexOf(closing, inside + sign.length);
    if (end < 0)
      throw new TemplateError(
        `Line ${line}: ${opening}${template.slice(inside, inside + 20)} is never closed with ${closing}.`,
      );
    const content = template.slice(inside + sign.length, end).trim();
    const after = end + closing.length;
    const alone = sign !== "" && sign !== "&" && sign !== "{" ? this.aloneOnLine(start, after) : null;
    this.text(this.at, alone?.from ?? start);
    this.at = alone?.to ?? after;
    this.apply(sign, content, line, alone === null ? "" : template.slice(alone.from, start));
  }

  private apply(sign: string, content: string, line: number, indent: string): void {
    const nodes = this.open.at(-1)!.nodes;
    if (sign === "!") return;
    if (sign === "=") {
      this.setDelimiters(content, line);
      return;
    }
    if (content === "" || /\s/.test(content))
      throw new TemplateError(`Line ${line}: a tag holds one name, not ${JSON.stringify(content)}.`);
    switch (sign) {
      case "#":
      case "^":
        if (this.open.length > DEEPEST) throw new TemplateError(`Line ${line}: sections are nested too deeply.`);
        this.open.push({ name: content, inverted: sign === "^", line, nodes: [] });
        return;
      case "/":
        this.close(content, line);
        return;
      case ">":
        nodes.push({ kind: "partial", name: content, indent, line });
        return;
      default:
        nodes.push({ kind: "value", name: content, raw: sign !== "", line });
    }
  }

  private close(name: string, line: number): void {
    const section = this.open.at(-1)!;
    if (this.open.length === 1)
      throw new TemplateError(`Line ${line}: {{/${name}}} closes a section that is not open.`);
    if (section.name !== name)
      throw new TemplateError(
        `Line ${line}: {{/${name}}} stands where ${section.name}, opened in line ${section.line}, must be closed.`,
      );
    this.open.pop();
    const { inverted, nodes } = section;
    this.open.at(-1)!.nodes.push({ kind: "section", name, inverted, nodes, line: section.line });
  }

  private setDelimiters(content: string, line: number): void {
    const found = /^([^\s=]+)\s+([^\s=]+)$/.exec(content);
    if (found === null)
      throw new TemplateError(`Line ${line}: new delimiters are two texts with a blank between, as in {{=<% %>=}}.`);
    this.opening = found[1]!;
    this.closing = found[2]!;
  }

  /** From the start of the line to the start of the next, when nothing else is on it. */
  private aloneOnLine(start: number, end: number): { readonly from: number; readonly to: number } | null {
    let from = start;
    while (from > 0 && /[ \t]/.test(this.template[from - 1]!)) from--;
    if (from > 0 && this.template[from - 1] !== "\n") return null;
    const rest = /[ \t]*(?:\r?\n|$)/y;
    rest.lastIndex = end;
    return rest.test(this.template) ? { from, to: rest.lastIndex } : null;
  }

  private text(from: number, to: number): void {
    if (to > from) this.open.at(-1)!.nodes.push({ kind: "text", text: this.template.slice(from, to) });
  }

  private lineAt(place: number): number {
    for (; this.counted < place; this.counted++) if (this.template[this.counted] === "\n") this.lines++;
    return this.lines;
  }
}
