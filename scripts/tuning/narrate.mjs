// Missions told at length: requests of one catalogue joined into a story, as people write to an agent that has many tools.
import { randomFrom } from "../train-adapter.mjs";
import { vectorsFrom } from "./judge.mjs";

const missions = 120;
const openings = [
  "I am preparing something for next week and need your support.",
  "Here is what I have to get done today.",
  "",
];
const joints = ["", "Once that is done, ", "Along the way, "];
const closings = ["Please collect everything in one summary for me.", "Thank you for taking care of all of it!", ""];

/** Gives recall@5 for weights and an adapter, over all catalogues. */
export async function narrated(catalogues, parts, embedder, indexes) {
  const random = randomFrom(19);
  const pick = (list) => list[Math.floor(random() * list.length)];
  const vectors = vectorsFrom(parts, embedder);
  const told = [];
  for (const [c, { judged }] of catalogues.entries())
    for (let i = 0; i < missions; i++) {
      const short = judged.filter(({ needs, wanted }) => needs.parts.length === 0 && wanted.length === 1);
      const chosen = [pick(short), pick(short), pick(short)];
      const middle = chosen.map(({ needs }) => `${pick(joints)}${needs.whole.replace(/([^.!?])$/, "$1.")}`);
      const needs = parts.needsOf([pick(openings), ...middle, pick(closings)].join(" "));
      const own = [];
      for (const text of [needs.whole, ...needs.parts]) own.push(await vectors.of(text));
      told.push({
        c,
        needs,
        vectors: own,
        wanted: [...new Set(chosen.flatMap(({ wanted }) => wanted))],
        among: chosen[0],
      });
    }
  vectors.save();
  return (weights, vectorsOf) => {
    let sum = 0;
    for (const { c, needs, vectors: own, wanted, among } of told) {
      const adapted = vectorsOf === null ? null : vectorsOf({ ...among, vectors: own });
      const found = parts.findRelevant(indexes[c], needs, { most: 5, admits: null, vectors: adapted, weights });
      sum += found.filter(({ id }) => wanted.includes(id)).length / wanted.length;
    }
    return (sum / told.length).toFixed(4);
  };
}
