// Randomness that can be had again: numbers drawn from a seed, each branch of a parallel call from a stream of its own,
// so that what a program draws does not depend on which branch was faster.

import { type Branch, context } from "../lisp/context.ts";

/** A float in [0, 1) that depends on the seed, the branch and how many were drawn there before. */
export function randomFrom(seed: number): () => number {
  const streams = new WeakMap<Branch, () => number>();
  return () => {
    const { branch } = context();
    let stream = streams.get(branch);
    if (stream === undefined) {
      stream = mulberry(hash(`${seed}/${branch.path}`));
      streams.set(branch, stream);
    }
    return stream();
  };
}

function hash(text: string): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  return h >>> 0;
}

/** Mulberry32: small, fast, and good enough where nothing is to be kept secret. */
function mulberry(start: number): () => number {
  let a = start;
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
