// ptc case add, ptc trial, ptc archive, ptc restore and ptc gc: what is learnt about tools, and what is set aside.

import type { CaseDraft, Engine, Expectation } from "../../../node.ts";
import { type Arguments, type Command, EXIT, jsonFlag, UsageError } from "../command.ts";
import { readText } from "../files.ts";
import { plural } from "../plural.ts";
import { placeFlags, withRegistry } from "./open.ts";
import { failureLines, headLine, problemLines, say } from "./render.ts";

function oneId(args: Arguments, call: string): string {
  const [id] = args.positional;
  if (id === undefined || args.positional.length !== 1) throw new UsageError(`Name one tool: ${call}.`);
  return id;
}

function jsonFrom(text: string | undefined, flag: string): unknown {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text.startsWith("@") ? readText(text.slice(1)) : text);
  } catch {
    throw new UsageError(`${flag} takes JSON: ${flag} '{"text": "…"}'.`);
  }
}

export const caseAddCommand: Command = {
  name: "case add",
  usage: [
    "case add ID --input JSON [--expect JSON | --predicate CODE | --no-crash] [--tag TAG]… [--reason TEXT]",
    "case add ID --production --input JSON --reason TEXT [--expect JSON | --predicate CODE]",
  ],
  summary: "adds a case to a tool's suite and runs it; suites only grow",
  flags: [
    ...placeFlags,
    { name: "input", value: "JSON", summary: "arguments by name; @FILE reads a file" },
    { name: "expect", value: "JSON", summary: "what the tool must answer; @FILE reads a file" },
    { name: "predicate", value: "CODE", summary: "a PTC-Lisp function of the result that must hold" },
    { name: "no-crash", summary: "any answer will do, an error will not" },
    { name: "tag", value: "TAG", repeatable: true, summary: "smoke, regression, from-production, …" },
    { name: "describe", value: "TEXT", summary: "what the case shows" },
    { name: "reason", value: "TEXT", summary: "why it is added" },
    { name: "production", summary: "a failure in earnest: kept as such; any answer will do unless one is given" },
    jsonFlag,
  ],
  notes: ["A tool that fails the new case turns red until it is repaired."],
  examples: [
    `ptc case add top-words --production --input '{"text": "é", "n": 1}' --reason "crashed on 3 May"`,
    `ptc case add top-words --input '{"text": "é", "n": 1}' --no-crash --tag regression --reason "crashed on 3 May"`,
  ],
  run: (args, shell, modules) => {
    const id = oneId(args, "ptc case add top-words --input '{…}'");
    const given = caseFrom(args);
    return withRegistry(args, shell, modules, async ({ engine: { registry } }) => {
      const done = await ("diagnosis" in given ? registry.recordFailureAsCase(id, given) : registry.addCase(id, given));
      if (args.has("json")) shell.out(JSON.stringify(done));
      else if (!done.ok) say(problemLines(done.problem), shell.err);
      else {
        const { value } = done;
        const words = `${value.added ? "case added" : "the suite has this case already"}; it ${value.passed ? "passes" : "fails"}`;
        shell.out(headLine(`${value.id}@${value.version}`, value.health, shell.colorOut, words));
        say(value.failures.flatMap(failureLines), shell.out);
      }
      return done.ok && done.value.passed ? EXIT.ok : EXIT.program;
    });
  },
};

type Given = CaseDraft | Parameters<Engine["registry"]["recordFailureAsCase"]>[1];

function caseFrom(args: Arguments): Given {
  const input = jsonFrom(args.text("input"), "--input") as CaseDraft["input"] | undefined;
  if (input === undefined) throw new UsageError("--input is missing: the arguments of the case, by name.");
  const reason = args.text("reason");
  if (!args.has("production"))
    return {
      input,
      expected: expectationFrom(args),
      tags: args.all("tag"),
      description: args.text("describe") ?? "",
      reason: reason ?? "added by hand",
    };
  const stray = ["tag", "describe"].find((flag) => args.text(flag) !== undefined);
  if (stray !== undefined) throw new UsageError(`--${stray} is not for --production: --reason says what went wrong.`);
  if (reason === undefined) throw new UsageError("--production needs --reason TEXT: what went wrong.");
  const isOpen = !["expect", "predicate"].some((flag) => args.text(flag) !== undefined);
  return { input, diagnosis: reason, ...(isOpen ? {} : { expected: expectationFrom(args) }) };
}

function expectationFrom(args: Arguments): Expectation {
  const expect = jsonFrom(args.text("expect"), "--expect");
  const code = args.text("predicate");
  if ([args.text("expect") !== undefined, code !== undefined, args.has("no-crash")].filter(Boolean).length !== 1)
    throw new UsageError("Say what is expected, once: --expect JSON, --predicate CODE or --no-crash.");
  if (args.has("no-crash")) return { kind: "no_crash" };
  return code !== undefined ? { kind: "predicate", code } : { kind: "value", value: expect };
}

