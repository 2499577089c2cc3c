// Properties over random families of tools. Every text reuses the same few helper names, so that anything that mixes texts
// up gives another number; the expected number is computed here, without the language.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { check, runSync } from "../../src/index.ts";
import { bundleText, catalogOf, type LinkTrace, link, openBundle, sourcePlace } from "../../src/linker/index.ts";
import { unitsFrom } from "./links.ts";

interface Helper {
  readonly name: "fix" | "step" | "base";
  readonly times: number;
  readonly plus: number;
}

/** A tool: helpers of its own, and earlier tools it calls, each in one of three ways. */
interface Made {
  readonly helpers: readonly Helper[];
  readonly calls: readonly { readonly tool: number; readonly way: "name" | "map" | "value" }[];
  readonly unused: boolean;
}

const made = (earlier: number): fc.Arbitrary<Made> =>
  fc.record({
    helpers: fc.uniqueArray(
      fc.record({
        name: fc.constantFrom("fix", "step", "base"),
        times: fc.integer({ min: 1, max: 3 }),
        plus: fc.integer({ min: 0, max: 9 }),
      }),
      { selector: (h) => h.name, maxLength: 3 },
    ),
    calls: fc.uniqueArray(
      fc.record({ tool: fc.nat({ max: Math.max(0, earlier - 1) }), way: fc.constantFrom("name", "map", "value") }),
      { selector: (c) => c.tool, maxLength: earlier === 0 ? 0 : 3 },
    ),
    unused: fc.boolean(),
  }) as fc.Arbitrary<Made>;

const family: fc.Arbitrary<readonly Made[]> = fc
  .integer({ min: 1, max: 9 })
  .chain((count) => fc.tuple(...Array.from({ length: count }, (_, i) => made(i))));

/** A linear function of x for each helper; base is a value instead, computed while loading by another tool where it can be. */
function textOf(tool: Made, index: number): string {
  const [first] = tool.calls;
  const loaded = first === undefined ? "" : `(* 0 (t${first.tool} 1)) `;
  const helpers = tool.helpers.map((h) =>
    h.name === "base" ? `(def base (+ ${loaded}${h.plus} 0))` : `(defn ${h.name} [x] (+ (* ${h.times} x) ${h.plus}))`,
  );
  const uses = tool.helpers.map((h) => (h.name === "base" ? "base" : `(${h.name} x)`));
  const calls = tool.calls.map(({ tool: t, way }) =>
    way === "name" ? `(t${t} x)` : way === "map" ? `(tool/t${t} {:x x})` : `(first (map tool/t${t} [{:x x}]))`,
  );
  const main = `(defn t${index} {:signature "(x :int) -> :int"} [x]\n  (+ x ${[...uses, ...calls].join(" ")}))`;
  return [...helpers, ...(tool.unused ? ["(defn never [x] (tool/nowhere x))"] : []), main].join("\n");
}

function expectedOf(tools: readonly Made[], index: number, x: number): number {
  const { helpers, calls } = tools[index]!;
  const own = helpers.map((h) => (h.name === "base" ? h.plus : h.times * x + h.plus));
  return [x, ...own, ...calls.map((c) => expectedOf(tools, c.tool, x))].reduce((a, b) => a + b, 0);
}

function reached(tools: readonly Made[], from: number, into = new Set<number>()): ReadonlySet<number> {
  if (into.has(from)) return into;
  into.add(from);
  for (const { tool } of tools[from]!.calls) reached(tools, tool, into);
  return into;
}

function linked(tools: readonly Made[], roots: readonly string[], order?: readonly number[]): LinkTrace {
  const files = (order ?? tools.map((_, i) => i)).map((i) => [`t${i}.clj`, textOf(tools[i]!, i)] as const);
  return link({ catalog: catalogOf({ units: unitsFrom(Object.fromEntries(files)) }), roots });
}

