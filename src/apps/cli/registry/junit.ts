// A report in the JUnit form that CI servers read.

import type { RegistryProblem, SuiteReport } from "../../../node.ts";

/** A tool whose suite could not be run, or what was refused before; of a file that could not be read, its path. */
export interface NotRun {
  readonly id: string;
  readonly problem: RegistryProblem;
}

/** No case could be run: something it needs is gone or red, and its health says what. */
export function isUnlinked({ ran, health }: SuiteReport): boolean {
  return ran === 0 && health === "red";
}

export function junit(reports: readonly SuiteReport[], notRun: readonly NotRun[]): string {
  const unlinked = reports.filter(isUnlinked).map(({ id, healthReason }): NotRun => {
    return { id, problem: { reason: "link_failed", message: healthReason ?? "", hint: `ptc link ${id} says more.` } };
  });
  const suites = reports
    .filter((r) => !isUnlinked(r))
    .map((r) => {
      const failed = r.failures.map(
        (f, i) =>
          `    <testcase classname="${xml(r.id)}" name="${xml(f.description === "" ? `case ${i + 1}` : f.description)}"><failure message="${xml(f.words)}">${xml(
            `input ${JSON.stringify(f.input)}`,
          )}</failure></testcase>`,
      );
      const passed = Array.from(
        { length: r.passed },
        (_, i) => `    <testcase classname="${xml(r.id)}" name="passing case ${i + 1}"/>`,
      );
      return [
        `  <testsuite name="${xml(`${r.id}@${r.version}`)}" tests="${r.ran}" failures="${r.ran - r.passed}">`,
        ...failed,
        ...passed,
        "  </testsuite>",
      ].join("\n");
    });
  const errors = [...notRun, ...unlinked].map(({ id, problem: { reason, message, hint } }) =>
    [
      `  <testsuite name="${xml(id)}" tests="1" failures="0" errors="1">`,
      `    <testcase classname="${xml(id)}" name="${xml(reason)}"><error message="${xml(message)}">${xml(hint)}</error></testcase>`,
      "  </testsuite>",
    ].join("\n"),
  );
  return ['<?xml version="1.0" encoding="UTF-8"?>', "<testsuites>", ...suites, ...errors, "</testsuites>"].join("\n");
}

/** XML 1.0 has no way to write most control characters. */
function xml(text: string): string {
  const named: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
  return text
    .replace(/[&<>"]/g, (c) => named[c]!)
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "\ufffd");
}
