// ptc tool check: what trying a base tool shows, as a table.

import { printable } from "../../base/width.ts";
import type { Finding, ToolReport } from "../../node.ts";
import { type Command, EXIT, jsonFlag, type Shell, UsageError } from "./command.ts";
import { inFlags } from "./output.ts";
import { plural } from "./plural.ts";
import { grantFlags, grantNote, inFlagWords } from "./sandbox-flags.ts";
import { sourceOf } from "./tool-files.ts";
import { type NamedTool, renderToolProblem } from "./tool-problem.ts";
import { isolateFlag, sandboxOptions } from "./tool-run.ts";

export const toolCheckCommand: Command = {
  name: "tool check",
  usage: ["tool check FILE… [--grant PERM]… [--json]"],
  summary: "checks base tools: meta, schemas, examples, permissions, determinism",
  flags: [
    ...grantFlags,
    isolateFlag,
    { name: "timeout", value: "MS", summary: "milliseconds each call may take (5000)" },
    jsonFlag,
  ],
  notes: [
    "Every example of meta is run and compared with its result. Permissions that no example used are warnings, those used",
    "but not declared are failures. Deterministic tools are run twice, in different engines. The files may call each other.",
    grantNote,
    "The exit code is 1 when something failed. With --json every file is one line: file, ok, tool, findings.",
  ],
  examples: [
    "ptc tool check word-count.ts",
    "ptc tool check tools/*.ts --grant 'filesystem:read:data/**'",
    "ptc tool check word-count.ts --json",
  ],
  run: async (args, shell, modules) => {
    if (args.positional.length === 0) throw new UsageError("ptc tool check takes files: ptc tool check word-count.ts.");
    const options = sandboxOptions(args);
    const tools = args.positional.map(sourceOf);
    const library = await modules.library();
    const reports = await inFlagWords(library, () =>
      library.checkTools(
        tools.map((t) => t.source),
        options,
      ),
    );
    for (const [i, report] of reports.entries()) {
      if (args.has("json")) shell.out(JSON.stringify(report));
      else show(report, tools[i]!.named, shell);
    }
    const count = (status: Finding["status"]): number =>
      reports.flatMap((r) => r.findings).filter((f) => f.status === status).length;
    const failed = count("fail");
    const warned = count("warn");
    const failures = failed === 0 ? "no failures" : plural(failed, "failure");
    const warnings = warned === 0 ? "" : `, ${plural(warned, "warning")}`;
    shell.err(`${plural(reports.length, "tool")} checked, ${failures}${warnings}`);
    return failed > 0 ? EXIT.program : EXIT.ok;
  },
};

const marks = { pass: ["✓", "32"], warn: ["!", "33"], fail: ["✗", "31"] } as const;
const labelWidth = "determinism".length;

function show(report: ToolReport, named: NamedTool, shell: Shell): void {
  const mark = (status: Finding["status"]): string => {
    const [sign, color] = marks[status];
    return shell.colorOut ? `\u001b[${color}m${sign}\u001b[0m` : sign;
  };
  shell.out(`${mark(report.ok ? "pass" : "fail")} ${named.file}`);
  for (const { check, status, example, message, hint, problem } of report.findings) {
    const label = (check === "example" && example !== undefined ? `example ${example}` : check).padEnd(labelWidth);
    const rendered = problem === undefined ? null : renderToolProblem(problem, named, shell.colorOut);
    shell.out(
      `  ${mark(status)} ${label}  ${rendered === null ? printable(message) : check === "module" ? "cannot be loaded" : `ended as ${problem!.reason}`}`,
    );
    if (rendered !== null) shell.out(rendered.replace(/^/gm, "      "));
    else if (hint !== undefined) shell.out(`    ${" ".repeat(labelWidth)}  = hint: ${printable(inFlags(hint))}`);
  }
}
