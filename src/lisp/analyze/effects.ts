// Which expressions may wait for a tool. The compiler emits plain code for those that cannot and resumable code only where
// an operand can (ADR 0001), so a coarse answer costs speed and a wrong "cannot" would be a bug: whatever is not understood
// here counts as "may".
//
// The model: a tool call waits; calling a value that is not known here (a parameter, something out of a collection) may
// reach any function, so it may wait as soon as any function of the program or session does. Functions that the program
// itself defines once are known, and their answers are found by iterating until nothing changes.

import { findBuiltin } from "../builtins/index.ts";
import { maySuspend } from "../call.ts";
import type { Program } from "./analyze.ts";
import { isMadeOfArguments, isPlain } from "./builtin-results.ts";
import type { Binding, Expr, FnExpr, ForClause, Local } from "./expr.ts";

export interface Effects {
  /** Evaluating the expression may wait. */
  suspends(e: Expr): boolean;
  /** Calling the function may wait. */
  fnSuspends(fn: FnExpr): boolean;
}

/** Nothing in the program or session can wait: no analysis, no cost. */
export const noEffects: Effects = { suspends: () => false, fnSuspends: () => false };

export interface World {
  /** Some function defined earlier in the session may wait. */
  readonly tainted: boolean;
  /**
   * Definitions outlive the program, so that a later turn may give a name a function that waits: then calls of defined
   * names count as unknown.
   */
  readonly open: boolean;
}

export function effectsOf(program: Program, world: World): Effects {
  if (!program.usesTools && !world.tainted) return noEffects;
  return new Analysis(program.body, world);
}

class Analysis implements Effects {
  private readonly answers = new Map<FnExpr, boolean>();
  /** What the one definition of a name says; null when there are others or it says too little. */
  private readonly globals = new Map<string, Expr | null>();
  private readonly functions = new Map<Local, FnExpr>();
  /** Other bindings of let, outer and earlier ones first. */
  private readonly inits = new Map<Local, Expr>();
  /** The bindings of `inits` that cannot be suspenders, as far as is known in this round. */
  private harmless = new Set<Local>();
  private readonly known = new WeakMap<Expr, boolean>();
  private settled = false;

  constructor(
    body: Expr,
    private readonly world: World,
  ) {
    this.collect(body);
    // Answers only ever go from "cannot" to "may", so this ends after at most one round per function.
    for (let changed = true; changed; ) {
      changed = false;
      this.harmless = new Set();
      for (const [local, init] of this.inits) if (!this.mayBeSuspender(init)) this.harmless.add(local);
      for (const [fn, answer] of this.answers) {
        if (answer || !fn.arities.some((a) => this.suspends(a.body))) continue;
        this.answers.set(fn, true);
        changed = true;
      }
    }
    this.settled = true;
  }

  fnSuspends(fn: FnExpr): boolean {
    return this.answers.get(fn) ?? true;
  }

  suspends(e: Expr): boolean {
    if (!this.settled) return this.compute(e);
    let answer = this.known.get(e);
    if (answer === undefined) {
      answer = this.compute(e);
      this.known.set(e, answer);
    }
    return answer;
  }

  private compute(e: Expr): boolean {
    if (e.op === "tool") return true;
    if (e.op === "fn") return false;
    if (e.op === "call" && this.callSuspends(e.callee)) return true;
    if (e.op === "invoke" && e.row.steps !== undefined && e.args.some((x) => this.mayBeSuspender(x))) return true;
    return childrenOf(e).some((x) => this.suspends(x));
  }

  /** Calling what `callee` evaluates to may wait. */
  private callSuspends(callee: Expr): boolean {
    return callee.op === "invoke" || callee.op === "call" ? true : this.mayBeSuspender(callee);
  }

