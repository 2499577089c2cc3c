// What a tool declares secret is in no event of the run, however it gets there; the program itself works with it.

import { describe, expect, it } from "vitest";
import { run as isolatedRun } from "../../src/host/isolate.ts";
import {
  approvalRequired,
  createSession,
  defineTool,
  OptionsError,
  type RunEvent,
  replay,
  resume,
  run,
  ToolError,
} from "../../src/index.ts";
import { withRunner } from "../support/runner-script.ts";

withRunner();

const SECRET = 's3c"ret\n';
const tools = [
  defineTool({
    name: "login",
    inputSchema: {},
    secretFields: ["token", "account-number"],
    run: async () => ({ token: SECRET, "account-number": 1234567890, url: `https://x?t=${SECRET}`, nested: [SECRET] }),
  }),
  defineTool({ name: "id", inputSchema: {}, run: async ({ v }) => v }),
  defineTool({
    name: "told",
    inputSchema: {},
    run: async ({ v }) => {
      throw new ToolError(`no ${v}`, { hint: `not ${v}` });
    },
  }),
  defineTool({ name: "ask", inputSchema: {}, run: async (_, { approved }) => approved || approvalRequired("may I?") }),
];

/** No way of writing them down is in there. */
function expectHidden(events: readonly RunEvent[]): void {
  const text = JSON.stringify(events);
  expect(text).toContain("[redacted]");
  for (const part of ["s3c", "ret\\n", "1234567890"]) expect(text).not.toContain(part);
}

const programs = [
  "(tool/login {})",
  "[(:token (tool/login {})) (:account-number (tool/login {}))]",
  "(println (:token (tool/login {})))",
  "(prn (:token (tool/login {})))",
  "(tool/id {:v (:token (tool/login {}))})",
  "(tool/id {:v {:deep [(:account-number (tool/login {}))]}})",
  "(tool/id {:v {(:token (tool/login {})) 1}})",
  "(tool/told {:v (:token (tool/login {}))})",
  "(fail (:token (tool/login {})))",
  '(str "Bearer " (:token (tool/login {})))',
  "(def kept (tool/login {})) :done",
];

describe("a secret is in no event", () => {
  for (const source of programs)
    it(source, async () => {
      const live: RunEvent[] = [];
      const onEvent = (e: RunEvent): void => void live.push(e);
      const r = await run(source, { tools, onEvent });
      expectHidden(r.events);
      expectHidden(live);
      for (const call of r.toolCalls) expect(call.args).not.toContain("s3c");
      expectHidden((await isolatedRun(source, { tools, isolate: "worker" })).events);
    });
});

it("the program and the host work with the secret itself", async () => {
  const r = await run("(def t (:token (tool/login {}))) (println t) (tool/id {:v t})", { tools });
  expect(r).toMatchObject({ ok: true, value: SECRET, prints: [SECRET] });
});

it("what a program gives in a secret field is one, too", async () => {
  const source = "(tool/login {:token data/t}) data/t";
  const r = await run(source, { tools, data: { t: "hunter22" } });
  expect(JSON.stringify(r.events.filter((e) => e.type !== "run-start"))).not.toContain("hunter22");
});

it("a short text in a secret field is hidden there and nowhere else", async () => {
  const tool = { name: "pin", inputSchema: {}, secretFields: ["pin"], run: () => ({ pin: "12", n: 12 }) };
  const r = await run("(:n (tool/pin {}))", { tools: [tool] });
  expect(r.events.find((e) => e.type === "tool-end")).toMatchObject({
    outcome: { result: '{"pin":"[redacted]","n":12}' },
  });
});

describe("memory", () => {
  it("says which secrets it holds, so that the next run hides them", async () => {
    const first = await run("(def t (tool/login {})) (println t)", { tools });
    expect(first.memory.secrets).toEqual(expect.arrayContaining([SECRET, "1234567890"]));
    const memory = JSON.stringify(first.memory);
    const second = await run("(tool/id {:v (:token t)}) [t]", { tools, memory });
    expect(second).toMatchObject({ ok: true, value: [{ token: SECRET }] });
    expectHidden(second.events);
    expect((await replay(second.events)).difference).toBeNull();
    expectHidden((await isolatedRun("t", { tools, memory, isolate: "worker" })).events);
    const third = await run("(def t nil) 1", { memory: { ...second.memory, history: [] } });
    expect(third.memory.secrets).toBeUndefined();
  });

  it("of a session does so from turn to turn", async () => {
    const session = createSession({ tools });
    await session.turn("(def t (tool/login {}))");
    expectHidden((await session.turn("(println (:token t))")).events);
    expectHidden((await createSession({ tools, memory: session.exportState() }).turn("(:token t)")).events);
  });
});

describe("the record", () => {
  it("replays with [redacted] in the place of the secret", async () => {
    for (const source of programs) {
      const r = await run(source, { tools });
      const report = await replay(JSON.parse(JSON.stringify(r.events)));
      expect([source, report.difference]).toEqual([source, null]);
    }
    const literal = await run('(tool/login {:token "hunter22"}) 1', { tools });
    expect((await replay(literal.events)).same).toBe(true);
  });

  it("shows a difference where the program looks into the secret", async () => {
    const r = await run("(count (:token (tool/login {})))", { tools });
    expect((await replay(r.events)).difference).toEqual({ what: "value", recorded: "8", replayed: "10" });
  });

  it("is not enough to resume from", async () => {
    const asks = async (source: string, options = {}): Promise<unknown> => {
      const r = await run(source, { tools, ...options });
      if (r.outcome !== "approval") throw new Error("it did not wait");
      return resume(r.suspended, { approved: true }, { tools }).catch((e: unknown) => e);
    };
    const refused = [
      await asks("(tool/login {}) (tool/ask {})"),
      await asks("(tool/ask {})", { memory: (await run("(def t (tool/login {}))", { tools })).memory }),
    ];
    for (const e of refused) {
      expect(e).toBeInstanceOf(OptionsError);
      expect(String(e)).toContain("hides secrets");
    }
    // What a program says itself it says again.
    expect(await asks('(tool/id {:token "hunter22"}) (tool/ask {})')).toMatchObject({ ok: true, value: true });
  });
});
