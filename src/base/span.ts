// A span is a half-open range of UTF-16 offsets into one source text. Lines and columns are computed only when a
// person or a model has to be shown a place, so that reading stays fast.

export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface Place {
  /** 1-based */
  readonly line: number;
  /** 1-based, in UTF-16 units */
  readonly column: number;
}

export function placeOf(source: string, offset: number): Place {
  const at = Math.max(0, Math.min(offset, source.length));
  let line = 1;
  let lineStart = 0;
  for (let i = source.indexOf("\n"); i !== -1 && i < at; i = source.indexOf("\n", i + 1)) {
    line++;
    lineStart = i + 1;
  }
  return { line, column: at - lineStart + 1 };
}

/** The text of a 1-based line, without its line ending. */
export function lineText(source: string, line: number): string {
  let start = 0;
  for (let n = 1; n < line; n++) {
    const i = source.indexOf("\n", start);
    if (i === -1) return "";
    start = i + 1;
  }
  const end = source.indexOf("\n", start);
  return source.slice(start, end === -1 ? source.length : end).replace(/\r$/, "");
}
