// Where files of this user belong that are neither data nor configuration, after the XDG base directory rules: a variable
// that is not an absolute path is ignored, and without a home there is no folder.

import { isAbsolute, join } from "node:path";

const variables = { cache: "XDG_CACHE_HOME", state: "XDG_STATE_HOME" } as const;
const underHome = { cache: ".cache", state: ".local/state" } as const;

export function userFolder(kind: "cache" | "state", env: NodeJS.ProcessEnv): string | undefined {
  const home = env.HOME ?? env.USERPROFILE;
  const candidates = [env[variables[kind]], env.LOCALAPPDATA, home && join(home, underHome[kind])];
  const base = candidates.find((folder) => folder !== undefined && isAbsolute(folder));
  return base === undefined ? undefined : join(base, "ptc");
}
