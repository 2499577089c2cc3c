// A registry in a file of SQLite: what is written is there when it is opened again, and whatever is wrong with the file, its
// folder or the driver is said in words, with nothing lost.

import { mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, statSync, writeFileSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openSqliteStore, openStore, StoreError } from "../../src/store/open.ts";
import { register, testCase, toolVersion } from "./samples.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "ptc-store-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

async function refusal(work: Promise<unknown>): Promise<StoreError> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof StoreError)) throw new Error("expected a StoreError", { cause: error });
  // Nothing of the database shows but in the cause.
  expect(`${error.message} ${error.hint}`).not.toMatch(/SQLITE|select |insert |constraint failed|_no_/);
  expect(error.hint).not.toBeNull();
  return error;
}

it("keeps what was written, in a folder that it makes", async () => {
  const path = join(folder, ".ptc", "registry.db");
  const tool = toolVersion("parse_csv");
  const first = await openSqliteStore(path);
  await first.write((writer) => register(writer, tool, [testCase(tool.id)]));
  await first.close();

  const second = await openSqliteStore(path);
  expect(await second.read((reader) => reader.toolVersion("parse_csv", "1.0.0"))).toEqual(tool);
  expect(await second.read((reader) => reader.casesOf(["parse_csv"]))).toHaveLength(1);
  await second.close();
});

it("refuses a file that is no database and leaves it alone", async () => {
  const path = join(folder, "notes.txt");
  const text = "These are notes of somebody, and they are to stay. ".repeat(40);
  writeFileSync(path, text);
  expect((await refusal(openSqliteStore(path))).reason).toBe("not_a_registry");
  expect(readFileSync(path, "utf8")).toBe(text);
});

it("refuses a database of something else", async () => {
  const path = join(folder, "other.db");
  const other = new Database(path);
  other.exec("create table people (name text)");
  other.close();
  expect((await refusal(openSqliteStore(path))).reason).toBe("not_a_registry");
});

it("says so when the file is damaged, and keeps it", async () => {
  const path = join(folder, "registry.db");
  const store = await openSqliteStore(path);
  await store.write(async (writer) => {
    for (let n = 0; n < 200; n++) await register(writer, toolVersion(`tool_${n}`));
  });
  await store.close();
  const { size } = statSync(path);
  const file = openSync(path, "r+");
  for (let at = 8_192; at < size; at += 4_096) writeSync(file, Buffer.alloc(2_048, 0x5a), 0, 2_048, at);
  const error = await refusal(
    openSqliteStore(path).then(async (damaged) => {
      try {
        await damaged.exportAll();
      } finally {
        await damaged.close();
      }
    }),
  );
  expect(error.reason).toBe("store_corrupt");
  expect(statSync(path).size).toBe(size);
});

it("says so when a folder is in the place of the file, or a file in that of the folder", async () => {
  mkdirSync(join(folder, "registry.db"));
  expect((await refusal(openSqliteStore(join(folder, "registry.db")))).reason).toBe("store_unreachable");
  writeFileSync(join(folder, "taken"), "");
  expect((await refusal(openSqliteStore(join(folder, "taken", "registry.db")))).reason).toBe("store_unreachable");
});

it("makes no file when it may not", async () => {
  const path = join(folder, "registry.db");
  expect((await refusal(openSqliteStore(path, { create: false }))).reason).toBe("store_unreachable");
  expect((await refusal(openSqliteStore(path, { readOnly: true }))).reason).toBe("store_unreachable");
  expect(() => statSync(path)).toThrow("ENOENT");
});

it("reads but does not write when opened for reading", async () => {
  const path = join(folder, "registry.db");
  const store = await openSqliteStore(path);
  await store.write((writer) => register(writer, toolVersion("a")));
  const reading = await openSqliteStore(path, { readOnly: true });
  expect((await reading.read((reader) => reader.counts())).tools).toBe(1);
  expect((await refusal(reading.write((writer) => register(writer, toolVersion("b"))))).reason).toBe("read_only");
  await reading.close();
  await store.close();
});

it("waits for a writer of another process, but not for ever", async () => {
  const path = join(folder, "registry.db");
  const store = await openSqliteStore(path, { busyTimeoutMs: 100 });
  const patient = await openSqliteStore(path);
  const other = new Database(path);
  other.exec("begin immediate");
  const write = patient.write((writer) => register(writer, toolVersion("a")));
  expect((await refusal(store.write(async () => {}))).reason).toBe("store_busy");
  expect((await store.read((reader) => reader.counts())).tools).toBe(0);
  other.exec("commit");
  other.close();
  await write;
  expect((await store.read((reader) => reader.counts())).tools).toBe(1);
  await store.close();
  await patient.close();
});

it("says so when there is no room left", async () => {
  const path = join(folder, "registry.db");
  const store = await openSqliteStore(path);
  await store.write((writer) => register(writer, toolVersion("a")));
  await store.close();
  // The limit on pages is what a full disk looks like to SQLite; the store has no such setting, so its own check is asked.
  const { sqliteStoreError } = await import("../../src/store/sqlite/errors.ts");
  const database = new Database(path);
  database.pragma("max_page_count = 1");
  const full = () => database.prepare("insert into registry_state values (?, 1)").run("x".repeat(500_000));
  let thrown: unknown;
  try {
    full();
  } catch (error) {
    thrown = error;
  }
  database.close();
  expect(sqliteStoreError(thrown)?.reason).toBe("disk_full");
});

it("says which server cannot be reached, and never the password", async () => {
  const error = await refusal(openStore("postgres://someone:s3cret@127.0.0.1:1/db"));
  expect(error.reason).toBe("store_unreachable");
  expect(`${error.message} ${error.hint}`).not.toContain("s3cret");
  expect((await refusal(openStore("postgres://127.0.0.1:1/db?schema=a;drop"))).reason).toBe("store_unreachable");
});
