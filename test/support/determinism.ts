// One generated program, run twice with tools that take their time, and replayed from its record: value, prints, steps and
// calls must come out the same; and turns of a session, each replayed from its own record. Shared by a test and
// scripts/determinism.mjs.

import { replay } from "../../src/run/replay.ts";
import { run } from "../../src/run/run.ts";
import { createSession } from "../../src/run/session.ts";
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

/** What a later turn does with a value that an earlier one made: walks it, uses it as a key, compares it, shares it. */
const uses: readonly ((source: string) => string)[] = [
  (source) => `(def a (do ${source}))`,
  () => "(def b [a {:a a} [a *1]])",
  () => "[(= a *2) (count (distinct [a [a] b])) (get {b 1} b) (frequencies [a a *1])]",
  (source) => `(def c (fn [x] [x a b])) (do ${source})`,
  () => "[*1 *3 (c *2) (str a) (if (coll? a) (count (into #{} a)) a)]",
  () => "(map identity (vals b))",
  () => "(sort-by str (concat (if (sequential? a) a [a]) (if (map? a) (keys a) []) b))",
];

function turnSource(seed: number, turn: number): string {
  return uses[turn]!(program(new Choices(randomList(randomNumbers(seed * 7 + turn), 200))));
}

/** The first turn whose replay differs from what it was in its session, or null. */
export async function turnDifference(seed: number): Promise<string | null> {
  const session = createSession({ limits: fuzzLimits, now: () => 1_700_000_000_000, random: () => 7 });
  for (let i = 0; i < uses.length; i++) {
    const source = turnSource(seed, i);
    const { events, memory } = session.turnSync(source);
    // What cannot be written down is in no record.
    if (memory.left !== undefined) return null;
    const again = await replay(events);
    if (!again.same)
      return `${Array.from({ length: i + 1 }, (_, turn) => turnSource(seed, turn)).join("\n;; next turn\n")}\n\nreplayed otherwise: ${JSON.stringify(again.difference)}`;
  }
  return null;
}
