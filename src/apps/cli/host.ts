// What the command grants every program: a clock and random numbers, nothing else.

import type { SessionOptions } from "../../lisp/run.ts";

export const host = { now: () => Date.now(), random: () => Math.random() } satisfies SessionOptions;
