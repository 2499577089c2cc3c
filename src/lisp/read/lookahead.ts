// How the parser chooses between alternatives: by the next token, which decides everything in this grammar. A small
// stand-in for Chevrotain's general strategy, which costs more time at startup than most programs take to run.

import {
  Alternation,
  Alternative,
  type ILookaheadStrategy,
  type IProduction,
  type IToken,
  NonTerminal,
  Repetition,
  type Rule,
  Terminal,
} from "chevrotain";

/** What the parser offers to a lookahead function, which it calls as its own method. */
interface Ahead {
  LA(howMuch: number): IToken;
}

/** By the number of a token type: the alternative it starts. */
type Choices = (number | undefined)[];

export class FirstTokenLookahead implements ILookaheadStrategy {
  validate(): [] {
    return []; // done by Chevrotain's own strategy, in a test
  }

  buildLookaheadForAlternation(options: { readonly rule: Rule }): (this: Ahead) => number | undefined {
    const choices: Choices = [];
    for (const production of options.rule.definition)
      if (production instanceof Alternation)
        for (const [index, alternative] of production.definition.entries()) addFirst(alternative, index, choices);
    return function () {
      return choices[this.LA(1).tokenTypeIdx];
    };
  }

  buildLookaheadForOptional(options: {
    readonly rule: Rule;
    readonly prodOccurrence: number;
  }): (this: Ahead) => boolean {
    const choices: Choices = [];
    for (const repetition of repetitionsIn(options.rule.definition))
      if (repetition.idx === options.prodOccurrence) addSequence(repetition.definition, 0, choices);
    return function () {
      return choices[this.LA(1).tokenTypeIdx] === 0;
    };
  }
}

function* repetitionsIn(productions: readonly IProduction[]): Iterable<Repetition> {
  for (const production of productions) {
    if (production instanceof Repetition) yield production;
    if (production instanceof Alternation || production instanceof Alternative)
      yield* repetitionsIn(production.definition);
  }
}

/** Notes every token type the production can start with. */
function addFirst(production: IProduction, choice: number, choices: Choices): void {
  if (production instanceof Terminal) choices[production.terminalType.tokenTypeIdx!] ??= choice;
  else if (production instanceof NonTerminal) addSequence(production.referencedRule.definition, choice, choices);
  else if (production instanceof Alternation)
    for (const alternative of production.definition) addFirst(alternative, choice, choices);
  else if (production instanceof Alternative || production instanceof Repetition)
    addSequence(production.definition, choice, choices);
}

/** A repetition may be left out, so what follows it can come first too. */
function addSequence(productions: readonly IProduction[], choice: number, choices: Choices): void {
  for (const production of productions) {
    addFirst(production, choice, choices);
    if (!(production instanceof Repetition)) return;
  }
}
