// A live store, looked through piece by piece: the same checks as for an export, and those of what only a store has.

import { needsOf } from "../../registry/lineage.ts";
import { type Part, parts, type RecordOf } from "../../registry/verify/shapes.ts";
import { type Finding, Verification } from "../../registry/verify/verification.ts";
import { StoreError } from "../store-error.ts";
import { missionsOf } from "./links.ts";
import { type Connection, rowsOf } from "./query.ts";
import { scan } from "./scan.ts";

/** Tables that repeat what versions say, so that it can be looked up: tags and targets of the current ones, needs of all. */
type Lookup = "tool_tags" | "version_dependencies" | "skill_tags" | "skill_targets";

export async function verifyOn(connection: Connection): Promise<readonly Finding[]> {
  const verification = new Verification(await missionsOf(connection));
  const report = (subject: string, message: string) => verification.report(subject, message);
  for (const problem of await damages(connection)) report("the database", problem);
  const current = new Set<string>();
  const expected: Record<Lookup, number> = { tool_tags: 0, version_dependencies: 0, skill_tags: 0, skill_targets: 0 };
  for (const part of parts)
    try {
      for await (const page of scan(connection, part))
        for (const record of page) {
          verification.add(part, record);
          expect(part, record, current, expected);
        }
    } catch (error) {
      if (!(error instanceof StoreError) || error.reason !== "store_corrupt") throw error;
      report(part, "holds a record that cannot be read");
    }
  for (const [table, rows] of Object.entries(expected) as [Lookup, number][])
    if ((await countOf(connection, table)) !== rows) report(`the lookup ${table}`, "is not what the versions say");
  return verification.finish();
}

/** Heads come before versions, so what is current is known by then. */
function expect(part: Part, record: RecordOf<Part>, current: Set<string>, expected: Record<Lookup, number>): void {
  if (part === "tools" || part === "skills") {
    const head = record as RecordOf<"tools" | "skills">;
    current.add(`${part} ${head.id}@${head.current}`);
  } else if (part === "toolVersions") {
    const tool = record as RecordOf<"toolVersions">;
    expected.version_dependencies += needsOf(tool).length;
    if (current.has(`tools ${tool.id}@${tool.version}`)) expected.tool_tags += new Set(tool.tags).size;
  } else if (part === "skillVersions") {
    const { id, version, tags, appliesTo } = record as RecordOf<"skillVersions">;
    if (!current.has(`skills ${id}@${version}`)) return;
    expected.skill_tags += new Set(tags.map((tag) => tag.toLowerCase())).size;
    expected.skill_targets += new Set(appliesTo).size;
  }
}

async function countOf(connection: Connection, table: Lookup): Promise<number> {
  const count = connection.engine.builder.selectFrom(table).select((row) => row.fn.countAll().as("count"));
  return Number((await rowsOf(connection, count))[0]?.count ?? 0);
}

/** What SQLite finds wrong with its file. PostgreSQL checks its pages as it reads them. */
async function damages(connection: Connection): Promise<readonly string[]> {
  if (connection.engine.kind !== "sqlite") return [];
  const { rows } = await connection.execute("pragma integrity_check(20)", []);
  const found = (rows as readonly { integrity_check: string }[]).filter((row) => row.integrity_check !== "ok");
  const { rows: dangling } = await connection.execute("pragma foreign_key_check", []);
  return [
    ...(found.length > 0 ? ["its file is damaged"] : []),
    ...(dangling.length > 0 ? [`${dangling.length} references lead nowhere`] : []),
  ];
}
