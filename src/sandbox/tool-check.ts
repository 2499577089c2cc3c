// What can be said of tools by trying them: that module and meta hold together, that every example gives what it says,
// which permissions are really used, and that a deterministic tool answers the same in two engines. Reports are data.

import type { BrokerEvent, PermissionEvent } from "./broker.ts";
import type { ToolSource } from "./bundle.ts";
import { firstDifference } from "./json-difference.ts";
import { ToolLoadError, type ToolProblem } from "./problem.ts";
import { type CallResult, createSandbox, type Sandbox, type SandboxOptions } from "./sandbox.ts";
import type { ToolExample, ToolMeta, ToolModule } from "./tool-module.ts";

export interface Finding {
  readonly check: "module" | "example" | "permission" | "determinism";
  readonly status: "pass" | "warn" | "fail";
  readonly message: string;
  readonly hint?: string;
  /** Which example it is about, counted from 1. */
  readonly example?: number;
  /** Which permission it is about, and what was asked for under it. */
  readonly permission?: string;
  readonly uses?: readonly string[];
  readonly problem?: ToolProblem;
}

export interface ToolReport {
  readonly file: string;
  /** Nothing failed; there may be warnings. */
  readonly ok: boolean;
  /** Null when it cannot be loaded. */
  readonly tool: (Pick<ToolMeta, "name" | "signature" | "permissions" | "deterministic"> & { hash: string }) | null;
  readonly findings: readonly Finding[];
}

/** Checks tools in sandboxes of their own. They may call each other. */
export async function checkTools(
  sources: readonly ToolSource[],
  options: SandboxOptions = {},
): Promise<readonly ToolReport[]> {
  let heard: PermissionEvent[] = [];
  const onEvent = (event: BrokerEvent): void => {
    if (event.type === "permission" && event.depth === 0) heard.push(event);
    options.onEvent?.(event);
  };
  const open = (): Sandbox => createSandbox({ ...options, pool: { ...options.pool, size: 1 }, onEvent });
  const first = open();
  let second: Sandbox | null = null;
  try {
    const loaded = await Promise.all(sources.map((source) => attemptLoad(first, source)));
    const tools = loaded.flatMap((one) => (one instanceof ToolLoadError ? [] : [one]));
    for (const tool of tools) first.offer(tool);
    const reports: ToolReport[] = [];
    for (const one of loaded) {
      if (one instanceof ToolLoadError) {
        reports.push({ file: one.file, ok: false, tool: null, findings: one.problems.map(notLoaded) });
        continue;
      }
      heard = [];
      const results: CallResult[] = [];
      for (const example of one.meta.examples) results.push(await first.call(one, example.args));
      const asked = heard;
      const findings = [moduleFinding(one), ...exampleFindings(one, results), ...permissionFindings(one, asked)];
      if (one.meta.deterministic) {
        if (second === null) {
          second = open();
          for (const tool of tools) second.offer(second.restore(tool));
        }
        findings.push(await determinismFinding(one, results, second));
      } else if (one.meta.permissions.length === 0 && !one.meta.stateful)
        findings.push({
          ...{ check: "determinism", status: "warn" },
          message: "it asks for nothing, so equal arguments get equal answers, but it does not say so",
          hint: "Add deterministic: true to meta.",
        });
      reports.push(reportOf(one, findings));
    }
    return reports;
  } finally {
    await Promise.all([first.close(), second?.close()]);
  }
}

async function attemptLoad(sandbox: Sandbox, source: ToolSource): Promise<ToolModule | ToolLoadError> {
  try {
    return await sandbox.load(source);
  } catch (e) {
    if (e instanceof ToolLoadError) return e;
    throw e;
  }
}

function notLoaded(problem: ToolProblem): Finding {
  return { check: "module", status: "fail", message: problem.message, hint: problem.hint, problem };
}

function reportOf(tool: ToolModule, findings: readonly Finding[]): ToolReport {
  const { name, signature, permissions, deterministic } = tool.meta;
  return {
    file: tool.file,
    ok: findings.every((f) => f.status !== "fail"),
    tool: { name, signature, permissions, deterministic, hash: tool.hash },
    findings,
  };
}

function moduleFinding({ meta, code }: ToolModule): Finding {
  const kb = Math.max(1, Math.round(code.length / 1024));
  return { check: "module", status: "pass", message: `${meta.name} ${meta.signature}, ${kb} KB` };
}

function exampleFindings({ meta }: ToolModule, results: readonly CallResult[]): readonly Finding[] {
  if (results.length === 0)
    return [
      {
        ...{ check: "example", status: "warn" },
        message: "there are none, so nothing was run",
        hint: "Add examples: [{ args: { … }, result: … }] to meta: models learn from them, and this check runs them.",
      },
    ];
  return results.map((result, i) => exampleFinding(meta.examples[i]!, result, i + 1));
}

