// tree-seq: a node, then its children, depth first. The walk keeps its own stack, so that the depth of data never becomes
// depth of the host.

import { call1 } from "../call.ts";
import { charge, spend } from "../meter.ts";
import { Suspension } from "../suspension.ts";
import type { Steps } from "../values/fn.ts";
import { pushCharged, vecOf } from "../values/pull.ts";
import { isTruthy, type Value } from "../values/value.ts";
import { Vec } from "../values/vector.ts";
import { type Use, wantFunction } from "./function-args.ts";

const branchUse: Use = { who: "tree-seq", form: "(tree-seq branch? children root)", gives: "one node" };

interface Level {
  readonly nodes: Vec;
  next: number;
}

export function* treeSteps(branch: Value, children: Value, root: Value): Steps {
  // The root is data of any kind, so only the two functions are checked.
  wantFunction(branchUse, branch, TELLING, 1);
  const out: Value[] = [];
  const stack: Level[] = [{ nodes: Vec.seq([root]), next: 0 }];
  while (stack.length > 0) {
    const level = stack[stack.length - 1]!;
    if (level.next >= level.nodes.length) {
      stack.pop();
      continue;
    }
    const node = level.nodes.at(level.next++);
    spend();
    pushCharged(out, node);
    let isBranch = call1(branch, node);
    if (isBranch instanceof Suspension) isBranch = yield isBranch;
    if (!isTruthy(isBranch)) continue;
    wantFunction(branchUse, children, TELLING, 1);
    let below = call1(children, node);
    if (below instanceof Suspension) below = yield below;
    const nodes = vecOf(below, "tree-seq");
    // Characters are one-character strings, and the only character of one is itself: that is where a string ends.
    if (typeof node === "string" && nodes.length === 1 && nodes.at(0) === node) continue;
    charge(64);
    stack.push({ nodes, next: 0 });
  }
  return Vec.seq(out);
}

/** Stands for a collection that has items. */
const TELLING = Vec.of([null]);
