// The phases of a link that can be shown, in their order. By themselves, so that help texts can name them without loading
// the linker.

export const phases = [
  "parsed",
  "symbols",
  "resolved",
  "graph",
  "order",
  "names",
  "skills",
  "lock",
  "prelude",
] as const;
export type Phase = (typeof phases)[number];
