import { Session } from "node:inspector/promises";
import { fromSource } from "./from-source.mjs";

const { corpus } = await fromSource({ tracking: "test/support/memory-tracking.ts" });
const s = new Session();
s.connect();
for (const part of process.argv.slice(2))
  for (const name of Object.keys(corpus).filter((n) => n.includes(part))) {
    const { work } = corpus[name]();
    for (let i = 0; i < 5; i++) await work();
    await s.post("HeapProfiler.startSampling", {
      samplingInterval: 512,
      includeObjectsCollectedByMajorGC: true,
      includeObjectsCollectedByMinorGC: true,
    });
    const charged = await work();
    const { profile } = await s.post("HeapProfiler.stopSampling");
    const by = new Map();
    let total = 0;
    const walk = (n, path) => {
      const f = n.callFrame.functionName || "(anon)";
      const k = `${f}:${n.callFrame.lineNumber} < ${path.slice(-2).reverse().join(" < ")}`;
      by.set(k, (by.get(k) ?? 0) + n.selfSize);
      total += n.selfSize;
      for (const c of n.children) walk(c, [...path, f]);
    };
    walk(profile.head, []);
    console.log(`== ${name}: charged ${charged} sampled ${total}`);
    for (const [k, v] of [...by].sort((a, b) => b[1] - a[1]).slice(0, Number(process.env.TOP ?? 8)))
      if (v > total / 50) console.log(String(v).padStart(10), k);
  }
process.exit(0);
