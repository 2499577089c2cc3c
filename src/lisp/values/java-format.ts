// Java's Formatter, the language of format strings: %[index$][flags][width][.precision]conversion. A format string is
// parsed once into pieces; every mistake in it is named with the specifier that holds it.

import { fault } from "../fault.ts";
import { charge, chargeString, spendMany } from "../meter.ts";
import { typeName } from "./describe-type.ts";
import { graphemeCount } from "./graphemes.ts";
import { fitsLong, formatDecimal, formatFloat, formatRadix } from "./java-format-number.ts";
import { formatTime, timeConversions } from "./java-format-time.ts";
import { javaHash } from "./java-hash.ts";
import { asBig, asDouble, isFloat, isInteger, isNumber } from "./numbers.ts";
import { printPlain } from "./print.ts";
import { sliceCharacters } from "./text.ts";
import { Flt, type Value } from "./value.ts";

export interface Specifier {
  /** As written, for messages. */
  readonly text: string;
  /** 1-based argument number, 0 for the next one, -1 for the previous one. */
  readonly index: number;
  readonly flags: ReadonlySet<string>;
  /** -1 when not given. */
  readonly width: number;
  /** -1 when not given. */
  readonly precision: number;
  /** Lower case. A time conversion is "t" with its part in `part`. */
  readonly conversion: string;
  readonly part: string;
  readonly upper: boolean;
}

type Piece = string | Specifier;

/** What filling in one argument takes besides its text. */
const CONVERSION_BYTES = 200;

