// Nodes for what lives outside a program's locals: definitions, data, earlier results and tools.

import type { Span } from "../../base/span.ts";
import { findBuiltin } from "../builtins/index.ts";
import { builtinValue } from "../builtins/invoke.ts";
import type { Environment } from "../environment.ts";
import { fault } from "../fault.ts";
import { setSite } from "../meter.ts";
import { Suspension } from "../suspension.ts";
import { flexGet } from "../values/access.ts";
import { NativeFn, type Node } from "../values/fn.ts";
import { PMap } from "../values/map.ts";
import { Keyword, type Value, VarRef } from "../values/value.ts";
import { readsCell } from "./operands.ts";

/** A definition's value; a builtin of the same name shows through until the name is defined. */
export function globalNode(env: Environment, name: string, orNil: boolean, span: Span): Node {
  const cell = env.cell(name);
  const found = findBuiltin(name);
  const fallback = found === undefined ? undefined : builtinValue(found.name, found.row);
  const node: Node = () => {
    const v = cell.value;
    if (v !== undefined) return v;
    if (fallback !== undefined) return fallback;
    if (orNil) return null;
    setSite(span);
    fault("unbound_var", `${name} is not defined yet.`, `Move (def ${name} …) before its first use.`);
  };
  return readsCell(node, cell);
}

export function dataNode(env: Environment, name: string): Node {
  const key = Keyword.of(name);
  return () => (env.data === null ? null : (flexGet(env.data, key) ?? null));
}

export function historyNode(env: Environment, back: 1 | 2 | 3): Node {
  const i = back - 1;
  return () => env.history[i] ?? null;
}

export function defNode(env: Environment, name: string, init: Node | null, once: boolean): Node {
  const cell = env.cell(name);
  const ref = new VarRef(name);
  if (init === null) return () => ref;
  return (p, a, b, c, d) => {
    if (once && cell.value !== undefined) return ref;
    env.define(cell, init(p, a, b, c, d));
    return ref;
  };
}

/** def when its value may wait. */
export function resumableDef(env: Environment, name: string, init: Node, once: boolean): Node {
  const cell = env.cell(name);
  const ref = new VarRef(name);
  const define = (v: Value): Value => {
    env.define(cell, v);
    return ref;
  };
  return (p, a, b, c, d) => {
    if (once && cell.value !== undefined) return ref;
    const v = init(p, a, b, c, d);
    return v instanceof Suspension ? v.push(define) : define(v);
  };
}

/** A tool as a function of one map, or of nothing. */
export function toolRefNode(env: Environment, name: string): Node {
  const f = new NativeFn(`tool/${name}`, 0, 1, (args) => callTool(env, name, args[0] ?? PMap.EMPTY), true);
  return () => f;
}

export function toolNode(env: Environment, name: string, args: Node | null, span: Span): Node {
  return (p, a, b, c, d) => {
    const v = args === null ? PMap.EMPTY : args(p, a, b, c, d);
    setSite(span);
    return callTool(env, name, v);
  };
}

function callTool(env: Environment, name: string, args: Value): Value {
  if (!(args instanceof PMap))
    fault("type_error", `tool/${name} takes its arguments in one map.`, `Write (tool/${name} {:key value}).`);
  if (env.tools === null) fault("unknown_tool", `There is no tool ${name}.`, "No tools are granted to this program.");
  return env.tools(name, args);
}
