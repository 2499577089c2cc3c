// Core expressions to closures: one case per `op`. A node takes captured values and four registers and returns a value;
// see frame.ts for where locals live and ADR 0002 for why this shape. Here is where each part goes; the nodes themselves
// are in the files beside this one.

import type { Program } from "../analyze/analyze.ts";
import { clauseExprs, type Effects, noEffects } from "../analyze/effects.ts";
import type { Binding, Expr, ExprOf, FnArity, FnExpr, ForClause } from "../analyze/expr.ts";
import { builtinValue } from "../builtins/invoke.ts";
import { Ending } from "../ending.ts";
import type { Environment } from "../environment.ts";
import type { Arity, FnCode, Node } from "../values/fn.ts";
import { Keyword, type Value } from "../values/value.ts";
import { callNode } from "./calls.ts";
import { bindLevel, bodyLevel, eachLevel, forNode, type Level, whenLevel, whileLevel } from "./comprehension.ts";
import { andOrNode, caseNode, condNode, doNode, ifNode } from "./control.ts";
import { asItemsNode, asMapNode, itemNode, itemsFromNode, keyedNode } from "./destructuring.ts";
import { Frame, REGISTERS } from "./frame.ts";
import { fnCode, fnNode, letfnNode } from "./functions.ts";
import { inPlaceArity, inPlaceReduceNode } from "./in-place.ts";
import { invokeNode } from "./invoke.ts";
import { keywordCallNode } from "./keyword-call.ts";
import { mapNode, setNode, vectorNode } from "./literals.ts";
import { hasRecur, loopNode, recurNode, resumableLoopNode, testedLoopNode } from "./loops.ts";
import { dataNode, defNode, globalNode, historyNode, resumableDef, toolNode, toolRefNode } from "./names.ts";
import { constNode } from "./operands.ts";
import {
  gatherNode,
  resumableAndOr,
  resumableBind,
  resumableBindSpilled,
  resumableDo,
  resumableIf,
} from "./resumable.ts";
import {
  type ResumableLevel,
  resumableBindLevel,
  resumableBody,
  resumableEach,
  resumableFor,
  resumableTest,
} from "./resumable-for.ts";
import { condAsIfs, letOperands, letSubject, withHoles } from "./rewrite.ts";
import { type Slots, spilledFills } from "./spilled.ts";

export interface Compiled {
  /** Runs the program once. The result is a Suspension when `effects` says that the body may wait and it did. */
  readonly run: () => Value;
  /** Compiles the functions of the program anew, in place: those that exist already behave by the new answers. */
  readonly revise: (effects: Effects) => void;
}

export function compileProgram(
  program: Program,
  env: Environment,
  source: string,
  effects: Effects = noEffects,
): Compiled {
  const codes: FnCodes = new Map();
  const compile = (answers: Effects): (() => Value) => {
    const frame = new Frame([]);
    const node = new Compiler({ env, source, effects: answers, codes }, frame).node(program.body, 0);
    return () => node(new Array<Value>(frame.spill).fill(null), null, null, null, null);
  };
  return { run: compile(effects), revise: (answers) => void compile(answers) };
}

/** The one code object of each function, so that `revise` reaches closures made from it. */
type FnCodes = Map<FnExpr, FnCode>;

interface Unit {
  readonly env: Environment;
  readonly source: string;
  readonly effects: Effects;
  readonly codes: FnCodes;
}

class Compiler {
  private level = 0;

  private readonly env: Environment;
  private readonly effects: Effects;

  constructor(
    private readonly unit: Unit,
    private readonly frame: Frame,
    /** How many functions around here are compiled twice. */
    private readonly twice = 0,
  ) {
    this.env = unit.env;
    this.effects = unit.effects;
  }

  /** `slot` is the first free slot for locals. */
  node(e: Expr, slot: number): Node {
    this.level++;
    if (this.level > this.frame.height) this.frame.height = this.level;
    const n = this.resumable(e, slot) ?? this.compile(e, slot);
    this.level--;
    return n;
  }

  private nodes(list: readonly Expr[], slot: number): Node[] {
    return list.map((e) => this.node(e, slot));
  }

  private suspends(e: Expr): boolean {
    return this.effects.suspends(e);
  }

