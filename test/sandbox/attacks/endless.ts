// Programs that never end, in the engine or in native code that nothing interrupts.

import type { Attack } from "./attack.ts";

export const endless: readonly Attack[] = [
  { name: "loops", body: "while (true);", ends: "timeout" },
  {
    name: "loops and catches its interrupt",
    body: "for (;;) try { for (;;); } catch {} finally { continue }",
    ends: "timeout",
  },
  {
    name: "answers from a finally after the interrupt",
    body: "try { for (;;); } finally { return 'out' }",
    ends: "timeout",
  },
  { name: "doubles the ways of a pattern", body: "return /^(?:x|x)*$/.test('x'.repeat(45) + '-')", ends: "timeout" },
  { name: "nests loops of a pattern", body: "return /^(x+x+)+y/.test('x'.repeat(60))", ends: "timeout" },
  {
    name: "backtracks over a long text",
    body: "return /(?:.*)*y/.test('x'.repeat(120_000))",
    ends: "timeout",
  },
  {
    name: "joins a list of two thousand million holes",
    body: "const a = []; a[2 ** 31] = 0; return a.join('-').length",
    ends: "timeout",
  },
  {
    name: "turns round what claims to be endless",
    body: "return Array.prototype.reverse.call({ length: Number.MAX_SAFE_INTEGER })",
    ends: "timeout",
  },
  {
    name: "searches what claims to be endless",
    body: "return Array.prototype.includes.call({ length: 2 ** 52 }, 1)",
    ends: "timeout",
  },
  {
    name: "shifts what claims to be endless",
    body: "return Array.prototype.unshift.call({ length: 2 ** 52, 5: 1 }, 1)",
    ends: "timeout",
  },
  { name: "hides a loop in a getter of its answer", body: "return { get total() { for (;;); } }", ends: "timeout" },
  {
    name: "hides a loop in the keys of a proxy",
    body: "return new Proxy({}, { ownKeys() { for (;;); } })",
    ends: "timeout",
  },
  {
    name: "hides a loop in the prototype of a proxy",
    body: "return { a: new Proxy({}, { getPrototypeOf() { for (;;); } }), b: null }",
    ends: "timeout",
  },
  { name: "hides a loop in toJSON", body: "return { toJSON() { for (;;); } }", ends: "timeout" },
  {
    name: "throws an error whose message loops",
    body: "throw Object.defineProperty(new Error('a'), 'message', { get() { for (;;); } })",
    ends: "tool_threw",
  },
  {
    name: "throws a proxy that loops",
    body: "throw new Proxy(new Error('a'), { getOwnPropertyDescriptor() { for (;;); } })",
    ends: "timeout",
  },
  { name: "is a thenable that loops", body: "return { then() { for (;;); } }", ends: "timeout" },
  {
    name: "loops in the species of a list",
    body: "class L extends Array { static get [Symbol.species]() { return function () { return new Proxy([], { defineProperty() { for (;;); } }) } } } return L.of(1, 2).map((x) => x)",
    ends: "timeout",
  },
  {
    name: "multiplies great integers",
    body: "let b = 3n; for (;;) b *= b",
    ends: "tool_threw",
  },
  {
    name: "makes one long multiplication",
    body: "const b = (1n << 4_000_000n) - 1n; return String((b * b) & 1n)",
    ends: "tool_threw",
  },
  {
    name: "makes one long division",
    body: "return String(((1n << 8_000_000n) - 1n) / ((1n << 4_000_000n) - 5n) & 1n)",
    ends: "tool_threw",
  },
  {
    name: "writes a great integer as text",
    body: "return String(7n ** 2_000_000n).length",
    ends: "tool_threw",
  },
  {
    name: "fills bytes for ever",
    body: "const t = new Uint8Array(2e7); for (let i = 0; ; i++) t.fill(i)",
    ends: "timeout",
  },
  {
    name: "iterates a generator without end",
    body: "function* g() { for (;;) yield 1 } let n = 0; for (const x of g()) n += x",
    ends: "timeout",
  },
  {
    name: "drains an iterator without end",
    body: "return Iterator.from({ next: () => ({ done: false, value: 1 }) }).reduce((a, b) => a + b)",
    ends: "timeout",
  },
  {
    name: "sorts by a comparator that never decides",
    body: "return Array.from({ length: 3e4 }, (_, i) => i).sort(() => { for (;;); })",
    ends: "timeout",
  },
  {
    name: "stalls in its own replacer",
    body: "return 'x'.repeat(1000).replace(/x/g, () => { for (;;); })",
    ends: "timeout",
  },
  {
    name: "looks ahead by a pattern that backtracks",
    body: "return /(?=(?:x+)+-)y/.test('x'.repeat(50))",
    ends: "timeout",
  },
  {
    name: "repeats a back reference",
    body: "return /(x+)(x+)(x+)\\3*\\2*\\1*$-/.test('x'.repeat(4000))",
    ends: "timeout",
  },
  { name: "matches words that never end", body: "return /^([a-z]+)*@/.test('a'.repeat(60))", ends: "timeout" },
  {
    name: "finds nothing at a million places",
    body: "return [...'x'.repeat(3e5).matchAll(/x*?y/g)].length",
    ends: "timeout",
  },
  {
    name: "splits by a pattern that backtracks",
    body: "return 'x'.repeat(50).split(/(?:x+)+y/).length",
    ends: "timeout",
  },
  {
    name: "replaces by a pattern that backtracks",
    body: "return ('x'.repeat(200) + '!').replaceAll(/(?:x+)+\\?/g, '').length",
    ends: "timeout",
  },
  {
    name: "rewinds a sticky pattern",
    body: "const r = /x/y; const s = 'x'; for (;;) { r.lastIndex = 0; r.exec(s) }",
    ends: "timeout",
  },
  {
    name: "searches backwards in what claims to be endless",
    body: "return Array.prototype.lastIndexOf.call(new Proxy({ length: 2 ** 53 - 1 }, { has: () => true, get: (t, k) => (k === 'length' ? t.length : 0) }), 1)",
    ends: "timeout",
  },
  {
    name: "copies inside what claims to be endless",
    body: "return Array.prototype.copyWithin.call({ length: 2 ** 53 - 1 }, 0, 1)",
    ends: "timeout",
  },
  {
    name: "fills what claims to be endless",
    body: "return Array.prototype.fill.call(new Proxy({}, { get: () => 2 ** 53 - 1, set: () => true }), 0)",
    ends: "timeout",
  },
  {
    name: "cuts out of what claims to be endless",
    body: "return Array.prototype.splice.call({ length: 2 ** 53 - 1 }, 0, 1)",
    ends: "timeout",
  },
  {
    name: "joins what claims to be endless",
    body: "return Array.prototype.join.call({ length: 2 ** 40 }, '')",
    ends: "timeout",
  },
  {
    name: "writes raw text of what claims to be endless",
    body: "return String.raw({ raw: { length: 2 ** 53 - 1 } })",
    ends: "timeout",
  },
  {
    name: "makes a list of what claims to be endless",
    body: "return Array.from({ length: 2 ** 32 - 2 }).length",
    ends: "memory_exceeded",
  },
  {
    name: "spreads into arguments what claims to be endless",
    body: "return Math.max.apply(null, { length: 2 ** 31 - 1 })",
    ends: "tool_threw",
  },
  {
    name: "adds up what claims to be endless",
    body: "return Array.prototype.reduceRight.call({ length: 2 ** 53 - 1 }, (a) => a, 0)",
    ends: "timeout",
  },
  {
    name: "sorts a list that claims to be long",
    body: "const a = []; a.length = 2 ** 32 - 1; a.sort(); return a.length",
    ends: "timeout",
  },
  {
    name: "answers with a list that claims to be long",
    body: "const a = []; a.length = 2 ** 31; return a",
    ends: "bad_result",
  },
  {
    name: "answers with a proxy of a list that grows",
    body: "return new Proxy([], { get: (t, k) => (k === 'length' ? 2 ** 32 - 1 : k === 'toJSON' ? undefined : 1) })",
    ends: "timeout",
  },
  {
    name: "answers with a proxy whose every value is another",
    body: "const f = () => new Proxy({}, { ownKeys: () => ['a', 'b'], getOwnPropertyDescriptor: () => ({ value: 1, enumerable: true, configurable: true }), get: (t, k) => (k === 'toJSON' ? undefined : f()) }); return f()",
    ends: "timeout",
  },
  {
    name: "answers with a value that another read changes",
    body: "let n = 0; return { get a() { return n++ % 2 === 0 ? { b: 1 } : 'forged' } }",
    ends: { gives: { a: { b: 1 } } },
  },
  { name: "compares by a value that loops", body: "return { valueOf() { for (;;); } } > 1", ends: "timeout" },
  {
    name: "becomes a primitive that loops",
    body: "return `${{ [Symbol.toPrimitive]() { for (;;); } }}`",
    ends: "timeout",
  },
  {
    name: "asks whether it is an instance, for ever",
    body: "return {} instanceof { [Symbol.hasInstance]() { for (;;); } }",
    ends: "timeout",
  },
  {
    name: "iterates what forgets to end",
    body: "return [...{ [Symbol.iterator]: () => ({ next: () => ({ done: false }) }) }].length",
    ends: "memory_exceeded",
  },
  {
    name: "takes entries that never end",
    body: "return Object.fromEntries((function* () { for (let i = 0; ; i++) yield ['k' + (i % 10), i] })())",
    ends: "timeout",
  },
  {
    name: "makes a set of what never ends",
    body: "return new Set((function* () { for (let i = 0; ; i++) yield i })()).size",
    ends: "memory_exceeded",
  },
  { name: "revives JSON for ever", body: "return JSON.parse('[1]', () => { for (;;); })", ends: "timeout" },
  {
    name: "revives what it has just added",
    body: "return JSON.parse('{\"a\":0,\"b\":0}', function (k, v) { if (k === 'a') this.b = { a: 0, b: 0 }; return v })",
    ends: "stack_overflow",
  },
  {
    name: "replaces while it writes JSON, for ever",
    body: "return JSON.stringify({ a: 1 }, function (k, v) { return { a: v } })",
    ends: "timeout",
  },
  {
    name: "reads a number of ten million digits",
    body: "return String(BigInt('9'.repeat(1e7))).length",
    ends: "tool_threw",
  },
  { name: "raises a great integer to a great power", body: "return String(3n ** 4_000_000n % 7n)", ends: "tool_threw" },
  {
    name: "takes the remainder of great integers for ever",
    body: "const a = (1n << 900_000n) - 1n; const b = (1n << 450_000n) - 7n; let n = 0n; for (;;) n += a % b",
    ends: "timeout",
  },
  {
    name: "normalises a long text for ever",
    body: "const s = '\\u1E9B\\u0323'.repeat(3e5); for (;;) s.normalize('NFKD')",
    ends: "timeout",
  },
  {
    name: "changes the case of a long text for ever",
    body: "const s = 'İß'.repeat(3e5); for (;;) s.toLowerCase()",
    ends: "timeout",
  },
  {
    name: "compares long texts for ever",
    body: "const s = 'x'.repeat(4e6); for (let n = 0; ; n++) n += s.localeCompare(s + n)",
    ends: "timeout",
  },
  {
    name: "encodes a long text for ever",
    body: "const s = 'ä'.repeat(1e6); for (;;) decodeURIComponent(encodeURIComponent(s))",
    ends: "timeout",
  },
  { name: "parses dates for ever", body: "for (;;) Date.parse('1 '.repeat(1e6))", ends: "timeout" },
  {
    name: "locks itself in a finally",
    body: "for (;;) try { throw 1 } catch { continue } finally { continue }",
    ends: "timeout",
  },
  { name: "labels its loops", body: "a: for (;;) { b: for (;;) { continue a } }", ends: "timeout" },
  {
    name: "loops inside a class that is being made",
    body: "return new (class { x = (() => { for (;;); })() })()",
    ends: "timeout",
  },
  {
    name: "loops in a default of its parameters",
    body: "return ((a = (() => { for (;;); })()) => a)()",
    ends: "timeout",
  },
  { name: "loops in the name of a key", body: "return { [{ toString() { for (;;); } }]: 1 }", ends: "timeout" },
  { name: "loops in eval", body: "return (0, eval)('for (;;);')", ends: "timeout" },
  { name: "loops in a function made of text", body: "return new Function('for (;;);')()", ends: "timeout" },
  { name: "loops after an await", body: "await null; for (;;);", ends: "timeout" },
  {
    name: "loops in what a promise calls",
    body: "return await new Promise((yes) => Promise.resolve().then(() => { for (;;); }))",
    ends: "timeout",
  },
];
