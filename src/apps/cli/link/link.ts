// ptc link: names, a program or a plan in, the smallest image out, with everything it can say about itself.

import { relative, sep } from "node:path";
import { phases as phaseNames } from "../../../linker/explain/phase-names.ts";
import type { Lock, Plan } from "../../../node.ts";
import { type Arguments, type Command, EXIT, jsonFlag, type Modules, type Shell, UsageError } from "../command.ts";
import { nameOf, parseData, readText } from "../files.ts";
import type { Library } from "../hosted.ts";
import { type Opened, placeFlags, withRegistry } from "../registry/open.ts";
import { withDiscovery } from "../searching.ts";
import { linkAsked, missionFlags, missionOf } from "./by-mission.ts";
import { type Asked, askedOf, failed, lockBeside, show, writeAll } from "./link-answers.ts";

export const linkCommand: Command = {
  name: "link",
  usage: [
    "link [NAME=]ID… [--out FILE] [--tag TAG]… [--budget TOKENS]",
    "link --entry FILE.clj | --plan FILE.json [--out FILE]",
    'link --mission "WHAT IS TO BE DONE" [--need "ONE THING"]… [--out FILE]',
    "link --repro-from FILE [--out FILE]",
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
    { name: "preflight", summary: "run smoke cases of every tool first; what fails turns red and is not linked" },
    { name: "map", summary: "show what is in the image, why and how large" },
    { name: "why", value: "NAME", summary: "show how NAME got in" },
    { name: "unused", summary: "show what was left out, and why" },
    { name: "prompt", summary: "show the prompt" },
    { name: "prelude", summary: "show the linked text" },
    { name: "emit", value: "PHASE", summary: `show what a phase made: ${phaseNames.join(", ")}` },
    { name: "graph", value: "FILE", summary: "write a picture: .svg, .mmd for Mermaid, .json for data" },
    { name: "files", value: "DIR", summary: "write prelude.clj, prompt.md and ptc.lock there" },
    { name: "repro", value: "FILE", summary: "write everything needed to link this again elsewhere" },
    { name: "repro-from", value: "FILE", summary: "link what such a file holds; no registry is asked" },
    ...placeFlags,
    jsonFlag,
  ],
  notes: [
    "NAME=ID gives a tool another name in the image.",
    "When something is missing, red or too dear the link decision says what to smith or repair, and no file is written.",
  ],
  examples: [
    'ptc link top-words --out words.json && ptc run words.json --call top-words --args \'{"text": "a b a", "n": 1}\'',
    "ptc link top-words --map",
    "ptc link frequent=top-words@^1 --prompt",
    "ptc link --plan plan.json --tag EU --budget 1200 --out worker.json --graph worker.svg",
    'ptc link --mission "Q4 salary report for EU employees" --tag EU --tag salary --budget 1200 --out worker.json',
    "ptc link report --out report.json --locked",
  ],
  run: (args, shell, modules) => {
    const ask = askedOf(args);
    const from = args.text("repro-from");
    if (from !== undefined) return again(from, ask, args, shell, modules);
    const request = requestFrom(args, shell);
    const work = async (opened: Opened): Promise<number> => {
      const { engine, library } = opened;
      const lock = lockFrom(args, library);
      const linked = await linkAsked(opened, { ...request, ...(lock === null ? {} : { lock }) }, args, shell);
      const { bundle } = linked.trace;
      if (bundle === null) return failed(linked, await engine.decide(linked.trace), ask, shell, library);
      await writeAll(linked.trace, bundle, ask, library);
      if (ask.out !== null) {
        const skills = bundle.skills.map((s) => s.id);
        await engine.registry.recordLink({ tools: Object.keys(bundle.lock.tools), skills });
      }
      show(linked, bundle, ask, shell, library);
      return EXIT.ok;
    };
    const opened = missionOf(args) === undefined ? withRegistry : withDiscovery;
    return opened(args, shell, modules, work);
  },
};

/** The link that a file of --repro holds, as it was made: what it is asked for is in the file. */
async function again(file: string, ask: Asked, args: Arguments, shell: Shell, modules: Modules): Promise<number> {
  const stray = [
    ...args.positional,
    ...["entry", "plan", "mission", "lock", "registry"].filter((name) => args.has(name)),
  ][0];
  if (stray !== undefined) throw new UsageError(`--repro-from links what ${file} holds; leave out ${stray}.`);
  const library = await modules.library();
  const repro = library.readRepro(readText(file));
  if (repro === null) throw new UsageError(`${file} is no record of a link: ptc link … --repro FILE writes one.`);
  const counter = repro.counter === null || repro.counter === "estimate" ? undefined : await library.loadTokenizer();
  if (counter !== undefined && counter.name !== repro.counter)
    throw new UsageError(`${file} counts tokens by ${repro.counter}, which this ptc does not have.`);
  const trace = library.link(library.inputOf(repro, counter));
  const linked = { trace, mission: null };
  if (trace.bundle === null) return failed(linked, library.decide(trace), ask, shell, library);
  await writeAll(trace, trace.bundle, ask, library);
  show(linked, trace.bundle, ask, shell, library);
  return EXIT.ok;
}

function requestFrom(args: Arguments, shell: Shell) {
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
    roots: args.positional.map(rootFrom),
    tags: args.all("tag"),
    force: args.all("force"),
    locked: args.has("locked"),
    skills: !args.has("no-skills"),
    preflight: args.has("preflight"),
    ...(entry === undefined ? {} : { entry: { file: labelOf(entry), text: readText(entry) } }),
    ...(plan === undefined ? {} : { plan: planFrom(plan, shell) }),
    ...(args.text("model") === undefined ? {} : { model: args.text("model")! }),
    ...(budget === undefined ? {} : { budget: Number(budget) }),
    ...(args.all("allow").length === 0 ? {} : { policy: { allow: args.all("allow") } }),
  };
}

/** `rows=parse-csv@^1.2`: the tool, and what it is to be called. A range may have an = of its own, after the @. */
function rootFrom(word: string): string | { readonly ref: string; readonly as: string } {
  const [, as, ref] = /^([^@=]+)=(.+)$/s.exec(word) ?? [];
  return as === undefined || ref === undefined ? word : { ref, as };
}

/** The image names the program's file: however the way to it was written, the same link gives the same bytes. */
function labelOf(file: string): string {
  return file === "-" ? nameOf(file) : relative(".", file).replaceAll(sep, "/");
}

/** Read as data files are, which points at what is no JSON; whether it is a plan the linker says. */
function planFrom(file: string, shell: Shell): Plan {
  const text = readText(file);
  parseData(text, nameOf(file), shell, "A plan is an object with agents.");
  return JSON.parse(text) as Plan;
}

/** --lock, or with --locked the lock beside --out. */
function lockFrom(args: Arguments, library: Library): Lock | null {
  const out = args.text("out");
  const beside = args.has("locked") && out !== undefined ? lockBeside(out) : undefined;
  const file = args.text("lock") ?? beside;
  if (file === undefined) {
    if (args.has("locked"))
      throw new UsageError("--locked needs the lock to hold to: --lock FILE, or --out with FILE.lock beside it.");
    return null;
  }
  const read = library.readLock(readText(file));
  if (read === null) throw new UsageError(`${file} is no lock: ptc link --out writes one.`);
  return read;
}
