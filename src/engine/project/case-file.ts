// Files of test cases, in JSON or as PTC-Lisp data. A file names the tool it is about and lists cases; several of these may
// stand in one file. Everything wrong is reported with the case it is in, and then nothing of the file is used.

import { placeOf } from "../../base/span.ts";
import { suggest } from "../../base/suggest.ts";
import type { Expectation, Stubs } from "../../registry/model.ts";
import { runSync } from "../../run/run.ts";
import { jsonProblem } from "./json-problem.ts";

/** A case as its author writes it. */
export interface WrittenCase {
  readonly input: Readonly<Record<string, unknown>>;
  readonly expected: Expectation;
  readonly stubs: Stubs;
  readonly tags: readonly string[];
  readonly description: string;
  readonly reason: string;
}

export interface WrittenSuite {
  readonly tool: string;
  readonly cases: readonly WrittenCase[];
}

export type CaseFile =
  | { readonly ok: true; readonly suites: readonly WrittenSuite[] }
  | { readonly ok: false; readonly message: string; readonly hint: string };

const shape = 'Write {"tool": "name", "cases": [{"input": {…}, "expect": …}]}.';

class Wrong extends Error {
  constructor(
    override readonly message: string,
    readonly hint: string,
  ) {
    super(message);
  }
}

export function parseCaseFile(text: string, file: string): CaseFile {
  try {
    const data = file.endsWith(".clj") ? lispData(text) : jsonData(text);
    const suites = (Array.isArray(data) ? data : [data]).map(suiteOf);
    return { ok: true, suites };
  } catch (e) {
    if (e instanceof Wrong) return { ok: false, message: e.message, hint: e.hint };
    throw e;
  }
}

function jsonData(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const { message, offset } = jsonProblem(text) ?? { message: "It is not JSON.", offset: 0 };
    const { line, column } = placeOf(text, offset);
    throw new Wrong(`Line ${line}, column ${column}: ${message}`, "Check commas, quotes and brackets there.");
  }
}

function lispData(text: string): unknown {
  const result = runSync(text);
  if (result.ok && result.valueProblem === undefined) return result.value;
  if (result.ok)
    throw new Wrong(`Its value is not data: ${result.valueProblem}`, "Write maps, lists, texts and numbers.");
  const { message, span, hint } = result.error;
  throw new Wrong(`Line ${span.line}: ${message}`, hint ?? "Mend the text there.");
}

function suiteOf(given: unknown, index: number): WrittenSuite {
  const suite = objectOf(given, `suite ${index + 1}`);
  onlyKnown(suite, ["tool", "cases"], "A suite");
  if (typeof suite.tool !== "string") throw new Wrong(`Suite ${index + 1} names no tool.`, shape);
  if (!Array.isArray(suite.cases)) throw new Wrong(`The suite of ${suite.tool} has no list of cases.`, shape);
  return {
    tool: suite.tool,
    cases: suite.cases.map((one, i) => caseOf(one, `Case ${i + 1} of ${suite.tool as string}`)),
  };
}

const fields = [
  "input",
  "expect",
  "predicate",
  "no-crash",
  "noCrash",
  "no_crash",
  "stubs",
  "tags",
  "description",
  "reason",
];

function caseOf(given: unknown, what: string): WrittenCase {
  const written = objectOf(given, what);
  onlyKnown(written, fields, what);
  const input = objectOf(written.input ?? {}, `The input of ${what.toLowerCase()}`);
  return {
    input,
    expected: expectationOf(written, what),
    stubs: objectOf(written.stubs ?? {}, `The stubs of ${what.toLowerCase()}`) as Stubs,
    tags: (written.tags as readonly string[] | undefined) ?? [],
    description: (written.description as string | undefined) ?? "",
    reason: (written.reason as string | undefined) ?? "",
  };
}

function expectationOf(written: Readonly<Record<string, unknown>>, what: string): Expectation {
  const noCrash = written["no-crash"] ?? written.noCrash ?? written.no_crash;
  const said = [written.expect !== undefined, written.predicate !== undefined, noCrash === true].filter(Boolean).length;
  if (said !== 1)
    throw new Wrong(
      `${what} must say what it expects, once.`,
      'Give "expect": value, "predicate": "(fn [result] …)" or "noCrash": true.',
    );
  if (noCrash === true) return { kind: "no_crash" };
  if (written.predicate === undefined) return { kind: "value", value: written.expect };
  if (typeof written.predicate !== "string")
    throw new Wrong(`The predicate of ${what.toLowerCase()} must be a text.`, 'Write "(fn [result] (> result 0))".');
  return { kind: "predicate", code: written.predicate };
}

function objectOf(given: unknown, what: string): Readonly<Record<string, unknown>> {
  if (typeof given !== "object" || given === null || Array.isArray(given))
    throw new Wrong(`${what} must be an object.`, shape);
  return given as Readonly<Record<string, unknown>>;
}

function onlyKnown(given: Readonly<Record<string, unknown>>, known: readonly string[], what: string): void {
  for (const key of Object.keys(given)) {
    if (known.includes(key)) continue;
    const [near] = suggest(key, known);
    throw new Wrong(
      `${what} has no field "${key}".`,
      near === undefined ? `It may have ${known.join(", ")}.` : `Did you mean "${near}"?`,
    );
  }
}
