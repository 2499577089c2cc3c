// Everything a link looked at, in one value: with it the same link can be made elsewhere, without the registry it came
// from. What was asked for and not found is part of it.

import { canonicalJson } from "../../base/canonical-json.ts";
import type { Catalog, Entry, ModuleScript } from "../catalog.ts";
import { byText } from "../image.ts";
import type { LinkInput } from "../input.ts";
import { type LinkTrace, link } from "../link.ts";
import type { SkillUnit } from "../unit.ts";
import { reproShape } from "./repro-shape.ts";

export interface Repro {
  readonly format: "ptc-repro";
  readonly version: 1;
  readonly input: Omit<LinkInput, "catalog" | "counter">;
  readonly counter: string | null;
  /** By id; null for what was not there. */
  readonly entries: Readonly<Record<string, Entry | null>>;
  readonly near: Readonly<Record<string, readonly string[]>>;
  /** Ids that were asked for and are archived; absent when none is. */
  readonly archived?: readonly string[];
  readonly skills: readonly SkillUnit[];
  readonly modules: Readonly<Record<string, ModuleScript>>;
}

/** Links once more while writing down what is asked of the catalogue. */
export function reproOf(trace: LinkTrace): Repro {
  const { catalog, counter, ...input } = trace.input;
  const entries = new Map<string, Entry | null>();
  const near = new Map<string, readonly string[]>();
  const modules = new Map<string, ModuleScript>();
  const archived = new Set<string>();
  const remember = <T>(into: Map<string, T>, key: string, value: T): T => {
    into.set(key, value);
    return value;
  };
  const watching: Catalog = {
    find: (id) => remember(entries, id, catalog.find(id)),
    near: (id) => remember(near, id, catalog.near(id)),
    archived: (id) => {
      const isArchived = catalog.archived?.(id) === true;
      if (isArchived) archived.add(id);
      return isArchived;
    },
    skills: () => catalog.skills(),
    module: (hash) => {
      const script = catalog.module?.(hash) ?? null;
      if (script !== null) modules.set(hash, script);
      return script;
    },
  };
  link({ ...trace.input, catalog: watching });
  return {
    format: "ptc-repro",
    version: 1,
    input,
    counter: counter?.name ?? null,
    entries: sorted(entries),
    near: sorted(near),
    ...(archived.size === 0 ? {} : { archived: [...archived].sort(byText) }),
    skills: catalog.skills(),
    modules: sorted(modules),
  };
}

function sorted<T>(map: ReadonlyMap<string, T>): Readonly<Record<string, T>> {
  return Object.fromEntries([...map].sort(([a], [b]) => byText(a, b)));
}

export function reproText(repro: Repro): string {
  return `${canonicalJson(repro)}\n`;
}

/** Null when the text is no such record. */
export function readRepro(text: string): Repro | null {
  try {
    const value = JSON.parse(text) as Repro | null;
    return reproShape(value) === null && value?.version === 1 ? value : null;
  } catch {
    return null;
  }
}

/** The input of the link that was written down. A counter is code and has to be given again. */
export function inputOf(repro: Repro, counter?: LinkInput["counter"]): LinkInput {
  const own = <T>(record: Readonly<Record<string, T>>, key: string): T | null =>
    Object.hasOwn(record, key) ? record[key]! : null;
  return {
    ...repro.input,
    ...(counter === undefined ? {} : { counter }),
    catalog: {
      find: (id) => own(repro.entries, id),
      near: (id) => own(repro.near, id) ?? [],
      archived: (id) => repro.archived?.includes(id) === true,
      skills: () => repro.skills,
      module: (hash) => own(repro.modules, hash),
    },
  };
}
