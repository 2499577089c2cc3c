// Names of the public language that this implementation leaves out on purpose, with the reason and the way to do it here.
// `doc` knows them, so that nobody searches for what is not there.

export const leftOut: ReadonlyMap<string, string> = new Map([
  [
    "program",
    "Not here: it wraps source for an evaluation inside another one, which only the reference's Kernel offers. A host runs a second program with run(source, { data }), or as a turn of a session; a program calls a tool.",
  ],
]);
