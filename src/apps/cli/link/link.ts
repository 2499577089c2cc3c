// ptc link: names, a program or a plan in, the smallest image out, with everything it can say about itself.

import { writeFileSync } from "node:fs";
import type { LinkTrace, Plan } from "../../../node.ts";
import { type Arguments, type Command, EXIT, jsonFlag, type Shell, UsageError } from "../command.ts";
import { readText, whyNot } from "../files.ts";
import type { Library } from "../hosted.ts";
import { plural } from "../plural.ts";
import { type Opened, placeFlags, withRegistry } from "../registry/open.ts";
import { type Linked, linkAsked, meaningFor, missionFlags, missionOf } from "./by-mission.ts";

export const linkCommand: Command = {
  name: "link",
  usage: [
    "link ID… [--out FILE] [--tag TAG]… [--budget TOKENS]",
    "link --entry FILE.clj | --plan FILE.json [--out FILE]",
    'link --mission "WHAT IS TO BE DONE" [--need "ONE THING"]… [--out FILE]',
  ],
  summary: "links the smallest image that can do what is asked: tools, skills, permissions, prompt",
  flags: [
    ...missionFlags,
    { name: "out", value: "FILE", summary: "write the image here; else only what it says of itself is shown" },
    { name: "entry", value: "FILE", summary: "a program that uses registered tools" },
    { name: "plan", value: "FILE", summary: 'a plan: {"agents": {"name": {"tools": […]}}, "tasks": […]}' },
    {
      name: "tag",
      value: "TAG",
      repeatable: true,
      summary: "what the mission is about: chooses implementations and skills",
    },
    { name: "model", value: "NAME", summary: "the model that will use it" },
    { name: "budget", value: "TOKENS", summary: "the most that tools and skills may take in the prompt" },
    {
      name: "allow",
      value: "PERM",
      repeatable: true,
      summary: "permissions the image may ask for; others are refused",
    },
    { name: "lock", value: "FILE", summary: "versions to keep; written beside --out as FILE.lock unless given" },
    { name: "locked", summary: "fail when anything differs from the lock" },
    { name: "force", value: "ID", repeatable: true, summary: "link it though it is red or degraded" },
    { name: "no-skills", summary: "leave skills out" },
    { name: "map", summary: "show what is in the image, why and how large" },
    { name: "why", value: "NAME", summary: "show how NAME got in" },
    { name: "unused", summary: "show what was left out, and why" },
    { name: "prompt", summary: "show the prompt" },
    { name: "prelude", summary: "show the linked text" },
    { name: "graph", value: "FILE", summary: "write a picture: .mmd for Mermaid, .json for data" },
    { name: "repro", value: "FILE", summary: "write everything needed to link this again elsewhere" },
    ...placeFlags,
    jsonFlag,
  ],
  notes: [
    "When something is missing, red or too dear the link decision says what to smith or repair, and no file is written.",
  ],
  examples: [
    'ptc link top-words --out words.json && ptc run words.json --call top-words --args \'{"text": "a b a", "n": 1}\'',
    "ptc link top-words --map",
    "ptc link --plan plan.json --tag EU --budget 1200 --out worker.json",
    'ptc link --mission "Q4 salary report for EU employees" --tag EU --tag salary --budget 1200 --out worker.json',
  ],
  run: async (args, shell, modules) => {
    const request = requestFrom(args);
    const meaning = meaningFor(args);
    const work = async (opened: Opened): Promise<number> => {
      const { engine, library } = opened;
      const locked = args.text("lock") === undefined ? {} : { lock: lockFrom(args.text("lock")!, library) };
      const linked = await linkAsked(opened, { ...request, ...locked }, args, shell);
      const { trace } = linked;
      for (const warning of trace.warnings)
        shell.err(library.renderLinkProblem(library.warningOf(warning), new Map(), { color: shell.colorErr }));
      if (trace.bundle === null) return failed(linked, args, shell, library);
      const { tools, skills } = {
        tools: [...new Set(Object.keys(trace.bundle.lock.tools))],
        skills: trace.bundle.skills.map((s) => s.id),
      };
      if (args.text("out") !== undefined) {
        await engine.registry.recordLink({ tools, skills });
        writeOut(args.text("out")!, library.bundleText(trace.bundle), trace, args, library);
      }
      show(linked, args, shell, library);
      return EXIT.ok;
    };
    const code = await withRegistry(args, shell, modules, work, meaning.options);
    meaning.keep(shell);
    return code;
  },
};

