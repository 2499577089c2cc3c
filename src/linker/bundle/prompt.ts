// What the worker's model is shown: one line for each tool it may call, then the skills. Nothing else of the image is in
// here, which is the point of linking.
//
//   ## Tools
//
//   - `(parse-csv text)` (text :string) -> [[:string]]: Reads comma-separated rows.
//
//   ## Expertise
//
//   ### European CSV
//   Fields are separated by semicolons.

import type { SkillUnit } from "../unit.ts";
import { parametersOf } from "../wrappers.ts";
import type { VisibleTool } from "./bundle.ts";

export function toolsPrompt(tools: readonly VisibleTool[]): string {
  if (tools.length === 0) return "";
  // Places cannot be left out, as keys can.
  const hasGaps = tools.some((tool) => tool.call.by === "place" && parametersOf(tool)?.some((p) => !p.required));
  const how = `Call them in PTC-Lisp.${hasGaps ? " Pass nil in the place of an argument you leave out (its type ends in ?)." : ""}`;
  return `## Tools\n\n${how}\n\n${tools.map(toolLine).join("\n")}\n`;
}

export function toolLine(tool: VisibleTool): string {
  const call =
    tool.call.by === "place"
      ? `(${[tool.call.name, ...tool.call.params].join(" ")})`
      : `(tool/${tool.call.name}${tool.call.params.length === 0 ? "" : ` {${tool.call.params.map((p) => `:${p} …`).join(" ")}}`})`;
  const signature = tool.signature === null ? "" : ` ${tool.signature}`;
  const doc = tool.description.replace(/\s+/g, " ").trim();
  return `- \`${call}\`${signature}${doc === "" ? "" : `: ${doc}`}`;
}

export function skillsPrompt(skills: readonly SkillUnit[]): string {
  if (skills.length === 0) return "";
  const parts = skills.map((skill) => `### ${skill.name.replace(/\s+/g, " ").trim()}\n${skill.prompt.trim()}\n`);
  return `## Expertise\n\n${parts.join("\n")}`;
}

export function wholePrompt(tools: readonly VisibleTool[], skills: readonly SkillUnit[]): string {
  return [toolsPrompt(tools), skillsPrompt(skills)].filter((part) => part !== "").join("\n");
}
