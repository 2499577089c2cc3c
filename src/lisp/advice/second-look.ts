// A second look at what went wrong. Phases report what they see; here, once a program has failed, each problem is looked
// at among the forms around it, and habits of other languages get the words to write instead. Costs nothing while
// programs succeed.

import type { Problem } from "../../base/problem.ts";
import type { Span } from "../../base/span.ts";
import type { Adviser, Failed } from "./advice.ts";
import { calledValue, caseDefault, deepRecursion, endlessWork, shadowedBuiltin, transducer } from "./calls.ts";
import {
  doubledFunction,
  emptyReduction,
  looseFunction,
  looseItems,
  misplacedCollection,
  missingPlaceholder,
  partialOperator,
  threadedFunction,
  wrongArrow,
} from "./function-arguments.ts";
import { gluedCall, gluedIndex, gluedMethod, markedString } from "./glued.ts";
import { assignment, infixCall, infixStatement, infixTest, operatorArgument, ternary } from "./infix.ts";
import { bareKey, consOrder, predicateOfOne, roundedPlaces, searchedItem, spreadItems } from "./keys-and-items.ts";
import {
  annotatedName,
  bindingPattern,
  boundLater,
  defaultParameter,
  joiningDot,
  powerOperator,
  swallowedCloser,
} from "./misread.ts";
import { callForm, callingBuiltin, countedLoop, missingData, namedOperand, nilItem, zeroDivisor } from "./operands.ts";
import { holds, pathTo } from "./path.ts";
import { backquotes, bareStatement, comprehension, dashComment, wordsInIf, wrappedClauses } from "./statements.ts";

/** In the order they are asked: the widest mistake first, since it explains the others. */
const advisers: readonly Adviser[] = [
  backquotes,
  swallowedCloser,
  powerOperator,
  bindingPattern,
  boundLater,
  annotatedName,
  defaultParameter,
  joiningDot,
  dashComment,
  bareStatement,
  comprehension,
  ternary,
  assignment,
  infixStatement,
  wordsInIf,
  wrappedClauses,
  infixTest,
  gluedIndex,
  gluedMethod,
  gluedCall,
  infixCall,
  operatorArgument,
  markedString,
  calledValue,
  shadowedBuiltin,
  caseDefault,
  wrongArrow,
  misplacedCollection,
  consOrder,
  predicateOfOne,
  searchedItem,
  roundedPlaces,
  spreadItems,
  bareKey,
  looseItems,
  partialOperator,
  doubledFunction,
  missingPlaceholder,
  looseFunction,
  threadedFunction,
  emptyReduction,
  transducer,
  endlessWork,
  deepRecursion,
  missingData,
  nilItem,
  namedOperand,
  zeroDivisor,
  countedLoop,
  callingBuiltin,
  callForm,
];

/** Beyond this only the first problems are looked at again; nobody reads that many. */
const most = 20;

export function secondLook(
  problems: readonly Problem[],
  program: Pick<Failed, "source" | "forms" | "data">,
  argument: number | null = null,
): readonly Problem[] {
  if (problems.length === 0) return problems;
  const failed: Failed = { ...program, problems, argument };
  const covered: { readonly by: number; readonly span: Span }[] = [];
  const seen = problems.map((problem, i) => {
    if (i >= most) return problem;
    const path = pathTo(failed.forms, problem.span);
    for (const adviser of advisers) {
      const advice = adviser(problem, path, failed);
      if (advice === null) continue;
      if (advice.covers !== undefined) covered.push({ by: i, span: advice.covers });
      const { message, hint, span = problem.span } = advice;
      if (message === undefined) return { ...problem, hint, span };
      // Labels belong to the words they were made for.
      return { reason: problem.reason, severity: problem.severity, message, span, hint };
    }
    return problem;
  });
  return seen.filter((_, i) => !covered.some(({ by, span }) => by < i && holds(span, problems[i]!.span)));
}
