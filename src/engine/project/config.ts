// ptc.json: where a project keeps its registry, tools, skills and tests, and what its tools may do. Every field has a default,
// so an empty object is a project; unknown fields are refused with the one that was meant.

import { suggest } from "../../base/suggest.ts";
import { checkFor, mismatchWords } from "../../names/schema.ts";
import type { SchemaObject } from "../../names/signature/index.ts";
import { jsonProblem } from "./json-problem.ts";

export interface ProjectConfig {
  /** A file, a postgres:// URL, or $NAME for an environment variable that holds one. */
  readonly registry: string;
  /** Globs of files, relative to the project. */
  readonly tools: readonly string[];
  /** Globs of folders with a SKILL.md. */
  readonly skills: readonly string[];
  readonly tests: readonly string[];
  /** Whether ptc sync also registers the tools and skills that come with ptc. */
  readonly stdlib: boolean;
  /** What no tool of this project may ask for. */
  readonly deny: readonly string[];
  /** What base tools are granted while their examples and cases run; nothing unless it is said here. */
  readonly testGrants: readonly string[];
  /** A module whose exports are the functions that tools of kind host refer to. */
  readonly hostFunctions: string | null;
  /** Tools of the host: name and signature of what hostFunctions supplies. */
  readonly hostTools: readonly HostToolConfig[];
  /** What works together, by a name of your own: ids of tools, skill:… for skills. ptc discover relates them. */
  readonly presets: Readonly<Record<string, readonly string[]>>;
}

export interface HostToolConfig {
  readonly id: string;
  readonly reference?: string;
  readonly signature: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly deterministic?: boolean;
}

export const defaultConfig: ProjectConfig = {
  registry: ".ptc/registry.db",
  tools: ["tools/**/*.clj", "tools/**/*.tool.ts", "tools/**/*.tool.js"],
  skills: ["skills/*"],
  tests: ["tests/**/*.cases.json", "tests/**/*.cases.clj"],
  stdlib: false,
  deny: [],
  testGrants: [],
  hostFunctions: null,
  hostTools: [],
  presets: {},
};

const texts = (description: string): SchemaObject => ({
  type: "array",
  items: { type: "string", minLength: 1 },
  description,
});

/** Published as docs/schema/ptc.json. */
export const configSchema: SchemaObject = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: "ptc.json, the project file of ptc",
  type: "object",
  additionalProperties: false,
  properties: {
    $schema: { type: "string", description: "Where this schema is; for editors." },
    registry: {
      type: "string",
      minLength: 1,
      description: "A file, a postgres:// URL, or $NAME for an environment variable that holds one.",
      default: defaultConfig.registry,
    },
    tools: {
      ...texts("Globs of tool files: PTC-Lisp (.clj) and sandboxed modules (.tool.ts, .tool.js)."),
      default: defaultConfig.tools,
    },
    skills: { ...texts("Globs of folders with a SKILL.md."), default: defaultConfig.skills },
    tests: { ...texts("Globs of files with test cases (.cases.json, .cases.clj)."), default: defaultConfig.tests },
    stdlib: {
      type: "boolean",
      description: "Whether ptc sync also registers the tools and skills that come with ptc.",
      default: defaultConfig.stdlib,
    },
    deny: texts("Permissions that no tool of this project may ask for, such as http:fetch:*."),
    testGrants: texts("Permissions that base tools are granted while their examples and cases run."),
    presets: {
      type: "object",
      additionalProperties: { type: "array", items: { type: "string", minLength: 1 }, minItems: 2 },
      description:
        "What works together, by a name of your own: ids of tools, skill:… for skills. ptc discover relates them.",
    },
    hostFunctions: { type: "string", minLength: 1, description: "A module whose exports are functions of the host." },
    hostTools: {
      type: "array",
      description: "Tools that are functions of the host.",
      items: {
        type: "object",
        additionalProperties: false,
        required: ["id", "signature"],
        properties: {
          id: { type: "string", minLength: 1 },
          reference: { type: "string", minLength: 1, description: "The name of the function; the id unless given." },
          signature: { type: "string", minLength: 1 },
          description: { type: "string" },
          tags: texts("Words to find it by."),
          deterministic: { type: "boolean" },
        },
      },
    },
  },
};

export type ConfigAnswer =
  | { readonly ok: true; readonly config: ProjectConfig }
  | { readonly ok: false; readonly message: string; readonly hint: string; readonly offset: number };

/** The text of a ptc.json, checked. */
export function parseConfig(text: string): ConfigAnswer {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    const { message, offset } = jsonProblem(text) ?? { message: "It is not JSON.", offset: 0 };
    return { ok: false, message, hint: "Check commas, quotes and brackets at this place.", offset };
  }
  const unfit = checkFor(configSchema)(parsed);
  if (unfit.length > 0) {
    const [first] = unfit;
    const name = /"([^"]+)"$/.exec(first!.message)?.[1];
    const known = Object.keys(configSchema.properties as object);
    const near = name === undefined ? undefined : suggest(name, known)[0];
    return {
      ok: false,
      message: `${mismatchWords(unfit)}.`,
      hint:
        near === undefined
          ? `It may have ${known.filter((k) => k !== "$schema").join(", ")}.`
          : `Did you mean "${near}"?`,
      offset: Math.max(0, text.indexOf(`"${name ?? first!.at.split(/[.[]/)[0]}"`)),
    };
  }
  const { $schema: _, ...given } = parsed as { $schema?: string } & Partial<ProjectConfig>;
  return { ok: true, config: { ...defaultConfig, ...given } };
}
