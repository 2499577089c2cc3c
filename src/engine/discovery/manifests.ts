// Manifests for an engine: read when it is opened, and again whenever they change where that is wanted.

import { type ManifestScan, scanManifests } from "../../host/manifests/scan.ts";
import { type WatchOptions, watchManifests } from "../../host/manifests/watch.ts";
import type { RegistryDiscovery } from "./registry-discovery.ts";

export interface EngineManifestOptions extends WatchOptions {
  /** Follow changes for as long as the engine is open. */
  readonly watch?: boolean;
}

export interface EngineManifests {
  last(): ManifestScan;
  close(): Promise<void>;
}

export function openManifests(
  options: EngineManifestOptions,
  discovery: Pick<RegistryDiscovery, "setManifests">,
): EngineManifests {
  let last = scanManifests(options);
  discovery.setManifests(last.capabilities);
  const watched =
    options.watch !== true
      ? null
      : watchManifests(options, (scan) => {
          last = scan;
          discovery.setManifests(scan.capabilities);
        });
  return { last: () => last, close: async () => watched?.close() };
}
