// What a transaction promises: all or nothing, a snapshot for readers, writers one after the other, and records that the
// database itself refuses to change. The same on both engines.

import { expect, it } from "vitest";
import { onBothEngines } from "./engines.ts";
import { capability, noon, register, testCase, toolVersion, trial } from "./samples.ts";

onBothEngines(({ open, place, openAt }) => {
  it("leaves nothing of a write that throws", async () => {
    const store = await open();
    await store.write((writer) => register(writer, toolVersion("kept")));
    const before = await store.exportAll();
    const failure = new Error("second thoughts");
    await expect(
      store.write(async (writer) => {
        await register(writer, toolVersion("gone", { dependencies: [{ id: "kept", by: "call" }] }), [testCase("gone")]);
        await writer.insertTrials([trial("gone", true)]);
        await writer.recordLink({ tools: ["kept"], skills: [], at: noon });
        await writer.setArchived({ kind: "tool", id: "kept", reason: "r", at: noon });
        throw failure;
      }),
    ).rejects.toBe(failure);
    expect(await store.exportAll()).toEqual(before);
  });

  it("undoes everything when a statement fails, even if its error is caught", async () => {
    const store = await open();
    const tool = toolVersion("a");
    await store.write((writer) => register(writer, tool));
    const before = await store.exportAll();
    await expect(
      store.write(async (writer) => {
        await register(writer, toolVersion("b"));
        await writer.insertToolVersion(tool, "green", null).catch(() => {});
      }),
    ).rejects.toMatchObject({ reason: "constraint", violates: "unique" });
    expect(await store.exportAll()).toEqual(before);
    await store.write((writer) => register(writer, toolVersion("c")));
    expect((await store.read((reader) => reader.counts())).tools).toBe(2);
  });

  it("answers what the work answers", async () => {
    const store = await open();
    expect(await store.write(async () => 42)).toBe(42);
    expect(await store.read(async () => "x")).toBe("x");
  });

  it("lets many write at once, one after the other", async () => {
    const store = await open();
    await store.write((writer) => writer.putCapability(capability("shared")));
    const names = Array.from({ length: 20 }, (_, n) => `tool_${n}`);
    await Promise.all(
      names.map((id) => store.write((writer) => register(writer, toolVersion(id, { capability: "shared" })))),
    );
    const { implementations } = (await store.read((reader) => reader.capability("shared")))!;
    expect([...implementations].sort()).toEqual([...names].sort());
  });

  it("gives a reader one state, whatever is written meanwhile", async () => {
    const store = await open();
    const [started, written] = [gate(), gate()];
    const seen = store.read(async (reader) => {
      const before = (await reader.counts()).tools;
      started.open();
      // A database in memory has one connection: there the write waits for the reader.
      if (place !== null) await written.opened;
      return [before, (await reader.counts()).tools];
    });
    await started.opened;
    const write = store.write((writer) => register(writer, toolVersion("a"))).then(written.open);
    expect(await seen).toEqual([0, 0]);
    await write;
    expect((await store.read((reader) => reader.counts())).tools).toBe(1);
  });

  it("reads inside a write what was written there, and refuses a write inside", async () => {
    const store = await open();
    await store.write(async (writer) => {
      await register(writer, toolVersion("a"));
      expect((await store.read((reader) => reader.counts())).tools).toBe(1);
      await expect(store.write(async () => {})).rejects.toMatchObject({ reason: "nested_write" });
    });
    await store.read(async () => {
      await expect(store.write(async () => {})).rejects.toMatchObject({ reason: "nested_write" });
      expect((await store.read((reader) => reader.counts())).tools).toBe(1);
    });
  });

  it("ends a writer with its write", async () => {
    const store = await open();
    const escaped = await store.write(async (writer) => ({ writer }));
    await expect(escaped.writer.putCapability(capability("late"))).rejects.toMatchObject({ reason: "store_closed" });
    expect((await store.read((reader) => reader.counts())).capabilities).toBe(0);
  });

  it("refuses work when it is closed, and closes twice", async () => {
    const store = await open();
    await store.close();
    await store.close();
    await expect(store.read(async () => 1)).rejects.toMatchObject({ reason: "store_closed" });
    await expect(store.write(async () => 1)).rejects.toMatchObject({ reason: "store_closed" });
  });

  if (place !== null)
    it("is one registry for everybody who opens it, and is made once", async () => {
      const where = place();
      const stores = await Promise.all(Array.from({ length: 4 }, () => openAt(where)));
      await Promise.all(
        stores.flatMap((store, n) =>
          Array.from({ length: 5 }, (_, m) => store.write((writer) => register(writer, toolVersion(`t_${n}_${m}`)))),
        ),
      );
      for (const store of stores) expect((await store.read((reader) => reader.counts())).tools).toBe(20);
    });
});

function gate(): { readonly open: () => void; readonly opened: Promise<void> } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}
