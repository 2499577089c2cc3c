// One measurement of linking, in a process of its own: `fill FILE COUNT` makes a registry of so many tools, 50 of which hang
// together; `link SMALL LARGE` links those 50 from both in turns, through the engine; `chain COUNT` links a chain from text.

import { catalogOf, link, openEngine, openStore, readToolFile, unitsOf } from "../dist/node.js";
import { report } from "./sampling.mjs";

const CLOSURE = 50;
const BATCH = 500;
const WARM = 30;
const LINKS = 300;

const nameOf = (n) => (n < CLOSURE ? `part_${n}` : `tool_${String((n * 7_919) % 1_000_003).padStart(7, "0")}`);

/** A tree with cross links: each calls two that come later, helpers included. */
function textOf(n) {
  const name = nameOf(n).replaceAll("_", "-");
  const calls = n < CLOSURE ? [2 * n + 1, 2 * n + 2, n + 7].filter((k) => k < CLOSURE) : [];
  const uses = calls.map((k, i) => (i === 1 ? `(tool/part-${k} {:x x})` : `(part-${k} x)`)).join(" ");
  return {
    name,
    calls,
    text: `; Adds what its parts give.
(def factor ${n})
(defn- scaled [x] (* factor (inc x)))

(defn ${name}
  "Part ${n} of a sum, scaled."
  {:signature "(x :int) -> :int" :deterministic true}
  [x]
  (let [own (scaled x)
        parts [${uses}]]
    ; the sum of nothing is 0
    (+ own (reduce + 0 parts))))
`,
  };
}

async function fillOne(writer, n) {
  const id = nameOf(n);
  const { name, calls, text } = textOf(n);
  const at = "2026-01-02T12:00:00.000Z";
  const hash = (part) => `sha256:${part}${String((n * 48_271) % 2_147_483_647).padStart(10, "0")}${"0".repeat(48)}`;
  const signature = "(x :int) -> :int";
  await writer.putCapability({
    ...{ id, description: `Part ${n}`, canonicalSignature: signature, implementations: [id] },
    ...{ defaultImplementation: id, createdAt: at },
  });
  await writer.insertToolVersion(
    {
      ...{ uid: `0199${String(n).padStart(8, "0")}-v`, id, version: "1.0.0", capability: id, title: id },
      ...{ description: `Part ${n} of a sum, scaled.`, signature },
      inputSchema: { type: "object", properties: { x: { type: "integer" } }, required: ["x"] },
      ...{ outputSchema: { type: "integer" }, layer: "composed", origin: "developer" },
      body: { kind: "lisp", code: text, main: name, file: `${id}.clj` },
      ...{ tags: [`tag_${n % 50}`], examples: [], permissions: [], requiredTools: [], requiredModels: [] },
      ...{ deterministic: true, stateful: false, timeoutMs: null },
      dependencies: calls.map((k) => ({ id: nameOf(k), by: "call" })),
      ...{ supersedes: null, contentHash: hash("1"), schemaHash: hash("2"), createdAt: at },
    },
    "green",
    null,
  );
}

async function fill(file, count) {
  const store = await openStore(file);
  for (let from = 0; from < count; from += BATCH)
    await store.write(async (writer) => {
      for (let n = from; n < Math.min(from + BATCH, count); n++) await fillOne(writer, n);
    });
  await store.close();
  return {};
}

const spread = (times) => {
  times.sort((a, b) => a - b);
  return { p50: times[times.length >> 1], p95: times[Math.floor(times.length * 0.95)] };
};

/** Turns, so that a busy machine is busy for both. */
async function linkBoth(...files) {
  const engines = [];
  for (const file of files) engines.push({ engine: await openEngine({ registry: file }), times: [] });
  for (let k = 0; k < WARM + LINKS; k++)
    for (const { engine, times } of engines) {
      const began = performance.now();
      const { bundle } = await engine.link({ roots: ["part_0"], tags: ["EU"], budget: 500 });
      if (k >= WARM) times.push(performance.now() - began);
      if (bundle === null || Object.keys(bundle.lock.tools).length !== CLOSURE)
        throw new Error("the link is not whole");
    }
  for (const { engine } of engines) await engine.close();
  const [small, large] = engines.map(({ times }) => spread(times));
  return { small, large };
}

/** Every definition calls the one before it; each in a file of its own. */
function chain(count) {
  const units = Array.from({ length: count }, (_, i) => {
    const body = i === 0 ? "(inc x)" : `(+ 1 (link-${i - 1} x))`;
    return unitsOf(
      readToolFile(`(defn link-${i} {:signature "(x :int) -> :int"} [x] ${body})`, `${i}.clj`),
      "green",
    )[0];
  });
  const catalog = catalogOf({ units });
  const times = [];
  for (let k = 0; k < WARM + LINKS / 3; k++) {
    const began = performance.now();
    const { bundle } = link({ catalog, roots: [`link_${count - 1}`] });
    if (k >= WARM) times.push(performance.now() - began);
    if (bundle === null) throw new Error("the chain does not link");
  }
  return spread(times);
}

const [command, ...rest] = process.argv.slice(2);
const commands = {
  fill: (file, count) => fill(file, Number(count)),
  chain: (count) => chain(Number(count)),
  link: linkBoth,
};
report(await commands[command](...rest));
