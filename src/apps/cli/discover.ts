// ptc discover: the capabilities for a mission, from the project's registry or a catalogue file; one mission, or a batch of
// them on standard input.

import { capabilityKinds } from "../../discovery/descriptor.ts";
import type { DiscoverOptions, DiscoveryResult, SearchAnswer, SearchOptions } from "../../discovery/discovery.ts";
import type { Ranked } from "../../discovery/rank.ts";
import { type Arguments, type Command, EXIT, jsonFlag, type Modules, type Shell, UsageError } from "./command.ts";
import { catalogueFlags, openCatalogue } from "./discover-catalogue.ts";
import type { Library } from "./hosted.ts";
import { linesOf } from "./lines.ts";
import { plural } from "./plural.ts";
import { placeFlags } from "./registry/open.ts";
import { withDiscovery } from "./searching.ts";

const mostResults = 10;
const mostBytes = 16 * 1024 ** 2;
const shape = 'Send {"id": …, "query": "what is needed"} on one line.';

export const discoverCommand: Command = {
  name: "discover",
  usage: [
    'discover "MISSION" [--kind KIND] [--tags A,B] [--model NAME] [--explain] [--json]',
    'discover "MISSION" --budget TOKENS',
    'discover "MISSION" --catalog FILE',
    "discover [--catalog FILE] --batch [--kind KIND] [--tags A,B] [--model NAME] [--semantic on|off]",
  ],
  summary: "finds the capabilities for a mission",
  flags: [
    ...catalogueFlags,
    ...placeFlags,
    {
      name: "kind",
      value: "KIND",
      summary: "only tools, skills, extensions or channels: tool, skill, extension, channel",
    },
    { name: "tags", value: "A,B", summary: "what the mission is about; those with the tags come first among equals" },
    { name: "model", value: "NAME", summary: "the model that will use them" },
    { name: "budget", value: "TOKENS", summary: "print the text for a prompt, of at most so many tokens" },
    { name: "explain", summary: "why each result is one" },
    { name: "batch", summary: 'one {"id", "query"} per line in, one {"id", "results"} per line out' },
    jsonFlag,
  ],
  notes: ["Looks among all that is registered in the project, and in a catalogue file where one is given instead."],
  examples: [
    'ptc discover "read a european csv"',
    'ptc discover "read a european csv" --tags EU --explain',
    'ptc discover "resize a photo" --catalog tools.jsonl --budget 1500',
    "ptc discover --catalog tools.jsonl --batch < queries.jsonl",
  ],
  run: async (args, shell, modules) => {
    if (args.has("batch") === args.positional.length > 0)
      throw new UsageError('ptc discover takes a mission, or --batch: ptc discover "resize a photo".');
    for (const flag of ["budget", "explain"])
      if (args.has("batch") && args.has(flag)) throw new UsageError(`--${flag} goes with a mission, not with --batch.`);
    const options = searchOptions(args);
    const budget = args.text("budget");
    if (budget !== undefined && !/^\d+$/.test(budget))
      throw new UsageError(`--budget takes a number of tokens; got ${budget}.`);
    return withFinder(args, shell, modules, (finder, library) => {
      if (args.has("batch")) return answerBatch(finder, process.stdin, options, shell);
      const mission = args.positional.join(" ");
      if (budget === undefined) return answerOne(finder, mission, options, args, shell);
      const config = library.splitBudget(Number(budget));
      return answerPrompt(finder, mission, { ...options, config }, args, shell);
    });
  },
};

/** Whatever answers: a catalogue or a registry. */
interface Finder {
  search(mission: string, options?: SearchOptions): Promise<SearchAnswer>;
  discover(mission: string, options?: DiscoverOptions): Promise<DiscoveryResult>;
}

async function withFinder(
  args: Arguments,
  shell: Shell,
  modules: Modules,
  work: (finder: Finder, library: Library) => Promise<number>,
): Promise<number> {
  const library = await modules.library();
  if (args.text("catalog") !== undefined) return work((await openCatalogue(args, shell, modules)).discovery, library);
  const nowhere = ["registry", "project"].every((flag) => args.text(flag) === undefined);
  if (nowhere && library.findProjectRoot(process.cwd()) === null)
    throw new UsageError(
      "There is no ptc.json here or above. Make a project: ptc init, or say where to look: --registry FILE, --catalog tools.jsonl.",
    );
  return withDiscovery(args, shell, modules, async ({ engine }) => {
    const skipped = engine.manifests()?.problems.length ?? 0;
    if (skipped > 0) shell.err(`${plural(skipped, "problem")} with manifests: ptc index status says what is wrong.`);
    return work(engine.discovery, library);
  });
}

