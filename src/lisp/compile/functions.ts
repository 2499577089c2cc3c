// Function values: the code of a fn is made once, a closure each time its node runs.

import type { FnExpr } from "../analyze/expr.ts";
import { isThreaded } from "../analyze/functions.ts";
import { contractFor } from "../contract.ts";
import { Fault } from "../fault.ts";
import { charge } from "../meter.ts";
import type { Form } from "../read/form.ts";
import { type Arity, type Contract, Fn, type FnCode, type Node } from "../values/fn.ts";
import type { Value } from "../values/value.ts";
import { REGISTERS } from "./frame.ts";

/** `arities[i]` is the compiled form of `fn.arities[i]`; `source` is the text of the whole program. */
export function fnCode(fn: FnExpr, arities: readonly Arity[], source: string, maySuspend: boolean): FnCode {
  const fixed: (Arity | undefined)[] = [];
  let rest: Arity | null = null;
  arities.forEach((arity, i) => {
    if (arity.variadic) rest = arity;
    else fixed[fn.arities[i]!.params.length] = arity;
  });
  for (let i = 0; i < fixed.length; i++) fixed[i] ??= undefined;
  const contract = fn.signature === null ? null : contractOf(fn, fn.signature);
  const direct = (n: number): Arity | null =>
    contract === null && fixed[n] !== undefined && fixed[n].spill === 0 ? fixed[n] : null;
  return {
    name: fn.name,
    fixed,
    rest,
    direct1: direct(1),
    direct2: direct(2),
    direct3: direct(3),
    maySuspend,
    form: fn.form,
    source: fn.threaded === null ? source.slice(fn.span.start, fn.span.end) : unthreaded(fn.threaded, source),
    doc: fn.doc,
    params: fn.params,
    captures: fn.captures.map((local) => (local === fn.self ? null : local.name)),
    contract,
  };
}

/** The text of what -> or ->> put together, as if it had been written so. */
function unthreaded(form: Form, source: string): string {
  if (isThreaded(form)) return `(${form.items.map((f) => unthreaded(f, source)).join(" ")})`;
  return source.slice(form.span.start, form.span.end);
}

/** `readers[i]` reads the i-th captured local; null stands for the function itself. */
export function fnNode(code: FnCode, readers: readonly (Node | null)[]): Node {
  const self = readers.indexOf(null);
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

/** What each function of a letfn takes besides itself: the lists it is handed about in. */
const LETFN_BYTES = 192;

/**
 * letfn: makes the closures first, then gives each the siblings it captures. `siblings[i][k]` is which of the functions the
 * k-th capture of function i is, or -1; the functions go to the slots from `slot` on.
 */
export function letfnNode(
  makers: readonly Node[],
  siblings: readonly (readonly number[])[],
  slot: number,
  spillIndex: (slot: number) => number,
  body: Node,
): Node {
  const bytes = LETFN_BYTES * makers.length;
  return (p, a, b, c, d) => {
    charge(bytes);
    const made = makers.map((m) => m(p, a, b, c, d) as Fn);
    made.forEach((f, i) => {
      siblings[i]!.forEach((sibling, k) => {
        if (sibling !== -1) f.captured[k] = made[sibling]!;
      });
    });
    const regs: Value[] = [a, b, c, d];
    made.forEach((f, i) => {
      if (slot + i < REGISTERS) regs[slot + i] = f;
      else p[spillIndex(slot + i)] = f;
    });
    return body(p, regs[0] as Value, regs[1] as Value, regs[2] as Value, regs[3] as Value);
  };
}

function contractOf(fn: FnExpr, signature: string): Contract {
  const arity = fn.arities[0];
  const names = (arity?.params ?? []).map((p) => p.name);
  const made = contractFor(signature, fn.name ?? "fn", names);
  if ("problem" in made) throw new Fault("invalid_form", made.problem.message, made.problem.hint ?? null);
  return made.contract;
}
