// Lines of plain text under construction: blanks collapse, blocks are kept apart by empty lines, and every line begins with
// the marks of what it stands in ("> ", "- ", or blanks below a mark).

interface Margin {
  /** For the first line, once. */
  first: string | null;
  readonly rest: string;
}

export class TextLines {
  private readonly lines: string[] = [];
  private line = "";
  private prefix = "";
  /** The margin of further lines, when the present one is wrapped. */
  private further = "";
  private begun = 0;
  private held = false;
  private margins: Margin[] = [];
  /** Line breaks that come before the next word: 1 ends a line, 2 leaves one empty. */
  private breaks = 0;
  private space = false;

  constructor(private readonly width: number | null) {}

  /** Whether something stands on the present line. */
  get started(): boolean {
    return this.line !== "" && this.breaks === 0;
  }

  break(count: 1 | 2): void {
    if (this.held) return;
    if (this.line !== "" || this.lines.length > 0) this.breaks = Math.max(this.breaks, count);
    this.space = false;
  }

  /** A line break in running text: two of them make an empty line. */
  newline(): void {
    if (this.line === "" && this.lines.length === 0) return;
    this.breaks = Math.min(this.breaks + 1, 2);
    this.space = false;
  }

  /** Begins a cell: until it has a word, blocks in it break no line. Gives a mark for `endCell`. */
  beginCell(): number {
    this.held = true;
    return this.started ? this.begun : this.begun + 1;
  }

  /** After a cell of one line the next one goes on in that line. */
  endCell(mark: number): void {
    this.held = false;
    if (this.begun === mark) this.breaks = 0;
  }

  indent(first: string, rest: string): void {
    this.margins.push({ first, rest });
  }

  outdent(): void {
    const margin = this.margins.pop();
    // An item without words still shows its mark.
    if (margin?.first != null && margin.first.trim() !== "" && margin.first !== margin.rest) {
      this.margins.push(margin);
      this.begin();
      this.margins.pop();
    }
  }

  /** Running text. */
  write(text: string): void {
    const words = text.replace(/[\u200b\ufeff\u00ad]/g, "").split(/[ \t\n\f\r]+/);
    words.forEach((word, i) => {
      if (i > 0) this.space = true;
      if (word === "") return;
      if (this.line === "" || this.breaks > 0) this.begin();
      else if (this.space) this.line += " ";
      this.space = false;
      this.held = false;
      this.line += word;
    });
  }

  /** Whole lines whose blanks count; they are not wrapped. */
  verbatim(text: string): void {
    for (const line of text.split("\n")) {
      this.begin();
      this.line += line;
      this.flush(false);
    }
  }

  toString(): string {
    this.flush(true);
    return this.lines
      .map((line) => line.replace(/\u00a0/g, " ").trimEnd())
      .join("\n")
      .replace(/^\n+|\n+$/g, "");
  }

  private begin(): void {
    if (this.line !== "") this.flush(true);
    if (this.breaks > 1 && this.lines.length > 0)
      this.lines.push(
        this.margins.map(({ first, rest }) => (first === null && rest.includes(">") ? rest : "")).join(""),
      );
    this.breaks = 0;
    this.prefix = "";
    for (const margin of this.margins) {
      this.prefix += margin.first ?? margin.rest;
      margin.first = null;
    }
    this.line = this.prefix;
    this.further = this.margins.map(({ rest }) => rest).join("");
    this.begun++;
    this.space = false;
  }

  private flush(wrap: boolean): void {
    const { line, width } = this;
    this.line = "";
    if (!wrap || width === null || line.length <= width) {
      if (line !== "" || !wrap) this.lines.push(line);
      return;
    }
    let out = this.prefix;
    let empty = true;
    for (const word of line.slice(this.prefix.length).split(" ")) {
      if (!empty && out.length + 1 + word.length > width) {
        this.lines.push(out);
        out = this.further;
        empty = true;
      }
      out += empty ? word : ` ${word}`;
      empty = false;
    }
    this.lines.push(out);
  }
}