const shape = /%(\d+\$)?([-#+ 0,(<]*)(\d+)?(\.\d+)?([tT])?([a-zA-Z%])/y;
const parsed = new Map<string, readonly Piece[]>();

/** The text of a format string filled with arguments. Surplus arguments are ignored. */
export function formatJava(format: string, args: readonly Value[]): string {
  const pieces = parseFormat(format);
  spendMany(pieces.length);
  let next = 0;
  let previous = -1;
  let length = 0;
  const out: string[] = [];
  for (const piece of pieces) {
    let text: string;
    if (typeof piece === "string") text = piece;
    else if (piece.conversion === "n") text = "\n";
    else if (piece.conversion === "%") text = padded("%", piece);
    else {
      if (piece.index > 0) previous = piece.index - 1;
      else if (piece.index === 0) previous = next++;
      if (previous < 0 || previous >= args.length) missingArgument(piece, args.length);
      text = formatArgument(piece, args[previous] as Value);
    }
    length += text.length;
    charge(typeof piece === "string" ? 48 : CONVERSION_BYTES);
    out.push(text);
  }
  chargeString(length);
  return out.join("");
}

function parseFormat(format: string): readonly Piece[] {
  // Paid whether or not another run has parsed it before: the same program costs the same everywhere.
  spendMany(format.length);
  const known = parsed.get(format);
  if (known !== undefined) return known;
  const pieces: Piece[] = [];
  let from = 0;
  for (let at = format.indexOf("%"); at >= 0; at = format.indexOf("%", from)) {
    if (at > from) pieces.push(format.slice(from, at));
    shape.lastIndex = at;
    const m = shape.exec(format);
    if (m === null)
      fault(
        "runtime_error",
        `format: "${format.slice(at, at + 8)}" is not a complete specifier.`,
        "Write %% for a percent sign; a specifier is %[flags][width][.precision]letter, such as %s, %5d or %.2f.",
      );
    pieces.push(specifier(m));
    from = shape.lastIndex;
  }
  if (from < format.length) pieces.push(format.slice(from));
  if (format.length <= 200) {
    if (parsed.size >= 256) parsed.clear();
    parsed.set(format, pieces);
  }
  return pieces;
}

function specifier(m: RegExpExecArray): Specifier {
  const [text, index, flagText = "", width, precision, time, letter = ""] = m;
  const flags = new Set(flagText);
  const conversion = time === undefined ? letter.toLowerCase() : "t";
  const spec: Specifier = {
    text,
    index: flags.has("<") ? -1 : index === undefined ? 0 : Number(index.slice(0, -1)),
    flags,
    width: width === undefined ? -1 : Number(width),
    precision: precision === undefined ? -1 : Number(precision.slice(1)),
    conversion,
    part: time === undefined ? "" : letter,
    upper: time === undefined ? letter !== conversion : time === "T",
  };
  if (flags.size < flagText.length) bad(spec, "repeats a flag");
  if (index !== undefined && spec.index === 0) bad(spec, "counts arguments from 0; the first is 1$");
  check(spec);
  return spec;
}

/** Which flags a conversion refuses, besides the general rules in `check`. */
const refused: Readonly<Record<string, string>> = {
  b: "#+ 0,(",
  h: "#+ 0,(",
  s: "#+ 0,(",
  c: "#+ 0,(",
  t: "#+ 0,(",
  d: "#",
  o: ",",
  x: ",",
  f: "",
  e: ",",
  g: "#",
  n: "-#+ 0,(<",
  "%": "#+ 0,(<",
};

const upperAllowed = "bhscxegt";

function check(spec: Specifier): void {
  const { conversion, flags, upper } = spec;
  const no = refused[conversion];
  if (no === undefined || (upper && !upperAllowed.includes(conversion)))
    fault(
      "runtime_error",
      `format: there is no conversion ${spec.text}.`,
      "Use %s (text), %d (integer), %f or %.2f (float), %e, %g, %x, %o, %c, %b, %n (line end) or %% (percent sign).",
    );
  if (conversion === "t" && (spec.part === "" || !timeConversions.includes(spec.part)))
    bad(spec, "names no part of a date or time");
  for (const flag of no) if (flags.has(flag)) bad(spec, `cannot take the flag "${flag}"`);
  if (conversion === "n" && spec.width >= 0) bad(spec, "cannot take a width");
  if ("doxctn%".includes(conversion) && spec.precision >= 0) bad(spec, "cannot take a precision");
  if (spec.width < 0 && (flags.has("-") || flags.has("0"))) bad(spec, 'needs a width with the flag "-" or "0"');
  if (flags.has("-") && flags.has("0")) bad(spec, 'cannot take both "-" and "0"');
  if (flags.has("+") && flags.has(" ")) bad(spec, 'cannot take both "+" and a space');
}

function bad(spec: Specifier, problem: string): never {
  fault("runtime_error", `format: ${spec.text} ${problem}.`, "Write it like %-10s, %05d, %+d, %,d, %.2f or %8.2f.");
}

function missingArgument(spec: Specifier, given: number): never {
  fault(
    "runtime_error",
    `format: there is no argument for ${spec.text}; ${given} ${given === 1 ? "was" : "were"} given.`,
    "Pass one argument for each specifier, or write %% for a percent sign.",
  );
}

function wrongArgument(spec: Specifier, expected: string, v: Value): never {
  fault(
    "type_error",
    `format: ${spec.text} expects ${expected}, got ${typeName(v)}.`,
    typeof v === "string" && "doxfeg".includes(spec.conversion)
      ? "Parse it first with parse-long or parse-double, or use %s."
      : spec.conversion === "d" && isFloat(v)
        ? "Use %.0f or %.2f for floats, or convert first: (int x) or (round x)."
        : "Use %s for any value.",
  );
}

function formatArgument(spec: Specifier, v: Value): string {
  // nil is nothing as text, as in (str nil); elsewhere it shows as Java's null.
  if (v === null && spec.conversion !== "b") return textual(spec.conversion === "s" ? "" : "null", spec);
  switch (spec.conversion) {
    case "s":
      return textual(printPlain(v), spec);
    case "b":
      return textual(v === null || v === false ? "false" : "true", spec);
    case "h":
      return textual(((javaHash(v) ?? wrongArgument(spec, "a string, number or boolean", v)) >>> 0).toString(16), spec);
    case "c":
      return textual(character(spec, v), spec);
    case "d":
      return padded(formatDecimal(spec, integer(spec, v)), spec);
    case "o":
    case "x":
      return padded(formatRadix(spec, unsigned(spec, integer(spec, v))), spec);
    case "t":
      return textual(formatTime(spec.part, v) ?? wrongArgument(spec, "a date or time", v), spec);
    default:
      // Java refuses integers here; data that is sometimes 5 and sometimes 5.5 should not make a program fail.
      if (!isNumber(v)) wrongArgument(spec, "a number", v);
      return padded(formatFloat(spec, asDouble(v)), spec);
  }
}

/** An integer, or a float that is whole: / always gives floats, and Clojure's (/ 10 2) would be one. */
function integer(spec: Specifier, v: Value): bigint {
  if (isInteger(v)) return asBig(v);
  if (v instanceof Flt) return BigInt(v.value);
  wrongArgument(spec, "an integer", v);
}

/** Within a long, %x and %o show bits, so the flags that speak of a sign make no sense. */
function unsigned(spec: Specifier, n: bigint): bigint {
  if (fitsLong(n)) for (const flag of "+ (") if (spec.flags.has(flag)) bad(spec, `cannot take the flag "${flag}"`);
  return n;
}

function character(spec: Specifier, v: Value): string {
  if (typeof v === "string" && v !== "" && v.length <= 32 && graphemeCount(v) === 1) return v;
  if (typeof v === "number" && Number.isInteger(v) && v >= 0 && v <= 0x10ffff && !(v >= 0xd800 && v <= 0xdfff))
    return String.fromCodePoint(v);
  wrongArgument(spec, "a character", v);
}

/** Cut to the precision, then put into capitals, then padded. */
function textual(text: string, spec: Specifier): string {
  let shown = spec.precision < 0 ? text : sliceCharacters(text, 0, spec.precision);
  if (spec.upper) {
    chargeString(shown.length);
    shown = shown.toUpperCase();
  }
  return padded(shown, spec);
}

function padded(text: string, spec: Specifier): string {
  if (spec.width <= text.length) return text;
  chargeString(spec.width);
  const fill = spec.width - graphemeCount(text);
  return spec.flags.has("-") ? text + " ".repeat(fill) : " ".repeat(fill) + text;
}
