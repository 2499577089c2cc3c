// The library on Node: the pure core, with `run` able to isolate programs in worker threads or child processes.

export type { HostFunctions } from "./engine/base-tools.ts";
export { type PromptBill, type PromptCost, promptBill } from "./engine/bill.ts";
export {
  type Chosen,
  linkMission,
  type MissingSpec,
  type MissionLink,
  type MissionRequest,
  type NeedChoice,
  type Option as NeedOption,
} from "./engine/discovery/link-mission.ts";
export type { EngineManifestOptions } from "./engine/discovery/manifests.ts";
export { indexFileFor } from "./engine/discovery/place.ts";
export {
  type IndexStatus,
  type NeedsOptions,
  type Refreshed,
  RegistryDiscovery,
  type RegistryDiscoveryOptions,
} from "./engine/discovery/registry-discovery.ts";
export { type Engine, type EngineOptions, openEngine } from "./engine/engine.ts";
export { type LinkRequest, linkFromRegistry } from "./engine/link.ts";
export { parseCaseFile } from "./engine/project/case-file.ts";
export { configSchema, defaultConfig, type ProjectConfig } from "./engine/project/config.ts";
export {
  type FileProblem,
  findProjectRoot,
  moduleDraft,
  type Project,
  readProject,
  type Scanned,
  scanProject,
} from "./engine/project/scan.ts";
export { exportSkills, type WrittenSkill } from "./engine/project/skill-folders.ts";
export { type LeftAlone, readStdlib, type StdlibFor, scanStdlib, stdlibFor } from "./engine/project/stdlib.ts";
export { type Synced, type SyncReport, syncProject } from "./engine/project/sync.ts";
export type { RecordedWork, RunRecord } from "./engine/record-run.ts";
export { type BundleCall, type BundleRun, type BundleWork, runBundle } from "./engine/run-bundle.ts";
export type { ToolUse } from "./engine/tool-uses.ts";
export { compile, createSession, replay, runSync } from "./host/doors.ts";
export {
  type EmbedderOptions,
  type EmbedderStatus,
  type EmbeddingBackend,
  loadEmbedder,
} from "./host/embedding/minilm.ts";
export { openVectorFile, type VectorFile } from "./host/embedding/vector-file.ts";
export { type EventLog, openEventLog } from "./host/event-log.ts";
export {
  closeIsolates,
  isolateCount,
  type NodeResumeOptions,
  type NodeRunOptions,
  resume,
  run,
} from "./host/isolate.ts";
export { manifestSchema } from "./host/manifests/manifest-schema.ts";
export type { ManifestProblem } from "./host/manifests/read.ts";
export {
  type ManifestOptions,
  type ManifestOrigin,
  type ManifestScan,
  type ManifestSource,
  manifestDirectories,
  scanManifests,
} from "./host/manifests/scan.ts";
export { type ManifestWatch, type WatchOptions, watchManifests } from "./host/manifests/watch.ts";
export { packageFolder } from "./host/package-folder.ts";
export { sandboxTool } from "./host/sandboxed-tools.ts";
export { telemetryListener } from "./host/telemetry.ts";
export {
  type ApprovalRequest,
  approvalRequired,
  type Capability,
  type CapabilityInput,
  type CapabilityKind,
  type CompiledProgram,
  type CompiledRunOptions,
  check,
  type Decision,
  type DiscoverOptions,
  Discovery,
  type DiscoveryConfig,
  type DiscoveryOptions,
  type DiscoveryResult,
  type DiscoveryStats,
  defaultDiscoveryConfig,
  defaultLimits,
  defineTool,
  describeCapability,
  discoverCapabilitiesTool,
  type Embedder,
  type EventBody,
  type EventHead,
  type Evidence,
  type EvidenceContext,
  type EvidenceFor,
  type EvidenceOf,
  evidenceWeights,
  type Fitted,
  fitOf,
  formatSource,
  type Label,
  type Limits,
  type LispSession,
  leastFit,
  type MetaTool,
  type MissionNeeds,
  type ModelTextOptions,
  meritOf,
  type Need,
  needsForMission,
  OptionsError,
  o200kCounter,
  type PendingApproval,
  type Place,
  type Problem,
  parseCatalogue,
  parseEvents,
  type Ranked,
  type Reason,
  type Rendered,
  type RenderOptions,
  type ReplayReport,
  type Result,
  type RunError,
  type RunEvent,
  type RunOptions,
  renderForModel,
  renderProblem,
  type SearchAnswer,
  type SearchOptions,
  type SessionOptions,
  type SessionRunOptions,
  type SessionState,
  type Severity,
  type Sources,
  type Span,
  splitBudget,
  type TokenCounter,
  type Tool,
  type ToolCallInfo,
  type ToolCallRecord,
  type ToolDefinition,
  ToolError,
  type ToolOutcome,
  type Tools,
  type TurnRunOptions,
  type Usage,
  type VectorCache,
} from "./index.ts";
export * from "./linker/index.ts";
export { foldId } from "./names/id.ts";
export type { RegistryOptions } from "./registry/context.ts";
export type { ToolDraft } from "./registry/draft.ts";
export type { CaseFailure, Evidence as GateEvidence } from "./registry/evidence.ts";
export { exportText } from "./registry/export-text.ts";
export { draftsOf } from "./registry/from-file.ts";
export type { PreflightReport, SuiteReport } from "./registry/health.ts";
export type * from "./registry/model.ts";
export type { RegistryProblem } from "./registry/problem.ts";
export type { Registration } from "./registry/register.ts";
export { createRegistry, type Registry } from "./registry/registry.ts";
export { resolve as resolveCapability } from "./registry/resolve.ts";
export type { SkillDraft } from "./registry/skills/draft.ts";
export { fileBytes as skillFileBytes, fileText as skillFileText } from "./registry/skills/files.ts";
export { readSkillFolder, type SkillFolder, writeSkillFolder } from "./registry/skills/folder.ts";
export type { RegistryExport, Store } from "./registry/store.ts";
export type { CaseDraft } from "./registry/suite.ts";
export { type BrokerEvent, createMemoryKv, type KvStore } from "./sandbox/broker.ts";
export type { ToolSource } from "./sandbox/bundle.ts";
export type { SandboxLimits } from "./sandbox/limits.ts";
export {
  type SandboxReason,
  sandboxReasons,
  ToolLoadError,
  type ToolPlace,
  type ToolProblem,
} from "./sandbox/problem.ts";
export {
  type CallOptions,
  type CallResult,
  type CallUsage,
  createSandbox,
  type Sandbox,
  type SandboxOptions,
} from "./sandbox/sandbox.ts";
export { checkTools, type Finding, type ToolReport } from "./sandbox/tool-check.ts";
export type { ToolExample, ToolMeta, ToolModule, ToolModuleData } from "./sandbox/tool-module.ts";
export { isServer, migrateStore, openStore, StoreError } from "./store/open.ts";
export { refuseUnsound } from "./store/unsound.ts";