function requestFrom(args: Arguments) {
  const budget = args.text("budget");
  if (budget !== undefined && !/^\d+$/.test(budget))
    throw new UsageError(`--budget takes a number of tokens; got ${budget}.`);
  const entry = args.text("entry");
  const plan = args.text("plan");
  if (args.positional.length === 0 && entry === undefined && plan === undefined && missionOf(args) === undefined)
    throw new UsageError(
      'Say what to link: ptc link top-words, --entry FILE.clj, --plan FILE.json or --mission "what is to be done".',
    );
  return {
    roots: args.positional,
    tags: args.all("tag"),
    force: args.all("force"),
    locked: args.has("locked"),
    skills: !args.has("no-skills"),
    ...(entry === undefined ? {} : { entry: { file: entry, text: readText(entry) } }),
    ...(plan === undefined ? {} : { plan: planFrom(plan) }),
    ...(args.text("model") === undefined ? {} : { model: args.text("model")! }),
    ...(budget === undefined ? {} : { budget: Number(budget) }),
    ...(args.all("allow").length === 0 ? {} : { policy: { allow: args.all("allow") } }),
  };
}

function planFrom(file: string): Plan {
  try {
    return JSON.parse(readText(file)) as Plan;
  } catch (e) {
    if (e instanceof UsageError) throw e;
    throw new UsageError(`${file} is not JSON.`);
  }
}

function lockFrom(file: string, library: Library) {
  const read = library.readLock(readText(file));
  if (read === null) throw new UsageError(`${file} is no lock: ptc link --out writes one.`);
  return read;
}

function failed({ trace, mission }: Linked, args: Arguments, shell: Shell, library: Library): number {
  const decision = library.decide(trace);
  const problems = mission?.problems ?? trace.faults.map((fault) => library.problemOf(fault));
  if (args.has("json")) shell.out(JSON.stringify({ ok: false, problems, decision, ...about(mission) }));
  else {
    for (const problem of problems) shell.err(library.renderLinkProblem(problem, new Map(), { color: shell.colorErr }));
    shell.out(library.decisionText(decision));
  }
  return EXIT.program;
}

function writeOut(file: string, text: string, trace: LinkTrace, args: Arguments, library: Library): void {
  write(file, text);
  if (args.text("lock") === undefined) write(`${file.replace(/\.json$/, "")}.lock`, library.lockText(trace.lock));
}

function write(file: string, text: string): void {
  try {
    writeFileSync(file, text.endsWith("\n") ? text : `${text}\n`);
  } catch (e) {
    throw new UsageError(`Cannot write ${file}: ${whyNot(e)}.`);
  }
}

/** What a mission adds to an answer in JSON. */
function about(mission: Linked["mission"]): object {
  return mission === null ? {} : { needs: mission.choices, tags: mission.tags, notices: mission.notices };
}

function show({ trace, mission }: Linked, args: Arguments, shell: Shell, library: Library): void {
  const bundle = trace.bundle!;
  const graph = args.text("graph");
  if (graph !== undefined)
    write(graph, graph.endsWith(".mmd") ? library.mermaidOf(trace) : JSON.stringify(library.graphJson(trace), null, 2));
  const repro = args.text("repro");
  if (repro !== undefined) write(repro, library.reproText(library.reproOf(trace)));
  const why = args.text("why");
  if (args.has("json")) {
    shell.out(
      JSON.stringify({
        ok: true,
        digest: bundle.digest,
        tokens: bundle.tokens,
        map: library.mapOf(trace),
        warnings: bundle.warnings,
        ...about(mission),
      }),
    );
    return;
  }
  if (args.has("map")) shell.out(library.mapText(library.mapOf(trace)));
  if (why !== undefined) shell.out(library.whyText(library.whyLinked(trace, why), why));
  if (args.has("unused")) shell.out(library.unusedText(library.unusedIn(trace)));
  if (args.has("prompt")) shell.out(bundle.prompt);
  if (args.has("prelude")) shell.out(bundle.prelude);
  const { tokens } = bundle;
  shell.err(
    `${plural(bundle.visible.length, "visible tool")}, ${bundle.hidden.length} hidden, ${plural(bundle.skills.length, "skill")}; ${tokens.total} tokens (${tokens.counter})${tokens.budget === null ? "" : ` of ${tokens.budget}`}`,
  );
  shell.err(bundle.digest);
}
