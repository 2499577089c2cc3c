// The door itself: what it counts, checks, tells and refuses, for every row of the table.

import { tmpdir } from "node:os";
import { describe, expect, it } from "vitest";
import { type Answer, type Caller, createBroker, hostFunctions, secretPlaceholder } from "../../src/sandbox/broker.ts";
import { renderHostFunctions } from "../../src/sandbox/functions/index.ts";
import { renderPermissionForms } from "../../src/sandbox/permission.ts";
import { expectGeneratedPart } from "../support/generated.ts";
import { bench, caller, reasonOf, resultOf, textOf } from "./broker-support.ts";

const OPEN = [
  "filesystem:read:**",
  "filesystem:write:**",
  "http:fetch:*",
  "clock:now",
  "random",
  "log",
  "kv:*",
  "tool:*",
];

/** Arguments that fit, for each function of the table. */
const FITTING: Readonly<Record<string, readonly unknown[]>> = {
  "filesystem.read": ["a"],
  "filesystem.write": ["a", "x"],
  "filesystem.list": ["*"],
  "filesystem.stat": ["a"],
  "http.fetch": ["https://example.com/"],
  "kv.get": ["n", "k"],
  "kv.set": ["n", "k", 1],
  "kv.delete": ["n", "k"],
  "kv.keys": ["n"],
  "clock.now": [],
  "random.number": [],
  "random.uuid": [],
  "random.bytes": [4],
  log: ["info", "x"],
  tool: ["t"],
};

describe.each(hostFunctions.map((f) => [f.name, f] as const))("%s", (name, row) => {
  const args = FITTING[name]!;

  it("is refused without a declaration, without a grant, and under a denial, each with an event", async () => {
    const { broker, events } = bench(OPEN);
    const undeclared = await broker.call(name, args, caller([]));
    expect([reasonOf(undeclared), textOf(undeclared)]).toEqual([
      "permission_denied",
      expect.stringContaining("does not declare"),
    ]);
    const closed = bench(OPEN, { policy: {}, onEvent: (e) => events.push(e) });
    const ungranted = await closed.broker.call(name, args, caller(OPEN));
    expect([reasonOf(ungranted), textOf(ungranted)]).toEqual([
      "permission_denied",
      expect.stringContaining("--grant '"),
    ]);
    const denying = bench(OPEN, { policy: { allow: OPEN, deny: OPEN }, onEvent: (e) => events.push(e) });
    const denied = await denying.broker.call(name, args, caller(OPEN));
    expect([reasonOf(denied), textOf(denied)]).toEqual([
      "permission_denied",
      expect.stringContaining("The policy denies"),
    ]);
    const told = events.flatMap((e) => (e.type === "permission" ? [[e.function, e.outcome, e.reason]] : []));
    expect(told).toEqual([
      [name, "deny", "undeclared"],
      [name, "deny", "ungranted"],
      [name, "deny", "denied"],
    ]);
    for (const answer of [undeclared, ungranted, denied]) expect(answer.ok ? "" : answer.permission).not.toBe("");
  });

  it("waits for approval where a rule asks", async () => {
    const { broker, events } = bench(OPEN, { policy: { ask: OPEN } });
    const answer = await broker.call(name, args, caller(OPEN));
    expect(reasonOf(answer)).toBe("approval_required");
    expect(events.find((e) => e.type === "permission")).toMatchObject({ outcome: "ask", reason: "needs_approval" });
    if (name === "http.fetch") return;
    const approved = caller(OPEN, { approved: [answer.ok ? "" : answer.permission!] });
    expect(reasonOf(await broker.call(name, args, approved))).not.toBe("approval_required");
    expect(events.filter((e) => e.type === "permission").at(-1)).toMatchObject({
      outcome: "allow",
      reason: "approved",
    });
  });

  it("refuses arguments that do not fit, and says how it is called", async () => {
    const { call } = bench(OPEN);
    for (const wrong of [
      [...args, 1, 2, 3],
      row.required > 0 ? [] : [1],
      row.required > 0 ? [{ a: 1 }, ...args.slice(1)] : [[]],
    ]) {
      const answer = await call(name, wrong);
      expect([wrong, reasonOf(answer)]).toEqual([wrong, "bad_arguments"]);
      expect(textOf(answer)).toContain(`host.${name}(`);
    }
  });

  it("obeys what a tool says of itself", async () => {
    const { call } = bench(OPEN, { callTool: async () => ({ ok: true, value: 1 }) });
    const deterministic = await call(name, args, caller(OPEN, { deterministic: true }));
    const outside = /^(clock|random|http|kv)\b/.test(name);
    expect(/deterministic/.test(textOf(deterministic))).toBe(outside);
    const stateless = await call(name, args, caller([], { stateful: false }));
    expect(/stateful/.test(textOf(stateless))).toBe(name.startsWith("kv."));
  });

  it("has words, and a schema for each parameter", () => {
    expect(row.args.length).toBe(row.params.length);
    expect(row.params.filter((p) => !p.endsWith("?")).length).toBe(row.required);
    expect(row.doc.endsWith(".")).toBe(true);
    expect(row.example).toContain(`host.${name}(`);
    expect(row.returns).not.toBe("");
  });
});

