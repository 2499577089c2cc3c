// Where the index of a registry is kept: beside its file, and for a registry on a server in the project's folder.

import { createHash } from "node:crypto";
import { basename, dirname, join, resolve } from "node:path";
import { OptionsError } from "../../base/options-error.ts";
import { defaultDiscoveryConfig } from "../../discovery/config.ts";
import { isServer } from "../../store/open.ts";

/** Null for a registry in memory, and for one on a server where no folder is known. */
export function indexFileFor(
  registry: string,
  root: string | undefined,
  collection: string = defaultDiscoveryConfig.collectionName,
): string | null {
  if (!/^[\w-]{1,64}$/.test(collection))
    throw new OptionsError(`collectionName names a file: letters, digits, _ and - only, not "${collection}".`);
  if (registry === ":memory:") return null;
  if (!isServer(registry)) {
    const path = resolve(registry);
    return join(dirname(path), `${basename(path).replace(/\.[^.]+$/, "")}.${collection}`);
  }
  return root === undefined ? null : join(root, ".ptc", `server-${nameOf(registry)}.${collection}`);
}

/** The same for everybody who uses the server: user and password do not count. */
function nameOf(url: string): string {
  const { host, pathname, search } = new URL(url);
  return createHash("sha256").update(`${host}${pathname}${search}`).digest("hex").slice(0, 12);
}
