import { describe, expect, it } from "vitest";
import { contractFor, valueCheck } from "../../src/lisp/contract.ts";
import type { Contract } from "../../src/lisp/values/fn.ts";
import { instantOfMillis } from "../../src/lisp/values/host.ts";
import { parseJson } from "../../src/lisp/values/json.ts";
import { PMap } from "../../src/lisp/values/map.ts";
import { PSet } from "../../src/lisp/values/set.ts";
import { Flt, Keyword, type Value } from "../../src/lisp/values/value.ts";
import { Vec } from "../../src/lisp/values/vector.ts";
import { typeFromSchema } from "../../src/names/signature/index.ts";
import { faultOf, metered } from "../support/metered.ts";

function contract(text: string, params: string[]): Contract {
  const made = contractFor(text, "summarize", params);
  if ("problem" in made) throw new Error(made.problem.message);
  return made.contract;
}

/** What checking one result of the given type says. */
function result(type: string, value: Value): string {
  return faultOf(() => contract(type, []).checkResult(value));
}

function json(text: string): Value {
  const parsed = metered(() => parseJson(text));
  return parsed.ok ? parsed.value : null;
}

const kw = (name: string) => Keyword.of(name);

describe("contracts", () => {
  it("names the function, the argument, the type and the value", () => {
    const c = contract("(query :string, limit :int) -> :any", ["query", "limit"]);
    expect(faultOf(() => c.checkArguments(["q", 3]))).toBe("none");
    expect(faultOf(() => c.checkArguments(["q", "ten"]))).toBe(
      'contract_error: summarize: argument limit expected :int, got "ten" (a string).',
    );
    expect(faultOf(() => c.checkArguments([null, 1]))).toContain("argument query expected :string, got nil");
  });

  it("gives the path into nested values, and several faults at once", () => {
    const items = json('{"items": [{"id": 1}, {"id": "x"}, {}]}');
    expect(result("{items [{id :int}]}", items)).toBe(
      'contract_error: summarize: result at [:items 1 :id] expected :int, got "x" (a string); ' +
        "summarize: result at [:items 2] lacks the field id (:int).",
    );
  });

  it("finds fields by keyword or string, hyphen or underscore", () => {
    for (const key of [kw("order-count"), kw("order_count"), "order-count", "order_count"])
      expect(result("{order_count :int}", PMap.ofPairs([key, 1]))).toBe("none");
    expect(result("{order-count :int}", PMap.ofPairs(["order_count", "1"]))).toContain("at [:order-count]");
  });

  it("allows further fields, absent optional ones and nil in them", () => {
    expect(result("{id :int, email :string?}", json('{"id": 1, "extra": 2}'))).toBe("none");
    expect(result("{id :int, email :string?}", json('{"id": 1, "email": null}'))).toBe("none");
    expect(result("{id :int}", json('{"id": null}'))).toContain("expected :int, got nil");
  });

  it("is strict about types", () => {
    const accepted: [string, Value][] = [
      [":float", 1],
      [":float", 10n ** 30n],
      [":float", new Flt(2)],
      [":int", 10n ** 30n],
      [":keyword", kw("a")],
      [":datetime", instantOfMillis(0)],
      [":map", PMap.EMPTY],
      [":any", null],
      ["[:int?]", Vec.of([1, null])],
    ];
    for (const [type, value] of accepted) expect(result(type, value)).toBe("none");
    const refused: [string, Value][] = [
      [":int", new Flt(2)],
      [":int", true],
      [":float", "1.5"],
      [":float", Number.NaN],
      [":float", Number.POSITIVE_INFINITY],
      [":keyword", "a"],
      [":string", kw("a")],
      [":datetime", "2026-05-03T09:14:00Z"],
      ["[:int]", PSet.of([1])],
      ["[:int]", null],
    ];
    for (const [type, value] of refused) expect(result(type, value)).toContain("contract_error");
  });

  it("refuses unknown fields of closed maps only", () => {
    const closed = valueCheck(
      typeFromSchema({ type: "object", properties: { x: { type: "integer" } }, additionalProperties: false }).value,
    );
    metered(() => {
      expect(closed.accepts(json('{"x": 1}'))).toBe(true);
      expect(closed.accepts(json('{"x": 1, "y": 2}'))).toBe(false);
      expect(closed.explain(json('{"x": 1, "y": 2}'))[0]?.message).toBe('has the unknown field "y"');
    });
  });

  it("must have as many parameters as the function", () => {
    expect(contractFor("(a :int) -> :int", "f", ["a", "b"])).toMatchObject({
      problem: { message: "The signature of f has 1 parameter, the function takes 2." },
    });
    expect(contractFor("(a :int) -> :int", "f", ["a", "&", "more"])).toHaveProperty("problem");
    expect(contractFor("(a :integr) -> :int", "f", ["a"])).toMatchObject({ problem: { offset: 3 } });
  });

  it("pays for the items it checks", () => {
    const long = Vec.of(new Array(1000).fill(1));
    const shared = Vec.of(new Array(1000).fill(long));
    expect(faultOf(() => contract("[[:int]]", []).checkResult(shared), { fuel: 10_000 })).toContain("fuel_exceeded");
  });
});
