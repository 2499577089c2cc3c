// Core expressions to closures: one case per `op`. A node takes captured values and four registers and returns a value;
// see frame.ts for where locals live and ADR 0002 for why this shape.

import type { Program } from "../analyze/analyze.ts";
import type { Binding, Expr, ExprOf, FnArity, FnExpr, ForClause } from "../analyze/expr.ts";
import { findBuiltin } from "../builtins/index.ts";
import { builtinValue } from "../builtins/invoke.ts";
import { contractFor } from "../contract.ts";
import { Ending } from "../ending.ts";
import type { Environment } from "../environment.ts";
import { Fault, fault } from "../fault.ts";
import { charge, chargeItems, setSite } from "../meter.ts";
import { flexGet, lookup } from "../values/access.ts";
import { equal } from "../values/equality.ts";
import { type Arity, type Contract, Fn, type FnCode, type Node } from "../values/fn.ts";
import { MapBuilder, PMap } from "../values/map.ts";
import { printReadable } from "../values/print.ts";
import { PSet } from "../values/set.ts";
import { Keyword, type Value, VarRef } from "../values/value.ts";
import { Vec } from "../values/vector.ts";
import { callNode } from "./calls.ts";
import { bindLevel, bodyLevel, eachLevel, forNode, type Level, whenLevel, whileLevel } from "./comprehension.ts";
import { asItemsNode, asMapNode, itemNode, itemsFromNode, keyedNode } from "./destructuring.ts";
import { Frame, REGISTERS } from "./frame.ts";
import { invokeNode } from "./invoke.ts";
import { loopNode, recurNode, testedLoopNode } from "./loops.ts";

/** A compiled program: run it once per call. */
export type Runnable = () => Value;

export function compileProgram(program: Program, env: Environment, source: string): Runnable {
  const frame = new Frame([]);
  const node = new Compiler(env, source, frame).node(program.body, 0);
  return () => {
    const p: Value[] = new Array(frame.spill).fill(null);
    return node(p, null, null, null, null);
  };
}

class Compiler {
  private level = 0;

  constructor(
    private readonly env: Environment,
    private readonly source: string,
    private readonly frame: Frame,
  ) {}

  /** `slot` is the first free slot for locals. */
  node(e: Expr, slot: number): Node {
    this.level++;
    if (this.level > this.frame.height) this.frame.height = this.level;
    const n = this.compile(e, slot);
    this.level--;
    return n;
  }

  private nodes(list: readonly Expr[], slot: number): Node[] {
    return list.map((e) => this.node(e, slot));
  }

