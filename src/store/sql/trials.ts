// Trials and their counters, which are written together: counters are what the trials add up to, at any time.

import { canonicalJson } from "../../base/canonical-json.ts";
import type { Counters, SubjectKind, Trial } from "../../registry/model.ts";
import type { Reader, Writer } from "../../registry/store.ts";
import { type CounterRecord, countersFrom, recordsOf } from "../../registry/tally.ts";
import { isOneOf } from "./conditions.ts";
import { type Connection, insertion, query } from "./query.ts";
import { stored } from "./stored.ts";
import type { CounterRow } from "./tables.ts";

const insertTrial = insertion("trials", ["uid", "tool_id", "skill_id", "data"]);

const addToCounter = query(({ builder }, p: CounterRow) =>
  builder
    .insertInto("counters")
    .values({
      kind: p.kind,
      subject: p.subject,
      scope: p.scope,
      name: p.name,
      successes: p.successes,
      trials: p.trials,
    })
    .onConflict((conflict) =>
      conflict.columns(["kind", "subject", "scope", "name"]).doUpdateSet((counter) => ({
        successes: counter("counters.successes", "+", counter.ref("excluded.successes")),
        trials: counter("counters.trials", "+", counter.ref("excluded.trials")),
      })),
    ),
);

const countersById = query((engine, p: { kind: string; ids: readonly string[] }) =>
  engine.builder
    .selectFrom("counters")
    .selectAll()
    .where("kind", "=", p.kind)
    .where(isOneOf(engine, "subject", p.ids))
    .orderBy("subject"),
);

const newestOf = {
  tool: query(({ builder }, p: { id: string; limit: number }) =>
    builder.selectFrom("trials").select("data").where("tool_id", "=", p.id).orderBy("uid", "desc").limit(p.limit),
  ),
  skill: query(({ builder }, p: { id: string; limit: number }) =>
    builder.selectFrom("trials").select("data").where("skill_id", "=", p.id).orderBy("uid", "desc").limit(p.limit),
  ),
};

const afterUid = query(({ builder }, p: { uid: string; limit: number }) =>
  builder.selectFrom("trials").select("data").where("uid", ">", p.uid).orderBy("uid").limit(p.limit),
);

const ALL = 2_147_483_647;

export function trialReads(connection: Connection): Pick<Reader, "counters" | "trials" | "trialsAfter"> {
  return {
    async counters(kind, ids) {
      const rows = await countersById.rows(connection, { kind, ids });
      return countersBySubject(rows);
    },
    async trials(kind, id, limit = ALL) {
      return (await newestOf[kind].rows(connection, { id, limit })).map(trialOf);
    },
    async trialsAfter(uid, limit) {
      return (await afterUid.rows(connection, { uid: uid ?? "", limit })).map(trialOf);
    },
  };
}

export function trialWrites(connection: Connection): Pick<Writer, "insertTrials"> {
  return {
    async insertTrials(trials) {
      for (const trial of trials) await insertTrial.run(connection, trialRow(trial));
      for (const record of recordsOf(trials)) await addToCounter.run(connection, record);
    },
  };
}

export function trialRow(trial: Trial) {
  return {
    uid: trial.uid,
    tool_id: trial.kind === "tool" ? trial.id : null,
    skill_id: trial.kind === "skill" ? trial.id : null,
    data: canonicalJson(trial),
  };
}

export function countersBySubject(rows: readonly CounterRow[]): ReadonlyMap<string, Counters> {
  const bySubject = new Map<string, CounterRecord[]>();
  for (const row of rows) {
    const record = { ...row, kind: row.kind as SubjectKind, scope: row.scope as CounterRecord["scope"] };
    const records = bySubject.get(row.subject);
    if (records === undefined) bySubject.set(row.subject, [record]);
    else records.push(record);
  }
  return new Map([...bySubject].map(([subject, records]) => [subject, countersFrom(records)]));
}

export function trialOf(row: { readonly data: string }): Trial {
  return stored<Trial>(row.data);
}
