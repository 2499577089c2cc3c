// Texts that no database can hold as they are: PostgreSQL has no U+0000, and UTF-8 no half of a surrogate pair. They are
// kept as JSON behind a mark, on both engines alike, so that whatever was written comes back and can be looked up.

const MARK = "\u0001";
const UNSTORABLE = /^\u0001|\u0000|[\ud800-\udfff]/u;

export function kept<T>(value: T): T | string {
  return typeof value === "string" && UNSTORABLE.test(value) ? MARK + JSON.stringify(value) : value;
}

/** Gives a row's texts back, in place. */
export function given(row: Record<string, unknown>): void {
  for (const column in row) {
    const value = row[column];
    if (typeof value === "string" && value.startsWith(MARK)) row[column] = JSON.parse(value.slice(MARK.length));
  }
}