describe("what the small functions give", () => {
  it("time, numbers, bytes and ids come from the host's own sources", async () => {
    const { call } = bench(OPEN, { now: () => 1234, randomBytes: (count) => new Uint8Array(count).fill(255) });
    expect(resultOf(await call("clock.now", []))).toBe(1234);
    expect(resultOf(await call("random.number", []))).toBe(1 - 2 ** -53);
    expect(resultOf(await call("random.uuid", []))).toBe("ffffffff-ffff-4fff-bfff-ffffffffffff");
    expect(resultOf(await call("random.bytes", [3]))).toEqual([255, 255, 255]);
    expect(reasonOf(await call("random.bytes", [5000]))).toBe("bad_arguments");
    const real = bench(OPEN);
    const numbers = await Promise.all(
      Array.from({ length: 50 }, async () => Number(resultOf(await real.call("random.number", [])))),
    );
    expect(new Set(numbers).size).toBe(50);
    expect(numbers.every((n) => n >= 0 && n < 1)).toBe(true);
  });

  it("a line of the log is an event with the tool's name, and a placeholder in it stays one", async () => {
    const { call, events } = bench([...OPEN, "secret:K"], { secrets: { K: "value" }, limits: { logBytes: 100 } });
    resultOf(await call("log", ["warn", `key ${secretPlaceholder("K")}`, { k: secretPlaceholder("K") }]));
    expect(events).toContainEqual({
      type: "log",
      tool: "probe",
      callId: "call-1",
      depth: 0,
      function: "log",
      level: "warn",
      message: `key ${secretPlaceholder("K")}`,
      data: { k: secretPlaceholder("K") },
    });
    expect(reasonOf(await call("log", ["info", "x".repeat(101)]))).toBe("limit_exceeded");
    expect(reasonOf(await call("log", ["fatal", "x"]))).toBe("bad_arguments");
    expect(resultOf(await call("log", ["info", "x", null]))).toBe(null);
  });
});

