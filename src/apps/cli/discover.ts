// ptc discover: the capabilities for a mission, from a catalogue; one mission, or a batch of them on standard input.

import type { Discovery } from "../../discovery/discovery.ts";
import { type Arguments, type Command, EXIT, jsonFlag, type Shell, UsageError } from "./command.ts";
import { catalogueFlags, openCatalogue } from "./discover-catalogue.ts";
import { linesOf } from "./lines.ts";

const mostResults = 10;
const mostBytes = 16 * 1024 ** 2;
const shape = 'Send {"id": …, "query": "what is needed"} on one line.';

export const discoverCommand: Command = {
  name: "discover",
  usage: ['discover "MISSION" --catalog FILE [--json]', "discover --catalog FILE --batch [--semantic on|off]"],
  summary: "finds the capabilities for a mission",
  flags: [
    ...catalogueFlags,
    { name: "batch", summary: 'one {"id", "query"} per line in, one {"id", "results"} per line out' },
    jsonFlag,
  ],
  examples: [
    'ptc discover "resize a photo" --catalog tools.jsonl',
    "ptc discover --catalog tools.jsonl --batch < queries.jsonl",
  ],
  run: async (args, shell, modules) => {
    if (args.has("batch") === args.positional.length > 0)
      throw new UsageError(
        'ptc discover takes a mission, or --batch: ptc discover "resize a photo" --catalog tools.jsonl.',
      );
    const { discovery } = await openCatalogue(args, shell, modules);
    if (args.has("batch")) return answerBatch(discovery, process.stdin, shell);
    return answerOne(discovery, args, shell);
  },
};

async function answerOne(discovery: Discovery, args: Arguments, shell: Shell): Promise<number> {
  const { results, notices } = await discovery.search(args.positional.join(" "), { most: mostResults });
  for (const notice of notices) shell.err(notice);
  if (args.has("json")) shell.out(JSON.stringify({ results, notices }));
  else for (const { id, score } of results) shell.out(`${score.toFixed(2).padStart(6)}  ${id}`);
  return results.length > 0 ? EXIT.ok : EXIT.program;
}

async function answerBatch(discovery: Discovery, input: AsyncIterable<Uint8Array>, shell: Shell): Promise<number> {
  let code: number = EXIT.ok;
  for await (const line of linesOf(input, mostBytes)) {
    if ("text" in line && line.text.trim() === "") continue;
    const request = "text" in line ? requestIn(line.text) : `The line ${line.refused}.`;
    if (typeof request === "string") {
      shell.out(JSON.stringify({ id: null, error: `${request} ${shape}` }));
      code = EXIT.program;
      continue;
    }
    const { results, notices } = await discovery.search(request.query, { most: mostResults });
    const found = results.map(({ id, score }) => ({ id, score: Number(score.toFixed(6)) }));
    shell.out(JSON.stringify({ id: request.id, results: found, ...(notices.length > 0 ? { notices } : {}) }));
  }
  return code;
}

/** The request, or what is wrong with the line. */
function requestIn(line: string): { readonly id: unknown; readonly query: string } | string {
  try {
    const { id = null, query } = JSON.parse(line) as { readonly id?: unknown; readonly query?: unknown };
    return typeof query === "string" ? { id, query } : '"query" must be a text.';
  } catch {
    return "The line is not a JSON object.";
  }
}
