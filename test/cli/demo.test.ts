// The README shows the end of the demo; spec/cli/demo.md is what it really prints, and is run by the transcripts.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "./built.ts";

const path = join(root, "README.md");
const readme = readFileSync(path, "utf8");
const printed = readFileSync(join(root, "spec/cli/demo.md"), "utf8").split("\n");

/** From a line that is shown, what the demo prints up to the next command, blank line or changing figure. */
function asPrinted(first: string): string {
  const start = printed.findIndex((line) => line.trim() === first);
  const isEnd = (line: string, i: number): boolean =>
    i > start && (line === "" || line.startsWith("   $ ") || /… s?$/.test(line));
  const end = printed.findIndex(isEnd);
  return start === -1
    ? ""
    : printed
        .slice(start, end)
        .map((line) => line.replace(/^ {3}/, ""))
        .join("\n");
}

test("README.md shows what the demo prints", () => {
  const now = readme.replace(
    /```text\n(.*)\n[^`]*```/g,
    (_, first: string) => `\`\`\`text\n${asPrinted(first)}\n\`\`\``,
  );
  if (process.env.UPDATE) writeFileSync(path, now);
  else expect(readme).toBe(now);
  expect(now.match(/```text\n[^`]+\n```/g)?.length).toBe(2);
});
