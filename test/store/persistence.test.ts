// What an earlier session left is there for the next one, and serves as before: opened again from its file or server, and
// read from its export. The registry is filled the way people fill it, through the gates.

import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, it, onTestFinished } from "vitest";
import { exportText } from "../../src/registry/export-text.ts";
import type { Registry } from "../../src/registry/registry.ts";
import type { RegistryExport } from "../../src/registry/store.ts";
import { openStore } from "../../src/store/open.ts";
import { covers } from "../support/covers.ts";
import { gives, host, lisp, type TestRegistry, testPorts, testRegistry } from "../support/registry.ts";
import { onBothEngines } from "./engines.ts";

const functions = { read_file: ({ path }: { readonly path?: unknown }) => `text of ${String(path)}` };
const total = lisp(`(defn total "Sums." {:signature "(xs [:int]) -> :int" :deterministic true} [xs] (reduce + 0 xs))`);
const sum2 = lisp(`(defn sum2 "Sums." {:signature "(xs [:int]) -> :int" :capability "total"} [xs] (apply + xs))`);
const report = lisp(
  `(defn report "A line." {:signature "(path :string, xs [:int]) -> :string"} [path xs]
     (str (tool/read-file {:path path}) ": " (total xs)))`,
);

async function fill(registry: Registry): Promise<void> {
  const done = [
    await registry.registerTool(host("read_file", "(path :string) -> :string", { deterministic: false })),
    await registry.registerTool(total, { cases: [gives({ xs: [1, 2] }, 3, { tags: ["smoke"] })] }),
    await registry.registerTool(sum2, { cases: [gives({ xs: [4] }, 4)] }),
    await registry.registerTool(report, { cases: [gives({ path: "a", xs: [1] }, "text of a: 1")] }),
    await registry.addCase("total", gives({ xs: [] }, 0)),
    await registry.registerSkill({ name: "sums", description: "On sums.", prompt: "Add up.", appliesTo: ["total"] }),
    await registry.registerSkill({ name: "old", description: "Of old.", prompt: "Count.", tags: ["EU"] }),
    await registry.recordTrials([
      { kind: "tool", id: "total", success: true, tags: ["EU"], model: "small" },
      { kind: "tool", id: "total", success: false, tags: ["EU"], diagnosis: "too large" },
      { kind: "skill", id: "sums", success: true, model: "small" },
    ]),
    await registry.archive({ kind: "tool", id: "sum2", reason: "not needed" }),
    await registry.archive({ kind: "skill", id: "old", reason: "outdated" }),
  ];
  for (const answer of done) if (!answer.ok) throw new Error(answer.problem.message);
  const plan = {
    tasks: [
      { id: "a", tools: ["read_file"] },
      { id: "b", tools: ["total"], dependsOn: ["a"] },
    ],
  };
  for (let n = 0; n < 3; n++) await registry.trackPattern({ plan, mission: `Q${n}`, success: true });
}

