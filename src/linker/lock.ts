// The lock: what a link resolved to, with the hashes of every part. Given back to a later link it decides versions; with
// `locked` the image must be the very same, and every difference is said.

import { canonicalJson } from "../base/canonical-json.ts";
import { fields, mapOf, oneOf, type Shape, text, whole } from "../base/shape.ts";
import { byText, type Closure } from "./image.ts";
import { type ChosenSkill, unitsIn } from "./skills.ts";

export interface LockedTool {
  readonly version: string;
  readonly contentHash: string;
  readonly schemaHash: string;
  readonly health: string;
}

export interface LockedSkill {
  readonly version: string;
  readonly contentHash: string;
}

export interface Lock {
  readonly format: "ptc-lock";
  readonly version: 1;
  /** What each name asked for came to: "parse_csv" to "parse_csv_eu@1.2.0". */
  readonly references: Readonly<Record<string, string>>;
  /** By id. */
  readonly tools: Readonly<Record<string, LockedTool>>;
  readonly skills: Readonly<Record<string, LockedSkill>>;
}

/** A lock is written by the linker and edited by people. */
export const lockShape = fields({
  format: oneOf("ptc-lock"),
  version: whole,
  references: mapOf(reference),
  tools: mapOf(fields({ version: text, contentHash: text, schemaHash: text, health: text })),
  skills: mapOf(fields({ version: text, contentHash: text })),
});

function reference(value: unknown): ReturnType<Shape> {
  return typeof value === "string" && value.lastIndexOf("@") > 0 ? null : "a tool and its version";
}

export function lockOf(
  closure: Closure,
  references: ReadonlyMap<string, string>,
  skills: readonly ChosenSkill[],
): Lock {
  const sorted = <T>(entries: readonly (readonly [string, T])[]): Readonly<Record<string, T>> =>
    Object.fromEntries([...entries].sort(([a], [b]) => byText(a, b)));
  return {
    format: "ptc-lock",
    version: 1,
    references: sorted([...references]),
    tools: sorted(
      unitsIn(closure).map(({ id, version, contentHash, schemaHash, health }) => [
        id,
        { version, contentHash, schemaHash, health },
      ]),
    ),
    skills: sorted(skills.map(({ skill: { id, version, contentHash } }) => [id, { version, contentHash }])),
  };
}

/** The lock's file: one line for each entry, so that a diff of two shows what changed. */
export function lockText(lock: Lock): string {
  const section = (entries: Readonly<Record<string, unknown>>) => {
    const lines = Object.entries(entries)
      .sort(([a], [b]) => byText(a, b))
      .map(([key, value]) => `    ${JSON.stringify(key)}: ${canonicalJson(value)}`);
    return lines.length === 0 ? "{}" : `{\n${lines.join(",\n")}\n  }`;
  };
  const fields = [
    `  "format": "ptc-lock"`,
    `  "version": 1`,
    `  "references": ${section(lock.references)}`,
    `  "tools": ${section(lock.tools)}`,
    `  "skills": ${section(lock.skills)}`,
  ];
  return `{\n${fields.join(",\n")}\n}\n`;
}

export function readLock(file: string): Lock | null {
  try {
    const value = JSON.parse(file) as Lock | null;
    return lockShape(value) === null && value?.version === 1 ? value : null;
  } catch {
    return null;
  }
}

/** What differs between a lock and what a link gives now, in words; empty when nothing does. */
export function lockChanges(before: Lock, now: Lock): readonly string[] {
  const out: string[] = [];
  for (const name of keysOf(before.references, now.references)) {
    const [was, is] = [before.references[name], now.references[name]];
    if (was !== is && (was === undefined || is === undefined || idIn(was) !== idIn(is)))
      out.push(
        was === undefined
          ? `${name}: new, is ${is}`
          : is === undefined
            ? `${name}: was ${was}, no longer needed`
            : `${name}: was ${was}, is ${is}`,
      );
  }
  for (const id of keysOf(before.tools, now.tools)) {
    const [was, is] = [before.tools[id], now.tools[id]];
    if (was === undefined || is === undefined) {
      if (!(id in before.references) && !(id in now.references))
        out.push(`tool ${id}: ${was === undefined ? "new" : "no longer linked"}`);
      continue;
    }
    if (was.version !== is.version) out.push(`tool ${id}: version ${was.version} -> ${is.version}`);
    else if (was.contentHash !== is.contentHash)
      out.push(`tool ${id}@${is.version}: content ${short(was.contentHash)} -> ${short(is.contentHash)}`);
    if (was.schemaHash !== is.schemaHash)
      out.push(`tool ${id}: schema ${short(was.schemaHash)} -> ${short(is.schemaHash)}`);
    if (was.health !== is.health) out.push(`tool ${id}: health ${was.health} -> ${is.health}`);
  }
  for (const id of keysOf(before.skills, now.skills)) {
    const [was, is] = [before.skills[id], now.skills[id]];
    if (was === undefined || is === undefined)
      out.push(`skill ${id}: ${was === undefined ? "new" : "no longer linked"}`);
    else if (was.version !== is.version) out.push(`skill ${id}: version ${was.version} -> ${is.version}`);
    else if (was.contentHash !== is.contentHash)
      out.push(`skill ${id}@${is.version}: content ${short(was.contentHash)} -> ${short(is.contentHash)}`);
  }
  return out;
}

function keysOf(a: object, b: object): readonly string[] {
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].sort(byText);
}

function idIn(reference: string): string {
  return reference.slice(0, reference.lastIndexOf("@"));
}

function short(hash: string): string {
  return hash.replace(/^sha256:/, "").slice(0, 12);
}
