// (reduce (fn [m x] (assoc m k v)) {} coll) without a new map per item. When the accumulator is used linearly, read at will
// but handed on only through assoc and update in tail position, nobody can see an old version of it, so the fold may change
// one map in place and publish it at the end. It pays for what that takes, in the same steps.
//
// The function's body is rewritten so that the accumulator's register holds a MapBuilder and everything that touches it goes
// through the rows below, which no program can name.

import { childrenOf } from "../analyze/effects.ts";
import type { Expr, ExprOf, FnArity, FnExpr, Local } from "../analyze/expr.ts";
import { maps } from "../builtins/maps.ts";
import type { Builtin } from "../builtins/table.ts";
import { call1, withSpill } from "../call.ts";
import { charge, enterCall, leaveCall, setSite, spendMany } from "../meter.ts";
import { checkReduce } from "../sequences/reduce.ts";
import { flexGetIn } from "../values/access.ts";
import { type Arity, Fn, type Node } from "../values/fn.ts";
import { InfiniteSeq } from "../values/infinite.ts";
import { MapBuilder, PMap } from "../values/map.ts";
import { itemsOf } from "../values/seq.ts";
import { Keyword, type Value } from "../values/value.ts";

/** Inside the rewritten body the accumulator is a builder, which is no Value anywhere else. */
const builderIn = (v: Value): MapBuilder => v as unknown as MapBuilder;
const asValue = (builder: MapBuilder): Value => builder as unknown as Value;

function put(m: Value, key: Value, value: Value): Value {
  const builder = builderIn(m);
  charge(builder.setCost());
  builder.set(key, value);
  return m;
}

type Runs = Pick<Builtin, "run1" | "run2" | "run3">;

/** What each builtin does to an accumulator in place; the first argument is the builder. */
const inPlace: Readonly<Record<string, Runs>> = {
  assoc: { run3: put },
  update: { run3: (m, key, f) => put(m, key, call1(f, flexGetIn(builderIn(m), key) ?? null)) },
};

const reads: Readonly<Record<string, Runs>> = {
  get: {
    run2: (m, key) => flexGetIn(builderIn(m), key) ?? null,
    run3: (m, key, otherwise) => {
      const found = flexGetIn(builderIn(m), key);
      return found === undefined ? otherwise : found;
    },
  },
  count: { run1: (m) => builderIn(m).size },
  "empty?": { run1: (m) => builderIn(m).size === 0 },
};

const getRow = maps.get;

function has(table: Readonly<Record<string, Runs>>, e: ExprOf<"invoke">): boolean {
  const runs = Object.hasOwn(table, e.name) ? table[e.name]! : {};
  return [undefined, runs.run1, runs.run2, runs.run3][e.args.length] !== undefined;
}

/** The same call on a builder. Its name is one no other part of the compiler knows. */
function onBuilder(table: Readonly<Record<string, Runs>>, e: ExprOf<"invoke">, args: readonly Expr[]): Expr {
  const { run0: _, run1: _1, run2: _2, run3: _3, runN: _n, steps: _s, ...words } = e.row;
  return { op: "invoke", name: `${e.name} in place`, row: { ...words, ...table[e.name] }, args, span: e.span };
}

/** The arity of a two-parameter function with its first parameter changed in place, or null when that cannot be done. */
export function inPlaceArity(fn: FnExpr): FnArity | null {
  const arity = fn.arities[0];
  if (fn.arities.length !== 1 || arity === undefined || arity.variadic || arity.recurs) return null;
  if (arity.params.length !== 2 || fn.signature !== null) return null;
  const body = new Rewrite(arity.params[0]!).chain(arity.body);
  return body === null || body.op === "local" ? null : { ...arity, body };
}

class Rewrite {
  constructor(private readonly acc: Local) {}

  private isAcc(e: Expr | undefined): boolean {
    return e?.op === "local" && e.local === this.acc;
  }

