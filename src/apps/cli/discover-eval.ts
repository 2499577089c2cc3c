// ptc discover eval: how well and how fast a catalogue answers queries whose right answers are known.

import type { Judged } from "../../discovery/evaluate.ts";
import { type Command, EXIT, jsonFlag, UsageError } from "./command.ts";
import { catalogueFlags, openCatalogue } from "./discover-catalogue.ts";
import { nameOf, readText } from "./files.ts";

/** Prompts written to measure their tokens. */
const promptSample = 50;

export const discoverEvalCommand: Command = {
  name: "discover eval",
  usage: ["discover eval --catalog FILE --queries FILE [--semantic on|off] [--json]"],
  summary: "measures discovery on queries with known answers",
  flags: [
    ...catalogueFlags,
    { name: "queries", value: "FILE", summary: 'one {"id", "query", "gold": [ids]} per line' },
    jsonFlag,
  ],
  examples: ["ptc discover eval --catalog tools.jsonl --queries queries.jsonl"],
  run: async (args, shell, modules) => {
    const path = args.text("queries");
    if (path === undefined) throw new UsageError("The queries are missing: --queries queries.jsonl.");
    const queries = readText(path)
      .split("\n")
      .map((line, i) => queryIn(line, `${nameOf(path)}, line ${i + 1}`));
    const asked = queries.filter((query) => query !== null);
    if (asked.length === 0) throw new UsageError(`${nameOf(path)} holds no query.`);
    const { discovery, texts, buildMs, semantic } = await openCatalogue(args, shell, modules);
    const library = await modules.library();
    const judged: Judged[] = [];
    const times: number[] = [];
    for (const { query, gold } of asked) {
      const start = performance.now();
      const { results } = await discovery.search(query, { most: 10 });
      times.push(performance.now() - start);
      judged.push({ results: results.map((r) => r.id), wanted: gold });
    }
    // A sample of the prompts these queries would get, and all capabilities as they stand in the file.
    const count = await library.o200kCounter();
    const prompts: number[] = [];
    const shown: Judged[] = [];
    for (const { query, gold } of asked.slice(0, promptSample)) {
      const { tokens, tier1, tier2 } = await discovery.discover(query);
      prompts.push(tokens);
      shown.push({ results: [...new Set([...tier1.shown, ...tier2.shown])], wanted: gold });
    }
    const dumpTokens = texts.reduce((sum, line) => sum + count(line), 0);
    const promptTokens = prompts.reduce((a, b) => a + b, 0) / prompts.length;
    const sampled = library.meritOf(judged.slice(0, promptSample));
    times.sort((a, b) => a - b);
    const at = (share: number): number => times[Math.min(times.length - 1, Math.floor(times.length * share))]!;
    const figures = {
      capabilities: discovery.index.size,
      ...library.meritOf(judged),
      buildMs,
      p50Ms: at(0.5),
      p95Ms: at(0.95),
      promptTokens,
      dumpTokens,
      promptShare: promptTokens / dumpTokens,
      // Of the queries a prompt was written for: what is wanted and shown, and what is wanted and among the best five.
      promptRecall: library.meritOf(shown).recallAt5,
      sampleRecallAt5: sampled.recallAt5,
      semantic,
    };
    if (args.has("json")) shell.out(JSON.stringify(figures));
    else
      for (const [name, value] of Object.entries(figures))
        shell.out(
          `${name.padEnd(15)} ${typeof value !== "number" || Number.isInteger(value) ? value : value.toFixed(3)}`,
        );
    return EXIT.ok;
  },
};

function queryIn(line: string, place: string): { readonly query: string; readonly gold: readonly string[] } | null {
  if (line.trim() === "") return null;
  const refuse = (): never => {
    throw new UsageError(`${place}: it must be {"id": …, "query": "…", "gold": ["id", …]}.`);
  };
  let value: { readonly query?: unknown; readonly gold?: unknown };
  try {
    value = JSON.parse(line) as typeof value;
  } catch {
    return refuse();
  }
  const { query, gold } = value ?? {};
  const ids = Array.isArray(gold) && gold.every((id) => typeof id === "string") ? (gold as string[]) : refuse();
  return typeof query === "string" ? { query, gold: ids } : refuse();
}
