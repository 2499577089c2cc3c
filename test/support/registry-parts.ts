// What the scripts about the registry need of the sources, in one bundle.

import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

export { startPostgres } from "./postgres.ts";
export { inParallel, problemsOf, withKills } from "./registering.ts";

/** Where the bundle is, and beside it the program that registers. */
export const folder = dirname(fileURLToPath(import.meta.url));
