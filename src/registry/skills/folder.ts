// A skill as a folder in the public Agent Skills format: SKILL.md with YAML front matter and Markdown, and whatever files lie
// beside it. Text in, draft out, and back; reading and writing disks belongs to others. What the registry adds (what a skill
// applies to, its tags, a title) stands under `metadata`, where other readers of the format leave it alone.

import { isMap, isScalar, LineCounter, type Node, parseDocument, stringify } from "yaml";
import { foldId } from "../../names/id.ts";
import type { SkillVersion } from "../model.ts";
import { type Answer, type FilePlace, no, yes } from "../problem.ts";
import type { SkillDraft } from "./draft.ts";

/** Texts by path inside the folder; SKILL.md is one of them. */
export type SkillFolder = Readonly<Record<string, string>>;

const NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const LONGEST_NAME = 64;
const LONGEST_DESCRIPTION = 1_024;
/** Our keys under metadata: the values are texts there, so lists are written with commas. */
const OURS = { id: "ptc-id", title: "ptc-title", appliesTo: "ptc-applies-to", tags: "ptc-tags" } as const;

/** `folder` is the folder's name: the format wants the skill to be called the same. */
export function readSkillFolder(folder: string, files: SkillFolder): Answer<SkillDraft> {
  const file = `${folder}/SKILL.md`;
  const text = Object.hasOwn(files, "SKILL.md") ? files["SKILL.md"] : undefined;
  if (text === undefined)
    return wrong("There is no SKILL.md in the folder.", "Add one: it is what makes a skill.", place(file, 1));
  const parts = split(text);
  if (parts === null)
    return wrong(
      "SKILL.md does not open with front matter.",
      "Open with a line ---, then name and description, then another line ---.",
      place(file, 1),
    );
  const { yaml, body, bodyLine } = parts;
  const read = frontMatter(file, yaml);
  if (!read.ok) return read;
  const { fields, lineOf } = read.value;
  const at = (key: string) => place(file, lineOf(key));
  const { name, description, metadata, ...others } = fields;

  if (typeof name !== "string" || !isName(name))
    return wrong(
      name === undefined ? "The front matter has no name." : `The name ${shown(name)} is not one.`,
      `A name has lower-case letters, digits and single hyphens, at most ${LONGEST_NAME}.`,
      at("name"),
    );
  if (name !== folder)
    return wrong(`The skill is named ${name}, its folder ${folder}.`, "Give both the same name.", at("name"));
  if (typeof description !== "string" || description.trim() === "" || description.length > LONGEST_DESCRIPTION)
    return wrong(
      description === undefined ? "The front matter has no description." : "The description is not one.",
      `Say in at most ${LONGEST_DESCRIPTION} characters what the skill does and when to use it.`,
      at("description"),
    );
  if (metadata !== undefined && !isRecord(metadata))
    return wrong("metadata must be a map.", "Write one key and value per line below it.", at("metadata"));
  if (body.trim() === "")
    return wrong(
      "There are no instructions after the front matter.",
      "Write what the agent should know.",
      place(file, bodyLine),
    );

  const meta = metadata ?? {};
  const { [OURS.id]: ownId, [OURS.title]: title, [OURS.appliesTo]: appliesTo, [OURS.tags]: tags, ...foreign } = meta;
  const { "SKILL.md": _, ...rest } = files;
  return yes({
    id: typeof ownId === "string" ? ownId : idFor(name),
    name: typeof title === "string" ? title : name,
    description,
    prompt: body,
    appliesTo: list(appliesTo),
    tags: list(tags),
    frontMatter: { ...others, ...(Object.keys(foreign).length === 0 ? {} : { metadata: foreign }) },
    files: rest,
  });
}

