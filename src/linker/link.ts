// The linker, one line per phase: start reading here. Every phase is a function from data to data, and the answer is the
// trace of them all; maps, reasons and pictures only look at parts of it.

import { OptionsError } from "../base/options-error.ts";
import type { Bundle } from "./bundle/bundle.ts";
import { emitBundle, visibleTools } from "./bundle/emit.ts";
import { toolLine, wholePrompt } from "./bundle/prompt.ts";
import { estimate } from "./bundle/tokens.ts";
import { checkImage } from "./check.ts";
import type { LinkFault, LinkWarning } from "./faults.ts";
import { buildGraph, type LinkGraph } from "./graph.ts";
import { type ImageNames, nameDefinitions } from "./hygiene.ts";
import type { LinkInput } from "./input.ts";
import { type Lock, lockChanges, lockOf } from "./lock.ts";
import { type Ordered, orderDefinitions } from "./order.ts";
import { emitPrelude, type Prelude } from "./prelude.ts";
import { type Resolved, resolveReferences } from "./resolve.ts";
import { readRoots } from "./roots.ts";
import { type ChosenSkills, chooseSkills } from "./skills.ts";

export interface LinkTrace {
  readonly input: LinkInput;
  readonly resolved: Resolved;
  readonly graph: LinkGraph;
  readonly ordered: Ordered;
  readonly names: ImageNames;
  readonly skills: ChosenSkills;
  readonly lock: Lock;
  /** The image, or null when there are faults: nothing half-made is ever handed out. */
  readonly prelude: Prelude | null;
  readonly bundle: Bundle | null;
  readonly faults: readonly LinkFault[];
  readonly warnings: readonly LinkWarning[];
}

export function link(asked: LinkInput): LinkTrace {
  const input = withBudget(asked);
  const wanted = readRoots(input);
  // Texts are read when something reaches them; from here on nothing is added, except by name from the catalogue.
  const resolved = resolveReferences(input, wanted.roots);
  const { closure } = resolved;
  // From here on every reference means exactly one definition, and only what is reachable is there.
  const graph = buildGraph(closure);
  const ordered = orderDefinitions(graph, closure);
  const names = nameDefinitions(closure);
  const broken = [...wanted.faults, ...resolved.faults, ...ordered.faults, ...names.faults];
  const unfit = broken.length > 0 ? [] : checkImage(closure, input);
  const counter = input.counter ?? estimate;
  const visible = visibleTools(closure, names);
  const budget = input.budget ?? Number.POSITIVE_INFINITY;
  const needed = budget === Number.POSITIVE_INFINITY ? 0 : counter.count(wholePrompt(visible, []));
  const skills = chooseSkills(
    closure,
    input,
    (some) => budget === Number.POSITIVE_INFINITY || counter.count(wholePrompt(visible, some)) <= budget,
  );
  const lock = lockOf(closure, resolved.references, skills.chosen);
  const parts = () => visible.map((t) => `${t.id} ${counter.count(toolLine(t))}`).join(", ");
  const dear: LinkFault[] = needed > budget ? [{ code: "budget_exceeded", budget, needed, parts: parts() }] : [];
  // A link that fails otherwise would drift from any lock; that is not the news.
  const whole = broken.length + unfit.length + dear.length === 0;
  const faults = [...broken, ...unfit, ...dear, ...(whole ? drift(input, lock) : [])];
  const warnings = [...resolved.warnings, ...skills.warnings];
  const soFar = { input, resolved, graph, ordered, names, skills, lock, faults, warnings };
  if (faults.length > 0) return { ...soFar, prelude: null, bundle: null };

  const prelude = emitPrelude(ordered, closure, names);
  return { ...soFar, prelude, bundle: emitBundle({ ...soFar, closure, prelude, counter }) };
}

/** An endless budget is none, so that images and records hold a number or nothing. */
function withBudget(input: LinkInput): LinkInput {
  const { budget, ...rest } = input;
  if (budget === undefined) return input;
  if (budget === Number.POSITIVE_INFINITY) return rest;
  if (!Number.isSafeInteger(budget) || budget < 0)
    throw new OptionsError(`A budget must be a whole number of tokens, not ${budget}.`);
  return input;
}

function drift(input: LinkInput, now: Lock): readonly LinkFault[] {
  if (input.locked !== true) return [];
  const changes = input.lock === undefined ? ["there is no lock to compare with"] : lockChanges(input.lock, now);
  return changes.length === 0 ? [] : [{ code: "lock_drift", changes }];
}
