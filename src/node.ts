// The library on Node: the pure core, with `run` able to isolate programs in worker threads or child processes.

export {
  type EmbedderOptions,
  type EmbedderStatus,
  type EmbeddingBackend,
  loadEmbedder,
} from "./host/embedding/minilm.ts";
export { openVectorFile, type VectorFile } from "./host/embedding/vector-file.ts";
export { type EventLog, openEventLog } from "./host/event-log.ts";
export { closeIsolates, isolateCount, type NodeRunOptions, run } from "./host/isolate.ts";
export { sandboxTool } from "./host/sandboxed-tools.ts";
export { telemetryListener } from "./host/telemetry.ts";
export {
  type ApprovalRequest,
  approvalRequired,
  type CompiledProgram,
  type CompiledRunOptions,
  check,
  compile,
  createSession,
  type Decision,
  Discovery,
  defaultLimits,
  defineTool,
  describeCapability,
  type EventBody,
  type EventHead,
  formatSource,
  type Label,
  type Limits,
  type LispSession,
  type ModelTextOptions,
  meritOf,
  OptionsError,
  type PendingApproval,
  type Place,
  type Problem,
  parseCatalogue,
  parseEvents,
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
  replay,
  resume,
  runSync,
  type SessionOptions,
  type SessionRunOptions,
  type SessionState,
  type Severity,
  type Span,
  type Tool,
  type ToolCallInfo,
  type ToolCallRecord,
  type ToolDefinition,
  ToolError,
  type ToolOutcome,
  type Tools,
  type TurnRunOptions,
  type Usage,
} from "./index.ts";
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
