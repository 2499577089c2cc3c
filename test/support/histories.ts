// Random histories of a registry: tools are registered, replaced, found wrong, tried, archived, restored and taken back, in
// whatever order. Each history can be taken on any store; what must hold after it is here too.

import fc from "fast-check";
import { loadCatalog } from "../../src/registry/catalog.ts";
import { lineOf } from "../../src/registry/lineage.ts";
import { linkTool } from "../../src/registry/linking.ts";
import { runCases } from "../../src/registry/verify.ts";
import { gives, lisp, type TestRegistry } from "./registry.ts";

/** How many are drawn: a few unless PTC_HISTORIES says more (scripts/registry-histories.mjs). */
export const histories = (few: number): number => Number(process.env.PTC_HISTORIES ?? few);
export const patience = { timeout: 60_000 + 5_000 * histories(12) };

/** What tool n is to do: twice x and n more. Bodies do so always, or not for some x. */
const right = (n: number, x: number): number => 2 * x + n;

const bodies: readonly ((n: number, k: number, lower: string) => string)[] = [
  (n) => `(+ (* 2 x) ${n})`,
  (n) => `(+ x x ${n})`,
  (n, _k, lower) => (n === 0 ? "(* x 2)" : `(+ (${lower} x) ${n})`),
  (n, k, lower) => (n === 0 ? "(- (* 3 x) x)" : `(if (< x ${k}) (+ ${n} (${lower} x)) (+ ${n} x x))`),
  (n, k) => `(if (= x ${k}) 0 (+ (* 2 x) ${n}))`,
  (n, k) => `(if (< x ${k}) (fail "too small") (+ (* 2 x) ${n}))`,
  (n) => `(+ (* 2 (max x -1)) ${n})`,
  (n, k, lower) => (n === 0 ? `(+ x ${k})` : `(+ (${lower} (dec x)) ${n + 2})`),
];

const tool = fc.integer({ min: 0, max: 2 });
const x = fc.integer({ min: -2, max: 3 });
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("register" as const),
      n: tool,
      body: fc.nat(bodies.length - 1),
      k: x,
      xs: fc.array(x, { maxLength: 2 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("replace" as const),
      n: tool,
      body: fc.nat(bodies.length - 1),
      k: x,
      xs: fc.array(x, { maxLength: 2 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("case" as const), n: tool, x }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("fail" as const), n: tool, x }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("trial" as const), n: tool, x, success: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("archive" as const), n: tool, force: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("restore" as const), n: tool }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("rollback" as const), n: tool, patch: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("suite" as const), n: tool }) },
);

/** Most histories begin with tools that need each other: 1 and 2 call 0, which has no case of its own. */
const beginning = fc.tuple(x, x).map(([a, b]): readonly Step[] => [
  { do: "register", n: 0, body: 0, k: 0, xs: [] },
  { do: "register", n: 1, body: 2, k: 0, xs: [a, b] },
  { do: "register", n: 2, body: 3, k: 4, xs: [b] },
]);
/** And all end with a try at tool 0, on which the others rest. */
const ending = fc.record({
  do: fc.constant("register" as const),
  n: fc.constant(0),
  body: fc.nat(bodies.length - 1),
  k: x,
  xs: fc.constant<number[]>([]),
});
export const steps = fc
  .tuple(
    fc.oneof({ weight: 3, arbitrary: beginning }, fc.constant([])),
    fc.array(step, { minLength: 3, maxLength: 14 }),
    ending,
  )
  .map(([first, then, last]): readonly Step[] => [...first, ...then, last]);

export type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Tool n goes by this id, until it is replaced by one of the next name. */
export class History {
  private readonly names = ["calc0", "calc1", "calc2"];
  private replaced = 0;
  constructor(private readonly at: TestRegistry) {}

  /** Answers what the registry answered. */
  async take(one: Step): Promise<unknown> {
    const { registry } = this.at;
    const id = this.names[one.n]!;
    switch (one.do) {
      case "register":
        return registry.registerTool(this.draft(one, id), { cases: this.cases(one.n, one.xs) });
      case "replace": {
        this.replaced++;
        const next = `calc${one.n}r${this.replaced}`;
        const draft = { ...this.draft(one, next), supersedes: id };
        const done = await registry.registerRepair(draft, { cases: this.cases(one.n, one.xs) });
        if (done.ok) this.names[one.n] = next;
        return done;
      }
      case "case":
        return registry.addCase(id, gives({ x: one.x }, right(one.n, one.x)));
      case "fail":
        return registry.recordFailureAsCase(id, { input: { x: one.x }, diagnosis: "it broke" });
      case "trial":
        return registry.recordTrials([{ kind: "tool", id, success: one.success, input: { x: one.x } }]);
      case "archive":
        return registry.archive({ kind: "tool", id, reason: "tidy", force: one.force });
      case "restore":
        return registry.restore({ kind: "tool", id });
      case "rollback":
        return registry.rollback(id, `1.0.${one.patch}`);
      case "suite":
        return registry.runSuite(id);
      default:
        return one satisfies never;
    }
  }

  private draft(one: Extract<Step, { readonly do: "register" | "replace" }>, id: string) {
    const lower = this.names[0]!;
    const body = bodies[one.body]!(one.n, one.k, lower);
    return lisp(`(defn ${id} "Twice." {:signature "(x :int) -> :int" :deterministic true} [x] ${body})`);
  }

  private cases(n: number, xs: readonly number[]) {
    return xs.map((given) => gives({ x: given }, right(n, given)));
  }
}

/** Cases that a version of the line passed at some time, and that its present version fails. */
export async function brokenPromises({ store, runner }: TestRegistry): Promise<readonly string[]> {
  const { caseRuns, tools } = await store.exportAll();
  const broken: string[] = [];
  for (const head of tools) {
    if (head.archived || head.supersededBy !== null) continue;
    const { link, cases } = await store.read(async (reader) => {
      const [version] = await reader.currentVersions([head.id]);
      const overlay = { version: version!, health: "pending", answersFor: new Set<string>() } as const;
      const archived = new Set(tools.map((t) => t.id));
      const catalog = await loadCatalog(reader, [{ id: head.id, range: null }], { overlay, alsoArchived: archived });
      const line = await lineOf(reader, head.id);
      const passed = new Set(caseRuns.filter((r) => r.passed && line.includes(r.toolId)).map((r) => r.caseUid));
      const all = await reader.casesOf(line);
      return { link: linkTool(catalog, version!, [...archived]), cases: all.filter((c) => passed.has(c.uid)) };
    });
    if (!link.ok) {
      broken.push(`${head.id} does not link: ${link.problems[0]?.message}`);
      continue;
    }
    for (const ran of await runCases(runner, link.target, cases))
      if (!ran.passed) broken.push(`${head.id}@${head.current} for ${JSON.stringify(ran.one.input)}: ${ran.words}`);
  }
  return broken;
}

/** Everything that may never change, by name. */
export async function lasting({ store }: TestRegistry): Promise<ReadonlyMap<string, string>> {
  const { toolVersions, cases } = await store.exportAll();
  return new Map([
    ...toolVersions.map(
      ({ health: _, healthReason: __, ...v }) => [`${v.id}@${v.version}`, JSON.stringify(v)] as const,
    ),
    ...cases.map((c) => [c.uid, JSON.stringify(c)] as const),
  ]);
}
