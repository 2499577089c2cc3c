// Isolated runs give what runs in process give: the same value, errors, prints, calls and step counts.

import { availableParallelism } from "node:os";
import { describe, expect, it } from "vitest";
import { closeIsolates, isolateCount, resume, run } from "../../src/host/isolate.ts";
import {
  approvalRequired,
  defineTool,
  OptionsError,
  type Result,
  type RunEvent,
  replay,
  ToolError,
} from "../../src/index.ts";
import { withRunner } from "../support/runner-script.ts";

withRunner();

const tools = [
  defineTool({ name: "add", signature: "(a :int, b :int) -> :int", run: async ({ a, b }) => a + b }),
  defineTool({ name: "id", inputSchema: {}, run: async ({ v }) => v }),
  defineTool({ name: "day", inputSchema: {}, run: async () => ({ at: new Date(86_400_000), tags: new Set([1]) }) }),
  defineTool({
    name: "bad",
    inputSchema: {},
    run: async () => {
      throw new Error("secret words");
    },
  }),
  defineTool({
    name: "told",
    inputSchema: {},
    run: async () => {
      throw new ToolError("not today", { hint: "tomorrow" });
    },
  }),
  defineTool({ name: "odd", inputSchema: {}, run: async () => () => 1 }),
  defineTool({ name: "slow", inputSchema: {}, timeoutMs: 30, run: () => new Promise(() => {}) }),
  defineTool({ name: "ask", inputSchema: {}, run: async () => approvalRequired("may I?", { a: 1 }) }),
];

const programs = [
  "(+ 1 2)",
  '{:a [1 2.0 99999999999999999999] "b" #{:c} :d nil}',
  '(println "hi") (prn {:a 1}) :done',
  "(+ 1 nil)",
  "(lenght [1])",
  "(+ 1",
  "(return 5)",
  "(fail {:x 1})",
  "(defn f [n] (inc (f n))) (f 1)",
  "(loop [] (recur))",
  "(vec (range 1e9))",
  "(str data/big data/f (:deep data/obj))",
  "(tool/add {:a 1 :b 2})",
  "(tool/add {:a 1})",
  "(pmap #(tool/add {:a % :b 1}) (range 20))",
  '(map #(tool/id {:v %}) [1 1.5 "x" nil [1 {:a 2}]])',
  "(tool/day {})",
  "(tool/bad {})",
  "(tool/told {})",
  "(tool/odd {})",
  "(tool/slow {})",
  "(tool/ask {})",
  "(tool/nope {})",
  "[(rand) (rand-int 100) (System/currentTimeMillis)]",
  "(pmap (fn [_] (rand)) (range 3))",
  "(defn g [x] (* 2 x)) (def h (g 4)) h",
  "[*1 *2]",
];

/** All that must not depend on where the program ran. */
function essence(r: Result): unknown {
  const { ok, outcome, prints, toolCalls, usage, memory } = r;
  const calls = toolCalls.map(({ ms: _ms, ...call }) => call).sort((a, b) => a.id.localeCompare(b.id));
  const value = r.ok || r.outcome === "fail" ? [r.value, r.text] : null;
  const { fuel, peakDepth, memoryBytes } = usage;
  const shown = { ok, outcome, prints, calls, value, memory, fuel, peakDepth, memoryBytes };
  if (r.ok) return shown;
  return { ...shown, error: r.error, approval: r.outcome === "approval" ? r.approval : null };
}

const options = {
  tools,
  data: { big: 2n ** 70n, f: 1.5, obj: { deep: [1] } },
  history: [1, "two"],
  limits: { fuel: 200_000 },
  now: () => 1e12,
  random: () => 0.5,
};

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

