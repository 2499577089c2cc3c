// Keywords made while a program runs. Whether a keyword is there already depends on other runs, so a run pays for every name
// it makes, but only once: the name is in its hands from then on.

import { charge, PerRun } from "../meter.ts";
import { KEYWORD_BYTES, Keyword } from "./value.ts";

/** Looking a name up. */
const LOOKUP_BYTES = 48;
/** Names remembered per run; further ones are paid for each time. */
const MOST = 10_000;

const paid = new PerRun<Set<string>>();

export function newKeyword(name: string): Keyword {
  let names = paid.get();
  if (names === undefined) {
    names = new Set();
    paid.set(names);
  }
  if (names.has(name)) charge(LOOKUP_BYTES);
  else {
    charge(KEYWORD_BYTES);
    if (names.size < MOST) names.add(name);
  }
  return Keyword.of(name);
}
