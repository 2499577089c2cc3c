// Patterns against a matcher that is slow and plainly right, and bounds on what a hostile pattern can cost.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  compileGlob,
  escapeGlob,
  type Glob,
  guestGlobLimits,
  includesGlob,
  matchesGlob,
  splitGlob,
} from "../../src/sandbox/glob.ts";

function glob(source: string): Glob {
  const result = compileGlob(source);
  if (!result.ok) throw new Error(`${source}: ${result.message}`);
  return result.glob;
}

const fits = (pattern: string, path: string) => matchesGlob(glob(pattern), path);

describe("what fits", () => {
  it.each([
    ["data/*.csv", "data/a.csv", true],
    ["data/*.csv", "data/x/a.csv", false],
    ["data/*.csv", "data/.csv", true],
    ["data/**", "data/a", true],
    ["data/**", "data/a/b/.c", true],
    ["data/**", "data", false],
    ["data/**", "database/a", false],
    ["**", "a/b/c", true],
    ["**/*.md", "a.md", true],
    ["**/*.md", "x/y/a.md", true],
    ["a/**/b", "a/b", true],
    ["a/**/b", "a/x/y/b", true],
    ["a/**/b", "ab", false],
    ["a/**/b", "a/xb", false],
    ["?.txt", "é.txt", true],
    ["?.txt", "😀.txt", true],
    ["?.txt", "ab.txt", false],
    ["a?b", "a/b", false],
    ["*", "a", true],
    ["*", "", false],
    ["{a,b}/*.{csv,json}", "b/x.json", true],
    ["{a,b}/*.{csv,json}", "c/x.json", false],
    ["{src/**,docs/*.md}", "src/a/b.ts", true],
    ["{src/**,docs/*.md}", "docs/a/b.md", false],
    ["a{,b{c,d}}e", "ae", true],
    ["a{,b{c,d}}e", "abde", true],
    ["\\*.csv", "*.csv", true],
    ["\\*.csv", "a.csv", false],
    ["/etc/**", "/etc/passwd", true],
    ["./data/./*", "data/a", true],
    ["a,b", "a,b", true],
    ["A", "a", false],
  ])("%s on %s: %s", (pattern, path, expected) => {
    expect(fits(pattern, path)).toBe(expected);
  });
});

describe("what is refused", () => {
  it.each([
    ["a/../b", "..", "folder itself"],
    ["../b", "..", "folder itself"],
    ["{a,..}/b", "..", "folder itself"],
    ["a//b", "empty part", "slash"],
    ["a/", "ends in a slash", "folder/**"],
    ["a/.", "dot", "folder/**"],
    ["a/{b", "{ at character 3", "\\{"],
    ["a}", "} at character 2", "\\}"],
    ["a**", "stand alone", "**"],
    ["**a/b", "stand alone", "**"],
    ["a/***/b", "stand alone", "**"],
    ["[ab]", "[ has no meaning", "{a,b}"],
    ["a\\", "backslash", "two"],
    ["{".repeat(9) + "}".repeat(9), "deeper", "several"],
    ["{a,b}".repeat(60), "too many", "several"],
    ["x".repeat(1025), "1025 characters", "shorter"],
  ])("%s", (pattern, message, hint) => {
    const result = compileGlob(pattern);
    expect(result.ok).toBe(false);
    if (result.ok) return;
    expect(result.message).toContain(message);
    expect(result.hint).toContain(hint);
  });

  it("a guest's pattern gets less room", () => {
    const wide = `{${"abcdefghij".repeat(2).split("").join(",")}}`.repeat(2);
    expect(compileGlob(wide).ok).toBe(true);
    expect(compileGlob(wide, guestGlobLimits).ok).toBe(false);
  });
});

/** Tries everything; patterns here have no braces. */
function slowly(pattern: readonly string[], path: readonly string[]): boolean {
  const [first, ...rest] = pattern;
  if (first === undefined) return path.length === 0;
  if (first === "**") {
    if (rest.length === 0) return path.length > 0;
    return path.some((_, i) => slowly(rest, path.slice(i)));
  }
  return path.length > 0 && slowlyWithin([...first], [...path[0]!]) && slowly(rest, path.slice(1));
}

function slowlyWithin(pattern: readonly string[], name: readonly string[]): boolean {
  const [first, ...rest] = pattern;
  if (first === undefined) return name.length === 0;
  if (first === "*") return slowlyWithin(rest, name) || (name.length > 0 && slowlyWithin(pattern, name.slice(1)));
  return name.length > 0 && (first === "?" || first === name[0]) && slowlyWithin(rest, name.slice(1));
}

