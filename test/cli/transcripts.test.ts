// Runs spec/cli: every command of every transcript, against the built command. UPDATE=1 rewrites what they print.

import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { builtFolder, cleanEnvironment, root } from "./built.ts";
import { perform, rewritten, type Sandbox, stepsOf, writeStep } from "./transcript.ts";

const folder = join(root, "spec/cli");

describe.each(readdirSync(folder).filter((name) => name.endsWith(".md")))("spec/cli/%s", (name) => {
  const path = join(folder, name);
  const markdown = readFileSync(path, "utf8");
  const outputs = new Map<number, readonly string[]>();
  let home: string;
  let sandbox: Sandbox;

  beforeAll(() => {
    home = mkdtempSync(join(tmpdir(), "ptc-transcript-"));
    const bin = join(home, "bin");
    mkdirSync(bin);
    mkdirSync(join(home, "work"));
    writeFileSync(join(bin, "ptc"), `#!/bin/sh\nexec "${process.execPath}" "${builtFolder()}/ptc.js" "$@"\n`);
    chmodSync(join(bin, "ptc"), 0o755);
    sandbox = { folder: join(home, "work"), env: cleanEnvironment(home, `${bin}:${process.env.PATH}`) };
  });

  afterAll(() => {
    rmSync(home, { recursive: true });
    if (process.env.UPDATE) writeFileSync(path, rewritten(markdown, outputs));
  });

  for (const step of stepsOf(markdown)) {
    const title = step.kind === "file" ? `writes ${step.name}` : `${step.line}: ${step.command}`;
    test(title, () => {
      if (step.kind === "file") return writeStep(step, sandbox);
      const printed = perform(step.command, sandbox);
      outputs.set(step.line, printed);
      if (!process.env.UPDATE) expect(printed).toEqual(step.expected.map((line) => line.trimEnd()));
    });
  }
});
