// Is this an export, and is it sound? Asked before anything of it is written.

import { parts } from "./verify/shapes.ts";
import { type Finding, Verification } from "./verify/verification.ts";

export type { Finding };

/** Everything that is wrong with it; none when it is sound. It may be any value: what came from a file is not believed. */
export function verifyExport(all: unknown): readonly Finding[] {
  const wrong = (message: string): readonly Finding[] => [{ subject: "the export", message }];
  if (typeof all !== "object" || all === null || Array.isArray(all)) return wrong("is no export of a registry");
  const record = all as Readonly<Record<string, unknown>>;
  if (record.format !== "ptc-registry") return wrong('is no export of a registry: its format is not "ptc-registry"');
  if (record.version !== 1) return wrong(`has version ${JSON.stringify(record.version)}; this program reads 1`);
  const { missions } = record;
  if (typeof missions !== "number" || !Number.isSafeInteger(missions) || missions < 0)
    return wrong("does not say how many missions there were");
  for (const part of parts)
    if (!Array.isArray(record[part])) return wrong(`has no list of ${part}: it may be cut short`);
  const known = new Set<string>(["format", "version", "missions", ...parts]);
  const unknown = Object.keys(record).find((key) => !known.has(key));
  if (unknown !== undefined) return wrong(`has a part that this program does not know: ${unknown}`);

  const verification = new Verification(missions);
  for (const part of parts) for (const one of record[part] as readonly unknown[]) verification.add(part, one);
  return verification.finish();
}
