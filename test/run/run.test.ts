// run, its options and its Result.

import { describe, expect, it } from "vitest";
import { compile, defineTool, OptionsError, type RunEvent, run, runSync, ToolError } from "../../src/index.ts";

const add = defineTool({
  name: "add",
  signature: "(a :int, b :int) -> :int",
  run: ({ a, b }) => a + b,
});
const later = defineTool({
  name: "later",
  signature: "(ms :int) -> :int",
  run: ({ ms }) => new Promise((resolve) => setTimeout(() => resolve(ms), ms)),
});

describe("run", () => {
  it("gives the value as data and as text", async () => {
    const r = await run("{:total (reduce + data/xs) :half 2.0}", { data: { xs: [1, 2, 3] } });
    expect(r).toMatchObject({
      ok: true,
      outcome: "value",
      value: { total: 6, half: 2 },
      text: "{:total 6, :half 2.0}",
    });
  });

  it("says how a program ended", async () => {
    expect(await run("(return 1)")).toMatchObject({ ok: true, outcome: "return", value: 1 });
    expect(await run("(fail {:why 1})")).toMatchObject({ ok: false, outcome: "fail", value: { why: 1 } });
    expect(await run("(+ 1 nil)")).toMatchObject({ ok: false, outcome: "error", error: { reason: "type_error" } });
    expect(await run("(+ 1")).toMatchObject({ ok: false, outcome: "error", error: { reason: "parse_error" } });
  });

  it("counts what was used", async () => {
    const r = await run("(println :x) (tool/add {:a 1 :b 2})", { tools: [add] });
    expect(r.prints).toEqual([":x"]);
    expect(r.toolCalls).toMatchObject([{ id: "1", tool: "add", args: '{"a":1,"b":2}', ok: true, attempts: 1 }]);
    expect(r.usage.fuel).toBeGreaterThan(0);
    expect(r.usage.memoryBytes).toBeGreaterThan(0);
    expect(r.usage.peakDepth).toBeGreaterThanOrEqual(0);
  });

  it("keeps the value's text when it cannot be host data", async () => {
    const r = await run('{:a 1 "a" 2}');
    expect(r).toMatchObject({ ok: true, value: null, text: '{:a 1, "a" 2}' });
    expect(r.ok && r.valueProblem).toContain("both become");
  });

  it("carries definitions and history in memory", async () => {
    const first = await run("(defn twice [x] (* 2 x)) (def n 21) (twice n)");
    const second = await run("[(twice 4) n *1]", { memory: JSON.parse(JSON.stringify(first.memory)) });
    expect(second).toMatchObject({ ok: true, value: [8, 21, 42] });
    expect(await run("[*1 *2]", { history: [5, { a: 1 }] })).toMatchObject({ text: '[5 {"a" 1}]' });
  });

  it("leaves memory as it was when a run fails", async () => {
    const first = await run("(def a 1)");
    const second = await run("(def a 2) (/ 1 0)", { memory: first.memory });
    expect(second.memory).toEqual(first.memory);
  });

  it("compiles once and runs many times", async () => {
    const program = compile("(+ data/x (tool/add {:a 1 :b 2}))", { tools: [add] });
    expect(program.problems).toEqual([]);
    expect(await program.run({ data: { x: 1 } })).toMatchObject({ value: 4 });
    expect(program.runSync({ data: { x: 10 } })).toMatchObject({ value: 13 });
    expect(compile("(foo)").problems).toMatchObject([{ reason: "unbound_var" }]);
  });

  it("refuses to wait when run synchronously", () => {
    expect(runSync("(tool/later {:ms 1})", { tools: [later] })).toMatchObject({ error: { reason: "tool_error" } });
  });
});

describe("misuse is an OptionsError before anything runs", () => {
  const cases: [string, () => unknown, string][] = [
    ["unknown option", () => run("1", { tols: [] } as never), 'Did you mean "tools"'],
    ["unknown limit", () => run("1", { limits: { feul: 1 } as never }), 'Did you mean "fuel"'],
    ["limit that is no number", () => run("1", { limits: { fuel: Number.NaN } }), "limits.fuel"],
    ["tool without schema", () => defineTool({ name: "x", run: () => 1 }), "signature or an inputSchema"],
    ["tool name", () => defineTool({ name: "a b", signature: "() -> :int", run: () => 1 }), "does not fit"],
    ["tool schema", () => defineTool({ name: "x", inputSchema: { type: "nope" }, run: () => 1 }), "valid JSON Schema"],
    [
      "tool signature",
      () => defineTool({ name: "x", signature: "(a :strng) -> :int", run: () => 1 }),
      "signature of tool x",
    ],
    ["two tools of one name", () => run("1", { tools: [add, { ...add }] }), "Two tools"],
    ["data with a function", () => run("1", { data: { f: () => 1 } }), "a function"],
    ["data that is no object", () => run("1", { data: [1] as never }), "data must be an object"],
    [
      "cyclic data",
      () => {
        const a: Record<string, unknown> = {};
        a.a = a;
        return run("1", { data: a });
      },
      "itself",
    ],
    ["history with a function", () => run("1", { history: [() => 1] }), "history holds a function"],
    ["forged memory", () => run("1", { memory: { ptc: 1, definitions: [["a b", "1"]], history: [] } }), "definition"],
    ["damaged memory", () => run("1", { memory: "{" }), "not JSON"],
    [
      "memory that does not load",
      () => run("1", { memory: { ptc: 1, definitions: [["a", "(foo)"]], history: [] } }),
      "cannot be loaded",
    ],
    [
      "memory that calls tools",
      () => run("1", { tools: [add], memory: { ptc: 1, definitions: [["a", "(tool/add {:a 1 :b 2})"]], history: [] } }),
      "cannot be loaded",
    ],
    ["source that is no string", () => run(5 as never), "must be a string"],
  ];
  for (const [name, misuse, words] of cases)
    it(name, async () => {
      const thrown = await (async () => misuse())().catch((e: unknown) => e);
      expect(thrown).toBeInstanceOf(OptionsError);
      expect((thrown as Error).message).toContain(words);
    });
});

