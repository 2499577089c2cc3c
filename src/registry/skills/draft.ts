// What an author hands in as a skill, looked at field by field: drafts come from folders and from models. A settled draft is
// what the content hash is of.

import { canonicalJson } from "../../base/canonical-json.ts";
import { foldId, idRule } from "../../names/id.ts";
import { bounds } from "../bounds.ts";
import { readForeign, wrong } from "../draft.ts";
import type { SkillOrigin, SkillVersion } from "../model.ts";
import { type Answer, no, yes } from "../problem.ts";
import { fileBounds, filePathProblem } from "./files.ts";

export interface SkillDraft {
  /** Taken from the name when absent. */
  readonly id?: string;
  readonly name: string;
  readonly description: string;
  readonly prompt: string;
  /** Tools and capabilities it is about; they need not be registered yet. */
  readonly appliesTo?: readonly string[];
  readonly tags?: readonly string[];
  readonly origin?: SkillOrigin;
  /** Computed from what changed when absent. */
  readonly version?: string;
  readonly frontMatter?: Readonly<Record<string, unknown>>;
  readonly files?: Readonly<Record<string, string>>;
}

export type SettledSkill = Pick<
  SkillVersion,
  "id" | "name" | "description" | "prompt" | "appliesTo" | "tags" | "origin" | "frontMatter" | "files"
>;

/** Beside those of every entry: the public format has shorter descriptions. A prompt is read every time it is linked. */
export const skillBounds = {
  prompt: bounds.prompt,
  name: bounds.title,
  description: 1_024,
  appliesTo: bounds.list,
  tags: bounds.tags,
  tag: bounds.tag,
} as const;

export function settleSkill(given: SkillDraft): Answer<SettledSkill> {
  const checked = readForeign(() => wellFormed(given));
  if (!checked.ok) return checked;
  const draft = checked.value;
  const id = foldId(draft.id ?? draft.name.trim().replaceAll(/\s+/g, "-"));
  if (id === null)
    return no("bad_id", `"${(draft.id ?? draft.name).slice(0, 80)}" is not an id.`, `An id has ${idRule}`);
  const appliesTo: string[] = [];
  for (const written of draft.appliesTo ?? []) {
    const folded = foldId(written);
    if (folded === null)
      return no("bad_id", `${id} applies to "${written.slice(0, 80)}", which is not an id.`, `An id has ${idRule}`);
    appliesTo.push(folded);
  }
  const settled: SettledSkill = {
    id,
    name: draft.name.trim(),
    description: draft.description.trim(),
    prompt: draft.prompt,
    appliesTo: [...new Set(appliesTo)].sort(),
    tags: [...new Set((draft.tags ?? []).map((tag) => tag.trim()))].filter((tag) => tag !== "").sort(),
    origin: draft.origin ?? "developer",
    frontMatter: draft.frontMatter ?? {},
    files: draft.files ?? {},
  };
  const wrong = badField(settled) ?? oversize(settled) ?? badFile(settled);
  return wrong === null ? yes(settled) : wrong;
}

const origins: readonly SkillOrigin[] = ["developer", "learned", "imported"];

/** Of the types it says it is of: what comes from JavaScript or from a model may be anything. Sizes are looked at later. */
function wellFormed(draft: SkillDraft): SkillDraft {
  if (typeof draft !== "object" || draft === null)
    wrong("A skill must be an object.", "Give name, description, prompt.");
  const textAt = (field: string, value: unknown) =>
    typeof value === "string" || wrong(`The ${field} of a skill must be a text.`, "Write it in quotes.");
  for (const field of ["name", "description", "prompt"] as const) textAt(field, draft[field]);
  if (draft.id !== undefined) textAt("id", draft.id);
  for (const field of ["appliesTo", "tags"] as const) {
    const list: unknown = draft[field] ?? [];
    if (!Array.isArray(list)) wrong(`${field} of a skill must be a list.`, "Write [ … ].");
    for (const one of list as unknown[]) textAt(field, one);
  }
  for (const field of ["frontMatter", "files"] as const) {
    const value: unknown = draft[field] ?? {};
    if (typeof value !== "object" || Array.isArray(value))
      wrong(`${field} of a skill must be an object.`, "Write { … }.");
  }
  for (const text of Object.values(draft.files ?? {})) textAt("files", text);
  if (!origins.includes(draft.origin ?? "developer"))
    wrong(`The origin of a skill is one of ${origins.join(", ")}.`, "Leave it out for developer.");
  return draft;
}

type Refusal = ReturnType<typeof no>;

function badField(skill: SettledSkill): Refusal | null {
  const missing = (["name", "description", "prompt"] as const).find((field) => skill[field].trim() === "");
  const comma = skill.tags.find((tag) => tag.includes(","));
  if (comma !== undefined)
    return no("bad_skill", `The tag "${comma.slice(0, 80)}" of ${skill.id} has a comma.`, "Write two tags.");
  if (!isJson(skill.frontMatter))
    return no("bad_skill", `The front matter of ${skill.id} is not plain JSON.`, "Use texts, numbers, lists and maps.");
  if (missing === undefined) return null;
  return no("bad_skill", `The skill ${skill.id} has no ${missing}.`, `Write a ${missing}.`);
}

function isJson(value: unknown): boolean {
  try {
    canonicalJson(value);
    return true;
  } catch {
    return false;
  }
}

function oversize(skill: SettledSkill): Refusal | null {
  const sizes: readonly (readonly [string, number, number])[] = [
    ["prompt", skill.prompt.length, skillBounds.prompt],
    ["name", skill.name.length, skillBounds.name],
    ["description", skill.description.length, skillBounds.description],
    ["list of what it applies to", skill.appliesTo.length, skillBounds.appliesTo],
    ["list of tags", skill.tags.length, skillBounds.tags],
    ["longest tag", Math.max(0, ...skill.tags.map((tag) => tag.length)), skillBounds.tag],
  ];
  const found = sizes.find(([, size, most]) => size > most);
  if (found === undefined) return null;
  const [what, size, most] = found;
  const unit = what.startsWith("list") ? "entries" : "characters";
  return no(
    "too_large",
    `The ${what} of ${skill.id} has ${size.toLocaleString("en-US")} ${unit}; ${most.toLocaleString("en-US")} is the most.`,
    what === "prompt" ? "Keep what every run needs, and move the rest to files of the skill's folder." : "Shorten it.",
  );
}

function badFile(skill: SettledSkill): Refusal | null {
  const files = Object.entries(skill.files);
  const problem =
    files.length > fileBounds.count
      ? `has ${files.length} files; ${fileBounds.count} is the most.`
      : files.reduce((sum, [, text]) => sum + text.length, 0) > fileBounds.characters
        ? `has files of more than ${fileBounds.characters.toLocaleString("en-US")} characters in all.`
        : files.map(([path]) => filePathProblem(path)).find((found) => found !== null);
  if (problem === undefined || problem === null) return null;
  return no("bad_skill", `The skill ${skill.id} ${problem}`, "Keep its folder small and its paths plain.");
}
