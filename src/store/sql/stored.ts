// JSON that the store itself wrote. If it cannot be read, somebody or something else changed the database.

import { StoreError } from "../store-error.ts";

export function stored<T>(text: string): T {
  try {
    return JSON.parse(text) as T;
  } catch (cause) {
    throw new StoreError("store_corrupt", "The registry holds a record that cannot be read.", {
      hint: "Run `ptc registry verify` to see what is damaged, and restore a backup or import an export.",
      cause,
    });
  }
}
