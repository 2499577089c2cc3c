// Programs that recurse, or build what others must recurse through.

import type { Attack } from "./attack.ts";

export const deep: readonly Attack[] = [
  { name: "calls itself", body: "const f = (n) => 1 + f(n + 1); return f(0)", ends: "stack_overflow" },
  {
    name: "calls itself and catches it",
    body: "const f = () => { try { return f() } catch { return f() } }; return f()",
    ends: "timeout",
  },
  {
    name: "parses JSON a million deep",
    body: "return JSON.parse('['.repeat(1e6) + ']'.repeat(1e6)).length",
    ends: "stack_overflow",
  },
  {
    name: "evaluates a million brackets",
    body: "return eval('('.repeat(1e6) + '0' + ')'.repeat(1e6))",
    ends: "stack_overflow",
  },
  {
    name: "evaluates a million nots",
    body: "return eval('!'.repeat(1e6) + '0')",
    ends: "stack_overflow",
  },
  {
    name: "answers with a list in a list in a list",
    body: "let a = []; for (let i = 0; i < 3e5; i++) a = [a]; return a",
    ends: "timeout",
  },
  {
    name: "nests groups of a pattern",
    body: "return new RegExp('('.repeat(2e5) + ')'.repeat(2e5)).test('')",
    ends: "tool_threw",
  },
  {
    name: "binds a function to itself",
    body: "let f = () => 1; for (let i = 0; i < 3e5; i++) f = f.bind(null); return f()",
    ends: "memory_exceeded",
  },
  {
    name: "wraps proxies in proxies",
    body: "let p = {}; for (let i = 0; i < 1e5; i++) p = new Proxy(p, {}); return p.x",
    ends: "stack_overflow",
  },
  {
    name: "inherits too far",
    body: "let o = {}; for (let i = 0; i < 2e5; i++) o = Object.create(o); return { x: o.nothing === undefined }",
    ends: { gives: { x: true } },
  },
  {
    name: "reads a getter that reads itself",
    body: "const o = { get a() { return this.a } }; return o.a",
    ends: "stack_overflow",
  },
  {
    name: "turns itself into text",
    body: "const a = []; a[0] = { toString: () => String(a) }; return String(a)",
    ends: "stack_overflow",
  },
  {
    name: "flattens without end",
    body: "let a = [1]; for (let i = 0; i < 2e5; i++) a = [a]; return a.flat(Infinity)",
    ends: "stack_overflow",
  },
  {
    name: "recurses in toJSON",
    body: "return { toJSON() { return [{ toJSON: this.toJSON }] } }",
    ends: "stack_overflow",
  },
  {
    name: "recurses in a comparator",
    body: "const f = (a, b) => [2, 1].sort(f).length; return [2, 1].sort(f)",
    ends: "stack_overflow",
  },
  {
    name: "recurses in a replacer",
    body: "const f = (x) => 'x'.replace(/x/, f); return f('x')",
    ends: "stack_overflow",
  },
  {
    name: "recurses in becoming a primitive",
    body: "const o = { [Symbol.toPrimitive]: () => o + 1 }; return o + 1",
    ends: "stack_overflow",
  },
  {
    name: "recurses in a proxy's trap",
    body: "const p = new Proxy({}, { get: (t, k) => p[k] }); return p.x",
    ends: "stack_overflow",
  },
  {
    name: "recurses in the keys of its answer",
    body: "const p = new Proxy({}, { ownKeys: () => Reflect.ownKeys(p) }); return p",
    ends: "stack_overflow",
  },
  {
    name: "recurses in an accessor of its answer",
    body: "return { get a() { return this.a } }",
    ends: "stack_overflow",
  },
  {
    name: "recurses in an iterator",
    body: "const o = { [Symbol.iterator]: () => [...o][Symbol.iterator]() }; return [...o]",
    ends: "stack_overflow",
  },
  {
    name: "recurses in its constructor",
    body: "class A { constructor() { new A() } } return new A()",
    ends: "stack_overflow",
  },
  {
    name: "recurses by eval",
    body: "globalThis.again = () => eval('again()'); return again()",
    ends: "stack_overflow",
  },
  {
    name: "recurses without waiting, asynchronously",
    body: "const f = async () => { await f() }; await f()",
    ends: "stack_overflow",
  },
  {
    name: "delegates generators to generators",
    body: "function* g(n) { if (n > 0) yield* g(n - 1); yield n } return [...g(1e5)].length",
    ends: "stack_overflow",
  },
  {
    name: "extends classes of classes",
    body: "let C = class {}; for (let i = 0; i < 2e4; i++) C = class extends C {}; return typeof new C()",
    ends: "stack_overflow",
  },
  {
    name: "reads JSON of objects a million deep",
    body: "return JSON.parse('{\"a\":'.repeat(5e5) + '1' + '}'.repeat(5e5))",
    ends: "stack_overflow",
  },
  {
    name: "writes JSON of what is deep",
    body: "let o = {}; for (let i = 0; i < 1e5; i++) o = { o }; return JSON.stringify(o).length",
    ends: "timeout",
  },
  {
    name: "makes text of lists in lists",
    body: "let a = []; for (let i = 0; i < 1e5; i++) a = [a]; return String(a)",
    ends: "stack_overflow",
  },
  {
    name: "evaluates a hundred thousand lists",
    body: "return eval('['.repeat(1e5) + ']'.repeat(1e5))",
    ends: "stack_overflow",
  },
  {
    name: "evaluates a hundred thousand blocks",
    body: "return eval('{'.repeat(1e5) + '}'.repeat(1e5))",
    ends: "stack_overflow",
  },
  {
    name: "evaluates functions in functions",
    body: "return eval('(()=>'.repeat(2e4) + '1' + ')'.repeat(2e4))",
    ends: "stack_overflow",
  },
  {
    name: "evaluates templates in templates",
    body: "return eval('`${'.repeat(1e5) + '1' + '}`'.repeat(1e5))",
    ends: "stack_overflow",
  },
  { name: "evaluates a chain of conditions", body: "return eval('0?0:'.repeat(3e5) + '1')", ends: "stack_overflow" },
  {
    name: "evaluates a chain of assignments",
    body: "return eval('var a;' + 'a='.repeat(3e5) + '1')",
    ends: "stack_overflow",
  },
  { name: "evaluates a chain of else", body: "return eval('if(0);else '.repeat(1e5) + '1')", ends: "stack_overflow" },
  {
    name: "nests looks ahead in a pattern",
    body: "return new RegExp('(?='.repeat(1e5) + ')'.repeat(1e5)).test('')",
    ends: "stack_overflow",
  },
  {
    name: "nests classes of characters in a pattern",
    body: "return new RegExp('['.repeat(1e5) + 'a' + ']'.repeat(1e5), 'v').test('')",
    ends: "stack_overflow",
  },
  {
    name: "hides an overflow and answers",
    body: "let n = 0; const f = () => { n++; f() }; try { f() } catch {} return n > 100",
    ends: { gives: true },
  },
  {
    name: "throws what it caught when the stack was full",
    body: "const f = () => f(); try { f() } catch (e) { throw e }",
    ends: "stack_overflow",
  },
  {
    name: "throws an error whose causes are deep",
    body: "let e = new Error('first'); for (let i = 0; i < 2e4; i++) e = new Error('more', { cause: e }); throw e",
    ends: "tool_threw",
    says: "more",
  },
  {
    name: "returns a chain of thenables",
    body: "let t = 7; for (let i = 0; i < 5e4; i++) { const before = t; t = { then: (yes) => yes(before) } } return t",
    ends: { gives: 7 },
  },
  {
    name: "claims that the stack was full",
    body: "throw new Error('stack overflow')",
    ends: "tool_threw",
    says: "stack overflow",
  },
];
