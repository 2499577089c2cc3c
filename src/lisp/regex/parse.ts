// Java pattern text to a tree, by recursive descent (nesting is capped, so the recursion is too). Inside, a problem is
// thrown as a RegexProblem and caught at the one door, `parseRegex`, which returns it.

import { all, type CharSet, complement, single } from "./charset.ts";
import { sizeOf } from "./facts.ts";
import { empty, type Fold, type Mode, type Node, type Pattern, RegexProblem } from "./node.ts";
import { type Cursor, Flag, folded, parseClass, parseEscapedSet } from "./parse-class.ts";
import { terminators, unicodeWord, vertical } from "./properties.ts";

const maxPatternLength = 4096;
const maxNesting = 50;
const maxCount = 1_000_000;
/** Nodes after writing out counted groups: (ab){3} counts as three copies. */
const maxExpanded = 10_000;
const maxGroups = 500;
/** Ranges over all classes: \p{L} has some 650. */
const maxEffort = 500_000;

const newline = single(10);

export function parseRegex(source: string): Pattern | RegexProblem {
  try {
    if (source.length > maxPatternLength)
      throw new RegexProblem(
        `it has ${source.length} characters, more than ${maxPatternLength}`,
        maxPatternLength,
        "Split the work over several shorter patterns.",
      );
    return new Parser(source).pattern();
  } catch (problem) {
    if (problem instanceof RegexProblem) return problem;
    throw problem;
  }
}

class Parser implements Cursor {
  pos = 0;
  flags = 0;
  effort = 0;
  private depth = 0;
  private groups = 0;
  private backrefs = false;
  private readonly names = new Map<string, number>();
  private readonly references: { readonly index: number; readonly at: number }[] = [];

  constructor(readonly source: string) {}

  pattern(): Pattern {
    const root = this.alternatives();
    if (this.pos < this.source.length)
      throw new RegexProblem("this ) closes nothing", this.pos, "Remove it, or write \\) to match a parenthesis.");
    for (const { index, at } of this.references) this.checkReference(index, at);
    if (sizeOf(root) > maxExpanded)
      throw new RegexProblem(
        "its counted repetitions are too large together",
        0,
        "Use smaller counts, or + and * instead of {n,m} around groups.",
      );
    const { groups, names, backrefs, effort } = this;
    return { root, groups, names, backrefs, effort };
  }

  /** Java lets \2 name a group that does not exist and then never matches: surely a slip, so it is refused. */
  private checkReference(index: number, at: number): void {
    if (index <= this.groups) return;
    const hint = `The pattern has ${this.groups} capturing group(s); write \\\\ to match a backslash.`;
    throw new RegexProblem(`there is no group ${index} to refer back to`, at, hint);
  }

  private alternatives(): Node {
    const items = [this.sequence()];
    while (this.source[this.pos] === "|") {
      this.pos++;
      items.push(this.sequence());
    }
    return items.length === 1 ? items[0]! : { kind: "alt", items };
  }

  private sequence(): Node {
    const items: Node[] = [];
    for (;;) {
      this.skipComments();
      const c = this.source[this.pos];
      if (c === undefined || c === "|" || c === ")") break;
      if (this.source.startsWith("\\Q", this.pos)) {
        this.quoted(items);
        continue;
      }
      const atom = this.atom(c);
      if (this.effort > maxEffort)
        throw new RegexProblem("its classes are too large together", this.pos, "Use fewer or smaller classes.");
      if (atom !== null) items.push(this.quantified(atom));
    }
    return items.length === 0 ? empty : items.length === 1 ? items[0]! : { kind: "seq", items };
  }

  /** \Q…\E: literal text; a quantifier after it belongs to its last character, as in Java. */
  private quoted(items: Node[]): void {
    const end = this.source.indexOf("\\E", this.pos + 2);
    const text = this.source.slice(this.pos + 2, end < 0 ? this.source.length : end);
    this.pos = end < 0 ? this.source.length : end + 2;
    for (const c of text) items.push(this.literal(c.codePointAt(0)!));
    const last = items.length === 0 || text === "" ? undefined : items.pop();
    if (last !== undefined) items.push(this.quantified(last));
  }

  private atom(c: string): Node | null {
    switch (c) {
      case "(":
        return this.group();
      case "[":
        return { kind: "set", set: parseClass(this) };
      case "\\":
        return this.escape();
      case "^":
        this.pos++;
        return this.place(this.has(Flag.lines) ? "lineStart" : "start");
      case "$":
        this.pos++;
        return this.place(this.has(Flag.lines) ? "lineEnd" : "close");
      case ".":
        this.pos++;
        return { kind: "set", set: this.dot() };
      case "*":
      case "+":
      case "?":
        throw new RegexProblem(`${c} has nothing to repeat`, this.pos, `Write \\${c} to match the character itself.`);
      case "{":
        throw new RegexProblem("{ does not start a repetition here", this.pos, "Write \\{ to match a brace.");
      default: {
        const cp = this.source.codePointAt(this.pos)!;
        this.pos += cp > 0xffff ? 2 : 1;
        return this.literal(cp);
      }
    }
  }