describe("any family of tools", () => {
  it("gives the numbers its tools give by themselves", () => {
    fc.assert(
      fc.property(family, fc.integer({ min: -5, max: 5 }), (tools, x) => {
        const last = tools.length - 1;
        const trace = linked(tools, [`t${last}`]);
        expect(trace.faults).toEqual([]);
        const result = runSync(`${trace.prelude!.text}\n(t${last} ${x})`);
        expect(result).toMatchObject({ ok: true, value: expectedOf(tools, last, x) });
      }),
      { numRuns: 150 },
    );
  });

  it("holds what is reachable, each once, and nothing else; every reference is defined", () => {
    fc.assert(
      fc.property(family, (tools) => {
        const last = tools.length - 1;
        const trace = linked(tools, [`t${last}`]);
        const names = trace.ordered.order.map((n) => trace.names.names.get(n.key)!);
        const expected = [...reached(tools, last)].flatMap((i) => [
          `t${i}`,
          ...tools[i]!.helpers.map((h) => `t${i}--${h.name}`),
        ]);
        expect(names.filter((n) => !n.endsWith("--by-map")).sort()).toEqual(expected.sort());
        expect(new Set(names).size).toBe(names.length);
        expect(check(trace.prelude!.text)).toEqual([]);
      }),
      { numRuns: 150 },
    );
  });

  it("loads everything after what it needs", () => {
    fc.assert(
      fc.property(family, (tools) => {
        const { ordered, resolved } = linked(tools, [`t${tools.length - 1}`]);
        const place = new Map(ordered.order.map((node, i) => [node.key, i]));
        for (const { from, to } of resolved.closure.edges) expect(place.get(to)!).toBeLessThan(place.get(from)!);
      }),
      { numRuns: 80 },
    );
  });

  it("gives the same bytes in whatever order tools are known and asked for", () => {
    fc.assert(
      fc.property(
        family.chain((tools) => {
          const all = tools.map((_, i) => i);
          const shuffled = () => fc.shuffledSubarray(all, { minLength: all.length });
          return fc.tuple(fc.constant(tools), shuffled(), shuffled());
        }),
        ([tools, order, asked]) => {
          const one = linked(
            tools,
            tools.map((_, i) => `t${i}`),
          );
          const other = linked(
            tools,
            asked.map((i) => `t${i}`),
            order,
          );
          expect(bundleText(other.bundle!)).toBe(bundleText(one.bundle!));
        },
      ),
      { numRuns: 100 },
    );
  });

  it("maps every word of the image back to where it stands in its file", () => {
    fc.assert(
      fc.property(family, (tools) => {
        const last = tools.length - 1;
        const { prelude } = linked(tools, [`t${last}`]);
        const lines = prelude!.text.split("\n");
        for (const part of prelude!.map) {
          const source = textOf(tools[Number(/\d+/.exec(part.file)![0])]!, Number(/\d+/.exec(part.file)![0])).split(
            "\n",
          );
          for (let line = part.line; line < part.line + part.lines; line++)
            for (const { 0: word, index } of lines[line - 1]!.matchAll(/[^\s()[\]{}"]+/g)) {
              const place = sourcePlace(prelude!.map, line, index + 1)!;
              const there = /^[^\s()[\]{}"]+/.exec(source[place.line - 1]!.slice(place.column - 1))?.[0] ?? "";
              const bare = (name: string) => name.replace(/--by-map$/, "").replace(/^(?:tool\/|t\d+--)/, "");
              expect(bare(there)).toBe(bare(word));
            }
        }
      }),
      { numRuns: 60 },
    );
  });
});

it("a bundle opens as it was sealed, and not after any one character of it changed", () => {
  const tools: readonly Made[] = [{ helpers: [{ name: "fix", times: 2, plus: 1 }], calls: [], unused: false }];
  const text = bundleText(linked(tools, ["t0"]).bundle!);
  expect(openBundle(text)).toMatchObject({ ok: true });
  fc.assert(
    fc.property(fc.nat({ max: text.length - 2 }), fc.constantFrom("x", "7", " ", '"'), (at, letter) => {
      const changed = text.slice(0, at) + letter + text.slice(at + 1);
      if (changed === text) return;
      const opened = openBundle(changed);
      expect(opened.ok ? "believed" : opened.problem.reason).toMatch(/^(tampered|invalid)_bundle$/);
    }),
    { numRuns: 300 },
  );
});
