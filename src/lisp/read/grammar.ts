// The grammar, as a Chevrotain parser with embedded actions: it builds forms while it reads. Repair has already balanced
// the brackets and dropped what has no place, so every stream of tokens it is given is a sentence of this grammar and
// Chevrotain's own errors and recovery are never needed.
//
//   program  = form*
//   form     = atom | "(" form* ")" | "[" form* "]" | "{" form* "}" | "#{" form* "}" | "#(" form* ")"
//            | "'" operand | "#'" operand | "@" operand | "#_" operand
//   operand  = ("#_" operand)* form

import { EmbeddedActionsParser, type IToken, type TokenType } from "chevrotain";
import * as atoms from "./atoms.ts";
import type { Form } from "./form.ts";
import { FirstTokenLookahead } from "./lookahead.ts";
import { ProblemList } from "./problems.ts";
import * as T from "./tokens.ts";

interface Alternative {
  readonly ALT: () => Form | null;
}

type Sequence = "list" | "vector" | "map" | "set" | "short-fn";

export class FormParser extends EmbeddedActionsParser {
  private problems = new ProblemList("");
  // Built once: creating the alternatives anew for every form would double the time to read.
  private alternatives: Alternative[] | undefined;

  constructor(checked = false) {
    super(T.tokenTypes, {
      maxLookahead: 1,
      recoveryEnabled: false,
      skipValidations: !checked,
      // Chevrotain's own strategy finds the same answers, but takes milliseconds: the checked parser uses it.
      ...(checked ? {} : { lookaheadStrategy: new FirstTokenLookahead() }),
    });
    this.performSelfAnalysis();
  }

  parse(tokens: IToken[], problems: ProblemList): Form[] {
    this.problems = problems;
    this.input = tokens;
    try {
      const forms = this.program();
      if (this.errors.length > 0)
        throw new Error("Our bug: repair left the reader's grammar a stream it cannot parse.");
      return forms;
    } finally {
      this.input = [];
    }
  }

  private readonly program = this.RULE("program", (): Form[] => {
    const forms: Form[] = [];
    this.MANY(() => {
      const form = this.SUBRULE(this.form);
      if (form !== null) forms.push(form);
    });
    return forms;
  });

  /** A discarded form reads as null. */
  private readonly form = this.RULE("form", (): Form | null => {
    this.alternatives ??= this.defineAlternatives();
    return this.OR(this.alternatives);
  });

  private readonly operand = this.RULE("operand", (): Form => {
    this.MANY(() => {
      this.CONSUME(T.Discard);
      this.SUBRULE(this.operand);
    });
    return this.SUBRULE(this.form) as Form;
  });

  private defineAlternatives(): Alternative[] {
    return [
      { ALT: () => atoms.symbol(this.CONSUME(T.Name)) },
      { ALT: () => this.sequence(0, "list", T.OpenParen, T.CloseParen) },
      { ALT: () => atoms.keyword(this.CONSUME(T.Keyword)) },
      { ALT: () => atoms.integer(this.CONSUME(T.Integer)) },
      { ALT: () => atoms.string(this.CONSUME(T.StringText), this.problems) },
      { ALT: () => this.sequence(1, "vector", T.OpenBracket, T.CloseBracket) },
      { ALT: () => this.sequence(2, "map", T.OpenBrace, T.CloseBrace) },
      { ALT: () => this.sequence(3, "set", T.OpenSet, T.CloseBrace) },
      { ALT: () => this.sequence(4, "short-fn", T.OpenFn, T.CloseParen) },
      { ALT: () => this.prefixed(0, "quote", T.Quote) },
      { ALT: () => this.prefixed(1, "var", T.VarQuote) },
      { ALT: () => this.prefixed(2, "deref", T.Deref) },
      { ALT: () => this.discarded() },
      { ALT: () => this.judged(T.OddNumber, atoms.oddNumber) },
      { ALT: () => this.judged(T.OddKeyword, atoms.oddKeyword) },
      { ALT: () => this.judged(T.OddName, atoms.oddSymbol) },
      { ALT: () => this.judged(T.SymbolicNumber, atoms.symbolicNumber) },
      { ALT: () => atoms.regex(this.CONSUME(T.RegexText)) },
      { ALT: () => this.judged(T.Character, atoms.character) },
      { ALT: () => atoms.brokenText(this.CONSUME(T.BrokenText)) },
    ];
  }

  private judged(type: TokenType, read: (t: IToken, problems: ProblemList) => Form): Form | null {
    const t = this.CONSUME(type);
    // While Chevrotain records the grammar, tokens are placeholders: judging one would only cost time.
    return this.RECORDING_PHASE ? null : read(t, this.problems);
  }

  private sequence(index: number, kind: Sequence, open: TokenType, close: TokenType): Form {
    const first = this.consume(index, open);
    const items: Form[] = [];
    // Chevrotain tells repetitions of one rule apart by their index.
    this.many(index, () => {
      const form = this.subrule(index, this.form);
      if (form !== null) items.push(form);
    });
    const last = this.consume(index + 10, close);
    const span = { start: first.startOffset, end: T.endOf(last) };
    if (kind !== "map" || this.RECORDING_PHASE) return { kind, span, items };
    return { kind, span, items: atoms.pairUp(items, last, this.problems) };
  }

  private prefixed(index: number, kind: "quote" | "var" | "deref", prefix: TokenType): Form {
    const start = this.consume(20 + index, prefix).startOffset;
    const form = this.subrule(20 + index, this.operand);
    const end = this.RECORDING_PHASE ? 0 : form.span.end;
    return { kind, span: { start, end }, form };
  }

  private discarded(): null {
    this.consume(30, T.Discard);
    this.subrule(30, this.operand);
    return null;
  }
}
