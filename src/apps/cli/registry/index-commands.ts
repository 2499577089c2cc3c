// ptc index: what the index of the registry holds and where it comes from, and making it anew.

import { statSync } from "node:fs";
import { homedir } from "node:os";
import { join, relative } from "node:path";
import type { ManifestScan } from "../../../node.ts";
import { type Command, EXIT, jsonFlag } from "../command.ts";
import { semanticFlag } from "../meaning.ts";
import { plural } from "../plural.ts";
import { withDiscovery } from "../searching.ts";
import { type Opened, placeFlags } from "./open.ts";
import { problemLines, say } from "./render.ts";

export const indexStatusCommand: Command = {
  name: "index status",
  usage: ["index status [--json]"],
  summary: "shows what ptc discover looks in: the index, its sources, manifests that cannot be read",
  flags: [semanticFlag, ...placeFlags, jsonFlag],
  notes: [
    "Nothing is changed. Manifests are CAPABILITY.yaml files in folders of ~/.ptc/capabilities, of capabilities/ in the project and",
    "of the directories in PTC_CAPABILITY_DIRS. Exit code 1 when a manifest is wrong or the index is damaged.",
  ],
  examples: ["ptc index status", "ptc index status --json"],
  run: (args, shell, modules) =>
    withDiscovery(args, shell, modules, async ({ engine }) => {
      const status = await engine.discovery.status();
      const manifests = engine.manifests();
      const bytes = status.file === null ? undefined : statSync(status.file, { throwIfNoEntry: false })?.size;
      const problems = manifests?.problems ?? [];
      if (args.has("json"))
        shell.out(JSON.stringify({ ...status, bytes: bytes ?? null, sources: manifests?.sources ?? [], problems }));
      else {
        const { tools, skills, embeddedCount, capabilityCount, graphEdges, behind } = status;
        const place = status.file === null ? "in memory only" : shown(status.file);
        const size = bytes === undefined ? "" : `, ${Math.ceil(bytes / 1024)} KB`;
        shell.out(`index      ${place}${status.file !== null && bytes === undefined ? ", not made yet" : size}`);
        shell.out(`holds      ${plural(tools, "tool")}, ${plural(skills, "skill")}, ${plural(graphEdges, "relation")}`);
        shell.out(`meaning    ${embeddedCount} of ${capabilityCount} have a vector`);
        shell.out(
          `registry   ${behind === 0 ? "nothing changed since" : `${plural(behind, "change")} since; the next search sees to it`}`,
        );
        if (manifests !== null) for (const line of sourceLines(manifests)) shell.out(line);
        for (const id of status.alsoRegistered) shell.out(`           ${id} is registered too, which counts`);
        for (const problem of problems)
          say(problemLines({ ...problem, at: { ...problem.at, file: shown(problem.at.file) } }), shell.err);
      }
      return problems.length === 0 && status.notices.length === 0 ? EXIT.ok : EXIT.program;
    }),
};

function sourceLines({ sources }: ManifestScan): readonly string[] {
  return sources.map(
    ({ origin, directory, exists, found }) =>
      `manifests  ${origin}: ${shown(directory)}, ${exists ? `${found} found` : "not there"}`,
  );
}

/** A path as the user would type it here. */
function shown(path: string): string {
  const here = relative(process.cwd(), path);
  if (!here.startsWith("..")) return here === "" ? "." : here;
  const fromHome = relative(homedir(), path);
  return fromHome.startsWith("..") ? path : join("~", fromHome);
}

export const indexRebuildCommand: Command = {
  name: "index rebuild",
  usage: ["index rebuild [--semantic on|off] [--json]"],
  summary: "makes the index of the registry anew",
  flags: [semanticFlag, ...placeFlags, jsonFlag],
  notes: ["Never needed: an index that is missing, damaged or behind is made or mended by the next search."],
  examples: ["ptc index rebuild"],
  run: (args, shell, modules) =>
    withDiscovery(args, shell, modules, (opened) => rebuild(opened, args.has("json"), shell)),
};

async function rebuild({ engine }: Opened, json: boolean, shell: Parameters<Command["run"]>[1]): Promise<number> {
  const start = performance.now();
  await engine.discovery.rebuild();
  const { capabilityCount, embeddedCount, file, notices } = await engine.discovery.status();
  const ms = Math.round(performance.now() - start);
  if (json) shell.out(JSON.stringify({ capabilities: capabilityCount, embedded: embeddedCount, file, ms, notices }));
  else
    shell.err(
      `${capabilityCount} ${capabilityCount === 1 ? "capability" : "capabilities"} indexed, ${embeddedCount} with a vector.`,
    );
  return EXIT.ok;
}
