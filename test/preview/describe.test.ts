import { describe, expect, it } from "vitest";
import { describing } from "../../src/lisp/builtins/describing.ts";
import { fromHost, toHost } from "../../src/lisp/values/json.ts";
import { PMap } from "../../src/lisp/values/map.ts";
import { Keyword, type Value } from "../../src/lisp/values/value.ts";
import { Vec } from "../../src/lisp/values/vector.ts";
import { metered } from "../support/metered.ts";

interface Summary {
  [key: string]: unknown;
  keys: Record<string, Record<string, unknown>>;
  paths: Record<string, Record<string, unknown>>;
}

function summary(value: Value, options: Record<string, unknown> = {}): Summary {
  return metered(() => toHost(describing.describe.run2(value, fromHost(options)))) as Summary;
}

const host = (data: unknown): Value => metered(() => fromHost(data));

describe("describe", () => {
  it("summarises a scalar, strings of digits included", () => {
    expect(summary("42")).toEqual({
      type: "string",
      sample: "42",
      types: { string: 1 },
      examples: ["42"],
      non_empty: 1,
      range: { min: 42, max: 42 },
      distinct_count: 1,
    });
    expect(summary(Number.NaN)).toEqual({ type: "nan", sample: Number.NaN, types: { nan: 1 }, examples: [Number.NaN] });
  });

  it("tells the coverage of keys over rows", () => {
    const s = summary(host([{ event: "turn", fail: null }, { event: "turn", fail: { why: "x" } }, { event: "done" }]));
    expect(s).toMatchObject({ type: "vector", count: 3, scanned: 3, item_types: { map: 3 }, key_types: { string: 5 } });
    expect(s.keys.event).toMatchObject({ present: 3, pct: 100, distinct_count: 2, examples: ["turn", "done"] });
    expect(s.keys.fail).toMatchObject({
      present: 2,
      pct: 66.7,
      types: { map: 1, nil: 1 },
      examples: [null, '{"why" "x"}'],
    });
  });

  it("tells keys apart that look the same", () => {
    const kw = Keyword.of("a");
    const s = summary(PMap.ofPairs([kw, 1, ":a", 2, 1, 3, "1", 4]));
    expect(Object.keys(s.keys)).toEqual(["integer:1", "keyword::a", "string:1", "string::a"]);
    const long = "a".repeat(130);
    const names = Object.keys(summary(host({ [`${long}x`]: 1, [`${long}y`]: 2 })).keys);
    expect(new Set(names).size).toBe(2);
    for (const name of names) expect(name).toMatch(/^string:a+….*#[0-9a-f]{8}$/);
  });

  it("reports always-empty fields and leaves sizes out where there are none", () => {
    const { keys } = summary(
      host([
        { limits: [], n: 1 },
        { limits: [], n: 2 },
      ]),
    );
    expect(keys.limits).toMatchObject({ non_empty: 0 });
    expect(keys.n).not.toHaveProperty("non_empty");
  });

  it("names the caps it hit", () => {
    const rows = Vec.of(Array.from({ length: 1001 }, (_, i) => PMap.ofPairs([`k${i}`, i])));
    expect(summary(rows)).toMatchObject({
      count: 1000,
      count_capped: true,
      truncated: true,
      caps_hit: ["max_items", "max_keys"],
    });
    expect(Object.keys(summary(rows).keys)).toHaveLength(100);
    const ids = Vec.of(Array.from({ length: 60 }, (_, i) => PMap.ofPairs(["id", i])));
    expect(summary(ids).keys.id).toMatchObject({ distinct_count: 50, distinct_capped: true });
    expect(summary("x".repeat(200)).sample).toMatch(/…\(200 chars\)$/);
  });

  it("follows paths through maps and lists", () => {
    const rows = host([{ a: [{ b: 1 }, { b: 2 }], "c.d": 1 }, { a: [] }]);
    const { paths } = summary(rows, { paths: true, depth: 2 });
    expect(Object.keys(paths)).toEqual(["a", "a.b", "c\\.d"]);
    expect(paths["a.b"]).toMatchObject({ present: 1, pct: 50, value_count: 2, range: { min: 1, max: 2 } });
    expect(summary(rows, { paths: true }).paths).not.toHaveProperty(["a.b"]);
    const nested = summary(host({ a: [[[[[[{ b: 1 }]]]]]] }), { paths: true, depth: 2 });
    expect(nested.caps_hit).toEqual(["max_depth"]);
  });

  it("looks at a bounded part of shared, huge data", () => {
    let v: Value = 1;
    for (let i = 0; i < 6; i++) v = Vec.of(new Array(1000).fill(v));
    expect(summary(PMap.ofPairs(["a", v]), { paths: true, depth: 5 }).caps_hit).toContain("max_path_values");
  });
});
