// Globs as the host reads them, for telling paths apart inside a tool: * within one folder, ** across folders, ? one
// character, {a,b} alternatives, \\ before a character that means itself. Names that start with a dot are like any other.

export function globMatcher(glob: string): (path: string) => boolean {
  const pattern = new RegExp(`^(?:${sourceOf(glob)})$`, "su");
  return (path) => pattern.test(path);
}

function sourceOf(glob: string): string {
  let source = "";
  let braces = 0;
  for (const [piece] of glob.matchAll(/\\.|(?<=^|[/{,])(?:\*\*\/|\.\/)|\*\*+|./gsu)) {
    if (piece === "{") braces++;
    if (piece === "}" && --braces < 0) break;
    source += translated(piece, braces > 0);
  }
  if (braces === 0) return source;
  throw new Error(
    `The glob ${JSON.stringify(glob)} has braces that do not match. Put \\ before a brace that means itself.`,
  );
}

function translated(piece: string, inBraces: boolean): string {
  if (piece === "**/") return "(?:.*/)?";
  if (piece === "./") return "";
  if (piece.startsWith("**")) return ".*";
  if (piece === "*") return "[^/]*";
  if (piece === "?") return "[^/]";
  if (piece === "{") return "(?:";
  if (piece === "}") return ")";
  if (piece === "," && inBraces) return "|";
  const literal = piece.length > 1 && piece.startsWith("\\") ? piece.slice(1) : piece;
  return literal.replace(/[\\^$.*+?()[\]{}|/]/gu, "\\$&");
}
