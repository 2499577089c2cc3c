// Strongly connected groups of a graph (Tarjan), without recursion: chains may be ten thousand long.

/** Groups come in the order in which they are complete: what a group reaches is in an earlier one. */
export function stronglyConnected(count: number, edgesOf: (vertex: number) => readonly number[]): number[][] {
  const index = new Int32Array(count).fill(-1);
  const low = new Int32Array(count);
  const onStack = new Uint8Array(count);
  const next = new Int32Array(count);
  const stack: number[] = [];
  const work: number[] = [];
  const groups: number[][] = [];
  let counter = 0;
  const open = (v: number): void => {
    index[v] = low[v] = counter++;
    stack.push(v);
    onStack[v] = 1;
    work.push(v);
  };
  for (let root = 0; root < count; root++) {
    if (index[root] !== -1) continue;
    open(root);
    while (work.length > 0) {
      const v = work[work.length - 1]!;
      const targets = edgesOf(v);
      if (next[v]! < targets.length) {
        const w = targets[next[v]!]!;
        next[v]!++;
        if (index[w] === -1) open(w);
        else if (onStack[w] === 1) low[v] = Math.min(low[v]!, index[w]!);
        continue;
      }
      work.pop();
      const parent = work[work.length - 1];
      if (parent !== undefined) low[parent] = Math.min(low[parent]!, low[v]!);
      if (low[v] !== index[v]) continue;
      const group: number[] = [];
      for (;;) {
        const w = stack.pop()!;
        onStack[w] = 0;
        group.push(w);
        if (w === v) break;
      }
      groups.push(group);
    }
  }
  return groups;
}
