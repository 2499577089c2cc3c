// ptc init: a project to start from, with one tool, its cases and a skill, all of which pass.

import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { type Command, EXIT, UsageError } from "../command.ts";
import { whyNot } from "../files.ts";
import { starterFiles } from "./starter-project.ts";

export const initCommand: Command = {
  name: "init",
  usage: ["init [DIR] [--stdlib]"],
  summary: "makes a project: ptc.json, a tool with its cases, a skill",
  flags: [{ name: "stdlib", summary: "with the tools and skills that come with ptc: ptc sync registers them too" }],
  notes: ["Files that are there already are left as they are."],
  examples: ["ptc init", "ptc init --stdlib", "ptc init reports && cd reports && ptc sync"],
  run: (args, shell) => {
    const [folder = "."] = args.positional;
    if (args.positional.length > 1) throw new UsageError("ptc init takes one folder.");
    if (existsSync(join(folder, "ptc.json")))
      throw new UsageError(`${join(folder, "ptc.json")} is there already: this is a project. Go on with ptc sync.`);
    for (const [path, text] of Object.entries(starterFiles(args.has("stdlib")))) {
      const file = join(folder, path);
      try {
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, text, { flag: "wx" });
        shell.out(relative(".", file));
      } catch (e) {
        if ((e as { code?: string }).code !== "EEXIST") throw new UsageError(`Cannot write ${file}: ${whyNot(e)}.`);
      }
    }
    shell.err(`Next:  ${folder === "." ? "" : `cd ${folder} && `}ptc sync`);
    return EXIT.ok;
  },
};
