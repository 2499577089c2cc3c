// What the project promises about speed, and how a run stands against it and against the committed baseline.

import { discoveryGoals } from "./discovery-goals.mjs";
import { hostingGoals } from "./hosting.mjs";
import { geomean, ratiosOf } from "./table.mjs";

/** A ratio to native may be this much above the baseline before `--check` calls it slower: runs differ by a few percent. */
const NOISE = 1.2;

const ms = (x) => `${x.toFixed(1)} ms`;
const plusMs = (x) => `+${x.toFixed(1)} ms`;
const us = (x) => `${x.toFixed(0)} µs`;
const mbs = (x) => `${x.toFixed(1)} MB/s`;
const times = (x) => `${x.toFixed(2)}x`;

/**
 * One row per promise. `of` takes the figure from a run or from the baseline (undefined when that part was not measured),
 * `beside` what stands next to it in the same run.
 */
const goals = [
  {
    name: "startup of ptc eval, over node",
    of: ({ startup }) => startup && startup["ptc eval"] - startup.node,
    show: plusMs,
    atMost: 25,
    beside: ({ startup }) => [
      `node ${ms(startup.node)}`,
      ...(startup["nbb -e"] ? [`nbb ${plusMs(startup["nbb -e"] - startup.node)}`] : []),
    ],
  },
  {
    name: "new 7-line program, text to result",
    of: ({ small }) => small?.microseconds,
    show: us,
    atMost: 150,
    beside: ({ small }) => [`native ${us(small.native)}`, ...(small.nbb ? [`nbb ${us(small.nbb)}`] : [])],
  },
  {
    name: "reader",
    of: ({ reader }) => reader?.megabytesPerSecond,
    show: mbs,
    atLeast: 5,
    beside: ({ reader }) => [`JSON.parse ${mbs(reader.json)}`],
  },
  {
    name: "suite, geomean over native",
    of: ({ suite, ratios = suite && ratiosOf(suite).ptc }) => ratios && geomean(Object.values(ratios)),
    show: times,
    atMost: 4,
    steady: true,
    beside: ({ suite }) => {
      const { nbb } = ratiosOf(suite);
      return nbb ? [`nbb ${times(geomean(Object.values(nbb)))}`] : [];
    },
  },
  ...hostingGoals,
  ...discoveryGoals,
];

/** The rows for what was measured. `whole` says whether all workloads were. */
export function standing(figures, baseline, whole) {
  return goals
    .filter((goal) => goal.of(figures) !== undefined && (whole || !goal.steady))
    .map((goal) => {
      const now = goal.of(figures);
      const before = baseline === null ? undefined : goal.of(baseline);
      const met = goal.atMost === undefined ? now >= goal.atLeast : now <= goal.atMost;
      const slower = goal.steady === true && before !== undefined && now > before * NOISE;
      return { goal, now, before, met, slower };
    });
}

export function printStanding(rows, figures) {
  if (rows.length === 0) return;
  console.log(
    `${"Promises".padEnd(41)}${"now".padStart(10)}${"goal".padStart(13)}${"".padStart(8)}${"baseline".padStart(11)}${"ratio".padStart(8)}   beside it`,
  );
  for (const { goal, now, before, met } of rows) {
    const limit = goal.atMost === undefined ? `>= ${goal.show(goal.atLeast)}` : `<= ${goal.show(goal.atMost)}`;
    const was = before === undefined ? "-" : goal.show(before);
    const ratio = before === undefined ? "-" : (now / before).toFixed(2);
    const left = `${goal.name.padEnd(41)}${goal.show(now).padStart(10)}${limit.padStart(13)}${(met ? "met" : "MISSED").padStart(8)}`;
    console.log(`${left}${was.padStart(11)}${ratio.padStart(8)}   ${goal.beside(figures).join(", ")}`);
  }
}

/** What `--check` complains about, in words. */
export function complaints(rows) {
  return rows.flatMap(({ goal, now, before, met, slower }) => [
    ...(met ? [] : [`${goal.name}: ${goal.show(now)} misses the goal of ${goal.show(goal.atMost ?? goal.atLeast)}`]),
    ...(slower ? [`${goal.name}: ${goal.show(now)}, the baseline has ${goal.show(before)}`] : []),
  ]);
}
