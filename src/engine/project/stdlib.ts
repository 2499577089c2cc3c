// The tools and skills that come with ptc. The build reads stdlib/ once, bundles included, into one file beside the library;
// from there they go through the same gates as a project's own, and never over what a registry has of its own.

import { readFileSync } from "node:fs";
import { foldId } from "../../names/id.ts";
import { denials } from "../../registry/gates/permissions.ts";
import { readSkillFolder } from "../../registry/skills/folder.ts";
import type { Reader } from "../../registry/store.ts";
import { parsePolicy } from "../../sandbox/policy.ts";
import type { Sandbox } from "../../sandbox/sandbox.ts";
import type { Engine } from "../engine.ts";
import { type FoundSkill, type FoundTool, readProject, type Scanned, scanProject } from "./scan.ts";

const FOLDER = "stdlib";

/** From its sources, for the build and for tests: it is a project like any other. */
export async function scanStdlib(folder: string, sandbox: () => Sandbox): Promise<Scanned> {
  const opened = readProject(folder);
  if (!opened.ok) throw new Error(opened.problem.message);
  const { tools, skills, suites, problems } = await scanProject(opened.project, sandbox);
  const named = <T extends { readonly file: string }>(one: T): T => ({ ...one, file: `${FOLDER}/${one.file}` });
  return {
    tools: tools.map((tool) => supplied(named(tool))),
    skills: skills.map(named),
    suites: suites.map(named),
    problems,
  };
}

function supplied({ file, draft }: FoundTool): FoundTool {
  const { body } = draft;
  return { file, draft: { ...draft, origin: "imported", body: body.kind === "host" ? body : { ...body, file } } };
}

/** As the build wrote it. */
export function readStdlib(): Scanned {
  return JSON.parse(readFileSync(new URL("./stdlib.json", import.meta.url), "utf8")) as Scanned;
}

/** Why a tool or skill of stdlib is not registered here. */
export interface LeftAlone {
  readonly id: string;
  readonly why: string;
}

export interface StdlibFor {
  readonly scanned: Scanned;
  readonly leftAlone: readonly LeftAlone[];
}

/**
 * What of it belongs into this registry beside the project's own: nothing that the project defines itself, that somebody
 * replaced, repaired, revised or archived here, or that asks for what the project denies.
 */
export async function stdlibFor(
  engine: Engine,
  stdlib: Scanned,
  own: Scanned,
  deny: readonly string[],
): Promise<StdlibFor> {
  const owned = new Set([...own.tools.map(({ draft }) => idOf(draft.id)), ...own.skills.map(skillName)]);
  const leftAlone: LeftAlone[] = [];
  const [tools, skills] = await engine.store.read(async (reader) => {
    const reasons = await toolReasons(reader, stdlib.tools, owned, deny);
    const kept = stdlib.tools.filter(({ draft }) => isKept(idOf(draft.id), reasons.get(idOf(draft.id)), leftAlone));
    const keptSkills: FoundSkill[] = [];
    for (const skill of stdlib.skills) {
      const name = skillName(skill);
      if (isKept(name, await skillReason(reader, skill, owned), leftAlone)) keptSkills.push(skill);
    }
    return [kept, keptSkills];
  });
  const ids = new Set(tools.map(({ draft }) => idOf(draft.id)));
  const suites = stdlib.suites.filter(({ tool }) => ids.has(idOf(tool)));
  return { scanned: { tools, skills, suites, problems: stdlib.problems }, leftAlone };
}

const idOf = (name: string): string => foldId(name) ?? name;

const skillName = ({ file }: FoundSkill): string => idOf(file.slice(file.lastIndexOf("/") + 1));

function isKept(id: string, why: string | null | undefined, leftAlone: LeftAlone[]): boolean {
  if (why == null) return true;
  leftAlone.push({ id, why });
  return false;
}

async function toolReasons(
  reader: Reader,
  tools: readonly FoundTool[],
  owned: ReadonlySet<string>,
  deny: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const heads = new Map((await reader.toolHeadsOf(tools.map(({ draft }) => idOf(draft.id)))).map((h) => [h.id, h]));
  const policy = parsePolicy({ deny: [...deny] }, "deny");
  const reasons = new Map<string, string>();
  for (const { draft } of tools) {
    const id = idOf(draft.id);
    const head = heads.get(id);
    const denied = policy.ok ? denials(policy.policy, { id, permissions: draft.permissions ?? [] }) : [];
    const why = owned.has(id)
      ? "the project has its own"
      : head?.archived === true
        ? "it is archived"
        : head !== undefined && head.supersededBy !== null
          ? `it was replaced by ${head.supersededBy}`
          : head !== undefined && head.origin !== "imported"
            ? "the registry has its own"
            : denied.length > 0
              ? "it asks for what ptc.json denies"
              : null;
    if (why !== null) reasons.set(id, why);
  }
  return reasons;
}

/** A skill keeps its origin when somebody revises it, so what tells is whether these words were there and are no more. */
async function skillReason(reader: Reader, skill: FoundSkill, owned: ReadonlySet<string>): Promise<string | null> {
  const id = skillName(skill);
  if (owned.has(id)) return "the project has its own";
  const head = await reader.skillHead(id);
  if (head === null) return null;
  if (head.archived) return "it is archived";
  const read = readSkillFolder(skill.file.slice(skill.file.lastIndexOf("/") + 1), skill.files);
  if (!read.ok) return null;
  const earlier = (await reader.skillVersionsOf(id)).filter((version) => version.version !== head.current);
  return earlier.some(({ prompt }) => prompt === read.value.prompt) ? "it was revised here" : null;
}
