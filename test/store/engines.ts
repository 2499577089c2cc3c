// The same tests on both engines: a database in memory, a file, and a real PostgreSQL.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe } from "vitest";
import type { Store } from "../../src/registry/store.ts";
import { openStore } from "../../src/store/open.ts";
import { type Postgres, startPostgres } from "../support/postgres.ts";

export interface Places {
  /** A new, empty registry; closed after the test. */
  open(): Promise<Store>;
  /** Where a registry can be that several stores open; null in memory. */
  place: (() => string) | null;
  openAt(place: string): Promise<Store>;
}

const kinds = ["memory", "file", "postgres"] as const;

export function onBothEngines(body: (places: Places, kind: (typeof kinds)[number]) => void): void {
  let server: Postgres | null = null;
  let folder = "";
  let files = 0;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "ptc-store-"));
    server = await startPostgres();
  });
  afterAll(async () => {
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  for (const kind of kinds)
    describe(kind, () => {
      const opened: Store[] = [];
      const place = () => (kind === "postgres" ? server!.newUrl() : join(folder, `registry-${++files}.db`));
      const openAt = async (where: string) => {
        const store = await openStore(where);
        opened.push(store);
        return store;
      };
      afterEach(async () => {
        for (const store of opened.splice(0)) await store.close();
      });
      body(
        {
          open: () => openAt(kind === "memory" ? ":memory:" : place()),
          place: kind === "memory" ? null : place,
          openAt,
        },
        kind,
      );
    });
}