/** The same folder again, as far as the draft tells: front matter is written anew, the text and the files as they were. */
export function writeSkillFolder(
  skill: Pick<SkillVersion, "id" | "name" | "description" | "prompt" | "appliesTo" | "tags" | "frontMatter" | "files">,
): { readonly folder: string; readonly files: SkillFolder } {
  const folder = isName(skill.name) ? skill.name : slug(skill.id);
  const { metadata: kept, ...others } = skill.frontMatter;
  const metadata = {
    ...(isRecord(kept) ? kept : {}),
    ...(idFor(folder) === skill.id ? {} : { [OURS.id]: skill.id }),
    ...(skill.name === folder ? {} : { [OURS.title]: skill.name }),
    ...(skill.appliesTo.length === 0 ? {} : { [OURS.appliesTo]: skill.appliesTo.join(", ") }),
    ...(skill.tags.length === 0 ? {} : { [OURS.tags]: skill.tags.join(", ") }),
  };
  const fields = {
    name: folder,
    description: skill.description,
    ...others,
    ...(Object.keys(metadata).length === 0 ? {} : { metadata }),
  };
  const yaml = stringify(fields, { lineWidth: 0 });
  return { folder, files: { "SKILL.md": `---\n${yaml}---\n${skill.prompt}`, ...skill.files } };
}

function isName(text: string): boolean {
  return NAME.test(text) && text.length <= LONGEST_NAME;
}

/** Names of the format may start with a digit, ids may not. */
function idFor(name: string): string {
  return foldId(name) ?? foldId(`skill-${name}`) ?? name;
}

function slug(id: string): string {
  return id
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, LONGEST_NAME)
    .replace(/-$/, "");
}

interface Parts {
  readonly yaml: string;
  readonly body: string;
  readonly bodyLine: number;
}

function split(written: string): Parts | null {
  const text = written.replace(/^\uFEFF/, "");
  const opening = /^---[ \t]*\r?\n/.exec(text);
  if (opening === null) return null;
  const rest = text.slice(opening[0].length);
  const closing = /^---[ \t]*(?:\r?\n|$)/m.exec(rest);
  if (closing === null) return null;
  const yaml = rest.slice(0, closing.index);
  return { yaml, body: rest.slice(closing.index + closing[0].length), bodyLine: yaml.split("\n").length + 2 };
}

interface FrontMatter {
  readonly fields: Readonly<Record<string, unknown>>;
  /** In the file; of the front matter itself when the key is not there. */
  readonly lineOf: (key: string) => number;
}

function frontMatter(file: string, yaml: string): Answer<FrontMatter> {
  const lines = new LineCounter();
  // Front matter is small; what YAML's aliases could blow up is refused.
  const document = parseDocument(yaml, { lineCounter: lines, prettyErrors: false, schema: "core", uniqueKeys: true });
  const [error] = document.errors;
  if (error !== undefined) {
    // What is not closed is reported at the end: the last line that says something is nearer to it.
    const { line, col } = lines.linePos(Math.min(error.pos[0], yaml.trimEnd().length));
    return wrong(
      `The front matter is not YAML: ${error.message}.`.replace("..", "."),
      "Mend this line.",
      place(file, line + 1, col),
    );
  }
  const root = document.contents;
  if (!isMap(root))
    return wrong("The front matter must be a map.", "Write name: … and description: ….", place(file, 2));
  let fields: unknown;
  try {
    fields = document.toJS({ maxAliasCount: 0 });
  } catch {
    return wrong("The front matter uses YAML aliases.", "Write the values out.", place(file, 2));
  }
  const lineOf = (key: string): number => {
    const pair = root.items.find((item) => isScalar(item.key) && item.key.value === key);
    const start = (pair?.key as Node | undefined)?.range?.[0];
    return start === undefined ? 2 : lines.linePos(start).line + 1;
  };
  return yes({ fields: fields as Readonly<Record<string, unknown>>, lineOf });
}

/** "a, b" or a YAML list. */
function list(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.map(String);
  return typeof value === "string"
    ? value
        .split(",")
        .map((one) => one.trim())
        .filter((one) => one !== "")
    : [];
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function shown(value: unknown): string {
  return typeof value === "string" ? `"${value.slice(0, 80)}"` : JSON.stringify(value).slice(0, 80);
}

function place(file: string, line: number, column = 1): FilePlace {
  return { file, line, column };
}

function wrong(message: string, hint: string, at: FilePlace) {
  return no("bad_skill_file", `${at.file}:${at.line}: ${message}`, hint, at);
}
