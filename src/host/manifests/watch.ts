// Manifests watched: a change of any of their files is a new scan, once the files have been still for a moment.

import { existsSync } from "node:fs";
import { dirname, sep } from "node:path";
import { watch } from "chokidar";
import { type ManifestOptions, type ManifestScan, manifestDirectories, scanManifests } from "./scan.ts";

export interface WatchOptions extends ManifestOptions {
  /** Milliseconds without a change before a scan; 500 unless given. */
  readonly debounceMs?: number;
  /** Told what could not be watched; a watch that fails goes on with what it can see. */
  readonly onError?: (error: unknown) => void;
}

export interface ManifestWatch {
  /** Resolves when every directory is watched. */
  readonly ready: Promise<void>;
  close(): Promise<void>;
}

/** `changed` hears of every scan that follows a change, one at a time. */
export function watchManifests(
  options: WatchOptions,
  changed: (scan: ManifestScan) => void | Promise<void>,
): ManifestWatch {
  const { debounceMs = 500, onError = () => {} } = options;
  const directories = manifestDirectories(options).map(({ directory }) => directory);
  // From above, so that a directory that comes later, or goes and comes again, is seen.
  const above = [...new Set(directories.map((directory) => existingAbove(dirname(directory))))];
  const watcher = watch(above, {
    ignoreInitial: true,
    followSymlinks: false,
    ignored: (path) => !directories.some((directory) => matters(path, directory)),
  });
  let timer: NodeJS.Timeout | null = null;
  let told: Promise<void> = Promise.resolve();
  let closed = false;
  const look = (): void => {
    timer = null;
    told = told.then(() => (closed ? undefined : changed(scanManifests(options)))).catch(onError);
  };
  watcher.on("all", () => {
    if (timer !== null) clearTimeout(timer);
    timer = setTimeout(look, debounceMs);
  });
  watcher.on("error", onError);
  return {
    ready: new Promise((resolve) => watcher.once("ready", () => resolve())),
    close: async () => {
      closed = true;
      if (timer !== null) clearTimeout(timer);
      await watcher.close();
      await told;
    },
  };
}

function existingAbove(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : existingAbove(dirname(path));
}

/** What leads to the directory, and <directory>/<name>/<file>: nothing deeper is a manifest's. */
function matters(path: string, directory: string): boolean {
  if (directory === path || directory.startsWith(path === sep ? sep : path + sep)) return true;
  return path.startsWith(directory + sep) && path.slice(directory.length + 1).split(sep).length <= 2;
}
