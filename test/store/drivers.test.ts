// Nothing of a database is loaded before a registry is opened, and a driver that is missing or was never built is said in
// words, with what to install.

import { readFileSync } from "node:fs";
import { afterEach, expect, it, vi } from "vitest";
import { openPostgresStore, openSqliteStore } from "../../src/store/open.ts";

afterEach(() => {
  vi.doUnmock("better-sqlite3");
  vi.doUnmock("pg");
  vi.resetModules();
});

const absent = () => {
  throw new Error("Cannot find package");
};

it("loads nothing of a database with the door", () => {
  const door = readFileSync(new URL("../../src/store/open.ts", import.meta.url), "utf8");
  const loaded = [...door.matchAll(/^(?:import|export) (?!type)[^;]*? from "([^"]+)"/gm)].map(([, from]) => from);
  expect(loaded).toEqual(["./store-error.ts"]);
  const words = readFileSync(new URL("../../src/store/store-error.ts", import.meta.url), "utf8");
  expect(words).not.toMatch(/^import/m);
});

it("names the package that a registry in a file needs", async () => {
  vi.doMock("better-sqlite3", absent);
  await expect(openSqliteStore(":memory:")).rejects.toMatchObject({
    reason: "driver_missing",
    hint: expect.stringContaining("npm install better-sqlite3"),
  });
});

it("says the same of one that was never built", async () => {
  class Unbuilt {
    constructor() {
      throw new Error("Could not locate the bindings file. Tried: …");
    }
  }
  vi.doMock("better-sqlite3", () => ({ default: Unbuilt }));
  await expect(openSqliteStore(":memory:")).rejects.toMatchObject({ reason: "driver_missing" });
});

it("names the package that a registry on a server needs", async () => {
  vi.doMock("pg", absent);
  await expect(openPostgresStore("postgres://127.0.0.1:1/db")).rejects.toMatchObject({
    reason: "driver_missing",
    hint: expect.stringContaining("npm install pg"),
  });
});
