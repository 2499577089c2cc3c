// Our own matcher, for everything the host's engine may not run: a depth-first search over a Program with its own stack,
// paying fuel as it goes and remembering failures once a search turns out long. Parts with their own ending
// (look-around, atomic groups) are searches of their own, nested no deeper than the pattern's groups.

import { fault } from "../fault.ts";
import { charge, spendMany } from "../meter.ts";
import type { Match } from "../values/regex.ts";
import type { CharSet } from "./charset.ts";
import { Memo } from "./memo.ts";
import type { Fold } from "./node.ts";
import { atPlace, codePointAt, previous, sameText, splitsPair } from "./places.ts";
import { Op, type Program, type Sub } from "./program.ts";

/** Stack frames are four numbers: what to do, and its operands. */
const frameSize = 4;
const resume = 0; // pc, position
const undo = 1; // slot, value before
const giveBack = 2; // pc of a greedy run, position tried, least position
const takeMore = 3; // pc of a lazy run, position tried, turns left (-1: no limit)

const slice = 256;
/** Our steps are a few nanoseconds each, so several make one unit of fuel. */
const stepsPerFuel = 4;
/** Long scans pay on the way. */
const longRun = 65_536;
const firstStack = 4096;
const maxStack = 16 * 1024 ** 2;

/** One stack for all: a search never calls back into the program. */
let stack = new Int32Array(firstStack);
let sp = 0;

export class Backtracker {
  private readonly slots: Int32Array;
  private input = "";
  private credit = 0;
  private spent = 0;
  private patience = 0;
  /** Characters the last `reach` took. */
  private reached = 0;

  /** What failed inside each look-ahead or atomic part: it will fail again wherever the part is tried from. */
  private readonly parts = new Map<number, Memo>();

  constructor(
    private readonly program: Program,
    /** Steps, beyond one for each character, before a search starts to remember failures; tests use -Infinity. */
    private readonly ease = 1024,
  ) {
    this.slots = new Int32Array(program.slots);
  }

  find(input: string, from: number): Match | null {
    const { first, lead, anchored } = this.program;
    if (anchored && from > 0) return null;
    const memo = this.begin(input, input.length - from);
    let start = from;
    while (start <= input.length) {
      if (first !== null) start = this.seek(first, start);
      if (first !== null && start >= input.length) break;
      const end = this.search(0, start, -1, memo);
      if (end >= 0) return this.finish(start, end);
      if (anchored) break;
      if (lead !== null) start = this.reach(lead, start, -1);
      start += codePointAt(input, start) > 0xffff ? 2 : 1;
    }
    return this.finish(-1, -1);
  }

  matches(input: string): Match | null {
    const memo = this.begin(input, input.length);
    const end = this.search(0, 0, input.length, memo);
    return this.finish(end < 0 ? -1 : 0, end);
  }

  private begin(input: string, length: number): Memo {
    sp = 0;
    this.input = input;
    this.slots.fill(-1);
    this.credit = slice;
    this.spent = 0;
    this.patience = this.ease + length;
    this.parts.clear();
    return this.newMemo();
  }

  private newMemo(): Memo {
    return new Memo(this.program.marks, this.program.marks > 0 && this.spent > this.patience);
  }

  private finish(start: number, end: number): Match | null {
    spendMany(Math.ceil((slice - this.credit) / stepsPerFuel));
    const { input } = this;
    this.input = "";
    sp = 0;
    if (stack.length > firstStack * 64) stack = new Int32Array(firstStack);
    if (start < 0) return null;
    const count = this.program.groups + 1;
    const groups = new Array<string | null>(count);
    groups[0] = input.slice(start, end);
    for (let i = 1; i < count; i++) {
      const from = this.slots[i * 2]!;
      groups[i] = from < 0 ? null : input.slice(from, this.slots[i * 2 + 1]!);
    }
    return { start, end, groups };
  }

  /** Fuel for the steps since the last slice; a search that has used up its patience starts to remember failures. */
  private pay(memo: Memo | null): void {
    const used = slice - this.credit;
    this.credit = slice;
    this.spent += used;
    spendMany(Math.ceil(used / stepsPerFuel));
    if (memo !== null && this.program.marks > 0 && this.spent > this.patience) memo.on = true;
  }

