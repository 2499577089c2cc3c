// The database itself refuses to change what must never change, whoever asks; and migrations go forward, whole or not at all.

import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { canonicalJson } from "../../src/base/canonical-json.ts";
import { migrations } from "../../src/store/migrations/index.ts";
import type { Migration } from "../../src/store/migrations/migration.ts";
import { migrateStore, openStore } from "../../src/store/open.ts";
import { type Postgres, startPostgres } from "../support/postgres.ts";
import {
  auditEntry,
  capability,
  caseRun,
  noon,
  register,
  skillVersion,
  testCase,
  toolVersion,
  trial,
} from "./samples.ts";

let server: Postgres;
let folder: string;
beforeAll(async () => {
  server = await startPostgres();
  folder = mkdtempSync(join(tmpdir(), "ptc-store-"));
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

let files = 0;
const places = { file: () => join(folder, `${++files}.db`), postgres: () => server.newUrl() };

/** Statements straight to the database, past the store. */
async function straight(place: string, statement: string): Promise<unknown> {
  if (!place.startsWith("postgres")) {
    const database = new Database(place);
    try {
      return database.prepare(statement).run();
    } finally {
      database.close();
    }
  }
  const client = new Client({ connectionString: place.replace(/\?.*/, "") });
  await client.connect();
  try {
    await client.query(`set search_path to ${new URL(place).searchParams.get("schema")}`);
    return await client.query(statement);
  } finally {
    await client.end();
  }
}

async function filled(place: string): Promise<string> {
  const store = await openStore(place);
  await store.write(async (writer) => {
    const one = testCase("a");
    await register(writer, toolVersion("a"), [one]);
    await writer.insertCaseRuns([caseRun(one, "1.0.0", true)]);
    await writer.insertSkillVersion(skillVersion("s"));
    await writer.insertTrials([trial("a", true)]);
    await writer.insertAudit(auditEntry("a"));
  });
  await store.close();
  return place;
}

const more: Migration = {
  number: migrations.length + 1,
  name: "more",
  statements: () => ["create table more (id integer)", "insert into more (id) values (1)"],
};
const broken: Migration = {
  number: migrations.length + 1,
  name: "broken",
  statements: () => ["create table half (id integer)", "insert into nowhere (id) values (1)"],
};

describe.each(["file", "postgres"] as const)("%s", (kind) => {
  it.each(["tool_versions", "skill_versions", "cases", "case_runs", "trials", "audit"])(
    "refuses to change or remove rows of %s",
    async (table) => {
      const place = await filled(places[kind]());
      await expect(straight(place, `update ${table} set uid = 'x'`)).rejects.toThrow("immutable");
      await expect(straight(place, `delete from ${table}`)).rejects.toThrow("immutable");
      const store = await openStore(place);
      expect(await store.verify()).toEqual([]);
      await store.close();
    },
  );

  it("finds what was changed behind its back", async () => {
    const place = await filled(places[kind]());
    await straight(place, "update tools set health = 'red'");
    await straight(place, "update counters set successes = 0");
    await straight(place, "update capabilities set data = '{'");
    await straight(place, "insert into tool_tags (tag, tool_id) values ('x', 'a')");
    const store = await openStore(place);
    const found = (await store.verify()).map(({ subject, message }) => `${subject}: ${message}`).join("\n");
    await expect(store.read((reader) => reader.capability("a"))).rejects.toMatchObject({ reason: "store_corrupt" });
    await store.close();
    expect(found).toMatch(/tool a@1.0.0: its health is not that of the tool/);
    expect(found).toMatch(/counters of tool a: are not what its trials/);
    expect(found).toMatch(/capabilities: holds a record that cannot be read/);
    expect(found).toMatch(/the lookup tool_tags: is not what/);
  });

  it("does not open a registry of a newer program, and changes nothing of it", async () => {
    const place = await filled(places[kind]());
    await migrateStore(place, { migrations: [...migrations, more] });
    await expect(openStore(place)).rejects.toMatchObject({ name: "StoreError", reason: "store_too_new" });
    await expect(migrateStore(place)).rejects.toMatchObject({ reason: "store_too_new" });
    const store = await openStore(place, { migrations: [...migrations, more] });
    expect(await store.verify()).toEqual([]);
    await store.close();
  });

  it("migrates an older one only when asked to, with a copy of a file", async () => {
    const place = await filled(places[kind]());
    const newer = { migrations: [...migrations, more] };
    await expect(openStore(place, newer)).rejects.toMatchObject({ reason: "store_outdated" });
    const { applied, backup } = await migrateStore(place, newer);
    expect(applied).toEqual([`000${migrations.length + 1}-more`]);
    expect(await migrateStore(place, newer)).toEqual({ applied: [], backup: null });
    const store = await openStore(place, newer);
    expect((await store.read((reader) => reader.counts())).tools).toBe(1);
    await store.close();
    if (kind === "postgres") return expect(backup).toBeNull();
    const old = await openStore(backup!);
    expect((await old.read((reader) => reader.counts())).tools).toBe(1);
    await old.close();
  });

  it("leaves nothing of a migration that fails", async () => {
    const place = await filled(places[kind]());
    await expect(migrateStore(place, { migrations: [...migrations, broken] })).rejects.toMatchObject({
      name: "StoreError",
    });
    await expect(straight(place, "select * from half")).rejects.toThrow();
    const store = await openStore(place);
    expect(await store.verify()).toEqual([]);
    await store.close();
  });
});

describe.each(["file", "postgres"] as const)("format 1 in %s", (kind) => {
  it("is brought to what every version needs", async () => {
    const place = places[kind]();
    const [first] = migrations;
    const old = await openStore(place, { migrations: [first!] });
    await old.close();
    const needs = toolVersion("user", {
      description: 'Odd: \u0000 \\ud800 \\\ud800 " \\',
      dependencies: [{ id: "a", by: "call" }],
      requiredTools: ["b@^1", "c"],
    });
    const versions = [...["a", "b", "c"].map((id) => toolVersion(id)), needs];
    for (const version of versions) {
      const { id, uid, contentHash, schemaHash } = version;
      const data = canonicalJson(version).replaceAll("'", "''");
      const state = "'1.0.0', 'pending', null, 'composed', 'developer', '[]', null, 0, null, null, 0, 0, 0, 1";
      for (const statement of [
        `insert into capabilities values ('${id}', '${canonicalJson(capability(id, [id]))}')`,
        `insert into tools values ('${id}', '${id}', ${state}, '${noon}')`,
        `insert into tool_versions values ('${id}', '1.0.0', '${uid}', '${contentHash}', '${schemaHash}', null, '${noon}', '${data}')`,
        `insert into tool_health values ('${id}', '1.0.0', 'pending', null)`,
      ])
        await straight(place, statement);
    }
    await migrateStore(place);
    const store = await openStore(place);
    expect(await store.verify()).toEqual([]);
    const users = async (id: string) => (await store.read((reader) => reader.dependentsOf(id))).map((head) => head.id);
    expect([await users("a"), await users("b"), await users("c")]).toEqual([["user"], ["user"], ["user"]]);
    await store.close();
  });
});

it("migrates no file that is not there", async () => {
  const place = places.file();
  await expect(migrateStore(place)).rejects.toMatchObject({ reason: "store_unreachable" });
  expect(existsSync(place)).toBe(false);
  expect(readdirSync(folder)).not.toContain(place);
});

it("a connection that the server ends in the middle of a transaction is an error, and the next one works", async () => {
  const url = server.newUrl();
  const store = await openStore(url);
  const admin = new Client({ connectionString: url.replace(/\?.*/, "") });
  await admin.connect();
  try {
    const cutOff = store.write(async (writer) => {
      await writer.missions();
      await admin.query("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'ptc'");
      await new Promise((resolve) => setTimeout(resolve, 200));
      await writer.missions();
    });
    await expect(cutOff).rejects.toMatchObject({ name: "StoreError", reason: "store_unreachable" });
    expect(await store.read((reader) => reader.missions())).toBe(0);
  } finally {
    await admin.end();
    await store.close();
  }
});
