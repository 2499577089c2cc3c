// The registry as the linker's catalogue. A link asks without waiting, so what it may ask for is loaded before: breadth
// first from the roots along dependencies, versions with their ranges, replaced tools with what replaced them. A candidate at
// the gates is laid over it, as if it were registered already.

import semver from "semver";
import { suggest } from "../base/suggest.ts";
import type { Candidate, Catalog, Entry } from "../linker/catalog.ts";
import { fitsRange } from "../linker/choose.ts";
import { isLinkable, type SkillUnit, type Unit, type UnitHealth } from "../linker/unit.ts";
import { splitReference } from "../names/id.ts";
import type { Capability, Health, ToolHead, ToolVersion } from "./model.ts";
import { retryStrategy } from "./record/flaky.ts";
import type { Reader } from "./store.ts";
import { versionName } from "./version.ts";

/** A version that is not registered yet, in the places it would take. */
export interface Overlay {
  readonly version: ToolVersion;
  readonly health: UnitHealth;
  /** Ids it would answer for besides its own: those it replaces, its capability when it would be the default. */
  readonly answersFor: ReadonlySet<string>;
}

export interface Wanted {
  readonly id: string;
  readonly range: string | null;
}

export type Ranked = readonly { readonly id: string; readonly score: number; readonly reasons: readonly string[] }[];

/** Orders the implementations of a capability, best first, and says why. */
export type Rank = (capability: Capability, heads: readonly ToolHead[]) => Promise<Ranked>;

export interface CatalogOptions {
  readonly overlay?: Overlay;
  readonly rank?: Rank;
  readonly skills?: readonly SkillUnit[];
  /** Ids that are there though they are archived. */
  readonly alsoArchived?: ReadonlySet<string> | "all";
  /** Ids that serve whatever their health. */
  readonly force?: ReadonlySet<string>;
}

export interface LoadedCatalog extends Catalog {
  archived(id: string): boolean;
  /** Everything that was loaded, by "id@version". */
  readonly versions: ReadonlyMap<string, ToolVersion>;
  /** Of the tools that were looked at, also of those that turned out to be absent. */
  readonly looked: ReadonlyMap<string, string>;
}

/** Ids read for suggestions, only when a name was not found. */
const NEARBY = 20_000;

export async function loadCatalog(
  reader: Reader,
  wanted: readonly Wanted[],
  options: CatalogOptions = {},
): Promise<LoadedCatalog> {
  const loading = new Loading(reader, options);
  await loading.follow(wanted);
  return loading.finish();
}

/** What a link of this head would see: when it is another one now, gates that looked at it look again. */
export function fingerprint(head: ToolHead | undefined): string {
  if (head === undefined) return "absent";
  return [head.current, head.health, head.supersededBy, head.archived, head.capability].join(" ");
}

/** `retries` of a base tool: further attempts of a call that failed. */
export function unitOf(version: ToolVersion, health: Health, retries = 0): Unit {
  const { body } = version;
  const head = {
    id: version.id,
    version: version.version,
    capability: version.capability,
    description: version.description,
    signature: version.signature,
    inputSchema: version.inputSchema,
    outputSchema: version.outputSchema,
    tags: version.tags,
    health: health === "rejected" ? ("red" as const) : health,
    permissions: version.permissions,
    requiredTools: version.requiredTools,
    requiredModels: version.requiredModels,
    deterministic: version.deterministic,
    stateful: version.stateful,
    contentHash: version.contentHash,
    schemaHash: version.schemaHash,
  };
  if (body.kind === "lisp") {
    const ranges = version.dependencies.flatMap(({ id, range }) => (range === undefined ? [] : [[id, range] as const]));
    return {
      ...head,
      layer: "composed",
      source: { file: body.file, text: body.code },
      main: body.main,
      requires: Object.fromEntries(ranges),
      dependencies: version.dependencies.map(({ id }) => id),
    };
  }
  const kept =
    body.kind === "module" ? { kind: body.kind, hash: body.hash } : { kind: body.kind, reference: body.reference };
  // A base tool names nothing in a text: what it may call comes along because it says so.
  const requiredTools = [
    ...new Set(wantedBy(version).map(({ id, range }) => (range === null ? id : `${id}@${range}`))),
  ];
  return { ...head, requiredTools, layer: "base", body: kept, timeoutMs: version.timeoutMs, retries };
}

