// The store itself: reads, writes, everything out and everything in.

import type { Store } from "../../registry/store.ts";
import { verifyExport } from "../../registry/verify-export.ts";
import { StoreError } from "../store-error.ts";
import { exportFrom } from "./export.ts";
import type { Frames } from "./framed.ts";
import { importInto } from "./import.ts";
import { verifyOn } from "./verify.ts";

export function storeOn(frames: Frames, close: () => Promise<void>): Store {
  return {
    read: (work) => frames.read((reader) => work(reader)),
    write: (work) => frames.write((writer) => work(writer)),
    exportAll: () => frames.read((_, connection) => exportFrom(connection)),
    async importAll(all) {
      refuseUnsound(all);
      await frames.write((_, connection) => importInto(connection, all));
    },
    verify: () => frames.read((_, connection) => verifyOn(connection)),
    close,
  };
}

function refuseUnsound(all: unknown): void {
  const findings = verifyExport(all);
  const [first] = findings;
  if (first === undefined) return;
  const more = findings.length > 1 ? ` (and ${findings.length - 1} more)` : "";
  throw new StoreError("export_invalid", `The export is not sound: ${first.subject} ${first.message}${more}.`, {
    hint: "Nothing was written. Export again from the registry it came from.",
    problems: findings.map(({ subject, message }) => `${subject}: ${message}`),
  });
}
