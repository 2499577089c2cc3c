// All of stdlib/ in a registry in memory, brought there through the gates as for anybody: once for a test file.

import { afterAll, beforeAll } from "vitest";
import { type Engine, openEngine } from "../../src/engine/engine.ts";
import { linkFromRegistry } from "../../src/engine/link.ts";
import type { Scanned } from "../../src/engine/project/scan.ts";
import { scanStdlib } from "../../src/engine/project/stdlib.ts";
import { type SyncReport, syncProject } from "../../src/engine/project/sync.ts";
import type { Bundle } from "../../src/linker/index.ts";
import { withSandboxFiles } from "../support/sandbox-files.ts";
import { stdlib } from "./base-tools.ts";

export interface RegisteredStdlib {
  readonly engine: Engine;
  readonly scanned: Scanned;
  readonly first: SyncReport;
}

export function withRegisteredStdlib(): () => RegisteredStdlib {
  withSandboxFiles();
  let made: RegisteredStdlib;
  beforeAll(async () => {
    const engine = await openEngine({ registry: ":memory:", sandbox: { pool: { size: 1 } } });
    const scanned = await scanStdlib(stdlib, engine.sandbox);
    made = { engine, scanned, first: await syncProject(engine, scanned) };
  }, 60_000);
  afterAll(() => made.engine.close());
  return () => made;
}

export async function imageOf(engine: Engine, roots: readonly string[]): Promise<Bundle> {
  const { bundle, faults } = await linkFromRegistry(engine, { roots });
  if (bundle === null) throw new Error(`${roots.join(", ")}: ${JSON.stringify(faults[0])}`);
  return bundle;
}
