// Where cards and lines go, from left to right: dagre places them, and is loaded only when something is drawn. Images too
// large for it to place well in a moment are set in plain columns, by the longest way to each card.

import type { Line, Scene } from "./scene.ts";

export interface Box {
  /** Of the centre. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Layout {
  readonly boxes: ReadonlyMap<string, Box>;
  readonly ways: readonly { readonly line: Line; readonly points: readonly Point[] }[];
  readonly width: number;
  readonly height: number;
}

type Size = { readonly width: number; readonly height: number };

/** More cards and lines are set in columns: dagre's time grows faster than the picture's use. */
const MOST_PLACED = 300;
const GAP = { between: 16, ranks: 72 } as const;

export async function layOut(scene: Scene, sizes: ReadonlyMap<string, Size>): Promise<Layout> {
  return scene.cards.length + scene.lines.length > MOST_PLACED ? inColumns(scene, sizes) : placed(scene, sizes);
}

async function placed({ cards, lines }: Scene, sizes: ReadonlyMap<string, Size>): Promise<Layout> {
  const { graphlib, layout } = await import("@dagrejs/dagre");
  const graph = new graphlib.Graph();
  graph.setGraph({ rankdir: "LR", nodesep: GAP.between, ranksep: GAP.ranks, edgesep: 8, marginx: 0, marginy: 0 });
  for (const { id } of cards) graph.setNode(id, { ...sizes.get(id)! });
  for (const { from, to } of lines) graph.setEdge(from, to, {});
  layout(graph);
  const boxes = new Map(
    cards.map(({ id }) => {
      const { x, y } = graph.node(id) as Point;
      return [id, { ...sizes.get(id)!, x, y }];
    }),
  );
  const column = Math.max(0, ...cards.map(({ id }) => sizes.get(id)!.width));
  const ways = lines.map((line) => {
    const { points } = graph.edge(line.from, line.to) as { readonly points: readonly Point[] };
    return { line, points: between(boxes.get(line.from)!, boxes.get(line.to)!, points, column) };
  });
  const { width = 0, height = 0 } = graph.graph() as Partial<Size>;
  return { boxes, ways, width: Math.max(0, width), height: Math.max(0, height) };
}

/**
 * From the middle of one side to the middle of the other. dagre bends a line in every column and in every gap: those in
 * gaps are left out, and a column is passed straight. A way back, of a circle, goes as it was placed.
 */
function between(from: Box, to: Box, points: readonly Point[], column: number): readonly Point[] {
  const start = { x: from.x + from.width / 2, y: from.y };
  const end = { x: to.x - to.width / 2, y: to.y };
  if (end.x <= start.x) return points.length > 0 ? points : [start, end];
  const passed = points.filter(
    ({ x }, i) => i > 0 && i % 2 === 0 && start.x < x - column / 2 && x + column / 2 < end.x,
  );
  const straight = passed.flatMap(({ x, y }) => [
    { x: x - column / 2, y },
    { x: x + column / 2, y },
  ]);
  return [start, ...straight, end];
}

function inColumns({ cards, lines }: Scene, sizes: ReadonlyMap<string, Size>): Layout {
  const depth = depths(
    cards.map((card) => card.id),
    lines,
  );
  const deepest = Math.max(-1, ...depth.values());
  const columns = Array.from({ length: deepest + 1 }, (_, at) =>
    cards.flatMap(({ id }) => (depth.get(id) === at ? [id] : [])),
  );
  const heightOf = (ids: readonly string[]) => ids.reduce((sum, id) => sum + sizes.get(id)!.height + GAP.between, 0);
  const height = Math.max(0, ...columns.map((ids) => heightOf(ids)));
  const boxes = new Map<string, Box>();
  let left = 0;
  for (const ids of columns) {
    const widest = Math.max(...ids.map((id) => sizes.get(id)!.width));
    let top = (height - heightOf(ids)) / 2;
    for (const id of ids) {
      const size = sizes.get(id)!;
      boxes.set(id, { ...size, x: left + widest / 2, y: top + size.height / 2 });
      top += size.height + GAP.between;
    }
    left += widest + GAP.ranks;
  }
  const ways = lines.map((line) => {
    return { line, points: between(boxes.get(line.from)!, boxes.get(line.to)!, [], 0) };
  });
  return { boxes, ways, width: Math.max(0, left - GAP.ranks), height };
}

/** The length of the longest way to each; of a circle nobody is further than once around. */
function depths(ids: readonly string[], lines: readonly Line[]): ReadonlyMap<string, number> {
  const depth = new Map(ids.map((id) => [id, 0]));
  const open = new Map(ids.map((id) => [id, 0]));
  const next = new Map<string, string[]>();
  for (const { from, to } of lines) {
    open.set(to, open.get(to)! + 1);
    next.set(from, [...(next.get(from) ?? []), to]);
  }
  const queue = ids.filter((id) => open.get(id) === 0);
  for (let i = 0; i < queue.length; i++)
    for (const to of next.get(queue[i]!) ?? []) {
      depth.set(to, Math.max(depth.get(to)!, depth.get(queue[i]!)! + 1));
      open.set(to, open.get(to)! - 1);
      if (open.get(to) === 0) queue.push(to);
    }
  return depth;
}
