// What each phase of a link made, as plain JSON: `--emit=<phase>` prints it.

import { placeOf } from "../../base/span.ts";
import type { LinkTrace } from "../link.ts";
import type { ParsedSource, Use } from "../text/parse.ts";
import type { Phase } from "./phase-names.ts";
import { graphJson } from "./picture.ts";

export function phaseJson(trace: LinkTrace, phase: Phase): unknown {
  const { resolved, ordered, names, skills } = trace;
  const nameOf = (key: string) => names.names.get(key) ?? key;
  switch (phase) {
    case "parsed":
      return resolved.parsed.map((source) => ({
        file: source.file,
        definitions: [...source.definitions.values()].map(({ name, kind, signature, span }) => ({
          name,
          kind,
          signature,
          ...placeOf(source.text, span.start),
        })),
        problems: source.problems,
      }));
    case "symbols":
      return resolved.parsed.map((source) => ({
        file: source.file,
        uses: [...source.uses]
          .map(([{ name }, uses]) => ({ definition: name, uses: uses.map((use) => useJson(use, source)) }))
          .concat(
            source.looseUses.length === 0
              ? []
              : [{ definition: "", uses: source.looseUses.map((use) => useJson(use, source)) }],
          ),
      }));
    case "resolved":
      return Object.fromEntries(
        [...resolved.choices].map(([id, { candidate, replacedBy, forced }]) => [
          id,
          {
            unit: `${candidate.unit.id}@${candidate.unit.version}`,
            health: candidate.unit.health,
            score: candidate.score,
            reasons: candidate.reasons,
            replacedBy,
            forced,
          },
        ]),
      );
    case "graph":
      return graphJson(trace);
    case "order":
      return {
        order: ordered.order.map((n) => nameOf(n.key)),
        groups: ordered.groups.map((g) => g.map((n) => nameOf(n.key))),
      };
    case "names":
      return Object.fromEntries(
        ordered.order.map((n) => [nameOf(n.key), n.kind === "definition" ? n.definition.name : n.label]),
      );
    case "skills":
      return {
        chosen: skills.chosen.map(({ skill, why }) => ({ id: skill.id, version: skill.version, why })),
        leftOut: skills.leftOut,
      };
    case "lock":
      return trace.lock;
    case "prelude":
      return trace.prelude;
    default:
      return phase satisfies never;
  }
}

function useJson(use: Use, source: ParsedSource): object {
  const { kind, name, when, args } = use;
  return { kind, name, when, arguments: args?.length ?? null, ...placeOf(source.text, use.span.start) };
}
