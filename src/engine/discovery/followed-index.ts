// The index of a registry, and of manifests beside it: brought up to date with what changed since, by the stamps of tools and
// skills. One changed tool costs one update, and none is made again after a restart, as the index is kept in a file.

import { basename } from "node:path";
import { CapabilityIndex } from "../../discovery/capability-index.ts";
import { type Capability, sameCapability } from "../../discovery/descriptor.ts";
import { Discovery, type DiscoveryOptions, type DiscoveryStats } from "../../discovery/discovery.ts";
import type { Mark } from "../../registry/store.ts";
import { asSeenHere, keyOf, type Surroundings } from "./capabilities.ts";
import { registryEvidence } from "./evidence.ts";
import { readIndexFile, writeIndexFile } from "./index-file.ts";
import { describeAll } from "./read-registry.ts";
import { TogetherCounts } from "./together.ts";

export interface RegistryDiscoveryOptions extends Omit<DiscoveryOptions, "evidenceOf" | "evidenceFor" | "index"> {
  /** Where the index is kept between runs; null keeps it in memory only. */
  readonly indexFile?: string | null;
  /** Lists of ids, with or without their kind, of what works together. */
  readonly presets?: readonly (readonly string[])[];
  /** Told how far a refresh is. */
  readonly onProgress?: (done: number, of: number) => void;
}

export interface Refreshed {
  /** Capabilities whose entry was made anew, and those that went. */
  readonly updated: number;
  readonly removed: number;
}

export interface IndexStatus extends DiscoveryStats {
  readonly tools: number;
  readonly skills: number;
  /** Capabilities that a manifest declares, and those of them that the registry has: there the registry counts. */
  readonly manifests: number;
  readonly alsoRegistered: readonly string[];
  readonly file: string | null;
  /** How many tools and skills changed since the index was last brought up to date. */
  readonly behind: number;
  /** What was wrong with the file, and what could not be done. */
  readonly notices: readonly string[];
}

/** Versions read at once: each brings its code along. */
const CHUNK = 200;
/** So many updates are kept at once; fewer when the engine is closed. */
const SAVED_AT_ONCE = 500;
/** So many trials are no longer read again at the next start; a file is not written for one. */
const TRIALS_KEPT_AT_ONCE = 1_000;

interface Kept {
  readonly discovery: Discovery;
  /** What each entry was made from, by its id. */
  readonly marks: Map<string, string>;
  readonly together: TogetherCounts;
  readonly embedder: string | null;
  /** Manifests that are in the index. */
  readonly declared: Map<string, Capability>;
  /** `together.read` when the file was written. */
  savedRead: number;
}

export class FollowedIndex {
  readonly #around: Surroundings;
  readonly #options: RegistryDiscoveryOptions;
  #kept: Kept | null = null;
  #manifests: ReadonlyMap<string, Capability> = new Map();
  /** The manifests that the index was last brought to. */
  #shown: ReadonlyMap<string, Capability> | null = null;
  /** Where the registry was then. */
  #position: string | null = null;
  #notices: string[] = [];
  #dirty = false;
  #refreshing: Promise<Refreshed> = Promise.resolve({ updated: 0, removed: 0 });

  constructor(around: Surroundings, options: RegistryDiscoveryOptions = {}) {
    this.#around = around;
    this.#options = options;
    // Wrong options are said now, not when somebody first searches.
    new Discovery({ ...options, index: new CapabilityIndex() });
  }

  /** Index and graph as they were at the last refresh. */
  get discovery(): Discovery {
    return this.#open().discovery;
  }

  get config(): Discovery["config"] {
    return this.discovery.config;
  }

  get index(): CapabilityIndex {
    return this.discovery.index;
  }

  /** What was wrong with the file of the index, and what could not be done. */
  get notices(): readonly string[] {
    return this.#notices;
  }

  /** Manifests that go into the index beside the registry at the next refresh; what the registry has, counts. */
  setManifests(capabilities: readonly Capability[]): void {
    this.#manifests = new Map(capabilities.map((one) => [one.id, one]));
  }