  /** Runs from `pc` at `pos`; the end of the match (which must be `target` unless that is -1), or -1. */
  private search(pc: number, pos: number, target: number, memo: Memo): number {
    const { ops, x, y, z, sets } = this.program;
    const input = this.input;
    const base = sp;
    for (;;) {
      if (--this.credit < 0) this.pay(memo);
      // a step that succeeds continues the loop; one that fails breaks out of the switch to the code below it
      switch (ops[pc]) {
        case Op.char:
          if (input.charCodeAt(pos) !== x[pc]) break;
          pos++;
          pc++;
          continue;
        case Op.set: {
          if (pos >= input.length) break;
          const cp = codePointAt(input, pos);
          if (!sets[pc]!.has(cp)) break;
          pos += cp > 0xffff ? 2 : 1;
          pc++;
          continue;
        }
        case Op.peek:
          if (memo.on && z[pc]! >= 0 && memo.visit(z[pc]!, pos)) break;
          pc = pos < input.length && sets[pc]!.has(codePointAt(input, pos)) ? x[pc]! : y[pc]!;
          continue;
        case Op.split:
          if (memo.on && memo.visit(z[pc]!, pos)) break;
          push(resume, y[pc]!, pos, 0);
          pc = x[pc]!;
          continue;
        case Op.jump:
          pc = x[pc]!;
          continue;
        case Op.join:
          if (memo.on && memo.visit(z[pc]!, pos)) break;
          pc++;
          continue;
        case Op.open:
          this.store(x[pc]!, pos);
          pc++;
          continue;
        case Op.close:
          this.store(x[pc]!, this.slots[y[pc]!]!);
          this.store(x[pc]! + 1, pos);
          pc++;
          continue;
        case Op.place: {
          const { place, unix } = this.program.places[pc]!;
          if (!atPlace(place, unix, input, pos)) break;
          pc++;
          continue;
        }
        case Op.greedy:
        case Op.lazy:
        case Op.keep:
          pos = this.enterRun(pc, pos, memo);
          if (pos < 0) break;
          pc++;
          continue;
        case Op.again:
          pc = pos > this.slots[x[pc]!]! ? y[pc]! : pc + 1;
          continue;
        case Op.sub:
          pos = this.part(this.program.subs[pc]!, x[pc]!, pos);
          if (pos < 0) break;
          pc = y[pc]!;
          continue;
        case Op.backref:
          pos = this.repeatGroup(x[pc]!, this.program.folds[pc]!, pos);
          if (pos < 0) break;
          pc++;
          continue;
        default:
          if (target >= 0 && pos !== target) break;
          return pos;
      }
      // failed: back to the last choice that has something left to try
      for (;;) {
        if (sp === base) return -1;
        const top = sp - frameSize;
        const kind = stack[top]!;
        pc = stack[top + 1]!;
        pos = stack[top + 2]!;
        if (kind === undo) {
          this.slots[pc] = pos;
          sp = top;
        } else if (kind === resume) {
          sp = top;
          break;
        } else {
          pos = kind === giveBack ? this.shorter(top, pc, pos) : this.longer(top, pc, pos, memo);
          if (pos >= 0) {
            pc++;
            break;
          }
        }
      }
    }
  }

  private store(slot: number, value: number): void {
    push(undo, slot, this.slots[slot]!, 0);
    this.slots[slot] = value;
  }

  /** Enters a run over a set: the position to go on from, or -1. */
  private enterRun(pc: number, pos: number, memo: Memo): number {
    const { ops, x, y, z, sets } = this.program;
    const set = sets[pc]!;
    const min = x[pc]!;
    const spare = y[pc]! < 0 ? -1 : y[pc]! - min;
    const least = min === 0 ? pos : this.reach(set, pos, min);
    if (min > 0 && this.reached < min) return -1;
    const remembering = memo.on && z[pc]! >= 0;
    if (ops[pc] === Op.keep) {
      if (remembering) return this.reachFresh(set, least, z[pc]!, memo, true);
      return spare === 0 ? least : this.reach(set, least, spare);
    }
    if (ops[pc] === Op.lazy) {
      if (remembering && memo.visit(z[pc]!, least)) return -1;
      push(takeMore, pc, least, spare);
      return least;
    }
    const most = remembering ? this.reachFresh(set, least, z[pc]!, memo) : this.reach(set, least, spare);
    if (most > least) push(giveBack, pc, most, least);
    return most;
  }

  /** A greedy run gives back one character. */
  private shorter(top: number, pc: number, tried: number): number {
    const least = stack[top + 3]!;
    const input = this.input;
    let pos = previous(input, tried, least);
    if (this.program.ops[pc + 1] === Op.char) {
      const wanted = this.program.x[pc + 1]!;
      while (pos > least && input.charCodeAt(pos) !== wanted) pos = previous(input, pos, least);
      this.credit -= tried - pos;
    }
    if (pos <= least) sp = top;
    else stack[top + 2] = pos;
    return pos;
  }

  /** A lazy run takes one more character; -1 (and the frame is gone) if it cannot. */
  private longer(top: number, pc: number, tried: number, memo: Memo): number {
    const left = stack[top + 3]!;
    const pos = left === 0 ? tried : this.reach(this.program.sets[pc]!, tried, 1);
    const mark = this.program.z[pc]!;
    if (pos === tried || (memo.on && mark >= 0 && memo.visit(mark, pos))) {
      sp = top;
      return -1;
    }
    stack[top + 2] = pos;
    if (left > 0) stack[top + 3] = left - 1;
    return pos;
  }