function exampleFinding(example: ToolExample, result: CallResult, number: number): Finding {
  const about = { check: "example", example: number } as const;
  if (!result.ok) {
    const { message, hint } = result.error;
    return { ...about, status: "fail", message, hint, problem: result.error };
  }
  const given = short(JSON.stringify(example.args));
  const got = short(JSON.stringify(result.value));
  if (!("result" in example))
    return { ...about, status: "pass", message: `${given} ran; it names no result to compare` };
  const difference = firstDifference(example.result, result.value);
  if (difference === null) return { ...about, status: "pass", message: `${given} gives ${got}` };
  const place = difference.at === "" ? "" : `${difference.at}: `;
  return {
    ...{ ...about, status: "fail" },
    message: `${place}expected ${short(difference.expected)}, got ${short(difference.got)}`,
    hint: "Correct the example's result, or the tool.",
  };
}

/** Decided when a call begins, whether or not the tool looks: only its text tells. */
const ambient: Readonly<Record<string, RegExp>> = { Date: /\bDate\b/, "Math.random": /\bMath\s*\.\s*random\b/ };

function permissionFindings({ meta, code }: ToolModule, asked: readonly PermissionEvent[]): readonly Finding[] {
  const really = asked.filter((e) => e.function !== "console" && (ambient[e.function]?.test(code) ?? true));
  const declared = meta.permissions.map((permission): Finding => {
    const here = really.filter((e) => e.declared === permission);
    const uses = [...new Set(here.filter((e) => e.outcome === "allow").map((e) => e.permission))];
    const about = { check: "permission", permission, uses } as const;
    if (uses.length > 0) {
      const what = uses.length === 1 && uses[0] === permission ? "used" : `used for ${short(uses.join(", "))}`;
      return { ...about, status: "pass", message: `${permission} ${what}` };
    }
    if (here.length > 0)
      return {
        ...{ ...about, status: "warn" },
        message: `${permission} was asked for, but is not granted here`,
        hint: `Check it with --grant '${permission}'.`,
      };
    return {
      ...{ ...about, status: "warn" },
      message: `${permission} is declared, but no example used it`,
      hint: "Drop it from meta.permissions, or add an example that needs it.",
    };
  });
  const beyond = new Map(really.filter((e) => trespasses.has(e.reason)).map((e) => [e.permission, e]));
  const undeclared = [...beyond.values()].map(({ permission, function: f, reason }): Finding => {
    const about = { check: "permission", status: "fail", permission } as const;
    return reason === "undeclared"
      ? {
          ...about,
          message: `${permission} was asked for, but is not declared`,
          hint: `Add ${JSON.stringify(permission)} to meta.permissions, or do without.`,
        }
      : {
          ...about,
          message: `host.${f} was called, which a ${reason} tool may not`,
          hint: `Say ${reason === "stateless" ? "stateful: true" : "deterministic: false"} in meta, or do without.`,
        };
  });
  return [...declared, ...undeclared];
}

const trespasses: ReadonlySet<PermissionEvent["reason"]> = new Set(["undeclared", "deterministic", "stateless"]);

async function determinismFinding(tool: ToolModule, results: readonly CallResult[], again: Sandbox): Promise<Finding> {
  const check = "determinism";
  let compared = 0;
  for (const [i, before] of results.entries()) {
    if (!before.ok) continue;
    const after = await again.call(tool, tool.meta.examples[i]!.args);
    const difference = after.ok ? firstDifference(before.value, after.value) : null;
    if (after.ok && difference === null) {
      compared++;
      continue;
    }
    const place = difference === null || difference.at === "" ? "" : `${difference.at} was `;
    const first = short(difference?.expected ?? JSON.stringify(before.value));
    const then = after.ok ? short(difference?.got) : after.error.message;
    return {
      ...{ check, status: "fail", example: i + 1 },
      message: `example ${i + 1} differs from run to run: ${place}${first}, then ${then}`,
      hint: "Remove what changes between runs, or drop deterministic: true from meta.",
    };
  }
  if (compared === 0)
    return {
      ...{ check, status: "warn" },
      message: "declared, but no example ran, so nothing could be compared",
      hint: "Add an example that succeeds.",
    };
  const examples = compared === 1 ? "1 example" : `${compared} examples`;
  return { check, status: "pass", message: `${examples} run again in another engine: the same` };
}

const LONGEST = 80;

function short(text: string | undefined): string {
  if (text === undefined) return "nothing";
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}
