// ptc demo: the whole story on one screen, every step of it a command that anybody can type.

import { readFileSync } from "node:fs";
import { type Arguments, type Command, EXIT, jsonFlag, type Modules, type Shell, UsageError } from "./command.ts";
import { commandLines, folded, headingLines, outputLines, type Page, painted } from "./demo/page.ts";
import { perform, typed } from "./demo/perform.ts";
import { makePlace } from "./demo/place.ts";
import { type Done, type Summary, summaryLines, summaryOf } from "./demo/summary.ts";
import { IMAGE, MISSION, type Step, walk } from "./demo/walk.ts";

export const demoCommand: Command = {
  name: "demo",
  usage: ["demo [--dir DIR | --keep] [--json]"],
  summary: "walks the whole way in seconds: register, refuse, link, smith, repair, run, and what it saves",
  flags: [
    { name: "dir", value: "DIR", summary: "make the project here, and leave it to go on with" },
    { name: "keep", summary: "leave the temporary folder, and say where it is" },
    jsonFlag,
  ],
  notes: [
    "Nothing is played: each line with $ is run as it stands. Needs better-sqlite3 and esbuild, as the registry does.",
  ],
  examples: ["ptc demo", "ptc demo --dir salary-report && cd salary-report && ptc list", "ptc demo --json"],
  run: async (args, shell, modules) => {
    if (args.positional.length > 0) throw new UsageError("ptc demo takes no names: ptc demo --dir DIR.");
    if (args.has("dir") && args.has("keep")) throw new UsageError("Give one of --dir and --keep.");
    const library = await modules.library();
    const place = makePlace(library.packageFolder(), args.text("dir"), args.has("keep"));
    const before = process.cwd();
    process.chdir(place.folder);
    try {
      return await demonstrate(args, shell, modules, place.folder);
    } finally {
      process.chdir(before);
      place.leave();
    }
  },
};

interface WalkedStep {
  readonly title: string;
  readonly why: string;
  readonly commands: readonly Done[];
}

async function demonstrate(args: Arguments, shell: Shell, modules: Modules, folder: string): Promise<number> {
  const json = args.has("json");
  const page: Page = { width: widthFor(json), color: !json && shell.colorOut };
  const say = (lines: readonly string[]): void => {
    if (!json) for (const line of lines) shell.out(line);
  };
  say(opening(page));
  const steps: WalkedStep[] = [];
  for (const [i, step] of walk.entries()) {
    say(headingLines(step, i + 1, page));
    const walked = await walkStep(step, page, modules, say);
    steps.push(walked);
    const last = walked.commands.at(-1)!;
    if (last.action.do === "ptc" && last.exit !== last.action.exit) return stopped(last, steps, json, shell);
  }
  const summary = await figures(steps, modules);
  say(summaryLines(summary, page));
  say(closing(args, folder, page));
  if (json)
    shell.out(JSON.stringify({ ok: true, folder: isKept(args) ? folder : null, steps: steps.map(inJson), summary }));
  return EXIT.ok;
}

/** Ends early when a command ended otherwise than it should: nothing after it would be true. */
async function walkStep(
  step: Step,
  page: Page,
  modules: Modules,
  say: (lines: readonly string[]) => void,
): Promise<WalkedStep> {
  const commands: Done[] = [];
  for (const action of step.actions) {
    say(commandLines(typed(action), page));
    const done = await perform(action, page.color, modules);
    commands.push({ ...done, action });
    const isRight = action.do === "copy" || done.exit === action.exit;
    const shown = action.do === "ptc" && isRight ? action.shown : undefined;
    // What went wrong is at the beginning; a missing package is said for every file.
    say(outputLines(isRight ? done.output : done.output.slice(0, MOST_SAID), shown, page));
    if (!isRight) break;
  }
  return { title: step.title, why: step.why, commands };
}

function stopped(last: Done, steps: readonly WalkedStep[], json: boolean, shell: Shell): number {
  const wanted = last.action.do === "ptc" ? last.action.exit : EXIT.ok;
  const message = `The walk stops here: this command should have ended with exit code ${wanted}, not ${last.exit}.`;
  if (json) shell.out(JSON.stringify({ ok: false, message, steps: steps.map(inJson) }));
  else shell.err(`error[demo_stopped]: ${message}\n  = hint: What it says above is the reason.`);
  return EXIT.program;
}

async function figures(steps: readonly WalkedStep[], modules: Modules): Promise<Summary> {
  const library = await modules.library();
  const opened = library.openBundle(readFileSync(IMAGE, "utf8"));
  if (!opened.ok) throw new Error(opened.problem.message);
  const engine = await library.openEngine({ registry: ".ptc/registry.db" });
  try {
    return await summaryOf(
      engine,
      opened.bundle,
      library,
      steps.flatMap((step) => step.commands),
    );
  } finally {
    await engine.close();
  }
}

function inJson({ title, why, commands }: WalkedStep): object {
  return {
    title,
    why,
    commands: commands.map(({ command, exit, output, ms }) => ({ command, exit, output, ms: Math.round(ms) })),
  };
}

function isKept(args: Arguments): boolean {
  return args.has("dir") || args.has("keep");
}

function opening(page: Page): readonly string[] {
  return [
    painted(`ptc demo: ${MISSION}`, "bold", page),
    ...folded("Every line with $ is run as it stands, in a copy of examples/salary-report.", page.width),
  ];
}

function closing(args: Arguments, folder: string, page: Page): readonly string[] {
  if (!isKept(args)) return ["", "The folder is removed again. To go on by hand: ptc demo --dir salary-report"];
  const next = [
    ["ptc list", "what is registered"],
    [`ptc link --plan plan.json --tag EU --why csv_parse`, "how a base tool got in"],
    ["ptc link --plan plan.json --tag EU --prompt", "what the worker's model is shown"],
    ["ptc test", "every case again"],
    ["ptc sync", "after changing a file of tools/"],
  ] as const;
  return [
    "",
    `Go on in ${args.text("dir") ?? folder}:`,
    ...next.map(([command, what]) => `   ${painted(`$ ${command}`.padEnd(54), "cyan", page)} ${what}`),
  ];
}

const PLAIN_WIDTH = 96;
const MOST_SAID = 12;

function widthFor(json: boolean): number {
  if (json || process.stdout.isTTY !== true) return PLAIN_WIDTH;
  return Math.max(60, Math.min(100, process.stdout.columns));
}
