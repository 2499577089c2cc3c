// Date patterns as Unicode's CLDR writes them (dd.MM.yyyy HH:mm): letters are fields, their number is the form, texts stand
// in single quotes. The same fields serve reading and writing.

export type PatternPart =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "field"; readonly letter: Letter; readonly width: number };

const letters = {
  y: "year",
  Y: "year of the week",
  Q: "quarter",
  M: "month",
  L: "month without a day",
  w: "week",
  d: "day",
  D: "day of the year",
  E: "weekday",
  a: "AM or PM",
  h: "hour 1-12",
  H: "hour 0-23",
  m: "minute",
  s: "second",
  S: "fraction of a second",
  X: "offset, Z for none",
  x: "offset",
  Z: "offset",
} as const;

export type Letter = keyof typeof letters;

export function parsePattern(pattern: string): readonly PatternPart[] {
  const parts: PatternPart[] = [];
  for (const [piece] of pattern.matchAll(/'(?:[^']|'')*'?|([A-Za-z])\1*|[^A-Za-z']+/g)) {
    if (piece.startsWith("'")) {
      if (piece.length === 1 || !piece.endsWith("'"))
        throw new Error(`The pattern ${JSON.stringify(pattern)} opens a quote that it never closes.`);
      parts.push({ kind: "text", text: piece === "''" ? "'" : piece.slice(1, -1).replaceAll("''", "'") });
    } else if (/^[A-Za-z]/.test(piece))
      parts.push({ kind: "field", letter: letterOf(piece, pattern), width: piece.length });
    else parts.push({ kind: "text", text: piece });
  }
  checkFields(parts, pattern);
  return parts;
}

export function fieldsOf(parts: readonly PatternPart[]): ReadonlySet<Letter> {
  return new Set(parts.flatMap((part) => (part.kind === "field" ? [part.letter] : [])));
}

function letterOf(piece: string, pattern: string): Letter {
  const letter = (Object.keys(letters) as Letter[]).find((known) => known === piece[0]);
  if (letter !== undefined) return letter;
  const known = Object.entries(letters).map(([name, meaning]) => `${name} ${meaning}`);
  throw new Error(
    `The pattern ${JSON.stringify(pattern)} has ${piece}, which means nothing. Letters are ${known.join(", ")}; put text in 'quotes'.`,
  );
}

/** YYYY and DD are what other libraries call yyyy and dd; here they would be right all year but in its last days. */
function checkFields(parts: readonly PatternPart[], pattern: string): void {
  const fields = fieldsOf(parts);
  const mistaken = (fields.has("Y") && !fields.has("w")) || (fields.has("D") && (fields.has("M") || fields.has("L")));
  if (mistaken)
    throw new Error(
      `The pattern ${JSON.stringify(pattern)} mixes fields that do not belong together: Y is the year of a week and D the day of the year. Write ${pattern.replaceAll("Y", "y").replaceAll("D", "d")}.`,
    );
}
