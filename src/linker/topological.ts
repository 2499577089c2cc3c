// Vertices so that what each one needs comes first; of those that could come next the one with the lowest rank does. A
// circle, if there is one, is answered instead of guessed around.

export interface Topological {
  readonly order: readonly number[];
  /** Vertices that need each other in this order, the first one needed by the last; null when there is no circle. */
  readonly circle: readonly number[] | null;
}

export function topological(needs: readonly (readonly number[])[], rank: readonly number[]): Topological {
  const open = needs.map((n) => n.length);
  const neededBy: number[][] = needs.map(() => []);
  needs.forEach((targets, v) => {
    for (const target of targets) neededBy[target]!.push(v);
  });
  const ready = new Heap(rank);
  open.forEach((count, v) => {
    if (count === 0) ready.add(v);
  });
  const order: number[] = [];
  for (let v = ready.take(); v !== undefined; v = ready.take()) {
    order.push(v);
    for (const w of neededBy[v]!) {
      open[w]!--;
      if (open[w] === 0) ready.add(w);
    }
  }
  return { order, circle: order.length === needs.length ? null : circleOf(needs, open) };
}

/** Among what is left everything needs something left: following that leads around. */
function circleOf(needs: readonly (readonly number[])[], open: readonly number[]): readonly number[] {
  const way: number[] = [];
  const seen = new Map<number, number>();
  let at = open.findIndex((count) => count > 0);
  while (!seen.has(at)) {
    seen.set(at, way.length);
    way.push(at);
    at = needs[at]!.find((v) => open[v]! > 0)!;
  }
  return way.slice(seen.get(at)!);
}

/** A binary heap: the vertex of the lowest rank first. */
class Heap {
  private readonly items: number[] = [];
  constructor(private readonly rank: readonly number[]) {}

  add(vertex: number): void {
    const { items } = this;
    let at = items.push(vertex) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (this.rank[items[parent]!]! <= this.rank[vertex]!) break;
      items[at] = items[parent]!;
      at = parent;
    }
    items[at] = vertex;
  }

  take(): number | undefined {
    const { items } = this;
    const first = items[0];
    const last = items.pop();
    if (first === undefined || last === undefined || items.length === 0) return first;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= items.length) break;
      if (child + 1 < items.length && this.rank[items[child + 1]!]! < this.rank[items[child]!]!) child++;
      if (this.rank[items[child]!]! >= this.rank[last]!) break;
      items[at] = items[child]!;
      at = child;
    }
    items[at] = last;
    return first;
  }
}