  private dot(): CharSet {
    if (this.has(Flag.dotAll)) return all;
    return complement(this.has(Flag.unixLines) ? newline : terminators);
  }

  private literal(cp: number): Node {
    return { kind: "set", set: folded(this, single(cp)) };
  }

  private place(place: "start" | "end" | "close" | "lineStart" | "lineEnd" | "word" | "notWord"): Node {
    return { kind: "place", place, unix: this.has(Flag.unixLines) };
  }

  has(flag: number): boolean {
    return (this.flags & flag) !== 0;
  }

  private skipComments(): void {
    if (!this.has(Flag.comments)) return;
    for (;;) {
      const c = this.source[this.pos];
      if (c === "#")
        while (this.pos < this.source.length && !/[\n\r\u0085\u2028\u2029]/.test(this.source[this.pos]!)) this.pos++;
      else if (c !== undefined && /[ \t-\r]/.test(c)) this.pos++;
      else return;
    }
  }

  private escape(): Node {
    const at = this.pos;
    const c = this.source[at + 1];
    const skip = (node: Node): Node => {
      this.pos += 2;
      return node;
    };
    switch (c) {
      case "b":
      case "B":
        return skip(this.boundary(c === "B"));
      case "A":
        return skip(this.place("start"));
      case "z":
        return skip(this.place("end"));
      case "Z":
        return skip(this.place("close"));
      case "R":
        return skip(lineBreak);
      case "k":
        return this.namedReference();
      default:
        if (c !== undefined && c >= "1" && c <= "9") return this.numberedReference();
        return { kind: "set", set: parseEscapedSet(this) };
    }
  }

  private boundary(negative: boolean): Node {
    if (!this.has(Flag.unicodeClasses)) return this.place(negative ? "notWord" : "word");
    const body: Node = { kind: "set", set: unicodeWord() };
    const look = (ahead: boolean, not: boolean): Node => ({ kind: "look", ahead, negative: not, body });
    const both = (a: boolean, b: boolean): Node => ({ kind: "seq", items: [look(false, a), look(true, b)] });
    return {
      kind: "alt",
      items: negative ? [both(false, false), both(true, true)] : [both(false, true), both(true, false)],
    };
  }

  private numberedReference(): Node {
    const at = this.pos++;
    let index = Number(this.source[this.pos++]);
    // further digits belong to the number only while so many groups have been opened
    for (;;) {
      const c = this.source[this.pos];
      if (c === undefined || c < "0" || c > "9" || index * 10 + Number(c) > this.groups) break;
      index = index * 10 + Number(c);
      this.pos++;
    }
    this.references.push({ index, at });
    return this.reference(index);
  }

  private namedReference(): Node {
    const found = /^\\k<([A-Za-z][A-Za-z0-9]*)>/.exec(this.source.slice(this.pos));
    if (found === null)
      throw new RegexProblem("\\k needs a group name", this.pos, "Write \\k<name> for a group made with (?<name>…).");
    const index = this.names.get(found[1]!);
    if (index === undefined)
      throw new RegexProblem(
        `no group before this is named ${found[1]}`,
        this.pos,
        `Make it with (?<${found[1]}>…) earlier in the pattern.`,
      );
    this.pos += found[0].length;
    return this.reference(index);
  }

  private reference(index: number): Node {
    this.backrefs = true;
    const fold: Fold = !this.has(Flag.ignoreCase) ? "exact" : this.has(Flag.unicodeCase) ? "unicode" : "ascii";
    return { kind: "backref", index, fold };
  }

  private group(): Node | null {
    const at = this.pos;
    if (++this.depth > maxNesting)
      throw new RegexProblem(`groups are nested more than ${maxNesting} deep`, at, "Use fewer nested groups.");
    const saved = this.flags;
    this.pos++;
    const node = this.source[this.pos] === "?" ? this.special(at) : this.capture(at, null);
    if (node !== null) this.flags = saved; // (?i) alone lasts to the end of the group around it
    this.depth--;
    return node;
  }

  private capture(at: number, name: string | null): Node {
    const index = ++this.groups;
    if (index > maxGroups)
      throw new RegexProblem(
        `it has more than ${maxGroups} capturing groups`,
        at,
        "Use (?:…) for groups you do not read.",
      );
    if (name !== null) this.names.set(name, index);
    return { kind: "group", index, body: this.body(at) };
  }