/** All that a tool may make a link ask for. */
export function wantedBy(version: ToolVersion): readonly Wanted[] {
  return [
    ...version.dependencies.map(({ id, range }) => ({ id, range: range ?? null })),
    ...version.requiredTools.map(requiredOne),
  ];
}

/** "mailer" or "mailer@^1.2". */
export function requiredOne(reference: string): Wanted {
  const { name, version } = splitReference(reference);
  return { id: name, range: version };
}

class Loading {
  private readonly heads = new Map<string, ToolHead>();
  private readonly capabilities = new Map<string, Capability>();
  private readonly versions = new Map<string, ToolVersion>();
  /** Versions of each tool that can serve, the current one first. */
  private readonly units = new Map<string, Unit[]>();
  private readonly ranked = new Map<string, Ranked>();
  private readonly asked = new Map<string, Set<string>>();
  private near: readonly string[] = [];

  constructor(
    private readonly reader: Reader,
    private readonly options: CatalogOptions,
  ) {}

  async follow(wanted: readonly Wanted[]): Promise<void> {
    const { overlay } = this.options;
    if (overlay !== undefined) this.versions.set(versionName(overlay.version), overlay.version);
    let next = [...wanted, ...(overlay === undefined ? [] : wantedBy(overlay.version))];
    while (next.length > 0) next = await this.round(next);
    const missing = [...this.asked.keys()].filter((id) => this.find(id) === null);
    if (missing.length > 0) this.near = await this.knownIds();
  }

  /** One level of the graph, in as few questions as it takes; answers what the next level is. */
  private async round(wanted: readonly Wanted[]): Promise<Wanted[]> {
    const fresh = wanted.filter(({ id, range }) => {
      const ranges = this.asked.get(id) ?? new Set();
      const known = ranges.has(range ?? "");
      this.asked.set(id, ranges.add(range ?? ""));
      return !known;
    });
    const ids = [...new Set(fresh.map(({ id }) => id))];
    await this.loadHeads(ids);
    const next: Wanted[] = [];
    for (const id of ids) next.push(...(await this.leadsTo(id)));
    const direct = ids.filter((id) => this.heads.has(id));
    next.push(...(await this.loadCurrent(direct)));
    for (const { id, range } of fresh) if (range !== null) next.push(...(await this.loadRange(id, range)));
    return next;
  }

  private isThere(id: string): boolean {
    const { alsoArchived } = this.options;
    const head = this.heads.get(id);
    return head !== undefined && (!head.archived || alsoArchived === "all" || alsoArchived?.has(id) === true);
  }

  /** There, and well enough to link. Otherwise a capability of the same name may have somebody who is. */
  private serves(head: ToolHead): boolean {
    return this.isThere(head.id) && (isLinkable(head.health) || this.options.force?.has(head.id) === true);
  }

  /** What replaced a tool in the end, as far as heads are loaded: itself when nothing did. A candidate ends the way. */
  private successor(head: ToolHead): ToolHead {
    const seen = new Set<string>();
    let at = head;
    while (at.supersededBy !== null && !seen.has(at.id) && at.id !== this.options.overlay?.version.id) {
      seen.add(at.id);
      const next = this.heads.get(splitReference(at.supersededBy).name);
      if (next === undefined) break;
      at = next;
    }
    return at;
  }

  private async loadSuccessor(head: ToolHead): Promise<ToolHead> {
    for (let at = head; ; ) {
      const end = this.successor(at);
      const next = end.supersededBy === null ? null : splitReference(end.supersededBy).name;
      if (next === null || this.heads.has(next)) return end;
      await this.loadHeads([next]);
      at = end;
    }
  }

