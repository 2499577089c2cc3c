// A report in the JUnit form that CI servers read.

import type { SuiteReport } from "../../../node.ts";

export function junit(reports: readonly SuiteReport[]): string {
  const suites = reports.map((r) => {
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
  return ['<?xml version="1.0" encoding="UTF-8"?>', "<testsuites>", ...suites, "</testsuites>"].join("\n");
}

/** XML 1.0 has no way to write most control characters. */
function xml(text: string): string {
  const named: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
  return text
    .replace(/[&<>"]/g, (c) => named[c]!)
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "\ufffd");
}
