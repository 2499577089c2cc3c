// Where this package is installed: what ships beside its code (stdlib/, examples/) is found from there.

import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** Null when the code was bundled into something else. */
export function packageFolder(): string | null {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    const about = join(folder, "package.json");
    if (existsSync(about) && (JSON.parse(readFileSync(about, "utf8")) as { name?: unknown }).name === "ptc")
      return folder;
    if (folder === dirname(folder)) return null;
  }
}
