// The host's RegExp as a back end: fast and uninterruptible, so each call first proves how many steps it can take and
// pays for all of them; what a match found early did not need is given back.

import { spendMany } from "../meter.ts";
import type { Match } from "../values/regex.ts";
import { evaluate, type Plan, planFind, planMatches } from "./cost.ts";
import { anyNode } from "./facts.ts";
import type { Pattern } from "./node.ts";
import { runsOf } from "./runs.ts";
import { needsCodePoints, translate } from "./translate.ts";

/** Measured at half to one and a half nanoseconds a step; a unit of fuel is worth some twenty. */
const stepsPerFuel = 32;
/** More steps than this for each character of input and our own matcher, which does only the work there is, is better. */
const maxPerCharacter = 128;
const maxSteps = 32 * 1024 ** 2;
/** Inputs not worth scanning: their own length serves as the longest run. */
const shortInput = 24;

const beyondAscii = /[^\0-\x7f]/;
let lastInput = "";
let lastInputIsAscii = true;

/** Remembers the last answer: re-seq and replace ask about the same text once per match. */
function isAscii(input: string): boolean {
  if (input !== lastInput) {
    lastInput = input;
    lastInputIsAscii = !beyondAscii.test(input);
  }
  return lastInputIsAscii;
}

export class Host {
  private findRegExp: RegExp | null = null;
  private wholeRegExp: RegExp | null = null;
  private readonly findPlan: Plan | null;
  private readonly matchPlan: Plan | null;
  private broken = false;
  /** Java's \b knows the letters of every script, the host's only those of ASCII. */
  private readonly asciiOnly: boolean;

  constructor(private readonly pattern: Pattern) {
    this.findPlan = planFind(pattern);
    this.matchPlan = planMatches(pattern);
    this.asciiOnly = anyNode(pattern.root, (n) => n.kind === "place" && (n.place === "word" || n.place === "notWord"));
  }

  private takes(input: string): boolean {
    return !this.asciiOnly || isAscii(input);
  }

  /** The first match at or after `from`; undefined when this input is not for the host. */
  find(input: string, from: number): Match | null | undefined {
    const plan = this.findPlan;
    if (plan === null || this.broken || !this.takes(input)) return undefined;
    if (plan.anchored && from > 0) return null;
    const rest = input.length - from;
    const cost = searchCost(plan, input, rest);
    if (cost === null) return undefined;
    const total = Math.ceil((cost.perSearch + rest) / stepsPerFuel);
    spendMany(total);
    this.findRegExp ??= this.make(false);
    const match = this.exec(this.findRegExp, input, from);
    if (match) {
      const starts = match.start - from + 1;
      const used = starts * plan.reject + Math.min(starts, cost.starts) * cost.perStart + match.end - from;
      spendMany(Math.min(0, Math.ceil(used / stepsPerFuel) - total));
    }
    return match;
  }

  matches(input: string): Match | null | undefined {
    const plan = this.matchPlan;
    if (plan === null || this.broken || !this.takes(input)) return undefined;
    const cost = searchCost(plan, input, input.length);
    if (cost === null) return undefined;
    spendMany(Math.ceil(cost.perSearch / stepsPerFuel));
    this.wholeRegExp ??= this.make(true);
    return this.exec(this.wholeRegExp, input, 0);
  }

  private make(whole: boolean): RegExp | null {
    const source = translate(this.pattern);
    const flags = needsCodePoints(this.pattern) ? "gu" : "g";
    try {
      return new RegExp(whole ? `^(?:${source})$` : source, flags);
    } catch {
      return null; // larger than the host takes
    }
  }

  private exec(regExp: RegExp | null, input: string, from: number): Match | null | undefined {
    let found: RegExpExecArray | null = null;
    try {
      if (regExp === null) throw new RangeError();
      regExp.lastIndex = from;
      found = regExp.exec(input);
    } catch {
      this.broken = true; // its backtrack stack is full, or the pattern too large to compile: our own matcher copes
      return undefined;
    }
    return found === null ? null : toMatch(found);
  }
}

interface SearchCost {
  readonly perSearch: number;
  readonly perStart: number;
  readonly starts: number;
}

/** Steps a search over `rest` characters can take, or null when that is too many to run without interruption. */
function searchCost(plan: Plan, input: string, rest: number): SearchCost | null {
  const places = plan.anchored ? 1 : rest + 1;
  if (typeof plan.work === "number") return within(plan, places, places, plan.work, rest);
  if (rest <= shortInput) {
    const rough = within(
      plan,
      places,
      places,
      evaluate(
        plan.work,
        plan.sets.map(() => rest),
      ),
      rest,
      16,
    );
    if (rough !== null) return rough;
  }
  const { longest, longestOfAll, perStart: full, starts } = runsOf(plan, input);
  const perStart =
    longestOfAll <= rest
      ? full
      : evaluate(
          plan.work,
          longest.map((run) => Math.min(run, rest)),
        );
  return within(plan, places, plan.anchored ? 1 : Math.min(starts + 1, places), perStart, rest);
}

function within(
  plan: Plan,
  places: number,
  starts: number,
  perStart: number,
  rest: number,
  perCharacter = maxPerCharacter,
): SearchCost | null {
  const perSearch = places * plan.reject + starts * perStart;
  const fits = perSearch <= perCharacter * (rest + 16) && perSearch <= maxSteps;
  return fits ? { perSearch, perStart, starts } : null;
}

function toMatch(found: RegExpExecArray): Match {
  const start = found.index;
  return { start, end: start + found[0].length, groups: found };
}
