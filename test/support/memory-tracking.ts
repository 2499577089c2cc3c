// What a program really allocates against what the meter charged it. The process must have a young generation so large that
// nothing is collected while a program runs: then the growth of the heap is all it allocated. Shared by a test and
// scripts/memory-tracking.mjs.

import { PerformanceObserver } from "node:perf_hooks";
import { getHeapStatistics } from "node:v8";
import { withDefaults } from "../../src/lisp/limits.ts";
import { newMeter, swapMeter } from "../../src/lisp/meter.ts";
import { fromHost, parseJson } from "../../src/lisp/values/json.ts";
import { compile } from "../../src/run/compile.ts";
import { createSession } from "../../src/run/session.ts";
import { defineTool } from "../../src/run/tool.ts";
import * as programs from "./memory-programs.ts";

declare const gc: (options?: { readonly type: "minor" }) => void;

/** One thing to measure: does it once and tells what was charged. */
type Work = () => number | Promise<number>;

export interface Tracked {
  readonly name: string;
  readonly charged: number;
  readonly allocated: number;
  readonly ratio: number;
}

const rows = (n: number) =>
  Array.from({ length: n }, (_, id) => ({ id, name: `item ${id}`, price: id + 0.5, tags: ["a", "b"] }));
const shared = (levels: number): unknown => {
  let node: unknown = { leaf: 1 };
  for (let i = 0; i < levels; i++) node = [node, node];
  return node;
};
const texts = rows(2000).map((row) => `${row.name} – żółw`);
const tools = [
  defineTool({ name: "rows", signature: "(n :int) -> [:map]", run: ({ n }: { n: number }) => rows(n) }),
  defineTool({ name: "shared", signature: "(n :int) -> :any", run: ({ n }: { n: number }) => shared(n) }),
  defineTool({ name: "texts", signature: "() -> [:string]", run: () => texts }),
  defineTool({ name: "numbers", signature: "(n :int) -> [:int]", run: ({ n }: { n: number }) => [...Array(n).keys()] }),
  defineTool({ name: "echo", signature: "(x :any) -> :any", run: ({ x }: { x: unknown }) => x }),
  defineTool({ name: "later", signature: "(x :any) -> :any", run: async ({ x }: { x: unknown }) => x }),
];
const withTools = {
  "tool: records": "(count (tool/rows {:n 2000}))",
  "tool: shared structure": "(count (tool/shared {:n 12}))",
  "tool: texts": "(count (tool/texts {}))",
  "tool: numbers": "(count (tool/numbers {:n 20000}))",
  "tool: many small calls": "(count (map #(tool/echo {:x %}) (range 900)))",
  "tool: large arguments": "(count (tool/echo {:x (vec (range 10000))}))",
  "tool: arguments of records": '(count (tool/echo {:x (map (fn [i] {:id i :n "x"}) (range 3000))}))',
  "tool: awaited in a reduce": "(reduce (fn [n i] (+ n (tool/later {:x i}))) 0 (range 900))",
  "tool: pmap": "(count (pmap #(tool/later {:x %}) (range 900)))",
};
const data = { rows: rows(3000) };
const withData = {
  "data: filter and group": "(count (group-by :name (filter #(odd? (:id %)) data/rows)))",
  "data: changed records": "(count (map #(assoc % :total (* 2 (:price %))) data/rows))",
  "data: keys and sort": "(count (sort-by :price (map #(select-keys % [:id :price]) data/rows)))",
  "data: returned": "(take 1000 data/rows)",
};

function charging(work: () => unknown): Work {
  return () => {
    const limits = withDefaults();
    const meter = newMeter(limits);
    const before = swapMeter(meter);
    work();
    swapMeter(before);
    return limits.memoryBytes - meter.budget.memory;
  };
}

function running(program: string, given: Readonly<Record<string, unknown>> | null): Work {
  const compiled = compile(program, { tools, random: () => 1 });
  const options = given === null ? {} : { data: given };
  return async () => {
    const r = await compiled.run(options);
    if (!r.ok) throw new Error(`${program}: ${r.error.message}`);
    return r.usage.memoryBytes;
  };
}

/** A turn of a session that keeps what is said; loading it again is another turn. */
function turning(program: string): Work {
  return () => {
    const r = createSession().turnSync(program);
    if (!r.ok) throw new Error(`${program}: ${r.error.message}`);
    return r.usage.memoryBytes;
  };
}