  /** The node for an expression with an operand that may wait; null when plain code will do. */
  private resumable(e: Expr, slot: number): Node | null {
    if (this.effects === noEffects) return null;
    switch (e.op) {
      case "if":
        return this.suspends(e.test)
          ? resumableIf(this.node(e.test, slot), this.node(e.then, slot), this.node(e.else, slot))
          : null;
      case "cond":
        return e.clauses.some((c) => this.suspends(c.test)) ? this.node(condAsIfs(e), slot) : null;
      case "and":
      case "or":
        return this.anyButLast(e.items) ? resumableAndOr(this.nodes(e.items, slot), e.op === "and") : null;
      case "do":
        return this.anyButLast(e.body) ? resumableDo(this.nodes(e.body, slot)) : null;
      case "case":
        return this.suspends(e.subject) ? this.node(letSubject(e), slot) : null;
      case "keyed":
        return this.suspends(e.of) || this.suspends(e.key) ? this.node(letOperands(e), slot) : null;
      case "for":
        return [...e.clauses.flatMap(clauseExprs), e.body].some((x) => this.suspends(x))
          ? resumableFor(this.resumableLevels(e.clauses, 0, e, slot), e.collect)
          : null;
      case "def":
        return e.init !== null && this.suspends(e.init)
          ? resumableDef(this.env, e.name, this.node(e.init, slot), e.once)
          : null;
      default: {
        const split = withHoles(e);
        if (split === null || !split.parts.some((x) => this.suspends(x))) return null;
        return gatherNode(this.nodes(split.parts, slot), this.node(split.body, slot));
      }
    }
  }

  private anyButLast(list: readonly Expr[]): boolean {
    return list.slice(0, -1).some((e) => this.suspends(e));
  }

  private compile(e: Expr, slot: number): Node {
    switch (e.op) {
      case "const":
        return constNode(e.value);
      case "local":
        return this.frame.read(e.local);
      case "global":
        return globalNode(this.env, e.name, e.orNil, e.span);
      case "builtin":
        return constNode(builtinValue(e.name, e.row));
      case "data":
        return dataNode(this.env, e.name);
      case "history":
        return historyNode(this.env, e.back);
      case "if":
        return ifNode(this.node(e.test, slot), this.node(e.then, slot), this.node(e.else, slot));
      case "cond":
        return this.cond(e, slot);
      case "and":
      case "or":
        return andOrNode(this.nodes(e.items, slot), e.op === "and");
      case "do":
        return doNode(this.nodes(e.body, slot));
      case "let":
        return this.bind(e.bindings, 0, slot, (next) => this.node(e.body, next));
      case "letfn":
        return this.letfn(e, slot);
      case "loop":
        return this.loop(e, slot);
      case "recur":
        return recurNode(this.nodes(e.args, slot));
      case "fn":
        return this.fn(e.fn);
      case "call":
        return this.call(e, slot);
      case "invoke":
        return this.inPlace(e, slot) ?? invokeNode(e.name, e.row, this.nodes(e.args, slot), e.span, this.suspends(e));
      case "hole": {
        const { index } = e;
        return (p) => p[index] as Value;
      }
      case "tool-ref":
        return toolRefNode(this.env, e.name);
      case "tool":
        return toolNode(this.env, e.name, e.args === null ? null : this.node(e.args, slot), e.span);
      case "def":
        return defNode(this.env, e.name, e.init === null ? null : this.node(e.init, slot), e.once);
      case "vector":
        return vectorNode(this.nodes(e.items, slot));
      case "set":
        return setNode(this.nodes(e.items, slot));
      case "map":
        return mapNode(this.nodes(e.items, slot));
      case "case":
        return this.caseOf(e, slot);
      case "for":
        return forNode(this.levels(e.clauses, 0, e, slot), e.collect);
      case "return":
      case "fail": {
        const value = this.node(e.value, slot);
        const kind = e.op;
        return (p, a, b, c, d) => {
          throw new Ending(kind, value(p, a, b, c, d));
        };
      }
      case "item":
        return itemNode(this.node(e.of, slot), e.index);
      case "items-from":
        return itemsFromNode(this.node(e.of, slot), e.index);
      case "as-items":
        return asItemsNode(this.node(e.of, slot), e.asSeq, e.span);
      case "as-map":
        return asMapNode(this.node(e.of, slot), e.span);
      case "keyed":
        return keyedNode(
          this.node(e.of, slot),
          this.node(e.key, slot),
          e.default === null ? null : this.node(e.default, slot),
        );
    }
  }

  /** A reduce that builds its map in place; null when it is not one. */
  private inPlace(e: ExprOf<"invoke">, slot: number): Node | null {
    const [f, init, coll] = e.args;
    const plain = e.row.run3;
    if (e.name !== "reduce" || f?.op !== "fn" || init === undefined || coll === undefined || plain === undefined)
      return null;
    // The function is compiled twice, and so would be each one inside it: two levels are worth that, more are not.
    if (this.twice === 2 || this.suspends(e)) return null;
    const rewritten = inPlaceArity(f.fn);
    if (rewritten === null) return null;
    const compiler = new Compiler(this.unit, this.frame, this.twice + 1);
    compiler.level = this.level;
    const made = compiler.node(f, slot);
    const { weight } = this.unit.codes.get(f.fn)!.fixed[2]!;
    const arity = { ...compiler.arity(rewritten, f.fn), weight };
    return inPlaceReduceNode(made, this.node(init, slot), this.node(coll, slot), arity, plain, e.span);
  }

