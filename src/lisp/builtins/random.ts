// Chance, only from the source the host injected: without one these are errors, so that a program stays reproducible
// unless its host decides otherwise.

import { context } from "../context.ts";
import { fault } from "../fault.ts";
import { chargeItems, chargeString, spendMany } from "../meter.ts";
import { asDouble, isNumber, notNumber, toFloat, wholeToInteger } from "../values/numbers.ts";
import { itemsOf, orderedItems } from "../values/seq.ts";
import type { Value } from "../values/value.ts";
import { Vec } from "../values/vector.ts";
import type { BuiltinTable, ClojureRelation } from "./table.ts";

const group = "Random";
const injected: ClojureRelation = { differs: "Draws only from a source of randomness that the host injected." };

/** A float in [0, 1). */
export function draw(who: string): number {
  const source = context().random;
  if (source === null)
    fault(
      "runtime_error",
      `${who} needs randomness, and this run was given none.`,
      "The host must inject a random source; a program alone is deterministic.",
    );
  const r = source();
  if (!(r >= 0 && r < 1))
    fault("runtime_error", "The host's random source gave a number outside [0, 1).", "Fix the injected random source.");
  return r;
}

/** A whole number in [0, n): the product may round up to n itself. */
function drawIndex(who: string, n: number): number {
  return Math.min(n - 1, Math.floor(draw(who) * n));
}

function drawBelow(who: string, limit: Value): number {
  if (!isNumber(limit)) notNumber(who, limit);
  return draw(who) * asDouble(limit);
}

function randomInteger(limit: Value): Value {
  const n = drawBelow("rand-int", limit);
  if (!Number.isFinite(n)) fault("arithmetic_error", "rand-int needs a finite number.");
  return wholeToInteger(Math.trunc(n));
}

function randomItem(coll: Value): Value {
  const items = orderedItems(coll, "rand-nth");
  return items.length === 0 ? null : (items[drawIndex("rand-nth", items.length)] as Value);
}

function shuffled(coll: Value): Value {
  const items = itemsOf(coll, "shuffle");
  spendMany(items.length);
  chargeItems(items.length);
  const out = items.slice();
  for (let i = out.length - 1; i > 0; i--) {
    const j = drawIndex("shuffle", i + 1);
    const moved = out[i] as Value;
    out[i] = out[j] as Value;
    out[j] = moved;
  }
  return Vec.of(out);
}

function sample(probability: Value, coll: Value): Value {
  if (!isNumber(probability)) notNumber("random-sample", probability);
  const p = asDouble(probability);
  const items = itemsOf(coll, "random-sample");
  spendMany(items.length);
  chargeItems(items.length);
  return Vec.seq(items.filter(() => draw("random-sample") < p));
}

function randomUuid(): string {
  chargeString(36);
  const word = () =>
    Math.floor(draw("random-uuid") * 2 ** 32)
      .toString(16)
      .padStart(8, "0");
  const [a, b, c, d] = [word(), word(), word(), word()];
  const variant = "89ab"[Number.parseInt(c[0] as string, 16) & 3];
  return `${a}-${b.slice(0, 4)}-4${b.slice(5)}-${variant}${c.slice(1, 4)}-${c.slice(4)}${d}`;
}

export const random = {
  rand: {
    home: "core",
    group,
    params: ["", "n"],
    doc: "A random float from 0 up to but not including n, or 1.",
    examples: [
      { code: "(< -1 (rand) 1)", gives: "true" },
      { code: "(< -1 (rand 10) 10)", gives: "true" },
    ],
    clojure: injected,
    since: "0.1",
    varies: "always",
    run0: () => toFloat(draw("rand")),
    run1: (n) => toFloat(drawBelow("rand", n)),
  },
  "rand-int": {
    home: "core",
    group,
    params: ["n"],
    doc: "A random integer from 0 up to but not including n.",
    examples: [
      { code: "(rand-int 1)", gives: "0" },
      { code: "(< (rand-int 6) 6)", gives: "true" },
    ],
    clojure: injected,
    since: "0.1",
    varies: "always",
    run1: randomInteger,
  },
  "rand-nth": {
    home: "core",
    group,
    params: ["coll"],
    doc: "A random item of coll; nil when it is empty.",
    examples: [
      { code: "(rand-nth [7])", gives: "7" },
      { code: "(rand-nth [])", gives: "nil" },
    ],
    clojure: { differs: "Draws only from an injected source; an empty vector gives nil instead of an error." },
    since: "0.1",
    varies: "always",
    run1: randomItem,
  },
  shuffle: {
    home: "core",
    group,
    params: ["coll"],
    doc: "The items of coll in random order, as a vector.",
    examples: [
      { code: "(sort (shuffle [3 1 2]))", gives: "[1 2 3]" },
      { code: "(count (shuffle [1 2 3]))", gives: "3" },
    ],
    clojure: injected,
    since: "0.1",
    varies: "always",
    run1: shuffled,
  },
  "random-sample": {
    home: "core",
    group,
    params: ["probability coll"],
    doc: "Each item of coll with the given probability, in order.",
    examples: [
      { code: "(random-sample 1 [1 2])", gives: "[1 2]" },
      { code: "(random-sample 0 [1 2])", gives: "[]" },
    ],
    clojure: injected,
    since: "0.1",
    varies: "always",
    run2: sample,
  },
  "random-uuid": {
    home: "core",
    group,
    params: [""],
    doc: "A random UUID (version 4) as a string.",
    examples: [
      { code: "(count (random-uuid))", gives: "36" },
      { code: "(subs (random-uuid) 14 15)", gives: '"4"' },
    ],
    clojure: { differs: "Draws only from an injected source; UUIDs are strings." },
    since: "0.1",
    varies: "always",
    run0: randomUuid,
  },
} satisfies BuiltinTable;
