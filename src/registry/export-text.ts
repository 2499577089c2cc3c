// An export as text: canonical JSON with one entry per line, so that two exports can be compared line by line.

import { canonicalJson } from "../base/canonical-json.ts";
import type { RegistryExport } from "./store.ts";

export function exportText(all: RegistryExport): string {
  const members = Object.entries(all).map(([key, value]) => {
    if (!Array.isArray(value) || value.length === 0) return `${JSON.stringify(key)}: ${canonicalJson(value)}`;
    return `${JSON.stringify(key)}: [\n${value.map((entry) => canonicalJson(entry)).join(",\n")}\n]`;
  });
  return `{\n${members.join(",\n")}\n}`;
}
