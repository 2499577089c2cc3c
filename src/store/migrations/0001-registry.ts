// The first shape of the registry. Versions, cases, runs, trials and the audit log refuse UPDATE and DELETE in the database
// itself, whoever asks. References are checked when a transaction ends, so that a tool and its first version can name each
// other.

import type { Migration } from "./migration.ts";

/** Text is compared by its bytes on both engines, so that both sort alike. */
const text = { sqlite: "text", postgres: 'text collate "C"' };
const atEnd = "deferrable initially deferred";

const immutable = ["tool_versions", "skill_versions", "cases", "case_runs", "trials", "audit"];

export const registry: Migration = {
  number: 1,
  name: "registry",
  statements: (engine) => [
    ...tables(text[engine]),
    ...(engine === "sqlite" ? sqliteTriggers() : postgresTriggers()),
    "insert into registry_state (name, value) values ('missions', 0)",
  ],
};

function tables(text: string): readonly string[] {
  return [
    `create table registry_state (name ${text} primary key, value integer not null)`,

    `create table capabilities (id ${text} primary key, data ${text} not null)`,

    `create table tools (
      id ${text} primary key,
      capability ${text} not null references capabilities (id) ${atEnd},
      current ${text} not null,
      health ${text} not null,
      health_reason ${text},
      layer ${text} not null,
      origin ${text} not null,
      tags ${text} not null,
      superseded_by ${text},
      link_count integer not null,
      last_linked_at ${text},
      missions_at_last_link integer,
      missions_at_birth integer not null,
      consecutive_failures integer not null,
      archived integer not null check (archived in (0, 1)),
      stamp integer not null,
      created_at ${text} not null
    )`,
    "create index tools_by_capability on tools (capability, id)",
    "create index tools_by_health on tools (health, id)",

    `create table tool_versions (
      id ${text} not null references tools (id) ${atEnd},
      version ${text} not null,
      uid ${text} not null unique,
      content_hash ${text} not null,
      schema_hash ${text} not null,
      supersedes ${text},
      created_at ${text} not null,
      data ${text} not null,
      primary key (id, version)
    )`,
    "create index tool_versions_by_content on tool_versions (content_hash)",

    `create table tool_health (
      id ${text} not null,
      version ${text} not null,
      health ${text} not null,
      health_reason ${text},
      primary key (id, version),
      foreign key (id, version) references tool_versions (id, version) ${atEnd}
    )`,

    `create table tool_tags (
      tag ${text} not null,
      tool_id ${text} not null references tools (id) ${atEnd},
      primary key (tag, tool_id)
    )`,
    "create index tool_tags_by_tool on tool_tags (tool_id)",

    `create table tool_dependencies (
      depends_on ${text} not null,
      tool_id ${text} not null references tools (id) ${atEnd},
      primary key (depends_on, tool_id)
    )`,
    "create index tool_dependencies_by_tool on tool_dependencies (tool_id)",

    `create table skills (
      id ${text} primary key,
      current ${text} not null,
      review ${text},
      link_count integer not null,
      last_linked_at ${text},
      missions_at_last_link integer,
      missions_at_birth integer not null,
      archived integer not null check (archived in (0, 1)),
      stamp integer not null,
      created_at ${text} not null
    )`,
    "create index skills_in_review on skills (id) where review is not null",

    `create table skill_versions (
      id ${text} not null references skills (id) ${atEnd},
      version ${text} not null,
      uid ${text} not null unique,
      content_hash ${text} not null,
      data ${text} not null,
      primary key (id, version)
    )`,

    `create table skill_tags (
      tag ${text} not null,
      skill_id ${text} not null references skills (id) ${atEnd},
      primary key (tag, skill_id)
    )`,
    "create index skill_tags_by_skill on skill_tags (skill_id)",

    `create table skill_targets (
      target ${text} not null,
      skill_id ${text} not null references skills (id) ${atEnd},
      primary key (target, skill_id)
    )`,
    "create index skill_targets_by_skill on skill_targets (skill_id)",

    `create table cases (
      uid ${text} primary key,
      tool_id ${text} not null references tools (id) ${atEnd},
      content_hash ${text} not null,
      data ${text} not null,
      unique (tool_id, content_hash)
    )`,

    `create table case_runs (
      uid ${text} primary key,
      case_uid ${text} not null references cases (uid) ${atEnd},
      tool_id ${text} not null,
      version ${text} not null,
      passed integer not null check (passed in (0, 1)),
      outcome ${text} not null,
      at ${text} not null,
      foreign key (tool_id, version) references tool_versions (id, version) ${atEnd}
    )`,
    "create index case_runs_by_version on case_runs (tool_id, version, case_uid, uid)",

    `create table trials (
      uid ${text} primary key,
      tool_id ${text} references tools (id) ${atEnd},
      skill_id ${text} references skills (id) ${atEnd},
      data ${text} not null,
      check ((tool_id is null) <> (skill_id is null))
    )`,
    "create index trials_by_tool on trials (tool_id, uid) where tool_id is not null",
    "create index trials_by_skill on trials (skill_id, uid) where skill_id is not null",

    `create table counters (
      kind ${text} not null,
      subject ${text} not null,
      scope ${text} not null,
      name ${text} not null,
      successes integer not null,
      trials integer not null,
      primary key (kind, subject, scope, name)
    )`,

    `create table archive (
      id ${text} not null,
      kind ${text} not null,
      reason ${text} not null,
      at ${text} not null,
      primary key (id, kind)
    )`,

    `create table audit (uid ${text} primary key, subject ${text} not null, data ${text} not null)`,
    "create index audit_by_subject on audit (subject, uid)",

    `create table candidates (pattern_hash ${text} primary key, status ${text} not null, data ${text} not null)`,
    "create index candidates_by_status on candidates (status, pattern_hash)",
  ];
}

function sqliteTriggers(): readonly string[] {
  return immutable.flatMap((table) =>
    ["update", "delete"].map(
      (change) =>
        `create trigger ${table}_no_${change} before ${change} on ${table} begin select raise(abort, 'immutable ${table}'); end`,
    ),
  );
}

function postgresTriggers(): readonly string[] {
  return [
    `create function refuse_change() returns trigger language plpgsql as $$
      begin raise exception using errcode = 'PTC01', message = 'immutable', table = tg_table_name; end
    $$`,
    ...immutable.map(
      (table) =>
        `create trigger ${table}_is_immutable before update or delete or truncate on ${table}
         for each statement execute function refuse_change()`,
    ),
  ];
}
