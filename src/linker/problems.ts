// Faults and warnings in words: what is wrong in the terms of whoever asked for the link, where, and one next step. Places
// stay data, so that a terminal, JSON and a model are shown the same problem.

import type { Label } from "../base/problem.ts";
import { renderProblem } from "../base/render.ts";
import { type Place, placeOf, type Span } from "../base/span.ts";
import { didYouMean } from "../base/suggest.ts";
import { idRule } from "../names/id.ts";
import type { LinkFault, LinkWarning, Path, Spot, Step } from "./faults.ts";
import { imageNameOf } from "./symbols.ts";

export interface LinkPlace extends Place {
  readonly file: string;
  readonly span: Span;
}

export interface LinkProblem {
  /** A LinkFaultCode, or a reason of the language when a text itself is wrong. */
  readonly reason: string;
  readonly severity: "error" | "warning";
  readonly message: string;
  readonly hint: string | null;
  readonly at: LinkPlace | null;
  /** Other places and steps that explain it: who needs it, the way around a cycle, both sides of a conflict. */
  readonly others: readonly { readonly at: LinkPlace | null; readonly text: string }[];
}

interface Words {
  readonly message: string;
  readonly hint: string | null;
  readonly at?: Spot | null;
  readonly others?: readonly { readonly at: Spot | null; readonly text: string }[];
}

export function problemOf(fault: LinkFault): LinkProblem {
  const { message, hint, at = null, others = [] } = wordsOf(fault);
  return {
    reason: fault.code === "invalid_source" ? fault.problem.reason : fault.code,
    severity: "error",
    message,
    hint,
    at: placed(at),
    others: others.map((o) => ({ at: placed(o.at), text: o.text })),
  };
}

function placed(spot: Spot | null): LinkPlace | null {
  return spot === null ? null : { file: spot.file, span: spot.span, ...placeOf(spot.text, spot.span.start) };
}

/** Who needs it, the nearest first: "report needs summarize", each at the place that names it. */
function neededBy(path: Path): NonNullable<Words["others"]> {
  const steps: { at: Spot | null; text: string }[] = [];
  for (let i = path.length - 2; i >= 0; i--)
    steps.push({ at: path[i]!.at, text: `${path[i]!.name} needs ${path[i + 1]!.name}` });
  return steps.length <= 8
    ? steps
    : [...steps.slice(0, 4), { at: null, text: `… ${steps.length - 7} more` }, ...steps.slice(-3)];
}

function last(path: Path): Step | undefined {
  return path.at(-1);
}

function asker(path: Path): string {
  const step = last(path);
  return step === undefined ? "" : ` ${step.name} needs it.`;
}

