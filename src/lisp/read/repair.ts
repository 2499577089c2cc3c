// Makes any stream of tokens a balanced one. A stack holds what is open: brackets, and prefixes such as ' and #_ that
// still wait for their form. Where a closer is wrong, the number of openers and closers in the whole text decides what
// was meant: too few closers, one is missing before it; too many, it is surplus; as many, it is a slip of the finger.

import type { IToken, TokenType } from "chevrotain";
import { type Remedy, tellSurplus, tellUnclosed, tellWrongCloser } from "./bracket-problems.ts";
import { explain } from "./habits.ts";
import { startsDefinition } from "./layout.ts";
import type { ProblemList } from "./problems.ts";
import { closerOf, Role, roleTable } from "./roles.ts";
import * as T from "./tokens.ts";

const mostRounds = 8;
const nowhere: ReadonlySet<number> = new Set();

/** The balanced stream; what was wrong goes to `problems`. */
export function repair(tokens: readonly IToken[], depth: number, problems: ProblemList): IToken[] {
  let endless = nowhere;
  for (let round = 1; ; round++) {
    const found = problems.fork();
    const attempt = new Repair(tokens, depth, found, endless);
    const out = attempt.run();
    // A form that never ends has swallowed a definition at the left margin: go again and end it there, so that the
    // definitions after it are still seen as such.
    const swallower = attempt.swallower;
    if (swallower === null || endless.has(swallower) || round === mostRounds) {
      problems.take(found);
      return out;
    }
    endless = new Set([...endless, swallower]);
  }
}

class Repair {
  /** Offset of a form that never ends and has a definition at the left margin inside. */
  swallower: number | null = null;

  private readonly out: IToken[] = [];
  /** What is open, as positions in `out`. */
  private readonly stack: number[] = [];
  private readonly roles = roleTable();
  private shortFns = 0;
  /** Closers minus openers not yet accounted for; counted when first needed. */
  private excess: number | null = null;
  private surplus: IToken[] = [];
  private endsInString = false;
  /** The outermost form around the last definition met inside another form. */
  private aroundDefinition = -1;
  private readonly toldOnce: TokenType[] = [];

  constructor(
    private readonly tokens: readonly IToken[],
    private readonly depth: number,
    private readonly problems: ProblemList,
    /** Offsets of forms known never to end. */
    private readonly endless: ReadonlySet<number>,
  ) {}

  run(): IToken[] {
    const { tokens, out, stack, roles } = this;
    for (let i = 0; i < tokens.length; i++) {
      const t = tokens[i]!;
      const role = roles[t.tokenTypeIdx];
      if (role === Role.close) {
        this.close(t);
        continue;
      }
      if (this.surplus.length > 0) this.endSurplus();
      if (role === Role.atom) {
        out.push(t);
        if (stack.length > 0) this.complete();
      } else if (role === Role.habit) {
        if (!this.habit(t)) return this.stopAt(t);
      } else {
        if (role === Role.open) this.beforeOpen(t, i);
        if (stack.length >= this.depth) return this.stopAt(t);
        stack.push(out.length);
        out.push(t);
      }
    }
    this.finish();
    return out;
  }

  private top(): IToken | undefined {
    return this.stack.length === 0 ? undefined : this.out[this.stack[this.stack.length - 1]!];
  }

  /** A form is complete: so is every prefix in front of it. A discarded form completes nothing further. */
  private complete(): void {
    for (let top = this.top(); top !== undefined; top = this.top()) {
      const role = this.roles[top.tokenTypeIdx];
      if (role !== Role.prefix && role !== Role.discard) return;
      this.stack.pop();
      if (role === Role.discard) return;
    }
  }

  private beforeOpen(t: IToken, index: number): void {
    if (t.tokenType === T.OpenFn) {
      if (this.shortFns > 0)
        this.problems.add(
          { start: t.startOffset, end: T.endOf(t) },
          "`#(…)` cannot stand inside another `#(…)`.",
          "Write one of them as (fn [x] …).",
        );
      this.shortFns++;
    }
    if (this.stack.length === 0 || !startsDefinition(this.problems.source, t, this.tokens[index + 1])) return;
    const outermost = this.out[this.stack[0]!]!.startOffset;
    this.aroundDefinition = outermost;
    if (this.endless.has(outermost)) this.endOpenForms(t);
  }

  private close(t: IToken): void {
    this.dropDangling();
    const top = this.top();
    if (top === undefined) {
      this.surplus.push(t);
      this.excess = (this.excess ?? this.countExcess()) - 1;
    } else if (closerOf(top) === t.tokenType) this.closeTop(t);
    else this.wrongCloser(t, top);
  }

  private closeTop(closer: IToken): void {
    const open = this.out[this.stack.pop()!]!;
    if (open.tokenType === T.OpenFn) this.shortFns--;
    this.out.push(closer);
    if (this.stack.length > 0) this.complete();
  }

