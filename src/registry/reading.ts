// What a tool's body says before anything is linked: that it parses and has its definition, which parameters that takes, and
// every name it may mean by others. Names come from the analysis, so strings and comments are never among them.

import { hashText } from "../base/hash.ts";
import { placeOf } from "../base/span.ts";
import { didYouMean, suggest } from "../base/suggest.ts";
import { idsOf } from "../linker/symbols.ts";
import type { Definition } from "../linker/text/definition.ts";
import { type ParsedSource, parseSource, reachedFrom, type Use } from "../linker/text/parse.ts";
import { foldId } from "../names/id.ts";
import { normalName } from "../names/signature/index.ts";
import type { SettledDraft } from "./draft.ts";
import type { ToolInterface } from "./interface.ts";
import type { Dependency, ToolBody } from "./model.ts";
import type { Answer, RegistryProblem } from "./problem.ts";
import { problem, refusal } from "./reasons.ts";

/** A name in the code that may be somebody else's. */
export interface Named {
  /** The ids it may mean, the likeliest first. */
  readonly ids: readonly string[];
  readonly by: Dependency["by"];
  /** A tool of the same text: it is meant when nobody else has registered one. */
  readonly own: boolean;
}

export interface Reading {
  readonly named: readonly Named[];
  readonly definition: Definition | null;
  readonly words: string;
}

export function readBody(draft: SettledDraft, hostFunctions: ReadonlySet<string>): Answer<Reading> {
  const { body, id } = draft;
  switch (body.kind) {
    case "lisp":
      return readLisp(body, id);
    case "module":
      return readModule(body, draft);
    case "host":
      return hostFunctions.has(body.reference)
        ? { ok: true, value: { named: [], definition: null, words: `the host supplies ${body.reference}` } }
        : unsupplied(body.reference, id, hostFunctions);
    default:
      return body satisfies never;
  }
}

function unsupplied(reference: string, id: string, supplied: ReadonlySet<string>): Answer<Reading> {
  const [near] = suggest(reference, supplied);
  return refusal(
    "unknown_host_function",
    `${id} is the host's function ${reference}, which was not supplied.`,
    near === undefined ? "Supply it in hostFunctions when opening the registry." : didYouMean([near]),
  );
}

function readLisp(body: Extract<ToolBody, { kind: "lisp" }>, id: string): Answer<Reading> {
  const parsed = parseSource({ file: body.file, text: body.code });
  const [first] = parsed.problems;
  if (first !== undefined) {
    const { line, column } = placeOf(body.code, first.span.start);
    return refusal(
      "parse_failed",
      `${body.file}:${line}:${column}: ${first.message}`,
      first.hint ?? "ptc check shows every problem with its place.",
    );
  }
  const definition = parsed.definitions.get(body.main);
  if (definition === undefined) {
    const [near] = suggest(body.main, parsed.definitions.keys());
    return refusal(
      "parse_failed",
      `${body.file} does not define ${body.main}, which is to be ${id}.`,
      near === undefined ? `Add (defn ${body.main} […] …).` : didYouMean([near]),
    );
  }
  if (definition.kind !== "function")
    return refusal("parse_failed", `${body.main} is not a function.`, `Write (defn ${body.main} […] …).`);
  const helpers = parsed.definitions.size - 1;
  return {
    ok: true,
    value: {
      named: namedFrom(parsed, definition),
      definition,
      words: helpers === 0 ? "one definition" : `one tool and ${helpers} ${helpers === 1 ? "helper" : "helpers"}`,
    },
  };
}

/** Uses that the tool reaches through its own helpers; what it never reaches is not linked and does not count. */
function namedFrom(parsed: ParsedSource, main: Definition): readonly Named[] {
  const named = new Map<string, Named>();
  for (const definition of reachedFrom(main, parsed)) {
    for (const use of parsed.uses.get(definition) ?? []) {
      const own = use.kind === "name" ? parsed.definitions.get(use.name) : undefined;
      const isTool = own !== undefined && own !== main && own.signature !== null;
      if (own === undefined || isTool) named.set(`${use.kind} ${use.name}`, namedBy(use, isTool));
    }
  }
  return [...named.values()];
}

function namedBy(use: Use, own: boolean): Named {
  return { ids: idsOf(use.name), by: use.kind === "tool" ? "tool" : "call", own };
}

function readModule(body: Extract<ToolBody, { kind: "module" }>, draft: SettledDraft): Answer<Reading> {
  if (hashText(body.script) !== body.hash)
    return refusal(
      "parse_failed",
      `The script of ${draft.id} is not the one its hash names.`,
      "Bundle it again: the hash is that of the script.",
    );
  // What it calls by way of its host it must have declared, so its permissions name it.
  const called = draft.permissions.flatMap((text) => {
    const id = text.startsWith("tool:") ? foldId(text.slice("tool:".length)) : null;
    return id === null ? [] : [{ ids: [id], by: "tool" as const, own: true }];
  });
  const kb = Math.max(1, Math.round(body.script.length / 1024));
  return { ok: true, value: { named: called, definition: null, words: `a script of ${kb} KB` } };
}

/** A definition takes its arguments by place, the signature names them: both must say the same. */
export function parameterProblem(reading: Reading, contract: ToolInterface, id: string): RegistryProblem | null {
  const { definition } = reading;
  if (definition === null) return null;
  const names = contract.parsed.params.map((p) => p.name);
  const takes = definition.takes ?? [];
  const fits = takes.some(({ least, most }) => least <= names.length && names.length <= most);
  const list = `(${names.join(", ")})`;
  if (!fits)
    return problem(
      "bad_signature",
      `The signature of ${id} names ${names.length} ${names.length === 1 ? "argument" : "arguments"} ${list}, but the definition does not take that many.`,
      `Write [${names.join(" ")}] as its parameters, or change the signature.`,
    );
  // Patterns such as {:keys [a]} have no name of their own; plain names must be those of the signature.
  const plain = definition.params.length === names.length && definition.params.every((p) => /^[^\s[\]{}&]+$/.test(p));
  const other = plain ? names.find((name, i) => normalName(name) !== normalName(definition.params[i]!)) : undefined;
  if (other === undefined) return null;
  return problem(
    "bad_signature",
    `The signature of ${id} names its arguments ${list}, the definition (${definition.params.join(", ")}).`,
    "Give both the same names in the same order.",
  );
}
