// All that the linker asks of the outside, answered at once and without waiting: an engine loads what a link may need and
// hands it over as a catalogue. The registry ranks; the linker only takes the first that fits and keeps the reasons.

import type { SkillUnit, Unit } from "./unit.ts";

/** One implementation that could serve, best first, with what its rank is made of. */
export interface Candidate {
  readonly unit: Unit;
  readonly score: number;
  /** "success 0.84 of 25", "context EU +0.12", "health flaky -0.3" … */
  readonly reasons: readonly string[];
}

export type Entry =
  /** A tool by its id; `candidates` are its versions, the current one first. A replaced tool answers with what replaced it. */
  | {
      readonly kind: "tool";
      readonly id: string;
      readonly candidates: readonly Candidate[];
      readonly replaced: string | null;
    }
  /** A capability; `candidates` are its implementations, the best for this link first. */
  | { readonly kind: "capability"; readonly id: string; readonly candidates: readonly Candidate[] };

/** A base tool's bundled script, so that an image runs where no registry is. */
export interface ModuleScript {
  readonly file: string;
  readonly script: string;
  readonly map: string | null;
}

export interface Catalog {
  /** By folded id. A tool goes before a capability of the same id unless it is replaced or unhealthy. */
  find(id: string): Entry | null;
  /** Is there such a tool, set aside? Absent where nobody archives. */
  archived?(id: string): boolean;
  /** Names close to one that was not found. */
  near(id: string): readonly string[];
  skills(): readonly SkillUnit[];
  /** The script behind a module's hash; null or absent leaves it to the host that runs the image. */
  module?(hash: string): ModuleScript | null;
}
