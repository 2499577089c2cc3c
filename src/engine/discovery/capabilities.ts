// Registered tools and skills in the words of discovery. The schema and a skill's text are not kept: they are read from the
// registry when a prompt shows them.

import { type Capability, describeCapability } from "../../discovery/descriptor.ts";
import type { SkillVersion, SubjectKind, ToolVersion } from "../../registry/model.ts";
import type { Store } from "../../registry/store.ts";
import { versionName } from "../../registry/version.ts";
import { defaultMethods, parsePermission } from "../../sandbox/permission.ts";

export interface Surroundings {
  /** For what is read only when it is shown. */
  readonly store: Store;
  /** Names of the functions that this host supplies. */
  readonly hostFunctions: ReadonlySet<string>;
}

export const keyOf = (kind: SubjectKind, id: string): string => `${kind}:${id}`;

export function toolCapability(version: ToolVersion, around: Surroundings): Capability {
  const { id, body, title, description, tags, permissions, requiredModels } = version;
  const needed = [...version.dependencies.map((one) => one.id), ...version.requiredTools.map(withoutRange)];
  const made = describeCapability({
    ...{ id: keyOf("tool", id), kind: "tool", name: id, description, tags, permissions },
    ...(title === id ? {} : { displayName: title }),
    category: categoryOf(id, tags),
    schema: version.inputSchema,
    requiredTools: [...new Set(needed)].sort(),
    requiredSecrets: secretsIn(permissions),
    models: requiredModels,
    provides: version.capability === id ? [] : [version.capability],
    sideEffects: version.stateful || permissions.some(changesThings),
    source: {
      ...{ from: "registry", ref: versionName(version) },
      ...(body.kind === "host" ? { hostFunction: body.reference } : {}),
    },
  });
  return asSeenHere(made, around);
}

export function skillCapability(version: SkillVersion, around: Surroundings): Capability {
  const { id, name, description, tags, appliesTo, frontMatter } = version;
  const { category } = frontMatter;
  const made = describeCapability({
    ...{ id: keyOf("skill", id), kind: "skill", name: id, displayName: name, description, tags },
    category: typeof category === "string" ? category : categoryOf(id, tags),
    requiredTools: appliesTo,
    source: { from: "registry", ref: versionName(version) },
  });
  return asSeenHere(made, around);
}

/**
 * What depends on who looks: whether there is the function of the host, and what is read when it is shown. Also for what comes
 * out of a file, which another host may have written.
 */
export function asSeenHere(capability: Capability, { store, hostFunctions }: Surroundings): Capability {
  const { kind, source } = capability;
  if (source.from !== "registry") return capability;
  const at = source.ref.lastIndexOf("@");
  const [id, version] = [source.ref.slice(0, at), source.ref.slice(at + 1)];
  return kind === "skill"
    ? {
        ...capability,
        fullContent: async () => (await store.read((reader) => reader.skillVersion(id, version)))?.prompt ?? "",
      }
    : {
        ...capability,
        available: source.hostFunction === undefined || hostFunctions.has(source.hostFunction),
        fullSchema: async () => (await store.read((reader) => reader.toolVersion(id, version)))?.inputSchema,
      };
}

/** The registry's id of what came from it. */
export function registryId({ source }: Pick<Capability, "source">): string | null {
  return source.from === "registry" ? source.ref.slice(0, source.ref.lastIndexOf("@")) : null;
}

/** The namespace of csv:parse is csv; without one, what its author tagged it with first. */
function categoryOf(id: string, tags: readonly string[]): string {
  const namespace = /^(.*)[:.]/.exec(id)?.[1];
  return namespace ?? tags[0] ?? "";
}

function withoutRange(reference: string): string {
  return reference.split("@")[0]!;
}

function secretsIn(permissions: readonly string[]): readonly string[] {
  const names = permissions.flatMap((text) => /^secret:([^?]+)/.exec(text)?.[1] ?? []);
  return [...new Set(names)].sort();
}

/** Reading, the time and random numbers leave the world as it was. */
function changesThings(text: string): boolean {
  const parsed = parsePermission(text);
  if (!parsed.ok) return false;
  const { permission } = parsed;
  if (permission.kind === "filesystem") return permission.action === "write";
  if (permission.kind === "http")
    return (permission.methods ?? []).some((method) => !defaultMethods.includes(method) && method !== "OPTIONS");
  return permission.kind === "kv";
}