const host = {
  records: rows(3000),
  numbers: [...Array(50_000).keys()],
  floats: Array.from({ length: 30_000 }, (_, i) => i / 7),
  strings: texts,
  nested: shared(12),
  "long texts": Array.from({ length: 3_000 }, (_, i) => `${i}`.repeat(300)),
  wide: Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`key-${i}`, i])),
  map: new Map(Array.from({ length: 5_000 }, (_, i) => [i, [i]])),
  set: new Set(Array.from({ length: 5_000 }, (_, i) => `s${i}`)),
};

const turns = {
  "session: large definitions": "(def a (vec (range 20000))) (def b (zipmap (range 3000) (range))) nil",
  "session: definitions of text": '(def a (mapv #(str "żółw" %) (range 5000))) nil',
  "session: many functions": "(def fs (mapv (fn [i] (partial + i)) (range 500))) nil",
};
const json = JSON.stringify(host.records);

/** What is measured, and what a run that does nothing takes: that is the host's share, and taken off. */
interface Row {
  readonly work: Work;
  readonly idle: Work;
}

const { sharedTexts, unpaid, ...tracked } = programs;
const nothing: Work = () => 0;
const inRun = (program: string, given: typeof data | null = null): Row => ({
  work: running(program, given),
  idle: running("nil", given),
});
const inTurn = (program: string): Row => ({ work: turning(program), idle: turning("nil") });

/** Made when they are asked for. */
type Rows = Readonly<Record<string, () => Row>>;
const rowsOf = (list: Readonly<Record<string, string>>, row: (program: string) => Row): Rows =>
  Object.fromEntries(Object.entries(list).map(([name, program]) => [name, () => row(program)]));

/** Must be charged between half and twice of what they allocate. */
export const corpus: Rows = {
  ...Object.assign({}, ...Object.values(tracked).map((group) => rowsOf(group, inRun))),
  ...rowsOf(withTools, inRun),
  ...rowsOf(withData, (program) => inRun(program, data)),
  ...rowsOf(turns, inTurn),
  ...Object.fromEntries(
    Object.entries(host).map(([name, given]) => [
      `copied in: ${name}`,
      () => ({ work: charging(() => fromHost(given)), idle: nothing }),
    ]),
  ),
  "copied in: JSON text": () => ({ work: charging(() => parseJson(json)), idle: nothing }),
};

/** Must be charged at least half of what they allocate. */
export const upperBounds: Rows = rowsOf(sharedTexts, inRun);

/** Shown, and known to be charged too little. */
export const unpaidRows: Rows = rowsOf(unpaid, inRun);

let collections: readonly number[] = [];
new PerformanceObserver((list) => {
  collections = [...collections, ...list.getEntries().map((entry) => entry.startTime)];
}).observe({ entryTypes: ["gc"] });

const used = (): number => {
  const { used_heap_size, external_memory } = getHeapStatistics();
  return used_heap_size + external_memory;
};
const pause = () => new Promise((resolve) => setTimeout(resolve, 2));

/** Bytes allocated by doing it once, what runs of an empty program allocate taken off, and what was charged for it. */
async function once(work: Work): Promise<{ readonly charged: number; readonly allocated: number }> {
  gc({ type: "minor" });
  const began = performance.now();
  const before = used();
  const charged = await work();
  const allocated = used() - before;
  const ended = performance.now();
  await pause();
  if (collections.some((at) => at > began && at < ended))
    throw new Error("collected while measuring: give it a larger young generation");
  return { charged, allocated };
}

/** Below this the host's own share is no longer small. */
const LEAST_BYTES = 50_000;

const median = (numbers: readonly number[]): number => numbers.toSorted((a, b) => a - b)[numbers.length >> 1]!;

/** Measured after some runs: the first ones also allocate the code they run. */
export async function track(name: string, warm = 4, measured = 3): Promise<Tracked> {
  const { work, idle } = { ...corpus, ...upperBounds, ...unpaidRows }[name]!();
  const all: { readonly charged: number; readonly allocated: number }[] = [];
  const none: number[] = [];
  gc();
  for (let i = 0; i < warm + measured; i++) {
    const [full, empty] = [await once(work), await once(idle)];
    if (i < warm) continue;
    all.push(full);
    none.push(empty.allocated);
  }
  const charged = median(all.map((m) => m.charged));
  const allocated = median(all.map((m) => m.allocated)) - median(none);
  if (allocated < LEAST_BYTES) throw new Error(`${name} allocates ${allocated} bytes: too little to measure`);
  return { name, charged, allocated, ratio: charged / allocated };
}
