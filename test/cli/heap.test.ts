// Programs that hold on to all they make: on a small heap they must end before V8 ends the process.

import { spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { builtFolder, cleanEnvironment } from "./built.ts";

const hoarders = [
  "(loop [v []] (recur [v]))",
  "(loop [v []] (recur {:a v}))",
  "(loop [v [] i 0] (recur [#{i} v] (inc i)))",
  "(loop [v []] (recur (partial + v)))",
  '(loop [v [] i 0] (recur [(keyword (str "k" i)) v] (inc i)))',
];

function onSmallHeap(args: readonly string[], input = "") {
  return spawnSync(process.execPath, ["--max-old-space-size=96", join(builtFolder(), "ptc.js"), ...args], {
    encoding: "utf8",
    input,
    env: cleanEnvironment(tmpdir()),
  });
}

test.each(hoarders)("%s ends in an error", (program) => {
  const { status, stdout, stderr } = onSmallHeap(["eval", program]);
  expect(stderr).toMatch(/^error\[memory_exceeded\]: The program holds more than [\d,]+ bytes of live memory\./);
  expect(stderr).toContain("= hint: Keep less at a time");
  expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
});

test("a batch answers the requests after one", () => {
  const requests = [hoarders[0], "(+ 1 2)"].map((source, id) => JSON.stringify({ id, source }));
  const { status, stdout } = onSmallHeap(["eval", "--batch"], requests.join("\n"));
  expect(
    stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as object),
  ).toMatchObject([
    { id: 0, ok: false, error: { reason: "memory_exceeded" } },
    { id: 1, ok: true, value: "3" },
  ]);
  expect(status).toBe(0);
});

test("a session goes on after one", () => {
  const { status, stdout } = onSmallHeap(["repl"], `(def x 41)\n${hoarders[0]}\n(inc x)\n`);
  expect(stdout.trim().split("\n").at(-1)).toBe("42");
  expect(status).toBe(1);
});
