// What a host must not ask for is an error with words before anything runs.

import { expect, it, test } from "vitest";
import { run as isolatedRun } from "../../src/host/isolate.ts";
import {
  approvalRequired,
  compile,
  createSession,
  OptionsError,
  parseEvents,
  type Result,
  renderForModel,
  replay,
  resume,
  run,
  runSync,
} from "../../src/index.ts";

const tool = (extra: object) => ({ name: "x", signature: "() -> :int", run: () => 1, ...extra });
/** Hosts write JavaScript, too: what the types forbid arrives all the same. */
const anything = (value: unknown): never => value as never;

const trapping = (target: object): never =>
  new Proxy(target, {
    get: () => {
      throw new TypeError("no");
    },
    ownKeys: () => {
      throw new TypeError("no");
    },
  }) as never;
function revoked(target: object): never {
  const { proxy, revoke } = Proxy.revocable(target, {});
  revoke();
  return proxy as never;
}
const throwing = (): never => {
  throw new TypeError("no");
};

const refused: Readonly<Record<string, () => unknown>> = {
  "a cost that is no number": () => run("1", { tools: [tool({ cost: "1" })] }),
  "a negative cost": () => run("1", { tools: [tool({ cost: -1 })] }),
  "one secret field not in a list": () => run("1", { tools: [tool({ secretFields: "token" as never })] }),
  "a word for readOnly": () => run("1", { tools: [tool({ readOnly: "yes" as never })] }),
  "a number for deterministic": () => run("1", { tools: [tool({ deterministic: 1 as never })] }),
  "a number for description": () => run("1", { tools: [tool({ description: 1 as never })] }),
  "tools that are a word": () => run("1", { tools: anything("x") }),
  "a tool that is null": () => run("1", { tools: anything([null]) }),
  ...Object.fromEntries(
    [trapping, revoked].flatMap((made) => [
      [`${made.name} data`, () => run("1", { data: made({}) })],
      [`${made.name} data of an isolated run`, () => isolatedRun("1", { data: made({}), isolate: "worker" })],
      [`${made.name} tools in a list`, () => run("1", { tools: made([tool({})]) })],
      [`${made.name} tools by name`, () => run("1", { tools: made({ x: tool({}) }) })],
      [`a ${made.name} tool`, () => run("1", { tools: [made(tool({}))] })],
      [`a ${made.name} tool by its name`, () => run("1", { tools: { x: made(tool({})) } })],
      [`a ${made.name} history`, () => run("1", { history: made([1]) })],
    ]),
  ),
  "a clock that throws": () => run("1", { now: throwing }),
  "a clock that throws for an isolated run": () => isolatedRun("1", { now: throwing, isolate: "worker" }),
  "a clock without a time": () => run("1", { now: () => Number.NaN }),
  "a seed that is no number": () => run("1", { random: anything(() => "1") }),
  "a clock of a turn": () => createSession({ now: throwing }).turn("1"),
  "limits that are null": () => run("1", { limits: anything(null) }),
  "options that are null": () => isolatedRun("1", anything(null)),
  "a run without a name": () => run("1", { runId: "" }),
  "data for a whole session": () => createSession(anything({ data: {} })),
  "tools for one turn": () => createSession().turn("1", anything({ tools: [] })),
  "data for all runs": () => compile("1", anything({ data: {} })),
  "memory for a compiled run": () => compile("1").run(anything({ memory: "{}" })),
  "no result": () => renderForModel(anything(null)),
  "no room": () => renderForModel(runSync("1"), { tokens: -1 }),
  "a misspelt budget": () => renderForModel(runSync("1"), anything({ token: 5 })),
  "no record": () => replay(anything(null)),
  "no text of a record": () => parseEvents(anything(null)),
  "an event that is null": () => replay(anything([null])),
  "a start without a source": () => replay(anything([{ type: "run-start", tools: [] }])),
  "an outcome that is nothing": () => replay(anything([{ type: "tool-end", id: "1", outcome: null }])),
  "a suspended run with a damaged event": () => resume('{"ptc":1,"events":[null]}', { approved: true }),
  "a suspended run with damaged decisions": () => resume('{"ptc":1,"events":[],"decisions":[{}]}', { approved: true }),
};
it.each(Object.keys(refused))("refuses %s", async (what) => {
  await expect((async () => refused[what]!())()).rejects.toThrow(OptionsError);
});

test("nothing but true and false decides", async () => {
  let paid = 0;
  const tools = [
    tool({
      name: "pay",
      run: (_: unknown, { approved }: { approved: boolean }) => (approved ? ++paid : approvalRequired("pay?")),
    }),
  ];
  const result = await run("(tool/pay {})", { tools });
  if (result.outcome !== "approval") throw new Error("it did not wait");
  for (const decision of [{}, { approved: "yes" }, { approved: 1 }, null, { approved: true, reason: 1 }])
    await expect(resume(result.suspended, anything(decision), { tools })).rejects.toThrow(OptionsError);
  expect(paid).toBe(0);
  expect(await resume(result.suspended, { approved: true }, { tools })).toMatchObject({ ok: true, value: 1 });
});

test("a small budget shows something of the value and says how much is missing", () => {
  const result: Result = runSync("(map (fn [i] {:id i}) (range 1000))");
  const text = renderForModel(result, { tokens: 30 });
  expect(text).toMatch(/^\[\{:id 0\}.*\n… cut, \d+ characters more$/s);
  expect(renderForModel(result, { tokens: 120 })).toContain("The whole value is in *1");
});
