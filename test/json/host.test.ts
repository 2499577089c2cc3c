import { describe, expect, it } from "vitest";
import { NativeFn } from "../../src/lisp/values/fn.ts";
import { fromHost, toHost } from "../../src/lisp/values/json.ts";
import { PMap } from "../../src/lisp/values/map.ts";
import { printReadable } from "../../src/lisp/values/print.ts";
import { PSet } from "../../src/lisp/values/set.ts";
import { Flt, Keyword, type Value } from "../../src/lisp/values/value.ts";
import { Vec } from "../../src/lisp/values/vector.ts";
import { faultOf, metered } from "../support/metered.ts";

const kw = (name: string) => Keyword.of(name);

function copied(data: unknown): string {
  return metered(() => printReadable(fromHost(data)));
}

describe("host data in", () => {
  it("copies plain data", () => {
    expect(copied({ a: [1, 2.5, "x", true, null, undefined], b: { c: 10n ** 20n } })).toBe(
      '{"a" [1 2.5 "x" true nil nil], "b" {"c" 100000000000000000000}}',
    );
  });

  it("makes whole numbers beyond 2^53 floats, for they may be rounded already", () => {
    expect(copied([2 ** 53 - 1, 2 ** 53, -0, 1e300])).toBe("[9007199254740991 9.007199254740992E15 0 1.0E300]");
  });

  it("copies maps, sets, dates and class instances", () => {
    class Row {
      id = 1;
    }
    expect(copied(new Map<unknown, unknown>([["k", new Set([1, 1, 2])]]))).toBe('{"k" #{1 2}}');
    expect(copied(new Date(0))).toBe('#Instant["1970-01-01T00:00:00Z"]');
    expect(copied(new Row())).toBe('{"id" 1}');
  });

  it("takes __proto__ for a key", () => {
    expect(copied(JSON.parse('{"__proto__": {"x": 1}}'))).toBe('{"__proto__" {"x" 1}}');
  });

  it("does not see later changes", () => {
    const data = { list: [1] };
    const value = metered(() => fromHost(data));
    data.list.push(2);
    expect(metered(() => printReadable(value))).toBe('{"list" [1]}');
  });

  it("never runs a getter, and says where it is", () => {
    let ran = false;
    const data = {
      rows: [
        {
          get secret() {
            ran = true;
            return 1;
          },
        },
      ],
    };
    expect(faultOf(() => fromHost(data))).toContain('holds a getter at ["rows" 0 "secret"]');
    expect(ran).toBe(false);
  });

  it("refuses what is not data", () => {
    const cyclic: Record<string, unknown> = {};
    cyclic.self = [cyclic];
    const refused: [unknown, string][] = [
      [{ f: () => 1 }, 'a function at ["f"]'],
      [[Symbol("s")], "a symbol at [0]"],
      [cyclic, 'a reference to itself at ["self" 0]'],
      [Promise.resolve(1), "a promise that was not awaited"],
      [new Uint8Array(2), "binary data"],
      [new Error("secret"), "an error object"],
      [new Date(Number.NaN), "an invalid date"],
    ];
    for (const [data, message] of refused) {
      const found = faultOf(() => fromHost(data, { what: "The result of tool/x" }));
      expect(found).toContain("tool_error: The result of tool/x holds ");
      expect(found).toContain(message);
    }
  });

  it("turns a throwing proxy into a fault without its words", () => {
    const hostile = new Proxy(
      {},
      {
        ownKeys: () => {
          throw new Error("secret");
        },
      },
    );
    const found = faultOf(() => fromHost(hostile));
    expect(found).toContain("cannot be read");
    expect(found).not.toContain("secret");
  });

  it("ends deep, shared and sparse data in a limit", () => {
    let deep: unknown = 1;
    for (let i = 0; i < 100_000; i++) deep = [deep];
    expect(faultOf(() => fromHost(deep))).toContain("depth_exceeded");
    let shared: unknown = 1;
    for (let i = 0; i < 60; i++) shared = [shared, shared];
    expect(faultOf(() => fromHost(shared), { valueNodes: 100_000 })).toContain("memory_exceeded");
    expect(faultOf(() => fromHost(new Array(4_000_000_000)))).toContain("memory_exceeded");
  });
});

describe("host data out", () => {
  const out = (v: Value) => metered(() => toHost(v));

  it("makes plain objects and arrays", () => {
    const value = PMap.ofPairs([kw("a"), Vec.of([1, new Flt(2), 10n ** 20n]), "b", PSet.of([kw("k"), null])]);
    expect(out(value)).toStrictEqual({ a: [1, 2, 10n ** 20n], b: ["k", null] });
  });

  it("defines __proto__ as an own property", () => {
    const host = out(PMap.ofPairs(["__proto__", PMap.ofPairs(["x", 1])])) as object;
    expect(Object.keys(host)).toEqual(["__proto__"]);
    expect(Object.getPrototypeOf(host)).toBe(Object.prototype);
    expect((host as { x?: unknown }).x).toBeUndefined();
  });

  it("shows functions and other keys as inert text", () => {
    expect(out(PMap.ofPairs([true, new NativeFn("map", 1, 1, () => null)]))).toEqual({ true: "#fn[map]" });
  });

  it("refuses keys that become one", () => {
    const both = PMap.ofPairs([kw("a-b"), 1, "a_b", 2]);
    expect(faultOf(() => toHost(PMap.ofPairs([kw("a"), 1, "a", 2])))).toContain('both become the JSON key "a"');
    expect(out(both)).toEqual({ "a-b": 1, a_b: 2 });
    expect(faultOf(() => toHost(both, { underscores: true }))).toContain('both become the JSON key "a_b"');
  });
});
