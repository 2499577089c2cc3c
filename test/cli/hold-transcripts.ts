// Transcripts held to the built command, command by command. Commands of one transcript follow each other; the transcripts
// are dealt to several test files, which run beside each other.

import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { builtFolder, cleanEnvironment, root } from "./built.ts";
import { perform, rewritten, type Sandbox, stepsOf, writeStep } from "./transcript.ts";

const folder = join(root, "spec/cli");

/** An empty folder with ptc on the path, for the tests of one file. */
export function useSandbox(): () => Sandbox {
  let home: string;
  beforeAll(() => {
    home = mkdtempSync(join(tmpdir(), "ptc-transcript-"));
    mkdirSync(join(home, "bin"));
    mkdirSync(join(home, "work"));
    const ptc = join(home, "bin/ptc");
    writeFileSync(ptc, `#!/bin/sh\nexec "${process.execPath}" "${builtFolder()}/ptc.js" "$@"\n`);
    chmodSync(ptc, 0o755);
  });
  afterAll(() => rmSync(home, { recursive: true }));
  return () => ({
    folder: join(home, "work"),
    env: cleanEnvironment(home, `${join(home, "bin")}:${process.env.PATH}`),
  });
}

const transcripts: readonly string[] = [
  ...readdirSync(folder)
    .filter((name) => name.endsWith(".md"))
    .map((name) => `spec/cli/${name}`),
  "docs/guide/writing-tools.md",
];

/** Of all transcripts, longest first, every so-manyth. */
function share(part: number, parts: number): readonly string[] {
  const steps = (name: string): number => stepsOf(readFileSync(join(root, name), "utf8")).length;
  return [...transcripts].sort((a, b) => steps(b) - steps(a)).filter((_name, i) => i % parts === part);
}

/** How many test files share the transcripts. */
const PARTS = 3;

export function holdTranscripts(part: 0 | 1 | 2): void {
  describe.each(share(part, PARTS))("%s", (name) => {
    const path = join(root, name);
    const markdown = readFileSync(path, "utf8");
    const outputs = new Map<number, readonly string[]>();
    const sandbox = useSandbox();

    afterAll(() => {
      if (process.env.UPDATE) writeFileSync(path, rewritten(markdown, outputs));
    });

    for (const step of stepsOf(markdown)) {
      const title = step.kind === "file" ? `writes ${step.name}` : `${step.line}: ${step.command}`;
      test(title, () => {
        if (step.kind === "file") return writeStep(step, sandbox());
        const printed = perform(step.command, sandbox());
        outputs.set(step.line, printed);
        if (!process.env.UPDATE) expect(printed).toEqual(step.expected.map((line) => line.trimEnd()));
      });
    }
  });
}
