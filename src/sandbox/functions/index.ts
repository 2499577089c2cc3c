// The closed table of what a sandboxed tool may be granted. There is no other way out of the sandbox; a row here is a
// function in the guest, a check in the broker and a line in docs/guide/permissions.md.

import { ambientFunctions } from "./ambient.ts";
import { filesystemFunctions } from "./filesystem.ts";
import type { HostFunction } from "./host-function.ts";
import { httpFunctions } from "./http.ts";
import { kvFunctions } from "./kv.ts";

export const hostFunctions: readonly HostFunction[] = [
  ...filesystemFunctions,
  ...httpFunctions,
  ...kvFunctions,
  ...ambientFunctions,
];

/** The tables of docs/guide/permissions.md. */
export function renderHostFunctions(): string {
  const rows = hostFunctions.map((f) => {
    const needs = [
      `\`${f.permission}\``,
      ...(f.stateful ? ["stateful"] : []),
      ...(f.deterministic ? [] : ["not deterministic"]),
    ];
    return `| \`host.${f.name}(${f.params.join(", ")})\` | ${f.doc} Gives ${f.returns}. | ${needs.join("; ")} |`;
  });
  return ["| function | | needs |", "|---|---|---|", ...rows].join("\n");
}
