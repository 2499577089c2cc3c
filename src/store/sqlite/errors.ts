// SQLite's errors in the registry's words.

import { StoreError, type StoreReason, violation } from "../store-error.ts";

const known: readonly (readonly [prefix: string, reason: StoreReason, message: string, hint: string])[] = [
  [
    "SQLITE_BUSY",
    "store_busy",
    "Another process has kept the registry for too long.",
    "Try again; if it stays so, look for a process that hangs.",
  ],
  ["SQLITE_LOCKED", "store_busy", "The registry is in use by another statement.", "Try again."],
  [
    "SQLITE_NOTADB",
    "not_a_registry",
    "The file is not a registry, or its beginning is damaged.",
    "Check the path; restore a backup or import an export into a new file.",
  ],
  [
    "SQLITE_CORRUPT",
    "store_corrupt",
    "The registry's file is damaged.",
    "Keep the file, and restore a backup or import an export into a new one.",
  ],
  [
    "SQLITE_READONLY",
    "read_only",
    "The registry can only be read.",
    "Check who may write to its file and folder, or open a copy.",
  ],
  ["SQLITE_FULL", "disk_full", "There is no room left for the registry.", "Make room on the disk, then try again."],
  [
    "SQLITE_CANTOPEN",
    "store_unreachable",
    "The registry's file cannot be opened.",
    "Check that the folder exists and who may read and write it.",
  ],
  ["SQLITE_PERM", "store_unreachable", "The registry's file may not be opened.", "Check who may read and write it."],
  [
    "SQLITE_IOERR",
    "store_failed",
    "The registry's file could not be read or written.",
    "Check the disk it is on, then try again.",
  ],
];

/** Null when it is no error of the database. */
export function sqliteStoreError(error: unknown): StoreError | null {
  if (!(error instanceof Error) || !("code" in error) || typeof error.code !== "string") return null;
  const { code } = error;
  if (!code.startsWith("SQLITE_")) return null;
  if (code === "SQLITE_CONSTRAINT_TRIGGER")
    return violation("immutable", /^immutable (\w+)$/.exec(error.message)?.[1], error);
  if (code === "SQLITE_CONSTRAINT_FOREIGNKEY") return violation("reference", undefined, error);
  if (code.startsWith("SQLITE_CONSTRAINT")) {
    const unique = code === "SQLITE_CONSTRAINT_UNIQUE" || code === "SQLITE_CONSTRAINT_PRIMARYKEY";
    return violation(unique ? "unique" : "check", /failed: (\w+)\./.exec(error.message)?.[1], error);
  }
  for (const [prefix, reason, message, hint] of known)
    if (code.startsWith(prefix)) return new StoreError(reason, message, { hint, cause: error });
  return new StoreError("store_failed", "The registry's database reported an error.", {
    hint: "Run `ptc registry verify`.",
    cause: error,
  });
}