describe("tools that call tools", () => {
  const passing =
    (seen: unknown[]) =>
    async (name: string, args: unknown, who: Caller): Promise<Answer> => {
      seen.push([name, args, who.tool]);
      return { ok: true, value: { got: args } };
    };

  it("reach only what is granted, with the arguments as they are", async () => {
    const seen: unknown[] = [];
    const { call } = bench(["tool:csv-*", "secret:K"], { callTool: passing(seen), secrets: { K: "value" } });
    expect(resultOf(await call("tool", ["csv-parse", { text: secretPlaceholder("K") }]))).toEqual({
      got: { text: secretPlaceholder("K") },
    });
    expect(reasonOf(await call("tool", ["delete-all", {}]))).toBe("permission_denied");
    expect(reasonOf(await call("tool", ["csv-*", {}]))).toBe("bad_arguments");
    expect(resultOf(await call("tool", ["csv-x"]))).toEqual({ got: {} });
    expect(seen).toEqual([
      ["csv-parse", { text: secretPlaceholder("K") }, "probe"],
      ["csv-x", {}, "probe"],
    ]);
  });

  it("pass refusals on, and end at a depth", async () => {
    const failing: Answer = { ok: false, reason: "permission_denied", message: "m", hint: "h", permission: "log" };
    const { call } = bench(["tool:*"], { callTool: async () => failing, limits: { toolDepth: 3 } });
    expect(await call("tool", ["x"])).toEqual(failing);
    expect(reasonOf(await call("tool", ["x"], caller(["tool:*"], { depth: 1 })))).toBe("permission_denied");
    expect(reasonOf(await call("tool", ["x"], caller(["tool:*"], { depth: 2 })))).toBe("limit_exceeded");
    expect(reasonOf(await bench(["tool:*"]).call("tool", ["x"]))).toBe("host_error");
  });

  it("a nested tool does not act with its caller's declarations", async () => {
    const { broker } = bench(["clock:now", "tool:inner"]);
    expect(reasonOf(await broker.call("clock.now", [], caller(["clock:now", "tool:inner"])))).toBe("ok");
    expect(
      reasonOf(await broker.call("clock.now", [], caller([], { tool: "inner", callId: "call-2", depth: 1 }))),
    ).toBe("permission_denied");
  });
});

describe("budgets of one tool call", () => {
  it("on the number of calls, failed ones included, each call its own", async () => {
    const { call } = bench(OPEN, { limits: { hostCalls: 3 } });
    const reasons = [];
    for (const args of [[], [1], [], [], []]) reasons.push(reasonOf(await call("clock.now", args)));
    expect(reasons).toEqual(["ok", "bad_arguments", "ok", "limit_exceeded", "limit_exceeded"]);
    // Of the same name: two runs on one sandbox number their calls alike.
    expect(reasonOf(await call("clock.now", [], caller(OPEN)))).toBe("ok");
  });

  it("on bytes in and out", async () => {
    const into = bench(OPEN, { limits: { hostBytes: 1000 } });
    expect(reasonOf(await into.call("kv.set", ["n", "k", "x".repeat(2000)]))).toBe("limit_exceeded");
    expect(resultOf(await into.call("kv.get", ["n", "k"]))).toBe(null);
    const out = bench(OPEN, {
      limits: { hostBytes: 1000 },
      callTool: async () => ({ ok: true, value: "x".repeat(998) }),
    });
    expect(reasonOf(await out.call("tool", ["x"]))).toBe("limit_exceeded");
  });

  it("values that are shared or deep beyond measure are counted without being written out", async () => {
    let shared: unknown = "x";
    for (let i = 0; i < 60; i++) shared = [shared, shared];
    let deep: unknown = 1;
    for (let i = 0; i < 1_000_000; i++) deep = [deep];
    const { call } = bench(OPEN, { limits: { hostBytes: 100_000 } });
    expect(reasonOf(await call("kv.set", ["n", "k", shared]))).toBe("limit_exceeded");
    expect(reasonOf(await call("kv.set", ["n", "k", deep]))).toBe("limit_exceeded");
    const back = bench(OPEN, { limits: { hostBytes: 100_000 }, callTool: async () => ({ ok: true, value: shared }) });
    expect(reasonOf(await back.call("tool", ["x"]))).toBe("limit_exceeded");
  });

  it("at most so many at once; the others wait their turn and none is lost", async () => {
    const running = new Map<number, () => void>();
    const { call } = bench(OPEN, {
      limits: { hostConcurrency: 2 },
      callTool: async (_, args) => {
        const { i } = args as { i: number };
        await new Promise<void>((end) => running.set(i, end));
        running.delete(i);
        return { ok: true, value: i };
      },
    });
    const settled = () => new Promise((done) => setImmediate(done));
    const end = async (i: number) => {
      running.get(i)!();
      await settled();
    };
    const calls = [0, 1, 2].map((i) => call("tool", ["x", { i }]));
    await settled();
    expect([...running.keys()]).toEqual([0, 1]);
    await end(0);
    // The place of the first went to the third: a newcomer must wait.
    calls.push(call("tool", ["x", { i: 3 }]));
    await settled();
    expect([...running.keys()]).toEqual([1, 2]);
    for (const i of [1, 2, 3]) await end(i);
    expect((await Promise.all(calls)).map(resultOf)).toEqual([0, 1, 2, 3]);
  });

  it("a cancelled call gets nothing more", async () => {
    const control = new AbortController();
    control.abort();
    expect(textOf(await bench(OPEN).call("clock.now", [], caller(OPEN, { signal: control.signal })))).toContain(
      "cancelled",
    );
  });
});

