// A tree as instructions for our own matcher. Wherever the next character alone decides (a loop or alternative whose
// first characters cannot start what else could come), the instruction says so and nothing is remembered for
// backtracking; everything else becomes a choice point, numbered so that its failures can be remembered.

import { all, type CharSet, disjoint, none, union } from "./charset.ts";
import { firstSet, lengths, nullable, startsAtInput } from "./facts.ts";
import type { Fold, Node, Pattern, Place, RepeatNode } from "./node.ts";

/** Instruction codes; x, y, z are the operands in the parallel arrays of the same names. */
export const Op = {
  /** x: UTF-16 unit. */
  char: 0,
  /** sets[pc]. */
  set: 1,
  /** Go to x if the next character is in sets[pc], else to y; z: mark (in loops) or -1. */
  peek: 2,
  /** Try x, later y; z: mark. */
  split: 3,
  jump: 4,
  /** Two paths meet here; z: mark. */
  join: 5,
  /** Remember the position in slot x. */
  open: 6,
  /** Close the group whose start and end are slots x and x + 1; it was opened in slot y. */
  close: 7,
  /** places[pc]. */
  place: 8,
  /** sets[pc] from x to y times (y -1: no limit), giving back; z: mark or -1. */
  greedy: 9,
  /** The same, taking as few as possible. */
  lazy: 10,
  /** The same, giving nothing back. */
  keep: 11,
  /** If the position moved since slot x was set go to y (again), else on. */
  again: 12,
  /** Run the part at x; subs[pc] says how. Then go to y. */
  sub: 13,
  /** Group x once more; folds[pc]. */
  backref: 14,
  /** End of the pattern or of a part. */
  done: 15,
} as const;

export interface Sub {
  readonly kind: "atomic" | "ahead" | "behind";
  readonly negative: boolean;
  /** For look-behind: how far back to try. */
  readonly min: number;
  readonly max: number;
}

const atomic: Sub = { kind: "atomic", negative: false, min: 0, max: 0 };

export interface Program {
  readonly ops: Uint8Array;
  readonly x: Int32Array;
  readonly y: Int32Array;
  readonly z: Int32Array;
  readonly sets: readonly (CharSet | null)[];
  readonly places: readonly ({ readonly place: Place; readonly unix: boolean } | null)[];
  readonly subs: readonly (Sub | null)[];
  readonly folds: readonly (Fold | null)[];
  readonly groups: number;
  /** Slots: start and end of each group (0 is unused), then the positions of open groups and loops. */
  readonly slots: number;
  /** Marks in use; 0 when failures may not be remembered. */
  readonly marks: number;
  /** Every match starts with one of these, or null if a match can be empty. */
  readonly first: CharSet | null;
  /** A leading unbounded run: where it fails from one place, it fails from every place inside the run. */
  readonly lead: CharSet | null;
  readonly anchored: boolean;
}

export function buildProgram(pattern: Pattern): Program {
  const builder = new Builder(pattern);
  builder.emit(pattern.root, all);
  builder.op(Op.done);
  return builder.program();
}

class Builder {
  private readonly ops: number[] = [];
  private readonly x: number[] = [];
  private readonly y: number[] = [];
  private readonly z: number[] = [];
  private readonly sets: (CharSet | null)[] = [];
  private readonly places: ({ place: Place; unix: boolean } | null)[] = [];
  private readonly subs: (Sub | null)[] = [];
  private readonly folds: (Fold | null)[] = [];
  private slots: number;
  private marks = 0;

  constructor(private readonly pattern: Pattern) {
    this.slots = (pattern.groups + 1) * 3;
  }