export const trialCommand: Command = {
  name: "trial",
  usage: ["trial ID (--ok | --failed) [--tag TAG]… [--model NAME] [--mission TEXT] [--skill] [--json]"],
  summary: "records how a use of a tool or skill in earnest ended",
  flags: [
    ...placeFlags,
    { name: "ok", summary: "it worked" },
    { name: "failed", summary: "it did not" },
    { name: "tag", value: "TAG", repeatable: true, summary: "what the mission was about" },
    { name: "model", value: "NAME", summary: "the model that used it" },
    { name: "mission", value: "TEXT", summary: "what it was used for" },
    { name: "why", value: "TEXT", summary: "what went wrong" },
    { name: "skill", summary: "ID is a skill" },
    jsonFlag,
  ],
  examples: ["ptc trial top-words --ok --tag EU --model sonnet", 'ptc trial top-words --failed --why "empty result"'],
  run: (args, shell, modules) => {
    const id = oneId(args, "ptc trial top-words --ok");
    if (args.has("ok") === args.has("failed")) throw new UsageError("Say how it ended: --ok or --failed.");
    return withRegistry(args, shell, modules, async ({ engine }) => {
      const done = await engine.registry.recordTrials([
        {
          kind: args.has("skill") ? "skill" : "tool",
          id,
          success: args.has("ok"),
          tags: args.all("tag"),
          model: args.text("model") ?? null,
          mission: args.text("mission") ?? null,
          diagnosis: args.text("why") ?? null,
        },
      ]);
      if (args.has("json")) shell.out(JSON.stringify(done));
      else if (!done.ok) say(problemLines(done.problem), shell.err);
      else
        for (const trial of done.value.trials) {
          const counters = (await engine.store.read((r) => r.counters(trial.kind, [trial.id]))).get(trial.id);
          shell.out(
            `${trial.id}@${trial.version}  ${counters?.overall.successes} of ${counters?.overall.trials} succeeded`,
          );
          for (const c of done.value.changes) shell.out(headLine(c.id, c.after, shell.colorOut, c.reason ?? ""));
        }
      return done.ok ? EXIT.ok : EXIT.program;
    });
  },
};

const kindFlag = { name: "skill", summary: "ID is a skill" } as const;

export const archiveCommand: Command = {
  name: "archive",
  usage: ["archive ID [--reason TEXT] [--force] [--skill]"],
  summary: "sets a tool or skill aside; nothing of it is lost",
  flags: [
    ...placeFlags,
    kindFlag,
    { name: "reason", value: "TEXT", summary: "why" },
    { name: "force", summary: "also when nothing else does what it does" },
    jsonFlag,
  ],
  examples: ["ptc archive old-report --reason 'nobody uses it'"],
  run: (args, shell, modules) => {
    const id = oneId(args, "ptc archive old-report");
    return withRegistry(args, shell, modules, async ({ engine }) => {
      const done = await engine.registry.archive({
        kind: args.has("skill") ? "skill" : "tool",
        id,
        reason: args.text("reason") ?? "set aside by hand",
        force: args.has("force"),
      });
      if (args.has("json")) shell.out(JSON.stringify(done));
      else if (done.ok) shell.out(`${done.value.id} is archived; ptc restore ${done.value.id} brings it back.`);
      else say(problemLines(done.problem), shell.err);
      return done.ok ? EXIT.ok : EXIT.program;
    });
  },
};

export const restoreCommand: Command = {
  name: "restore",
  usage: ["restore ID [--skill]"],
  summary: "brings a tool or skill back from the archive, as it was",
  flags: [...placeFlags, kindFlag, jsonFlag],
  examples: ["ptc restore old-report"],
  run: (args, shell, modules) => {
    const id = oneId(args, "ptc restore old-report");
    return withRegistry(args, shell, modules, async ({ engine }) => {
      const kind = args.has("skill") ? "skill" : "tool";
      const done = await engine.registry.restore({ kind, id });
      if (args.has("json")) shell.out(JSON.stringify(done));
      else if (done.ok) shell.out(`${done.value.id} is back.`);
      else say(problemLines(done.problem), shell.err);
      return done.ok ? EXIT.ok : EXIT.program;
    });
  },
};

export const gcCommand: Command = {
  name: "gc",
  usage: ["gc [--preview] [--missions N] [--json]"],
  summary: "archives what has not been linked for long and nothing needs",
  flags: [
    ...placeFlags,
    { name: "preview", summary: "only show what would go" },
    { name: "missions", value: "N", summary: "missions without a link before a tool may go (1000)" },
    jsonFlag,
  ],
  notes: [
    "Never goes: the only implementation of a capability, one that passes cases no other passes, and a fresh one.",
  ],
  examples: ["ptc gc --preview", "ptc gc --missions 500"],
  run: (args, shell, modules) => {
    const missions = Number(args.text("missions") ?? 1_000);
    if (!Number.isSafeInteger(missions) || missions < 0) throw new UsageError("--missions takes a whole number.");
    return withRegistry(args, shell, modules, async ({ engine }) => {
      const preview = args.has("preview");
      const done = await engine.registry.gc({ preview, missions });
      if (args.has("json")) shell.out(JSON.stringify(done));
      else {
        for (const c of done.candidates) shell.out(`${c.kind} ${c.id}: ${c.reason}`);
        const words = plural(done.candidates.length, "candidate");
        shell.err(
          done.candidates.length === 0
            ? "Nothing to archive."
            : preview
              ? `${words}; without --preview they are archived`
              : `${done.archived.length} archived`,
        );
      }
      return EXIT.ok;
    });
  },
};
