// Where JSON text cannot be read: Node's own errors say so only sometimes.

import { withLimits } from "../../lisp/run.ts";
import { parseJson } from "../../lisp/values/json-parse.ts";

export interface JsonProblem {
  readonly message: string;
  readonly offset: number;
}

export function jsonProblem(text: string): JsonProblem | null {
  const parsed = withLimits({}, () => parseJson(text));
  return parsed.ok ? null : { message: `${parsed.problem.message}.`, offset: parsed.problem.offset };
}
