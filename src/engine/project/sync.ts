// Files into the registry: whatever changed goes through the gates, dependencies first, one at a time. What is refused stays
// as it was; what is unchanged costs a look at its hash.

import { parseSource } from "../../linker/text/parse.ts";
import { foldId } from "../../names/id.ts";
import type { ToolDraft } from "../../registry/draft.ts";
import type { Health } from "../../registry/model.ts";
import type { RegistryProblem } from "../../registry/problem.ts";
import type { Registration } from "../../registry/register.ts";
import { readSkillFolder } from "../../registry/skills/folder.ts";
import type { CaseDraft } from "../../registry/suite.ts";
import type { Engine } from "../engine.ts";
import type { FileProblem, FoundSkill, FoundSuite, FoundTool, Scanned } from "./scan.ts";

export type SyncOutcome = Health | "refused" | "unchanged" | "registered";

export interface SyncedTool {
  readonly kind: "tool";
  readonly id: string;
  readonly file: string;
  readonly outcome: SyncOutcome;
  readonly registration: Registration;
}

export interface SyncedSkill {
  readonly kind: "skill";
  readonly id: string;
  readonly file: string;
  readonly outcome: "registered" | "unchanged" | "refused";
  readonly version: string | null;
  readonly problem: RegistryProblem | null;
}

export type Synced = SyncedTool | SyncedSkill;

export interface SyncReport {
  readonly done: readonly Synced[];
  /** Of files that could not be read; nothing of such a file was registered. */
  readonly problems: readonly FileProblem[];
}

/** `told` hears of each as it is done: gates can take a while. */
export async function syncProject(
  engine: Engine,
  scanned: Scanned,
  told: (done: Synced, index: number, total: number) => void = () => {},
): Promise<SyncReport> {
  const tools = onceEach(scanned.tools, ({ draft }) => foldId(draft.id) ?? draft.id, "tool");
  const skills = onceEach(scanned.skills, ({ file }) => foldId(folderName(file)) ?? file, "skill");
  const read = [...scanned.problems, ...tools.problems, ...skills.problems];
  const problems = [...read, ...straySuites({ ...scanned, problems: read })];
  const total = tools.kept.length + skills.kept.length;
  const done: Synced[] = [];
  const tell = (one: Synced): void => {
    done.push(one);
    told(one, done.length, total);
  };
  for (const tool of inOrder(tools.kept)) tell(await syncTool(engine, tool, scanned.suites));
  for (const skill of skills.kept) tell(await syncSkill(engine, skill));
  return { done, problems };
}

/** Which of two files is meant nobody can tell, so neither is used. */
function onceEach<T extends { readonly file: string }>(
  all: readonly T[],
  idOf: (one: T) => string,
  kind: Synced["kind"],
): { readonly kept: readonly T[]; readonly problems: readonly FileProblem[] } {
  const byId = new Map<string, T[]>();
  for (const one of all) byId.set(idOf(one), [...(byId.get(idOf(one)) ?? []), one]);
  const kept = all.filter((one) => byId.get(idOf(one))!.length === 1);
  const problems = [...byId].flatMap(([id, ones]) => {
    const files = [...new Set(ones.map(({ file }) => file))];
    if (ones.length === 1) return [];
    return {
      reason: "duplicate_id",
      message: `The ${kind} ${id} is defined ${files.length === 1 ? "twice" : `in ${files.join(" and ")}`}.`,
      hint: "Keep one of them, or give the other another name.",
      at: { file: files.at(-1)!, line: 1, column: 1 },
    };
  });
  return { kept, problems };
}

function folderName(file: string): string {
  return file.split("/").at(-1)!;
}

async function syncTool(
  engine: Engine,
  { file, draft }: FoundTool,
  suites: readonly FoundSuite[],
): Promise<SyncedTool> {
  const id = foldId(draft.id) ?? draft.id;
  const cases = casesFor(id, suites);
  const registration = await engine.registry.registerTool(draft, { cases });
  const outcome = !registration.ok ? "refused" : registration.unchanged ? "unchanged" : registration.health;
  return { kind: "tool", id, file, outcome, registration };
}

function casesFor(id: string, suites: readonly FoundSuite[]): readonly CaseDraft[] {
  return suites
    .filter((suite) => foldId(suite.tool) === id)
    .flatMap(({ cases, file }) =>
      cases.map((one) => ({ ...one, reason: one.reason === "" ? `written in ${file}` : one.reason })),
    );
}

async function syncSkill(engine: Engine, { file, files }: FoundSkill): Promise<SyncedSkill> {
  const folder = folderName(file);
  const read = readSkillFolder(folder, files);
  const refused = (problem: RegistryProblem): SyncedSkill => ({
    kind: "skill",
    id: folder,
    file,
    outcome: "refused",
    version: null,
    problem,
  });
  if (!read.ok) return refused(read.problem);
  const done = await engine.registry.registerSkill(read.value);
  if (!done.ok) return refused(done.problem);
  const { skill, changed } = done.value;
  return {
    kind: "skill",
    id: skill.id,
    file,
    outcome: changed ? "registered" : "unchanged",
    version: skill.version,
    problem: null,
  };
}

/** Cases of a tool that no file has: a misspelt name would otherwise leave a tool unproven without a word. */
function straySuites({ tools, suites, problems }: Scanned): FileProblem[] {
  const known = new Set(tools.map(({ draft }) => foldId(draft.id)));
  const unread = problems.length > 0;
  return suites
    .filter((suite) => !unread && !known.has(foldId(suite.tool)))
    .map(({ tool, file }) => ({
      reason: "unknown_tool",
      message: `These cases are of ${tool}, which no file of the project has.`,
      hint: "Check the name, or add cases of registered tools with ptc case add.",
      at: { file, line: 1, column: 1 },
    }));
}

/** Dependencies first, as far as the texts tell; ties by name. */
function inOrder(tools: readonly FoundTool[]): readonly FoundTool[] {
  const byId = new Map(tools.map((tool) => [foldId(tool.draft.id) ?? tool.draft.id, tool]));
  const names = [...byId.keys()].sort();
  const needs = new Map(names.map((id) => [id, neededBy(byId.get(id)!.draft).filter((n) => n !== id && byId.has(n))]));
  const ordered: FoundTool[] = [];
  const state = new Map<string, "open" | "done">();
  for (const first of names) {
    // By hand rather than by recursion: a chain may be longer than the stack is deep.
    const stack = [first];
    while (stack.length > 0) {
      const id = stack.at(-1)!;
      const next = state.get(id) === undefined ? needs.get(id)!.filter((n) => state.get(n) === undefined) : [];
      if (state.get(id) === undefined && next.length > 0) {
        state.set(id, "open");
        stack.push(...next.reverse());
        continue;
      }
      stack.pop();
      if (state.get(id) !== "done") ordered.push(byId.get(id)!);
      state.set(id, "done");
    }
  }
  return ordered;
}

function neededBy(draft: ToolDraft): readonly string[] {
  const { body } = draft;
  const declared = [
    ...(draft.dependencies ?? []),
    ...(draft.requiredTools ?? []),
    draft.supersedes?.split("@")[0] ?? "",
  ];
  const called = (draft.permissions ?? []).filter((p) => p.startsWith("tool:")).map((p) => p.slice(5));
  const used =
    body.kind === "lisp"
      ? [...parseSource({ file: body.file, text: body.code }).uses.values()].flat().map((use) => use.name)
      : [];
  return [...declared, ...called, ...used].map((name) => foldId(name) ?? "").sort();
}