function wordsOf(fault: LinkFault): Words {
  switch (fault.code) {
    case "invalid_source":
      return { message: fault.problem.message, hint: fault.problem.hint ?? null, at: fault.at };
    case "missing_definition":
      return {
        message: `${fault.unit} is to be the definition ${fault.main}, but its text has none of that name.`,
        hint: fault.near.length > 0 ? didYouMean(fault.near) : `Define it: (defn ${fault.main} [args] …).`,
      };
    case "nested_definition":
      return {
        message: `${fault.name} is defined inside another form, where the linker cannot keep it apart from other tools' names.`,
        hint: "Define it at the top level of the file, or bind it with let.",
        at: fault.at,
      };
    case "stray_expression":
      return {
        message: `The text of ${fault.unit} has an expression beside its definitions, and it would never run.`,
        hint: fault.hint,
        at: fault.at,
      };
    case "invalid_reference":
      return {
        message:
          fault.why === "range"
            ? `${fault.text} asks for a version that is no version or range.`
            : fault.why === "alias"
              ? `"${fault.text}" cannot be another name for a tool.${asker(fault.path)}`
              : `${fault.text} cannot be the name of a tool or capability.${asker(fault.path)}`,
        hint:
          fault.why === "range" ? "Write a version or range: name@1.2.0, name@^1.2, name@>=1." : `An id is ${idRule}`,
        at: last(fault.path)?.at ?? null,
        others: neededBy(fault.path),
      };
    case "unresolved_symbol":
      return {
        message: `No tool or capability ${fault.name} is known.${fault.path.length === 0 || last(fault.path)?.at ? "" : asker(fault.path)}`,
        hint:
          fault.near.length > 0
            ? didYouMean(last(fault.path)?.at ? fault.near.map(imageNameOf) : fault.near)
            : (fault.advice ?? "Register a tool of that name, or take it out of what is asked for."),
        at: last(fault.path)?.at ?? null,
        others: neededBy(fault.path),
      };
    case "archived_tool":
      return {
        message: `${fault.id} is archived and is not linked.${last(fault.path)?.at ? "" : asker(fault.path)}`,
        hint: `Bring it back: ptc restore ${fault.id}. Or name another tool.`,
        at: last(fault.path)?.at ?? null,
        others: neededBy(fault.path),
      };
    case "version_not_found":
      return {
        message: `No version of ${fault.id} fits ${fault.range}.`,
        hint:
          fault.available.length === 0
            ? "Register one."
            : `There ${fault.available.length === 1 ? "is" : "are"}: ${fault.available.slice(0, 8).join(", ")}.`,
        at: last(fault.path)?.at ?? null,
        others: neededBy(fault.path),
      };
    case "version_conflict":
      return {
        message: `No single version of ${fault.id} fits everyone who needs it: ${fault.wants.map((w) => w.range).join(" and ")}.`,
        hint: "Widen one of the ranges, or take one of the tools out; an image has one version of each tool.",
        at: fault.wants.map((w) => last(w.path)?.at ?? null).find((at) => at !== null) ?? null,
        others: fault.wants.map((w) => ({ at: last(w.path)?.at ?? null, text: `${chain(w.path)} wants ${w.range}` })),
      };
    case "quarantined":
      return {
        message: `${fault.id}@${fault.version} is ${fault.health} and is not linked.${last(fault.path)?.at ? "" : asker(fault.path)}`,
        hint:
          fault.healthy === null
            ? `Repair it, or link it all the same with --force ${fault.id}.`
            : `Ask for ${fault.healthy}, which is healthy, or repair it.`,
        at: last(fault.path)?.at ?? null,
        others: neededBy(fault.path),
      };
    case "dependency_cycle":
      return {
        message: `These definitions need each other while they are loaded: ${fault.path.map((s) => s.name).join(" -> ")}.`,
        hint: "Make one of the values a function, so that it is computed when it is called.",
        at: fault.path[0]?.at ?? null,
        others: fault.path
          .slice(0, -1)
          .map((s, i) => ({ at: s.at, text: `${s.name} uses ${fault.path[i + 1]!.name}` })),
      };
    case "duplicate_symbol":
      return {
        message: `${fault.name} is defined twice${definers(fault.spots)}.`,
        hint: isOneText(fault.spots)
          ? "Rename one of them."
          : `Rename one, or ask for one of the tools under another name (ptc link my-${fault.name}=ID; "as" in code).`,
        at: fault.spots.at(-1)?.at ?? null,
        others: fault.spots
          .slice(0, -1)
          .map((s) => ({ at: s.at, text: isOneText(fault.spots) ? "first here" : `by ${s.name} here` })),
      };
    case "conflicting_names": {
      const [first, ...others] = fault.wants;
      const names = others.map((want) => want.name).join(" and ");
      return {
        message: `${fault.id} is to be called ${first!.name} in the image, and ${names} as well.`,
        hint: "A tool has one name in an image: ask for it under one of them.",
        others: fault.wants.flatMap(({ name, from }) =>
          from === null ? [] : [{ at: null, text: `${from} asks for it as ${name}` }],
        ),
      };
    }
    case "reserved_name":
      return {
        message: `The tool ${fault.id} would be called ${fault.name} in the image, which is part of the language.`,
        hint: `Ask for it under another name (ptc link my-${fault.name}=${fault.id}; "as" in code), or rename the tool.`,
        at: fault.at,
      };
    case "arity_error":
      return {
        message: `${fault.callee} takes ${fault.takes}, got ${fault.got}.`,
        hint: `Call it as ${fault.call}.`,
        at: fault.at,
      };
    case "missing_argument":
      return {
        message: `${fault.tool} is called without ${fault.keys.map((k) => `:${k}`).join(" and ")}.`,
        hint: fault.signature === null ? "Add it to the map of arguments." : `Its signature is ${fault.signature}.`,
        at: fault.at,
      };
    case "unknown_argument":
      return {
        message: `${fault.tool} has no argument :${fault.key}.`,
        hint:
          fault.near.length > 0
            ? didYouMean(fault.near.map((k) => `:${k}`))
            : fault.signature === null
              ? "Take it out of the map of arguments."
              : `Its signature is ${fault.signature}.`,
        at: fault.at,
      };
    case "permission_denied":
      return {
        message: `${fault.id} needs the permission ${fault.permission}, which the policy ${fault.denied ? "denies" : "does not allow"}.`,
        hint: fault.denied
          ? "Leave the tool out, or take the denial back if it is not meant for this."
          : `Allow it: --allow '${fault.permission}'.`,
        at: last(fault.path)?.at ?? null,
        others: neededBy(fault.path),
      };
    case "not_deterministic":
      return {
        message: `${fault.id} promises to be deterministic, but reaches ${fault.reaches}, which is not.`,
        hint: `Take :deterministic from ${fault.id}, or hand in what ${fault.reaches} gives as an argument.`,
        at: fault.path[0]?.at ?? null,
        others: fault.path
          .slice(0, -1)
          .map((s, i) => ({ at: s.at, text: `${s.name} uses ${fault.path[i + 1]!.name}` })),
      };
    case "wrong_model":
      return {
        message: `${fault.id} is made for ${fault.models.join(" or ")}, and this link is for ${fault.model}.`,
        hint: `Link for one of its models, or use another tool than ${fault.id}.`,
        at: last(fault.path)?.at ?? null,
        others: neededBy(fault.path),
      };
    case "budget_exceeded":
      return {
        message: `The tools asked for need ${fault.needed} tokens, ${fault.needed - fault.budget} more than the budget of ${fault.budget}.`,
        hint: `Raise the budget to ${fault.needed} or ask for fewer tools: ${fault.parts}.`,
      };
    case "lock_drift":
      return {
        message: `The link is no longer the locked one: ${fault.changes.length === 1 ? "1 thing" : `${fault.changes.length} things`} changed.`,
        hint: "Look at the changes, then link without --locked to write a new lock.",
        others: fault.changes.map((text) => ({ at: null, text })),
      };
    case "invalid_plan":
      return {
        message: `The plan's ${fault.where} ${fault.why}${fault.why.endsWith("?") ? "" : "."}`,
        hint: "Its schema is docs/schema/plan-1.json.",
      };
    case "nothing_to_link":
      return {
        message: "Nothing is asked for.",
        hint: "Name tools or capabilities, or give a program or a plan that uses them.",
      };
    default:
      return fault satisfies never;
  }
}

