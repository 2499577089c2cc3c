// What every version needs, not only the current one: who asks for a range of versions links an older one, and what that one
// calls must not break. Tools that are required though no text names them are needed just the same.

import type { Migration } from "./migration.ts";

const text = { sqlite: "text", postgres: 'text collate "C"' };
const atEnd = "deferrable initially deferred";

export const versionDependencies: Migration = {
  number: 2,
  name: "version-dependencies",
  statements: (engine) => [
    `create table version_dependencies (
      depends_on ${text[engine]} not null,
      tool_id ${text[engine]} not null,
      version ${text[engine]} not null,
      primary key (depends_on, tool_id, version),
      foreign key (tool_id, version) references tool_versions (id, version) ${atEnd}
    )`,
    // Without it every new version looks through all rows for those that refer to it.
    "create index version_dependencies_by_version on version_dependencies (tool_id, version)",
    engine === "sqlite" ? filledBySqlite : filledByPostgres,
    "drop table tool_dependencies",
  ],
};

/** A required tool may come with a range: "mailer@^1.2". */
const filledBySqlite = `insert into version_dependencies (depends_on, tool_id, version)
  select json_extract(one.value, '$.id'), v.id, v.version
    from tool_versions v, json_each(v.data, '$.dependencies') one
  union
  select substr(one.value, 1, instr(one.value || '@', '@') - 1), v.id, v.version
    from tool_versions v, json_each(v.data, '$.requiredTools') one`;

/** PostgreSQL reads no JSON with half a surrogate pair or U+0000 in it. No name of a tool has a backslash. */
const withoutEscapes = "regexp_replace(replace(v.data, '\\\\', ''), '\\\\u[0-9a-f]{4}', '', 'g')::json";
const filledByPostgres = `insert into version_dependencies (depends_on, tool_id, version)
  select one ->> 'id', v.id, v.version
    from tool_versions v cross join lateral json_array_elements(${withoutEscapes} -> 'dependencies') one
  union
  select split_part(one, '@', 1), v.id, v.version
    from tool_versions v cross join lateral json_array_elements_text(${withoutEscapes} -> 'requiredTools') one`;
