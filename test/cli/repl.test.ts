// The repl as it behaves on a terminal: prompts, several lines, Ctrl-C, completion and history.

import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, describe, expect, test } from "vitest";
import type { Shell } from "../../src/apps/cli/command.ts";
import { complete } from "../../src/apps/cli/completion.ts";
import { openHistory } from "../../src/apps/cli/history.ts";
import { interactive, Turns } from "../../src/apps/cli/repl.ts";
import { stateOf } from "../../src/apps/cli/typed-input.ts";
import { Session, withLimits } from "../../src/lisp/run.ts";
import { parseJson } from "../../src/lisp/values/json.ts";
import { PMap } from "../../src/lisp/values/map.ts";

const folders: string[] = [];

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "ptc-repl-"));
  folders.push(folder);
  return folder;
}

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function dataOf(json: string): PMap {
  const parsed = withLimits({}, () => parseJson(json));
  if (!parsed.ok || !(parsed.value instanceof PMap)) throw new Error("not an object");
  return parsed.value;
}

/** Types the keys one by one, as a person would, and returns what was answered, what was said, and the screen. */
async function typed(keys: readonly string[], env: NodeJS.ProcessEnv = {}, data: PMap | null = null) {
  const out: string[] = [];
  const err: string[] = [];
  const shell: Shell = {
    out: (text) => out.push(text),
    err: (text) => err.push(text),
    colorOut: false,
    colorErr: false,
  };
  const input = new PassThrough();
  const output = new PassThrough();
  let screen = "";
  output.on("data", (chunk: Buffer) => {
    screen += chunk.toString("utf8");
  });
  const turns = new Turns(shell, new Session(), data);
  const ended = interactive(input, output, turns, openHistory(env), shell);
  for (const key of keys) {
    await pause(1);
    input.write(key);
  }
  input.end();
  return { code: await ended, out, err, screen };
}

const ctrlC = "\x03";
const ctrlD = "\x04";
const tab = "\t";
const up = "\x1b[A";

test("results go to stdout, prompts and greeting do not", async () => {
  const { code, out, err, screen } = await typed(["(+ 1 2)\n", "*1\n", ctrlD]);
  expect(code).toBe(0);
  expect(out).toEqual(["3", "3"]);
  expect(err).toHaveLength(1);
  expect(screen).toContain("ptc> ");
});

test("input goes on until its brackets are closed, under another prompt", async () => {
  const { out, screen } = await typed(["(+ 1\n", "   2\n", ")\n", ":quit\n"]);
  expect(out).toEqual(["3"]);
  expect(screen).toContain("...  ");
});

test("Ctrl-C drops the line and what was still open", async () => {
  const { out, err } = await typed(["(+ 1\n", "(inc", ctrlC, "42\n", ctrlC, "43\n", ctrlD]);
  expect(out).toEqual(["42", "43"]);
  expect(err).toHaveLength(1);
});

test("a failing turn does not end the session or its exit code", async () => {
  const { code, out, err } = await typed(["(inc nil)\n", "1\n", ctrlD]);
  expect(code).toBe(0);
  expect(out).toEqual(["1"]);
  expect(err[1]).toContain("error[type_error]");
});

test("Tab completes a name that is unique", async () => {
  const { out } = await typed(["(def answer-to-all 42)\n", "answer-", tab, "\n", ctrlD]);
  expect(out).toEqual(["#'answer-to-all", "42"]);
});

describe("completion", () => {
  const data = dataOf('{"orders": [], "order-count": 3, "x": 1}');
  const names = (line: string) => complete(line, ["my-total", "my-sum"], data)[0];

  test.each([
    ["(my-", ["my-sum", "my-total"]],
    ["(map data/ord", ["data/order-count", "data/orders"]],
    ["(when-le", ["when-let"]],
    ["(group-", ["group-by"]],
    ["(str/upper", ["str/upper-case"]],
    ["clojure.string/upper", ["clojure.string/upper-case"]],
    ["[*", ["*", "*1", "*2", "*3"]],
    ["(no-such-name", []],
    ["(map ", []],
    ["", []],
  ])("%s", (line, expected) => {
    expect(names(line)).toEqual(expected);
  });

  test("the word it continues starts after a bracket or quote", () => {
    expect(complete("(f #(my-t", ["my-total"], null)).toEqual([["my-total"], "my-t"]);
    expect(complete("(f 'my-t", ["my-total"], null)).toEqual([["my-total"], "my-t"]);
  });
});

describe("history", () => {
  test("lines of an earlier session come back with the arrow keys", async () => {
    const env = { XDG_STATE_HOME: temporaryFolder() };
    await typed(["(+ 20 1)\n", "(+ 20\n", "2)\n", ctrlD], env);
    const { out } = await typed([up, up, up, "\n", ctrlD], env);
    expect(out).toEqual(["21"]);
    expect(readFileSync(join(env.XDG_STATE_HOME, "ptc/history"), "utf8")).toBe("(+ 20 1)\n(+ 20\n2)\n(+ 20 1)\n");
  });

  test("it is the user's own, under ~/.local/state by default", () => {
    const home = temporaryFolder();
    openHistory({ HOME: home }).add("(secret)");
    const path = join(home, ".local/state/ptc/history");
    expect(readFileSync(path, "utf8")).toBe("(secret)\n");
    expect(statSync(path).mode & 0o077).toBe(0);
  });

  test("blank lines and repetitions are not kept, and it is cut when it grows", () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, "ptc"));
    const path = join(folder, "ptc/history");
    writeFileSync(path, Array.from({ length: 2001 }, (_, i) => `${i}\n`).join(""));
    const history = openHistory({ XDG_STATE_HOME: folder });
    expect(history.lines).toHaveLength(1000);
    expect(history.lines[0]).toBe("2000");
    for (const line of ["", "  ", "2000", "a", "a"]) history.add(line);
    expect(readFileSync(path, "utf8").split("\n")).toHaveLength(1002);
  });

  test.each([{}, { XDG_STATE_HOME: "relative/path" }, { XDG_STATE_HOME: "/dev/null/nowhere" }])(
    "without a place to write it lasts for the session: %j",
    async (env) => {
      const { out } = await typed(["(inc 1)\n", up, "\n", ctrlD], env);
      expect(out).toEqual(["2", "2"]);
    },
  );
});

test.each([
  ["", "nothing"],
  [" ; comment", "nothing"],
  ["1", "whole"],
  ["(f", "open"],
  ["(f [1 {:a #{1", "open"],
  ["(f [1 {:a #{1}}])", "whole"],
  ["#(inc %", "open"],
  ['"text', "open"],
  ['(f "a)")', "whole"],
  ["(f ; )", "open"],
  ["(f \\)", "open"],
  ["'", "open"],
  ["#_", "open"],
  ["(f]", "whole"],
  [")", "whole"],
  ["(f) (g", "open"],
])("%j is %s", (text, state) => {
  expect(stateOf(text)).toBe(state);
});