function isOneText(spots: readonly Step[]): boolean {
  return new Set(spots.map((s) => s.name)).size === 1;
}

function definers(spots: readonly Step[]): string {
  return isOneText(spots) ? ` in the text of ${spots[0]!.name}` : `: by ${spots.map((s) => s.name).join(" and ")}`;
}

function chain(path: Path): string {
  return path.length === 0 ? "the request" : path.map((s) => s.name).join(" -> ");
}

export function warningOf(warning: LinkWarning): LinkProblem {
  const [message, hint] = warningWords(warning);
  return { reason: warning.code, severity: "warning", message, hint, at: null, others: [] };
}

function warningWords(warning: LinkWarning): readonly [string, string] {
  switch (warning.code) {
    case "replaced":
      return [
        `${warning.id} was replaced by ${warning.by}, which is linked instead.`,
        `Name ${warning.by} in its place.`,
      ];
    case "unproven":
      return [`${warning.id} has no passing test yet.`, "Add a case to its suite."];
    case "flaky":
      return [
        `${warning.id} is flaky: the same input gave different outcomes. ${
          warning.retries > 0 ? "Its calls are tried again when they fail." : "Its calls are not tried again."
        }`,
        "Find out what it depends on besides its arguments.",
      ];
    case "forced":
      return [`${warning.id} is ${warning.health} and linked by force.`, "Repair it before relying on the image."];
    case "flagged_skill":
      return [
        `The skill ${warning.id} is flagged for review: a tool it is about was repaired.`,
        "Look at it, then keep, revise or archive it.",
      ];
    case "skill_left_out":
      return [`The skill ${warning.id} is left out: ${warning.why}.`, "Raise the budget if the worker needs it."];
    case "skill_without_tools":
      return [
        `The skill ${warning.id} is left out: it has the tag ${warning.tag}, but none of its tools is in the image.`,
        `If the worker needs it, link one of its tools as well: ${warning.tools.join(", ")}.`,
      ];
    case "stale_lock":
      return [`The lock asks for ${warning.locked} as ${warning.id}, which is not to be had.`, "Write a new lock."];
    default:
      return warning satisfies never;
  }
}

/** As `ptc check` prints problems; `texts` are the linked texts by file. */
export function renderLinkProblem(
  problem: LinkProblem,
  texts: ReadonlyMap<string, string>,
  options: { readonly color: boolean } = { color: false },
): string {
  const source = problem.at === null ? undefined : texts.get(problem.at.file);
  const further = problem.others.map(
    (o) => `  = ${o.at === null ? "" : `${o.at.file}:${o.at.line}:${o.at.column}: `}${o.text}`,
  );
  if (problem.at === null || source === undefined) {
    const hint = problem.hint === null ? [] : [`  = hint: ${problem.hint}`];
    return [`${problem.severity}[${problem.reason}]: ${problem.message}`, ...further, ...hint].join("\n");
  }
  const { file, span } = problem.at;
  const { reason, severity, message } = problem;
  const others: readonly Label[] = [];
  const shown = renderProblem({ reason, severity, message, span, others }, source, { file, color: options.color });
  const hint = problem.hint === null ? [] : [`  = hint: ${problem.hint}`];
  return [shown, ...further, ...hint].join("\n");
}
