// The store of small values: by namespace, within bounds, as copies, and only for tools that are declared stateful.

import { describe, expect, it } from "vitest";
import { createMemoryKv, secretPlaceholder } from "../../src/sandbox/broker.ts";
import { bench, caller, reasonOf, resultOf, textOf } from "./broker-support.ts";

const CACHE = ["kv:cache"];

describe("values", () => {
  it("are set, got, listed and deleted", async () => {
    const { call } = bench(CACHE);
    expect(resultOf(await call("kv.get", ["cache", "a"]))).toBe(null);
    expect(resultOf(await call("kv.set", ["cache", "b", { x: [1, null, "é"] }]))).toBe(null);
    await call("kv.set", ["cache", "a", null]);
    await call("kv.set", ["cache", "b", 2]);
    expect(resultOf(await call("kv.get", ["cache", "b"]))).toBe(2);
    expect(resultOf(await call("kv.keys", ["cache"]))).toEqual(["a", "b"]);
    expect(resultOf(await call("kv.delete", ["cache", "b"]))).toBe(true);
    expect(resultOf(await call("kv.delete", ["cache", "b"]))).toBe(false);
    expect(resultOf(await call("kv.keys", ["cache"]))).toEqual(["a"]);
  });

  it("are copies: what is changed later is not changed in the store", async () => {
    const { call } = bench(CACHE);
    const value = { list: [1] };
    await call("kv.set", ["cache", "v", value]);
    value.list.push(2);
    (resultOf(await call("kv.get", ["cache", "v"])) as { list: number[] }).list.push(3);
    expect(resultOf(await call("kv.get", ["cache", "v"]))).toEqual({ list: [1] });
  });

  it("may have any key: none reaches the machinery of objects", async () => {
    const { call } = bench(CACHE);
    for (const key of ["__proto__", "constructor", "toString"]) {
      expect(resultOf(await call("kv.get", ["cache", key]))).toBe(null);
      await call("kv.set", ["cache", key, key]);
      expect(resultOf(await call("kv.get", ["cache", key]))).toBe(key);
    }
    await call("kv.set", ["cache", "p", JSON.parse('{"__proto__": {"bad": 1}}')]);
    expect(({} as { bad?: number }).bad).toBeUndefined();
  });

  it("hold a secret's placeholder as plain text", async () => {
    const { call } = bench([...CACHE, "secret:K"], { secrets: { K: "value" } });
    await call("kv.set", ["cache", "k", secretPlaceholder("K")]);
    expect(resultOf(await call("kv.get", ["cache", "k"]))).toBe(secretPlaceholder("K"));
  });
});

describe("who may", () => {
  it("one namespace does not open another", async () => {
    const { call } = bench(CACHE);
    for (const namespace of ["other", "cache2", "cach", "*", "cache/../other", "CACHE"]) {
      const reason = reasonOf(await call("kv.set", [namespace, "a", 1]));
      expect([namespace, reason]).toEqual([namespace, namespace === "*" ? "bad_arguments" : "permission_denied"]);
    }
  });

  it("namespaces do not share keys", async () => {
    const { call } = bench(["kv:*"]);
    await call("kv.set", ["a", "x", 1]);
    expect(resultOf(await call("kv.get", ["b", "x"]))).toBe(null);
    expect(resultOf(await call("kv.keys", ["b"]))).toEqual([]);
  });

  it("only a tool that is stateful and not deterministic", async () => {
    const { call, events } = bench(CACHE);
    const stateless = await call("kv.get", ["cache", "a"], caller(CACHE, { stateful: false }));
    expect([reasonOf(stateless), textOf(stateless)]).toEqual([
      "permission_denied",
      expect.stringContaining("stateful: true"),
    ]);
    const deterministic = await call("kv.get", ["cache", "a"], caller(CACHE, { deterministic: true }));
    expect(textOf(deterministic)).toContain("deterministic");
    const reasons = events.flatMap((e) => (e.type === "permission" ? [e.reason] : []));
    expect(reasons).toEqual(["stateless", "deterministic"]);
  });
});

describe("bounds", () => {
  it("on keys and values", async () => {
    const { call } = bench(CACHE, { limits: { kvKeyLength: 10, kvValueBytes: 20 } });
    expect(reasonOf(await call("kv.set", ["cache", "k".repeat(11), 1]))).toBe("limit_exceeded");
    expect(reasonOf(await call("kv.get", ["cache", "k".repeat(11)]))).toBe("limit_exceeded");
    expect(reasonOf(await call("kv.set", ["cache", "k", "é".repeat(10)]))).toBe("limit_exceeded");
    expect(reasonOf(await call("kv.set", ["cache", "k", "é".repeat(9)]))).toBe("ok");
    expect(reasonOf(await call("kv.set", ["cache", "", 1]))).toBe("bad_arguments");
  });

  it("on a namespace: what does not fit changes nothing, and deleting makes room", async () => {
    const { call } = bench(CACHE, { kv: createMemoryKv({ bytesPerNamespace: 30 }) });
    expect(reasonOf(await call("kv.set", ["cache", "a", "x".repeat(20)]))).toBe("ok");
    expect(reasonOf(await call("kv.set", ["cache", "b", "x".repeat(20)]))).toBe("limit_exceeded");
    expect(reasonOf(await call("kv.set", ["cache", "a", "y".repeat(27)]))).toBe("ok");
    expect(reasonOf(await call("kv.set", ["cache", "a", "z".repeat(28)]))).toBe("limit_exceeded");
    expect(resultOf(await call("kv.get", ["cache", "a"]))).toBe("y".repeat(27));
    await call("kv.delete", ["cache", "a"]);
    expect(reasonOf(await call("kv.set", ["cache", "b", "x".repeat(20)]))).toBe("ok");
  });

  it("on all namespaces together", async () => {
    const { call } = bench(["kv:*"], { kv: createMemoryKv({ bytes: 30 }) });
    expect(reasonOf(await call("kv.set", ["a", "x", "x".repeat(20)]))).toBe("ok");
    expect(reasonOf(await call("kv.set", ["b", "x", "x".repeat(20)]))).toBe("limit_exceeded");
    await call("kv.delete", ["a", "x"]);
    expect(reasonOf(await call("kv.set", ["b", "x", "x".repeat(20)]))).toBe("ok");
  });

  it("on the number of keys and namespaces", async () => {
    const { call } = bench(["kv:*"], { kv: createMemoryKv({ keysPerNamespace: 1, namespaces: 1 }) });
    expect(reasonOf(await call("kv.set", ["a", "x", 1]))).toBe("ok");
    expect(reasonOf(await call("kv.set", ["a", "y", 1]))).toBe("limit_exceeded");
    expect(reasonOf(await call("kv.set", ["b", "x", 1]))).toBe("limit_exceeded");
    expect(reasonOf(await call("kv.set", ["a", "x", 2]))).toBe("ok");
  });

  it("a store that fails fails the call, in safe words", async () => {
    const broken = { ...createMemoryKv(), get: () => Promise.reject(new Error("connect postgres://user:pw@db")) };
    const { call, events } = bench(CACHE, { kv: broken });
    const answer = await call("kv.get", ["cache", "a"]);
    expect(reasonOf(answer)).toBe("host_error");
    expect(textOf(answer)).not.toContain("postgres");
    expect(JSON.stringify(events)).toContain("postgres");
  });
});