onBothEngines(({ open, place, openAt }) => {
  /** The registry as those after it find it: the first time as it was filled, then as it was read from its export. */
  let later: TestRegistry;
  let before: string | null = null;
  let ports: ReturnType<typeof testPorts> | null = null;

  beforeEach(async () => {
    const where = place?.() ?? null;
    const first = where === null ? await open() : await openAt(where);
    ports ??= testPorts();
    if (before === null) {
      const filled = await testRegistry({ ...ports, store: first, functions });
      await fill(filled.registry);
      before = exportText(await first.exportAll());
    } else await first.importAll(JSON.parse(before) as RegistryExport);
    // In memory there is nothing to open again.
    if (where !== null) await first.close();
    const store = where === null ? first : await openAt(where);
    later = await testRegistry({ ...ports, store, functions });
  });

  covers([136], "everything is what it was, word for word, and the next version follows the last", async () => {
    const { registry, store } = later;
    expect(exportText(await store.exportAll())).toBe(before);
    expect(await store.verify()).toEqual([]);
    expect(await registry.registerTool(total)).toMatchObject({ ok: true, unchanged: true, version: "1.0.0" });
    const repaired = lisp(
      `(defn total "Sums." {:signature "(xs [:int]) -> :int" :deterministic true} [xs] (apply + xs))`,
    );
    expect(await registry.registerTool(repaired)).toMatchObject({ ok: true, version: "1.0.1", health: "green" });
  });

  covers([127], "a skill has its prompt, its reach and its effectiveness", async () => {
    const { registry } = later;
    const [found] = await registry.searchSkills({ tools: ["total"], model: "small" });
    expect(found).toMatchObject({
      skill: { id: "sums", prompt: "Add up.", appliesTo: ["total"], version: "1.0.0" },
      effectiveness: { model: "small", trials: 1 },
    });
  });

  covers([128], "suites have their cases, and each can be run", async () => {
    const { registry, store } = later;
    const cases = await store.read((r) => r.casesOf(["total"]));
    expect(cases.map((one) => [one.input, one.tags])).toEqual([
      [{ xs: [1, 2] }, ["smoke"]],
      [{ xs: [] }, []],
    ]);
    for (const id of ["total", "report"])
      expect(await registry.runSuite(id)).toMatchObject({ ok: true, value: { failures: [], health: "green" } });
  });

  covers([129], "a pattern has been seen as often as before, and can be promoted", async () => {
    const { registry } = later;
    const [pattern] = await registry.flaggedPatterns();
    expect(pattern).toMatchObject({ status: "flagged", successes: 3 });
    const draft = { name: "habit", description: "What worked.", prompt: "As always." };
    expect(await registry.promoteAsSkill(pattern!.patternHash, draft)).toMatchObject({ ok: true });
  });

  covers([130], "what is archived says why, and comes back with its proof", async () => {
    const { registry, store } = later;
    expect(await store.read((r) => r.archived("tool", "sum2"))).toMatchObject({ reason: "not needed" });
    expect(await store.read((r) => r.archived("skill", "old"))).toMatchObject({ reason: "outdated" });
    expect(await registry.restore({ kind: "tool", id: "sum2" })).toMatchObject({ ok: true });
    expect(await registry.runSuite("sum2")).toMatchObject({ ok: true, value: { passed: 1, health: "green" } });
  });

  covers([131], "trials and what they add up to go on where they were", async () => {
    const { registry, store } = later;
    await registry.recordTrials([{ kind: "tool", id: "total", success: true, tags: ["eu"] }]);
    const counters = await store.read((r) => r.counters("tool", ["total"]));
    expect(counters.get("total")).toMatchObject({
      overall: { successes: 2, trials: 3 },
      byTag: { eu: { successes: 2, trials: 3 } },
    });
    const { trials, audit } = await store.exportAll();
    expect(trials.filter((t) => t.id === "total").map((t) => t.diagnosis)).toEqual([null, "too large", null]);
    expect(audit.some((entry) => entry.subject === "total@1.0.0" && entry.accepted)).toBe(true);
  });

  covers([132], "a capability has its implementations in order, and its default", async () => {
    const { registry, store } = later;
    expect(await store.read((r) => r.capability("total"))).toMatchObject({
      implementations: ["total", "sum2"],
      defaultImplementation: "total",
      canonicalSignature: "(xs [:int]) -> :int",
    });
    expect(await registry.resolve("total")).toMatchObject({ ok: true, value: { best: { id: "total" } } });
  });
});

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), "ptc-persistence-"));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

async function filledFile(): Promise<string> {
  const file = join(folder(), "registry.db");
  const { registry, store } = await testRegistry({ store: await openStore(file), functions });
  await fill(registry);
  await store.close();
  return file;
}

covers([133], "through a file and back, an export is the same text", async () => {
  const { registry, store } = await testRegistry({ functions });
  await fill(registry);
  const file = join(folder(), "registry.json");
  writeFileSync(file, exportText(await store.exportAll()));
  await store.close();
  const again = await openStore(":memory:");
  await again.importAll(JSON.parse(readFileSync(file, "utf8")) as RegistryExport);
  expect(exportText(await again.exportAll())).toBe(readFileSync(file, "utf8"));
  await again.close();
});

covers([134], "a registry that must be there and is not is said to be missing, and none is made", async () => {
  const file = join(folder(), "gone", "registry.db");
  await expect(openStore(file, { create: false })).rejects.toMatchObject({
    name: "StoreError",
    reason: "store_unreachable",
    message: `There is no registry at ${file}.`,
  });
  expect(() => readFileSync(file)).toThrow("ENOENT");
});

covers([135], "a file that holds something else, or half of a registry, is told and left alone", async () => {
  const other = join(folder(), "notes.txt");
  writeFileSync(other, "This is no database at all. ".repeat(100));
  await expect(openStore(other)).rejects.toMatchObject({
    name: "StoreError",
    message: expect.not.stringMatching(/SQL/),
  });
  expect(readFileSync(other, "utf8")).toMatch(/^This is no database/);
  const file = await filledFile();
  truncateSync(file, 8_192);
  const opened = openStore(file).then(async (store) => {
    const found = await store.verify().finally(() => store.close());
    if (found.length > 0) throw Object.assign(new Error(found[0]!.message), { name: "StoreError" });
  });
  await expect(opened).rejects.toMatchObject({ name: "StoreError" });
});

it("an export that was cut short is refused and nothing written", async () => {
  const { registry, store } = await testRegistry({ functions });
  await fill(registry);
  const all = JSON.parse(exportText(await store.exportAll())) as Record<string, unknown>;
  delete all.audit;
  const again = await openStore(":memory:");
  await expect(again.importAll(all as unknown as RegistryExport)).rejects.toMatchObject({ reason: "export_invalid" });
  expect((await again.exportAll()).tools).toEqual([]);
  await again.close();
  await store.close();
});
