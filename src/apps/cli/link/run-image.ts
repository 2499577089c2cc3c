// ptc run IMAGE.json: a call of one of its tools, or a program over them. The digest is checked first.

import type { Sandbox } from "../../../node.ts";
import { type Arguments, EXIT, type Modules, type Shell, UsageError } from "../command.ts";
import { readText } from "../files.ts";
import { timeoutFrom } from "../hosted.ts";
import { limitsFrom } from "../limit-flags.ts";
import { grantOptions, openSandbox } from "../sandbox-flags.ts";

export const imageFlags = [
  { name: "call", value: "TOOL", summary: "of an image (FILE.json made by ptc link): the tool to call" },
  { name: "args", value: "JSON", summary: "its arguments by name; @FILE reads a file" },
  { name: "program", value: "FILE", summary: "a program over the tools of an image, instead of --call" },
] as const;

export async function runImage(file: string, args: Arguments, shell: Shell, modules: Modules): Promise<number> {
  const call = args.text("call");
  const program = args.text("program");
  if ((call === undefined) === (program === undefined))
    throw new UsageError(`An image is run with one of --call and --program: ptc run ${file} --call TOOL --args '{…}'.`);
  const library = await modules.library();
  const opened = library.openBundle(readText(file));
  if (!opened.ok) {
    shell.err(library.renderLinkProblem(opened.problem, new Map(), { color: shell.colorErr }));
    return EXIT.program;
  }
  const given = argumentsFrom(args.text("args"));
  let sandbox: Sandbox | null = null;
  if (opened.bundle.baseTools.some((t) => t.body.kind === "module"))
    sandbox = await openSandbox(library, grantOptions(args));
  try {
    const limits = { ...limitsFrom(args), ...timeoutFrom(args) };
    const what = program === undefined ? { call: call!, args: given } : { program: readText(program) };
    const done = await library.runBundle(opened.bundle, what, { limits, sandbox: () => sandbox! });
    if ("refused" in done) {
      shell.err(`error[unknown_tool]: ${done.refused}\n  = hint: ${done.hint}`);
      return EXIT.program;
    }
    if (args.has("json")) {
      const { ok, usage, place } = done;
      const rest = done.ok ? { value: done.value } : { error: done.error, place };
      shell.out(JSON.stringify({ ok, ...rest, usage }, (_k, v: unknown) => (typeof v === "bigint" ? v.toString() : v)));
      return done.ok ? EXIT.ok : EXIT.program;
    }
    for (const line of done.prints) shell.err(line);
    if (done.ok) {
      shell.out(done.text);
      return EXIT.ok;
    }
    const { reason, message, hint } = done.error;
    const at = done.place === null ? "" : `\n  ┌─ ${done.place.file}:${done.place.line}:${done.place.column}`;
    shell.err(`error[${reason}]: ${message}${at}${hint === null ? "" : `\n  = hint: ${hint}`}`);
    return reason === "internal_error" ? EXIT.bug : EXIT.program;
  } finally {
    await sandbox?.close();
  }
}

function argumentsFrom(text: string | undefined): Readonly<Record<string, unknown>> {
  if (text === undefined) return {};
  try {
    const parsed: unknown = JSON.parse(text.startsWith("@") ? readText(text.slice(1)) : text);
    if (typeof parsed === "object" && parsed !== null && !Array.isArray(parsed))
      return parsed as Record<string, unknown>;
  } catch (e) {
    if (e instanceof UsageError) throw e;
  }
  throw new UsageError('--args takes a JSON object: --args \'{"text": "…"}\'.');
}
