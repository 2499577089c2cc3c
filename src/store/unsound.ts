// An export that is not sound is not imported: asked by every store, and by whoever would make one for it.

import { verifyExport } from "../registry/verify-export.ts";
import { StoreError } from "./store-error.ts";

export function refuseUnsound(all: unknown): void {
  const findings = verifyExport(all);
  const [first] = findings;
  if (first === undefined) return;
  const more = findings.length > 1 ? ` (and ${findings.length - 1} more)` : "";
  throw new StoreError("export_invalid", `The export is not sound: ${first.subject} ${first.message}${more}.`, {
    hint: "Nothing was written. Export again from the registry it came from.",
    problems: findings.map(({ subject, message }) => `${subject}: ${message}`),
  });
}