  private body(at: number): Node {
    const node = this.alternatives();
    if (this.source[this.pos] !== ")")
      throw new RegexProblem("this ( is never closed", at, "Add the missing ), or write \\( to match a parenthesis.");
    this.pos++;
    return node;
  }

  private special(at: number): Node | null {
    const rest = this.source.slice(this.pos + 1, this.pos + 3);
    const opener = ["<=", "<!", ":", "=", "!", ">"].find((o) => rest.startsWith(o));
    if (opener !== undefined) {
      this.pos += 1 + opener.length;
      const body = this.body(at);
      if (opener === ":") return body;
      if (opener === ">") return { kind: "atomic", body };
      const ahead = !opener.startsWith("<");
      return { kind: "look", ahead, negative: opener.endsWith("!"), body };
    }
    if (rest.startsWith("<")) return this.named(at);
    return this.inlineFlags(at);
  }

  private named(at: number): Node {
    const found = /^\?<([A-Za-z][A-Za-z0-9]*)>/.exec(this.source.slice(this.pos));
    if (found === null)
      throw new RegexProblem(
        "a group name is letters and digits, starting with a letter",
        this.pos,
        "Write it like (?<userName>…): no - or _ in the name.",
      );
    const name = found[1]!;
    if (this.names.has(name))
      throw new RegexProblem(`two groups are named ${name}`, at, "Give each group its own name.");
    this.pos += found[0].length;
    return this.capture(at, name);
  }

  private inlineFlags(at: number): Node | null {
    let on = true;
    for (this.pos++; ; this.pos++) {
      const c = this.source[this.pos] ?? "";
      const bit = Flag.letters.get(c);
      if (bit !== undefined) this.flags = on ? this.flags | bit : this.flags & ~bit;
      else if (c === "-" && on) on = false;
      else break;
    }
    const c = this.source[this.pos];
    if (c !== ":" && c !== ")")
      throw new RegexProblem("this (?… is not a group Java patterns have", at, groupHint(this.source.slice(at)));
    if ((this.flags & Flag.unicodeClasses) !== 0) this.flags |= Flag.unicodeCase;
    this.pos++;
    return c === ")" ? null : this.body(at);
  }

  private quantified(atom: Node): Node {
    this.skipComments();
    const bounds = this.bounds();
    if (bounds === null) return atom;
    let mode: Mode = "greedy";
    const suffix = this.source[this.pos];
    if (suffix === "?" || suffix === "+") {
      mode = suffix === "?" ? "lazy" : "possessive";
      this.pos++;
    }
    return { kind: "repeat", body: atom, min: bounds[0], max: bounds[1], mode };
  }

  private bounds(): readonly [number, number] | null {
    const at = this.pos;
    const c = this.source[at];
    if (c === "?" || c === "*" || c === "+") {
      this.pos++;
      return c === "?" ? [0, 1] : [c === "*" ? 0 : 1, Number.POSITIVE_INFINITY];
    }
    if (c !== "{") return null;
    const found = /^\{(\d+)(,?)(\d*)\}/.exec(this.source.slice(at));
    if (found === null || (found[2] === "" && found[3] !== ""))
      throw new RegexProblem(
        "{ does not start a repetition here",
        at,
        "Write {2}, {2,} or {2,5}; \\{ matches a brace.",
      );
    const min = Number(found[1]);
    const max = found[2] === "" ? min : found[3] === "" ? Number.POSITIVE_INFINITY : Number(found[3]);
    if (max < min) throw new RegexProblem(`{${min},${max}} counts down`, at, `Write {${max},${min}}.`);
    if (min > maxCount || (max !== Number.POSITIVE_INFINITY && max > maxCount))
      throw new RegexProblem(`a repetition counts past ${maxCount}`, at, "Use a smaller count, or + and *.");
    this.pos += found[0].length;
    return [min, max];
  }
}

const lineBreak: Node = {
  kind: "alt",
  items: [
    {
      kind: "seq",
      items: [
        { kind: "set", set: single(13) },
        { kind: "set", set: newline },
      ],
    },
    { kind: "set", set: vertical },
  ],
};

function groupHint(text: string): string {
  if (text.startsWith("(?P")) return "Named groups are written (?<name>…) and referred to as \\k<name>.";
  if (text.startsWith("(?#")) return "Patterns have no (?#…) comments; use (?x) and # to the end of the line.";
  return "Known are (?:…) (?<name>…) (?=…) (?!…) (?<=…) (?<!…) (?>…) and the flags (?i) (?s) (?m) (?x) (?u) (?U) (?d).";
}
