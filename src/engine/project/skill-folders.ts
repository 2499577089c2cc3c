// Registered skills as folders on disk, in the public Agent Skills format: what ptc sync reads, written again. Nothing is
// written before everything is known to fit, and no file that says something else is overwritten.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { SkillVersion } from "../../registry/model.ts";
import { type Answer, no, yes } from "../../registry/problem.ts";
import { fileBytes, filePathProblem } from "../../registry/skills/files.ts";
import { writeSkillFolder } from "../../registry/skills/folder.ts";
import { currentSkill } from "../../registry/skills/skills.ts";
import type { Reader, Store } from "../../registry/store.ts";

export interface WrittenSkill {
  readonly id: string;
  readonly version: string;
  /** Inside the folder they were written to. */
  readonly folder: string;
  /** Files that were there already, as they should be, count too. */
  readonly files: number;
}

interface Planned extends WrittenSkill {
  readonly contents: readonly { readonly path: string; readonly bytes: Uint8Array }[];
}

const PAGE = 500;

/** The current version of these skills, or of every skill that is not archived. */
export async function exportSkills(
  store: Store,
  directory: string,
  ids: readonly string[] = [],
): Promise<Answer<readonly WrittenSkill[]>> {
  const found = await store.read((reader) => (ids.length === 0 ? everySkill(reader) : namedSkills(reader, ids)));
  if (!found.ok) return found;
  const planned = plan(found.value);
  if (!planned.ok) return planned;
  const inTheWay = planned.value.flatMap(({ contents }) => contents).find((one) => differs(directory, one));
  if (inTheWay !== undefined)
    return no(
      "file_exists",
      `${join(directory, inTheWay.path)} is there already and says something else.`,
      "Nothing was written. Export into another folder, or move that file away.",
    );
  for (const { contents } of planned.value)
    for (const { path, bytes } of contents) {
      const file = join(directory, path);
      if (existsSync(file)) continue;
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, bytes);
    }
  return yes(planned.value.map(({ contents: _, ...written }) => written));
}

async function everySkill(reader: Reader): Promise<Answer<readonly SkillVersion[]>> {
  const skills: SkillVersion[] = [];
  for (let after: string | undefined; ; ) {
    const heads = await reader.skillHeads({ limit: PAGE, ...(after === undefined ? {} : { after }) });
    for (const { id, current } of heads) skills.push((await reader.skillVersion(id, current))!);
    if (heads.length < PAGE) return yes(skills);
    after = heads.at(-1)!.id;
  }
}

async function namedSkills(reader: Reader, ids: readonly string[]): Promise<Answer<readonly SkillVersion[]>> {
  const skills = new Map<string, SkillVersion>();
  for (const id of ids) {
    const found = await currentSkill(reader, id);
    if (!found.ok) return found;
    skills.set(found.value.skill.id, found.value.skill);
  }
  return yes([...skills.values()]);
}

function plan(skills: readonly SkillVersion[]): Answer<readonly Planned[]> {
  const owners = new Map<string, string>();
  const planned: Planned[] = [];
  for (const skill of skills) {
    const { folder, files } = writeSkillFolder(skill);
    const owner = owners.get(folder);
    if (owner !== undefined)
      return no(
        "same_folder",
        `${owner} and ${skill.id} would both be written to the folder ${folder}.`,
        "Name the skills to export, and export these two into different folders.",
      );
    owners.set(folder, skill.id);
    // What comes from a registry of others must stay inside its folder too.
    const stray = Object.keys(files).flatMap((path) => (path === "SKILL.md" ? [] : (filePathProblem(path) ?? [])));
    if (stray.length > 0) return no("bad_skill", `${skill.id} ${stray[0]}`, "Register it with another path.");
    const contents = Object.entries(files).map(([path, text]) => ({
      path: `${folder}/${path}`,
      bytes: path === "SKILL.md" ? new TextEncoder().encode(text) : fileBytes(text),
    }));
    planned.push({ id: skill.id, version: skill.version, folder, files: contents.length, contents });
  }
  return yes(planned);
}

function differs(directory: string, { path, bytes }: Planned["contents"][number]): boolean {
  const file = join(directory, path);
  return existsSync(file) && !readFileSync(file).equals(bytes);
}
