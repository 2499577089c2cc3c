// ptc export, ptc import, ptc registry verify and ptc registry migrate: the whole registry as one canonical JSON text, skills
// as folders, and whether what is stored is sound.

import { join } from "node:path";
import type { RegistryExport } from "../../../node.ts";
import { type Arguments, type Command, EXIT, jsonFlag, type Shell, UsageError } from "../command.ts";
import { readText, whyNot, writeText } from "../files.ts";
import { plural } from "../plural.ts";
import { madeWhenMissing, type Opened, placeFlags, projectOf, registryPlace, withRegistry } from "./open.ts";
import { problemLines, say } from "./render.ts";

export const exportCommand: Command = {
  name: "export",
  usage: ["export [FILE]", "export --skills DIR [ID]… [--json]"],
  summary: "writes the whole registry as canonical JSON, or skills as folders",
  flags: [
    ...placeFlags,
    {
      name: "skills",
      value: "DIR",
      summary: "write skills there instead, each as a folder in the Agent Skills format; no other file is overwritten",
    },
    { name: "json", summary: "with --skills: print JSON instead of text" },
  ],
  notes: ["Equal registries give equal files, to the byte."],
  examples: ["ptc export registry.json", "ptc export | gzip > registry.json.gz", "ptc export --skills out eu-csv"],
  run: (args, shell, modules) =>
    withRegistry(args, shell, modules, async (opened) => {
      const { engine, library } = opened;
      const directory = args.text("skills");
      if (directory !== undefined) return exportFolders(args, shell, opened, directory);
      const [file] = args.positional;
      if (args.positional.length > 1) throw new UsageError("ptc export takes one file, or none for standard output.");
      if (args.has("json"))
        throw new UsageError("ptc export always writes JSON; --json is for ptc export --skills DIR.");
      const text = textOf(await engine.store.exportAll(), library);
      if (file === undefined || file === "-") shell.out(text);
      else {
        writeText(file, `${text}\n`);
        shell.err(`${file} written.`);
      }
      return EXIT.ok;
    }),
};

function textOf(all: RegistryExport, library: Opened["library"]): string {
  try {
    return library.exportText(all);
  } catch (e) {
    if (e instanceof RangeError) throw new UsageError(`${e.message} Copy the database itself instead.`);
    throw e;
  }
}

async function exportFolders(
  args: Arguments,
  shell: Shell,
  { engine, library }: Opened,
  directory: string,
): Promise<number> {
  const done = await library.exportSkills(engine.store, directory, args.positional).catch((e: unknown) => {
    const { code } = e as { code?: unknown };
    if (typeof code !== "string" || e instanceof library.StoreError) throw e;
    throw new UsageError(`Cannot write into ${directory}: ${whyNot(e)}.`);
  });
  if (args.has("json")) shell.out(JSON.stringify(done));
  else if (done.ok) {
    for (const { id, version, folder, files } of done.value)
      shell.out(`${join(directory, folder)}  ${id}@${version}, ${plural(files, "file")}`);
    if (done.value.length === 0) shell.err("There is no skill to write.");
  } else say(problemLines(done.problem), shell.err);
  return done.ok ? EXIT.ok : EXIT.program;
}

export const importCommand: Command = {
  name: "import",
  usage: ["import FILE"],
  summary: "reads an export into an empty registry; its hashes and references are checked first",
  flags: [...placeFlags],
  examples: ["ptc import registry.json", "ptc import - < registry.json"],
  run: (args, shell, modules) => {
    const [file] = args.positional;
    if (file === undefined || args.positional.length !== 1)
      throw new UsageError("ptc import takes one file: ptc import registry.json.");
    let all: RegistryExport;
    try {
      all = JSON.parse(readText(file)) as RegistryExport;
    } catch (e) {
      if (e instanceof UsageError) throw e;
      throw new UsageError(`${file} is not JSON. ptc export writes what ptc import reads.`);
    }
    const work = async ({ engine }: Opened): Promise<number> => {
      await engine.store.importAll(all);
      const counts = await engine.store.read((r) => r.counts());
      shell.out(`${plural(counts.tools, "tool")}, ${plural(counts.skills, "skill")}, ${counts.archived} archived`);
      return EXIT.ok;
    };
    return withRegistry(args, shell, modules, work, async (library) => {
      // Before a registry is made for it.
      library.refuseUnsound(all);
      return madeWhenMissing();
    });
  },
};

export const registryVerifyCommand: Command = {
  name: "registry verify",
  usage: ["registry verify [--json]"],
  summary: "checks every hash, reference and count of what is stored",
  flags: [...placeFlags, jsonFlag],
  examples: ["ptc registry verify"],
  run: (args, shell, modules) =>
    withRegistry(args, shell, modules, async ({ engine }) => {
      const findings = await engine.store.verify();
      if (args.has("json")) shell.out(JSON.stringify({ ok: findings.length === 0, findings }));
      else {
        for (const { subject, message } of findings) shell.out(`✗ ${subject}: ${message}`);
        shell.err(
          findings.length === 0 ? "Sound: every hash, reference and count holds." : plural(findings.length, "finding"),
        );
      }
      return findings.length === 0 ? EXIT.ok : EXIT.program;
    }),
};

export const registryMigrateCommand: Command = {
  name: "registry migrate",
  usage: ["registry migrate"],
  summary: "brings a registry of an older ptc up to date",
  flags: [...placeFlags],
  examples: ["ptc registry migrate"],
  run: async (args, shell, modules) => {
    const library = await modules.library();
    const where = registryPlace(args, projectOf(args, library));
    try {
      const { applied, backup } = await library.migrateStore(where);
      for (const name of applied) shell.out(`applied ${name}`);
      if (backup !== null) shell.err(`What was there before is kept in ${backup}.`);
      shell.err("The registry is up to date.");
      return EXIT.ok;
    } catch (e) {
      if (!(e instanceof library.StoreError)) throw e;
      shell.err(`error[${e.reason}]: ${e.message}${e.hint === null ? "" : `\n  = hint: ${e.hint}`}`);
      return EXIT.program;
    }
  },
};
