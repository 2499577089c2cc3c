// Records as a registration makes them, small but whole, with true hashes.

import { canonicalJson } from "../../src/base/canonical-json.ts";
import { caseContentHash, schemaHash, skillContentHash, toolContentHash } from "../../src/registry/content-hash.ts";
import type {
  AuditEntry,
  Capability,
  Case,
  CaseRun,
  PromotionCandidate,
  SkillVersion,
  ToolVersion,
  Trial,
} from "../../src/registry/model.ts";
import type { Writer } from "../../src/registry/store.ts";

let made = 0;

/** Sorts like a UUIDv7: later ones are greater. */
export function nextUid(): string {
  made++;
  return `01998000-0000-7000-8000-${made.toString(16).padStart(12, "0")}`;
}

export const noon = "2026-01-02T12:00:00.000Z";

export function capability(id: string, implementations: readonly string[] = []): Capability {
  return {
    id,
    description: `What ${id} does`,
    canonicalSignature: "(text :string) -> :int",
    implementations,
    defaultImplementation: implementations[0] ?? null,
    createdAt: noon,
  };
}

export function toolVersion(id: string, changes: Partial<ToolVersion> = {}): ToolVersion {
  const content: ToolVersion = {
    uid: nextUid(),
    id,
    version: "1.0.0",
    capability: id,
    title: id,
    description: `Counts the words of a text for ${id}.`,
    signature: "(text :string) -> :int",
    inputSchema: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
    outputSchema: { type: "integer" },
    layer: "composed",
    origin: "developer",
    body: { kind: "lisp", code: "(defn f [text] (count text))", main: "f", file: `tools/${id}.clj` },
    tags: [],
    examples: [{ args: { text: "a b" }, result: 3 }],
    permissions: [],
    requiredTools: [],
    requiredModels: [],
    deterministic: true,
    stateful: false,
    timeoutMs: null,
    dependencies: [],
    supersedes: null,
    contentHash: "",
    schemaHash: "",
    createdAt: noon,
    ...changes,
  };
  return { ...content, contentHash: toolContentHash(content), schemaHash: schemaHash(content) };
}

export function skillVersion(id: string, changes: Partial<SkillVersion> = {}): SkillVersion {
  const content: SkillVersion = {
    uid: nextUid(),
    id,
    version: "1.0.0",
    name: id,
    description: `How to ${id}`,
    prompt: "Look twice.",
    appliesTo: [],
    tags: [],
    origin: "developer",
    frontMatter: {},
    files: {},
    contentHash: "",
    createdAt: noon,
    ...changes,
  };
  return { ...content, contentHash: skillContentHash(content) };
}

export function testCase(toolId: string, changes: Partial<Case> = {}): Case {
  const content: Case = {
    uid: nextUid(),
    toolId,
    input: { text: "one two" },
    expected: { kind: "value", value: 7 },
    stubs: {},
    tags: ["smoke"],
    description: "counts",
    reason: "written with the tool",
    origin: { kind: "developer" },
    contentHash: "",
    createdAt: noon,
    ...changes,
  };
  return { ...content, contentHash: caseContentHash(content) };
}

export function caseRun(of: Case, version: string, passed: boolean, at = noon): CaseRun {
  const outcome = canonicalJson(passed ? { ok: true, actual: 7 } : { ok: false, actual: 8 });
  return { uid: nextUid(), caseUid: of.uid, toolId: of.toolId, version, passed, outcome, at };
}

export function trial(id: string, success: boolean, changes: Partial<Trial> = {}): Trial {
  return {
    uid: nextUid(),
    kind: "tool",
    id,
    version: "1.0.0",
    success,
    tags: [],
    model: null,
    mission: null,
    runId: null,
    inputHash: null,
    diagnosis: null,
    skills: [],
    at: noon,
    ...changes,
  };
}

export function auditEntry(subject: string, changes: Partial<AuditEntry> = {}): AuditEntry {
  return { uid: nextUid(), at: noon, action: "register", subject, accepted: true, details: { gates: [] }, ...changes };
}

export function candidate(patternHash: string, changes: Partial<PromotionCandidate> = {}): PromotionCandidate {
  return {
    patternHash,
    capabilitySignature: null,
    description: "fetch, then parse",
    status: "candidate",
    rejectionReason: null,
    promotedTo: null,
    successes: 1,
    failures: 0,
    occurrences: [{ mission: "m1", success: true, at: noon }],
    ...changes,
  };
}

/** What an accepted registration writes. */
export async function register(writer: Writer, tool: ToolVersion, cases: readonly Case[] = []): Promise<void> {
  const known = await writer.capability(tool.capability);
  const others = known?.implementations ?? [];
  if (!others.includes(tool.id)) await writer.putCapability(capability(tool.capability, [...others, tool.id]));
  await writer.insertToolVersion(tool, "green", null);
  await writer.setCurrent(tool.id, tool.version);
  const added = await writer.insertCases(cases);
  await writer.insertCaseRuns(added.map((one) => caseRun(one, tool.version, true)));
  await writer.insertAudit(auditEntry(tool.id));
}
