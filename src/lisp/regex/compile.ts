// From pattern text to a Regex. Patterns are Java's; a search runs on the host's engine when its cost on that input is
// proved small (cost.ts) and on our own matcher otherwise (backtrack.ts). docs/adr/0006-regex.md has the reasons.

import { fault } from "../fault.ts";
import { charge, isMetered, spendMany } from "../meter.ts";
import { type Match, type Matcher, Regex } from "../values/regex.ts";
import { Backtracker } from "./backtrack.ts";
import { Host } from "./host.ts";
import { type Pattern, RegexProblem } from "./node.ts";
import { parseRegex } from "./parse.ts";
import { splitsPair } from "./places.ts";
import { buildProgram, type Program } from "./program.ts";

/** Compiled patterns kept for reuse: re-pattern in a loop is common. */
const cacheSize = 128;
/** Patterns with enormous classes are not worth their memory. */
const maxCachedEffort = 16_384;
const cache = new Map<string, { readonly regex: Regex; readonly effort: number }>();

export function compileRegex(source: string): Regex {
  // The price does not depend on what other programs have compiled: fuel must stop a program at the same step every time.
  // Literals may be compiled before a run begins, when there is no meter to charge.
  if (isMetered()) spendMany(40 + source.length * 4);
  const known = cache.get(source);
  if (known !== undefined) {
    cache.delete(source);
    cache.set(source, known);
    chargeFor(source, known.effort);
    return known.regex;
  }
  const pattern = parseRegex(source);
  if (pattern instanceof RegexProblem) fault("parse_error", problemText(source, pattern), pattern.hint);
  const { effort } = pattern;
  chargeFor(source, effort);
  const regex = new Regex(source, new PatternMatcher(pattern));
  if (effort > maxCachedEffort) return regex;
  if (cache.size >= cacheSize) cache.delete(cache.keys().next().value!);
  cache.set(source, { regex, effort });
  return regex;
}

function chargeFor(source: string, effort: number): void {
  if (!isMetered()) return;
  spendMany(effort);
  charge(1024 + source.length * 64 + effort * 8);
}

function problemText(source: string, problem: RegexProblem): string {
  const shown = source.length > 60 ? `${source.slice(0, 57)}…` : source;
  return `Invalid regular expression #"${shown}": ${problem.message} (position ${problem.at}).`;
}

/** Back ends are made when first needed: a pattern used once pays for one of them. */
class PatternMatcher implements Matcher {
  readonly groups: number;
  readonly names: ReadonlyMap<string, number>;
  private host: Host | null = null;
  private built: Program | null = null;
  private own: Backtracker | null = null;

  constructor(private readonly pattern: Pattern) {
    this.groups = pattern.groups;
    this.names = pattern.names;
  }

  find(input: string, from: number): Match | null {
    const start = splitsPair(input, from) ? from + 1 : from;
    if (start > input.length) return null;
    this.host ??= new Host(this.pattern);
    const found = this.host.find(input, start);
    return found === undefined ? this.ownEngine().find(input, start) : found;
  }

  matches(input: string): Match | null {
    this.host ??= new Host(this.pattern);
    const found = this.host.matches(input);
    return found === undefined ? this.ownEngine().matches(input) : found;
  }

  private ownEngine(): Backtracker {
    this.built ??= buildProgram(this.pattern);
    this.own ??= new Backtracker(this.built);
    spendMany(this.built.ops.length);
    return this.own;
  }
}
