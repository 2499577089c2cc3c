// The pages of `ptc explain` for base tools: each shows code that fails for its reason and code that does not.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ToolLoadError } from "../../src/sandbox/problem.ts";
import { type SandboxReasonPage, sandboxReasons } from "../../src/sandbox/reasons.ts";
import { createSandbox, type Sandbox } from "../../src/sandbox/sandbox.ts";
import { withSandboxFiles } from "../support/sandbox-files.ts";

withSandboxFiles();
const root = mkdtempSync(join(tmpdir(), "ptc-reasons-"));
mkdirSync(join(root, "data"));
writeFileSync(join(root, "data/a.txt"), "a");
writeFileSync(join(root, "a.txt"), "a");

let sandbox: Sandbox;
beforeAll(() => {
  const grants = { allow: ["filesystem:read:data/**", "filesystem:read:a.txt"], ask: ["filesystem:read:contracts/**"] };
  // Some pages are about a clock that runs out, the others must not be hurried by a busy machine.
  sandbox = createSandbox({ root, grants, pool: { size: 1 }, limits: { timeoutMs: 10_000 } });
});
afterAll(async () => {
  await sandbox.close();
  rmSync(root, { recursive: true });
});

function moduleOf(code: string, timeoutMs: number): string {
  if (code.includes("export")) return code;
  const meta = {
    name: "probe",
    description: "A probe.",
    inputSchema: {},
    permissions: ["filesystem:read:**"],
    timeoutMs,
  };
  return `export const meta = ${JSON.stringify(meta)}; export default async (args, host) => { ${code} };`;
}

async function reasonOf(code: string, timeoutMs: number): Promise<string> {
  try {
    const tool = await sandbox.load({ name: "probe.js", source: moduleOf(code, timeoutMs) });
    const ended = await sandbox.call(tool, {});
    return ended.ok ? "none" : ended.error.reason;
  } catch (e) {
    if (e instanceof ToolLoadError) return e.problems[0]!.reason;
    throw e;
  }
}

describe.each(Object.entries<SandboxReasonPage>(sandboxReasons))("%s", (reason, page) => {
  test("has words", () => {
    expect(page.summary).toMatch(/^[a-z]/);
    expect(page.text.length).toBeGreaterThan(40);
    expect(page.text).toMatch(/[.]$/);
  });
  if (page.fromHost === true) return;
  test("its wrong code fails so, its right code does not", async () => {
    const timeoutMs = reason === "timeout" ? 500 : 10_000;
    expect(await reasonOf(page.wrong, timeoutMs)).toBe(reason);
    expect(await reasonOf(page.right, 10_000)).toBe("none");
  }, 30_000);
});
