// Walks the tags of HTML with a stack of open elements and writes text lines. End tags that authors leave out are supplied
// as browsers do; an end tag without its start is ignored. The stack has a limit, so depth costs nothing but order.

import { type HtmlToken, htmlTokens } from "./html-tokens.ts";
import { TextLines } from "./text-lines.ts";
import { joinUrl } from "./url-join.ts";

export interface RenderOptions {
  readonly links: "text" | "inline" | "list";
  readonly images: "alt" | "none";
  readonly base: string | null;
  readonly width: number | null;
}

interface Link {
  readonly text: string;
  readonly href: string;
}

interface Element {
  readonly name: string;
  readonly hidden: boolean;
  /** The next number, of a numbered list. */
  count: number | null;
  /** Of a table cell that is shown. */
  cell: number | null;
  /** The address of a link. */
  readonly href: string | null;
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));
const empty = words("area base br col embed hr img input link meta source track wbr param frame");
const unseen = words(
  "head script style template noscript iframe object svg math canvas audio video select datalist dialog",
);
const apart = words("p h1 h2 h3 h4 h5 h6 blockquote pre table dl figure fieldset hr");
const blocks = words(
  "address article aside body center dd details dir div dt figcaption footer form header hgroup html legend li main menu nav ol optgroup option section summary tr ul caption thead tbody tfoot",
);
/** What a start tag ends, and the elements that end tag does not reach through. */
const ends: ReadonlyMap<string, readonly [ReadonlySet<string>, ReadonlySet<string>]> = new Map([
  ["li", [words("li"), words("ul ol menu dir")]],
  ["dt", [words("dt dd"), words("dl")]],
  ["dd", [words("dt dd"), words("dl")]],
  ["tr", [words("tr td th"), words("table")]],
  ["td", [words("td th"), words("tr table")]],
  ["th", [words("td th"), words("tr table")]],
  ["tbody", [words("thead tbody tfoot tr td th"), words("table")]],
  ["body", [words("head"), words("html")]],
]);
const DEEPEST = 500;

export class TextRenderer {
  private readonly lines: TextLines;
  private readonly open: Element[] = [];
  private readonly links: Link[] = [];
  private hidden = 0;
  /** Preformatted text so far; null outside of it. */
  private preformatted: string | null = null;
  private title: string | null = null;
  private linkWords: string | null = null;
  private base: string | null;

  constructor(private readonly options: RenderOptions) {
    this.lines = new TextLines(options.width);
    this.base = options.base;
  }

  render(html: string): { readonly text: string; readonly title: string | null; readonly links: readonly Link[] } {
    for (const token of htmlTokens(html)) {
      if (token.kind === "text") this.text(token.text);
      else if (token.kind === "open") this.start(token);
      else this.end(token.name);
    }
    while (this.open.length > 0) this.pop();
    if (this.options.links === "list" && this.links.length > 0) {
      this.lines.break(2);
      this.links.forEach(({ href }, i) => {
        this.lines.write(`[${i + 1}] ${href}`);
        this.lines.break(1);
      });
    }
    return { text: this.lines.toString(), title: this.title, links: this.links };
  }

  private text(text: string): void {
    if (this.open.at(-1)?.name === "title") {
      this.title ??= text.replace(/\s+/g, " ").trim() || null;
      return;
    }
    if (this.hidden > 0) return;
    if (this.linkWords !== null) this.linkWords += text;
    if (this.preformatted !== null) this.preformatted += text.replace(/\r\n?/g, "\n");
    else this.lines.write(text);
  }

  private start({ name, attributes }: Extract<HtmlToken, { kind: "open" }>): void {
    this.endImplied(name);
    const hidden = unseen.has(name) || isHidden(attributes);
    if (empty.has(name)) {
      if (name === "base") this.base = joinUrl(this.base, attributes.get("href") ?? "") || this.base;
      if (this.hidden === 0 && !hidden) this.emptyElement(name, attributes);
      return;
    }
    if (this.open.length >= DEEPEST) return;
    const number = name === "ol" ? Number.parseInt(attributes.get("start") ?? "1", 10) : Number.NaN;
    const href = name === "a" ? addressOf(attributes.get("href"), this.base) : null;
    const element: Element = {
      name,
      hidden,
      href,
      cell: null,
      count: Number.isNaN(number) ? (name === "ol" ? 1 : null) : number,
    };
    if (hidden) this.hidden++;
    if (this.hidden === 0) this.begin(element, attributes);
    this.open.push(element);
  }

  private emptyElement(name: string, attributes: ReadonlyMap<string, string>): void {
    if (name === "br") {
      if (this.preformatted !== null) this.preformatted += "\n";
      else this.lines.newline();
    } else if (name === "hr") {
      this.lines.break(2);
      this.lines.write("---");
      this.lines.break(2);
    } else if (name === "img" && this.options.images === "alt") this.text(attributes.get("alt") ?? "");
  }

