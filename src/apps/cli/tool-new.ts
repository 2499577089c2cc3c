// ptc tool new: writes a base tool to start from.

import { mkdirSync, writeFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { type Command, EXIT, UsageError } from "./command.ts";
import { whyNot } from "./files.ts";
import { starterModule } from "./starter.ts";

/** As the sandbox wants names to be. */
const NAME = /^[A-Za-z][A-Za-z0-9]*([-_][A-Za-z0-9]+)*$/;
const LONGEST = 64;

export const toolNewCommand: Command = {
  name: "tool new",
  usage: ["tool new NAME [--ts | --js]"],
  summary: "writes a working base tool to start from",
  flags: [
    { name: "ts", summary: "TypeScript (unless NAME says otherwise)" },
    { name: "js", summary: "JavaScript" },
  ],
  notes: ["NAME may have a folder before it and an ending after it: tools/word-count.js. No file is overwritten."],
  examples: ["ptc tool new word-count", "ptc tool new tools/word-count --js"],
  run: (args, shell) => {
    const [given] = args.positional;
    if (given === undefined || args.positional.length !== 1)
      throw new UsageError("ptc tool new takes one name: ptc tool new word-count.");
    if (args.has("ts") && args.has("js")) throw new UsageError("Give one of --ts and --js.");
    const [, path, ending] = /^(.*?)(?:\.(ts|js))?$/.exec(given)!;
    const language = args.has("js") ? "js" : args.has("ts") ? "ts" : ending === "js" ? "js" : "ts";
    const name = basename(path!);
    if (!NAME.test(name) || name.length > LONGEST)
      throw new UsageError(
        `${name} does not fit the name of a tool: letters and digits in words joined by - or _, starting with a letter, at most ${LONGEST}.`,
      );
    const file = `${path}.${language}`;
    try {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, starterModule(name, language), { flag: "wx" });
    } catch (e) {
      const exists = (e as { code?: string }).code === "EEXIST";
      throw new UsageError(
        exists
          ? `${file} is there already. Choose another name, or remove it first.`
          : `Cannot write ${file}: ${whyNot(e)}.`,
      );
    }
    shell.out(file);
    shell.err(`Try it:  ptc tool run ${file} --args '{"text": "to be or not to be"}'\nThen:    ptc tool check ${file}`);
    return EXIT.ok;
  },
};
