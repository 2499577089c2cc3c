// The gate for everybody else: each tool that reaches the candidate is linked with it and its suite run. A case that fails
// today as well is not the candidate's doing; one that passes today must still pass.

import { type LoadedCatalog, loadCatalog } from "../catalog.ts";
import { failed, notApplicable, passed, sentence } from "../evidence.ts";
import type { Dependent } from "../exam.ts";
import { type Linked, linkTool } from "../linking.ts";
import { problem } from "../reasons.ts";
import { failureOf, type Ran, runCases } from "../verify.ts";
import { type Asked, counted, type DependentRan, type Gate, subjectOf } from "./gate.ts";

interface Outcome extends DependentRan {
  readonly broken: readonly Ran[];
  /** It no longer links, though it did. */
  readonly unlinked: string | null;
}

export const dependentsPass: Gate = {
  name: "dependents",
  asks: "Does every tool that depends on it still pass its suite with it?",
  needs: ["links"],
  check: async (asked) => {
    const { dependents: linking, choosers, catalog } = subjectOf(asked);
    const dependents = [...linking, ...(choosers?.tools ?? [])];
    if (dependents.length === 0) return { evidence: notApplicable("dependents", "nothing depends on it") };
    const outcomes: Outcome[] = [];
    for (const dependent of linking)
      outcomes.push(await outcomeOf(asked, dependent, catalog, () => linkedToday(asked, dependent)));
    const settled = [...outcomes];
    for (const dependent of choosers?.tools ?? [])
      outcomes.push(await outcomeOf(asked, dependent, choosers!.catalog, () => chosenToday(asked, dependent)));
    const broken = outcomes.filter((o) => o.broken.length > 0 || o.unlinked !== null);
    const failures = broken.flatMap((o) => o.broken.map((r) => failureOf(r, o.dependent.version, true)));
    const [first] = broken;
    if (first === undefined) {
      const cases = outcomes.reduce((sum, o) => sum + o.ran.length, 0);
      const names = dependents.map((d) => d.version.id).join(", ");
      const untested = dependents.filter((d) => d.cases.length === 0).map((d) => `${d.version.id} has no case`);
      const words = `${names}: ${counted(cases, "case")} run with it, nothing broken`;
      return { evidence: passed("dependents", words, untested), dependentsRan: settled };
    }
    const { version } = subjectOf(asked);
    const why = first.unlinked ?? first.broken[0]!.words;
    const names = broken.map((o) => o.dependent.version.id).join(", ");
    const words = `${version.id} would break ${names}: ${sentence(why)}`;
    const hint = "Keep what they rely on, or repair them first.";
    const details = broken.flatMap((o) => (o.unlinked === null ? [] : [`${o.dependent.version.id}: ${o.unlinked}`]));
    return { evidence: failed("dependents", problem("dependent_broken", words, hint), { details, failures }) };
  },
};

async function outcomeOf(
  asked: Asked,
  dependent: Dependent,
  catalog: LoadedCatalog,
  today: () => Promise<Linked>,
): Promise<Outcome> {
  const link = linkTool(catalog, dependent.version, [...catalog.looked.keys()]);
  const none = { dependent, ran: [], broken: [], unlinked: null, links: linkTool(catalog, dependent.version).ok };
  if (!link.ok) {
    const before = await today();
    return before.ok ? { ...none, unlinked: link.problems[0]?.message ?? "it no longer links" } : none;
  }
  const ran = await runCases(asked.context.runner, link.target, dependent.cases);
  const failing = ran.filter((r) => !r.passed);
  if (failing.length === 0) return { ...none, ran };
  const before = await today();
  if (!before.ok) return { ...none, ran };
  const now = await runCases(
    asked.context.runner,
    before.target,
    failing.map((r) => r.one),
  );
  const broken = failing.filter((_, i) => now[i]!.passed);
  return { ...none, ran, broken };
}

/** The dependent as it is without the candidate, whatever the health of what it needs, and if nothing of this were archived. */
async function linkedToday(asked: Asked, { version }: Dependent): Promise<Linked> {
  const { context, exam } = asked;
  const alsoArchived = new Set([...exam.around.line, ...subjectOf(asked).dependents.map((d) => d.version.id)]);
  const today = await context.store.read((reader) =>
    loadCatalog(reader, [{ id: version.id, range: null }], {
      overlay: { version, health: "pending", answersFor: new Set() },
      alsoArchived,
    }),
  );
  return linkTool(today, version, [...today.looked.keys()]);
}

/** The same with the present version of the candidate in its place; with the default one when there is none that serves. */
async function chosenToday(asked: Asked, dependent: Dependent): Promise<Linked> {
  const { context, exam } = asked;
  const { head, current, answersFor, capabilityId, choosers } = exam.around;
  if (current === null || head?.health === "red") return linkedToday(asked, dependent);
  const { version } = dependent;
  const today = await context.store.read((reader) =>
    loadCatalog(reader, [{ id: version.id, range: null }], {
      overlay: { version: current, health: "pending", answersFor: new Set([...answersFor, capabilityId]) },
      alsoArchived: new Set(choosers.map((d) => d.id)),
    }),
  );
  return linkTool(today, version, [...today.looked.keys()]);
}
