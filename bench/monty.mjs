// ptc beside Monty, the sandboxed Python for agents, on what agents do: a new one-liner, a loop, a pipeline. Monty's
// platform packages are not on every registry, so it is no dependency: without it this part says how to get it.

import { compile, runSync } from "../dist/index.js";
import { report, sample } from "./sampling.mjs";

async function montyOrNull() {
  try {
    return (await import(process.env.PTC_BENCH_MONTY ?? "@pydantic/monty")).Monty;
  } catch {
    return null;
  }
}

let fresh = 0;

/** Each program once per engine; `n` makes the text a new one and is part of the result. */
const programs = {
  "one-liner": { lisp: (n) => `(+ 1 ${n})`, python: (n) => `1 + ${n}` },
  // 1,000 turns
  loop: {
    lisp: (n) => `(loop [i 0 total ${n}] (if (< i 1000) (recur (inc i) (+ total i)) total))`,
    python: (n) => `total = ${n}\nfor i in range(1000):\n    total += i\ntotal`,
  },
  // 100,000 items filtered, mapped, summed
  pipeline: {
    lisp: (n) => `(->> (range 100000) (filter even?) (map (fn [x] (+ x 1))) (reduce + ${n}))`,
    python: (n) => `${n} + sum([x + 1 for x in range(100000) if x % 2 == 0])`,
  },
};

function value(result) {
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

const Monty = await montyOrNull();
const figures = {};
for (const [name, { lisp, python }] of Object.entries(programs)) {
  const repeat = name === "one-liner" ? 200 : 1;
  const time = (work) => sample(work, repeat).ms * 1000;
  const prepared = compile(lisp(7));
  const row = { ptc: { new: 0, prepared: 0 }, monty: null };
  row.ptc.new = time(() => value(runSync(lisp(++fresh))));
  row.ptc.prepared = time(() => value(prepared.runSync()));
  if (Monty !== null) {
    const same = new Monty(python(7));
    const [ours, theirs] = [value(prepared.runSync()), Number(same.run())];
    if (ours !== theirs) throw new Error(`${name}: ptc gives ${ours}, monty gives ${theirs}`);
    row.monty = { new: time(() => new Monty(python(++fresh)).run()), prepared: time(() => same.run()) };
  }
  figures[name] = row;
}
report(figures);
