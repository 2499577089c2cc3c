// ptc review: skills about a tool that was repaired are flagged; somebody looks at them and says what becomes of them.

import { type Arguments, type Command, EXIT, jsonFlag, UsageError } from "../command.ts";
import { placeFlags, withRegistry } from "./open.ts";
import { problemLines, say } from "./render.ts";

export const reviewCommand: Command = {
  name: "review",
  usage: ["review [--json]", "review SKILL (--keep | --begin | --archive REASON) [--json]"],
  summary: "lists skills flagged for review, and settles one",
  flags: [
    ...placeFlags,
    { name: "keep", summary: "it is right as it is" },
    { name: "begin", summary: "somebody is looking at it" },
    { name: "archive", value: "REASON", summary: "it is set aside" },
    jsonFlag,
  ],
  notes: ["A skill is revised by changing its SKILL.md and ptc sync; then keep it."],
  examples: ["ptc review", "ptc review salary-privacy-rules --keep"],
  run: (args, shell, modules) => {
    const [id] = args.positional;
    if (args.positional.length > 1) throw new UsageError("ptc review takes one skill: ptc review csv-handling --keep.");
    const decision = id === undefined ? null : decisionFrom(args, id);
    return withRegistry(args, shell, modules, async ({ engine: { registry } }) => {
      if (id === undefined || decision === null) {
        const flagged = await registry.flaggedSkills();
        if (args.has("json")) shell.out(JSON.stringify(flagged));
        else for (const { head, review } of flagged) shell.out(`${head.id}@${head.current}  ${review.reason}`);
        if (flagged.length === 0 && !args.has("json")) shell.err("No skill is flagged for review.");
        return EXIT.ok;
      }
      const done = await registry.reviewSkill(id, decision);
      if (args.has("json")) shell.out(JSON.stringify(done));
      else if (done.ok) shell.out(`skill ${done.value.head.id}@${done.value.head.current}  ${words[decision.kind]}`);
      else say(problemLines(done.problem), shell.err);
      return done.ok ? EXIT.ok : EXIT.program;
    });
  },
};

const words = { keep: "reviewed and kept", begin: "under review", archive: "archived" } as const;

function decisionFrom(args: Arguments, id: string) {
  const archive = args.text("archive");
  if ([args.has("keep"), args.has("begin"), archive !== undefined].filter(Boolean).length !== 1)
    throw new UsageError(`Say what becomes of it, once: ptc review ${id} --keep, --begin or --archive REASON.`);
  if (archive !== undefined) return { kind: "archive", reason: archive } as const;
  return { kind: args.has("keep") ? "keep" : "begin" } as const;
}
