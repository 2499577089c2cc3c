// Checking tools by trying them, where the command's transcripts do not reach: differences, ambient permissions, kinds of trespass.

import { describe, expect, test } from "vitest";
import { firstDifference } from "../../src/sandbox/json-difference.ts";
import { checkTools, type Finding } from "../../src/sandbox/tool-check.ts";
import { withSandboxFiles } from "../support/sandbox-files.ts";

describe("the first difference", () => {
  test.each([
    [1, 1, null],
    [0, -0, null],
    [{ a: 1, b: [2] }, { b: [2], a: 1 }, null],
    [1, 2, { at: "", expected: "1", got: "2" }],
    [null, {}, { at: "", expected: "null", got: "{}" }],
    [[1, 2], [1], { at: "[1]", expected: "2", got: undefined }],
    [{ a: [{ b: 1 }] }, { a: [{ b: "1" }] }, { at: "a[0].b", expected: "1", got: '"1"' }],
    [{}, { toString: 1 }, { at: "toString", expected: undefined, got: "1" }],
    [[], {}, { at: "", expected: "[]", got: "{}" }],
  ])("of %j and %j", (expected, got, found) => {
    expect(firstDifference(expected, got)).toEqual(found);
  });
});

describe("checking", () => {
  withSandboxFiles();

  async function findingsOf(meta: string, body: string, allow: readonly string[]): Promise<readonly Finding[]> {
    const source = `export const meta = { name: "probe", description: "A probe.", signature: "() -> :any", examples: [{ args: {} }], ${meta} };
export default async (args, host) => { ${body} };`;
    const [report] = await checkTools([{ name: "probe.js", source }], { grants: { allow } });
    return report!.findings;
  }

  test.each([
    [
      "Date counts as the clock",
      'permissions: ["clock:now"]',
      "return new Date().getTime() > 0",
      ["clock:now"],
      "pass",
    ],
    ["host.clock.now too", 'permissions: ["clock:now"]', "return await host.clock.now() > 0", ["clock:now"], "pass"],
    ["unless nobody looks", 'permissions: ["clock:now"]', "return 1", ["clock:now"], "warn"],
    ["Math.random counts", 'permissions: ["random"]', "return Math.random()", ["random"], "pass"],
    ["console counts as the log", 'permissions: ["log"]', "console.log(1); return 1", ["log"], "pass"],
    ["what is not granted is told", 'permissions: ["random"]', "return Math.random()", [], "warn"],
    ["state is trespass", "", 'return await host.kv.get("a", "b").catch(() => 1)', [], "fail"],
    ["and so is chance", "deterministic: true", "return await host.random.number().catch(() => 1)", [], "fail"],
  ])("%s", async (_, meta, body, allow, status) => {
    const findings = await findingsOf(meta, body, allow);
    expect(findings.filter((f) => f.check === "permission").map((f) => f.status)).toEqual([status]);
  });

  test("a check of several tools reports each in its place", async () => {
    const reports = await checkTools([
      { name: "a.js", source: "let x = ;" },
      {
        name: "b.js",
        source: 'export const meta = { name: "b", description: "B.", signature: "() -> :int" }; export default () => 1',
      },
    ]);
    expect(reports.map((r) => [r.file, r.ok, r.tool?.name])).toEqual([
      ["a.js", false, undefined],
      ["b.js", true, "b"],
    ]);
  });
});
