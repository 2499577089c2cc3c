// glob-read beyond its examples: limits, forms, files that cannot be given, and permissions.

import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { compileGlob, matchesGlob } from "../../src/sandbox/glob.ts";
import { globMatcher } from "../../stdlib/parts/glob-match.ts";
import { withBaseTools } from "./base-tools.ts";

const folder = mkdtempSync(join(tmpdir(), "ptc-glob-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
mkdirSync(join(folder, "open/deep"), { recursive: true });
mkdirSync(join(folder, "open/private"));
mkdirSync(join(folder, "closed"));
for (const [path, content] of [
  ["open/b.txt", "bb\r\ncc\r\n"],
  ["open/a.txt", "ä\n"],
  ["open/empty.txt", ""],
  ["open/deep/c.json", '\ufeff{"c": [1]}'],
  ["open/deep/bad.json", "{"],
  ["open/private/key.txt", "key"],
  ["closed/secret.txt", "secret"],
] as const)
  writeFileSync(join(folder, path), content);
writeFileSync(join(folder, "open/binary.bin"), Uint8Array.of(0xff, 0xfe, 0x00));
symlinkSync(join(folder, "closed/secret.txt"), join(folder, "open/link.txt"));

const tools = withBaseTools({
  root: folder,
  grants: { allow: ["filesystem:read:open/**"], deny: ["filesystem:read:open/private/**"] },
});
const few = withBaseTools({
  root: folder,
  grants: { allow: ["filesystem:read:open/**"] },
  hostLimits: { hostCalls: 4 },
});
const strict = withBaseTools({ root: folder, grants: { ask: ["filesystem:read:open/**"] } });
const read = async (pattern: string | readonly string[], options: object = {}) =>
  (await tools.call("glob-read", { pattern, ...options })) as {
    files: { path: string; bytes: number; content?: unknown }[];
    skipped: { path: string; reason: string }[];
    matched: number;
  };

describe("reading", () => {
  test("in order, each file once, bytes as on disk", async () => {
    expect(await read(["open/*.txt", "open/a.*"])).toEqual({
      files: [
        { path: "open/a.txt", bytes: 3, content: "ä\n" },
        { path: "open/b.txt", bytes: 8, content: "bb\r\ncc\r\n" },
        { path: "open/empty.txt", bytes: 0, content: "" },
      ],
      skipped: [],
      matched: 3,
    });
  });

  test("as lines, JSON, bytes, or only listed", async () => {
    expect((await read("open/{b,empty}.txt", { as: "lines" })).files.map((f) => f.content)).toEqual([["bb", "cc"], []]);
    expect(await read("open/**/*.json", { as: "json" })).toMatchObject({
      files: [{ path: "open/deep/c.json", content: { c: [1] } }],
      skipped: [{ path: "open/deep/bad.json", reason: "It is not JSON." }],
    });
    expect((await read("open/binary.bin", { as: "base64" })).files[0]?.content).toBe("//4A");
    expect((await read("open/*.bin", { as: "none" })).files).toEqual([{ path: "open/binary.bin", bytes: 3 }]);
  });

  test("nothing that fits is no error", async () => {
    expect(await read("open/*.md")).toEqual({ files: [], skipped: [], matched: 0 });
    expect(await read("open/**", { exclude: "**" })).toEqual({ files: [], skipped: [], matched: 0 });
  });

  test("what is no text is skipped with the reason", async () => {
    expect((await read("open/*.{bin,txt}")).skipped).toEqual([
      { path: "open/binary.bin", reason: expect.stringContaining("no UTF-8 text") },
    ]);
  });

  test("what the limits of the host leave is given, and the rest named", async () => {
    const { files, skipped, matched } = (await few.call("glob-read", { pattern: "open/*.txt" })) as Awaited<
      ReturnType<typeof read>
    >;
    expect(files.map((f) => f.path)).toEqual(["open/a.txt"]);
    expect(skipped.map((s) => s.path)).toEqual(["open/b.txt", "open/empty.txt"]);
    for (const { reason } of skipped) expect(reason).toContain("4 host calls");
    expect(matched).toBe(3);
  });

  test.each([
    [{ max_files: 1 }, ["open/a.txt"], "raise max_files"],
    [{ max_file_bytes: 5 }, ["open/a.txt", "open/empty.txt"], "more than max_file_bytes"],
    [{ max_bytes: 4 }, ["open/a.txt", "open/empty.txt"], "max_bytes is used up"],
  ])("%j", async (options, paths, words) => {
    const { files, skipped, matched } = await read("open/*.txt", options);
    expect(files.map((f) => f.path)).toEqual(paths);
    expect(skipped[0]?.reason).toContain(words);
    expect(matched).toBe(3);
  });
});

test("what is left out is told as the host tells files", () => {
  const globs = fc.string({
    unit: fc.constantFrom("a", "b", ".", "/", "*", "**", "**/", "?", "{a,b}", "{b/**,}", "\\*", "ü", "😀"),
  });
  const part = fc.string({ unit: fc.constantFrom("a", "b", "*", "ü", "😀"), minLength: 1, maxLength: 3 });
  const paths = fc.array(part, { minLength: 1, maxLength: 3 }).map((parts) => parts.join("/"));
  fc.assert(
    fc.property(globs, paths, (glob, path) => {
      const host = compileGlob(glob);
      if (host.ok) expect([glob, path, globMatcher(glob)(path)]).toEqual([glob, path, matchesGlob(host.glob, path)]);
    }),
    { numRuns: 5_000 },
  );
  expect(() => globMatcher("{a")).toThrow(/braces/);
});

describe("permissions", () => {
  test("what is not granted is not there", async () => {
    const paths = (await read("open/**", { as: "none" })).files.map((f) => f.path);
    expect(paths).toEqual([
      "open/a.txt",
      "open/b.txt",
      "open/binary.bin",
      "open/deep/bad.json",
      "open/deep/c.json",
      "open/empty.txt",
    ]);
  });

  test.each([
    ["closed/*.txt", /^permission_denied: .*filesystem:read/],
    ["**/*.txt", /^permission_denied: .*filesystem:read/],
    ["../*", /^bad_arguments: .*\.\. part/],
    ["/etc/*", /^permission_denied/],
    ["open/{a", /^bad_arguments: .*glob/],
  ])("%s is refused", async (pattern, words) => {
    expect(await tools.problem("glob-read", { pattern })).toMatch(words);
  });

  test("a person may have to be asked", async () => {
    expect(await strict.problem("glob-read", { pattern: "open/*.txt" })).toMatch(/^approval_required/);
  });
});
