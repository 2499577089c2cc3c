// How the walk looks: a heading and a reason for each step, the commands as they would be typed, what they answered below.
// Long lines are folded under themselves; what a step leaves out is marked.

import { cellsOf, widthOf } from "../../../base/width.ts";
import type { Step } from "./walk.ts";

export interface Page {
  readonly width: number;
  readonly color: boolean;
}

const codes = { bold: "1", dim: "2", cyan: "36", green: "32", red: "31" } as const;

export function painted(text: string, code: keyof typeof codes, { color }: Page): string {
  return color ? `\x1b[${codes[code]}m${text}\x1b[0m` : text;
}

export function headingLines(step: Step, number: number, page: Page): readonly string[] {
  return [
    "",
    painted(`${number}. ${step.title}`, "bold", page),
    ...folded(step.why, page.width - 3).map((line) => `   ${painted(line, "dim", page)}`),
    "",
  ];
}

/** Folded as a shell reads it: between words, with a flag and its value together. */
export function commandLines(command: string, page: Page): readonly string[] {
  const words = command.match(/(?:--[\w-]+ (?!--))?(?:'[^']*'|[^\s'])+/g) ?? [];
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    const room = page.width - "   $  \\".length;
    if (last === undefined) lines.push(word);
    else if (last.length + 1 + word.length <= room) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(`    ${word}`);
  }
  return lines
    .map((line, i) => `   ${i === 0 ? "$ " : "  "}${line}${i < lines.length - 1 ? " \\" : ""}`)
    .map((line) => painted(line, "cyan", page));
}

export function outputLines(output: readonly string[], shown: RegExp | undefined, page: Page): readonly string[] {
  const lines: string[] = [];
  let isLeftOut = false;
  for (const line of output) {
    const plain = withoutColor(line);
    if (plain.trim() === "") continue;
    if (shown === undefined || shown.test(plain)) lines.push(...foldedOutput(line, page));
    else if (!isLeftOut) lines.push(painted("   \u2026", "dim", page));
    isLeftOut = shown !== undefined && !shown.test(plain);
  }
  return lines;
}

/** Continued below what it says, not below its label; a text of several lines is shown as such: "    expected  [{\u2026". */
function foldedOutput(line: string, page: Page): readonly string[] {
  const plain = withoutColor(line);
  const width = page.width - 3;
  if (widthOf(cellsOf(plain)) <= width) return [`   ${line}`];
  const indent = /^ *(?:(?:input|expected|actual) +|= hint: |- |[\u2713\u2717] (?:[a-z]+ {2,})?)?/.exec(plain)![0]
    .length;
  const [first = "", ...more] = plain.split(/(?<=\\n)/);
  // Colours would have to be carried over the folds; a line this long is no headline.
  return [first, ...more.map((part) => " ".repeat(indent) + part)]
    .flatMap((part) => folded(part, width, indent))
    .map((part) => `   ${part}`);
}

/** After a space or a comma where there is one; the lines after the first one indented. */
export function folded(text: string, width: number, indent = 0): readonly string[] {
  const lines: string[] = [];
  let rest = text;
  while (widthOf(cellsOf(rest)) > width) {
    const best = Math.max(rest.lastIndexOf(" ", width), rest.lastIndexOf(",", width - 1) + 1);
    const at = best > indent + (width - indent) / 2 ? best : width;
    lines.push(rest.slice(0, at).trimEnd());
    rest = " ".repeat(indent) + rest.slice(at).replace(/^ /, "");
  }
  return [...lines, rest];
}

function withoutColor(text: string): string {
  return text.replace(/\x1b\[\d*m/g, "");
}