  program(): Program {
    const { pattern } = this;
    const { sets, places, subs, folds, slots } = this;
    return {
      ...{ sets, places, subs, folds, slots },
      ops: Uint8Array.from(this.ops),
      x: Int32Array.from(this.x),
      y: Int32Array.from(this.y),
      z: Int32Array.from(this.z),
      groups: pattern.groups,
      marks: pattern.backrefs ? 0 : this.marks,
      first: nullable(pattern.root) ? null : firstSet(pattern.root, all),
      lead: pattern.backrefs ? null : leadingRun(pattern.root),
      anchored: startsAtInput(pattern.root),
    };
  }

  op(code: number, x = -1, y = -1, z = -1, set: CharSet | null = null): number {
    const pc = this.ops.push(code) - 1;
    this.x.push(x);
    this.y.push(y);
    this.z.push(z);
    this.sets.push(set);
    this.places.push(null);
    this.subs.push(null);
    this.folds.push(null);
    return pc;
  }

  private get here(): number {
    return this.ops.length;
  }

  /** `follow`: the characters what comes after this node can start with. */
  emit(node: Node, follow: CharSet): void {
    switch (node.kind) {
      case "empty":
        return;
      case "set": {
        const only = node.set.single;
        if (only >= 0 && (only < 0xd800 || (only > 0xdfff && only <= 0xffff))) this.op(Op.char, only);
        else this.op(Op.set, -1, -1, -1, node.set);
        return;
      }
      case "seq":
        this.sequence(node.items, follow);
        return;
      case "alt":
        this.alternatives(node.items, follow);
        return;
      case "group": {
        const opened = (this.pattern.groups + 1) * 2 + node.index;
        this.op(Op.open, opened);
        this.emit(node.body, follow);
        this.op(Op.close, node.index * 2, opened);
        return;
      }
      case "repeat":
        this.repeat(node, follow);
        return;
      case "place":
        this.places[this.op(Op.place)] = { place: node.place, unix: node.unix };
        return;
      case "look": {
        const { min, max } = lengths(node.body);
        this.sub(node.body, { kind: node.ahead ? "ahead" : "behind", negative: node.negative, min, max });
        return;
      }
      case "atomic":
        this.sub(node.body, atomic);
        return;
      case "backref":
        this.folds[this.op(Op.backref, node.index)] = node.fold;
        return;
      default:
        node satisfies never;
    }
  }

  private sequence(items: readonly Node[], follow: CharSet): void {
    const follows: CharSet[] = new Array(items.length);
    let next = follow;
    for (let i = items.length - 1; i >= 0; i--) {
      follows[i] = next;
      next = firstSet(items[i]!, next);
    }
    items.forEach((item, i) => {
      this.emit(item, follows[i]!);
    });
  }

  private alternatives(items: readonly Node[], follow: CharSet): void {
    const firsts = items.map((item) => firstSet(item, follow));
    const ends: number[] = [];
    let rest = none;
    const rests = firsts.map(() => none);
    for (let i = items.length - 1; i >= 0; i--) {
      rests[i] = rest;
      rest = union(rest, firsts[i]!);
    }
    let ambiguous = false;
    items.slice(0, -1).forEach((item, i) => {
      const decided = !nullable(item) && disjoint(firsts[i]!, rests[i]!);
      const pc = decided ? this.op(Op.peek, -1, -1, -1, firsts[i]!) : this.op(Op.split, -1, -1, this.marks++);
      ambiguous ||= !decided;
      this.x[pc] = this.here;
      this.emit(item, follow);
      ends.push(this.op(Op.jump));
      this.y[pc] = this.here;
    });
    this.emit(items[items.length - 1]!, follow);
    for (const pc of ends) this.x[pc] = this.here;
    if (ambiguous) this.op(Op.join, -1, -1, this.marks++);
  }

  private repeat(node: RepeatNode, follow: CharSet): void {
    if (node.max === 0) return;
    if (node.body.kind === "set") this.run(node, node.body.set, follow);
    else if (node.mode === "possessive") {
      // as in Java, each turn is final, and so is the whole loop
      const turn: Node = { kind: "atomic", body: node.body };
      this.sub({ ...node, body: turn, mode: "greedy" }, atomic);
    } else this.turns(node, follow);
  }

