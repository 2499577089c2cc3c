// What each phase of a link made, as text for people: `--emit=<phase>` without --json.

import type { LinkTrace } from "../link.ts";
import { lockText } from "../lock.ts";
import { tableText } from "./map.ts";
import type { Phase } from "./phase-names.ts";
import { phaseJson } from "./phases.ts";
import type { GraphJson } from "./picture.ts";

interface Placed {
  readonly line: number;
  readonly column: number;
}

interface ParsedJson {
  readonly file: string;
  readonly definitions: readonly (Placed & { name: string; kind: string; signature: string | null })[];
}

interface SymbolsJson {
  readonly file: string;
  readonly uses: readonly {
    readonly definition: string;
    readonly uses: readonly (Placed & { kind: string; name: string; when: string })[];
  }[];
}

type ResolvedJson = Readonly<
  Record<string, { unit: string; health: string; score: number; reasons: readonly string[]; replacedBy: string | null }>
>;

export function phaseText(trace: LinkTrace, phase: Phase): string {
  const json = phaseJson(trace, phase);
  switch (phase) {
    case "parsed":
      return (json as readonly ParsedJson[])
        .flatMap(({ file, definitions }) =>
          definitions.map(
            (d) =>
              `${file}:${d.line}:${d.column} ${d.kind} ${d.name}${d.signature === null ? "" : ` ${d.signature}`}\n`,
          ),
        )
        .join("");
    case "symbols":
      return (json as readonly SymbolsJson[])
        .flatMap(({ file, uses }) =>
          uses.flatMap(({ definition, uses: named }) =>
            named.map((u) => {
              const name = u.kind === "tool" ? `tool/${u.name}` : u.name;
              return `${file}:${u.line}:${u.column} ${definition === "" ? "the program" : definition} uses ${name}${u.when === "later" ? "" : ` (${u.when})`}\n`;
            }),
          ),
        )
        .join("");
    case "resolved":
      return tableText(
        ["asked for", "linked", "health", "why"],
        Object.entries(json as ResolvedJson).map(([id, c]) => [
          id,
          c.unit,
          c.health,
          [...c.reasons, ...(c.replacedBy === null ? [] : [`replaces ${id}`])].join(", "),
        ]),
      );
    case "graph": {
      const { nodes, edges } = json as GraphJson;
      const names = new Map(nodes.map((n) => [n.id, n.name]));
      const uses = (n: number) => (n === 1 ? "" : `, ${n} times`);
      return edges.map((e) => `${names.get(e.from)} -> ${names.get(e.to)} (${e.when}${uses(e.uses)})\n`).join("");
    }
    case "order": {
      const { order, groups } = json as { readonly order: readonly string[]; readonly groups: readonly string[][] };
      const group = groups.map((names) => `together: ${names.join(", ")}\n`);
      return `${order.map((name, i) => `${i + 1} ${name}\n`).join("")}${group.join("")}`;
    }
    case "names":
      return tableText(["in the image", "in its file"], Object.entries(json as Readonly<Record<string, string>>));
    case "skills": {
      const { chosen, leftOut } = trace.skills;
      const taken = chosen.map(({ skill, why }) => `${skill.id}@${skill.version}: ${why}\n`);
      return [...taken, ...leftOut.map(({ id, why }) => `${id}: left out, ${why}\n`)].join("");
    }
    case "lock":
      return lockText(trace.lock);
    case "prelude":
      return trace.prelude?.text ?? "";
    default:
      return phase satisfies never;
  }
}
