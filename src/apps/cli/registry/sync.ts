// ptc sync: what the project's files say, through the gates and into the registry.

import type { Project, Scanned, Synced, SyncReport } from "../../../node.ts";
import { type Command, EXIT, jsonFlag, type Shell } from "../command.ts";
import { plural } from "../plural.ts";
import { statusLine } from "../progress.ts";
import { madeWhenMissing, type Opened, placeFlags, shownPath, withRegistry } from "./open.ts";
import { headLine, problemLines, registrationLines, say } from "./render.ts";

export const syncCommand: Command = {
  name: "sync",
  usage: ["sync [--stdlib] [--verbose] [--json]"],
  summary: "registers what changed in the project's files, through the gates",
  flags: [
    ...placeFlags,
    { name: "stdlib", summary: 'also the tools and skills that come with ptc, as "stdlib": true in ptc.json does' },
    { name: "verbose", summary: "show what every gate found, and what is unchanged" },
    jsonFlag,
  ],
  notes: [
    "Tools are in tools/*.clj and tools/*.tool.ts, their cases in tests/*.cases.json, skills in skills/*/SKILL.md; ptc.json can",
    "say otherwise. A tool that a gate refuses stays as it was. Exit code 1 when anything was refused or is red.",
  ],
  examples: ["ptc sync", "ptc sync --stdlib", "ptc sync --verbose", "ptc sync --json"],
  run: (args, shell, modules) => {
    const work = async (opened: Opened): Promise<number> => {
      const { library, engine, project } = opened;
      const json = args.has("json");
      const verbose = args.has("verbose");
      const scanned = await library.scanProject(project, engine.sandbox);
      const supplied =
        args.has("stdlib") || project.config.stdlib ? await syncStdlib(opened, scanned, verbose, json, shell) : null;
      const own = await library.syncProject(engine, scanned, (done, index, total) => {
        statusLine(null);
        if (!json && (verbose || done.outcome !== "unchanged" || !isWell(done)))
          say(syncedLines(done, shell, verbose), shell.out);
        statusLine(`${index} of ${total}`);
      });
      statusLine(null);
      const report = supplied === null ? own : joined(supplied, own);
      if (json) shell.out(JSON.stringify(report));
      else {
        say(fileProblemLines(report, project), shell.err);
        shell.err(summary(report));
      }
      return isFine(report) ? EXIT.ok : EXIT.program;
    };
    return withRegistry(args, shell, modules, work, madeWhenMissing);
  },
};

/** Before the project's own tools, which may need them. One line says that all is well; what is not is shown as for others. */
async function syncStdlib(
  { library, engine, project }: Opened,
  own: Scanned,
  verbose: boolean,
  json: boolean,
  shell: Shell,
): Promise<SyncReport> {
  const { scanned, leftAlone } = await library.stdlibFor(engine, library.readStdlib(), own, project.config.deny);
  const report = await library.syncProject(engine, scanned, (done, index, total) => {
    statusLine(null);
    if (!json && (verbose || !isWell(done))) say(syncedLines(done, shell, verbose), shell.out);
    statusLine(`stdlib: ${index} of ${total}`);
  });
  statusLine(null);
  if (json) return report;
  for (const { id, why } of leftAlone) if (verbose) shell.out(`· ${id}  left alone: ${why}`);
  const done = (kind: Synced["kind"]) =>
    report.done.filter((one) => one.kind === kind && ["green", "registered"].includes(one.outcome)).length;
  if (done("tool") + done("skill") > 0)
    shell.out(
      headLine(
        `stdlib: ${plural(done("tool"), "tool")}, ${plural(done("skill"), "skill")}`,
        "registered",
        shell.colorOut,
      ),
    );
  return report;
}

function joined(one: SyncReport, other: SyncReport): SyncReport {
  return { done: [...one.done, ...other.done], problems: [...one.problems, ...other.problems] };
}

export function syncedLines(done: Synced, shell: Shell, verbose: boolean): readonly string[] {
  if (done.kind === "tool") return registrationLines(done.registration, shell.colorOut, verbose);
  const name = done.version === null ? done.id : `${done.id}@${done.version}`;
  return [
    headLine(`skill ${name}`, done.outcome, shell.colorOut),
    ...(done.problem === null ? [] : problemLines(done.problem).map((l) => `  ${l}`)),
  ];
}

export function fileProblemLines({ problems }: SyncReport, project: Project): readonly string[] {
  return problems.flatMap(({ at, ...problem }) =>
    problemLines({ ...problem, at: { ...at, file: shownPath(project, at.file) } }),
  );
}

function isFine({ done, problems }: SyncReport): boolean {
  return problems.length === 0 && done.every(isWell);
}

/** What is unchanged may be red since it was registered. */
function isWell(done: Synced): boolean {
  return (
    done.outcome !== "refused" && !(done.kind === "tool" && done.registration.ok && done.registration.health === "red")
  );
}

/** "2 green, 1 refused, 3 unchanged". */
function summary({ done, problems }: SyncReport): string {
  if (done.length === 0 && problems.length === 0) return "Nothing to register: no tools and no skills were found.";
  const counts = new Map<string, number>();
  for (const one of done) {
    const word = one.outcome === "unchanged" && !isWell(one) ? "red" : one.outcome;
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const parts = [...counts].map(([word, n]) => `${n} ${word}`);
  if (problems.length > 0) parts.push(plural(problems.length, "file problem"));
  return parts.join(", ");
}
