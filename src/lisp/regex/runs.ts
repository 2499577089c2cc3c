// The longest stretches of certain characters in a text: what turns a cost function into a number of steps.

import { PerRun, spendMany } from "../meter.ts";
import type { CharSet } from "./charset.ts";
import { evaluate, type Plan } from "./cost.ts";

export interface Runs {
  /** For each set of the plan. */
  readonly longest: readonly number[];
  readonly longestOfAll: number;
  /** Steps one start can take, with these runs. */
  readonly perStart: number;
  /** How many places a match could start at. */
  readonly starts: number;
}

const charactersPerFuel = 32;

// re-seq and split ask again and again about one text: the last answer is kept.
const last = new PerRun<{ readonly plan: Plan; readonly input: string; readonly runs: Runs }>();

export function runsOf(plan: Plan, input: string): Runs {
  const known = last.get();
  if (known !== undefined && plan === known.plan && input === known.input) return known.runs;
  spendMany(Math.ceil(((plan.sets.length + 1) * input.length) / charactersPerFuel));
  const longest = plan.sets.map((set) => longestRun(set, input));
  const runs: Runs = {
    longest,
    longestOfAll: Math.max(0, ...longest),
    perStart: evaluate(plan.work, longest),
    starts: countMembers(plan.first, input),
  };
  last.set({ plan, input, runs });
  return runs;
}

function longestRun(set: CharSet, input: string): number {
  if (set.isAll) return input.length;
  const table = set.latinTable();
  let longest = 0;
  let start = 0;
  for (let i = 0; i < input.length; i++) {
    const unit = input.charCodeAt(i);
    if (unit < 256 ? table[unit] === 1 : hasUnit(set, unit)) continue;
    if (i - start > longest) longest = i - start;
    start = i + 1;
  }
  return Math.max(longest, input.length - start);
}

function countMembers(set: CharSet, input: string): number {
  if (set.isAll) return input.length;
  const table = set.latinTable();
  let count = 0;
  for (let i = 0; i < input.length; i++) {
    const unit = input.charCodeAt(i);
    if (unit < 256 ? table[unit] === 1 : hasUnit(set, unit)) count++;
  }
  return count;
}

/** Half of a pair counts as a member if any pair could be: too many is safe. */
function hasUnit(set: CharSet, unit: number): boolean {
  return (unit & 0xf800) === 0xd800 ? set.hasAstral || set.has(unit) : set.has(unit);
}