function searchOptions(args: Arguments): SearchOptions {
  const kind = args.text("kind");
  const known = capabilityKinds.find((one) => one === kind);
  if (kind !== undefined && known === undefined)
    throw new UsageError(`--kind is one of ${capabilityKinds.join(", ")}; got ${kind}.`);
  const model = args.text("model");
  const tags = args
    .text("tags")
    ?.split(",")
    .map((tag) => tag.trim());
  return {
    ...(known === undefined ? {} : { kind: known }),
    ...(model === undefined ? {} : { model }),
    ...(tags === undefined ? {} : { tags: tags.filter((tag) => tag !== "") }),
  };
}

async function answerOne(
  finder: Finder,
  mission: string,
  options: SearchOptions,
  args: Arguments,
  shell: Shell,
): Promise<number> {
  const { results, dependencies, notices } = await finder.search(mission, { ...options, most: mostResults });
  for (const notice of notices) shell.err(notice);
  if (args.has("json")) shell.out(JSON.stringify({ results, dependencies, notices }));
  else
    for (const one of [...results, ...dependencies]) {
      shell.out(
        `${one.relevance.toFixed(2)}  ${one.id}  ${one.capability.description.replace(/\s+/g, " ").slice(0, 100)}`,
      );
      if (args.has("explain")) for (const line of reasonLines(one)) shell.out(`      ${line}`);
      else if (one.warning !== null) shell.out(`      ${one.warning}`);
    }
  return results.length > 0 ? EXIT.ok : EXIT.program;
}

async function answerPrompt(
  finder: Finder,
  mission: string,
  options: DiscoverOptions,
  args: Arguments,
  shell: Shell,
): Promise<number> {
  const { prompt, tokens, notices, tier1, tier2 } = await finder.discover(mission, options);
  for (const notice of notices) shell.err(notice);
  const shown = [...new Set([...tier1.shown, ...tier2.shown])];
  shell.out(args.has("json") ? JSON.stringify({ prompt, tokens, shown, notices }) : prompt);
  return prompt === "" ? EXIT.program : EXIT.ok;
}

/** Each reason in words. */
function reasonLines({ reasons, warning }: Ranked): readonly string[] {
  const { need, matched, similarity, misspelt, tags, neighbour, terms } = reasons;
  const lines: string[] = [];
  if (need !== null) lines.push(`need: ${need}`);
  if (matched.length > 0)
    lines.push(`words: ${matched.map(({ word, fields }) => `${word} (${fields.join(", ")})`).join("; ")}`);
  for (const { word, name } of misspelt) lines.push(`spelling: ${word} is near ${name}`);
  if (similarity !== null) lines.push(`meaning: cosine ${similarity.toFixed(2)}`);
  if (tags.length > 0) lines.push(`tags: ${tags.join(", ")}`);
  if (neighbour !== null) lines.push(`related: ${neighbour.relation} ${neighbour.id}`);
  const parts = Object.entries(terms).map(([name, value]) => `${name} ${value.toFixed(2)}`);
  if (parts.length > 0) lines.push(`score: ${parts.join(" + ")}`);
  if (warning !== null) lines.push(`warning: ${warning}`);
  return lines;
}

async function answerBatch(
  finder: Finder,
  input: AsyncIterable<Uint8Array>,
  options: SearchOptions,
  shell: Shell,
): Promise<number> {
  let code: number = EXIT.ok;
  for await (const line of linesOf(input, mostBytes)) {
    if ("text" in line && line.text.trim() === "") continue;
    const request = "text" in line ? requestIn(line.text) : { id: null, wrong: `The line ${line.refused}.` };
    if ("wrong" in request) {
      shell.out(JSON.stringify({ id: request.id, error: `${request.wrong} ${shape}` }));
      code = EXIT.program;
      continue;
    }
    const { results, notices } = await finder.search(request.query, { ...options, most: mostResults });
    const found = results.map(({ id, score }) => ({ id, score: Number(score.toFixed(6)) }));
    shell.out(JSON.stringify({ id: request.id, results: found, ...(notices.length > 0 ? { notices } : {}) }));
  }
  return code;
}

/** The request, or what is wrong with the line, with the id where it can be read. */
function requestIn(line: string): { readonly id: unknown } & ({ readonly query: string } | { readonly wrong: string }) {
  try {
    const { id = null, query } = JSON.parse(line) as { readonly id?: unknown; readonly query?: unknown };
    return typeof query === "string" ? { id, query } : { id, wrong: '"query" must be a text.' };
  } catch {
    return { id: null, wrong: "The line is not a JSON object." };
  }
}
