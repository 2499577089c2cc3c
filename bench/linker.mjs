// What linking costs: the closure of 50 tools out of a registry of 100,000 beside one of 1,000, through the engine and its
// store, and a chain of 200 definitions from text. `measure` runs one program and gives back what it reported.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const SMALL = 1_000;
const LARGE = Number(process.env.PTC_BENCH_TOOLS ?? 100_000);
const program = "bench/linker-links.mjs";

export function measureLinker(measure) {
  const folder = mkdtempSync(join(tmpdir(), "ptc-bench-"));
  const [small, large] = ["small.db", "large.db"].map((name) => join(folder, name));
  try {
    const chain = measure([program, "chain", "200"]);
    measure([program, "fill", small, String(SMALL)]);
    measure([program, "fill", large, String(LARGE)]);
    return { tools: LARGE, ...measure([program, "link", small, large]), chain };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const ms = (x) => `${x.toFixed(2)} ms`;

/** Rows for goals.mjs. */
export const linkerGoals = [
  {
    name: "link 50 tools of 100,000, warm p95",
    of: ({ linker }) => linker?.large.p95,
    show: ms,
    atMost: 10,
    beside: ({ linker }) => [`p50 ${ms(linker.large.p50)}`, `of 1,000 p95 ${ms(linker.small.p95)}`],
  },
  {
    name: "link out of 100,000, over out of 1,000",
    of: ({ linker }) => linker && linker.large.p50 / linker.small.p50,
    show: (ratio) => `${ratio.toFixed(2)}x`,
    atMost: 1.2,
    beside: ({ linker }) => [`p95 ${(linker.large.p95 / linker.small.p95).toFixed(2)}x`],
  },
  {
    name: "link a chain of 200 from text, p95",
    of: ({ linker }) => linker?.chain.p95,
    show: ms,
    atMost: 10,
    beside: ({ linker }) => [`p50 ${ms(linker.chain.p50)}`],
  },
];
