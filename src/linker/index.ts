// The door of the linker.

export type { Candidate, Catalog, Entry } from "./catalog.ts";
export { type CatalogContents, catalogOf, overlay } from "./catalog-of.ts";
export type { LinkFault, LinkFaultCode, LinkWarning, Path, Spot, Step } from "./faults.ts";
export type { LinkInput, PermissionPolicy, Root, TokenCounter } from "./input.ts";
export { type LinkTrace, link } from "./link.ts";
export type { Lock } from "./lock.ts";
export { readToolFile, type ToolFile, type ToolInFile, unitsOf } from "./text/tool-file.ts";
export type { ToolExample } from "./text/tool-options.ts";
export type { BaseUnit, LispUnit, SkillUnit, SourceText, Unit, UnitHealth } from "./unit.ts";
