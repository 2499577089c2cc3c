// Units, skills and answers of the cases in spec/link, made from what a page says.

import { runSync } from "../../src/index.ts";
import {
  type BaseUnit,
  catalogOf,
  decide,
  decisionText,
  type LinkInput,
  type LinkTrace,
  link,
  mapOf,
  mapText,
  mermaidOf,
  problemOf,
  readToolFile,
  renderLinkProblem,
  type SkillUnit,
  type Unit,
  unitsOf,
  unusedIn,
  unusedText,
  warningOf,
  whyLinked,
  whyText,
} from "../../src/linker/index.ts";
import type { LinkCase } from "./pages.ts";

export function baseUnit(id: string, changes: Partial<BaseUnit> = {}): BaseUnit {
  return {
    layer: "base",
    id,
    version: "1.0.0",
    capability: id,
    description: "",
    signature: null,
    inputSchema: null,
    outputSchema: null,
    tags: [],
    health: "green",
    permissions: [],
    requiredTools: [],
    requiredModels: [],
    deterministic: true,
    stateful: false,
    contentHash: `sha256:content of ${id}`,
    schemaHash: `sha256:schema of ${id}`,
    body: { kind: "host", reference: id },
    timeoutMs: null,
    retries: 0,
    ...changes,
  };
}

export function skillUnit(id: string, changes: Partial<SkillUnit> = {}): SkillUnit {
  return {
    id,
    version: "1.0.0",
    name: id,
    prompt: `How to ${id}.`,
    appliesTo: [],
    tags: [],
    effectiveness: { score: 0, trials: 0 },
    flagged: false,
    contentHash: `sha256:content of ${id}`,
    ...changes,
  };
}

/** The tools of some files, all green unless told otherwise. */
export function unitsFrom(files: Readonly<Record<string, string>>, changes: LinkCase["tools"] = {}): readonly Unit[] {
  const composed = Object.entries(files).flatMap(([file, text]) => unitsOf(readToolFile(text, file), "green"));
  const units = composed.map((unit) => ({ ...unit, ...(changes[unit.id] as Partial<typeof unit>) }));
  const known = new Set(composed.map((u) => u.id));
  const base = Object.entries(changes).flatMap(([id, given]) => (known.has(id) ? [] : [baseUnit(id, given)]));
  return [...units, ...base];
}

export function inputOf(c: LinkCase): LinkInput {
  const { entry, replaced, ...rest } = c.link as { entry?: string; replaced?: Record<string, string> };
  const { [entry ?? ""]: program, ...files } = c.files;
  const skills = c.skills.map((s) => skillUnit(s.id as string, s));
  const catalog = catalogOf({
    units: unitsFrom(files, c.tools),
    skills,
    ...(replaced === undefined ? {} : { replaced }),
  });
  return { ...rest, catalog, ...(entry === undefined ? {} : { entry: { file: entry, text: program! } }) };
}

export function answerTo(name: string, trace: LinkTrace, c: LinkCase, asked: string): string {
  const problems = (list: readonly ReturnType<typeof problemOf>[]) =>
    list.map((p) => renderLinkProblem(p, new Map(Object.entries(c.files)))).join("\n\n");
  switch (name) {
    case "order":
      return trace.ordered.order.map((n) => trace.names.names.get(n.key)).join("\n");
    case "prelude":
      return trace.prelude?.text.trimEnd() ?? "";
    case "program":
      return trace.prelude?.entry?.text.trimEnd() ?? "";
    case "problems":
      return problems(trace.faults.map(problemOf));
    case "warnings":
      return problems(trace.warnings.map(warningOf));
    case "prompt":
      return trace.bundle?.prompt.trimEnd() ?? "";
    case "map":
      return mapText(mapOf(trace)).trimEnd();
    case "unused":
      return unusedText(unusedIn(trace)).trimEnd();
    case "decision":
      return decisionText(decide(trace)).trimEnd();
    case "graph":
      return mermaidOf(trace).trimEnd();
    case "run":
      return asked
        .split("\n")
        .map((line) => ran(line.replace(/\s*; =>.*$/, ""), trace))
        .join("\n");
    default:
      if (name.startsWith("why ")) return whyText(whyLinked(trace, name.slice(4)), name.slice(4)).trimEnd();
      throw new Error(`A page asks for "${name}", which nobody answers.`);
  }
}

function ran(call: string, trace: LinkTrace): string {
  const result = runSync(`${trace.prelude?.text ?? ""}\n${call}`);
  return `${call} ; => ${result.ok ? result.text : `${result.error.reason}: ${result.error.message}`}`;
}

export { link };
