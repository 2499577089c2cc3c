// The registry at size: 100,000 tools with their capabilities, cases and runs in one file, beside one with 1,000. `measure`
// runs one program and gives back what it reported.

import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const SMALL = 1_000;
const LARGE = Number(process.env.PTC_BENCH_TOOLS ?? 100_000);
const OPENINGS = 5;
const program = "bench/registry-store.mjs";

export function measureRegistry(measure) {
  const folder = mkdtempSync(join(tmpdir(), "ptc-bench-"));
  const small = join(folder, "small.db");
  const large = join(folder, "large.db");
  try {
    measure([program, "fill", small, String(SMALL)]);
    measure([program, "fill", large, String(LARGE)]);
    const megabytes = statSync(large).size / 2 ** 20;
    const openings = [];
    let opened;
    for (let round = 0; round < OPENINGS; round++) {
      opened = measure([program, "open", large, String(LARGE)]);
      openings.push(opened.open);
    }
    openings.sort((a, b) => a - b);
    const [atSmall, atLarge] = measure([program, "register", small, large]);
    const resolve = measure([program, "resolve", large, String(LARGE)]);
    return { tools: LARGE, megabytes, ...opened, open: openings[OPENINGS >> 1], openings, atSmall, atLarge, resolve };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const ms = (x) => `${x.toFixed(x < 1 ? 3 : x < 10 ? 2 : 0)} ms`;
const mb = (x) => `${x.toFixed(0)} MB`;

/** Rows for goals.mjs. */
export const registryGoals = [
  {
    name: "registry of 100,000: open",
    of: ({ registry }) => registry?.open,
    show: ms,
    atMost: 50,
    beside: ({ registry }) => [
      `the middle of ${registry.openings.length}, from ${ms(registry.openings[0])} to ${ms(registry.openings.at(-1))}`,
      `again ${ms(registry.secondOpen)}`,
      `file ${mb(registry.megabytes)}`,
    ],
  },
  {
    name: "registry of 100,000: look up, p95",
    of: ({ registry }) => registry && Math.max(...Object.values(registry.p95)),
    show: ms,
    atMost: 0.2,
    beside: ({ registry }) => [
      ...Object.entries(registry.p50).map(([name, p50]) => `${name} p50 ${ms(p50)}`),
      `${registry.popular.dependents} dependents p50 ${ms(registry.popular.p50)}`,
    ],
  },
  {
    name: "registry of 100,000: resolve among 5, p95",
    of: ({ registry }) => registry?.resolve?.p95,
    show: ms,
    atMost: 2,
    beside: ({ registry }) => [`p50 ${ms(registry.resolve.p50)}`],
  },
  {
    name: "registry of 100,000: memory",
    of: ({ registry }) => registry?.memory,
    show: mb,
    atMost: 150,
    beside: () => [],
  },
  {
    name: "one registration through the gates, over one at 1,000",
    of: ({ registry }) => registry && registry.atLarge / registry.atSmall,
    show: (ratio) => `${ratio.toFixed(2)}x`,
    atMost: 1.5,
    beside: ({ registry }) => [`at 1,000 ${ms(registry.atSmall)}`, `at 100,000 ${ms(registry.atLarge)}`],
  },
];
