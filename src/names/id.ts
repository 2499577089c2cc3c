// How tools, skills and capabilities are named. People write read_json, read-json or readJson and mean one thing: an id is
// folded once, here, and only folded ids are compared. Lisp spells it with hyphens, everything else with underscores.

const WORD = "[a-z][a-z0-9]*(?:_[a-z0-9]+)*";
/** Words, with `:` or `.` between namespaces: parse_csv, csv:parse_eu, std.fs.write. */
const ID = new RegExp(`^${WORD}(?:[:.]${WORD})*$`);
const LONGEST = 100;

export const idRule = `lower-case words of letters and digits joined by _ or -, starting with a letter, with : or . between namespaces, at most ${LONGEST} characters.`;

/** The id that a spelling means, or null when it cannot be one. */
export function foldId(written: string): string | null {
  const folded = written
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/([A-Z]+)([A-Z][a-z])/g, "$1_$2")
    .toLowerCase()
    .replaceAll("-", "_");
  return folded.length <= LONGEST && ID.test(folded) ? folded : null;
}

/** parse_csv as Lisp spells it: parse-csv. */
export function lispName(id: string): string {
  return id.replaceAll("_", "-");
}

/** "parse_csv@^1.2" into its parts; the version is null when none is given. */
export function splitReference(text: string): { readonly name: string; readonly version: string | null } {
  const at = text.lastIndexOf("@");
  return at <= 0 ? { name: text, version: null } : { name: text.slice(0, at), version: text.slice(at + 1) };
}
