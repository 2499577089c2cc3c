// Reading files a user named, with errors a user can act on.

import { readFileSync } from "node:fs";
import { UsageError } from "./command.ts";

export function readText(path: string): string {
  try {
    return readFileSync(path === "-" ? 0 : path, "utf8");
  } catch (e) {
    const code = (e as { code?: string }).code;
    const why =
      code === "ENOENT"
        ? "no such file"
        : code === "EISDIR"
          ? "it is a directory"
          : code === "EACCES"
            ? "no permission"
            : "it cannot be read";
    throw new UsageError(`Cannot read ${path}: ${why}.`);
  }
}
