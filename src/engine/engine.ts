// The rooms joined: a registry on its store, with the linker behind its gates and the sandbox and the interpreter behind
// its runner. What two doors need (library, commands, servers) is here; what only one needs is at that door.

import { v7 } from "uuid";
import type { DiscoverOptions, DiscoveryResult } from "../discovery/discovery.ts";
import type { ManifestScan } from "../host/manifests/scan.ts";
import type { Bundle, LinkDecision, LinkTrace } from "../linker/index.ts";
import { createRegistry, type Registry } from "../registry/registry.ts";
import type { Store } from "../registry/store.ts";
import { createSandbox, type Sandbox, type SandboxOptions } from "../sandbox/sandbox.ts";
import { openStore } from "../store/open.ts";
import type { HostFunctions } from "./base-tools.ts";
import { type EngineManifestOptions, openManifests } from "./discovery/manifests.ts";
import { indexFileFor } from "./discovery/place.ts";
import { RegistryDiscovery, type RegistryDiscoveryOptions } from "./discovery/registry-discovery.ts";
import { decideFromRegistry } from "./failing-cases.ts";
import { type LinkRequest, linkFromRegistry } from "./link.ts";
import { type RecordedWork, type RunRecord, recordRun } from "./record-run.ts";
import type { BundleRun } from "./run-bundle.ts";
import { createToolRunner } from "./tool-runner.ts";

export interface EngineOptions {
  /** A file, ":memory:", or postgres://… */
  readonly registry: string;
  /** What base tools are granted while their examples and cases run. */
  readonly testGrants?: readonly string[];
  /** The folder that relative paths of those grants start from. */
  readonly root?: string;
  /** What no tool may ask for. */
  readonly deny?: readonly string[];
  readonly hostFunctions?: HostFunctions;
  readonly sandbox?: Omit<SandboxOptions, "grants" | "root">;
  /** An embedder for search by meaning, budgets, presets; words alone are searched unless an embedder is given. */
  readonly discovery?: RegistryDiscoveryOptions;
  /** False: the registry must be there already. */
  readonly create?: boolean;
  /** How long to wait while another process writes. */
  readonly busyTimeoutMs?: number;
  /** Where CAPABILITY.yaml files are looked for; nowhere unless given. With `watch`, changes are followed. */
  readonly manifests?: EngineManifestOptions;
}

export interface Engine {
  readonly registry: Registry;
  readonly store: Store;
  /** What no tool may ask for, at registration and in an image. */
  readonly deny: readonly string[];
  /** Everything registered, for those who search: brought up to date whenever it is asked. */
  readonly discovery: RegistryDiscovery;
  /** What was found of manifests at the last look; null when none are looked for. */
  readonly manifests: () => ManifestScan | null;
  /** What a mission needs, within budgets, as a prompt. */
  discover(mission: string, options?: DiscoverOptions): Promise<DiscoveryResult>;
  /** Started when it is first asked for. */
  readonly sandbox: () => Sandbox;
  link(request: LinkRequest): Promise<LinkTrace>;
  /** What has to be done before a link that failed can be made: what to smith, what to repair and how it fails. */
  decide(trace: LinkTrace): Promise<LinkDecision>;
  /** Trials and link counts of a run of an image. */
  recordRun(bundle: Bundle, run: Pick<BundleRun, "uses" | "events">, work?: RecordedWork): Promise<RunRecord>;
  close(): Promise<void>;
}

export async function openEngine(options: EngineOptions): Promise<Engine> {
  const { create, busyTimeoutMs } = options;
  const store = await openStore(options.registry, {
    ...(create === undefined ? {} : { create }),
    ...(busyTimeoutMs === undefined ? {} : { busyTimeoutMs }),
  });
  let started: Sandbox | null = null;
  const sandbox = (): Sandbox => {
    started ??= createSandbox({
      ...options.sandbox,
      grants: { allow: [...(options.testGrants ?? [])], deny: [...(options.deny ?? [])] },
      ...(options.root === undefined ? {} : { root: options.root }),
    });
    return started;
  };
  const hostFunctions = options.hostFunctions ?? {};
  const registry = createRegistry({
    now: () => new Date().toISOString(),
    newId: () => v7(),
    store,
    // Tools are tried with what they have in an image: the clock and the dice of the host.
    runner: createToolRunner({ sandbox, hostFunctions, now: () => Date.now(), random: () => Math.random() }),
    policy: { deny: [...(options.deny ?? [])] },
    hostFunctions: new Set(Object.keys(hostFunctions)),
  });
  const { root } = options;
  const discovery = new RegistryDiscovery(
    { store, hostFunctions: new Set(Object.keys(hostFunctions)) },
    {
      indexFile: indexFileFor(options.registry, root, options.discovery?.config?.collectionName),
      ...options.discovery,
    },
  );
  const manifests =
    options.manifests === undefined
      ? null
      : openManifests({ ...(root === undefined ? {} : { root }), ...options.manifests }, discovery);
  const deny = options.deny ?? [];
  return {
    registry,
    store,
    deny,
    discovery,
    manifests: () => manifests?.last() ?? null,
    discover: (mission, given) => discovery.discover(mission, given),
    sandbox,
    link: (request) => linkFromRegistry({ store, registry, deny }, request),
    decide: (trace) => decideFromRegistry({ store }, trace),
    recordRun: (bundle, run, work) => recordRun({ store, registry }, bundle, run, work),
    close: async () => {
      await manifests?.close();
      discovery.save();
      await started?.close();
      await store.close();
    },
  };
}
