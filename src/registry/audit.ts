// The audit log: everything that was asked of the registry and what came of it, refusals included. Entries are bounded, so
// that a thousand failing cases do not become a thousand pages.

import { gateBounds } from "./bounds.ts";
import { type Evidence, expectedWords, outcomeWords, shown } from "./evidence.ts";
import type { AuditEntry } from "./model.ts";
import type { Ports } from "./ports.ts";

/** Entries are found by their subject, which a caller may have written: an index takes no texts of any length. */
const SUBJECT = 200;

export function audit(
  ports: Ports,
  action: string,
  subject: string,
  accepted: boolean,
  details: Readonly<Record<string, unknown>>,
): AuditEntry {
  return { uid: ports.newId(), at: ports.now(), action, subject: String(subject).slice(0, SUBJECT), accepted, details };
}

/** The evidence in short: every gate, and the first failing cases in words. */
export function auditDetails(evidence: readonly Evidence[]): { readonly gates: readonly unknown[] } {
  return {
    gates: evidence.map(({ gate, status, words, details, failures }) => ({
      gate,
      status,
      words,
      ...(details.length === 0 ? {} : { details: details.slice(0, gateBounds.audited) }),
      ...(failures.length === 0
        ? {}
        : {
            failing: failures.length,
            failures: failures.slice(0, gateBounds.audited).map((f) => ({
              tool: f.tool,
              suite: f.suite,
              input: shown(f.input),
              expected: expectedWords(f.expected),
              actual: outcomeWords(f.outcome),
            })),
          }),
    })),
  };
}
