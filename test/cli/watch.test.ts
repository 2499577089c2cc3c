// ptc test --watch, as somebody uses it who has a broken file open: it says so, goes on, and tests again once it is mended.

import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { builtFolder, cleanEnvironment } from "./built.ts";

let folder: string;
let watching: ChildProcess | null = null;
afterEach(() => {
  watching?.kill();
  rmSync(folder, { recursive: true });
});

const tool = (body: string): string =>
  `(defn more "One more." {:signature "(n :int) -> :int" :examples [{:args {:n 1} :result 2}]} [n] ${body})`;

test("goes on over files that are broken, from the first round on", async () => {
  folder = mkdtempSync(join(tmpdir(), "ptc-watch-"));
  const run = { cwd: folder, env: cleanEnvironment(folder) };
  const ptc = join(builtFolder(), "ptc.js");
  expect(spawnSync(process.execPath, [ptc, "init"], run).status).toBe(0);
  const file = join(folder, "tools/more.clj");
  writeFileSync(file, "(");

  const child = spawn(process.execPath, [ptc, "test", "--watch"], run);
  watching = child;
  let said = "";
  const streams = [child.stdout, child.stderr];
  for (const stream of streams)
    stream.on("data", (chunk: Buffer) => {
      said += chunk.toString();
    });
  const hears = (words: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const look = (): void => (said.includes(words) ? resolve() : undefined);
      for (const stream of streams) stream.on("data", look);
      child.on("exit", () => reject(new Error(`It ended:\n${said}`)));
      look();
    });

  await hears("tools/more.clj:1:1");
  writeFileSync(file, tool("(+ n 1)"));
  await hears("more@1.0.0");
  writeFileSync(file, tool("(+ n 2)"));
  await hears("more  refused");
  writeFileSync(file, tool("(inc n)"));
  await hears("more@1.0.1");
  expect(child.exitCode).toBeNull();
});
