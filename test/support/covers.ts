// Tests that name which behaviours of the earlier registry they cover: a number of its list, or R…/S… for one of the things
// it got wrong. test/registry/behaviours.test.ts reads these calls and tells which behaviours nobody covers.

import { it } from "vitest";

export type Behaviour = number | `R${number}` | `S${number}`;

export function covers(
  behaviours: readonly [Behaviour, ...Behaviour[]],
  title: string,
  test: () => void | Promise<void>,
): void {
  it(`${title} (${behaviours.join(", ")})`, test);
}