  private async loadHeads(ids: readonly string[]): Promise<void> {
    const unknown = ids.filter((id) => !this.heads.has(id));
    if (unknown.length === 0) return;
    for (const head of await this.reader.toolHeadsOf(unknown)) this.heads.set(head.id, head);
  }

  /** What an id stands for besides a tool of that id: its replacement, or a capability and its implementations. */
  private async leadsTo(id: string): Promise<Wanted[]> {
    const head = this.heads.get(id);
    const end = head === undefined ? undefined : await this.loadSuccessor(head);
    const replacement = end === undefined || end.id === id ? [] : [{ id: end.id, range: null }];
    if (end !== undefined && this.serves(end)) return replacement;
    const capability = await this.reader.capability(id);
    if (capability === null) return replacement;
    this.capabilities.set(id, capability);
    await this.loadHeads(capability.implementations);
    const live = capability.implementations.flatMap((one) => {
      const found = this.heads.get(one);
      return found === undefined || !this.isThere(one) || found.supersededBy !== null ? [] : [found];
    });
    const order = (await this.options.rank?.(capability, live)) ?? inDefaultOrder(capability, live);
    this.ranked.set(id, order);
    return [...replacement, ...order.map(({ id: one }) => ({ id: one, range: null }))];
  }

  private async loadCurrent(ids: readonly string[]): Promise<Wanted[]> {
    const unknown = ids.filter((id) => !this.units.has(id) && this.isThere(id));
    if (unknown.length === 0) return [];
    const next: Wanted[] = [];
    const health = ({ id }: ToolVersion): Health => this.heads.get(id)?.health ?? "pending";
    const current = await this.reader.currentVersions(unknown);
    const retries = await retriesOf(
      this.reader,
      current.filter((version) => health(version) === "flaky"),
    );
    for (const version of current) {
      this.versions.set(versionName(version), version);
      this.units.set(version.id, [unitOf(version, health(version), retries.get(version.id))]);
      next.push(...wantedBy(version));
    }
    return next;
  }

  /** The highest version in the range, and when that one does not link, the highest that does. */
  private async loadRange(id: string, range: string): Promise<Wanted[]> {
    const units = this.units.get(id);
    const current = units?.[0];
    if (units === undefined || current === undefined) return [];
    if (units.some((unit) => fitsRange(unit.version, range) && isLinkable(unit.health))) return [];
    const fitting = (await this.reader.versionsOf(id))
      .filter((record) => fitsRange(record.version, range))
      .sort((a, b) => semver.rcompare(a.version, b.version));
    const next: Wanted[] = [];
    for (const record of new Set([
      ...fitting.slice(0, 1),
      ...fitting.filter((r) => isLinkable(r.health)).slice(0, 1),
    ])) {
      if (units.some((unit) => unit.version === record.version)) continue;
      const version = await this.reader.toolVersion(id, record.version);
      if (version === null) continue;
      this.versions.set(versionName(version), version);
      const retries = record.health === "flaky" ? await retriesOf(this.reader, [version]) : null;
      units.push(unitOf(version, record.health, retries?.get(id)));
      next.push(...wantedBy(version));
    }
    // In the order of versions, however they came to be asked for.
    const others = units.slice(1).sort((a, b) => semver.rcompare(a.version, b.version));
    units.splice(0, units.length, current, ...others);
    return next;
  }

  private async knownIds(): Promise<readonly string[]> {
    const heads = await this.reader.toolHeads({ limit: NEARBY });
    const capabilities = await this.reader.capabilities({ limit: NEARBY });
    return [...new Set([...heads.map((h) => h.id), ...capabilities.map((c) => c.id)])];
  }