for (const isolate of ["worker", "process"] as const)
  describe(`isolate: ${isolate}`, () => {
    for (const source of programs)
      it(source, async () => {
        expect(essence(await run(source, { ...options, isolate }))).toEqual(essence(await run(source, options)));
      });

    it("tells the same events", async () => {
      const told = async (where: "none" | typeof isolate): Promise<unknown[]> => {
        const events: RunEvent[] = [];
        const onEvent = (e: RunEvent): void => void events.push(e);
        const r = await run("(println 1) (tool/bad {})", { ...options, isolate: where, onEvent });
        expect(r.events.map((e) => e.type)).toEqual(events.map((e) => e.type));
        return events.map(({ ms: _ms, run: _run, ...e }) =>
          JSON.stringify({ ...e, took: 0, detail: "detail" in e ? e.detail?.split("\n")[0] : null }),
        );
      };
      expect(await told(isolate)).toEqual(await told("none"));
    });

    it("gets data that JSON cannot hold, nested more deeply than programs are", async () => {
      let deep: unknown = [Number.NaN];
      for (let i = 0; i < 400; i++) deep = [deep];
      const data = { deep, tags: new Set([7]) };
      const history = [Number.NaN, new Set([1])];
      const source = "[data/tags (count (flatten data/deep)) *1 *2 (tool/id {:v data/tags})]";
      const given = { tools, data, history, isolate, limits: { valueDepth: 1000 } };
      const r = await run(source, given);
      expect(r.ok ? r.text : r.error).toBe(
        ((await run(source, { ...given, isolate: "none" })) as { text?: string }).text,
      );
      expect(r.ok && r.text.startsWith("[#{7} 1 ##NaN #{1}")).toBe(true);
    });

    it("goes on after an approval as in process, with what was decided and what was done", async () => {
      let done = 0;
      const asking = [
        defineTool({ name: "once", inputSchema: {}, run: async () => ++done }),
        defineTool({
          name: "pay",
          inputSchema: {},
          run: async ({ v }, { approved, details }) =>
            approved ? { v, details } : approvalRequired("pay?", { of: v }),
        }),
      ];
      const source = "[(tool/once {}) (tool/pay {:v 1}) (tool/pay {:v 2}) (System/currentTimeMillis)]";
      const steps = async (where: "none" | typeof isolate): Promise<unknown> => {
        done = 0;
        const given = { tools: asking, isolate: where };
        let r = await run(source, { ...given, now: () => 5 });
        for (const v of [1, 2]) {
          if (r.outcome !== "approval") throw new Error(`${v}: it did not wait`);
          r = await resume(r.suspended, { approved: true }, given);
        }
        return [essence(r), done];
      };
      const inProcess = await steps("none");
      expect(inProcess).toMatchObject([
        { value: [[1, { v: 1, details: { of: 1 } }, { v: 2, details: { of: 2 } }, 5], expect.any(String)] },
        1,
      ]);
      expect(await steps(isolate)).toEqual(inProcess);
    });

    it("shows who decides the same details, whatever the tool gave as such", async () => {
      const of: Readonly<Record<string, unknown>> = {
        nothing: undefined,
        function: () => 1,
        "a function inside": { at: [() => 1] },
        instance: new (class Order {
          amount = 5;
        })(),
        date: new Date(86_400_000),
        set: new Set([1, new Map([["a", 2n ** 70n]])]),
        proxy: revoked(),
        getter: {
          get a() {
            return 1;
          },
        },
        large: "x".repeat(200),
      };
      const tool = defineTool({
        name: "ask",
        inputSchema: {},
        run: async ({ of: name }, { approved, details }) => (approved ? details : approvalRequired("may I?", of[name])),
      });
      const told = async (where: "none" | typeof isolate, name: string): Promise<unknown> => {
        const given = { tools: [tool], isolate: where, limits: { toolBytes: 100 } };
        const first = await run(`(tool/ask {:of ${JSON.stringify(name)}})`, given);
        if (first.outcome !== "approval") return essence(first);
        return [first.approval, essence(await resume(first.suspended, { approved: true }, given))];
      };
      for (const name of Object.keys(of))
        expect([name, await told(isolate, name)]).toEqual([name, await told("none", name)]);
      expect(await told("none", "date")).toMatchObject([{ details: "1970-01-02T00:00:00Z" }, expect.anything()]);
      expect(await told("none", "a function inside")).toMatchObject([{ details: null }, expect.anything()]);
    });

    it("is not disturbed by a listener that throws", async () => {
      const onEvent = (): never => {
        throw new Error("no");
      };
      const r = await run("(println 1) (tool/add {:a 1 :b 2})", { ...options, isolate, onEvent });
      expect(r).toMatchObject({ ok: true, value: 3, prints: ["1"] });
      expect(r.events.map((e) => [e.seq, e.type])).toEqual([
        [1, "run-start"],
        [2, "print"],
        [3, "tool-start"],
        [4, "tool-end"],
        [5, "run-end"],
      ]);
    });

    it("tells no more prints than it keeps", async () => {
      const source = '(let [s (apply str (repeat 100 "x"))] (dotimes [_ 100] (println s)))';
      const told = async (where: "none" | typeof isolate, onEvent?: () => void): Promise<unknown> => {
        const limits = { printBytes: 250 };
        const r = await run(source, { limits, isolate: where, ...(onEvent === undefined ? {} : { onEvent }) });
        return r.events.map((e) => e.type);
      };
      const expected = ["run-start", "print", "print", "dropped", "run-end"];
      for (const onEvent of [undefined, () => {}]) {
        expect(await told(isolate, onEvent)).toEqual(expected);
        expect(await told("none", onEvent)).toEqual(expected);
      }
    });

    it("is killed when it outlives its time", async () => {
      const r = await run("(loop [] (recur))", { isolate, limits: { timeoutMs: 50, fuel: 1e15 } });
      expect(r).toMatchObject({ ok: false, error: { reason: "timeout" } });
      expect(await run("(+ 1 1)", { isolate })).toMatchObject({ value: 2 });
    });

    it("may take longer than a timer can wait", async () => {
      for (const where of ["none", isolate] as const) {
        const r = await run("(tool/add {:a 1 :b 2})", {
          tools: [{ ...tools[0]!, timeoutMs: 3e9 }],
          isolate: where,
          limits: { timeoutMs: Number.MAX_SAFE_INTEGER },
        });
        expect(r).toMatchObject({ ok: true, value: 3 });
      }
    });

    it("is cancelled by the host", async () => {
      const abort = new AbortController();
      setTimeout(() => abort.abort(), 20);
      const r = await run("(loop [] (recur))", { isolate, signal: abort.signal, limits: { fuel: 1e15 } });
      expect(r).toMatchObject({ ok: false, error: { reason: "cancelled" } });
      expect(await run("(+ 1 1)", { isolate })).toMatchObject({ value: 2 });
    });

    it("tells what a run had done when its runner was killed", async () => {
      const abort = new AbortController();
      const pay = defineTool({
        name: "pay",
        inputSchema: {},
        cost: 2,
        run: async ({ last }) => {
          if (last !== true) return 1;
          setTimeout(() => abort.abort(), 100);
          return new Promise(() => {});
        },
      });
      const source = "(println :a) (tool/pay {:v 1}) (pcalls #(tool/pay {:last true}) #(loop [] (recur)))";
      const r = await run(source, { isolate, tools: [pay], signal: abort.signal, limits: { fuel: 1e15 } });
      expect(r).toMatchObject({
        error: { reason: "cancelled" },
        prints: [":a"],
        toolCalls: [
          { id: "1", tool: "pay", args: '{"v":1}', ok: true, attempts: 1, cost: 2 },
          { tool: "pay", args: '{"last":true}', ok: false },
        ],
        usage: { cost: 4 },
      });
    });

    it("refuses misuse as in process", async () => {
      await expect(run("1", { isolate, limits: { feul: 1 } as never })).rejects.toBeInstanceOf(OptionsError);
      const memory = { ptc: 1 as const, definitions: [["a", "(foo)"]] as const, history: [] };
      await expect(run("1", { isolate, memory })).rejects.toThrow("cannot be loaded");
      await expect(run("1", { isolate, history: [() => 1] })).rejects.toBeInstanceOf(OptionsError);
    });

    it("is cancelled before it starts", async () => {
      const told = async (where: "none" | typeof isolate): Promise<unknown> => {
        const r = await run("(tool/add {:a 1 :b 2}) (+ 1 1)", {
          ...options,
          isolate: where,
          signal: AbortSignal.abort(),
        });
        expect(await replay(r.events)).toMatchObject({ same: true, calls: 0 });
        return [essence(r), r.events.map((e) => e.type)];
      };
      await run("1", { isolate });
      expect(await told("none")).toMatchObject([{ error: { reason: "cancelled" } }, ["run-start", "run-end"]]);
      expect(await told(isolate)).toEqual(await told("none"));
    });

    it("gives tools arguments that they cannot change", async () => {
      let tries = 0;
      const change = defineTool({
        name: "change",
        inputSchema: {},
        retries: 1,
        run: async (args) => {
          if (++tries === 1) args.list.push(4);
          if (tries === 2) delete args.of.a;
          return args;
        },
      });
      const told = async (where: "none" | typeof isolate): Promise<unknown> => {
        tries = 0;
        const source = "(tool/change {:list [1 2 3] :of {:a 1}})";
        const first = await run(source, { tools: [change], isolate: where });
        return [essence(first), essence(await run(source, { tools: [change], isolate: where }))];
      };
      const inProcess = await told("none");
      expect(inProcess).toMatchObject([
        { error: { reason: "tool_error", message: "tool/change failed." } },
        { value: [{ list: [1, 2, 3], of: { a: 1 } }, expect.any(String)] },
      ]);
      expect(await told(isolate)).toEqual(inProcess);
    });

    it("takes runs that tools of its runs start, as many as there are", async () => {
      const inner = defineTool({
        name: "inner",
        inputSchema: {},
        run: async ({ v }) => {
          const r = await run("(* 2 (tool/id {:v data/v}))", { tools, isolate, data: { v } });
          return r.ok ? r.value : null;
        },
      });
      const width = 2 * Math.max(2, availableParallelism());
      const source = `(pmap #(tool/inner {:v %}) (range ${width}))`;
      const all = Array.from({ length: width }, () =>
        run(source, { tools: [inner], isolate, limits: { timeoutMs: 20_000 } }),
      );
      const doubled = Array.from({ length: width }, (_, i) => 2 * i);
      expect((await Promise.all(all)).map((r) => (r.ok ? r.value : r.error))).toEqual(all.map(() => doubled));
    });

    it("says so when runs start runs without end", async () => {
      let said = "";
      const again = defineTool({
        name: "again",
        inputSchema: {},
        run: async () => {
          try {
            const r = await run("(tool/again {})", { tools: [again], isolate });
            return r.ok ? r.value : null;
          } catch (thrown) {
            said = String(thrown);
            throw thrown;
          }
        },
      });
      expect(await run("(tool/again {})", { tools: [again], isolate })).toMatchObject({ ok: true, value: null });
      expect(said).toContain("OptionsError: run: tools of isolated runs have started isolated runs 8 deep.");
      await closeIsolates();
    });

    it("serves many at once", async () => {
      const results = await Promise.all(
        Array.from({ length: 20 }, (_, i) => run(`(+ ${i} (tool/add {:a 1 :b 1}))`, { ...options, isolate })),
      );
      expect(results.map((r) => r.ok && r.value)).toEqual(Array.from({ length: 20 }, (_, i) => i + 2));
      expect(isolateCount()).toBeGreaterThan(0);
    });
  });

it("knows where a program can run", async () => {
  await expect(run("1", { isolate: "cloud" as never })).rejects.toThrow("isolate must be");
});
