// Cases: what somebody hands in, settled into what a suite keeps. Suites only grow; the same case is not added twice.

import { caseContentHash } from "./content-hash.ts";
import { asStored, json, listOf, readForeign, record, text, texts, within, wrong } from "./draft.ts";
import type { Case, CaseOrigin, Example, Expectation, Stubs } from "./model.ts";
import type { Ports } from "./ports.ts";
import type { Answer } from "./problem.ts";

export interface CaseDraft {
  readonly input: Readonly<Record<string, unknown>>;
  /** Any answer will do when absent. */
  readonly expected?: Expectation;
  readonly stubs?: Stubs;
  readonly tags?: readonly string[];
  readonly description?: string;
  /** Why it is added. */
  readonly reason?: string;
  readonly origin?: CaseOrigin;
}

const fields = ["input", "expected", "stubs", "tags", "description", "reason", "origin"];
const originKinds: readonly CaseOrigin["kind"][] = ["developer", "example", "production", "repair", "imported"];

export function settleCases(drafts: readonly CaseDraft[], toolId: string, ports: Ports): Answer<readonly Case[]> {
  return readForeign(() =>
    listOf(drafts, `cases of ${toolId}`, "cases").map((draft, i) =>
      settleCase(draft as CaseDraft, `case ${i + 1} of ${toolId}`, toolId, ports),
    ),
  );
}

function settleCase(draft: CaseDraft, what: string, toolId: string, ports: Ports): Case {
  const given = record(draft, what);
  within(what, JSON.stringify(given).length, "case");
  for (const key of Object.keys(given))
    if (!fields.includes(key)) wrong(`${what} has no "${key.slice(0, 80)}".`, `Its fields are ${fields.join(", ")}.`);
  const content = asStored({
    input: record(given.input, `input of ${what}`),
    expected: expectationOf(given.expected ?? { kind: "no_crash" }, what),
    stubs: stubsOf(given.stubs ?? {}, what),
  });
  return {
    uid: ports.newId(),
    toolId,
    ...content,
    tags: texts(given.tags, `tags of ${what}`, "tags", "tag"),
    description: text(given.description ?? "", `description of ${what}`, "description"),
    reason: text(given.reason ?? "", `reason of ${what}`, "description"),
    origin: originOf(given.origin ?? { kind: "developer" }, what),
    contentHash: caseContentHash(content),
    createdAt: ports.now(),
  };
}

function expectationOf(given: unknown, what: string): Expectation {
  const expected = record(given, `expected of ${what}`);
  switch (expected.kind) {
    case "value":
      if (!("value" in expected)) break;
      return { kind: "value", value: json(expected.value, `value of ${what}`) };
    case "predicate":
      return { kind: "predicate", code: text(expected.code, `code of ${what}`, "code") };
    case "no_crash":
      return { kind: "no_crash" };
  }
  return wrong(
    `expected of ${what} is none.`,
    'Write { "kind": "value", "value": … }, { "kind": "predicate", "code": "…" } or { "kind": "no_crash" }.',
  );
}

function stubsOf(given: unknown, what: string): Stubs {
  const stubs = record(given, `stubs of ${what}`);
  for (const [tool, answers] of Object.entries(stubs)) {
    const fits = Array.isArray(answers) && answers.length > 0 && answers.every(isStub);
    if (!fits)
      wrong(
        `The stub of ${tool.slice(0, 80)} in ${what} must be a list of answers.`,
        'Write [{ "result": … }] or [{ "error": "…" }]; the last one repeats.',
      );
  }
  return stubs as Stubs;
}

function isStub(given: unknown): boolean {
  if (typeof given !== "object" || given === null) return false;
  return "result" in given || typeof (given as { readonly error?: unknown }).error === "string";
}

function originOf(given: unknown, what: string): CaseOrigin {
  const origin = record(given, `origin of ${what}`);
  const kind = originKinds.find((k) => k === origin.kind);
  if (kind === undefined) return wrong(`origin.kind of ${what} is unknown.`, `It is one of ${originKinds.join(", ")}.`);
  return typeof origin.runId === "string" ? { kind, runId: origin.runId } : { kind };
}

/** An example with a result is also a test: what a tool shows to models it must keep. */
export function casesOfExamples(examples: readonly Example[], toolId: string, ports: Ports): readonly Case[] {
  return examples.flatMap((example) => {
    if (!("result" in example)) return [];
    const content = { input: example.args, expected: { kind: "value", value: example.result } as const, stubs: {} };
    const about = {
      tags: ["example"],
      description: "",
      reason: "An example of the tool.",
      origin: { kind: "example" },
    } as const;
    return [
      {
        uid: ports.newId(),
        toolId,
        ...content,
        ...about,
        contentHash: caseContentHash(content),
        createdAt: ports.now(),
      },
    ];
  });
}

export function isSmoke(one: Case): boolean {
  return one.tags.includes("smoke");
}