  private cond(e: ExprOf<"cond">, slot: number): Node {
    const tests = e.clauses.map((c) => this.node(c.test, slot));
    const bodies = e.clauses.map((c) => this.node(c.body, slot));
    return condNode(tests, bodies, this.node(e.else, slot));
  }

  /** Bindings from the i-th on, each in the next slot, then what `body` compiles to. */
  private bind(bindings: readonly Binding[], i: number, slot: number, body: (next: number) => Node): Node {
    const binding = bindings[i];
    if (binding === undefined) return body(slot);
    if (slot >= REGISTERS) return this.bindSpilled(bindings.slice(i), slot, body);
    const init = this.node(binding.init, slot);
    this.frame.place(binding.local, slot);
    this.level++;
    const rest = this.bind(bindings, i + 1, slot + 1, body);
    this.level--;
    if (this.suspends(binding.init)) return resumableBind(slot, init, rest);
    switch (slot) {
      case 0:
        return (p, a, b, c, d) => rest(p, init(p, a, b, c, d), b, c, d);
      case 1:
        return (p, a, b, c, d) => rest(p, a, init(p, a, b, c, d), c, d);
      case 2:
        return (p, a, b, c, d) => rest(p, a, b, init(p, a, b, c, d), d);
      default:
        return (p, a, b, c, d) => rest(p, a, b, c, init(p, a, b, c, d));
    }
  }

  private bindSpilled(bindings: readonly Binding[], slot: number, body: (next: number) => Node): Node {
    const slots: Slots = {
      node: (e, k) => this.node(e, slot + k),
      place: ({ local }, k) => {
        this.frame.place(local, slot + k);
        return this.frame.spillIndex(slot + k);
      },
    };
    if (bindings.some((b) => this.suspends(b.init))) {
      const inits: Node[] = [];
      const places: number[] = [];
      bindings.forEach((binding, k) => {
        inits.push(slots.node(binding.init, k));
        places.push(slots.place(binding, k));
      });
      return resumableBindSpilled(inits, places, body(slot + bindings.length));
    }
    const fills = spilledFills(bindings, slots);
    const rest = body(slot + bindings.length);
    return (p, a, b, c, d) => {
      for (let i = 0; i < fills.length; i++) fills[i]!(p, a, b, c, d);
      return rest(p, a, b, c, d);
    };
  }

  private loop(e: ExprOf<"loop">, slot: number): Node {
    return this.bind(e.bindings, 0, slot, (next) => {
      const body = e.body;
      if (this.suspends(body))
        return resumableLoopNode(this.node(body, next), slot, e.bindings.length, (s) => this.frame.spillIndex(s));
      if (body.op === "if") {
        const whenTrue = body.then.op === "recur";
        const jump = whenTrue ? body.then : body.else;
        const exit = whenTrue ? body.else : body.then;
        if (jump.op === "recur" && exit.op !== "recur" && !hasRecur(exit)) {
          const tested = testedLoopNode(
            this.node(body.test, next),
            whenTrue,
            this.nodes(jump.args, next),
            this.node(exit, next),
            slot,
          );
          if (tested !== null) return tested;
        }
      }
      return loopNode(this.node(body, next), slot, e.bindings.length, (s) => this.frame.spillIndex(s));
    });
  }

  private call(e: ExprOf<"call">, slot: number): Node {
    const { callee, args, span } = e;
    if (callee.op === "const" && callee.value instanceof Keyword && (args.length === 1 || args.length === 2)) {
      const fallback = args[1] === undefined ? null : this.node(args[1], slot);
      return keywordCallNode(callee.value, this.node(args[0]!, slot), fallback);
    }
    return callNode(this.node(callee, slot), this.nodes(args, slot), span);
  }

  private caseOf(e: ExprOf<"case">, slot: number): Node {
    const keys: Value[] = [];
    const bodies: Node[] = [];
    for (const clause of e.clauses) {
      const body = this.node(clause.body, slot);
      for (const v of clause.values) {
        keys.push(v);
        bodies.push(body);
      }
    }
    const otherwise = e.else === null ? null : this.node(e.else, slot);
    return caseNode(this.node(e.subject, slot), keys, bodies, otherwise, e.span);
  }

