// A link from the registry: what it may need is loaded along the dependencies, ranked for this mission, and handed to the
// linker as a catalogue; the linker itself waits for nothing and asks nobody.

import {
  type Catalog,
  type LinkInput,
  type LinkTrace,
  link,
  loadTokenizer,
  type ModuleScript,
  type SkillUnit,
} from "../linker/index.ts";
import { idsOf } from "../linker/symbols.ts";
import { parseSource } from "../linker/text/parse.ts";
import { foldId, splitReference } from "../names/id.ts";
import { type LoadedCatalog, loadCatalog, type Wanted } from "../registry/catalog.ts";
import { rankFor } from "../registry/resolve.ts";
import { searchSkills, skillUnitOf } from "../registry/skills/search.ts";
import type { Engine } from "./engine.ts";

export type LinkRequest = Omit<LinkInput, "catalog">;

export async function linkFromRegistry(engine: Pick<Engine, "store">, request: LinkRequest): Promise<LinkTrace> {
  const counter = request.counter ?? (await loadTokenizer());
  const tags = request.tags ?? [];
  const model = request.model ?? null;
  return engine.store.read(async (reader) => {
    const wanted = wantedOf(request);
    const catalog = await loadCatalog(reader, wanted, { rank: rankFor(reader, { tags, model }) });
    const versions = [...catalog.versions.values()];
    const about = [...new Set(versions.flatMap((v) => [v.id, v.capability]))];
    const skills = request.skills === false ? [] : await searchSkills(reader, { tools: about, tags, model });
    return link({ ...request, counter, catalog: completed(catalog, skills.map(skillUnitOf)) });
  });
}

/** With the skills about what was loaded, and the scripts of base tools, so that the image runs where no registry is. */
function completed(catalog: LoadedCatalog, skills: readonly SkillUnit[]): Catalog {
  const scripts = new Map<string, ModuleScript>();
  for (const { body } of catalog.versions.values())
    if (body.kind === "module") scripts.set(body.hash, { file: body.file, script: body.script, map: body.map });
  return {
    find: (id) => catalog.find(id),
    near: (id) => catalog.near(id),
    skills: () => skills,
    module: (hash) => scripts.get(hash) ?? null,
  };
}

/** Everything that the request itself names. */
function wantedOf({ roots = [], entry, plan, lock, force = [] }: LinkRequest): readonly Wanted[] {
  const refs = [
    ...roots.map((root) => (typeof root === "string" ? root : root.ref)),
    ...Object.values(plan?.agents ?? {}).flatMap((agent) => agent.tools ?? []),
    ...force,
  ];
  const named: Wanted[] = refs.map((ref) => {
    const { name, version } = splitReference(ref);
    return { id: foldId(name) ?? name, range: version };
  });
  // A lock asks for versions that may no longer be the current ones.
  for (const [id, { version }] of Object.entries(lock?.tools ?? {})) named.push({ id, range: version });
  if (entry === undefined) return named;
  const parsed = parseSource(entry);
  const uses = [...parsed.uses.values(), parsed.looseUses].flat();
  return [...named, ...uses.flatMap((use) => idsOf(use.name).map((id) => ({ id, range: null })))];
}
