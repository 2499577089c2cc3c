// What the cells of a column are. Guessing is careful: a column is made of numbers only when every cell is one that can be
// written back unchanged in value, so postcodes ("01234") and long ids stay text.

export type ColumnType = "text" | "number" | "integer" | "boolean";

export const columnTypes: readonly ColumnType[] = ["text", "number", "integer", "boolean"];

const guessable = /^-?(?:0|[1-9]\d*)?(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const readable = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
const truths: ReadonlyMap<string, boolean> = new Map([
  ...["true", "yes", "y", "t", "1"].map((word) => [word, true] as const),
  ...["false", "no", "n", "f", "0"].map((word) => [word, false] as const),
]);

/** With a decimal comma a point is no part of a number: 1.234,5 is for number-parse. */
function withPoint(cell: string, decimal: string): string {
  return decimal === "." ? cell : cell.includes(".") ? "?" : cell.replace(decimal, ".");
}

export function guessType(cells: Iterable<string>, decimal: string): ColumnType {
  let numbers = true;
  let integers = true;
  let truth = true;
  let some = false;
  for (const cell of cells) {
    some = true;
    if (numbers) {
      const text = withPoint(cell, decimal);
      const value = Number(text);
      const whole = /^-?\d+$/.test(text);
      numbers =
        /\d/.test(text) && guessable.test(text) && (whole ? Number.isSafeInteger(value) : Number.isFinite(value));
      integers &&= whole;
    }
    if (truth) truth = /^(?:true|false)$/i.test(cell);
    if (!numbers && !truth) return "text";
  }
  if (!some) return "text";
  return numbers ? (integers ? "integer" : "number") : "boolean";
}

/** The cell as a value of the type; undefined when it is none. */
export function readCell(cell: string, type: ColumnType, decimal: string): string | number | boolean | undefined {
  if (type === "text") return cell;
  const trimmed = cell.trim();
  if (type === "boolean") return truths.get(trimmed.toLowerCase());
  const text = withPoint(trimmed, decimal);
  const value = readable.test(text) ? Number(text) : Number.NaN;
  return (type === "integer" ? Number.isSafeInteger(value) : Number.isFinite(value)) ? value : undefined;
}
