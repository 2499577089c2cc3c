// The grammar, as a Chevrotain parser with embedded actions: it builds forms while it reads. Repair has already balanced
// the brackets and dropped what has no place, so every stream of tokens it is given is a sentence of this grammar and
// Chevrotain's own errors and recovery are never needed.
//
//   program  = form*
//   form     = atom | list | vector | map | set | short-fn | quote | var | deref | discard
//   list     = "(" form* ")"      (vector, map, set and short-fn likewise)
//   quote    = "'" operand        (var and deref likewise)
//   discard  = "#_" operand
//   operand  = discard* form
//
// `form` is no rule of its own but written into every rule that has it: entering a rule is what costs a Chevrotain parser
// time, and most forms are single tokens.
//
// One token of lookahead decides everything, and which one is plain from the alternatives. So the shipped parser skips
// Chevrotain's analysis of the grammar, which takes longer than most programs run; the tests build a checked parser that
// is analysed and validated, and hold the two against each other.

import { EmbeddedActionsParser, type IToken, type TokenType } from "chevrotain";
import * as atoms from "./atoms.ts";
import type { Form } from "./form.ts";
import { ProblemList } from "./problems.ts";
import * as T from "./tokens.ts";

interface Alternative {
  /** The type of its first token. */
  readonly first: TokenType;
  readonly ALT: () => Form | null;
}

type Sequence = "list" | "vector" | "map" | "set" | "short-fn";
type Prefixed = "quote" | "var" | "deref";

/** Answers the number of an alternative, or whether to go on repeating. */
type Lookahead = () => number | boolean | undefined;

// Chevrotain asks for a lookahead function by a number: the occurrence in the lowest eight bits, then the method.
const occurrence = 0xff;
const method = 0xf00;
const or = 0x100;
const manyDiscards = 1;

export class FormParser extends EmbeddedActionsParser {
  /** Chevrotain's: no rule may be defined, and no text parsed, before it is true. */
  declare protected selfAnalysisDone: boolean;
  /** Chevrotain's: what its analysis found. */
  declare protected readonly lookAheadFuncsCache: ReadonlyMap<number, Lookahead>;

  private problems = new ProblemList("");
  // Built once: creating the alternatives anew for every form would double the time to read.
  private readonly alternatives = this.defineAlternatives();
  /** Alternatives by the type of the next token. */
  private readonly choices: (number | undefined)[] = [];

  constructor(private readonly checked = false) {
    super(T.tokenTypes, { maxLookahead: 1, recoveryEnabled: false, skipValidations: !checked });
    for (const [i, { first }] of this.alternatives.entries()) this.choices[first.tokenTypeIdx!] = i;
    if (checked) this.performSelfAnalysis();
    else this.selfAnalysisDone = true;
  }

  private readonly chooseForm: Lookahead = () => this.choices[this.LA(1).tokenTypeIdx];
  private readonly formFollows: Lookahead = () => this.choices[this.LA(1).tokenTypeIdx] !== undefined;
  private readonly discardFollows: Lookahead = () => this.LA(1).tokenType === T.Discard;