  private begin(element: Element, attributes: ReadonlyMap<string, string>): void {
    const { name } = element;
    if (this.preformatted !== null) {
      if (blocks.has(name) && !/(^|\n)$/.test(this.preformatted)) this.preformatted += "\n";
      if (element.href !== null) this.linkWords = "";
      return;
    }
    if (apart.has(name) || this.isOuterList(name)) this.lines.break(2);
    else if (blocks.has(name)) this.lines.break(1);
    if (name === "li") this.beginItem(attributes);
    else if (name === "blockquote") this.lines.indent("> ", "> ");
    else if (name === "dd") this.lines.indent("  ", "  ");
    else if (name === "pre" || name === "textarea") this.preformatted = "";
    else if (name === "q") this.lines.write("“");
    else if (name === "td" || name === "th") {
      if (this.lines.started) this.lines.write(" | ");
      element.cell = this.lines.beginCell();
    } else if (element.href !== null) this.linkWords = "";
  }

  private beginItem(attributes: ReadonlyMap<string, string>): void {
    const list = this.open.findLast(({ name }) => name === "ol" || name === "ul" || name === "menu");
    let mark = "- ";
    if (list !== undefined && list.count !== null) {
      const value = Number.parseInt(attributes.get("value") ?? "", 10);
      const number = Number.isNaN(value) ? list.count : value;
      list.count = number + 1;
      mark = `${number}. `;
    }
    this.lines.indent(mark, " ".repeat(mark.length));
  }

  private isOuterList(name: string): boolean {
    return (name === "ul" || name === "ol") && !this.open.some((e) => e.name === "li");
  }

  /** Ends what authors need not end themselves. */
  private endImplied(name: string): void {
    const implied = ends.get(name);
    if (implied !== undefined) {
      const [ended, held] = implied;
      let from = this.open.length;
      for (let i = this.open.length - 1; i >= 0 && !held.has(this.open[i]!.name); i--)
        if (ended.has(this.open[i]!.name)) from = i;
      while (this.open.length > from) this.pop();
    }
    if ((apart.has(name) || blocks.has(name)) && this.open.at(-1)?.name === "p") this.pop();
    if (this.open.at(-1)?.name === "head" && !/^(title|base|meta|link|style|script|noscript|template)$/.test(name))
      this.pop();
  }

  private end(name: string): void {
    if (this.open.at(-1)?.name === name) {
      this.pop();
      return;
    }
    const at = this.open.findLastIndex((element) => element.name === name);
    // The end of a part of a line does not end the blocks around it.
    const inline = !apart.has(name) && !blocks.has(name);
    const through = this.open
      .slice(at + 1)
      .some((e) => apart.has(e.name) || blocks.has(e.name) || /^t[dh]$/.test(e.name));
    if (at < 0 || (inline && through && !unseen.has(name) && !/^t[dh]$/.test(name))) return;
    while (this.open.length > at) this.pop();
  }

  private pop(): void {
    const element = this.open.pop()!;
    const { name } = element;
    if (element.hidden) {
      this.hidden--;
      return;
    }
    if (this.hidden > 0) return;
    if (element.href !== null) this.endLink(element.href);
    if (this.preformatted !== null) {
      if (name !== "pre" && name !== "textarea") return;
      const text = this.preformatted.replace(/^\n/, "").trimEnd();
      this.preformatted = null;
      if (text !== "") this.lines.verbatim(text);
    }
    if (element.cell !== null) this.lines.endCell(element.cell);
    if (name === "q") this.lines.write("”");
    if (name === "li" || name === "blockquote" || name === "dd") this.lines.outdent();
    if (apart.has(name) || this.isOuterList(name)) this.lines.break(2);
    else if (blocks.has(name)) this.lines.break(1);
  }

  private endLink(href: string): void {
    const text = (this.linkWords ?? "").replace(/\s+/g, " ").trim();
    this.linkWords = null;
    this.links.push({ text, href });
    const { links } = this.options;
    const mark = links === "list" ? ` [${this.links.length}]` : links === "inline" && text !== href ? ` (${href})` : "";
    if (this.preformatted !== null) this.preformatted += mark;
    else this.lines.write(mark);
  }
}

function isHidden(attributes: ReadonlyMap<string, string>): boolean {
  const style = attributes.get("style") ?? "";
  return attributes.has("hidden") || /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)/i.test(style);
}

function addressOf(href: string | undefined, base: string | null): string | null {
  const address = (href ?? "").trim().replace(/[\t\n\r]/g, "");
  return address === "" || address.startsWith("#") || /^(javascript|data|vbscript):/i.test(address)
    ? null
    : joinUrl(base, address);
}