const pathPart = fc
  .string({ unit: fc.constantFrom("a", "b", ".", "é"), minLength: 1, maxLength: 4 })
  .filter((p) => !/^\.+$/.test(p));
const path = fc.array(pathPart, { minLength: 1, maxLength: 4 });
const globPart = fc.oneof(
  fc.constant("**"),
  fc
    .string({ unit: fc.constantFrom("a", "b", ".", "é", "*", "?"), minLength: 1, maxLength: 4 })
    .filter((p) => !/^\.+$/.test(p) && !p.includes("**")),
);
const pattern = fc.array(globPart, { minLength: 1, maxLength: 4 });

describe("properties", () => {
  it("agrees with a matcher that tries everything", () => {
    let hits = 0;
    fc.assert(
      fc.property(pattern, path, (p, t) => {
        const expected = slowly(p, t);
        if (expected) hits++;
        expect(fits(p.join("/"), t.join("/"))).toBe(expected);
      }),
      { numRuns: 4000 },
    );
    expect(hits).toBeGreaterThan(200);
  });

  it("braces mean any of their alternatives", () => {
    fc.assert(
      fc.property(fc.array(pattern, { minLength: 1, maxLength: 3 }), path, (choices, t) => {
        const braces = `{${choices.map((p) => p.join("/")).join(",")}}`;
        expect(fits(braces, t.join("/"))).toBe(choices.some((p) => slowly(p, t)));
      }),
      { numRuns: 1500 },
    );
  });

  it("an escaped path fits itself and nothing else", () => {
    const odd = fc.string({
      unit: fc.constantFrom("a", "*", "?", "{", "}", ",", "\\", "[", "]"),
      minLength: 1,
      maxLength: 5,
    });
    fc.assert(
      fc.property(odd, odd, (a, b) => {
        expect(fits(escapeGlob(a), a)).toBe(true);
        expect(fits(escapeGlob(a), b)).toBe(a === b);
      }),
    );
  });

  it("inclusion is never claimed wrongly, and found in plain cases", () => {
    let found = 0;
    fc.assert(
      fc.property(pattern, pattern, fc.array(path, { maxLength: 12 }), (outer, inner, paths) => {
        if (!includesGlob(glob(outer.join("/")), glob(inner.join("/")))) return;
        found++;
        for (const t of paths) if (slowly(inner, t)) expect(slowly(outer, t)).toBe(true);
      }),
      { numRuns: 1500 },
    );
    expect(found).toBeGreaterThan(100);
  });
});

describe("inclusion", () => {
  it.each([
    ["data/**", "data/*.csv", true],
    ["data/**", "data/*", true],
    ["data/**", "data/**/*.csv", true],
    ["data/**", "**/*.csv", false],
    ["**/*.csv", "data/**/*.csv", true],
    ["**", "a/{b,c}/?", true],
    ["{a,b}/**", "b/**", true],
    ["data/*", "data/**", false],
    ["/srv/data/**", "/srv/data/x/*", true],
    ["a/**/b", "a/b", true],
    ["data/*.csv", "data/{a,b}.csv", true],
    ["data/{a,b}.csv", "data/?.csv", false],
  ])("%s includes %s: %s", (outer, inner, expected) => {
    expect(includesGlob(glob(outer), glob(inner))).toBe(expected);
  });

  it("gives up on tangled patterns rather than working without end", () => {
    const tangled = `${"*a?".repeat(100)}*`;
    expect(includesGlob(glob(`${"*a??".repeat(100)}*`), glob(tangled))).toBe(false);
  });
});

it("a pattern made to backtrack takes pattern times text", () => {
  // A backtracking matcher needs more steps here than there is time for; the test would never end.
  expect(fits(`${"*a".repeat(200)}b`, "a".repeat(20_000))).toBe(false);
  expect(fits(`${"**/a/".repeat(100)}b`, `${"a/".repeat(2000)}c`)).toBe(false);
});

it("splits off the folders that hold no pattern", () => {
  expect(splitGlob("data/2024/*.csv")).toEqual({ folder: "data/2024", rest: "*.csv" });
  expect(splitGlob("*.csv")).toEqual({ folder: "", rest: "*.csv" });
  expect(splitGlob("/*.csv")).toEqual({ folder: "/", rest: "*.csv" });
  expect(splitGlob("/a\\*b/x")).toEqual({ folder: "/a*b", rest: "x" });
  expect(splitGlob("a/b{c,d}/e")).toEqual({ folder: "a", rest: "b{c,d}/e" });
});