describe("tools", () => {
  const told = async (source: string, tool: Parameters<typeof defineTool>[0]) => {
    const events: RunEvent[] = [];
    const r = await run(source, { tools: [tool], onEvent: (e) => events.push(e) });
    return { r, events };
  };

  it("are checked both ways", async () => {
    expect(await run('(tool/add {:a "1"})', { tools: [add] })).toMatchObject({
      error: { reason: "tool_error", message: expect.stringContaining('needs "b"') },
    });
    const wrong = { ...add, name: "wrong", run: () => "three" };
    expect(await run("(tool/wrong {:a 1 :b 2})", { tools: [wrong] })).toMatchObject({
      error: { reason: "tool_error", message: expect.stringContaining("must be integer") },
    });
  });

  it("get underscores for hyphens and are found under either spelling", async () => {
    let got: unknown;
    const tool = {
      name: "get_user",
      inputSchema: {},
      run: (args: unknown) => {
        got = args;
        return null;
      },
    };
    await run("(tool/get-user {:user-id 1 :deep {:a-b [2.5]}})", { tools: [tool] });
    expect(got).toEqual({ user_id: 1, deep: { a_b: [2.5] } });
  });

  it("fail with a safe message; the host's words stay in the log", async () => {
    const secret = "password=hunter2 at /home/me/db.ts";
    const { r, events } = await told("(tool/x {})", {
      name: "x",
      inputSchema: {},
      run: () => {
        throw new Error(secret);
      },
    });
    expect(r).toMatchObject({ error: { reason: "tool_error", message: "tool/x failed." } });
    expect(JSON.stringify({ ...r, events: [] })).not.toContain("hunter2");
    expect(JSON.stringify(events.filter((e) => e.type === "tool-end"))).toContain("hunter2");
    const safe = await told("(tool/x {})", {
      name: "x",
      inputSchema: {},
      run: async () => {
        throw new ToolError("no such user", { hint: "list them first" });
      },
    });
    expect(safe.r).toMatchObject({ error: { message: "tool/x: no such user", hint: "list them first" } });
  });

  it("are tried again, and given up after their time", async () => {
    let attempts = 0;
    const shaky = {
      name: "x",
      inputSchema: {},
      retries: 2,
      run: async () => {
        if (++attempts < 3) throw new Error("no");
        return attempts;
      },
    };
    expect((await told("(tool/x {})", shaky)).r).toMatchObject({ value: 3, toolCalls: [{ attempts: 3 }] });
    let aborted = false;
    const never = {
      name: "x",
      inputSchema: {},
      timeoutMs: 20,
      run: (_: unknown, call: { signal: AbortSignal }) =>
        new Promise(() =>
          call.signal.addEventListener("abort", () => {
            aborted = true;
          }),
        ),
    };
    expect((await told("(tool/x {})", never)).r).toMatchObject({
      error: { message: expect.stringContaining("20 ms") },
    });
    expect(aborted).toBe(true);
  });

  it("hand over data, not objects", async () => {
    const shared = { list: [1] };
    const tools = [{ name: "x", inputSchema: {}, run: () => shared }];
    const r = await run("(let [a (tool/x {}) b (tool/x {})] [(get-in a [:list 0]) (= a b)])", { tools });
    expect(r).toMatchObject({ text: "[1 true]" });
    const odd: [string, unknown][] = [
      ["function", () => 1],
      ["symbol", Symbol("s")],
      ["getter", Object.defineProperty({}, "x", { get: () => 1, enumerable: true })],
      [
        "throwing proxy",
        new Proxy(
          {},
          {
            ownKeys() {
              throw new Error("boo");
            },
          },
        ),
      ],
      ["promise inside", { p: Promise.resolve() }],
    ];
    for (const [name, value] of odd) {
      const result = await run("(tool/x {})", { tools: [{ name: "x", inputSchema: {}, run: () => value }] });
      expect([name, result.ok, result.ok ? null : result.error.reason]).toEqual([name, false, "tool_error"]);
    }
  });

  it("are limited in number", async () => {
    const tools = [add];
    const source = "(loop [i 0] (recur (tool/add {:a i :b 1})))";
    expect(await run(source, { tools, limits: { toolCalls: 5 } })).toMatchObject({
      error: { reason: "tool_call_limit_exceeded", hint: expect.stringContaining("limits.toolCalls") },
    });
    expect(await run(source, { tools, limits: { toolCallsPerTool: 5 } })).toMatchObject({
      error: { reason: "tool_call_limit_exceeded", hint: expect.stringContaining("limits.toolCallsPerTool") },
    });
  });

  it("hide declared fields in events", async () => {
    const tool = { name: "x", inputSchema: {}, secretFields: ["token"], run: () => ({ token: "s3cret", n: 1 }) };
    const { r, events } = await told('(:n (tool/x {:token "s3cret"}))', tool);
    expect(r).toMatchObject({ value: 1 });
    expect(JSON.stringify(events.filter((e) => e.type !== "run-start"))).not.toContain("s3cret");
  });
});

