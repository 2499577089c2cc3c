// ptc list, ptc show and ptc health: what is registered, all about one tool or skill, and what needs a hand.

import type { Health, ToolHead } from "../../../node.ts";
import { type Command, EXIT, jsonFlag, UsageError } from "../command.ts";
import { plural } from "../plural.ts";
import { type Opened, placeFlags, withRegistry } from "./open.ts";
import { colored, headLine, problemLines, say } from "./render.ts";

const healths: readonly Health[] = ["pending", "green", "red", "flaky", "degraded"];

export const listCommand: Command = {
  name: "list",
  usage: ["list [--health STATE] [--tag TAG]… [--skills] [--archived] [--json]"],
  summary: "lists registered tools or skills",
  flags: [
    ...placeFlags,
    { name: "health", value: "STATE", summary: `only ${healths.join(", ")}` },
    { name: "tag", value: "TAG", repeatable: true, summary: "only those with this tag; all of them when repeated" },
    { name: "capability", value: "ID", summary: "only implementations of this capability" },
    { name: "skills", summary: "skills instead of tools" },
    { name: "archived", summary: "what is in the archive" },
    jsonFlag,
  ],
  examples: ["ptc list", "ptc list --health red", "ptc list --skills --tag csv"],
  run: (args, shell, modules) =>
    withRegistry(args, shell, modules, async ({ engine }) => {
      const health = args.text("health");
      if (health !== undefined && !healths.includes(health as Health))
        throw new UsageError(`--health takes one of ${healths.join(", ")}; got ${health}.`);
      const capability = args.text("capability");
      const tags = args.all("tag");
      const archived = args.has("archived");
      if (args.has("skills")) {
        const skills = await engine.store.read((r) => r.skillHeads({ archived, ...(tags.length > 0 ? { tags } : {}) }));
        if (args.has("json")) shell.out(JSON.stringify(skills));
        else
          for (const s of skills)
            shell.out(`${s.id}@${s.current}${s.review === null ? "" : `  to review: ${s.review.reason}`}`);
        return EXIT.ok;
      }
      const tools = await engine.store.read((r) =>
        r.toolHeads({
          archived,
          tags,
          ...(health === undefined ? {} : { health: [health as Health] }),
          ...(capability === undefined ? {} : { capability }),
        }),
      );
      if (args.has("json")) shell.out(JSON.stringify(tools));
      else {
        const width = Math.max(0, ...tools.map((t) => t.id.length + t.current.length + 1));
        for (const t of tools) shell.out(toolLine(t, width, shell.colorOut));
        if (tools.length === 0) shell.err("Nothing is registered that fits. ptc sync registers what the project has.");
      }
      return EXIT.ok;
    }),
};

function toolLine(t: ToolHead, width: number, color: boolean): string {
  const name = `${t.id}@${t.current}`.padEnd(width);
  const tags = t.tags.length === 0 ? "" : `  ${t.tags.join(", ")}`;
  const replaced = t.supersededBy === null ? "" : `  replaced by ${t.supersededBy}`;
  return `${name}  ${colored(t.health, color, t.health.padEnd(8))}  ${t.layer}${tags}${replaced}`;
}

export const showCommand: Command = {
  name: "show",
  usage: ["show ID [--json]"],
  summary: "shows all about a tool, skill or capability: contract, versions, suite, statistics, history",
  flags: [...placeFlags, jsonFlag],
  examples: ["ptc show top-words", "ptc show top-words --json"],
  run: (args, shell, modules) =>
    withRegistry(args, shell, modules, async (opened) => {
      const [written] = args.positional;
      if (written === undefined || args.positional.length !== 1)
        throw new UsageError("ptc show takes one id: ptc show top-words.");
      const about = await aboutTool(opened, written);
      if (about === null) {
        say(
          problemLines({
            reason: "not_found",
            message: `There is no tool, skill or capability ${written}.`,
            hint: "ptc list shows what there is.",
          }),
          shell.err,
        );
        return EXIT.program;
      }
      if (args.has("json")) shell.out(JSON.stringify(about.data));
      else say(about.lines(shell.colorOut), shell.out);
      return EXIT.ok;
    }),
};

interface About {
  readonly data: unknown;
  lines(color: boolean): readonly string[];
}

