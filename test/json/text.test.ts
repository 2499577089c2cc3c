import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { equal } from "../../src/lisp/values/equality.ts";
import { InfiniteSeq } from "../../src/lisp/values/infinite.ts";
import { parseJson, parseJsonLines, toHost, toJsonText } from "../../src/lisp/values/json.ts";
import { PMap } from "../../src/lisp/values/map.ts";
import { printReadable } from "../../src/lisp/values/print.ts";
import { PSet } from "../../src/lisp/values/set.ts";
import { Flt, Keyword, type Value } from "../../src/lisp/values/value.ts";
import { Vec } from "../../src/lisp/values/vector.ts";
import { faultOf, metered } from "../support/metered.ts";

const bigAsNumber = (_key: string, v: unknown): unknown => (typeof v === "bigint" ? Number(v) : v);
const kw = (name: string) => Keyword.of(name);

/** pr-str of what JSON text reads as, or the problem. */
function read(text: string): string {
  return metered(() => {
    const parsed = parseJson(text);
    return parsed.ok ? printReadable(parsed.value) : `${parsed.problem.offset}: ${parsed.problem.message}`;
  });
}

function write(value: Value): string {
  return metered(() => toJsonText(value));
}

describe("reading JSON", () => {
  it("keeps integers, floats and big integers apart", () => {
    expect(read("[12, 12.0, 1e2, -0, -0.0, 0.5]")).toBe("[12 12.0 100.0 0 -0.0 0.5]");
    expect(read("[9007199254740993, -12345678901234567890123456789]")).toBe(
      "[9007199254740993 -12345678901234567890123456789]",
    );
  });

  it("reads escapes, and __proto__ as a key like any other", () => {
    expect(read('"a\\n\\u00e9\\ud83d\\ude00\\/"')).toBe('"a\\né😀/"');
    expect(read('{"__proto__": {"x": 1}, "constructor": 2}')).toBe('{"__proto__" {"x" 1}, "constructor" 2}');
    expect(({} as { x?: number }).x).toBeUndefined();
  });

  it("lets the last of duplicate keys win, in the first one's place", () => {
    expect(read('{"a": 1, "b": 2, "a": 3}')).toBe('{"a" 3, "b" 2}');
  });

  it("says where bad text goes wrong", () => {
    const bad: Record<string, string> = {
      "": "0: Expected a JSON value, found end of text",
      "[1,": "3: Expected a JSON value, found end of text",
      "[1 2]": '3: Expected "," or "]" in the array, found "2"',
      '{"a" 1}': '5: Expected ":" after the key, found "1"',
      "{a: 1}": '1: Expected a quoted key, found "a"',
      '"abc': "0: This string is never closed",
      '"a\nb"': "2: A control character must be escaped in a string",
      '"\\x"': "1: Unknown escape \\x in a string",
      "01": "0: A number has no leading zeros",
      "1.": "2: Expected a digit after the decimal point",
      "1e999": "0: The number is too large for a float",
      "1 2": '2: Unexpected "2" after the JSON value',
      nul: '0: Expected a JSON value, found "n"',
      "[1,]": '3: Expected a JSON value, found "]"',
    };
    for (const [text, problem] of Object.entries(bad)) expect(read(text)).toBe(problem);
  });

  it("agrees with JSON.parse on what is JSON and what it means", () => {
    const pieces = fc.constantFrom(
      "[",
      "]",
      "{",
      "}",
      ",",
      ":",
      '"a"',
      '"',
      "1",
      "-",
      ".5",
      "e1",
      "null",
      "true",
      " ",
      "\\u0041",
    );
    const text = fc.oneof(
      fc.json(),
      fc.string(),
      fc.array(pieces).map((p) => p.join("")),
    );
    fc.assert(
      fc.property(text, (s) => {
        let expected: unknown;
        let valid = true;
        try {
          expected = JSON.parse(s);
        } catch {
          valid = false;
        }
        metered(() => {
          const parsed = parseJson(s);
          expect(parsed.ok).toBe(valid);
          // Through text again, because JSON.parse itself confuses -0 with 0 and rounds big integers.
          if (parsed.ok)
            expect(JSON.parse(JSON.stringify(toHost(parsed.value), bigAsNumber))).toEqual(
              JSON.parse(JSON.stringify(expected)),
            );
        });
      }),
      { numRuns: 500 },
    );
  });

  it("ends deep, huge and expensive text in a limit", () => {
    expect(faultOf(() => parseJson("[".repeat(1_000_000)))).toContain("depth_exceeded");
    expect(faultOf(() => parseJson("9".repeat(1_000_000)))).toContain("memory_exceeded");
    expect(faultOf(() => parseJson(`[${"0,".repeat(100_000)}0]`), { memoryBytes: 100_000 })).toContain(
      "memory_exceeded",
    );
    expect(faultOf(() => parseJson(`[${"0,".repeat(1000)}0]`), { collectionItems: 1000 })).toContain("memory_exceeded");
  });

  it("reads lines, skipping blank ones, with nil for bad ones", () => {
    const lines = metered(() => printReadable(parseJsonLines('{"a":1}\r\n\n \t\nnull\nnot json\n"a\u2028b"')));
    expect(lines).toBe('[{"a" 1} nil nil "a\u2028b"]');
  });
});

