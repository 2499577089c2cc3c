// Transcripts: Markdown with ```console blocks of commands and what they print. Standard error is marked with `2> `, an exit
// code other than 0 stands at the end as `[exit 1]`. A block named with a file (```clojure report.clj) writes that file.
//
//   $ ptc eval '(+ 1 2)'
//   3

import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

export type Step =
  | { readonly kind: "file"; readonly name: string; readonly text: string }
  | {
      readonly kind: "command";
      /** 1-based line of the command in the Markdown file. */
      readonly line: number;
      readonly command: string;
      readonly expected: readonly string[];
    };

/** The commands of a README, where `npx ptc` stands for ptc and both streams are shown as a terminal shows them. */
export function readmeCommands(markdown: string): (Step & { readonly kind: "command" })[] {
  const shown = markdown.replaceAll("$ npx ptc ", "$ ptc ").replaceAll("```sh\n$ ", "```console\n$ ");
  return stepsOf(shown).filter((step) => step.kind === "command");
}

export function stepsOf(markdown: string): Step[] {
  const steps: Step[] = [];
  const lines = markdown.split("\n");
  for (let i = 0; i < lines.length; i++) {
    const fence = /^```(\w+)(?: (\S+))?$/.exec(lines[i]!);
    if (fence === null) continue;
    const start = i + 1;
    const end = lines.indexOf("```", start);
    const [, kind, name] = fence;
    if (name !== undefined) steps.push({ kind: "file", name, text: `${lines.slice(start, end).join("\n")}\n` });
    else if (kind === "console") steps.push(...commandsOf(lines.slice(start, end), start + 1));
    i = end;
  }
  return steps;
}

function commandsOf(lines: readonly string[], firstLine: number): Step[] {
  const starts = lines.flatMap((line, i) => (line.startsWith("$ ") ? [i] : []));
  return starts.map((start, n): Step => {
    let body = start + 1;
    const command = [lines[start]!.slice(2)];
    // A command goes on while its lines start with `> `.
    while (lines[body]?.startsWith("> ")) command.push(lines[body++]!.slice(2));
    const expected = lines
      .slice(body, starts[n + 1] ?? lines.length)
      .join("\n")
      .trimEnd();
    return {
      kind: "command",
      line: firstLine + start,
      command: command.join("\n"),
      expected: expected === "" ? [] : expected.split("\n"),
    };
  });
}

export interface Sandbox {
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
}

export function writeStep(step: Step & { readonly kind: "file" }, { folder }: Sandbox): void {
  const path = join(folder, step.name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, step.text);
}

/** What the command prints, as a transcript shows it. */
export function perform(command: string, { folder, env }: Sandbox): string[] {
  const done = spawnSync("sh", ["-c", command], { cwd: folder, env, encoding: "utf8", timeout: 50_000 });
  const shown = (text: string, mark: string) =>
    text === ""
      ? []
      : text
          .replace(/\n$/, "")
          .split("\n")
          .map((line) => `${mark}${line}`.trimEnd());
  return [
    ...shown(done.stdout, ""),
    ...shown(done.stderr, "2> "),
    ...(done.status === 0 ? [] : [`[exit ${done.status ?? done.signal}]`]),
  ];
}

/** The Markdown with each command's output replaced. */
export function rewritten(markdown: string, outputs: ReadonlyMap<number, readonly string[]>): string {
  const lines = markdown.split("\n");
  for (const step of stepsOf(markdown).reverse()) {
    if (step.kind !== "command") continue;
    const from = step.line - 1 + step.command.split("\n").length;
    lines.splice(from, step.expected.length, ...(outputs.get(step.line) ?? step.expected));
  }
  return lines.join("\n");
}
