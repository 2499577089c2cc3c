// Text to records of cells: quotes after RFC 4180, with the line each record starts on. Newlines and delimiters are found
// by indexOf and remembered, so a file of long plain cells costs one pass. Spreadsheets' habits are known: a byte order
// mark, a first line "sep=;", and lines that end in CR alone.

export interface CsvRecord {
  readonly line: number;
  readonly cells: readonly string[];
}

export interface CsvDialect {
  readonly delimiter: string;
  readonly quote: string;
  /** Lines that start with it are left out; "" for none. */
  readonly comment: string;
  /** Blanks around cells, and between delimiters and quotes, do not count. */
  readonly trim: boolean;
}

export class CsvError extends Error {}

/** A cursor over the text. `strict` is off while a delimiter is being guessed: wrong guesses meet wrong quotes. */
export class CsvReader {
  private at = 0;
  private line = 1;
  private nextDelimiter = -1;
  private nextNewline = -1;
  private readonly newline: string;

  constructor(
    private readonly text: string,
    private readonly dialect: CsvDialect,
    private readonly strict = true,
  ) {
    this.newline = !text.includes("\n") && text.includes("\r") ? "\r" : "\n";
  }

  skipLines(count: number): void {
    for (let i = 0; i < count && this.at < this.text.length; i++) this.nextLine();
  }

  /** The next record that is neither blank nor a comment; null at the end. */
  next(): CsvRecord | null {
    const { comment } = this.dialect;
    while (this.at < this.text.length) {
      const end = this.lineEnd();
      const isComment = comment !== "" && this.text.startsWith(comment, this.at);
      if (!isComment && !isBlank(this.text, this.at, end)) return this.record();
      this.nextLine();
    }
    return null;
  }

  private record(): CsvRecord {
    const { line } = this;
    const cells: string[] = [];
    for (let more = true; more; ) {
      const start = this.dialect.trim ? this.afterBlanks(this.at) : this.at;
      const quoted = this.text.startsWith(this.dialect.quote, start);
      more = quoted ? this.quotedCell(start, cells) : this.plainCell(cells);
    }
    return { line, cells };
  }

  /** Takes one cell; whether another follows in this record. */
  private plainCell(cells: string[]): boolean {
    const end = this.lineEnd();
    const delimiter = this.delimiterFrom(this.at);
    const more = delimiter < end;
    const cell = this.text.slice(this.at, more ? delimiter : withoutReturn(this.text, this.at, end));
    cells.push(this.dialect.trim ? cell.trim() : cell);
    if (more) this.at = delimiter + this.dialect.delimiter.length;
    else this.nextLine();
    return more;
  }

  private quotedCell(start: number, cells: string[]): boolean {
    const { text, strict } = this;
    const { quote, delimiter } = this.dialect;
    const { line } = this;
    let cell = "";
    let from = start + 1;
    for (;;) {
      const closing = text.indexOf(quote, from);
      if (closing < 0) {
        if (strict)
          throw new CsvError(
            `Line ${line}: the cell that starts with ${quote} is never closed. Close it, or pass another quote character.`,
          );
        this.countLines(start, text.length);
        this.at = text.length;
        cells.push(cell + text.slice(from));
        return false;
      }
      cell += text.slice(from, closing);
      from = closing + 1;
      if (!text.startsWith(quote, from)) break;
      cell += quote;
      from++;
    }
    this.countLines(start, from);
    this.at = this.dialect.trim ? this.afterBlanks(from) : from;
    cells.push(cell);
    if (text.startsWith(delimiter, this.at)) {
      this.at += delimiter.length;
      return true;
    }
    const end = this.lineEnd();
    const rest = text.slice(this.at, withoutReturn(text, this.at, end));
    if (rest !== "" && strict)
      throw new CsvError(
        `Line ${this.line}: ${JSON.stringify(rest.slice(0, 20))} follows a closing ${quote}. Double a ${quote} inside a cell, or pass quote: "" when quotes mean nothing in this text.`,
      );
    this.nextLine();
    return false;
  }

  private lineEnd(): number {
    if (this.nextNewline < this.at) {
      const found = this.text.indexOf(this.newline, this.at);
      this.nextNewline = found < 0 ? this.text.length : found;
    }
    return this.nextNewline;
  }

  private delimiterFrom(at: number): number {
    if (this.nextDelimiter < at) {
      const found = this.text.indexOf(this.dialect.delimiter, at);
      this.nextDelimiter = found < 0 ? this.text.length : found;
    }
    return this.nextDelimiter;
  }

  private nextLine(): void {
    this.at = this.lineEnd() + 1;
    this.line++;
  }

  private afterBlanks(from: number): number {
    let at = from;
    while (this.text[at] === " " || (this.text[at] === "\t" && this.dialect.delimiter !== "\t")) at++;
    return at;
  }

  private countLines(from: number, to: number): void {
    for (let i = this.text.indexOf(this.newline, from); i >= 0 && i < to; i = this.text.indexOf(this.newline, i + 1))
      this.line++;
  }
}

function withoutReturn(text: string, from: number, end: number): number {
  return end > from && text[end - 1] === "\r" ? end - 1 : end;
}

function isBlank(text: string, from: number, end: number): boolean {
  for (let i = from; i < end; i++) if (text[i] !== " " && text[i] !== "\r") return false;
  return true;
}

/** From the strongest sign to the weakest: commas are also in numbers and prose, tabs hardly anywhere else. */
const candidates = ["\t", "|", ";", ","] as const;
const SAMPLE_RECORDS = 50;
const SAMPLE_LENGTH = 65_536;

/** The delimiter under which the most records have the same number of cells, more than one; a comma when none does. */
export function detectDelimiter(text: string, dialect: Omit<CsvDialect, "delimiter">, skipLines: number): string {
  const sample = text.length > SAMPLE_LENGTH ? text.slice(0, SAMPLE_LENGTH) : text;
  let best = { delimiter: ",", share: 0 };
  for (const delimiter of candidates) {
    const reader = new CsvReader(sample, { ...dialect, delimiter }, false);
    reader.skipLines(skipLines);
    const widths: number[] = [];
    for (let r = reader.next(); r !== null && widths.length < SAMPLE_RECORDS; r = reader.next())
      widths.push(r.cells.length);
    // The end of the sample cuts a record.
    if (sample.length < text.length && widths.length > 1 && widths.length < SAMPLE_RECORDS) widths.pop();
    const share = shareOfCommonest(widths);
    if (share > best.share) best = { delimiter, share };
  }
  return best.delimiter;
}

function shareOfCommonest(widths: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const width of widths) counts.set(width, (counts.get(width) ?? 0) + 1);
  let most = 0;
  for (const [width, count] of counts) if (width > 1 && count > most) most = count;
  return widths.length === 0 ? 0 : most / widths.length;
}
