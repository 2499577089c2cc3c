// A row that others may refer to is looked for in all of them whenever it is written: without an index each write would read
// the whole table, and a registration would cost more the larger the registry is.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { openStore } from "../../src/store/open.ts";

test("whatever refers to another row is found by an index", async () => {
  const folder = mkdtempSync(join(tmpdir(), "ptc-keys-"));
  const file = join(folder, "registry.db");
  await (await openStore(file)).close();
  const database = new Database(file, { readonly: true });
  onTestFinished(() => {
    database.close();
    rmSync(folder, { recursive: true });
  });
  const all = <Row>(text: string): readonly Row[] => database.prepare<[], Row>(text).all();
  const tables = all<{ name: string }>("select name from sqlite_master where type = 'table'").map(({ name }) => name);
  const columnsOf = (index: string) =>
    all<{ name: string }>(`select name from pragma_index_info('${index}') order by seqno`).map(({ name }) => name);
  const keys = tables.flatMap((table) => {
    const indexes = all<{ name: string }>(`select name from pragma_index_list('${table}')`).map((i) =>
      columnsOf(i.name),
    );
    const parts = all<{ id: number; from: string }>(`select id, "from" from pragma_foreign_key_list('${table}')`);
    return [...new Set(parts.map(({ id }) => id))].map((id) => {
      const columns = parts.filter((part) => part.id === id).map(({ from }) => from);
      const isFound = indexes.some((index) =>
        columns.every((column) => index.slice(0, columns.length).includes(column)),
      );
      return { key: `${table} (${columns.join(", ")})`, isFound };
    });
  });
  expect(keys.length).toBeGreaterThan(5);
  // Cases are written before their runs and never changed, so nothing looks for the runs of one.
  expect(keys.filter(({ isFound }) => !isFound).map(({ key }) => key)).toEqual(["case_runs (case_uid)"]);
});
