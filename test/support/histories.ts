// Random histories of a registry: tools are registered, replaced, found wrong, tried, archived, restored and taken back, in
// whatever order. Each history can be taken on any store; what must hold after it is here too.

import fc from "fast-check";
import { loadCatalog } from "../../src/registry/catalog.ts";
import { choicesOf } from "../../src/registry/choices.ts";
import { lineOf } from "../../src/registry/lineage.ts";
import { linkTool } from "../../src/registry/linking.ts";
import { rankFor } from "../../src/registry/resolve.ts";
import { runCases } from "../../src/registry/verify.ts";
import { gives, lisp, type TestRegistry } from "./registry.ts";

/** How many are drawn: a few unless PTC_HISTORIES says more (scripts/registry-histories.mjs). */
export const histories = (few: number): number => Number(process.env.PTC_HISTORIES ?? few);
export const patience = { timeout: 60_000 + 5_000 * histories(12) };

const CAPABILITY = "doubling";

/** Tools 0, 3 and 4 are of one capability; 4 has its name. 1 and 2 are those who need them. */
const FIRST_IDS = ["calc0", "calc1", "calc2", "calc3", CAPABILITY];
const more = (n: number): number => (n < 3 ? n : 0);

/** What tool n is to do: twice x and some more. Bodies do so always, or not for some x. */
const right = (n: number, x: number): number => 2 * x + more(n);

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

const tool = fc.integer({ min: 0, max: FIRST_IDS.length - 1 });
const x = fc.integer({ min: -2, max: 3 });
/** How many replacements ago: most look at the newest tool of a line, some at what it replaced. */
const ago = fc.oneof(
  { weight: 2, arbitrary: fc.constant(0) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 2 }) },
);
/** How tool 0 is called: by its present id, by the one it was born with, by its capability, each perhaps in a range of versions; or it is required and not called. */
const by = fc.record({
  name: fc.constantFrom("now" as const, "first" as const, "capability" as const),
  range: fc.constantFrom(null, null, null, "^1.0.0", ">=2.0.0"),
  required: fc.boolean(),
});
/** Without one, what the registry makes of it. */
const version = fc.constantFrom(null, null, null, "2.0.0", "3.0.0");
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("register" as const),
      n: tool,
      body: fc.nat(bodies.length - 1),
      k: x,
      by,
      version,
      ago,
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
      by,
      version,
      ago: fc.constant(0),
      xs: fc.array(x, { maxLength: 2 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("case" as const), n: tool, ago, x }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("fail" as const), n: tool, ago, x }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("trial" as const), n: tool, ago, x, success: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("degrade" as const), n: tool, ago: fc.constant(0) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("mark" as const), n: tool, ago: fc.constant(0) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("archive" as const), n: tool, ago, force: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("restore" as const), n: tool, ago }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("rollback" as const), n: tool, ago, patch: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("suite" as const), n: tool, ago }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("away" as const), n: tool, ago: fc.constant(0), x }) },
);

/** Most histories begin with tools that need each other: 1 and 2 call 0, which has no case of its own. */
const beginning = fc
  .tuple(x, x, by, by, fc.boolean())
  .map(([a, b, how, other, second]): readonly Step[] => [
    { do: "register", n: 0, body: 0, k: 0, by: how, version: null, ago: 0, xs: [] },
    ...(second
      ? [{ do: "register", n: 3, body: 5, k: 0, by: how, version: null, ago: 0, xs: [3] } satisfies Step]
      : []),
    { do: "register", n: 1, body: 2, k: 0, by: how, version: null, ago: 0, xs: [a, b] },
    { do: "register", n: 2, body: 3, k: 4, by: other, version: null, ago: 0, xs: [b] },
  ]);