  /** The value of `e` may be a function, or an endless sequence, whose use waits. */
  private mayBeSuspender(e: Expr): boolean {
    switch (e.op) {
      case "const":
        return maySuspend(e.value);
      case "builtin":
        return e.row.steps !== undefined;
      case "fn":
        return this.fnSuspends(e.fn);
      case "local": {
        const fn = this.functions.get(e.local);
        return fn === undefined ? !this.harmless.has(e.local) : this.fnSuspends(fn);
      }
      case "global": {
        const init = this.world.open ? null : this.globals.get(e.name);
        return init === undefined || init === null || this.mayBeSuspender(init);
      }
      case "invoke":
        return !isPlain(e.row) && (!isMadeOfArguments(e.row) || e.args.some((x) => this.mayBeSuspender(x)));
      case "vector":
      case "map":
      case "set":
      case "data":
        return false;
      default:
        return true;
    }
  }

  private collect(e: Expr): void {
    if (e.op === "def") {
      // A builtin of the same name shows through until the definition runs.
      const other = this.globals.has(e.name) || findBuiltin(e.name) !== undefined;
      this.globals.set(e.name, !other && e.init !== null && standsAlone(e.init) ? e.init : null);
    }
    if (e.op === "let")
      for (const { local, init } of e.bindings)
        if (init.op === "fn") this.functions.set(local, init.fn);
        else this.inits.set(local, init);
    if (e.op === "fn") this.collectFn(e.fn);
    if (e.op === "letfn") {
      e.fns.forEach((fn, i) => {
        this.functions.set(e.locals[i]!, fn);
        this.collectFn(fn);
      });
    }
    for (const child of childrenOf(e)) this.collect(child);
  }

  private collectFn(fn: FnExpr): void {
    this.answers.set(fn, false);
    if (fn.self !== null) this.functions.set(fn.self, fn);
    for (const arity of fn.arities) this.collect(arity.body);
  }
}

/** Nothing else has to be known to say what it makes; definitions that name each other could go round in circles. */
function standsAlone(init: Expr): boolean {
  return init.op === "fn" || init.op === "vector" || init.op === "map" || (init.op === "invoke" && isPlain(init.row));
}

function initsOf(bindings: readonly Binding[]): Expr[] {
  return bindings.map((b) => b.init);
}

export function clauseExprs(clause: ForClause): Expr[] {
  switch (clause.kind) {
    case "each":
      return [clause.source, ...initsOf(clause.bind)];
    case "let":
      return initsOf(clause.bindings);
    default:
      return [clause.test];
  }
}

/** Expressions evaluated as part of evaluating `e`; bodies of functions made by it are not. */
export function childrenOf(e: Expr): readonly Expr[] {
  switch (e.op) {
    case "const":
    case "local":
    case "global":
    case "builtin":
    case "data":
    case "history":
    case "fn":
    case "tool-ref":
    case "hole":
      return [];
    case "if":
      return [e.test, e.then, e.else];
    case "cond":
      return [...e.clauses.flatMap((c) => [c.test, c.body]), e.else];
    case "and":
    case "or":
    case "vector":
    case "set":
    case "map":
      return e.items;
    case "do":
      return e.body;
    case "let":
    case "loop":
      return [...initsOf(e.bindings), e.body];
    case "letfn":
      return [e.body];
    case "recur":
    case "invoke":
      return e.args;
    case "call":
      return [e.callee, ...e.args];
    case "tool":
      return e.args === null ? [] : [e.args];
    case "def":
      return e.init === null ? [] : [e.init];
    case "case":
      return [e.subject, ...e.clauses.map((c) => c.body), ...(e.else === null ? [] : [e.else])];
    case "for":
      return [...e.clauses.flatMap(clauseExprs), e.body];
    case "return":
    case "fail":
      return [e.value];
    case "item":
    case "items-from":
    case "as-items":
    case "as-map":
      return [e.of];
    case "keyed":
      return e.default === null ? [e.of, e.key] : [e.of, e.key, e.default];
  }
}
