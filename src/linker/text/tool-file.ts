// A file of composed tools: every definition with a :signature is a tool, all others are helpers of theirs. Says what the
// tools are, with every problem at its place; nothing is evaluated.

import { hashText, hashValue } from "../../base/hash.ts";
import type { Problem } from "../../base/problem.ts";
import { type Place, placeOf, type Span } from "../../base/span.ts";
import { foldId, idRule } from "../../names/id.ts";
import { parseSignature, type SchemaObject, signatureToSchemas } from "../../names/signature/index.ts";
import { isTakenByLanguage } from "../hygiene.ts";
import { idsOf, imageNameOf } from "../symbols.ts";
import type { LispUnit, UnitHealth } from "../unit.ts";
import type { Definition } from "./definition.ts";
import { parseSource, strayHint } from "./parse.ts";
import { readOptions, type ToolExample, type ToolOptions } from "./tool-options.ts";

export interface ToolInFile {
  readonly id: string;
  /** The definition's name as written. */
  readonly main: string;
  readonly description: string;
  readonly signature: string;
  readonly inputSchema: SchemaObject;
  readonly outputSchema: SchemaObject;
  readonly capability: string;
  /** Null leaves it to whoever registers the tool. */
  readonly version: string | null;
  readonly tags: readonly string[];
  readonly examples: readonly ToolExample[];
  readonly deterministic: boolean;
  readonly stateful: boolean;
  /** Ranges asked of tools that the text names. */
  readonly requires: Readonly<Record<string, string>>;
  /** Tools that are required though the text does not name them, with a range where one is given. */
  readonly requiredTools: readonly string[];
  readonly supersedes: string | null;
  readonly permissions: readonly string[];
  readonly models: readonly string[];
  readonly timeoutMs: number | null;
  readonly span: Span;
}

export interface ToolFile {
  readonly file: string;
  readonly text: string;
  readonly tools: readonly ToolInFile[];
  /** Names of the definitions that are no tools. */
  readonly helpers: readonly string[];
  readonly problems: readonly (Problem & { readonly place: Place })[];
}

export function readToolFile(text: string, file: string): ToolFile {
  const parsed = parseSource({ file, text });
  const problems: Problem[] = [...parsed.problems];
  const tools: ToolInFile[] = [];
  const helpers: string[] = [];
  const used = new Set([...parsed.uses.values()].flat().flatMap((use) => idsOf(use.name)));
  for (const definition of parsed.definitions.values()) {
    if (definition.signature === null) helpers.push(definition.name);
    else tools.push(...toolOf(definition, used, problems));
  }
  for (const { name, again } of parsed.repeated)
    problems.push(problem("duplicate_symbol", again, `${name} is defined twice in this file.`, "Rename one of them."));
  for (const { name, span } of parsed.nested)
    problems.push(
      problem(
        "nested_definition",
        span,
        `${name} is defined inside another form.`,
        "Define it at the top level of the file, or bind it with let.",
      ),
    );
  if (parsed.problems.length === 0)
    for (const form of parsed.loose)
      problems.push(
        problem(
          "stray_expression",
          form.span,
          "A file of tools has only definitions; this would never run.",
          strayHint(form),
        ),
      );
  if (tools.length === 0 && problems.length === 0)
    problems.push(
      problem(
        "no_tool",
        { start: 0, end: 0 },
        "No definition here has a :signature, so there is no tool.",
        'Write (defn name "what it does" {:signature "(x :int) -> :int"} [x] …).',
      ),
    );
  const placed = [...problems].sort((a, b) => a.span.start - b.span.start || b.span.end - a.span.end);
  return { file, text, tools, helpers, problems: placed.map((p) => ({ ...p, place: placeOf(text, p.span.start) })) };
}

function problem(reason: string, span: Span, message: string, hint: string): Problem {
  return { reason, severity: "error", message, span, hint };
}

function toolOf(definition: Definition, used: ReadonlySet<string>, problems: Problem[]): readonly ToolInFile[] {
  const { name, nameSpan, span } = definition;
  const id = foldId(name);
  if (id === null) {
    problems.push(problem("invalid_name", nameSpan, `${name} cannot be a tool's name.`, `An id is ${idRule}`));
    return [];
  }
  if (isTakenByLanguage(imageNameOf(id)))
    problems.push(
      problem(
        "reserved_name",
        nameSpan,
        `${name} is part of the language, and a tool of that name would replace it for everyone.`,
        `Give the tool a name of its own, such as ${name}-rows.`,
      ),
    );
  const read = definition.options === null ? { options: {}, problems: [] } : readOptions(definition.options);
  problems.push(...read.problems);
  const options: ToolOptions = read.options;
  const signature = parseSignature(definition.signature ?? "");
  // An unreadable signature was reported by the analysis.
  if (!signature.ok) return [];
  const { params, result } = signatureToSchemas(signature.value);
  const ranges = Object.entries(options.requires ?? {});
  return [
    {
      id,
      main: name,
      description: definition.doc ?? "",
      signature: definition.signature ?? "",
      inputSchema: params,
      outputSchema: result,
      capability: options.capability ?? id,
      version: options.version ?? null,
      tags: options.tags ?? [],
      examples: options.examples ?? [],
      deterministic: options.deterministic ?? false,
      stateful: options.stateful ?? false,
      requires: Object.fromEntries(ranges.filter(([required]) => used.has(required))),
      requiredTools: ranges.flatMap(([required, range]) =>
        used.has(required) ? [] : [range === "*" ? required : `${required}@${range}`],
      ),
      supersedes: options.supersedes ?? null,
      permissions: options.permissions ?? [],
      models: options.models ?? [],
      timeoutMs: options.timeoutMs ?? null,
      span,
    },
  ];
}

/** The tools of a file as units, for linking without a registry: nothing vouches for them, so they are pending. */
export function unitsOf(file: ToolFile, health: UnitHealth = "pending"): readonly LispUnit[] {
  const code = hashText(file.text);
  return file.tools.map((tool) => ({
    layer: "composed",
    id: tool.id,
    version: tool.version ?? "0.0.0",
    capability: tool.capability,
    description: tool.description,
    signature: tool.signature,
    inputSchema: tool.inputSchema,
    outputSchema: tool.outputSchema,
    tags: tool.tags,
    health,
    permissions: tool.permissions,
    requiredTools: tool.requiredTools,
    requiredModels: tool.models,
    deterministic: tool.deterministic,
    stateful: tool.stateful,
    contentHash: hashValue({ code, main: tool.main }),
    schemaHash: hashValue([tool.inputSchema, tool.outputSchema]),
    source: { file: file.file, text: file.text },
    main: tool.main,
    requires: tool.requires,
  }));
}
