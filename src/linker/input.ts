// What a link is asked for. Everything that could differ between two machines is in here, so the same input always gives
// the same bytes.

import type { PreflightResult } from "./bundle/bundle.ts";
import type { Catalog } from "./catalog.ts";
import type { Lock } from "./lock.ts";
import type { Plan } from "./roots.ts";
import type { SourceText } from "./unit.ts";

/** Something the worker must be able to call. */
export interface Root {
  /** A tool or capability, with a version or range if it matters: "parse_csv", "csv:parse@^1.2". */
  readonly ref: string;
  /** Another Lisp name for it in the image. */
  readonly as?: string;
  /** Who asks, for messages and maps: "agent analyst". */
  readonly from?: string;
}

/** What an image may ask of its host. A permission must fit an allowed pattern and no denied one; `*` stands for any text. */
export interface PermissionPolicy {
  readonly allow: readonly string[];
  readonly deny?: readonly string[];
  /** Denied as they stand: what a rule that is no pattern of texts was found to cover. */
  readonly denied?: readonly string[];
}

/** Counts the tokens of a text; the name goes into the bundle, since counts only compare within one tokenizer. */
export interface TokenCounter {
  readonly name: string;
  count(text: string): number;
}

export interface LinkInput {
  readonly catalog: Catalog;
  readonly roots?: readonly (string | Root)[];
  readonly entry?: SourceText;
  /** Its agents' tools are roots. */
  readonly plan?: Plan;
  /** What the mission is about: chooses skills. */
  readonly tags?: readonly string[];
  readonly model?: string;
  /** Tokens that the prompt may have: signatures of the visible tools and the skills. */
  readonly budget?: number;
  /** Without one, permissions are recorded as grants and left to the host that runs the bundle. */
  readonly policy?: PermissionPolicy;
  readonly lock?: Lock;
  /** The image must be the locked one, to the last hash. */
  readonly locked?: boolean;
  /** Ids that link though they are red or degraded. */
  readonly force?: readonly string[];
  /** False leaves skills out. */
  readonly skills?: boolean;
  readonly counter?: TokenCounter;
  /** How the tools' cases did just now; goes into the bundle. */
  readonly preflight?: readonly PreflightResult[];
}