describe("writing JSON", () => {
  it("keeps whole floats and the digits of integers", () => {
    expect(write(Vec.of([12, new Flt(12), new Flt(-0), new Flt(1e21), 0.1, 10n ** 20n]))).toBe(
      "[12,12.0,-0.0,1e+21,0.1,100000000000000000000]",
    );
  });

  it("writes keyword, string and integer keys by name", () => {
    expect(write(PMap.ofPairs([kw("max-turns"), 3, "b", true, 1, null]))).toBe('{"max-turns":3,"b":true,"1":null}');
  });

  it("refuses what JSON cannot say, with the position", () => {
    const refused: [Value, string][] = [
      [kw("fs"), "cannot encode a keyword as a JSON value at the top level."],
      [PMap.ofPairs(["config", Vec.of([PMap.ofPairs([kw("port"), kw("auto")])])]), 'value at ["config" 0 :port].'],
      [Number.NaN, "cannot encode ##NaN as a JSON value"],
      [PSet.of([1]), "cannot encode a set as a JSON value"],
      [PMap.ofPairs([1.5, 1]), "cannot encode 1.5 as a JSON object key"],
      [PMap.ofPairs([null, 1]), "cannot encode nil as a JSON object key"],
      [PMap.ofPairs([kw("a"), 1, "a", 2]), 'the keys :a and "a" at the top level both become the JSON key "a".'],
      [PMap.ofPairs([1, 1, "1", 2]), 'the keys 1 and "1" at the top level both become the JSON key "1".'],
      [new InfiniteSeq("(range)", () => () => null as never, false), "never ends"],
    ];
    for (const [value, message] of refused) {
      const found = faultOf(() => toJsonText(value));
      expect(found).toContain("type_error: ");
      expect(found).toContain(message);
    }
  });

  it("prints names and text at the host boundary", () => {
    const value = PMap.ofPairs([kw("a"), kw("b"), true, PSet.of([1, 2])]);
    expect(metered(() => toJsonText(value, { keywords: "name" }))).toBe('{"a":"b","true":[1,2]}');
  });

  it("indents when asked", () => {
    const value = PMap.ofPairs(["a", Vec.of([1, Vec.EMPTY])]);
    expect(metered(() => toJsonText(value, { indent: 2 }))).toBe('{\n  "a": [\n    1,\n    []\n  ]\n}');
  });

  it("ends shared values that would print as gigabytes", () => {
    let v: Value = 1;
    for (let i = 0; i < 60; i++) v = Vec.of([v, v]);
    expect(faultOf(() => toJsonText(v))).toContain("memory_exceeded");
    const wide = Vec.of(new Array(10_000).fill(Vec.of(new Array(10_000).fill("x"))));
    expect(faultOf(() => toJsonText(wide))).toContain("memory_exceeded");
    let deep: Value = 1;
    for (let i = 0; i < 100_000; i++) deep = Vec.of([deep]);
    expect(faultOf(() => toJsonText(deep))).toContain("depth_exceeded");
  });

  it("is read back as the same value", () => {
    const { value } = fc.letrec<{ value: Value }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom<Value>(null, true, false, new Flt(5), new Flt(-0), 10n ** 25n, 0.25, -7),
        fc.string({ unit: "binary" }),
        fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => (Number.isInteger(n) ? new Flt(n) : n)),
        fc.array(tie("value"), { maxLength: 4 }).map((items) => Vec.of(items)),
        fc.array(fc.tuple(fc.string(), tie("value")), { maxLength: 20 }).map((pairs) => PMap.ofPairs(pairs.flat())),
      ),
    }));
    fc.assert(
      fc.property(value, (v) => {
        metered(() => {
          const parsed = parseJson(toJsonText(v));
          expect(parsed.ok && equal(parsed.value, v) && printReadable(parsed.value) === printReadable(v)).toBe(true);
        });
      }),
    );
  });
});
