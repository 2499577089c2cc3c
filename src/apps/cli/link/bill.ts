// ptc bill: what an image costs in a prompt, beside what everything registered would.

import type { PromptBill, PromptCost } from "../../../node.ts";
import { type Command, EXIT, jsonFlag, UsageError } from "../command.ts";
import { readText } from "../files.ts";
import { placeFlags, withRegistry } from "../registry/open.ts";

export const billCommand: Command = {
  name: "bill",
  usage: ["bill IMAGE.json [--json]"],
  summary: "counts the prompt of an image beside that of everything registered",
  flags: [...placeFlags, jsonFlag],
  notes: ["The same tokenizer and the same words for both; red and degraded tools are not counted."],
  examples: ["ptc bill worker.json", "ptc bill worker.json --json"],
  run: (args, shell, modules) => {
    const [file] = args.positional;
    if (file === undefined || args.positional.length !== 1)
      throw new UsageError("ptc bill takes one image: ptc bill worker.json.");
    const text = readText(file);
    return withRegistry(args, shell, modules, async ({ engine, library }) => {
      const opened = library.openBundle(text);
      if (!opened.ok) {
        shell.err(library.renderLinkProblem(opened.problem, new Map(), { color: shell.colorErr }));
        return EXIT.program;
      }
      const bill = await library.promptBill(engine, opened.bundle);
      if (args.has("json")) shell.out(JSON.stringify(bill));
      else for (const line of billLines(bill, file)) shell.out(line);
      return EXIT.ok;
    });
  },
};

function billLines({ everything, image, counter }: PromptBill, name: string): readonly string[] {
  const row = (label: string, cost: PromptCost, whole: PromptCost | null) => [
    label,
    grouped(cost.tools),
    grouped(cost.skills),
    grouped(cost.prompt),
    share(cost.prompt, whole?.prompt),
    grouped(cost.functions),
    share(cost.functions, whole?.functions),
  ];
  const rows = [
    [`tokens (${counter})`, "tools", "skills", "prompt", "", "as JSON functions", ""],
    ...(everything === null ? [] : [row("everything", everything, null)]),
    row(name, image, everything),
  ];
  const widths = rows[0]!.map((_, i) => Math.max(...rows.map((cells) => cells[i]!.length)));
  const lines = rows.map((cells) =>
    cells
      .map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!)))
      .join("  ")
      .trimEnd(),
  );
  return everything === null ? [...lines, "Everything registered cannot be linked together."] : lines;
}

/** "6.3%". */
function share(part: number, whole: number | undefined): string {
  return whole === undefined || whole === 0 ? "" : percent(part, whole);
}

export function percent(part: number, whole: number): string {
  return `${((100 * part) / whole).toFixed(1)}%`;
}

export function grouped(n: number): string {
  return String(n).replace(/\B(?=(?:\d{3})+$)/g, ",");
}