  private compile(e: Expr, slot: number): Node {
    switch (e.op) {
      case "const": {
        const v = e.value;
        return () => v;
      }
      case "local":
        return this.frame.read(e.local);
      case "global":
        return this.global(e);
      case "builtin": {
        const f = builtinValue(e.name, e.row);
        return () => f;
      }
      case "data": {
        const { env } = this;
        const key = Keyword.of(e.name);
        return () => (env.data === null ? null : (flexGet(env.data, key) ?? null));
      }
      case "history": {
        const { env } = this;
        const i = e.back - 1;
        return () => env.history[i] ?? null;
      }
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
        return this.fn(e.fn, e.span);
      case "call":
        return this.call(e, slot);
      case "invoke":
        return invokeNode(e.name, e.row, this.nodes(e.args, slot), e.span);
      case "tool":
        return this.tool(e, slot);
      case "def":
        return this.def(e, slot);
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
        return asItemsNode(this.node(e.of, slot), e.span);
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

  private global(e: ExprOf<"global">): Node {
    const cell = this.env.cell(e.name);
    const { span, name } = e;
    const found = findBuiltin(name);
    const fallback = found === undefined ? undefined : builtinValue(found.name, found.row);
    return () => {
      const v = cell.value;
      if (v !== undefined) return v;
      if (fallback !== undefined) return fallback;
      setSite(span);
      fault("unbound_var", `${name} is not defined yet.`, `Move (def ${name} …) before its first use.`);
    };
  }

  private cond(e: ExprOf<"cond">, slot: number): Node {
    const otherwise = this.node(e.else, slot);
    if (e.clauses.length <= 3)
      return e.clauses.reduceRight<Node>(
        (rest, { test, body }) => ifNode(this.node(test, slot), this.node(body, slot), rest),
        otherwise,
      );
    const tests = e.clauses.map((c) => this.node(c.test, slot));
    const bodies = e.clauses.map((c) => this.node(c.body, slot));
    return (p, a, b, c, d) => {
      for (let i = 0; i < tests.length; i++) {
        const t = tests[i]!(p, a, b, c, d);
        if (t !== null && t !== false) return bodies[i]!(p, a, b, c, d);
      }
      return otherwise(p, a, b, c, d);
    };
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
    const inits: Node[] = [];
    const places: number[] = [];
    bindings.forEach((binding, k) => {
      inits.push(this.node(binding.init, slot + k));
      this.frame.place(binding.local, slot + k);
      places.push(this.frame.spillIndex(slot + k));
    });
    const rest = body(slot + bindings.length);
    return (p, a, b, c, d) => {
      for (let i = 0; i < inits.length; i++) p[places[i]!] = inits[i]!(p, a, b, c, d);
      return rest(p, a, b, c, d);
    };
  }

  private loop(e: ExprOf<"loop">, slot: number): Node {
    return this.bind(e.bindings, 0, slot, (next) => {
      const body = e.body;
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
    if (callee.op === "const" && callee.value instanceof Keyword && args.length <= 2) {
      const key = callee.value;
      const m = this.node(args[0]!, slot);
      const fallback = args[1] === undefined ? null : this.node(args[1], slot);
      if (fallback === null)
        return (p, a, b, c, d) => {
          const v = m(p, a, b, c, d);
          return (v instanceof PMap ? flexGet(v, key) : lookup(v, key)) ?? null;
        };
      return (p, a, b, c, d) => {
        const v = m(p, a, b, c, d);
        const otherwise = fallback(p, a, b, c, d);
        return lookup(v, key) ?? otherwise;
      };
    }
    return callNode(this.node(callee, slot), this.nodes(args, slot), span);
  }

  private tool(e: ExprOf<"tool">, slot: number): Node {
    const { env } = this;
    const { name, span } = e;
    const args = e.args === null ? null : this.node(e.args, slot);
    return (p, a, b, c, d) => {
      const v = args === null ? PMap.EMPTY : args(p, a, b, c, d);
      setSite(span);
      if (!(v instanceof PMap))
        fault("type_error", `tool/${name} takes its arguments in one map.`, `Write (tool/${name} {:key value}).`);
      if (env.tools === null)
        fault("unknown_tool", `There is no tool ${name}.`, "No tools are granted to this program.");
      return env.tools(name, v);
    };
  }

  private def(e: ExprOf<"def">, slot: number): Node {
    const { env } = this;
    const cell = env.cell(e.name);
    const ref = new VarRef(e.name);
    if (e.init === null) return () => ref;
    const init = this.node(e.init, slot);
    const { once } = e;
    return (p, a, b, c, d) => {
      if (once && cell.value !== undefined) return ref;
      env.define(cell, init(p, a, b, c, d));
      return ref;
    };
  }

  private caseOf(e: ExprOf<"case">, slot: number): Node {
    const subject = this.node(e.subject, slot);
    const otherwise = e.else === null ? null : this.node(e.else, slot);
    const keys: Value[] = [];
    const bodies: Node[] = [];
    const simple = new Map<Value, Node>();
    for (const clause of e.clauses) {
      const body = this.node(clause.body, slot);
      for (const v of clause.values) {
        keys.push(v);
        bodies.push(body);
        if (v === null || typeof v !== "object" || v instanceof Keyword) simple.set(v, body);
      }
    }
    const { span } = e;
    return (p, a, b, c, d) => {
      const v = subject(p, a, b, c, d);
      const hit = simple.get(v);
      if (hit !== undefined) return hit(p, a, b, c, d);
      if (v !== null && typeof v === "object" && !(v instanceof Keyword)) {
        for (let i = 0; i < keys.length; i++) if (equal(keys[i] as Value, v)) return bodies[i]!(p, a, b, c, d);
      }
      if (otherwise !== null) return otherwise(p, a, b, c, d);
      setSite(span);
      fault("runtime_error", `No clause matches ${short(v)}.`, "Add a default as the last form.");
    };
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
        return eachLevel(source, slot, this.frame.spillIndex(slot), inner, e.span);
      }
    }
  }

  private bindLevels(bindings: readonly Binding[], i: number, slot: number, inner: (next: number) => Level): Level {
    const binding = bindings[i];
    if (binding === undefined) return inner(slot);
    const init = this.node(binding.init, slot);
    this.frame.place(binding.local, slot);
    return bindLevel(slot, this.frame.spillIndex(slot), init, this.bindLevels(bindings, i + 1, slot + 1, inner));
  }

  private letfn(e: ExprOf<"letfn">, slot: number): Node {
    // Make the closures first, then give each the siblings it captures.
    const indexes = e.fns.map((fn) => fn.captures.map((local) => e.locals.indexOf(local)));
    const nothing: Expr = { op: "const", value: null, span: e.span };
    return this.bind(
      e.locals.map((local) => ({ local, init: nothing })),
      0,
      slot,
      (next) => {
        const makers = e.fns.map((fn) => this.fn(fn, e.span));
        const readers = e.locals.map((_, i) => slot + i);
        const body = this.node(e.body, next);
        const spill = (s: number) => this.frame.spillIndex(s);
        return (p, a, b, c, d) => {
          const made = makers.map((m) => m(p, a, b, c, d) as Fn);
          made.forEach((f, i) => {
            indexes[i]!.forEach((sibling, k) => {
              if (sibling !== -1) f.captured[k] = made[sibling]!;
            });
          });
          const regs: Value[] = [a, b, c, d];
          readers.forEach((s, i) => {
            if (s < REGISTERS) regs[s] = made[i]!;
            else p[spill(s)] = made[i]!;
          });
          return body(p, regs[0] as Value, regs[1] as Value, regs[2] as Value, regs[3] as Value);
        };
      },
    );
  }

  private fn(fn: FnExpr, span: Expr["span"]): Node {
    const fixed: (Arity | undefined)[] = [];
    let rest: Arity | null = null;
    for (const arity of fn.arities) {
      const compiled = this.arity(arity, fn);
      if (arity.variadic) rest = compiled;
      else fixed[arity.params.length] = compiled;
    }
    for (let i = 0; i < fixed.length; i++) fixed[i] ??= undefined;
    const code: FnCode = {
      name: fn.name,
      fixed,
      rest,
      maySuspend: false,
      span,
      source: this.source.slice(span.start, span.end),
      doc: fn.doc,
      params: fn.params,
      contract: fn.signature === null ? null : contractOf(fn, fn.signature),
    };
    const self = fn.self === null ? -1 : fn.captures.indexOf(fn.self);
    const readers = fn.captures.map((local) => (local === fn.self ? null : this.frame.read(local)));
    const bytes = 56 + (readers.length > 0 ? 48 + 8 * readers.length : 0);
    if (readers.length === 0) {
      return () => {
        charge(bytes);
        return new Fn(code, []);
      };
    }
    return (p, a, b, c, d) => {
      charge(bytes);
      const captured: Value[] = new Array(readers.length);
      for (let i = 0; i < readers.length; i++) captured[i] = readers[i]?.(p, a, b, c, d) ?? null;
      const made = new Fn(code, captured);
      if (self !== -1) captured[self] = made;
      return made;
    };
  }

  private arity(arity: FnArity, fn: FnExpr): Arity {
    const frame = new Frame(fn.captures);
    arity.params.forEach((local, i) => {
      frame.place(local, i);
    });
    const inner = new Compiler(this.env, this.source, frame);
    const n = arity.params.length;
    let body = inner.node(arity.body, n);
    if (arity.recurs) body = loopNode(body, 0, n, (s) => frame.spillIndex(s));
    return {
      required: arity.variadic ? n - 1 : n,
      variadic: arity.variadic,
      spill: frame.spill,
      weight: frame.height + 1,
      body,
    };
  }
}

function contractOf(fn: FnExpr, signature: string): Contract {
  const arity = fn.arities[0];
  const names = (arity?.params ?? []).map((p) => p.name);
  const made = contractFor(signature, fn.name ?? "fn", names);
  if ("problem" in made) throw new Fault("invalid_form", made.problem.message, made.problem.hint ?? null);
  return made.contract;
}

function hasRecur(e: Expr): boolean {
  switch (e.op) {
    case "recur":
      return true;
    case "if":
      return hasRecur(e.then) || hasRecur(e.else);
    case "cond":
      return e.clauses.some((c) => hasRecur(c.body)) || hasRecur(e.else);
    case "do":
      return e.body.length > 0 && hasRecur(e.body[e.body.length - 1]!);
    case "let":
    case "letfn":
      return hasRecur(e.body);
    case "and":
    case "or":
      return e.items.length > 0 && hasRecur(e.items[e.items.length - 1]!);
    case "case":
      return e.clauses.some((c) => hasRecur(c.body)) || (e.else !== null && hasRecur(e.else));
    default:
      return false;
  }
}

function short(v: Value): string {
  const text = printReadable(v);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}

function ifNode(test: Node, then: Node, otherwise: Node): Node {
  return (p, a, b, c, d) => {
    const t = test(p, a, b, c, d);
    return t !== null && t !== false ? then(p, a, b, c, d) : otherwise(p, a, b, c, d);
  };
}

function andOrNode(items: readonly Node[], and: boolean): Node {
  const [x, y] = items;
  if (items.length === 2)
    return and
      ? (p, a, b, c, d) => {
          const v = x!(p, a, b, c, d);
          return v === null || v === false ? v : y!(p, a, b, c, d);
        }
      : (p, a, b, c, d) => {
          const v = x!(p, a, b, c, d);
          return v === null || v === false ? y!(p, a, b, c, d) : v;
        };
  const last = items.length - 1;
  return (p, a, b, c, d) => {
    for (let i = 0; i < last; i++) {
      const v = items[i]!(p, a, b, c, d);
      if ((v === null || v === false) === and) return v;
    }
    return items[last]!(p, a, b, c, d);
  };
}

function doNode(body: readonly Node[]): Node {
  const last = body.length - 1;
  if (last < 0) return () => null;
  if (last === 0) return body[0]!;
  return (p, a, b, c, d) => {
    for (let i = 0; i < last; i++) body[i]!(p, a, b, c, d);
    return body[last]!(p, a, b, c, d);
  };
}

function vectorNode(items: readonly Node[]): Node {
  const n = items.length;
  if (n === 0) return () => Vec.EMPTY;
  return (p, a, b, c, d) => {
    chargeItems(n, 8);
    const out: Value[] = new Array(n);
    for (let i = 0; i < n; i++) out[i] = items[i]!(p, a, b, c, d);
    return Vec.of(out);
  };
}

function setNode(items: readonly Node[]): Node {
  return (p, a, b, c, d) => {
    chargeItems(items.length, 40);
    return PSet.of(items.map((n) => n(p, a, b, c, d)));
  };
}

function mapNode(items: readonly Node[]): Node {
  const n = items.length;
  if (n === 0) return () => PMap.EMPTY;
  return (p, a, b, c, d) => {
    charge(80 + 8 * n);
    const flat: Value[] = new Array(n);
    let distinct = true;
    for (let i = 0; i < n; i += 2) {
      const k = items[i]!(p, a, b, c, d);
      flat[i] = k;
      flat[i + 1] = items[i + 1]!(p, a, b, c, d);
      if (i > 32) distinct = false;
      for (let j = 0; distinct && j < i; j += 2) if (flat[j] === k) distinct = false;
      if (typeof k === "object" && k !== null && !(k instanceof Keyword)) distinct = false;
    }
    if (distinct) return PMap.ofDistinct(flat);
    const builder = new MapBuilder();
    for (let i = 0; i < n; i += 2) builder.set(flat[i] as Value, flat[i + 1] as Value);
    return builder.done();
  };
}
