// How much work the host's backtracking engine can need for a pattern, proved from the tree; null when nothing useful
// can be proved. V8 cannot be interrupted, so it only ever runs a pattern whose bound has been paid for in fuel.
//
// The bound. From one starting place, for each node:
//   work = steps to try every way the node can match, apart from what follows it;
//   ways = how many of those ways get past the first character of what follows.
// A sequence AB costs work(A) + ways(A) * work(B) and has ways(A) * ways(B).
// * x{m,n} over a single set consumes at most `run(x)` characters, the longest stretch of such characters in the input.
//   When what follows cannot start with such a character, giving characters back is useless: each attempt is turned
//   away at once and ways = 1 (the loop is deterministic). Otherwise ways = run(x) + 1, and what follows is multiplied.
// * A loop over anything larger is accepted only if its body has ways = 1 when followed by itself or by what comes after
//   the loop. Each character is then consumed by one node for one reason, and all turns together cost at most
//   (cost of the body with runs of one) for every character of the longest stretch of its alphabet. This is what
//   rules out (a+)+ and (a|aa)*: their bodies have more than one way.
// * Alternatives add up; if no input lets two of them match, they still count as one way.
// * Back-references, atomic groups, empty loop bodies and captures whose values would differ from Java's are refused.

import { all, type CharSet, disjoint, none, sameSet, union } from "./charset.ts";
import { alphabet, anyNode, firstSet, nullable, sizeOf, startsAtInput } from "./facts.ts";
import type { Node, Pattern, RepeatNode } from "./node.ts";

/** A constant, or a function of the run lengths of `Plan.sets`. */
export type Cost = number | ((runs: readonly number[]) => number);

export interface Plan {
  /** The sets whose longest runs the cost depends on. */
  readonly sets: readonly CharSet[];
  /** Steps from one starting place, apart from characters a final loop takes into the match. */
  readonly work: Cost;
  /** Steps at a starting place whose character is not in `first`. */
  readonly reject: number;
  readonly first: CharSet;
  /** Only one place is tried: whole-input matches, and patterns that begin with ^. */
  readonly anchored: boolean;
}

interface Step {
  readonly work: Cost;
  readonly ways: Cost;
}

/** What comes after a node: with which characters it can start, what turning away another one costs. */
interface After {
  readonly first: CharSet;
  readonly reject: number;
  /** Nothing follows and the first arrival is the match. */
  readonly accept: boolean;
}

const maxSets = 16;
/** Cost functions nest once for each loop, so this also bounds how deep evaluating them recurses. */
const maxLoops = 64;
const ones: readonly number[] = new Array<number>(maxSets).fill(1);
const placeCost = 4;

/** For finding a match anywhere. */
export function planFind(pattern: Pattern): Plan | null {
  return plan(pattern, { first: all, reject: 0, accept: true });
}

/** For matching the whole input: only its end may follow. */
export function planMatches(pattern: Pattern): Plan | null {
  return plan(pattern, { first: none, reject: 1, accept: false });
}

function plan(pattern: Pattern, after: After): Plan | null {
  if (pattern.backrefs || !capturesLikeJava(pattern.root, false, false)) return null;
  const analysis = new Analysis();
  const step = analysis.step(pattern.root, after);
  if (step === null || analysis.sets.length > maxSets) return null;
  const first = firstSet(pattern.root, after.first, true);
  const reject = Math.min(rejectCost(pattern.root, after.reject), sizeOf(pattern.root) * placeCost);
  const anchored = !after.accept || startsAtInput(pattern.root);
  return { sets: analysis.sets, work: step.work, reject, first, anchored };
}

class Analysis {
  readonly sets: CharSet[] = [];
  private loops = 0;

  private run(set: CharSet): Cost {
    let index = this.sets.findIndex((s) => sameSet(s, set));
    if (index < 0) index = this.sets.push(set) - 1;
    // past the limit the plan is dropped, but the body of a loop is still costed with `ones`
    return index >= maxSets ? Number.POSITIVE_INFINITY : (runs) => runs[index]!;
  }