  /** Turns that must be taken are written out; then comes a loop, or each further turn with a way past it. */
  private turns(node: RepeatNode, follow: CharSet): void {
    const entry = firstSet(node.body, follow);
    const again = union(entry, follow);
    const unbounded = node.max === Number.POSITIVE_INFINITY;
    for (let i = unbounded ? 1 : 0; i < node.min; i++) this.emit(node.body, i + 1 === node.max ? follow : again);
    if (unbounded) {
      this.loop(node, entry, follow);
      return;
    }
    const exits: number[] = [];
    for (let i = node.min; i < node.max; i++) {
      const pc = this.choice(node, entry, follow);
      this.aim(pc, node, this.here);
      exits.push(pc);
      this.emit(node.body, i + 1 === node.max ? follow : again);
    }
    for (const pc of exits) this.aim(pc, node, -1, this.here);
    if (exits.length > 0) this.op(Op.join, -1, -1, this.marks++);
  }

  /** x*: choice, body, back to the choice. x+: body, then the choice whether to go back to it. */
  private loop(node: RepeatNode, entry: CharSet, follow: CharSet): void {
    const early = node.min === 0 ? this.choice(node, entry, follow) : -1;
    const top = this.here;
    const slot = nullable(node.body) ? this.slots++ : -1;
    if (slot >= 0) this.op(Op.open, slot);
    this.emit(node.body, union(entry, follow));
    // a turn that took nothing ends the loop: it could only repeat itself
    const moved = slot >= 0 ? this.op(Op.again, slot) : -1;
    let choice = early;
    if (early < 0) {
      if (moved >= 0) {
        this.y[moved] = this.here + 1;
      }
      const skip = moved >= 0 ? this.op(Op.jump) : -1;
      choice = this.choice(node, entry, follow);
      if (skip >= 0) this.x[skip] = this.here;
    } else if (moved >= 0) this.y[moved] = early;
    else this.op(Op.jump, early);
    this.aim(choice, node, top, this.here);
  }

  /** Another turn, or past the loop? `aim` fills in the two ways. */
  private choice(node: RepeatNode, entry: CharSet, follow: CharSet): number {
    const decided = !nullable(node.body) && disjoint(entry, follow);
    return decided ? this.op(Op.peek, -1, -1, this.marks++, entry) : this.op(Op.split, -1, -1, this.marks++);
  }

  private aim(pc: number, node: RepeatNode, turn: number, past = -1): void {
    const turnFirst = node.mode === "greedy" || this.ops[pc] === Op.peek;
    if (turn >= 0) (turnFirst ? this.x : this.y)[pc] = turn;
    if (past >= 0) (turnFirst ? this.y : this.x)[pc] = past;
  }

  private run(node: RepeatNode, set: CharSet, follow: CharSet): void {
    const keep = node.mode === "possessive" || node.min === node.max || disjoint(set, follow);
    const code = keep ? Op.keep : node.mode === "greedy" ? Op.greedy : Op.lazy;
    const unbounded = node.max === Number.POSITIVE_INFINITY;
    this.op(code, node.min, unbounded ? -1 : node.max, unbounded ? this.marks++ : -1, set);
    // a bounded run reaches the same place from several starts
    if (!keep && !unbounded) this.op(Op.join, -1, -1, this.marks++);
  }

  private sub(body: Node, how: Sub): void {
    const pc = this.op(Op.sub);
    this.subs[pc] = how;
    this.x[pc] = this.here;
    this.emit(body, all);
    this.op(Op.done);
    this.y[pc] = this.here;
  }
}

function leadingRun(node: Node): CharSet | null {
  if (node.kind === "seq") return leadingRun(node.items[0]!);
  if (node.kind === "group") return leadingRun(node.body);
  if (node.kind !== "repeat" || node.body.kind !== "set" || node.max !== Number.POSITIVE_INFINITY) return null;
  return node.body.set;
}