  private levels(clauses: readonly ForClause[], i: number, e: ExprOf<"for">, slot: number): Level {
    const clause = clauses[i];
    if (clause === undefined) return bodyLevel(this.node(e.body, slot));
    switch (clause.kind) {
      case "when":
        return whenLevel(this.node(clause.test, slot), this.levels(clauses, i + 1, e, slot));
      case "while":
        return whileLevel(this.node(clause.test, slot), this.levels(clauses, i + 1, e, slot));
      case "let":
        return this.bindLevels(clause.bindings, 0, slot, (next) => this.levels(clauses, i + 1, e, next));
      case "each": {
        const source = this.node(clause.source, slot);
        this.frame.place(clause.item, slot);
        const inner = this.bindLevels(clause.bind, 0, slot + 1, (next) => this.levels(clauses, i + 1, e, next));
        return eachLevel(e.collect ? "for" : "doseq", source, slot, this.frame.spillIndex(slot), inner, e.span);
      }
    }
  }

  private resumableLevels(clauses: readonly ForClause[], i: number, e: ExprOf<"for">, slot: number): ResumableLevel {
    const clause = clauses[i];
    if (clause === undefined) return resumableBody(this.node(e.body, slot));
    switch (clause.kind) {
      case "when":
      case "while": {
        const test = this.node(clause.test, slot);
        return resumableTest(test, this.resumableLevels(clauses, i + 1, e, slot), clause.kind === "when");
      }
      case "let":
        return this.resumableBindings(clause.bindings, 0, slot, (next) =>
          this.resumableLevels(clauses, i + 1, e, next),
        );
      case "each": {
        const source = this.node(clause.source, slot);
        this.frame.place(clause.item, slot);
        const inner = this.resumableBindings(clause.bind, 0, slot + 1, (next) =>
          this.resumableLevels(clauses, i + 1, e, next),
        );
        return resumableEach(e.collect ? "for" : "doseq", source, slot, this.frame.spillIndex(slot), inner, e.span);
      }
    }
  }

  private resumableBindings(
    bindings: readonly Binding[],
    i: number,
    slot: number,
    inner: (next: number) => ResumableLevel,
  ): ResumableLevel {
    const binding = bindings[i];
    if (binding === undefined) return inner(slot);
    const init = this.node(binding.init, slot);
    this.frame.place(binding.local, slot);
    const rest = this.resumableBindings(bindings, i + 1, slot + 1, inner);
    return resumableBindLevel(slot, this.frame.spillIndex(slot), init, rest);
  }

  private bindLevels(bindings: readonly Binding[], i: number, slot: number, inner: (next: number) => Level): Level {
    const binding = bindings[i];
    if (binding === undefined) return inner(slot);
    const init = this.node(binding.init, slot);
    this.frame.place(binding.local, slot);
    return bindLevel(slot, this.frame.spillIndex(slot), init, this.bindLevels(bindings, i + 1, slot + 1, inner));
  }

  private letfn(e: ExprOf<"letfn">, slot: number): Node {
    const siblings = e.fns.map((fn) => fn.captures.map((local) => e.locals.indexOf(local)));
    const nothing: Expr = { op: "const", value: null, span: e.span };
    const empty = e.locals.map((local) => ({ local, init: nothing }));
    return this.bind(empty, 0, slot, (next) => {
      const makers = e.fns.map((fn) => this.fn(fn));
      return letfnNode(makers, siblings, slot, (s) => this.frame.spillIndex(s), this.node(e.body, next));
    });
  }

  private fn(fn: FnExpr): Node {
    const arities = fn.arities.map((arity) => this.arity(arity, fn));
    const readers = fn.captures.map((local) => (local === fn.self ? null : this.frame.read(local)));
    const made = fnCode(fn, arities, this.unit.source, this.effects.fnSuspends(fn));
    const { codes } = this.unit;
    const known = codes.get(fn);
    const code = known === undefined ? made : Object.assign(known, made);
    codes.set(fn, code);
    return fnNode(code, readers);
  }

  private arity(arity: FnArity, fn: FnExpr): Arity {
    const frame = new Frame(fn.captures);
    arity.params.forEach((local, i) => {
      frame.place(local, i);
    });
    const inner = new Compiler(this.unit, frame, this.twice);
    const n = arity.params.length;
    let body = inner.node(arity.body, n);
    if (arity.recurs) {
      const loop = this.suspends(arity.body) ? resumableLoopNode : loopNode;
      body = loop(body, 0, n, (s) => frame.spillIndex(s));
    }
    return {
      required: arity.variadic ? n - 1 : n,
      variadic: arity.variadic,
      spill: frame.spill,
      weight: frame.height + 1,
      body,
    };
  }
}
