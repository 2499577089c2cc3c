// What to do when a link cannot be made as asked: smith what is missing, repair what is red, then execute. Phases are
// numbered from 0; work of one phase may go on side by side.
//
//   Phase 0: smith salary_calc (needed by agent analyst); repair format_report@1.0.0 (red)
//     format_report@1.0.0 fails: the Q3 report crashed
//       input     {"groups":[]}
//       expected  "Q3"
//       actual    error[type_error] / expects numbers, got nil for amount.
//   Phase 1: execute with 4 tools and 2 skills

import { canonicalJson } from "../../base/canonical-json.ts";
import { placeOf } from "../../base/span.ts";
import type { Path } from "../faults.ts";
import { byText } from "../image.ts";
import type { LinkTrace } from "../link.ts";
import { type LinkProblem, problemOf } from "../problems.ts";

/** A case of a tool's suite that it fails. */
export interface FailingCase {
  readonly description: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** JSON, or what is asked of a result in words. */
  readonly expected: string;
  /** JSON, or the error it ended with. */
  readonly actual: string;
}

/** How a tool fails, by its id: what the registry has on record. */
export type Failing = (id: string) => readonly FailingCase[];

export type DecisionStep =
  | {
      readonly do: "smith";
      /** The id the missing tool or capability would have. */
      readonly capability: string;
      readonly neededBy: readonly string[];
      /** Where it is called, as written: what its signature must fit. */
      readonly calls: readonly { readonly file: string; readonly line: number; readonly text: string }[];
      readonly near: readonly string[];
    }
  | {
      readonly do: "repair";
      readonly tool: string;
      readonly version: string;
      readonly health: string;
      readonly neededBy: readonly string[];
      /** What the repair has to mend, where it is known. */
      readonly failing: readonly FailingCase[];
    }
  | { readonly do: "fix"; readonly problem: LinkProblem }
  | {
      readonly do: "execute";
      readonly tools: readonly string[];
      readonly skills: readonly string[];
      readonly tokens: number | null;
    };

export interface LinkDecision {
  readonly decision: "execute" | "smith" | "repair" | "fix";
  readonly phases: readonly (readonly DecisionStep[])[];
}

export function decide(trace: LinkTrace, failing: Failing = () => []): LinkDecision {
  const missing = new Map<string, Extract<DecisionStep, { do: "smith" }>>();
  const red = new Map<string, Extract<DecisionStep, { do: "repair" }>>();
  const other: DecisionStep[] = [];
  // Asked for as such, not only needed on the way.
  const asked = new Set<string>();
  const note = (id: string, path: Path) => {
    if (path.length === 0 || (path.length === 1 && path[0]!.at === null)) asked.add(id);
  };
  for (const fault of trace.faults) {
    if (fault.code === "unresolved_symbol") {
      const capability = fault.name.replaceAll("-", "_").replaceAll("/", ":");
      const known = missing.get(capability);
      note(capability, fault.path);
      missing.set(capability, {
        do: "smith",
        capability,
        neededBy: [...new Set([...(known?.neededBy ?? []), ...askers(fault.path)])].sort(byText),
        calls: [...(known?.calls ?? []), ...callOf(fault.path)],
        near: fault.near,
      });
    } else if (fault.code === "quarantined") {
      note(fault.id, fault.path);
      red.set(fault.id, {
        do: "repair",
        tool: fault.id,
        version: fault.version,
        health: fault.health,
        neededBy: [...new Set([...(red.get(fault.id)?.neededBy ?? []), ...askers(fault.path)])].sort(byText),
        failing: failing(fault.id),
      });
    } else other.push({ do: "fix", problem: problemOf(fault) });
  }
  const before: DecisionStep[] = [
    ...[...missing.values()].sort((a, b) => byText(a.capability, b.capability)),
    ...[...red.values()].sort((a, b) => byText(a.tool, b.tool)),
    ...other,
  ];
  const execute: DecisionStep = {
    do: "execute",
    tools: [...new Set([...linkedRoots(trace), ...asked])].sort(byText),
    skills: trace.skills.chosen.map((c) => c.skill.id),
    tokens: trace.bundle?.tokens.total ?? null,
  };
  const first = other.length > 0 ? "fix" : missing.size > 0 ? "smith" : red.size > 0 ? "repair" : "execute";
  return { decision: first, phases: before.length === 0 ? [[execute]] : [before, [execute]] };
}

function linkedRoots(trace: LinkTrace): readonly string[] {
  const { nodes, roots } = trace.resolved.closure;
  return roots.flatMap(({ key }) => {
    const node = nodes.get(key);
    return (node?.kind === "base" || node?.kind === "definition") && node.unit !== null ? [node.unit.id] : [];
  });
}

function askers(path: Path): readonly string[] {
  const last = path.at(-1);
  return last === undefined ? [] : [last.name];
}

function callOf(path: Path): readonly { file: string; line: number; text: string }[] {
  const at = path.at(-1)?.at ?? null;
  if (at === null) return [];
  const { line } = placeOf(at.text, at.span.start);
  const from = at.text.lastIndexOf("\n", at.span.start) + 1;
  const to = at.text.indexOf("\n", at.span.end);
  return [{ file: at.file, line, text: at.text.slice(from, to === -1 ? undefined : to).trim() }];
}

export function decisionText(decision: LinkDecision): string {
  return decision.phases
    .map((steps, i) => `Phase ${i}: ${steps.map(stepText).join("; ")}\n${steps.map(failingText).join("")}`)
    .join("");
}

/** More than these are in the JSON. */
const SHOWN_CASES = 3;
const SHOWN_CHARACTERS = 400;

function failingText(step: DecisionStep): string {
  if (step.do !== "repair") return "";
  const { tool, version, failing } = step;
  const short = (text: string) => (text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS - 1)}…` : text);
  const lines = failing
    .slice(0, SHOWN_CASES)
    .flatMap(({ description, input, expected, actual }) => [
      `  ${tool}@${version} fails${description === "" ? "" : `: ${description}`}`,
      `    input     ${short(canonicalJson(input))}`,
      `    expected  ${short(expected)}`,
      `    actual    ${short(actual)}`,
    ]);
  const more = failing.length - SHOWN_CASES;
  if (more > 0) lines.push(`  and ${more === 1 ? "1 more case" : `${more} more cases`}`);
  return lines.map((line) => `${line}\n`).join("");
}

function stepText(step: DecisionStep): string {
  const by = (names: readonly string[]) => (names.length === 0 ? "" : `, needed by ${names.join(", ")}`);
  switch (step.do) {
    case "smith":
      return `smith ${step.capability} (missing${by(step.neededBy)})`;
    case "repair":
      return `repair ${step.tool}@${step.version} (${step.health}${by(step.neededBy)})`;
    case "fix":
      return `fix ${step.problem.reason}: ${step.problem.message}`;
    case "execute": {
      const count = (n: number, word: string) => `${n} ${word}${n === 1 ? "" : "s"}`;
      const tokens = step.tokens === null ? "" : `, ${step.tokens} tokens`;
      return `execute with ${count(step.tools.length, "tool")} and ${count(step.skills.length, "skill")}${tokens}`;
    }
    default:
      return step satisfies never;
  }
}