/** And all end with a try at what the others rest on. */
const ending = fc.record({
  do: fc.constant("register" as const),
  n: fc.constantFrom(0, 0, 3, 4),
  body: fc.nat(bodies.length - 1),
  k: x,
  by,
  version: fc.constant(null),
  ago: fc.constant(0),
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

/** Tool n goes by the last of its ids: one more each time it is replaced. */
export class History {
  private readonly lines = FIRST_IDS.map((id) => [id]);
  private replaced = 0;
  constructor(private readonly at: TestRegistry) {}

  /** Answers what the registry answered. */
  async take(one: Step): Promise<unknown> {
    const { registry } = this.at;
    const line = this.lines[one.n]!;
    const id = line[Math.max(0, line.length - 1 - one.ago)]!;
    switch (one.do) {
      case "register":
        return registry.registerTool(this.draft(one, id), { cases: this.cases(one.n, one.xs) });
      case "replace": {
        this.replaced++;
        const next = `calc${one.n}r${this.replaced}`;
        const draft = { ...this.draft(one, next), supersedes: id };
        const done = await registry.registerRepair(draft, { cases: this.cases(one.n, one.xs) });
        if (done.ok) line.push(next);
        return done;
      }
      case "case":
        return registry.addCase(id, gives({ x: one.x }, right(one.n, one.x)));
      case "fail":
        return registry.recordFailureAsCase(id, { input: { x: one.x }, diagnosis: "it broke" });
      case "trial":
        return registry.recordTrials([{ kind: "tool", id, success: one.success, input: { x: one.x } }]);
      case "degrade": {
        const failed = { kind: "tool", id, success: false } as const;
        return registry.recordTrials([failed, failed, failed]);
      }
      case "mark":
        return registry.markHealth(id, "red", "drawn");
      case "archive":
        return registry.archive({ kind: "tool", id, reason: "tidy", force: one.force });
      case "restore":
        return registry.restore({ kind: "tool", id });
      case "rollback":
        return registry.rollback(id, `1.0.${one.patch}`);
      case "suite":
        return registry.runSuite(id);
      // A case comes to what it replaced while it is in the archive.
      case "away": {
        await registry.archive({ kind: "tool", id, reason: "away", force: true });
        await registry.addCase(line.at(-2) ?? id, gives({ x: one.x }, right(one.n, one.x)));
        return registry.restore({ kind: "tool", id });
      }
      default:
        return one satisfies never;
    }
  }

  private draft(one: Extract<Step, { readonly do: "register" | "replace" }>, id: string) {
    const [line] = this.lines as [string[]];
    const lower = { now: line.at(-1)!, first: line[0]!, capability: CAPABILITY }[one.by.name];
    const body = bodies[one.body]!(more(one.n), one.k, lower);
    const { range, required } = one.by;
    const requires = range === null || more(one.n) === 0 ? "" : `:requires {${lower} "${range}"}`;
    const code = `(defn ${id} "Twice." {:signature "(x :int) -> :int" :deterministic true ${requires}} [x] ${body})`;
    return lisp(code, {
      ...(one.n === 0 || one.n === 3 ? { capability: CAPABILITY } : {}),
      ...(one.version === null ? {} : { version: one.version }),
      ...(required && range === null && more(one.n) > 0 ? { requiredTools: [lower] } : {}),
    });
  }

  private cases(n: number, xs: readonly number[]) {
    return xs.map((given) => gives({ x: given }, right(n, given)));
  }
}

/**
 * Cases that a version of the line passed at some time, and that its present version fails: as if nothing were archived or
 * red but itself, as it links today, if it does, and as it may link tomorrow. What is green must pass all of its cases.
 */
export async function brokenPromises({ store, runner }: TestRegistry): Promise<readonly string[]> {
  const { caseRuns, tools } = await store.exportAll();
  const everything = tools.map((t) => t.id);
  const broken: string[] = [];
  for (const head of tools) {
    if (head.archived || head.supersededBy !== null || head.health === "red") continue;
    const { links, cases } = await store.read(async (reader) => {
      const [version] = await reader.currentVersions([head.id]);
      const overlay = { version: version!, health: "pending", answersFor: new Set<string>() } as const;
      const wanted = [{ id: head.id, range: null }];
      const forced = await loadCatalog(reader, wanted, { overlay, alsoArchived: new Set(everything) });
      const today = await loadCatalog(reader, wanted, { overlay, rank: rankFor(reader, {}) });
      const line = await lineOf(reader, head.id);
      const passed = new Set(caseRuns.filter((r) => r.passed && line.includes(r.toolId)).map((r) => r.caseUid));
      const all = await reader.casesOf(line);
      const now = linkTool(today, version!);
      const choices = await choicesOf(reader, today, version!, now.ok ? now.reaches : []);
      const others = head.health === "green" ? choices.others : [];
      const otherwise = others.map(({ id, target }) => [`with ${id}`, { ok: true, target }] as const);
      return {
        links: { forced: linkTool(forced, version!, everything), today: now, ...Object.fromEntries(otherwise) },
        cases: head.health === "green" ? all : all.filter((c) => passed.has(c.uid)),
      };
    });
    for (const [how, link] of Object.entries(links)) {
      if (!link.ok && how === "forced") broken.push(`${head.id} does not link: ${link.problems[0]?.message}`);
      if (!link.ok) continue;
      for (const ran of await runCases(runner, link.target, cases))
        if (!ran.passed)
          broken.push(`${head.id}@${head.current} (${how}) for ${JSON.stringify(ran.one.input)}: ${ran.words}`);
    }
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
