// PostgreSQL's errors, and those of the way to it, in the registry's words.

import { StoreError, type StoreReason, violation } from "../store-error.ts";

type Words = readonly [reason: StoreReason, message: string, hint: string];

const unreachable: Words = [
  "store_unreachable",
  "The registry's database server cannot be reached.",
  "Check the URL, and that the server runs and lets this machine in.",
];
const noAccess: Words = [
  "store_unreachable",
  "The registry's database server does not let this user in.",
  "Check user, password and rights in the URL.",
];
const busy: Words = ["store_busy", "Somebody else has kept the registry for too long.", "Try again."];
const readOnly: Words = [
  "read_only",
  "The registry's database can only be read.",
  "Give the URL of the server that takes writes.",
];

/** By SQLSTATE: the whole of it first, then its class. */
const byState: Readonly<Record<string, Words>> = {
  "08": unreachable,
  "28": noAccess,
  "42501": noAccess,
  "3D000": [
    "store_unreachable",
    "The registry's database does not exist on the server.",
    "Create it, or check the URL.",
  ],
  "25006": readOnly,
  "53100": ["disk_full", "The database server has no room left.", "Make room on the server, then try again."],
  "53300": ["store_busy", "The database server has too many connections.", "Try again, or allow it more."],
  "55P03": busy,
  "57014": busy,
  "57P": unreachable,
  "42P07": [
    "not_a_registry",
    "The database has tables of something else where the registry's would be.",
    "Name another schema in the URL: ?schema=…",
  ],
  XX: ["store_corrupt", "The registry's database is damaged.", "Restore a backup or import an export into a new one."],
};

const violations = { "23505": "unique", "23503": "reference", PTC01: "immutable" } as const;
const ways = new Set(["ECONNREFUSED", "ECONNRESET", "ENOTFOUND", "EAI_AGAIN", "ETIMEDOUT", "EHOSTUNREACH", "EPIPE"]);

interface ServerError extends Error {
  readonly code?: string;
  readonly table?: string;
}

/** Null when it is no error of the database or of the way to it. */
export function postgresStoreError(error: unknown): StoreError | null {
  if (error instanceof StoreError) return error;
  if (!(error instanceof Error)) return null;
  const { code, table, message } = error as ServerError;
  if (code === undefined)
    return /^(Connection terminated|timeout exceeded|Client has encountered|The server does not support SSL)/.test(
      message,
    )
      ? worded(unreachable, error)
      : null;
  if (ways.has(code)) return worded(unreachable, error);
  if (!/^[0-9A-Z]{5}$/.test(code)) return null;
  // Two transactions that could not both be true: one of them only has to be run again.
  if (code === "40001" || code === "40P01") return worded(busy, error, true);
  if (code in violations) return violation(violations[code as keyof typeof violations], table, error);
  if (code.startsWith("23") || code.startsWith("22")) return violation("check", table, error);
  const words = byState[code] ?? byState[code.slice(0, 3)] ?? byState[code.slice(0, 2)];
  return worded(
    words ?? ["store_failed", "The registry's database reported an error.", "Run `ptc registry verify`."],
    error,
  );
}

function worded([reason, message, hint]: Words, cause: unknown, passing = false): StoreError {
  return new StoreError(reason, message, { hint, cause, passing });
}
