// esbuild, whose process outlives what it is given: sources that keep it busy for ever, or that its stack cannot hold, cost it
// its process, and the next one to ask gets a new one.

import type { BuildOptions, BuildResult } from "esbuild";

type Esbuild = typeof import("esbuild");
type Built = BuildResult<{ write: false }>;

/** Thrown when a build was given up or took the bundler's process with it. */
export class BundlerGone extends Error {}

const isGone = (e: unknown): boolean =>
  e instanceof Error && /service (was stopped|is no longer running)/i.test(e.message);

/** How many processes were given up; whoever was building in one of them by chance tries once more. */
let givenUp = 0;

export async function buildWithin(
  esbuild: Esbuild,
  options: BuildOptions & { write: false },
  mostMs: number,
): Promise<Built> {
  const before = givenUp;
  try {
    return await inTime(esbuild, options, mostMs);
  } catch (e) {
    if (!isGone(e)) throw e;
    const isOthersFault = givenUp !== before;
    if (!isOthersFault) await giveUp(esbuild);
    if (isOthersFault) return inTime(esbuild, options, mostMs);
    throw new BundlerGone("It cannot be bundled: the bundler did not survive it");
  }
}

async function inTime(esbuild: Esbuild, options: BuildOptions & { write: false }, mostMs: number): Promise<Built> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      void giveUp(esbuild);
      reject(new BundlerGone(`It cannot be bundled within ${mostMs} ms`));
    }, mostMs);
  });
  const built = esbuild.build(options);
  // When it is late, it fails later than anybody listens.
  built.catch(() => {});
  try {
    return await Promise.race([built, late]);
  } finally {
    clearTimeout(timer);
  }
}

async function giveUp(esbuild: Esbuild): Promise<void> {
  givenUp++;
  await esbuild.stop();
}