  /** An expression whose value is the accumulator, changed or not, and nothing else; null when it is not. */
  chain(e: Expr): Expr | null {
    switch (e.op) {
      case "local":
        return this.isAcc(e) ? e : null;
      case "invoke":
        return this.change(e);
      case "if": {
        const [test, then, otherwise] = [this.reading(e.test), this.chain(e.then), this.chain(e.else)];
        return test === null || then === null || otherwise === null ? null : { ...e, test, then, else: otherwise };
      }
      case "do": {
        const before = this.readings(e.body.slice(0, -1));
        const last = e.body.length === 0 ? null : this.chain(e.body[e.body.length - 1]!);
        return before === null || last === null ? null : { ...e, body: [...before, last] };
      }
      case "let": {
        const inits = this.readings(e.bindings.map((b) => b.init));
        const body = this.chain(e.body);
        if (inits === null || body === null) return null;
        return { ...e, bindings: e.bindings.map((b, i) => ({ ...b, init: inits[i]! })), body };
      }
      default:
        return null;
    }
  }

  private change(e: ExprOf<"invoke">): Expr | null {
    if (!has(inPlace, e)) return null;
    const target = this.chain(e.args[0]!);
    // Arguments are evaluated after the target: once that has changed the map they must not look at it.
    const others = this.readings(e.args.slice(1), target?.op === "local");
    return target === null || others === null ? null : onBuilder(inPlace, e, [target, ...others]);
  }

  private readings(list: readonly Expr[], mayRead = true): Expr[] | null {
    const out: Expr[] = [];
    for (const e of list) {
      const r = mayRead ? this.reading(e) : mentions(e, this.acc) ? null : e;
      if (r === null) return null;
      out.push(r);
    }
    return out;
  }

  /** An expression that at most reads the accumulator; null when the accumulator could get out. */
  private reading(e: Expr): Expr | null {
    if (!mentions(e, this.acc)) return e;
    switch (e.op) {
      case "invoke": {
        const onAcc = this.isAcc(e.args[0]) && has(reads, e);
        const args = this.readings(onAcc ? e.args.slice(1) : e.args);
        if (args === null) return null;
        return onAcc ? onBuilder(reads, e, [e.args[0]!, ...args]) : { ...e, args };
      }
      case "if": {
        const parts = this.readings([e.test, e.then, e.else]);
        return parts === null ? null : { ...e, test: parts[0]!, then: parts[1]!, else: parts[2]! };
      }
      case "and":
      case "or": {
        const items = this.readings(e.items);
        return items === null ? null : { ...e, items };
      }
      case "call": {
        // (:key m)
        const { callee, args } = e;
        if (callee.op !== "const" || !(callee.value instanceof Keyword) || args.length !== 1 || !this.isAcc(args[0]))
          return null;
        return onBuilder(reads, { op: "invoke", name: "get", row: getRow, args, span: e.span }, [args[0]!, callee]);
      }
      default:
        return null;
    }
  }
}

/** Whether the local is used anywhere in `e`, functions made there included. */
function mentions(e: Expr, local: Local): boolean {
  if (e.op === "local") return e.local === local;
  if (e.op === "fn") return e.fn.captures.includes(local);
  if (e.op === "letfn" && e.fns.some((fn) => fn.captures.includes(local))) return true;
  return childrenOf(e).some((child) => mentions(child, local));
}

/**
 * The reduce itself. `plain` does it the ordinary way, which any accumulator but an ordinary map needs; `arity` is the
 * rewritten one and weighs what the original does.
 */
export function inPlaceReduceNode(
  made: Node,
  init: Node,
  coll: Node,
  arity: Arity,
  plain: (f: Value, init: Value, coll: Value) => Value,
  span: ExprOf<"invoke">["span"],
): Node {
  const { body, weight, spill } = arity;
  return (p, a, b, c, d) => {
    const f = made(p, a, b, c, d);
    const start = init(p, a, b, c, d);
    const source = coll(p, a, b, c, d);
    setSite(span);
    if (!(start instanceof PMap) || start.sorted !== null || !(f instanceof Fn) || source instanceof InfiniteSeq)
      return plain(f, start, source);
    checkReduce(f, start, source);
    const items = itemsOf(source, "reduce");
    const n = items.length;
    spendMany(n);
    if (n === 0) return start;
    charge(start.growCost(0));
    const builder = new MapBuilder(start);
    for (let i = 0; i < n; i++) {
      const before = enterCall(weight);
      body(withSpill(f.captured, spill), asValue(builder), items[i] as Value, null, null);
      leaveCall(before);
    }
    return builder.done();
  };
}