  step(node: Node, after: After): Step | null {
    switch (node.kind) {
      case "empty":
      case "set":
        return { work: 1, ways: 1 };
      case "place":
        return { work: placeCost, ways: 1 };
      case "seq":
        return this.sequence(node.items, after);
      case "alt":
        return this.alternatives(node.items, after);
      case "group": {
        const body = this.step(node.body, after);
        return body && { work: add(body.work, 1), ways: body.ways };
      }
      case "repeat":
        if (++this.loops > maxLoops) return null;
        return node.body.kind === "set" ? this.setRun(node, node.body.set, after) : this.loop(node, after);
      case "look":
        return this.look(node);
      case "atomic":
      case "backref":
        return null;
      default:
        return node satisfies never;
    }
  }

  private sequence(items: readonly Node[], after: After): Step | null {
    let total: Step = { work: 0, ways: 1 };
    let next = after;
    for (let i = items.length - 1; i >= 0; i--) {
      const step = this.step(items[i]!, next);
      if (step === null) return null;
      total = { work: add(step.work, multiply(step.ways, total.work)), ways: multiply(step.ways, total.ways) };
      next = before(items[i]!, next);
    }
    return total;
  }

  private alternatives(items: readonly Node[], after: After): Step | null {
    let work: Cost = items.length;
    let ways: Cost = 0;
    let most = 0;
    for (const item of items) {
      const step = this.step(item, after);
      if (step === null) return null;
      work = add(work, step.work);
      ways = add(ways, step.ways);
      most = typeof step.ways === "number" ? Math.max(most, step.ways) : Number.POSITIVE_INFINITY;
    }
    return exclusive(items, after) && most < Number.POSITIVE_INFINITY
      ? { work: add(work, items.length * after.reject), ways: most }
      : { work, ways };
  }

  private setRun(node: RepeatNode, set: CharSet, after: After): Step | null {
    if (node.max === 0) return { work: 1, ways: 1 };
    const deterministic = disjoint(set, after.first);
    if (node.mode === "possessive" && !deterministic) return null;
    if (after.accept) return { work: node.min + 1, ways: 1 };
    if (node.min === node.max) return { work: node.min, ways: 1 };
    const taken = atMost(this.run(set), node.max);
    const spare = atMost(this.run(set), node.max - node.min);
    if (!deterministic) return { work: add(taken, 1), ways: add(spare, 1) };
    return { work: add(add(taken, 1), multiply(add(spare, 1), after.reject)), ways: 1 };
  }

  private loop(node: RepeatNode, after: After): Step | null {
    if (node.max === 0) return { work: 1, ways: 1 };
    if (node.mode === "possessive" || nullable(node.body)) return null;
    const entry = firstSet(node.body, none, true);
    const deterministic = disjoint(entry, after.first);
    const once = node.max === 1;
    const inside: After = once
      ? { ...after }
      : {
          first: union(entry, after.first),
          reject: rejectCost(node.body, 0) + after.reject + 1,
          accept: false,
        };
    const body = this.step(node.body, inside);
    if (body === null) return null;
    const leave = deterministic ? after.reject + 1 : 1;
    if (node.max === Number.POSITIVE_INFINITY) return this.unbounded(node, body, deterministic, leave);
    const turns = node.max - node.min;
    const deep = power(body.ways, node.max);
    if (deep === null) return null;
    const work = add(multiply(multiply(body.work, node.max), deep), (turns + 1) * leave);
    return { work, ways: deterministic ? deep : once ? add(deep, 1) : multiply(deep, turns + 1) };
  }

  private unbounded(node: RepeatNode, body: Step, deterministic: boolean, leave: number): Step | null {
    if (body.ways !== 1 || anyNode(node.body, (n) => n.kind === "look")) return null;
    const perCharacter = evaluate(body.work, ones);
    const extent = add(this.run(alphabet(node.body)), 1 + node.min);
    return { work: multiply(extent, perCharacter + leave + 1), ways: deterministic ? 1 : extent };
  }

  private look(node: Node & { readonly kind: "look" }): Step | null {
    const captures = anyNode(node.body, (n) => n.kind === "group");
    if (!node.ahead) return captures || !plainBehind(node.body) ? null : { work: sizeOf(node.body), ways: 1 };
    if (captures && node.negative) return null;
    const body = this.step(node.body, { first: all, reject: 0, accept: false });
    return body && { work: add(body.work, 1), ways: 1 };
  }
}

function before(node: Node, after: After): After {
  return {
    first: firstSet(node, after.first, true),
    reject: rejectCost(node, after.reject),
    accept: false,
  };
}

