// One shape for everything that can be discovered: tools, skills, extensions, channels, and whatever a manifest declares.
// What only the last tier of a prompt shows, a schema or a skill's text, may be a function and is then read when needed.

import { OptionsError } from "../base/options-error.ts";

export const capabilityKinds = ["tool", "skill", "extension", "channel"] as const;
export type CapabilityKind = (typeof capabilityKinds)[number];

export type Visibility = "public" | "hidden";

/** A value, or how to get it. */
export type Lazy<T> = T | (() => T | Promise<T>);

export interface CapabilityParam {
  readonly name: string;
  readonly description: string;
}

export interface Capability {
  /** `tool:web-search`, `skill:github`: unique in an index. */
  readonly id: string;
  readonly kind: CapabilityKind;
  readonly name: string;
  readonly displayName: string;
  readonly description: string;
  readonly category: string;
  readonly tags: readonly string[];
  readonly params: readonly CapabilityParam[];
  /** Ids or names of capabilities it cannot work without. */
  readonly requiredTools: readonly string[];
  /** Names of secrets, never their values. */
  readonly requiredSecrets: readonly string[];
  /** What it may ask of its host. */
  readonly permissions: readonly string[];
  /** The models it is made for; all when empty. */
  readonly models: readonly string[];
  /** Further names that others may require it by. */
  readonly provides: readonly string[];
  readonly available: boolean;
  /** A hidden capability is found only by those who ask for hidden ones. */
  readonly visibility: Visibility;
  readonly sideEffects: boolean;
  readonly fullSchema?: Lazy<unknown>;
  readonly fullContent?: Lazy<string>;
  /** Where it came from, for whoever loads the rest. */
  readonly source: CapabilitySource;
}

export interface CapabilitySource {
  readonly from: CapabilityKind | "manifest" | "registry";
  /** A name, a platform, a path, a version: what its origin knows it by. */
  readonly ref: string;
  /** The function of the host that it stands for: where a host does not supply it, it is not available. */
  readonly hostFunction?: string;
}

/** What a source may say of a capability; the rest has defaults. */
export interface CapabilityInput {
  readonly id?: string;
  readonly kind?: CapabilityKind;
  readonly name: string;
  readonly displayName?: string;
  readonly description?: string;
  readonly category?: string;
  readonly tags?: readonly string[];
  /** Names, names with descriptions, or an object of descriptions by name; read from `schema` when left out. */
  readonly params?: readonly (string | Partial<CapabilityParam>)[] | Readonly<Record<string, unknown>>;
  readonly requiredTools?: readonly string[];
  readonly requiredSecrets?: readonly string[];
  readonly permissions?: readonly string[];
  readonly models?: readonly string[];
  readonly provides?: readonly string[];
  readonly available?: boolean;
  readonly visibility?: Visibility;
  readonly sideEffects?: boolean;
  readonly schema?: Lazy<unknown>;
  readonly content?: Lazy<string>;
  readonly source?: CapabilitySource;
}

export function describeCapability(input: CapabilityInput): Capability {
  const name = input.name.trim();
  if (name === "") throw new OptionsError("A capability needs a name.");
  const kind = input.kind ?? "tool";
  const { schema, content } = input;
  return {
    id: input.id ?? `${kind}:${name}`,
    kind,
    name,
    displayName: input.displayName ?? titleOf(name),
    description: (input.description ?? "").trim(),
    category: (input.category ?? (kind === "channel" ? "communication" : "")).trim(),
    tags: input.tags ?? [],
    params: paramsOf(input),
    requiredTools: input.requiredTools ?? [],
    requiredSecrets: input.requiredSecrets ?? [],
    permissions: input.permissions ?? [],
    models: input.models ?? [],
    provides: input.provides ?? [],
    available: input.available ?? true,
    visibility: input.visibility ?? "public",
    sideEffects: input.sideEffects ?? false,
    source: input.source ?? { from: kind, ref: name },
    ...(schema === undefined ? {} : { fullSchema: schema }),
    ...(content === undefined ? {} : { fullContent: content }),
  };
}

/** Functions aside: a source that is read again gives new ones. */
export function sameCapability(a: Capability, b: Capability): boolean {
  try {
    return a === b || JSON.stringify(a) === JSON.stringify(b);
  } catch {
    return false; // a schema that JSON cannot hold
  }
}

/** web-search, web_search and webSearch are all shown as Web Search. */
function titleOf(name: string): string {
  const words = name.replace(/([a-z0-9])([A-Z])/g, "$1 $2").split(/[\s_\-./:]+/);
  return words
    .filter((word) => word !== "")
    .map((word) => word[0]!.toUpperCase() + word.slice(1))
    .join(" ");
}

function paramsOf({ params, schema }: CapabilityInput): readonly CapabilityParam[] {
  if (params === undefined) return typeof schema === "function" ? [] : schemaParams(schema);
  if (Array.isArray(params))
    return params.map((param: string | Partial<CapabilityParam>) =>
      typeof param === "string"
        ? { name: param, description: "" }
        : { name: param.name ?? "", description: param.description ?? "" },
    );
  return Object.entries(params).map(([name, about]) => ({ name, description: descriptionIn(about) }));
}

/** The properties of a JSON Schema. */
function schemaParams(schema: unknown): readonly CapabilityParam[] {
  const properties = isRecord(schema) ? schema.properties : undefined;
  if (!isRecord(properties)) return [];
  return Object.entries(properties).map(([name, about]) => ({ name, description: descriptionIn(about) }));
}

function descriptionIn(about: unknown): string {
  if (typeof about === "string") return about;
  return isRecord(about) && typeof about.description === "string" ? about.description : "";
}

/** No schema is deeper, and what is much deeper cannot be written as JSON again. */
export const mostSchemaLevels = 100;

export function nestsDeeper(value: unknown, levels: number = mostSchemaLevels): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => nestsDeeper(inner, levels - 1));
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