describe("the door", () => {
  it.each([
    ["filesystem.reed"],
    ["fs.read"],
    ["constructor"],
    ["__proto__"],
    ["toString"],
    [""],
    ["filesystem"],
    ["secret"],
  ])("knows no function %j", async (name) => {
    const answer = await bench(OPEN).call(name, []);
    expect(reasonOf(answer)).toBe("bad_arguments");
    if (name === "filesystem.reed") expect(textOf(answer)).toContain("`host.filesystem.read`");
  });

  it("answers even when the host's own code throws, and gives nothing of it away", async () => {
    const { call, events } = bench(OPEN, {
      now: () => 0,
      callTool: () => {
        throw new Error("at /home/me/secret/place.ts");
      },
    });
    const answer = await call("tool", ["x"]);
    expect(answer).toEqual({
      ok: false,
      reason: "host_error",
      message: "The host failed. (EINTERNAL)",
      hint: "Its log says more.",
    });
    expect(events.at(-1)).toMatchObject({
      type: "host-call",
      outcome: "host_error",
      detail: expect.stringContaining("/home/me"),
    });
  });

  it("does nothing when the decision cannot be told", async () => {
    let set = false;
    const broker = createBroker({
      policy: { allow: OPEN },
      root: tmpdir(),
      kv: { get: () => null, set: () => (set = true), delete: () => false, keys: () => [] },
      onEvent: () => {
        throw new Error("the log is full");
      },
    });
    expect(reasonOf(await broker.call("kv.set", ["n", "k", 1], caller(OPEN)))).toBe("host_error");
    expect(set).toBe(false);
  });

  it("every decision names the rule and the declaration that made it", async () => {
    const { broker, events } = bench([], { policy: { allow: ["kv:*"], deny: ["kv:private"] } });
    const who = caller(["kv:*"]);
    await broker.call("kv.get", ["open", "k"], who);
    await broker.call("kv.get", ["private", "k"], who);
    const head = { tool: "probe", callId: "call-1", depth: 0, function: "kv.get" };
    expect(events.filter((e) => e.type === "permission")).toEqual([
      {
        type: "permission",
        ...head,
        permission: "kv:open",
        outcome: "allow",
        reason: "allowed",
        rule: "kv:*",
        declared: "kv:*",
      },
      {
        type: "permission",
        ...head,
        permission: "kv:private",
        outcome: "deny",
        reason: "denied",
        rule: "kv:private",
        declared: "kv:*",
      },
    ]);
  });

  it("a denial keeps rules about folders of the host to itself", async () => {
    const { call } = bench(["filesystem:read:**"], {
      root: "/srv/customer",
      policy: { allow: ["filesystem:read:**"], deny: ["filesystem:read:/srv/customer/private/**"] },
    });
    expect(textOf(await call("filesystem.read", ["private/x"]))).not.toContain("/srv");
  });

  it("is not opened with a policy that cannot be read, or limits that do not exist", () => {
    expect(() => createBroker({ policy: { allow: ["log", "nope"], ask: ["fs:x"] }, root: "." })).toThrow(
      /policy\.allow\[1\]: "nope"[^\n]*\npolicy\.ask\[0\]: "fs:x"/,
    );
    const misspelt = { hostCall: 1 } as object;
    expect(() => createBroker({ policy: {}, root: ".", limits: misspelt })).toThrow(/Did you mean "hostCalls"/);
  });
});

it("the tables of docs/guide/permissions.md say what the tables of the program say", () => {
  expectGeneratedPart("docs/guide/permissions.md", `${renderPermissionForms()}\n\n${renderHostFunctions()}`);
});
