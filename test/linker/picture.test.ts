// The picture: what is on it, that nothing lies on anything else, that it is well-formed whatever tools are called, and the
// same bytes every time.

import { describe, expect, it } from "vitest";
import { catalogOf, type LinkInput, link, type Scene, sceneOf, svgOf } from "../../src/linker/index.ts";
import { baseUnit, skillUnit, unitsFrom } from "./links.ts";

const files = {
  "csv.clj": `(defn- row [line] (str/split line #";"))
(defn parse-csv {:signature "(text :string) -> :any" :version "1.2.0"} [text] (map row (str/split-lines text)))`,
  "report.clj": `(defn report {:signature "(path :string) -> :any"} [path]
  (tool/parse-csv {:text (read-file path)}))
(defn again {:signature "(n :int) -> :any"} [n] (if (pos? n) (once n) n))
(defn once {:signature "(n :int) -> :any"} [n] (again (dec n)))`,
};
const read = baseUnit("read_file", {
  signature: "(path :string) -> :string",
  permissions: ["filesystem:read:<data>/**"],
  health: "flaky",
});
const input: LinkInput = {
  catalog: catalogOf({
    units: [...unitsFrom(files), read],
    skills: [skillUnit("csv", { name: 'CSV & "co"', appliesTo: ["parse_csv"] }), skillUnit("eu", { tags: ["EU"] })],
  }),
  plan: { agents: { analyst: { tools: ["report", "again"] } } },
  tags: ["EU"],
};
const shown = (scene: Scene) => {
  const names = new Map(scene.cards.map((c) => [c.id, c.name]));
  return scene.lines.map((l) => `${names.get(l.from)} ${l.kind} ${names.get(l.to)}`).sort();
};

describe("the picture of an image", () => {
  it("has a card for each tool, its helpers and wrappers counted in, and who asks, skills and permissions", () => {
    const scene = sceneOf(link(input));
    expect(scene.cards.map((c) => `${c.kind} ${c.name} ${c.helpers}`).sort()).toEqual([
      "base read_file 0",
      "composed again 0",
      "composed once 0",
      "composed parse-csv 1",
      "composed report 0",
      "permission filesystem:read:<data>/** 0",
      "request agent analyst 0",
      'skill CSV & "co" 0',
      "skill eu 0",
    ]);
    expect(shown(scene)).toEqual([
      'CSV & "co" about parse-csv',
      "again uses once",
      "agent analyst asks again",
      "agent analyst asks report",
      "once uses again",
      "read_file needs filesystem:read:<data>/**",
      "report uses parse-csv",
      "report uses read_file",
    ]);
  });

  it("is the same every time, well-formed, and says in words what it shows", async () => {
    const svg = await svgOf(link(input));
    expect(await svgOf(link(input))).toBe(svg);
    expect(tagsOf(svg)).toEqual([]);
    expect(svg).toContain('role="img" aria-labelledby="title desc"');
    expect(svg).toContain("report (0.0.0 · ");
    expect(svg).toContain("Asked for. Uses parse-csv, read_file.");
    expect(svg).toContain("prefers-color-scheme:dark");
    expect(svg).toContain("CSV &amp; &quot;co&quot;");
    expect(svg).not.toContain("<data>");
  });

  it.each([3, 12, 60, 400])("lays %i tools out without one on another", async (count) => {
    const text = Array.from({ length: count }, (_, i) => {
      const calls = i === 0 ? "x" : `[(t${i - 1} x) (t${Math.floor(i / 2)} x)]`;
      return `(defn t${i} {:signature "(x :any) -> :any"} [x] ${calls})`;
    }).join("\n");
    const svg = await svgOf(
      link({ catalog: catalogOf({ units: unitsFrom({ "m.clj": text }) }), roots: [`t${count - 1}`] }),
    );
    const boxes = boxesIn(svg);
    expect(boxes).toHaveLength(count);
    const [, width, height] = /width="(\d+)" height="(\d+)"/.exec(svg)!.map(Number);
    for (const [i, a] of boxes.entries()) {
      expect(a.left >= 0 && a.left + a.width <= width! && a.top >= 0 && a.top + a.height <= height!).toBe(true);
      for (const b of boxes.slice(i + 1))
        if (a.left < b.left + b.width && b.left < a.left + a.width)
          expect(a.top < b.top + b.height && b.top < a.top + a.height).toBe(false);
    }
  });

  it("of nothing but base tools, and of a name full of markup, is a picture too", async () => {
    const lone = link({ catalog: catalogOf({ units: [baseUnit("search")] }), roots: ["search"] });
    expect(tagsOf(await svgOf(lone))).toEqual([]);
    const entry = { file: "</svg><script>.clj", text: "(+ 1 2)" };
    const svg = await svgOf(link({ catalog: catalogOf({ units: [] }), entry }));
    expect(svg).not.toContain("<script>");
    expect(tagsOf(svg)).toEqual([]);
  });
});

/** Tags that are not closed in order. */
function tagsOf(svg: string): readonly string[] {
  const open: string[] = [];
  for (const [, end, name, alone] of svg.matchAll(/<(\/?)([A-Za-z]+)(?:\s+[\w:-]+="[^"<]*")*\s*(\/?)>/g))
    if (end === "/") {
      if (open.pop() !== name) return [`</${name}>`];
    } else if (alone === "") open.push(name!);
  return open;
}

function boxesIn(svg: string) {
  const [, x, y] = /<g transform="translate\(([\d.-]+) ([\d.-]+)\)">\n<path/.exec(svg)!.map(Number);
  const cards = svg.matchAll(
    /<g transform="translate\(([\d.-]+) ([\d.-]+)\)"><title>.*?<rect class="card[^"]*" width="([\d.]+)" height="([\d.]+)"/g,
  );
  return [...cards].map(([, left, top, width, height]) => ({
    left: Number(left) + x!,
    top: Number(top) + y!,
    width: Number(width),
    height: Number(height),
  }));
}
