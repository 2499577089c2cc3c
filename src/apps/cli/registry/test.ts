// ptc test: suites of registered tools, run again. Only a run of all cases can turn a tool green; a failing one turns it red.

import { watch } from "node:fs";
import type { SuiteReport, Synced } from "../../../node.ts";
import { type Arguments, type Command, EXIT, jsonFlag, type Shell, UsageError } from "../command.ts";
import { plural } from "../plural.ts";
import { isUnlinked, junit, type NotRun } from "./junit.ts";
import { type Opened, placeFlags, shownPath, withRegistry } from "./open.ts";
import { failureLines, headLine, problemLines, say } from "./render.ts";
import { fileProblemLines, syncedLines } from "./sync.ts";

export const testCommand: Command = {
  name: "test",
  usage: ["test [ID]… [--smoke] [--changed] [--watch] [--json | --junit]"],
  summary: "runs the suites of registered tools again",
  flags: [
    ...placeFlags,
    { name: "smoke", summary: "only cases tagged smoke" },
    { name: "changed", summary: "only tools whose files differ from what is registered, after syncing them" },
    { name: "watch", summary: "sync and test again whenever a file of the project changes" },
    jsonFlag,
    { name: "junit", summary: "print a JUnit report, for CI servers" },
  ],
  notes: ["Exit code 1 when a case fails, a tool has none to run, or one does not link."],
  examples: ["ptc test", "ptc test top-words --smoke", "ptc test --junit > report.xml"],
  run: (args, shell, modules) => {
    if (args.has("json") && args.has("junit")) throw new UsageError("Give one of --json and --junit.");
    return withRegistry(args, shell, modules, async (opened) => {
      if (!args.has("watch")) return testOnce(args, shell, opened);
      return watching(opened.project.root, () => testOnce(args, shell, opened), shell);
    });
  },
};

async function testOnce(args: Arguments, shell: Shell, opened: Opened): Promise<number> {
  const named = { ids: args.positional, refused: [] };
  const { ids, refused } = args.positional.length > 0 ? named : await idsToTest(args, shell, opened);
  const reports: SuiteReport[] = [];
  const quiet = args.has("json") || args.has("junit");
  const notRun: NotRun[] = [...refused];
  for (const id of ids) {
    const done = await opened.engine.registry.runSuite(id, args.has("smoke") ? { smoke: true } : {});
    if (!done.ok) {
      notRun.push({ id, problem: done.problem });
      if (!quiet) say(problemLines(done.problem), shell.err);
      continue;
    }
    reports.push(done.value);
    if (!quiet) say(reportLines(done.value, shell.colorOut), shell.out);
  }
  const ran = reports.reduce((n, r) => n + r.ran, 0);
  const passed = reports.reduce((n, r) => n + r.passed, 0);
  if (args.has("json")) shell.out(JSON.stringify([...reports, ...notRun]));
  else if (args.has("junit")) shell.out(junit(reports, notRun));
  else shell.err(`${plural(reports.length, "tool")}, ${passed} of ${plural(ran, "case")} passed`);
  const fine = reports.every((report) => report.passed === report.ran && !isUnlinked(report));
  return notRun.length === 0 && fine ? EXIT.ok : EXIT.program;
}

function reportLines(r: SuiteReport, color: boolean): readonly string[] {
  const words = isUnlinked(r) ? (r.healthReason ?? "") : `${r.passed} of ${plural(r.ran, "case")}`;
  return [headLine(`${r.id}@${r.version}`, r.health, color, words), ...r.failures.flatMap(failureLines)];
}

interface ToTest {
  readonly ids: readonly string[];
  readonly refused: readonly NotRun[];
}

/** All of them, or those whose files changed; what is refused is said, and the others are tested all the same. */
async function idsToTest(args: Arguments, shell: Shell, { engine, library, project }: Opened): Promise<ToTest> {
  if (!args.has("changed") && !args.has("watch")) return { ids: await allIds({ engine }), refused: [] };
  const report = await library.syncProject(engine, await library.scanProject(project, engine.sandbox));
  const refused = report.done.filter(({ outcome }) => outcome === "refused");
  for (const one of refused) say(syncedLines(one, shell, false), shell.err);
  say(fileProblemLines(report, project), shell.err);
  const changed = report.done.filter((one) => one.kind === "tool" && !["unchanged", "refused"].includes(one.outcome));
  const unread = report.problems.map((problem) => ({ id: shownPath(project, problem.at.file), problem }));
  return { ids: changed.map(({ id }) => id), refused: [...refused.flatMap(refusedOne), ...unread] };
}

function refusedOne(one: Synced): readonly NotRun[] {
  const problem = one.kind === "skill" ? one.problem : one.registration.ok ? null : one.registration.problem;
  return problem === null ? [] : [{ id: one.id, problem }];
}

async function allIds({ engine }: Pick<Opened, "engine">): Promise<readonly string[]> {
  const ids: string[] = [];
  for (;;) {
    const after = ids.at(-1);
    const page = await engine.store.read((r) => r.toolHeads({ limit: 500, ...(after === undefined ? {} : { after }) }));
    ids.push(...page.map((t) => t.id));
    if (page.length < 500) return ids;
  }
}

/** Until the process is stopped. */
function watching(root: string, again: () => Promise<number>, shell: Shell): Promise<number> {
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  const round = (): void => {
    running = running
      .then(again)
      .then(() => {})
      .catch((e: unknown) => shell.err(e instanceof UsageError ? e.message : String(e)));
  };
  watch(root, { recursive: true }, (_event, file) => {
    if (file === null || /(^|[/\\])(\.ptc|node_modules|\.git)([/\\]|$)/.test(file)) return;
    clearTimeout(timer);
    timer = setTimeout(round, 200);
  });
  shell.err("Watching; stop with Ctrl-C.");
  // After the watch is set up, so that no change falls between.
  round();
  return new Promise(() => {});
}