async function aboutTool({ engine, library }: Opened, written: string): Promise<About | null> {
  const id = library.foldId(written) ?? written;
  return engine.store.read(async (r) => {
    const head = await r.toolHead(id);
    if (head === null) return aboutOthers(r, id);
    const current = await r.toolVersion(id, head.current);
    const [versions, cases, runs, counters, dependents, history] = [
      await r.versionsOf(id),
      await r.casesOf([id]),
      await r.lastRuns(id, head.current),
      (await r.counters("tool", [id])).get(id) ?? null,
      await r.dependentsOf(id),
      await r.audit(`${id}@${head.current}`, 10),
    ];
    const passing = runs.filter((run) => run.passed).length;
    const data = {
      head,
      current,
      versions,
      cases,
      lastRuns: runs,
      counters,
      dependents: dependents.map((d) => d.id),
      history,
    };
    return {
      data,
      lines: (color) => [
        headLine(`${id}@${head.current}`, head.health, color, head.healthReason ?? ""),
        `  ${current?.description || "no description"}`,
        `  signature    ${current?.signature ?? ""}`,
        `  capability   ${head.capability}`,
        `  layer        ${head.layer}, ${head.origin}${current?.deterministic === true ? ", deterministic" : ""}`,
        ...list("tags", head.tags),
        ...list("permissions", current?.permissions ?? []),
        ...list(
          "depends on",
          (current?.dependencies ?? []).map((d) => d.id),
        ),
        ...list(
          "needed by",
          dependents.map((d) => d.id),
        ),
        `  suite        ${plural(cases.length, "case")}, ${passing} of ${runs.length} passed when last run`,
        `  trials       ${counters === null || counters.overall.trials === 0 ? "none" : `${counters.overall.successes} of ${counters.overall.trials} succeeded`}`,
        `  linked       ${head.linkCount === 0 ? "never" : `${head.linkCount} times, last ${head.lastLinkedAt}`}`,
        `  versions     ${versions.map((v) => `${v.version} (${v.health})`).join(", ")}`,
        ...(head.supersededBy === null ? [] : [`  replaced by  ${head.supersededBy}`]),
        ...(head.archived ? ["  archived"] : []),
      ],
    };
  });
}

async function aboutOthers(
  r: Parameters<Parameters<Opened["engine"]["store"]["read"]>[0]>[0],
  id: string,
): Promise<About | null> {
  const capability = await r.capability(id);
  if (capability !== null)
    return {
      data: capability,
      lines: () => [
        `capability ${id}`,
        `  ${capability.description || "no description"}`,
        ...list("implemented by", capability.implementations),
        `  default      ${capability.defaultImplementation ?? "none"}`,
      ],
    };
  const head = await r.skillHead(id);
  const skill = head === null ? null : await r.skillVersion(id, head.current);
  if (head === null || skill === null) return null;
  return {
    data: { head, skill },
    lines: () => [
      `skill ${id}@${head.current}${head.review === null ? "" : `  to review: ${head.review.reason}`}`,
      `  ${skill.description}`,
      ...list("applies to", skill.appliesTo),
      ...list("tags", skill.tags),
      "",
      ...skill.prompt
        .trim()
        .split("\n")
        .map((line) => `  ${line}`),
    ],
  };
}

function list(label: string, items: readonly string[]): readonly string[] {
  return items.length === 0 ? [] : [`  ${label.padEnd(12)} ${items.join(", ")}`];
}

export const healthCommand: Command = {
  name: "health",
  usage: ["health [--json]"],
  summary: "counts tools by health and lists those that need a hand",
  flags: [...placeFlags, jsonFlag],
  notes: ["Exit code 1 when a tool is red or degraded."],
  examples: ["ptc health", "ptc health --json"],
  run: (args, shell, modules) =>
    withRegistry(args, shell, modules, async ({ engine }) => {
      const counts: Record<string, number> = {};
      const sick: ToolHead[] = [];
      for (let after: string | undefined; ; ) {
        const page = await engine.store.read((r) =>
          r.toolHeads({ limit: 500, ...(after === undefined ? {} : { after }) }),
        );
        for (const t of page) {
          counts[t.health] = (counts[t.health] ?? 0) + 1;
          if (t.health === "red" || t.health === "degraded" || t.health === "flaky") sick.push(t);
        }
        after = page.at(-1)?.id;
        if (page.length < 500 || after === undefined) break;
      }
      if (args.has("json")) shell.out(JSON.stringify({ counts, needHelp: sick }));
      else {
        shell.out(
          Object.entries(counts)
            .map(([state, n]) => `${n} ${state}`)
            .join(", ") || "no tools",
        );
        for (const t of sick)
          shell.out(headLine(`${t.id}@${t.current}`, t.health, shell.colorOut, t.healthReason ?? ""));
      }
      return sick.some((t) => t.health !== "flaky") ? EXIT.program : EXIT.ok;
    }),
};
