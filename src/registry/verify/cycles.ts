// Circles among things of which each points at one other at most.

/** One circle each, as the path that comes back to its beginning. */
export function findCycles(pointers: ReadonlyMap<string, string>): readonly (readonly string[])[] {
  const done = new Set<string>();
  const cycles: string[][] = [];
  for (const start of pointers.keys()) {
    const path = new Set<string>();
    let at: string | undefined = start;
    while (at !== undefined && !done.has(at) && !path.has(at)) {
      path.add(at);
      at = pointers.get(at);
    }
    if (at !== undefined && path.has(at)) {
      const walked = [...path];
      cycles.push([...walked.slice(walked.indexOf(at)), at]);
    }
    for (const passed of path) done.add(passed);
  }
  return cycles;
}
