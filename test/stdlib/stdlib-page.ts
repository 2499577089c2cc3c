// docs/stdlib.md: every composed tool with its signature, what it does and its examples, by subject; then the skills.

import type { FoundTool, Scanned } from "../../src/engine/project/scan.ts";
import { parseSignature } from "../../src/names/signature/index.ts";
import { readSkillFolder } from "../../src/registry/skills/folder.ts";

const intro = `# The standard library

<!-- Generated from stdlib/. Do not edit: run UPDATE=1 npx vitest run test/stdlib. -->

Composed tools and skills that come with \`ptc\`. \`ptc sync --stdlib\` registers them, through the same gates as your own; with
\`"stdlib": true\` in \`ptc.json\` every \`ptc sync\` does. What you define, repair or archive yourself is left alone. A link takes
from them only what is used.

Tools are called with their arguments in order, \`nil\` for what is left out, or by name: \`(tool/top-n {:rows rows :column "amount"
:n 3})\`. Rows are maps; keys may be keywords or texts. Every example below is run by the gates. The base tools under them are in
[stdlib/README.md](../stdlib/README.md).`;

export function renderStdlib({ tools, skills }: Scanned): string {
  const subjects = new Map<string, FoundTool[]>();
  for (const tool of tools) {
    const subject = /^stdlib\/tools\/([^/]+)\//.exec(tool.file)?.[1];
    if (subject !== undefined) subjects.set(subject, [...(subjects.get(subject) ?? []), tool]);
  }
  const names = [...subjects.keys()].sort();
  const contents = names.map((subject) => {
    const links = subjects.get(subject)!.map(({ draft }) => `[${lispName(draft.id)}](#${lispName(draft.id)})`);
    return `| ${titled(subject)} | ${links.join(", ")} |`;
  });
  const sections = names.map((subject) =>
    [`## ${titled(subject)}`, ...subjects.get(subject)!.map(renderTool)].join("\n\n"),
  );
  return `${[intro, ["| | |", "|---|---|", ...contents].join("\n"), ...sections, renderSkills(skills)].join("\n\n")}\n`;
}

function renderTool({ draft }: FoundTool): string {
  const examples = (draft.examples ?? []).map((example) => {
    const result = "result" in example ? `\n; => ${lisp(example.result)}` : "";
    return `${call(draft.id, draft.signature!, example.args)}${result}`;
  });
  const parts = [`### ${lispName(draft.id)}`, `\`${draft.signature}\``, draft.description!];
  return [...parts, ["```clojure", ...examples, "```"].join("\n")].join("\n\n");
}

function renderSkills(skills: Scanned["skills"]): string {
  const rows = skills.map(({ file, files }) => {
    const read = readSkillFolder(file.slice(file.lastIndexOf("/") + 1), files);
    if (!read.ok) throw new Error(read.problem.message);
    const { name, description, appliesTo } = read.value;
    return `| [${name}](../${file}/SKILL.md) | ${description} | ${appliesTo!.map(lispName).join(", ")} |`;
  });
  return ["## Skills", "", "| | | about |", "|---|---|---|", ...rows].join("\n");
}

function call(id: string, signature: string, args: Readonly<Record<string, unknown>>): string {
  const parsed = parseSignature(signature);
  const params = parsed.ok ? parsed.value.params : [];
  return `(${[lispName(id), ...params.map(({ name }) => lisp(args[name] ?? null))].join(" ")})`;
}

function lisp(value: unknown): string {
  if (value === null || value === undefined) return "nil";
  if (Array.isArray(value)) return `[${value.map(lisp).join(" ")}]`;
  if (typeof value !== "object") return JSON.stringify(value);
  const entries = Object.entries(value).map(
    ([key, one]) => `${isKeyword(key) ? `:${key}` : JSON.stringify(key)} ${lisp(one)}`,
  );
  return `{${entries.join(" ")}}`;
}

const isKeyword = (key: string): boolean => /^[\p{L}\d_-]+$/u.test(key);
const lispName = (id: string): string => id.replaceAll("_", "-");
const titled = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