  /** Chevrotain's: the lookahead of the OR or MANY with this number. */
  protected getLaFuncFromCache(key: number): Lookahead {
    if (this.checked) return this.lookAheadFuncsCache.get(key)!;
    if ((key & method) === or) return this.chooseForm;
    return (key & occurrence) === manyDiscards ? this.discardFollows : this.formFollows;
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

  private readonly program = this.RULE("program", (): Form[] => this.forms());

  private readonly list = this.sequence("list", T.OpenParen, T.CloseParen);
  private readonly vector = this.sequence("vector", T.OpenBracket, T.CloseBracket);
  private readonly map = this.sequence("map", T.OpenBrace, T.CloseBrace);
  private readonly set = this.sequence("set", T.OpenSet, T.CloseBrace);
  private readonly shortFn = this.sequence("short-fn", T.OpenFn, T.CloseParen);

  private readonly quote = this.prefixed("quote", T.Quote);
  private readonly var = this.prefixed("var", T.VarQuote);
  private readonly deref = this.prefixed("deref", T.Deref);

  /** A discarded form reads as null. */
  private readonly discard = this.RULE("discard", (): null => {
    this.CONSUME(T.Discard);
    this.SUBRULE(this.operand);
    return null;
  });

  private readonly operand = this.RULE("operand", (): Form => {
    this.many(manyDiscards, () => this.SUBRULE1(this.discard));
    return this.OR(this.alternatives) as Form;
  });

  private defineAlternatives(): Alternative[] {
    return [
      { first: T.Name, ALT: () => atoms.symbol(this.CONSUME(T.Name)) },
      { first: T.OpenParen, ALT: () => this.SUBRULE(this.list) },
      { first: T.Keyword, ALT: () => atoms.keyword(this.CONSUME(T.Keyword)) },
      { first: T.Integer, ALT: () => atoms.integer(this.CONSUME(T.Integer)) },
      { first: T.StringText, ALT: () => atoms.string(this.CONSUME(T.StringText), this.problems) },
      { first: T.OpenBracket, ALT: () => this.SUBRULE(this.vector) },
      { first: T.OpenBrace, ALT: () => this.SUBRULE(this.map) },
      { first: T.OpenSet, ALT: () => this.SUBRULE(this.set) },
      { first: T.OpenFn, ALT: () => this.SUBRULE(this.shortFn) },
      { first: T.Quote, ALT: () => this.SUBRULE(this.quote) },
      { first: T.VarQuote, ALT: () => this.SUBRULE(this.var) },
      { first: T.Deref, ALT: () => this.SUBRULE(this.deref) },
      { first: T.Discard, ALT: () => this.SUBRULE(this.discard) },
      { first: T.OddNumber, ALT: () => this.judged(T.OddNumber, atoms.oddNumber) },
      { first: T.OddKeyword, ALT: () => this.judged(T.OddKeyword, atoms.oddKeyword) },
      { first: T.OddName, ALT: () => this.judged(T.OddName, atoms.oddSymbol) },
      { first: T.SymbolicNumber, ALT: () => this.judged(T.SymbolicNumber, atoms.symbolicNumber) },
      { first: T.RegexText, ALT: () => atoms.regex(this.CONSUME(T.RegexText)) },
      { first: T.Character, ALT: () => this.judged(T.Character, atoms.character) },
      { first: T.BrokenText, ALT: () => atoms.brokenText(this.CONSUME(T.BrokenText)) },
    ];
  }

  private judged(type: TokenType, read: (t: IToken, problems: ProblemList) => Form): Form | null {
    const t = this.CONSUME(type);
    // While Chevrotain records the grammar, tokens are placeholders: judging one would only cost time.
    return this.RECORDING_PHASE ? null : read(t, this.problems);
  }

  private forms(): Form[] {
    const forms: Form[] = [];
    this.MANY(() => {
      const form = this.OR(this.alternatives);
      if (form !== null) forms.push(form);
    });
    return forms;
  }

  private sequence(kind: Sequence, open: TokenType, close: TokenType) {
    return this.RULE(kind, (): Form => {
      const first = this.CONSUME(open);
      const items = this.forms();
      const last = this.CONSUME(close);
      const span = { start: first.startOffset, end: T.endOf(last) };
      if (kind !== "map" || this.RECORDING_PHASE) return { kind, span, items };
      return { kind, span, items: atoms.pairUp(items, last, this.problems) };
    });
  }

  private prefixed(kind: Prefixed, prefix: TokenType) {
    return this.RULE(kind, (): Form => {
      const start = this.CONSUME(prefix).startOffset;
      const form = this.SUBRULE(this.operand);
      const end = this.RECORDING_PHASE ? 0 : form.span.end;
      return { kind, span: { start, end }, form };
    });
  }
}
