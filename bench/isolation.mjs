// What isolation adds to a run, its runner being warm: the same small program here, in a worker thread and in a child
// process without permissions; and over 1,000 records, which have to be copied across.

import { closeIsolates, run } from "../dist/node.js";
import { report, sampleAsync } from "./sampling.mjs";

const orders = Array.from({ length: 1000 }, (_, i) => ({
  id: i,
  customer: `c${i % 30}`,
  status: "paid",
  total: 20 + i,
}));
const programs = {
  "(+ 1 2)": { source: "(+ 1 2)", options: {}, value: 3 },
  "sum of 1,000 records": {
    source: "(reduce + (map :total data/orders))",
    options: { data: { orders } },
    value: 519500,
  },
};

const figures = {};
for (const [name, { source, options, value }] of Object.entries(programs)) {
  figures[name] = {};
  for (const isolate of ["none", "worker", "process"]) {
    const { ms } = await sampleAsync(async () => {
      const r = await run(source, { ...options, isolate });
      if (!r.ok || r.value !== value) throw new Error(`${isolate}: ${r.ok ? r.text : r.error.message}`);
    }, 10);
    figures[name][isolate] = ms * 1000;
  }
}
await closeIsolates();
report(figures);
