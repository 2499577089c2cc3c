// Runs spec/cli: every command of every transcript, against the built command. UPDATE=1 rewrites what they print. The
// commands of the README and of the guide to tools are held to the same.

import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { builtFolder, cleanEnvironment, root } from "./built.ts";
import { perform, readmeCommands, rewritten, type Sandbox, stepsOf, writeStep } from "./transcript.ts";

const folder = join(root, "spec/cli");

/** An empty folder with ptc on the path, for the tests of one file. */
function useSandbox(): () => Sandbox {
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

const transcripts = [
  ...readdirSync(folder)
    .filter((name) => name.endsWith(".md"))
    .map((name) => `spec/cli/${name}`),
  "docs/guide/writing-tools.md",
];

describe.each(transcripts)("%s", (name) => {
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

describe("README.md", () => {
  const sandbox = useSandbox();
  const commands = readmeCommands(readFileSync(join(root, "README.md"), "utf8"));

  test("shows some commands", () => expect(commands.length).toBeGreaterThan(1));

  for (const { command, expected } of commands)
    test(command, () => {
      // A README shows no exit codes.
      expect(perform(`{ ${command}; } 2>&1 || true`, sandbox())).toEqual(expected.map((line) => line.trimEnd()));
    });
});