  /** Brings the index up to date; one at a time. */
  refresh(): Promise<Refreshed> {
    const next = this.#refreshing.catch(() => null).then(() => this.#refresh());
    this.#refreshing = next;
    return next;
  }

  /** Makes the index anew; until it is made, answers come from the one there is. */
  async rebuild(): Promise<Refreshed> {
    const next = this.#refreshing.catch(() => null).then(() => this.#remake());
    this.#refreshing = next;
    const done = await next;
    this.save();
    return done;
  }

  async #remake(): Promise<Refreshed> {
    this.#notices = [];
    this.#position = null;
    const fresh = this.#fresh();
    const done = await this.#refresh(fresh);
    this.#kept = fresh;
    this.#dirty = true;
    return done;
  }

  async status(): Promise<IndexStatus> {
    const { discovery, marks } = this.#open();
    const { changed, gone } = await this.#moved(marks);
    const { indexFile = null } = this.#options;
    const registered = [...marks.keys()];
    return {
      ...discovery.getStats(),
      tools: registered.filter((key) => key.startsWith("tool:")).length,
      skills: registered.filter((key) => key.startsWith("skill:")).length,
      manifests: this.#manifests.size,
      alsoRegistered: [...this.#manifests.keys()].filter((key) => marks.has(key)),
      file: indexFile,
      behind: gone.length + changed.length,
      notices: this.#notices,
    };
  }

  /** Writes the index to its file when it changed; a failure is a notice, as nothing is lost but time. */
  save(): void {
    const { indexFile = null } = this.#options;
    if (!this.#dirty || this.#kept === null || indexFile === null) return;
    const { discovery, marks, together, embedder } = this.#kept;
    try {
      writeIndexFile(indexFile, { index: discovery.index, marks, embedder, together: together.state() });
      this.#dirty = false;
      this.#kept.savedRead = together.read;
    } catch (e) {
      const { code = "unknown error" } = e as { code?: string };
      this.#notices.push(
        `The index ${basename(indexFile)} could not be kept (${code}); the next start makes it again.`,
      );
    }
  }

  #open(): Kept {
    this.#kept ??= this.#fromFile() ?? this.#fresh();
    return this.#kept;
  }

  #fresh(): Kept {
    return {
      discovery: this.#discoveryOn(new CapabilityIndex()),
      marks: new Map(),
      together: new TogetherCounts(),
      embedder: this.#options.embedder?.id ?? null,
      declared: new Map(),
      savedRead: 0,
    };
  }

  #fromFile(): Kept | null {
    const { indexFile = null, embedder = null } = this.#options;
    if (indexFile === null) return null;
    const read = readIndexFile(indexFile, (capability) => asSeenHere(capability, this.#around));
    if (!read.ok) {
      if (read.why !== null) this.#notices.push(`The index ${basename(indexFile)} has to be made anew: ${read.why}.`);
      return null;
    }
    const { index, marks, together } = read.contents;
    // Vectors of another embedder are of no use; without an embedder they wait for the next run that has one.
    if (embedder !== null && read.contents.embedder !== embedder.id) index.vectors = null;
    const discovery = this.#discoveryOn(index);
    const counts = new TogetherCounts(together);
    for (const pair of counts.related()) discovery.compose(pair);
    return {
      discovery,
      marks: new Map(marks),
      together: counts,
      embedder: embedder?.id ?? read.contents.embedder,
      declared: new Map(index.all().flatMap((one) => (one.source.from === "manifest" ? [[one.id, one] as const] : []))),
      savedRead: 0,
    };
  }

  #discoveryOn(index: CapabilityIndex): Discovery {
    const { indexFile: _, presets = [], onProgress: __, ...options } = this.#options;
    const discovery = new Discovery({ ...options, index, evidenceFor: registryEvidence(this.#around.store) });
    for (const preset of presets) discovery.compose(preset.map(presetKey));
    return discovery;
  }

  async #refresh(kept: Kept = this.#open()): Promise<Refreshed> {
    const { discovery, together } = kept;
    const { store } = this.#around;
    // Read before the marks: what changes in between is seen the next time.
    const position = await store.read((reader) => reader.position());
    const moved = position !== this.#position || this.#manifests !== this.#shown;
    const { updated, removed } = moved ? await this.#follow(kept) : { updated: 0, removed: 0 };
    this.#position = position;
    const embedded = await discovery.embedMissing();
    const pairs = await together.follow(store);
    for (const pair of pairs) discovery.compose(pair);
    if (updated + removed + embedded + pairs.length > 0 || together.read - kept.savedRead >= TRIALS_KEPT_AT_ONCE)
      this.#dirty = true;
    // A process that is killed should not have worked long for nothing.
    if (kept === this.#kept && updated + embedded >= SAVED_AT_ONCE) this.save();
    return { updated, removed };
  }

  async #follow({ discovery, marks, declared }: Kept): Promise<Refreshed> {
    const { onProgress = () => {} } = this.#options;
    const { changed, gone } = await this.#moved(marks);
    for (const key of gone) {
      if (!this.#manifests.has(key)) discovery.remove(key);
      marks.delete(key);
    }
    for (let at = 0; at < changed.length; at += CHUNK) {
      const some = changed.slice(at, at + CHUNK);
      // Embedding takes its time: the registry is not held meanwhile.
      await discovery.upsert(await this.#around.store.read((reader) => describeAll(reader, some, this.#around)));
      for (const mark of some) marks.set(keyOf(mark.kind, mark.id), markText(mark));
      onProgress(Math.min(at + CHUNK, changed.length), changed.length);
    }
    const manifests = await this.#declare(discovery, marks, declared);
    return { updated: changed.length + manifests.updated, removed: gone.length + manifests.removed };
  }

  /** What of the registry is not as these marks say. */
  async #moved(
    marks: ReadonlyMap<string, string>,
  ): Promise<{ readonly changed: readonly Mark[]; readonly gone: readonly string[] }> {
    const now = await this.#around.store.read((reader) => reader.marks());
    const keys = new Set(now.map(({ kind, id }) => keyOf(kind, id)));
    return {
      changed: now.filter((mark) => marks.get(keyOf(mark.kind, mark.id)) !== markText(mark)),
      gone: [...marks.keys()].filter((key) => !keys.has(key)),
    };
  }

  /** What is in the index as a manifest, brought to what the manifests are now; what is registered counts before them. */
  async #declare(
    discovery: Discovery,
    registered: ReadonlyMap<string, string>,
    declared: Map<string, Capability>,
  ): Promise<Refreshed> {
    const manifests = this.#manifests;
    const wanted = new Map([...manifests].filter(([key]) => !registered.has(key)));
    const gone = [...declared.keys()].filter((key) => !wanted.has(key));
    for (const key of gone) {
      if (!registered.has(key)) discovery.remove(key);
      declared.delete(key);
    }
    const fresh = [...wanted].filter(([key, one]) => declared.get(key) !== one);
    await discovery.upsert(fresh.map(([, one]) => one));
    const changed = fresh.filter(([key, one]) => !isSame(one, declared.get(key)));
    for (const [key, one] of fresh) declared.set(key, one);
    this.#shown = manifests;
    return { updated: changed.length, removed: gone.filter((key) => !registered.has(key)).length };
  }
}

/** Without a kind a tool is meant. */
function presetKey(written: string): string {
  return /^(?:tool|skill|extension|channel):/.test(written) ? written : keyOf("tool", written.replaceAll("-", "_"));
}

function markText({ stamp, createdAt }: Mark): string {
  return `${stamp} ${createdAt}`;
}

function isSame(one: Capability, before: Capability | undefined): boolean {
  return before !== undefined && sameCapability(one, before);
}
