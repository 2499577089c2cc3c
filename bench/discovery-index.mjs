// The index of a registry of 10,000 tools, with vectors drawn: making it, keeping it, opening it in a new process's stead, a
// refresh without and with a change. Prints one line of JSON, milliseconds.

import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStore, RegistryDiscovery } from "../dist/node.js";

const toolCount = Number(process.argv[2] ?? 10_000);
const opens = 7;
const folder = mkdtempSync(join(tmpdir(), "ptc-index-bench-"));
const store = await openStore(join(folder, "registry.db"));

const words =
  "weather invoice customer flight hotel image document report patient sensor robot contract ticket payment planet".split(
    " ",
  );
const word = (n) => words[n % words.length];
const at = "2026-01-02T12:00:00.000Z";

function versionOf(n, description) {
  const id = `${word(n)}_${word(n >> 4)}_${n}`;
  return {
    ...{
      uid: `0199${String(n).padStart(8, "0")}-${description.length}`,
      id,
      version: "1.0.0",
      capability: id,
      title: id,
    },
    description,
    signature: "(text :string) -> :int",
    inputSchema: {
      type: "object",
      properties: { [`${word(n + 3)}_id`]: { type: "string", description: `The ${word(n + 5)} to look at` } },
    },
    outputSchema: { type: "integer" },
    ...{ layer: "composed", origin: "developer", permissions: [], requiredTools: [], requiredModels: [] },
    body: { kind: "lisp", code: `(defn f [text] (count text)) ; ${"x".repeat(400)}`, main: "f", file: `${id}.clj` },
    ...{ tags: [word(n + 7), word(n + 11)], examples: [], dependencies: [], supersedes: null },
    ...{ deterministic: true, stateful: false, timeoutMs: null, contentHash: `c${n}`, schemaHash: "s", createdAt: at },
  };
}

async function add(from, to) {
  for (let start = from; start < to; start += 500)
    await store.write(async (writer) => {
      for (let n = start; n < Math.min(to, start + 500); n++) {
        const about = `Looks at the ${word(n * 7)} of a ${word(n * 3)} and returns its ${word(n * 5)}, number ${n}`;
        const tool = versionOf(n, about);
        const { id } = tool;
        const what = { id, description: about, canonicalSignature: null, implementations: [id], createdAt: at };
        await writer.putCapability({ ...what, defaultImplementation: id });
        await writer.insertToolVersion(tool, "green", null);
      }
    });
}

let drawn = 1;
function draw() {
  drawn = (drawn * 48_271) % 2_147_483_647;
  return (drawn % 200) - 100;
}
const embedder = {
  id: "drawn",
  dimensions: 384,
  embed: async (texts) => texts.map(() => Float32Array.from({ length: 384 }, draw)),
};
const indexFile = join(folder, "registry.capability_index");
const open = () => new RegistryDiscovery({ store, hostFunctions: new Set() }, { indexFile, embedder });

async function timed(work) {
  const start = performance.now();
  const result = await work();
  return [Number((performance.now() - start).toFixed(2)), result];
}

await add(0, toolCount);
const first = open();
const [makeMs] = await timed(() => first.refresh());
const [keepMs] = await timed(() => first.save());
const openMs = [];
const nothingMs = [];
let again = first;
for (let i = 0; i < opens; i++) {
  again = open();
  openMs.push((await timed(() => again.index.size))[0]);
  const [ms, done] = await timed(() => again.refresh());
  if (done.updated !== 0 || again.index.size !== toolCount) throw new Error("The index was not read back.");
  nothingMs.push(ms);
}
await again.search("look at the weather of a planet");
const changeMs = [];
for (let i = 0; i < 20; i++) {
  await add(toolCount + i, toolCount + i + 1);
  const [ms, done] = await timed(() => again.refresh());
  if (done.updated !== 1) throw new Error("One change is one update.");
  changeMs.push(ms);
}
const median = (times) => [...times].sort((a, b) => a - b)[times.length >> 1];
console.log(
  JSON.stringify({
    tools: toolCount,
    fileMB: Number((statSync(indexFile).size / 1024 ** 2).toFixed(1)),
    makeMs,
    keepMs,
    openMs: median(openMs),
    refreshWithoutChangeMs: median(nothingMs),
    refreshWithOneChangeMs: median(changeMs),
  }),
);
await store.close();
rmSync(folder, { recursive: true });
