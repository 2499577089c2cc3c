// The folder of the walk: a copy of the example's project, in a temporary folder or where the user says.

import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { UsageError } from "../command.ts";
import { whyNot } from "../files.ts";

export interface Place {
  readonly folder: string;
  /** Removes it, unless it is to be kept. */
  leave(): void;
}

export function makePlace(home: string | null, dir: string | undefined, keep: boolean): Place {
  const example = home === null ? null : join(home, "examples/salary-report");
  if (example === null || !existsSync(example))
    throw new UsageError("The demo's files are not here: they are in ptc's package, in examples/salary-report.");
  if (dir !== undefined && existsSync(dir) && readdirSync(dir).length > 0)
    throw new UsageError(`${dir} is not empty. Name a new folder: ptc demo --dir DIR.`);
  const folder = dir === undefined ? mkdtempSync(join(tmpdir(), "ptc-demo-")) : resolve(dir);
  try {
    mkdirSync(folder, { recursive: true });
    cpSync(example, folder, { recursive: true });
  } catch (e) {
    throw new UsageError(`Cannot write ${folder}: ${whyNot(e)}.`);
  }
  const kept = keep || dir !== undefined;
  return { folder, leave: () => (kept ? undefined : rmSync(folder, { recursive: true, force: true })) };
}