  /** The end of the run of set members at `pos`, at most `max` of them (-1: all). */
  private reach(set: CharSet, pos: number, max: number): number {
    const input = this.input;
    const table = set.latinTable();
    let left = max < 0 ? input.length : max;
    const wanted = left;
    let at = pos;
    let paid = pos;
    for (; left > 0 && at < input.length; left--) {
      const unit = input.charCodeAt(at);
      if (unit < 256) {
        if (table[unit] === 0) break;
        at++;
      } else {
        const cp = codePointAt(input, at);
        if (!set.has(cp)) break;
        at += cp > 0xffff ? 2 : 1;
      }
      if (at - paid >= longRun) paid = payRun(paid);
    }
    this.reached = wanted - left;
    this.credit -= at - paid;
    return at;
  }

  /**
   * The same up to the first place this run has already been tried from: all it leads to has failed, so the place before
   * it is the last one left to try. -1 if there is none, or if the run must go on to its end (`whole`).
   */
  private reachFresh(set: CharSet, pos: number, mark: number, memo: Memo, whole = false): number {
    const input = this.input;
    if (memo.visit(mark, pos)) return -1;
    for (let at = pos; ; ) {
      if (at >= input.length) return at;
      const cp = codePointAt(input, at);
      if (!set.has(cp)) return at;
      const next = at + (cp > 0xffff ? 2 : 1);
      if (--this.credit < 0) this.pay(memo);
      if (memo.visit(mark, next)) return whole ? -1 : at;
      at = next;
    }
  }

  /** The first place at or after `pos` with a member of the set. */
  private seek(set: CharSet, pos: number): number {
    const input = this.input;
    const table = set.latinTable();
    let at = pos;
    let paid = pos;
    while (at < input.length) {
      const unit = input.charCodeAt(at);
      if (unit < 256) {
        if (table[unit] === 1) break;
        at++;
      } else {
        const cp = codePointAt(input, at);
        if (set.has(cp)) break;
        at += cp > 0xffff ? 2 : 1;
      }
      if (at - paid >= longRun) paid = payRun(paid);
    }
    this.credit -= at - paid;
    return at;
  }

  /** A look-around or atomic part: where to go on from, or -1. What it captured stays undoable, its choices are final. */
  private part(how: Sub, pc: number, pos: number): number {
    const bottom = sp;
    let end = -1;
    if (how.kind === "behind") {
      // where these must end differs from time to time, and so does what fails in them
      for (let back = how.min; back <= how.max && back <= pos && end < 0; back++)
        if (!splitsPair(this.input, pos - back)) end = this.search(pc, pos - back, pos, this.newMemo());
    } else {
      const memo = this.parts.get(pc) ?? this.newMemo();
      end = this.search(pc, pos, -1, memo);
      // a success leaves marks along its path that are no failures
      if (end >= 0) this.parts.delete(pc);
      else if (memo.on) this.parts.set(pc, memo);
    }
    if (end >= 0) settle(bottom, how.negative ? this.slots : null);
    if (how.kind === "atomic") return end;
    return end >= 0 === how.negative ? -1 : pos;
  }

  private repeatGroup(group: number, fold: Fold, pos: number): number {
    const start = this.slots[group * 2]!;
    if (start < 0) return -1;
    const length = this.slots[group * 2 + 1]! - start;
    this.credit -= length;
    return sameText(this.input, start, pos, length, fold) ? pos + length : -1;
  }
}

function payRun(paid: number): number {
  spendMany(longRun / stepsPerFuel);
  return paid + longRun;
}

function push(kind: number, a: number, b: number, c: number): void {
  if (sp + frameSize > stack.length) grow();
  stack[sp] = kind;
  stack[sp + 1] = a;
  stack[sp + 2] = b;
  stack[sp + 3] = c;
  sp += frameSize;
}

function grow(): void {
  if (stack.length >= maxStack)
    fault(
      "memory_exceeded",
      "The regular expression needs too many choices at once on this input.",
      "Match shorter pieces of text, or make the repeated parts begin with different characters.",
    );
  charge(stack.length * 8);
  const larger = new Int32Array(stack.length * 2);
  larger.set(stack);
  stack = larger;
}

/** Drops the choices above `bottom`: keeps what they stored undoable, or undoes it at once in `slots`. */
function settle(bottom: number, slots: Int32Array | null): void {
  if (slots !== null) {
    for (; sp > bottom; sp -= frameSize)
      if (stack[sp - frameSize] === undo) slots[stack[sp - frameSize + 1]!] = stack[sp - frameSize + 2]!;
    return;
  }
  let kept = bottom;
  for (let at = bottom; at < sp; at += frameSize)
    if (stack[at] === undo) {
      stack.copyWithin(kept, at, at + frameSize);
      kept += frameSize;
    }
  sp = kept;
}
