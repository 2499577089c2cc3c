// Differences of lines in the unified format that patch and git apply read: hunks with lines of context around them, and a
// mark where a text does not end in a newline.

export interface Run {
  readonly kind: "same" | "removed" | "added";
  readonly items: readonly string[];
}

interface Line {
  readonly sign: " " | "-" | "+";
  readonly text: string;
}

const signs = { same: " ", removed: "-", added: "+" } as const;

export function unifiedDiff(runs: readonly Run[], context: number, names: readonly [string, string]): string {
  const lines: readonly Line[] = runs.flatMap(({ kind, items }) => items.map((text) => ({ sign: signs[kind], text })));
  const hunks = hunkRanges(lines, context);
  if (hunks.length === 0) return "";
  const before = new Int32Array(lines.length + 1);
  const after = new Int32Array(lines.length + 1);
  lines.forEach(({ sign }, i) => {
    before[i + 1] = before[i]! + (sign === "+" ? 0 : 1);
    after[i + 1] = after[i]! + (sign === "-" ? 0 : 1);
  });
  const text = hunks.map(([from, to]) => {
    const head = `@@ -${span(before[from]!, before[to]!)} +${span(after[from]!, after[to]!)} @@\n`;
    return head + lines.slice(from, to).map(lineText).join("");
  });
  return `--- ${names[0]}\n+++ ${names[1]}\n${text.join("")}`;
}

/** Changes closer than two contexts share a hunk. */
function hunkRanges(lines: readonly Line[], context: number): readonly (readonly [number, number])[] {
  const ranges: [number, number][] = [];
  lines.forEach(({ sign }, i) => {
    if (sign === " ") return;
    const last = ranges.at(-1);
    const to = Math.min(lines.length, i + 1 + context);
    if (last !== undefined && i - context <= last[1]) last[1] = to;
    else ranges.push([Math.max(0, i - context), to]);
  });
  return ranges;
}

/** Lines count from 1; an empty span names the line before it. */
function span(from: number, to: number): string {
  const count = to - from;
  return count === 1 ? `${from + 1}` : `${count === 0 ? from : from + 1},${count}`;
}

function lineText({ sign, text }: Line): string {
  return text.endsWith("\n") ? sign + text : `${sign}${text}\n\\ No newline at end of file\n`;
}
