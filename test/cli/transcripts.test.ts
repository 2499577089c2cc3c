// Runs spec/cli: every command of every transcript, against the built command. UPDATE=1 rewrites what they print. The
// commands of the README and of the guide to tools are held to the same.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { root } from "./built.ts";
import { holdTranscripts, useSandbox } from "./hold-transcripts.ts";
import { perform, readmeCommands } from "./transcript.ts";

holdTranscripts(0);

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
