// ptc register and ptc repair: tools of one file through the gates, all of what they found shown.

import { resolve } from "node:path";
import type { CaseDraft, Registration, ToolDraft } from "../../../node.ts";
import { type Arguments, type Command, EXIT, jsonFlag, type Shell, UsageError } from "../command.ts";
import { readText } from "../files.ts";
import { renderToolProblem } from "../tool-problem.ts";
import { madeWhenMissing, type Opened, placeFlags, withRegistry } from "./open.ts";
import { problemLines, registrationLines, say } from "./render.ts";

const flags = [
  ...placeFlags,
  { name: "cases", value: "FILE", repeatable: true, summary: "cases to prove it with (.cases.json or .cases.clj)" },
  jsonFlag,
] as const;

export const registerCommand: Command = {
  name: "register",
  usage: ["register FILE… [--cases FILE]… [--json]"],
  summary: "puts the tools of a file through the gates and registers what passes",
  flags,
  notes: [
    "A FILE is PTC-Lisp (.clj) or a sandboxed module (.ts, .js). A refusal changes nothing and says which gate, which case.",
  ],
  examples: ["ptc register tools/total.clj --cases tests/total.cases.json", "ptc register stdlib/csv-parse.ts"],
  run: (args, shell, modules) =>
    withRegistry(
      args,
      shell,
      modules,
      (opened) => each(args, shell, opened, (draft, cases) => opened.engine.registry.registerTool(draft, { cases })),
      madeWhenMissing,
    ),
};

export const repairCommand: Command = {
  name: "repair",
  usage: ["repair FILE [--supersedes ID[@VERSION]] [--cases FILE]… [--json]"],
  summary: "registers a better version: it must pass every case of all it replaces",
  flags: [{ name: "supersedes", value: "ID", summary: "the tool it replaces, when it has another name" }, ...flags],
  notes: [
    "The suites of everything that depends on the tool must still pass too. Skills about it are flagged for review.",
  ],
  examples: ["ptc repair tools/format-report.clj", "ptc repair tools/format-report-v2.clj --supersedes format-report"],
  run: (args, shell, modules) => {
    const supersedes = args.text("supersedes");
    return withRegistry(args, shell, modules, (opened) =>
      each(args, shell, opened, (draft, cases) =>
        opened.engine.registry.registerRepair(
          { ...draft, ...(supersedes === undefined ? {} : { supersedes }) },
          { cases },
        ),
      ),
    );
  },
};

async function each(
  args: Arguments,
  shell: Shell,
  opened: Opened,
  register: (draft: ToolDraft, cases: readonly CaseDraft[]) => Promise<Registration>,
): Promise<number> {
  if (args.positional.length === 0) throw new UsageError("Name at least one file: ptc register tools/total.clj.");
  const cases = casesByTool(args.all("cases"), opened);
  const found: Registration[] = [];
  for (const file of args.positional) {
    const drafts = await draftsIn(file, shell, opened);
    if (drafts === null) return EXIT.program;
    for (const draft of drafts) {
      const done = await register(draft, cases.get(opened.library.foldId(draft.id) ?? "") ?? []);
      found.push(done);
      if (!args.has("json")) say(registrationLines(done, shell.colorOut, true), shell.out);
    }
  }
  if (args.has("json")) shell.out(JSON.stringify(found.length === 1 ? found[0] : found));
  return found.every((one) => one.ok) ? EXIT.ok : EXIT.program;
}

function casesByTool(files: readonly string[], { library }: Opened): ReadonlyMap<string, CaseDraft[]> {
  const all = new Map<string, CaseDraft[]>();
  for (const file of files) {
    const read = library.parseCaseFile(readText(file), file);
    if (!read.ok) throw new UsageError(`${file}: ${read.message}\n  = hint: ${read.hint}`);
    for (const { tool, cases } of read.suites) {
      const id = library.foldId(tool) ?? tool;
      all.set(id, [...(all.get(id) ?? []), ...cases]);
    }
  }
  return all;
}

/** Null when the file cannot be read as tools; what is wrong was said. */
async function draftsIn(file: string, shell: Shell, { library, engine }: Opened): Promise<readonly ToolDraft[] | null> {
  const text = readText(file);
  if (file.endsWith(".clj")) {
    const read = library.readToolFile(text, file);
    for (const { reason, message, hint, place } of read.problems)
      say(problemLines({ reason, message, hint: hint ?? "Mend it there.", at: { file, ...place } }), shell.err);
    if (read.problems.length > 0) return null;
    if (read.tools.length === 0)
      throw new UsageError(`${file} has no tools: a tool is a (defn …) with a :signature in its options.`);
    return library.draftsOf(read);
  }
  try {
    const module = await engine.sandbox().load({ file: resolve(file) });
    return [library.moduleDraft(module, text, file)];
  } catch (e) {
    if (!(e instanceof library.ToolLoadError)) throw e;
    for (const problem of e.problems) shell.err(renderToolProblem(problem, { file }, shell.colorErr));
    return null;
  }
}
