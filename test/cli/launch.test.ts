// The launcher and its code cache: whatever becomes of the cache, the command answers.

import { isAscii } from "node:buffer";
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Script } from "node:vm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { builtFolder, cleanEnvironment } from "./built.ts";

let folder: string;
let dist: string;
let cacheHome: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "ptc launch-")); // the space is part of the test
  dist = join(folder, "dist");
  cacheHome = join(folder, "cache");
  cpSync(builtFolder(), dist, { recursive: true });
});

afterEach(() => rmSync(folder, { recursive: true }));

function shipped(ending: "cjs" | "cache"): string {
  return join(dist, readdirSync(dist).find((name) => name.startsWith("ptc-") && name.endsWith(`.${ending}`))!);
}

function ownCaches(): string[] {
  return existsSync(join(cacheHome, "ptc")) ? readdirSync(join(cacheHome, "ptc")) : [];
}

function ptc(...flags: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...flags, join(dist, "ptc.js"), "eval", "(+ 1 2)"], {
    env: { ...cleanEnvironment(folder), XDG_CACHE_HOME: cacheHome },
    encoding: "utf8",
  });
  return { status, stdout, stderr };
}

const answer = { status: 0, stdout: "3\n", stderr: "" };

test("the shipped cache fits the program and is all that is used", () => {
  const source = readFileSync(shipped("cjs"));
  expect(isAscii(source)).toBe(true); // the launcher reads it as latin1
  const script = new Script(source.toString("latin1"), { cachedData: readFileSync(shipped("cache")) });
  expect(script.cachedDataRejected).toBe(false);
  expect(ptc()).toEqual(answer);
  expect(ownCaches()).toEqual([]);
});

test("without a shipped cache the user gets one, which is used from then on", () => {
  rmSync(shipped("cache"));
  expect(ptc()).toEqual(answer);
  const [name] = ownCaches();
  expect(ownCaches()).toHaveLength(1);
  const path = join(cacheHome, "ptc", name!);
  expect(statSync(path).mode & 0o077).toBe(0);
  const then = new Date(1_600_000_000_000);
  utimesSync(path, then, then);
  expect(ptc()).toEqual(answer);
  expect(statSync(path).mtime).toEqual(then);
});

test("a cache made by another V8, or with other flags, is passed over", () => {
  expect(ptc("--no-lazy-feedback-allocation")).toEqual(answer);
  expect(ownCaches()).toHaveLength(1);
});

test("what is no cache is passed over", () => {
  for (const spoil of [() => writeFileSync(shipped("cache"), ""), () => writeFileSync(shipped("cache"), "nonsense")]) {
    spoil();
    expect(ptc()).toEqual(answer);
  }
});

test("a cut cache is passed over", () => {
  const path = shipped("cache");
  truncateSync(path, statSync(path).size >> 1);
  expect(ptc()).toEqual(answer);
});

test("a cache that others could have written is not trusted, but replaced", () => {
  rmSync(shipped("cache"));
  ptc();
  const path = join(cacheHome, "ptc", ownCaches()[0]!);
  writeFileSync(path, "nonsense");
  chmodSync(path, 0o666);
  expect(ptc()).toEqual(answer);
  expect(statSync(path).mode & 0o077).toBe(0);
  expect(statSync(path).size).toBeGreaterThan(1000);
});

test("without a place for a cache the command works all the same", () => {
  rmSync(shipped("cache"));
  mkdirSync(cacheHome);
  writeFileSync(join(cacheHome, "ptc"), "a file where the folder should be");
  expect(ptc()).toEqual(answer);
  expect(readFileSync(join(cacheHome, "ptc"), "utf8")).toBe("a file where the folder should be");
});

test("only a few caches are kept", () => {
  rmSync(shipped("cache"));
  mkdirSync(join(cacheHome, "ptc"), { recursive: true });
  for (let i = 0; i < 9; i++) writeFileSync(join(cacheHome, "ptc", `ptc-${i}.cache`), "old");
  expect(ptc()).toEqual(answer);
  expect(ownCaches()).toHaveLength(6);
});
