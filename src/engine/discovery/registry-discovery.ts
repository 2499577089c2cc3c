// Discovery over a registry: before each answer the index is brought up to date with what changed in the registry since, by
// the stamps of its tools and skills. One changed tool costs one update.

import type { Capability } from "../../discovery/descriptor.ts";
import {
  type DiscoverOptions,
  Discovery,
  type DiscoveryOptions,
  type DiscoveryResult,
  type SearchAnswer,
  type SearchOptions,
} from "../../discovery/discovery.ts";
import { type MissionNeeds, needsForMission } from "../../discovery/mission.ts";
import type { Mark, Reader } from "../../registry/store.ts";
import { type Surroundings, skillCapability, skillKey, toolCapability, toolKey } from "./capabilities.ts";
import { registryEvidence } from "./evidence.ts";

export type RegistryDiscoveryOptions = Omit<DiscoveryOptions, "evidenceOf" | "evidenceFor">;

export interface Refreshed {
  /** Capabilities whose entry was made anew, and those that went. */
  readonly updated: number;
  readonly removed: number;
}

export interface NeedsOptions extends Omit<SearchOptions, "most"> {
  /** What is needed, in the words of whoever plans; found in the mission when left out. */
  readonly needs?: readonly string[];
}

/** Versions read at once: each brings its code along. */
const CHUNK = 200;
/** Candidates looked at for a need. */
const CANDIDATES = 8;

export class RegistryDiscovery {
  readonly discovery: Discovery;
  readonly #around: Surroundings;
  /** What the index was made from, by id. */
  readonly #known = new Map<string, string>();
  #refreshing: Promise<Refreshed> = Promise.resolve({ updated: 0, removed: 0 });

  constructor(around: Surroundings, options: RegistryDiscoveryOptions = {}) {
    this.#around = around;
    this.discovery = new Discovery({ ...options, evidenceFor: registryEvidence(around.store) });
  }

  /** Brings the index up to date; one at a time. */
  refresh(): Promise<Refreshed> {
    const next = this.#refreshing.catch(() => null).then(() => this.#refresh());
    this.#refreshing = next;
    return next;
  }

  async search(mission: string, options: SearchOptions = {}): Promise<SearchAnswer> {
    await this.refresh();
    return this.#explained(await this.discovery.search(mission, options));
  }

  async discover(mission: string, options: DiscoverOptions = {}): Promise<DiscoveryResult> {
    await this.refresh();
    return this.#explained(await this.discovery.discover(mission, options));
  }

  /** What a mission needs, and what is there for it. */
  async needs(mission: string, { needs, ...options }: NeedsOptions = {}): Promise<MissionNeeds> {
    await this.refresh();
    const found = await needsForMission(
      mission,
      (need) => this.discovery.search(need, { ...options, most: CANDIDATES }),
      needs,
    );
    return this.#explained(found);
  }

  /** An empty registry is the likeliest reason to find nothing, and has a next step of its own. */
  #explained<A extends { readonly notices: readonly string[] }>(answer: A): A {
    return this.discovery.index.size > 0
      ? answer
      : { ...answer, notices: ["The registry is empty: ptc sync registers the tools and skills of a project."] };
  }

  async #refresh(): Promise<Refreshed> {
    const { store } = this.#around;
    const now = new Map((await store.read((reader) => reader.marks())).map((mark) => [keyOf(mark), mark]));
    const gone = [...this.#known.keys()].filter((key) => !now.has(key));
    for (const key of gone) {
      this.discovery.remove(key);
      this.#known.delete(key);
    }
    const changed = [...now].filter(([key, mark]) => this.#known.get(key) !== markText(mark));
    for (let at = 0; at < changed.length; at += CHUNK) {
      const some = changed.slice(at, at + CHUNK);
      // Embedding takes its time: the registry is not held meanwhile.
      const described = await store.read((reader) =>
        describeAll(
          reader,
          some.map(([, mark]) => mark),
          this.#around,
        ),
      );
      await this.discovery.upsert(described);
      for (const [key, mark] of some) this.#known.set(key, markText(mark));
    }
    return { updated: changed.length, removed: gone.length };
  }
}

async function describeAll(
  reader: Reader,
  marks: readonly Mark[],
  around: Surroundings,
): Promise<readonly Capability[]> {
  const idsOf = (kind: Mark["kind"]): readonly string[] => marks.flatMap((m) => (m.kind === kind ? [m.id] : []));
  const tools = await reader.currentVersions(idsOf("tool"));
  const skills: Capability[] = [];
  for (const id of idsOf("skill")) {
    const head = await reader.skillHead(id);
    const version = head === null ? null : await reader.skillVersion(id, head.current);
    if (version !== null) skills.push(skillCapability(version, around));
  }
  return [...tools.map((version) => toolCapability(version, around)), ...skills];
}

function keyOf({ kind, id }: Mark): string {
  return kind === "tool" ? toolKey(id) : skillKey(id);
}

function markText({ stamp, createdAt }: Mark): string {
  return `${stamp} ${createdAt}`;
}
