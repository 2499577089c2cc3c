// Everything there is, part by part and page by page, in a fixed order: by id, by uid, by hash. Exporting collects it,
// verifying looks at it; neither needs a part of a large registry in memory twice.

import { sql } from "kysely";
import type { Health, SubjectKind } from "../../registry/model.ts";
import type { RegistryExport } from "../../registry/store.ts";
import type { Part, RecordOf } from "../../registry/verify/shapes.ts";
import { entryOf } from "./archive.ts";
import { runOf } from "./cases.ts";
import { type Connection, rowsOf } from "./query.ts";
import { skillHeadOf } from "./skills.ts";
import { stored } from "./stored.ts";
import type { CaseRunRow, CounterRow, SkillRow, Tables, ToolRow } from "./tables.ts";
import { headOf } from "./tools.ts";
import { countersBySubject } from "./trials.ts";

const PAGE = 500;

interface Scan<Row, Result> {
  readonly from: string;
  readonly columns: string;
  /** Columns of the order, and what they are called in a row. */
  readonly keys: readonly (keyof Row & string)[];
  readonly prefix?: string;
  readonly record: (row: Row) => Result;
}

interface Data {
  readonly id: string;
  readonly uid: string;
  readonly data: string;
}
type VersionData = Data & { readonly health: string; readonly health_reason: string | null };

function data<P extends Part>(from: string, keys: readonly ("id" | "uid")[]): Scan<Data, RecordOf<P>> {
  return { from, columns: [...keys, "data"].join(", "), keys, record: (row) => stored<RecordOf<P>>(row.data) };
}

const scans = {
  capabilities: data<"capabilities">("capabilities", ["id"]),
  tools: { from: "tools", columns: "*", keys: ["id"], record: headOf } satisfies Scan<ToolRow, unknown>,
  toolVersions: {
    from: "tool_versions v join tool_health h on h.id = v.id and h.version = v.version",
    columns: "v.id, v.uid, v.data, h.health, h.health_reason",
    prefix: "v.",
    keys: ["id", "uid"],
    record: (row) => ({
      ...stored<RecordOf<"toolVersions">>(row.data),
      health: row.health as Health,
      healthReason: row.health_reason,
    }),
  } satisfies Scan<VersionData, unknown>,
  skills: { from: "skills", columns: "*", keys: ["id"], record: skillHeadOf } satisfies Scan<SkillRow, unknown>,
  skillVersions: data<"skillVersions">("skill_versions", ["id", "uid"]),
  cases: data<"cases">("cases", ["uid"]),
  caseRuns: { from: "case_runs", columns: "*", keys: ["uid"], record: runOf } satisfies Scan<CaseRunRow, unknown>,
  trials: data<"trials">("trials", ["uid"]),
  archive: { from: "archive", columns: "*", keys: ["kind", "id"], record: entryOf } satisfies Scan<
    Tables["archive"],
    unknown
  >,
  candidates: {
    from: "candidates",
    columns: "*",
    keys: ["pattern_hash"],
    record: (row) => stored<RecordOf<"candidates">>(row.data),
  } satisfies Scan<Tables["candidates"], unknown>,
  audit: data<"audit">("audit", ["uid"]),
};

/** One page after the other; empty when there is nothing. */
export async function* scan<P extends Part>(connection: Connection, part: P): AsyncGenerator<readonly RecordOf<P>[]> {
  if (part === "counters") yield* countersInPages(connection) as AsyncGenerator<readonly RecordOf<P>[]>;
  else {
    const plan = scans[part as Exclude<Part, "counters">] as unknown as Scan<Record<string, unknown>, RecordOf<P>>;
    for await (const rows of pages<Record<string, unknown>>(connection, plan)) yield rows.map(plan.record);
  }
}

async function* pages<Row extends object>(
  connection: Connection,
  plan: Omit<Scan<Row, unknown>, "record">,
): AsyncGenerator<readonly Row[]> {
  let page = await pageAfter(connection, plan, null);
  while (page.length > 0) {
    yield page;
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return;
    page = await pageAfter(connection, plan, last);
  }
}

function pageAfter<Row extends object>(
  connection: Connection,
  { from, columns, keys, prefix = "" }: Omit<Scan<Row, unknown>, "record">,
  last: Row | null,
): Promise<readonly Row[]> {
  const order = sql.join(keys.map((key) => sql.ref(prefix + key)));
  const after = last === null ? sql`` : sql`where (${order}) > (${sql.join(keys.map((key) => last[key]))})`;
  const page = sql<Row>`select ${sql.raw(columns)} from ${sql.raw(from)} ${after} order by ${order} limit ${sql.lit(PAGE)}`;
  return rowsOf(connection, { compile: () => page.compile(connection.engine.builder) });
}

/** Sums are rows of their own; those of one subject belong together, though a page may end between them. */
async function* countersInPages(connection: Connection): AsyncGenerator<readonly RecordOf<"counters">[]> {
  const plan = { from: "counters", columns: "*", keys: ["kind", "subject", "scope", "name"] } as const;
  let rest: readonly CounterRow[] = [];
  for await (const rows of pages<CounterRow>(connection, plan)) {
    const all: readonly CounterRow[] = [...rest, ...rows];
    const last = all.at(-1);
    const whole = all.filter((row) => row.kind !== last?.kind || row.subject !== last.subject);
    rest = all.slice(whole.length);
    yield joined(whole);
  }
  yield joined(rest);
}

function joined(rows: readonly CounterRow[]): readonly RecordOf<"counters">[] {
  return (["skill", "tool"] satisfies SubjectKind[]).flatMap((kind) =>
    [...countersBySubject(rows.filter((row) => row.kind === kind))].map(([id, counters]) => ({ kind, id, counters })),
  );
}

export async function collected<P extends Part>(connection: Connection, part: P): Promise<RegistryExport[P]> {
  const all: RecordOf<P>[] = [];
  for await (const page of scan(connection, part)) all.push(...page);
  return all as unknown as RegistryExport[P];
}
