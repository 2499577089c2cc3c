// A link from the registry: what it may need is loaded along the dependencies, ranked for this mission, and handed to the
// linker as a catalogue; the linker itself waits for nothing and asks nobody.

import { OptionsError } from "../base/options-error.ts";
import {
  type Catalog,
  type LinkInput,
  type LinkTrace,
  type Lock,
  link,
  loadTokenizer,
  type ModuleScript,
  type PreflightResult,
  type SkillUnit,
} from "../linker/index.ts";
import { readRoots } from "../linker/roots.ts";
import { idsOf } from "../linker/symbols.ts";
import { parseSource } from "../linker/text/parse.ts";
import { foldId, splitReference } from "../names/id.ts";
import { type LoadedCatalog, loadCatalog, type Wanted } from "../registry/catalog.ts";
import { denials } from "../registry/gates/permissions.ts";
import type { SuiteReport } from "../registry/health.ts";
import type { ToolVersion } from "../registry/model.ts";
import { rankFor } from "../registry/resolve.ts";
import { searchSkills, skillUnitOf } from "../registry/skills/search.ts";
import { parsePolicy } from "../sandbox/policy.ts";
import type { Engine } from "./engine.ts";

export interface LinkRequest extends Omit<LinkInput, "catalog" | "preflight"> {
  /** Runs the smoke cases of every tool of the image before it is handed out; what fails is red and links no more. */
  readonly preflight?: boolean;
}

/** The registry's door is needed for a preflight only. */
type Rooms = Pick<Engine, "store"> & Partial<Pick<Engine, "registry" | "deny">>;

/** After a failed preflight the next implementation is tried, as long as there is one. */
const PREFLIGHTS = 50;

export async function linkFromRegistry(engine: Rooms, request: LinkRequest): Promise<LinkTrace> {
  const { preflight = false, ...plain } = request;
  const asked = { ...plain, counter: request.counter ?? (await loadTokenizer()) };
  let trace = await linkOnce(engine, asked);
  if (!preflight) return trace;
  const { registry } = engine;
  if (registry === undefined) throw new OptionsError("A link with preflight needs an engine with its registry.");
  const results = new Map<string, PreflightResult>();
  for (let round = 1; trace.bundle !== null && round <= PREFLIGHTS; round++) {
    const names = namesIn(trace.bundle.lock);
    const { tools } = await registry.preflight(names.filter((name) => !results.has(name)).map(idIn));
    for (const one of tools) if (one.ok) results.set(`${one.value.id}@${one.value.version}`, resultOf(one.value));
    trace = await linkOnce(engine, { ...asked, preflight: names.flatMap((name) => results.get(name) ?? []) });
    // Otherwise something turned red, and what is linked in its place has yet to be tried.
    if (trace.bundle === null || namesIn(trace.bundle.lock).join() === names.join()) break;
  }
  return trace;
}

function namesIn({ tools }: Lock): readonly string[] {
  return Object.entries(tools).map(([id, { version }]) => `${id}@${version}`);
}

function idIn(name: string): string {
  return splitReference(name).name;
}

function resultOf({ id, version, ran, passed }: SuiteReport): PreflightResult {
  return { tool: id, version, passed, failed: ran - passed };
}

async function linkOnce(engine: Rooms, request: Omit<LinkInput, "catalog">): Promise<LinkTrace> {
  const tags = request.tags ?? [];
  const model = request.model ?? null;
  return engine.store.read(async (reader) => {
    const wanted = wantedOf(request);
    const force = new Set((request.force ?? []).map((id) => foldId(splitReference(id).name) ?? id));
    const catalog = await loadCatalog(reader, wanted, { rank: rankFor(reader, { tags, model }), force });
    const versions = [...catalog.versions.values()];
    const about = [...new Set(versions.flatMap((v) => [v.id, v.capability]))];
    const skills = request.skills === false ? [] : await searchSkills(reader, { tools: about, tags, model });
    const policy = policyOf(request, engine.deny ?? [], versions);
    return link({
      ...request,
      ...(policy === undefined ? {} : { policy }),
      catalog: completed(catalog, skills.map(skillUnitOf)),
    });
  });
}

/** What the house denies is denied also to tools that were registered before it said so. */
function policyOf(
  { policy }: Pick<LinkInput, "policy">,
  deny: readonly string[],
  versions: readonly ToolVersion[],
): LinkInput["policy"] {
  const rules = parsePolicy({ deny }, "deny");
  if (!rules.ok) throw new OptionsError(rules.problems.map((problem) => problem.message).join(" "));
  const asked = [...new Set(versions.flatMap((version) => version.permissions))].sort();
  const denied = asked.filter((one) => denials(rules.policy, { id: "", permissions: [one] }).length > 0);
  return denied.length === 0 ? policy : { allow: ["*"], ...policy, denied };
}

/** With the skills about what was loaded, and the scripts of base tools, so that the image runs where no registry is. */
function completed(catalog: LoadedCatalog, skills: readonly SkillUnit[]): Catalog {
  const scripts = new Map<string, ModuleScript>();
  for (const { body } of catalog.versions.values())
    if (body.kind === "module") scripts.set(body.hash, { file: body.file, script: body.script, map: body.map });
  return {
    find: (id) => catalog.find(id),
    near: (id) => catalog.near(id),
    archived: (id) => catalog.archived(id),
    skills: () => skills,
    module: (hash) => scripts.get(hash) ?? null,
  };
}

/** Everything that the request itself names. */
function wantedOf(request: Omit<LinkInput, "catalog">): readonly Wanted[] {
  const { entry, lock, force = [] } = request;
  const refs = [...readRoots(request).roots.map((root) => root.ref), ...force];
  const named: Wanted[] = refs.map((ref) => {
    const { name, version } = splitReference(ref);
    return { id: foldId(name) ?? name, range: version };
  });
  // A lock asks for versions that may no longer be the current ones.
  for (const [id, { version }] of Object.entries(lock?.tools ?? {})) named.push({ id, range: version });
  if (entry === undefined) return named;
  const parsed = parseSource(entry);
  const uses = [...parsed.uses.values(), parsed.looseUses, parsed.absent].flat();
  return [...named, ...uses.flatMap((use) => idsOf(use.name).map((id) => ({ id, range: null })))];
}