  private wrongCloser(t: IToken, top: IToken): void {
    const level = this.openLevel(t.tokenType);
    const excess = this.excess ?? this.countExcess();
    const tell = (remedy: Remedy) =>
      tellWrongCloser({ found: t, open: top, remedy, tokens: this.tokens }, this.problems);
    if (excess > 0) {
      tell("remove");
      this.excess = excess - 1;
    } else if (level === -1 || excess === 0) {
      tell("replace");
      this.excess = excess;
      this.closeTop(T.retyped(t, closerOf(top)));
    } else {
      tell("add");
      this.excess = excess;
      while (this.stack.length - 1 > level) this.closeAssumed();
      this.closeTop(t);
    }
  }

  /** The innermost open bracket that this closer would close, as a level of the stack; -1 if none. */
  private openLevel(closer: TokenType): number {
    for (let level = this.stack.length - 1; level >= 0; level--) {
      const t = this.out[this.stack[level]!]!;
      if (this.roles[t.tokenTypeIdx] === Role.open && closerOf(t) === closer) return level;
    }
    return -1;
  }

  private countExcess(): number {
    let excess = 0;
    for (const t of this.tokens) {
      const role = this.roles[t.tokenTypeIdx];
      if (role === Role.close) excess++;
      else if (role === Role.open) excess--;
    }
    return excess;
  }

  private endSurplus(): void {
    tellSurplus(this.surplus, this.problems);
    this.surplus = [];
  }

  /** Prefixes whose form never came: tell it once and leave them out. */
  private dropDangling(quietly = false): void {
    const { stack, out } = this;
    let first: IToken | undefined;
    let count = 0;
    for (let top = this.top(); top !== undefined && this.roles[top.tokenTypeIdx] !== Role.open; top = this.top()) {
      first = top;
      out.splice(stack.pop()!, 1);
      count++;
    }
    if (first === undefined || quietly) return;
    this.problems.add(
      { start: first.startOffset, end: T.endOf(first) },
      `\`${first.image}\` is not followed by a form.`,
      first.image === "'" && count === 2 ? 'An empty string is written "".' : "Remove it, or write a form after it.",
    );
  }

  /** False when the token would nest too deep. */
  private habit(t: IToken): boolean {
    // One macro template holds many of these: the first says it all.
    const onlyOnce = t.tokenType === T.SyntaxQuote || t.tokenType === T.Unquote;
    if (onlyOnce && this.toldOnce.includes(t.tokenType)) return true;
    this.toldOnce.push(t.tokenType);
    const recovery = explain(t, this.tokens, this.problems);
    if (t.tokenType === T.OpenString) this.endsInString = true;
    if (recovery === "text") {
      this.out.push(T.retyped(t, T.BrokenText));
      this.complete();
    } else if (recovery === "discard") {
      if (this.stack.length >= this.depth) return false;
      this.stack.push(this.out.length);
      this.out.push(T.retyped(t, T.Discard));
    }
    return true;
  }

  private finish(): void {
    if (this.surplus.length > 0) this.endSurplus();
    this.dropDangling();
    if (this.stack.length === 0) return;
    const outermost = this.out[this.stack[0]!]!.startOffset;
    if (this.aroundDefinition === outermost) this.swallower = outermost;
    this.endOpenForms(null);
  }

  /** Ends all that is open, at a definition or at the end of the text. */
  private endOpenForms(definition: IToken | null): void {
    this.dropDangling();
    const open = this.stack.map((i) => this.out[i]!).filter((t) => this.roles[t.tokenTypeIdx] === Role.open);
    const start = definition === null ? this.problems.source.length : definition.startOffset;
    const at = { start, end: definition === null ? start : T.endOf(definition) };
    // A string without end has swallowed the closers: it is the one problem.
    if (!this.endsInString)
      tellUnclosed({ open, tokens: this.tokens, at, atDefinition: definition !== null }, this.problems);
    this.closeAll();
  }

  private closeAll(): void {
    while (this.stack.length > 0) this.closeAssumed();
  }

  private closeAssumed(): void {
    this.dropDangling(true);
    const top = this.top();
    if (top === undefined) return;
    this.closeTop(T.assumed(closerOf(top), T.endOf(this.out[this.out.length - 1]!)));
    if (this.excess !== null) this.excess++;
  }

  /** Too deep: what follows is not read. */
  private stopAt(t: IToken): IToken[] {
    this.problems.addLast(
      { start: t.startOffset, end: T.endOf(t) },
      `The program nests deeper than ${this.depth} levels here.`,
      "Move inner parts into functions of their own; limits.sourceDepth sets how deep a program may nest.",
    );
    this.closeAll();
    return this.out;
  }
}