/** Steps to turn away a character that neither `node` nor, if it can be empty, what follows can start with. */
function rejectCost(node: Node, after: number): number {
  switch (node.kind) {
    case "empty":
      return after;
    case "set":
      return 1;
    case "place":
      return placeCost + after;
    case "seq": {
      let cost = after;
      for (let i = node.items.length - 1; i >= 0; i--) cost = rejectCost(node.items[i]!, cost);
      return cost;
    }
    case "alt":
      return node.items.reduce((sum, item) => sum + rejectCost(item, after), 1);
    case "group":
      return 1 + rejectCost(node.body, after);
    case "repeat":
      return 1 + rejectCost(node.body, after) + (node.min === 0 ? after : 0);
    case "look":
      return node.ahead ? Number.POSITIVE_INFINITY : sizeOf(node.body) + after;
    default:
      return Number.POSITIVE_INFINITY;
  }
}

/** Whether at most one alternative can match at any place. */
function exclusive(items: readonly Node[], after: After): boolean {
  let seen = none;
  const apart = items.every((item) => {
    const first = firstSet(item, after.first, true);
    const fresh = disjoint(seen, first);
    seen = union(seen, first);
    return fresh;
  });
  if (apart) return true;
  if (items.length > 32) return false;
  const prefixes = items.map((item) => prefixOf(item));
  return prefixes.every((a, i) =>
    prefixes.slice(i + 1).every((b) => a.some((set, at) => b[at] !== undefined && disjoint(set, b[at]))),
  );
}

/** The sets the first few characters must come from. */
function prefixOf(node: Node): readonly CharSet[] {
  if (node.kind === "set") return [node.set];
  if (node.kind === "group") return prefixOf(node.body);
  if (node.kind === "repeat" && node.min > 0) return prefixOf(node.body);
  if (node.kind !== "seq") return [];
  const out: CharSet[] = [];
  for (const item of node.items) {
    out.push(...prefixOf(item));
    if (item.kind !== "set" || out.length >= 16) break;
  }
  return out;
}

/** Java keeps what a group captured on an earlier turn of a loop; the host forgets it at each turn. */
function capturesLikeJava(node: Node, looped: boolean, optional: boolean): boolean {
  switch (node.kind) {
    case "group":
      return !(looped && optional) && capturesLikeJava(node.body, looped, optional);
    case "seq":
      return node.items.every((item) => capturesLikeJava(item, looped, optional));
    case "alt":
      return node.items.every((item) => capturesLikeJava(item, looped, true));
    case "repeat": {
      if (node.max > 1) return capturesLikeJava(node.body, true, looped && (optional || node.min === 0));
      return capturesLikeJava(node.body, looped, optional || node.min === 0);
    }
    case "atomic":
    case "look":
      return capturesLikeJava(node.body, looped, optional);
    default:
      return true;
  }
}

/** The host reads a look-behind right to left; over these bodies that takes the same few steps. */
function plainBehind(node: Node): boolean {
  switch (node.kind) {
    case "set":
    case "empty":
    case "place":
      return true;
    case "seq":
    case "alt":
      return node.items.every(plainBehind);
    case "repeat":
      return node.body.kind === "set" && node.max <= 8 && node.min === node.max;
    default:
      return false;
  }
}

export function evaluate(cost: Cost, runs: readonly number[]): number {
  return typeof cost === "number" ? cost : cost(runs);
}

function add(a: Cost, b: Cost): Cost {
  if (typeof a === "number" && typeof b === "number") return a + b;
  if (a === 0) return b;
  if (b === 0) return a;
  return (runs) => evaluate(a, runs) + evaluate(b, runs);
}

function multiply(a: Cost, b: Cost): Cost {
  if (typeof a === "number" && typeof b === "number") return a * b;
  if (a === 1) return b;
  if (b === 1) return a;
  return (runs) => evaluate(a, runs) * evaluate(b, runs);
}

function atMost(cost: Cost, limit: number): Cost {
  if (limit === Number.POSITIVE_INFINITY) return cost;
  return (runs) => Math.min(evaluate(cost, runs), limit);
}

/** ways^turns, or null when that is too large to be of use. */
function power(ways: Cost, turns: number): Cost | null {
  if (ways === 1 || turns === 1) return ways;
  if (turns > 8) return null;
  let out: Cost = 1;
  for (let i = 0; i < turns; i++) out = multiply(out, ways);
  return out;
}
