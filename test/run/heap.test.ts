// limits.heapBytes holds behind every door of the library on Node.

import v8 from "node:v8";
import { afterEach, expect, it, vi } from "vitest";
import { closeIsolates } from "../../src/host/isolate.ts";
import { approvalRequired, compile, createSession, replay, resume, run, runSync } from "../../src/node.ts";
import { withRunner } from "../support/runner-script.ts";

withRunner();

const hoarder = "(count (mapv (fn [i] (mapv inc (range 1000))) (range 10000)))";
const limits = { heapBytes: 20_000_000 };

/** A heap that grows from look to look: the real one may shrink meanwhile, by garbage of what ran before. */
function growingHeap(): void {
  const real = v8.getHeapStatistics();
  const usage = process.memoryUsage();
  let used = 0;
  const more = (): number => (used += 30_000_000);
  vi.spyOn(v8, "getHeapStatistics").mockImplementation(() => ({ ...real, used_heap_size: more() }));
  vi.spyOn(process, "memoryUsage").mockImplementation(
    Object.assign(() => ({ ...usage, heapUsed: more() }), { rss: () => usage.rss }),
  );
}

afterEach(() => void vi.restoreAllMocks());

const ask = {
  name: "ask",
  inputSchema: {},
  run: (_: unknown, { approved }: { approved: boolean }) => approved || approvalRequired("may I?"),
};

async function resumed() {
  const r = await run(`(tool/ask {}) ${hoarder}`, { limits, tools: [ask] });
  if (r.outcome !== "approval") throw new Error("it did not wait");
  return resume(r.suspended, { approved: true }, { limits, tools: [ask] });
}

const doors: Readonly<Record<string, () => unknown>> = {
  run: () => run(hoarder, { limits }),
  runSync: () => runSync(hoarder, { limits }),
  compile: () => compile(hoarder, { limits }).run(),
  "a session": () => createSession({ limits }).turn(hoarder),
  resume: resumed,
};

it.each(Object.keys(doors))("%s", async (name) => {
  growingHeap();
  expect(await doors[name]!()).toMatchObject({
    ok: false,
    error: { reason: "memory_exceeded", message: "The program holds more than 20,000,000 bytes of live memory." },
  });
});

it("replay", async () => {
  growingHeap();
  const { events } = await run("1", { limits });
  const narrow = events.map((e) => (e.type === "run-start" ? { ...e, source: hoarder } : e));
  expect(await replay(narrow)).toMatchObject({ same: false, value: expect.stringContaining("memory_exceeded") });
});

it("the room there is counts when it is less", () => {
  growingHeap();
  const r = runSync(hoarder, { heapRoom: () => 1_000_000 });
  expect(r).toMatchObject({ error: { message: "The program holds more than 1,000,000 bytes of live memory." } });
});

it("memory that is loaded", () => {
  let heap = 0;
  const liveHeap = () => (heap += 30_000_000);
  const memory = { ptc: 1, definitions: [["a", "(mapv str (range 2000000))"]], history: [] } as const;
  expect(() => runSync("1", { limits, memory, liveHeap })).toThrow("more than 20,000,000 bytes of live memory");
});

it.each(["worker", "process"] as const)("a runner has room for what a run may hold: %s", async (isolate) => {
  const holding = "(count (mapv (fn [i] (mapv inc (range 1000))) (range 400000)))";
  const r = await run(holding, { isolate, limits: { heapBytes: 800_000_000, memoryBytes: 2 ** 36, fuel: 1e9 } });
  await closeIsolates();
  expect(r).toMatchObject({
    error: { reason: "memory_exceeded", message: "The program holds more than 800,000,000 bytes of live memory." },
  });
});
