// The public API of the pure core: no node: import below this file, so it runs in browsers and bare VM contexts.

import type { Problem } from "./base/problem.ts";
import { type Place, placeOf } from "./base/span.ts";
import { examine } from "./lisp/examine.ts";
import { type Limits, withDefaults } from "./lisp/limits.ts";
import { withLimits } from "./lisp/run.ts";

export { OptionsError } from "./base/options-error.ts";
export type { Label, Problem, Severity } from "./base/problem.ts";
export { type RenderOptions, renderProblem } from "./base/render.ts";
export type { Place, Span } from "./base/span.ts";
export { parseCatalogue } from "./discovery/catalogue.ts";
export { type DiscoveryConfig, defaultDiscoveryConfig, splitBudget } from "./discovery/config.ts";
export {
  type Capability,
  type CapabilityInput,
  type CapabilityKind,
  describeCapability,
} from "./discovery/descriptor.ts";
export {
  type DiscoverOptions,
  Discovery,
  type DiscoveryOptions,
  type DiscoveryResult,
  type DiscoveryStats,
  type SearchAnswer,
  type SearchOptions,
} from "./discovery/discovery.ts";
export { type Merit, meritOf } from "./discovery/evaluate.ts";
export { discoverCapabilitiesTool, type MetaTool, type MetaToolSource } from "./discovery/meta-tool.ts";
export {
  type Fitted,
  fitOf,
  type MissionNeeds,
  type Need,
  type NeedSearch,
  needsForMission,
} from "./discovery/mission.ts";
export {
  type Evidence,
  type EvidenceContext,
  type EvidenceFor,
  type EvidenceOf,
  evidenceWeights,
  type Ranked,
} from "./discovery/rank.ts";
export type { Embedder, VectorCache } from "./discovery/semantic.ts";
export type { Sources } from "./discovery/sources.ts";
export { o200kCounter, type TokenCounter } from "./discovery/tokens.ts";
export { leastFit } from "./discovery/weights.ts";
export {
  anthropicTools,
  type BaseUnit,
  type Bundle,
  type BundleBody,
  type BundleChange,
  type BundleDiff,
  type BundledBaseTool,
  type BundledSkill,
  bundleText,
  type Candidate,
  type Catalog,
  type CatalogContents,
  catalogOf,
  type DecisionStep,
  decide,
  decisionText,
  diffBundles,
  diffText,
  type Entry,
  estimate,
  type FailingCase,
  type GraphJson,
  graphJson,
  type HiddenTool,
  inputOf,
  type LinkDecision,
  type LinkFault,
  type LinkFaultCode,
  type LinkInput,
  type LinkPlace,
  type LinkProblem,
  type LinkTrace,
  type LinkWarning,
  type LispUnit,
  type Lock,
  link,
  loadTokenizer,
  lockChanges,
  lockText,
  type MappedEdit,
  type MappedPart,
  type MapRow,
  type ModuleScript,
  mapOf,
  mapText,
  mermaidOf,
  type OpenedBundle,
  openAiTools,
  openBundle,
  overlay,
  type Path,
  type PermissionPolicy,
  type Phase,
  type PlainTool,
  type PlainTools,
  type Plan,
  type PreflightResult,
  type Prelude,
  phaseJson,
  phases,
  phaseText,
  plainTools,
  problemOf,
  type Repro,
  type Root,
  readLock,
  readRepro,
  readToolFile,
  renderLinkProblem,
  reproOf,
  reproText,
  type SkillUnit,
  type SourcePlace,
  type SourceText,
  type Spot,
  type Step,
  sealBundle,
  sourcePlace,
  svgOf,
  type TokenBill,
  type TokenCounter as LinkTokenCounter,
  type ToolCall,
  type ToolExample,
  type ToolFile,
  type ToolInFile,
  type Unit,
  type UnitHealth,
  type Unused,
  unitsOf,
  unusedIn,
  unusedText,
  type VisibleTool,
  vercelTools,
  type Why,
  warningOf,
  whyJson,
  whyLinked,
  whyText,
} from "./linker/index.ts";
export type { Reason } from "./lisp/fault.ts";
export { formatSource } from "./lisp/format/format.ts";
export { defaultLimits, type Limits } from "./lisp/limits.ts";
export type { RunError, Usage } from "./lisp/run.ts";
export { type CompiledProgram, type CompiledRunOptions, compile } from "./run/compile.ts";
export type { EventBody, EventHead, RunEvent, ToolOutcome } from "./run/events.ts";
export type { RunOptions, SessionRunOptions } from "./run/options.ts";
export { type ModelTextOptions, renderForModel } from "./run/render-for-model.ts";
export { parseEvents, type ReplayReport, replay } from "./run/replay.ts";
export type { Rendered, Result } from "./run/result.ts";
export { resume, run, runSync } from "./run/run.ts";
export { createSession, type LispSession, type SessionOptions, type TurnRunOptions } from "./run/session.ts";
export type { SessionState } from "./run/state.ts";
export {
  type ApprovalRequest,
  approvalRequired,
  defineTool,
  type Tool,
  type ToolCallInfo,
  type ToolDefinition,
  ToolError,
  type Tools,
} from "./run/tool.ts";
export type { Decision, PendingApproval, ToolCallRecord } from "./run/tool-calls.ts";

/** All problems of a program that can be found without running it. */
export function check(
  source: string,
  options: {
    readonly limits?: Partial<Limits>;
    readonly defined?: Iterable<string>;
    readonly tools?: Iterable<string>;
  } = {},
): readonly (Problem & { readonly place: Place })[] {
  const limits = withDefaults(options.limits);
  const known = { defined: options.defined ?? [], tools: options.tools ?? [], data: null };
  return withLimits(limits, () =>
    examine(source, limits, known).problems.map((p) => ({ ...p, place: placeOf(source, p.span.start) })),
  );
}
