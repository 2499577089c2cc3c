// One generated program, run twice with tools that take their time, and replayed from its record: value, prints, steps and
// calls must come out the same. Shared by a test and scripts/determinism.mjs.

import { replay } from "../../src/run/replay.ts";
import { run } from "../../src/run/run.ts";
import { defineTool } from "../../src/run/tool.ts";
import { Choices, randomList, randomNumbers } from "./choices.ts";
import { fuzzLimits } from "./fuzz.ts";
import { program } from "./programs.ts";

let pauses = 1;
/** Answers arrive in another order in every run. */
const later = async <T>(value: T): Promise<T> => {
  pauses = (pauses * 48271) % 2147483647;
  for (let i = pauses % 4; i > 0; i--) await null;
  return value;
};

const tools = [
  defineTool({
    name: "length",
    signature: "(text :string) -> :int",
    run: ({ text }: { text: string }) => later(text.length),
  }),
  defineTool({ name: "twice", signature: "(n :int) -> :int", run: ({ n }: { n: number }) => n * 2 }),
  defineTool({
    name: "fails",
    signature: "() -> :int",
    run: () => later(null).then(() => Promise.reject(new Error("no"))),
  }),
];

/** Every other program calls tools: in sequence, overlapping, nested, and one that fails. */
const wrappings: readonly ((source: string) => string)[] = [
  (source) => source,
  (source) => `[(tool/length {:text "abc"}) (let [x (tool/twice {:n 4})] (println x) x) (do ${source})]`,
  (source) => source,
  (source) => `(println (pmap #(tool/length {:text (str %)}) (range 12)))\n${source}`,
  (source) => source,
  (source) =>
    `(reduce + (pmap (fn [n] (apply + (pmap #(tool/twice {:n (+ n %)}) [1 2 3]))) (range 4)))\n(do ${source})`,
  (source) => source,
  (source) => `[(do ${source}) (pmap (fn [n] (if (= n 3) (tool/fails {}) (tool/twice {:n n}))) (range 6))]`,
];

export function programFor(seed: number): string {
  const source = program(new Choices(randomList(randomNumbers(seed), 200)));
  return wrappings[seed % wrappings.length]!(source);
}

/** What came out differently, or null. */
export async function difference(seed: number): Promise<string | null> {
  const source = programFor(seed);
  const options = { tools, limits: fuzzLimits, now: () => 1_700_000_000_000, random: () => 7 };
  const first = await run(source, options);
  const second = await run(source, options);
  const [one, two] = [first, second].map(({ events, ...rest }) => {
    const end = events.at(-1);
    const { wallMs: _, ...usage } = rest.usage;
    const calls = rest.toolCalls.map(({ ms: _ms, ...call }) => call).sort((a, b) => (a.id < b.id ? -1 : 1));
    const ended = end?.type === "run-end" ? { outcome: end.outcome, value: end.value, error: end.error } : null;
    return JSON.stringify({ ended, prints: rest.prints, usage, calls });
  });
  if (one !== two) return `${source}\n\nfirst:  ${one}\nsecond: ${two}`;
  const again = await replay(first.events);
  if (again.same) return null;
  return `${source}\n\nreplayed otherwise: ${JSON.stringify(again.difference)}`;
}
