// The door of the linker.

export {
  anthropicTools,
  openAiTools,
  type PlainTool,
  type PlainTools,
  plainTools,
  vercelTools,
} from "./bundle/adapters.ts";
export type {
  Bundle,
  BundleBody,
  BundledBaseTool,
  BundledSkill,
  HiddenTool,
  PreflightResult,
  TokenBill,
  ToolCall,
  VisibleTool,
} from "./bundle/bundle.ts";
export { bundleText, sealBundle } from "./bundle/emit.ts";
export { type OpenedBundle, openBundle } from "./bundle/open-bundle.ts";
export { type SourcePlace, sourcePlace } from "./bundle/source-map.ts";
export { estimate, loadTokenizer } from "./bundle/tokens.ts";
export type { Candidate, Catalog, Entry, ModuleScript } from "./catalog.ts";
export { type CatalogContents, catalogOf, overlay } from "./catalog-of.ts";
export { type DecisionStep, decide, decisionText, type FailingCase, type LinkDecision } from "./explain/decision.ts";
export { type BundleChange, type BundleDiff, diffBundles, diffText } from "./explain/diff.ts";
export { type MapRow, mapOf, mapText } from "./explain/map.ts";
export { type Phase, phases } from "./explain/phase-names.ts";
export { phaseText } from "./explain/phase-text.ts";
export { phaseJson } from "./explain/phases.ts";
export { type GraphJson, graphJson, mermaidOf } from "./explain/picture.ts";
export { inputOf, type Repro, readRepro, reproOf, reproText } from "./explain/repro.ts";
export { type Card, type CardKind, type Line, type Scene, sceneOf } from "./explain/scene.ts";
export { svgOf } from "./explain/svg.ts";
export { type Unused, unusedIn, unusedText, type Why, whyJson, whyLinked, whyText } from "./explain/why.ts";
export type { LinkFault, LinkFaultCode, LinkWarning, Path, Spot, Step } from "./faults.ts";
export type { LinkInput, PermissionPolicy, Root, TokenCounter } from "./input.ts";
export { type LinkTrace, link } from "./link.ts";
export { type Lock, lockChanges, lockText, readLock } from "./lock.ts";
export type { MappedEdit, MappedPart, Prelude } from "./prelude.ts";
export { type LinkPlace, type LinkProblem, problemOf, renderLinkProblem, warningOf } from "./problems.ts";
export type { Plan } from "./roots.ts";
export { readToolFile, type ToolFile, type ToolInFile, unitsOf } from "./text/tool-file.ts";
export type { ToolExample } from "./text/tool-options.ts";
export type { BaseUnit, LispUnit, SkillUnit, SourceText, Unit, UnitHealth } from "./unit.ts";
