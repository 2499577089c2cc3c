// The folder of the walk: the example's project with the standard library beside it, in a temporary folder or where the
// user says.

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
  const library = home === null ? null : join(home, "stdlib");
  if (example === null || library === null || !existsSync(example) || !existsSync(library))
    throw new UsageError(
      "The demo's files are not here: they lie beside ptc in its package, in examples/ and stdlib/.",
    );
  if (dir !== undefined && existsSync(dir) && readdirSync(dir).length > 0)
    throw new UsageError(`${dir} is not empty. Name a new folder: ptc demo --dir DIR.`);
  const folder = dir === undefined ? mkdtempSync(join(tmpdir(), "ptc-demo-")) : resolve(dir);
  try {
    mkdirSync(folder, { recursive: true });
    cpSync(example, folder, { recursive: true });
    cpSync(library, join(folder, "stdlib"), { recursive: true });
  } catch (e) {
    throw new UsageError(`Cannot write ${folder}: ${whyNot(e)}.`);
  }
  const kept = keep || dir !== undefined;
  return { folder, leave: () => (kept ? undefined : rmSync(folder, { recursive: true, force: true })) };
}