  find(id: string): Entry | null {
    const { overlay } = this.options;
    const head = this.heads.get(id);
    const end = head === undefined ? undefined : this.successor(head);
    if (overlay !== undefined && ([id, end?.id].includes(overlay.version.id) || overlay.answersFor.has(id))) {
      const unit = unitOf(overlay.version, overlay.health);
      if (this.isCapabilityOf(overlay.version, id)) return { kind: "capability", id, candidates: this.ledBy(unit, id) };
      const others = (this.units.get(overlay.version.id) ?? []).filter((u) => u.version !== unit.version);
      const replaced = overlay.version.id === id ? null : overlay.version.id;
      return { kind: "tool", id, candidates: [plain(unit), ...others.map(plain)], replaced };
    }
    // What was replaced does not come back by itself: without its replacement nothing serves under its name.
    const own = end === undefined || end.supersededBy !== null ? undefined : this.units.get(end.id);
    const capability = own !== undefined && this.serves(end!) ? null : this.capabilityEntry(id);
    if (capability !== null) return capability;
    return own === undefined
      ? null
      : { kind: "tool", id, candidates: own.map(plain), replaced: end!.id === id ? null : end!.id };
  }

  /** Named by its capability, not by an id that it replaces: then a range is one of its own versions. */
  private isCapabilityOf({ id: own, capability, supersedes }: ToolVersion, id: string): boolean {
    if (id !== capability || id === own) return false;
    const head = this.heads.get(id);
    const replaced = supersedes === null ? null : splitReference(supersedes).name;
    return head === undefined || (head.supersededBy === null && replaced !== id);
  }

  /** The candidate, then those who serve where it does not fit. */
  private ledBy(unit: Unit, id: string): readonly Candidate[] {
    const replaced = this.options.overlay?.answersFor;
    const others = this.capabilityEntry(id)?.candidates ?? [];
    return [plain(unit), ...others.filter((c) => c.unit.id !== unit.id && replaced?.has(c.unit.id) !== true)];
  }

  private capabilityEntry(id: string): Entry | null {
    const candidates = (this.ranked.get(id) ?? []).flatMap(({ id: one, score, reasons }): Candidate[] => {
      const found = this.units.get(one)?.[0];
      return found === undefined ? [] : [{ unit: found, score, reasons }];
    });
    const isItself = candidates.length === 1 && candidates[0]!.unit.id === id;
    return candidates.length === 0 || isItself ? null : { kind: "capability", id, candidates };
  }

  finish(): LoadedCatalog {
    const looked = new Map(
      [...this.asked.keys(), ...this.heads.keys()].map((id) => [id, fingerprint(this.heads.get(id))]),
    );
    const { near, options } = this;
    return {
      find: (id) => this.find(id),
      near: (id) => suggest(id, near),
      archived: (id) => this.heads.get(id)?.archived === true,
      skills: () => options.skills ?? [],
      versions: this.versions,
      looked,
    };
  }
}

/** Of flaky tools, by their record; whoever calls composed ones decides for itself. */
async function retriesOf(reader: Reader, flaky: readonly ToolVersion[]): Promise<ReadonlyMap<string, number>> {
  const base = flaky.filter(({ layer, stateful }) => layer === "base" && !stateful);
  if (base.length === 0) return new Map();
  const ids = base.map(({ id }) => id);
  const counters = await reader.counters("tool", ids);
  const none = { successes: 0, trials: 0 };
  return new Map(
    base.map((version) => [version.id, retryStrategy(version, counters.get(version.id)?.overall ?? none).attempts - 1]),
  );
}

function plain(unit: Unit): Candidate {
  return { unit, score: 0, reasons: [] };
}

/** Best first. */
export const healthOrder: readonly Health[] = ["green", "pending", "flaky", "degraded", "red", "rejected"];

/** Without statistics: the default first, then the healthier, then the older. */
export function inDefaultOrder(capability: Capability, heads: readonly ToolHead[]): Ranked {
  const place = (head: ToolHead): number =>
    head.id === capability.defaultImplementation && isLinkable(head.health) ? -1 : healthOrder.indexOf(head.health);
  return [...heads]
    .sort((a, b) => place(a) - place(b))
    .map((head) => ({
      id: head.id,
      score: 0,
      reasons: [head.id === capability.defaultImplementation ? "the default implementation" : `health ${head.health}`],
    }));
}
