// The outermost layer in process: exit codes for bugs, and tables that hold together.

import { expect, test } from "vitest";
import { EXIT, type Modules, type Shell } from "../../src/apps/cli/command.ts";
import { commands, main } from "../../src/apps/cli/main.ts";
import { showResult } from "../../src/apps/cli/output.ts";
import { wantsColor } from "../../src/apps/cli/terminal.ts";
import { runProgram } from "../../src/lisp/run.ts";

function recording(): Shell & { readonly lines: string[] } {
  const lines: string[] = [];
  return {
    lines,
    out: (text) => lines.push(text),
    err: (text) => lines.push(`2> ${text}`),
    colorOut: false,
    colorErr: false,
  };
}

const nothing = () => Promise.reject(new Error("nothing is loaded here"));
const none: Modules = { library: nothing, file: nothing };

test("an exception of our own is called a bug, with exit code 70", async () => {
  const shell = recording();
  const broken: Shell = {
    ...shell,
    out: () => {
      throw new TypeError("no such thing");
    },
  };
  expect(await main(["eval", "1"], none, broken)).toBe(EXIT.bug);
  expect(shell.lines).toEqual(["2> ptc failed; this is a bug in ptc: no such thing"]);
});

test.each([true, false])("an internal error of the interpreter has exit code 70 (json: %s)", (json) => {
  const failed = runProgram("(inc nil)");
  if (failed.ok || failed.outcome !== "error") throw new Error("it should fail");
  const internal = { ...failed, error: { ...failed.error, reason: "internal_error" as const } };
  expect(showResult(internal, "(inc nil)", "expression", json, recording())).toBe(EXIT.bug);
  expect(showResult(failed, "(inc nil)", "expression", json, recording())).toBe(EXIT.program);
});

test("every command shows its flags and runs under its own name in its examples", async () => {
  for (const command of commands) {
    const shell = recording();
    expect(await main([...command.name.split(" "), "--help"], none, shell)).toBe(EXIT.ok);
    const help = shell.lines.join("\n");
    for (const flag of command.flags) expect(help).toContain(`--${flag.name}`);
    expect(command.examples.some((example) => example.includes(`ptc ${command.name}`))).toBe(true);
    for (const usage of command.usage) expect(usage.startsWith(command.name)).toBe(true);
  }
});

test.each([
  [{}, false],
  [{ FORCE_COLOR: "1" }, true],
  [{ FORCE_COLOR: "0" }, false],
  [{ FORCE_COLOR: "false" }, false],
  [{ FORCE_COLOR: "1", NO_COLOR: "1" }, true],
  [{ NO_COLOR: "1" }, false],
  [{ TERM: "dumb" }, false],
])("colour under %j: %s", (env, expected) => {
  // The tests' own stderr may be a terminal; a file never is.
  if (Object.keys(env).length > 0) expect(wantsColor(2, env)).toBe(expected);
});
