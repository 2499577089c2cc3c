// ARCHITECTURE.md is kept true: who may import whom is read from its line of rooms, and its map names every folder.

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect, it } from "vitest";

const root = new URL("..", import.meta.url).pathname;
const map = readFileSync(join(root, "ARCHITECTURE.md"), "utf8");
const words = (text: string): readonly string[] => [...(text.match(/\w+/g) ?? [])];
const levels = /Who may import whom: `([^`]+)`/.exec(map)![1]!.split(" <- ").map(words);
const withNode = words(/`node:`\s+appears only in ([^(]+)\(/.exec(map)![1]!).filter((word) => word !== "and");
const files = (readdirSync(join(root, "src"), { recursive: true }) as string[]).filter((f) => f.endsWith(".ts"));

interface Import {
  readonly from: string;
  readonly to: string;
}

const imports: readonly Import[] = files.flatMap((from) => {
  const text = readFileSync(join(root, "src", from), "utf8");
  const found = text.matchAll(
    /^(?:import|export)\b[^;"]*?\bfrom\s+"([^"]+)"|^import\s+"([^"]+)"|\bimport\("([^"]+)"\)/gm,
  );
  return [...found].map(([, named, bare, dynamic]) => ({ from, to: (named ?? bare ?? dynamic)! }));
});

function roomOf(file: string): string {
  return file.includes("/") ? file.slice(0, file.indexOf("/")) : file.replace(/\.ts$/, "");
}

const levelOf = (file: string) => levels.findIndex((level) => level.includes(roomOf(file)));
const shown = ({ from, to }: Import) => `${from} imports ${to}`;

it("finds the files and their imports", () => {
  expect(files.length).toBeGreaterThan(100);
  expect(imports.length).toBeGreaterThan(500);
});

it("every file belongs to a room of the map", () => {
  expect(files.filter((file) => levelOf(file) < 0)).toEqual([]);
});

it("no room imports from one beside or after it", () => {
  const wrong = imports.filter(({ from, to }) => {
    if (!to.startsWith(".")) return false;
    const target = normalize(join(dirname(from), to));
    return roomOf(target) !== roomOf(from) && levelOf(target) >= levelOf(from);
  });
  expect(wrong.map(shown)).toEqual([]);
});

it("node: is imported where the page says, and nowhere below the pure library", () => {
  const wrong = imports.filter(({ from, to }) => to.startsWith("node:") && !withNode.includes(roomOf(from)));
  expect(wrong.map(shown)).toEqual([]);
  expect(withNode).not.toContain("index");
});

it("packages are those of package.json, and only reading and formatting know the parser toolkit", () => {
  const declared = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as Record<string, object | undefined>;
  const names = ["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"].flatMap((kind) =>
    Object.keys(declared[kind] ?? {}),
  );
  const packages = imports.filter(({ to }) => !to.startsWith(".") && !to.startsWith("node:"));
  const nameOf = (to: string) => to.split("/", to.startsWith("@") ? 2 : 1).join("/");
  expect(packages.filter(({ to }) => !names.includes(nameOf(to))).map(shown)).toEqual([]);
  const knows = /^lisp\/(read|format)\//;
  expect(packages.filter(({ from, to }) => to === "chevrotain" && !knows.test(from)).map(shown)).toEqual([]);
});

it("the map names every folder", () => {
  const folders = new Set(files.map(dirname).filter((f) => f.includes("/")));
  const unnamed = [...folders].filter((f) => !map.includes(`${f.split("/").at(-1)}/`) && !map.includes(`src/${f}`));
  expect(unnamed.filter((f) => !f.startsWith("names/"))).toEqual([]);
});

it("every file opens by saying what it is for", () => {
  expect(files.filter((f) => !/^(#!.*\n+)?\/\//.test(readFileSync(join(root, "src", f), "utf8")))).toEqual([]);
});
