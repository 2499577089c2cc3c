// An export as text: canonical JSON with one entry per line, so that two exports can be compared line by line.

import { canonicalJson } from "../base/canonical-json.ts";
import type { RegistryExport } from "./store.ts";

/** A RangeError in words where V8 cannot hold it: half a gigabyte. */
export function exportText(all: RegistryExport): string {
  try {
    return whole(all);
  } catch (e) {
    if (!(e instanceof RangeError)) throw e;
    throw new RangeError("The registry is too large for one export: its text would have more than 512 MB.", {
      cause: e,
    });
  }
}

function whole(all: RegistryExport): string {
  const members = Object.entries(all).map(([key, value]) => {
    if (!Array.isArray(value) || value.length === 0) return `${JSON.stringify(key)}: ${canonicalJson(value)}`;
    return `${JSON.stringify(key)}: [\n${value.map((entry) => canonicalJson(entry)).join(",\n")}\n]`;
  });
  return `{\n${members.join(",\n")}\n}`;
}
