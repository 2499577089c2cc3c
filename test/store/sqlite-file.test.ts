// A registry in a file of SQLite: what is written is there when it is opened again, and a file that is none is refused.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openSqliteStore } from "../../src/store/open.ts";
import { register, testCase, toolVersion } from "./samples.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "ptc-store-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

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
  await expect(openSqliteStore(path)).rejects.toMatchObject({ name: "StoreError", reason: "not_a_registry" });
  expect(readFileSync(path, "utf8")).toBe(text);
});