describe("waiting ends", () => {
  it("at the deadline", async () => {
    expect(await run("(tool/later {:ms 60000})", { tools: [later], limits: { timeoutMs: 30 } })).toMatchObject({
      error: { reason: "timeout", hint: expect.stringContaining("limits.timeoutMs") },
    });
  });

  it("for pure code too", async () => {
    const r = await run("(loop [] (recur))", { limits: { timeoutMs: 20, fuel: 1e12 } });
    expect(r).toMatchObject({ error: { reason: "timeout" } });
  });

  it("when the host cancels", async () => {
    const abort = new AbortController();
    setTimeout(() => abort.abort(), 10);
    expect(await run("(tool/later {:ms 60000})", { tools: [later], signal: abort.signal })).toMatchObject({
      error: { reason: "cancelled" },
    });
    const signal = AbortSignal.abort();
    for (const source of ["1", "(tool/later {:ms 1})"])
      expect(await run(source, { tools: [later], signal })).toMatchObject({ error: { reason: "cancelled" } });
    expect(runSync("1", { signal })).toMatchObject({ error: { reason: "cancelled" } });
  });

  it("for calls that have not started: they never do", async () => {
    let started = 0;
    const tool = {
      name: "x",
      inputSchema: {},
      run: () => new Promise((_, no) => setTimeout(() => no(new ToolError(`bad ${++started}`)), 5)),
    };
    const r = await run("(pmap (fn [_] (tool/x {})) (range 20))", { tools: [tool], limits: { parallelWidth: 2 } });
    await new Promise((done) => setTimeout(done, 30));
    expect(r).toMatchObject({ ok: false, error: { reason: "tool_error" } });
    expect(started).toBeLessThanOrEqual(2);
  });

  it("when a sibling fails: the rest is cancelled, and what had completed is told", async () => {
    let aborted = 0;
    const tool = {
      name: "x",
      inputSchema: {},
      run: ({ i }: { i: number }, { signal }: { signal: AbortSignal }) =>
        i === 0
          ? Promise.resolve(0)
          : i === 1
            ? new Promise((_, no) => setTimeout(() => no(new ToolError("bad")), 10))
            : new Promise(() => signal.addEventListener("abort", () => aborted++)),
    };
    const r = await run("(pmap #(tool/x {:i %}) (range 4))", { tools: [tool] });
    expect(r).toMatchObject({ error: { message: "tool/x: bad (Branch 2 of 4 of pmap; 1 had completed.)" } });
    expect(aborted).toBe(2);
  });
});

describe("overlap", () => {
  /** The most calls under way at once. */
  async function peak(source: string, width: number): Promise<{ peak: number; text: string }> {
    let now = 0;
    let most = 0;
    const tool = {
      name: "x",
      inputSchema: {},
      run: async ({ v }: { v: number }) => {
        most = Math.max(most, ++now);
        await new Promise((r) => setTimeout(r, 2));
        now--;
        return v;
      },
    };
    const r = await run(source, { tools: [tool], limits: { parallelWidth: width } });
    return { peak: most, text: r.ok ? r.text : r.error.message };
  }

  it("is as wide as allowed, nested calls included", async () => {
    expect(await peak("(pmap #(tool/x {:v %}) (range 12))", 4)).toEqual({
      peak: 4,
      text: "[0 1 2 3 4 5 6 7 8 9 10 11]",
    });
    expect((await peak("(pmap (fn [i] (pmap #(tool/x {:v (+ i %)}) (range 5))) (range 5))", 4)).peak).toBe(4);
    expect((await peak("(map #(tool/x {:v %}) (range 5))", 4)).peak).toBe(1);
  });
});
