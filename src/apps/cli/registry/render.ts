// How the registry's answers look on a terminal: a line for each tool, below it what the gates found, and for every failing
// case what went in, what was to come out and what did.

import type { CaseFailure, GateEvidence as Evidence, Health, Registration, RegistryProblem } from "../../../node.ts";
import type { Shell } from "../command.ts";

const colors: Readonly<Record<string, string>> = {
  green: "32",
  red: "31",
  refused: "31",
  degraded: "31",
  flaky: "33",
  pending: "33",
  unchanged: "2",
  registered: "32",
  archived: "2",
};

export function colored(word: string, color: boolean, text = word): string {
  const code = colors[word];
  return color && code !== undefined ? `\x1b[${code}m${text}\x1b[0m` : text;
}

const marks: Readonly<Record<string, string>> = {
  green: "✓",
  registered: "✓",
  pending: "○",
  flaky: "~",
  red: "✗",
  refused: "✗",
  degraded: "✗",
  unchanged: "·",
};

/** "✓ total@1.0.1  green". */
export function headLine(
  name: string,
  word: Health | "refused" | "unchanged" | "registered",
  color: boolean,
  more = "",
): string {
  return `${colored(word, color, `${marks[word] ?? "·"} ${name}  ${word}`)}${more === "" ? "" : `  ${more}`}`;
}

const gateMarks: Readonly<Record<Evidence["status"], string>> = {
  passed: "✓",
  failed: "✗",
  not_applicable: "–",
  not_reached: "·",
};

export function evidenceLines(evidence: readonly Evidence[], all: boolean): readonly string[] {
  const wanted = all ? evidence : evidence.filter((e) => e.status === "failed");
  const width = Math.max(0, ...wanted.map((e) => e.gate.length));
  return wanted.flatMap((e) => [
    `  ${gateMarks[e.status]} ${e.gate.padEnd(width)}  ${e.words}`,
    ...e.details.map((line) => `      ${line}`),
    ...e.failures.flatMap(failureLines),
  ]);
}

export function failureLines(failure: CaseFailure): readonly string[] {
  const of = failure.tool.split("@")[0] === failure.suite ? "" : ` (a case of ${failure.suite})`;
  return [
    `      ✗ ${failure.tool}${of}: ${failure.description === "" ? "a case" : failure.description}`,
    `          input     ${short(JSON.stringify(failure.input))}`,
    `          expected  ${short(expectedText(failure))}`,
    `          actual    ${short(actualText(failure))}`,
  ];
}

function expectedText({ expected }: CaseFailure): string {
  if (expected.kind === "value") return JSON.stringify(expected.value);
  return expected.kind === "predicate" ? `${expected.code} holds` : "any answer but an error";
}

function actualText({ outcome }: CaseFailure): string {
  if (outcome.ok) return JSON.stringify(outcome.actual);
  const { error } = outcome;
  return error === undefined ? JSON.stringify(outcome.actual) : `error[${error.reason}] ${error.message}`;
}

function short(text: string): string {
  return text.length > 400 ? `${text.slice(0, 399)}…` : text;
}

export function problemLines({ reason, message, hint, at }: RegistryProblem): readonly string[] {
  const place = at === undefined ? "" : `${at.file}:${at.line}:${at.column}: `;
  return [`error[${reason}]: ${place}${message}`, `  = hint: ${hint}`];
}

/** A registration with its evidence: all gates when it was asked for, else only those that failed. */
export function registrationLines(registration: Registration, color: boolean, all: boolean): readonly string[] {
  if (!registration.ok) {
    const { id, problem, evidence } = registration;
    const failed = evidenceLines(evidence, all);
    return [
      headLine(id ?? "?", "refused", color),
      ...(failed.length > 0 ? failed : []),
      ...problemLines(problem).map((l) => `  ${l}`),
    ];
  }
  const { id, version, unchanged, health, healthReason, supersedes, flaggedSkills, healed } = registration;
  // Red is said again and again until it is mended.
  const shown = unchanged && health !== "red" ? "unchanged" : health;
  const more = [
    unchanged && health === "red" ? "unchanged" : "",
    supersedes === null ? "" : `replaces ${supersedes}`,
    healthReason ?? "",
    flaggedSkills.length === 0 ? "" : `skills to review: ${flaggedSkills.join(", ")}`,
    healed.length === 0 ? "" : `healed: ${healed.join(", ")}`,
  ].filter((part) => part !== "");
  return [headLine(`${id}@${version}`, shown, color, more.join("; ")), ...evidenceLines(registration.evidence, all)];
}

export function say(lines: readonly string[], to: Shell["out"]): void {
  for (const line of lines) to(line);
}
