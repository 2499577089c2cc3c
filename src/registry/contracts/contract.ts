// What a capability promises at a version, and who may reach what. A contract is id@semver and never changes; a range finds
// the highest one that may be linked. A call of a tool is allowed only by something declared that needs that tool.

import semver from "semver";
import { didYouMean, suggest } from "../../base/suggest.ts";
import { isLinkable } from "../../linker/unit.ts";
import { foldId, splitReference } from "../../names/id.ts";
import { type Check, checkFor, mismatchWords } from "../../names/schema.ts";
import type { SchemaObject } from "../../names/signature/index.ts";
import { successorOf } from "../lineage.ts";
import type { ToolVersion } from "../model.ts";
import { type Answer, no, yes } from "../problem.ts";
import { resolve } from "../resolve.ts";
import type { Reader, VersionRecord } from "../store.ts";

export interface Contract {
  readonly id: string;
  readonly version: string;
  readonly capability: string;
  readonly description: string;
  /** Those its code names and those it declares. */
  readonly requiredTools: readonly string[];
  readonly requiredPermissions: readonly string[];
  readonly requiredModels: readonly string[];
  readonly deterministic: boolean;
  readonly stateful: boolean;
  readonly inputSchema: SchemaObject;
  readonly outputSchema: SchemaObject;
  readonly signature: string;
  readonly schemaHash: string;
}

export function contractOf(tool: ToolVersion): Contract {
  return {
    id: tool.id,
    version: tool.version,
    capability: tool.capability,
    description: tool.description,
    requiredTools: [...new Set([...tool.requiredTools, ...tool.dependencies.map((d) => d.id)])].sort(),
    requiredPermissions: tool.permissions,
    requiredModels: tool.requiredModels,
    deterministic: tool.deterministic,
    stateful: tool.stateful,
    inputSchema: tool.inputSchema,
    outputSchema: tool.outputSchema,
    signature: tool.signature,
    schemaHash: tool.schemaHash,
  };
}

/**
 * By the id of a tool, or of a capability, whose best implementation answers. The range is semver's ("^1.2", "1.x", "v1");
 * without one it is the current version. Red and degraded versions and archived tools are not given out.
 */
export async function getCapability(reader: Reader, written: string, range?: string): Promise<Answer<Contract>> {
  const reference = splitReference(written);
  const asked = range ?? reference.version ?? null;
  if (asked !== null && semver.validRange(asked) === null)
    return no("bad_range", `"${asked}" is not a range of versions.`, 'Write it like "^1.2", "1.x" or "1.2.0".');
  const id = foldId(reference.name);
  const head = id === null ? null : await reader.toolHead(id);
  if (head !== null) {
    // Who names no version gets what replaced the tool; who names one gets that, for ever.
    const serving = asked === null ? await successorOf(reader, head) : head;
    return contractIn(reader, serving.id, serving.archived, asked);
  }
  const resolved = await resolve(reader, reference.name);
  if (!resolved.ok)
    return resolved.problem.reason === "unknown_capability" ? unknown(reader, reference.name) : resolved;
  // The best one first; another one only when it alone has a version in the range.
  let first: Answer<Contract> | null = null;
  for (const { id: implementation, linkable } of resolved.value.ranked) {
    if (!linkable) continue;
    const found = await contractIn(reader, implementation, false, asked);
    if (found.ok) return found;
    first ??= found;
  }
  return first ?? unknown(reader, reference.name);
}

async function contractIn(
  reader: Reader,
  id: string,
  archived: boolean,
  range: string | null,
): Promise<Answer<Contract>> {
  if (archived) return no("archived", `${id} is archived.`, `Restore it with ptc restore ${id}.`);
  const records = await reader.versionsOf(id);
  const head = await reader.toolHead(id);
  const fitting = range === null ? records.filter((r) => r.version === head?.current) : inRange(records, range);
  if (fitting.length === 0)
    return no(
      "no_matching_version",
      `${id} has no version in ${range}; it has ${shortList(records.map((r) => r.version))}.`,
      "Widen the range, or register such a version.",
    );
  const usable = fitting.find((record) => isLinkable(record.health));
  if (usable === undefined)
    return no(
      "red_version",
      `${id}@${fitting[0]!.version} is ${fitting[0]!.health}: ${fitting[0]!.healthReason ?? "a case of its suite fails"}.`,
      "Repair it, or ask for another version.",
    );
  const version = await reader.toolVersion(id, usable.version);
  return version === null
    ? no("unknown_version", `${id} has no version ${usable.version}.`, `ptc show ${id} lists its versions.`)
    : yes(contractOf(version));
}

/** Highest first. */
function inRange(records: readonly VersionRecord[], range: string): readonly VersionRecord[] {
  return records
    .filter((r) => semver.satisfies(r.version, range))
    .sort((a, b) => semver.rcompare(a.version, b.version));
}

function shortList(versions: readonly string[]): string {
  return versions.length <= 5 ? versions.join(", ") : `${versions.length} others, the newest ${versions.at(-1)}`;
}

/** Near names are looked for among neighbours in the alphabet: a registry is too large to read whole. */
async function unknown(reader: Reader, written: string): Promise<Answer<never>> {
  const start = (foldId(written) ?? written.toLowerCase()).slice(0, 2);
  const heads = await reader.toolHeads({ after: start, limit: 200 });
  const near = suggest(
    written,
    heads.map((head) => head.id),
  );
  return no(
    "unknown_capability",
    `There is no capability or tool "${written}".`,
    near.length > 0 ? didYouMean(near) : "ptc list shows what there is.",
  );
}

/** Checks of a call on its way in and of the answer on its way out. */
export interface Enforcement {
  readonly input: (data: unknown) => Answer<null>;
  readonly output: (data: unknown) => Answer<null>;
}

/** Make it once and keep it: the schemas are compiled at the first call. */
export function enforce(
  contract: Pick<Contract, "id" | "version" | "inputSchema" | "outputSchema" | "signature">,
): Enforcement {
  const name = `${contract.id}@${contract.version}`;
  const checked =
    (check: Check, reason: string, words: string, hint: string) =>
    (data: unknown): Answer<null> => {
      const mismatches = check(data);
      return mismatches.length === 0
        ? yes(null)
        : refused(reason, `${name} ${words}: ${mismatchWords(mismatches)}.`, hint);
    };
  return {
    input: checked(
      checkFor(contract.inputSchema),
      "bad_arguments",
      "was called with arguments that do not fit",
      `It takes ${contract.signature}.`,
    ),
    output: checked(
      checkFor(contract.outputSchema),
      "bad_result",
      "answered with something else than it promises",
      `It promises ${contract.signature}.`,
    ),
  };
}

/** Calls fail here with the same reasons as anywhere else tools are called. */
function refused(reason: string, message: string, hint: string): Answer<never> {
  return { ok: false, problem: { reason, message, hint } };
}
