// Programs that want more memory than there is.

import type { Attack } from "./attack.ts";

export const hungry: readonly Attack[] = [
  {
    name: "asks for half a gigabyte of text",
    body: "return 'y'.repeat(2 ** 29).length",
    ends: "memory_exceeded",
  },
  { name: "doubles a text", body: "let s = 'ab'; for (;;) s += s + 1", ends: "tool_threw" },
  {
    name: "fills lists with lists",
    body: "const all = []; for (;;) all.push(Array.from({ length: 500 }, () => 0))",
    ends: "memory_exceeded",
  },
  {
    name: "asks for two gigabytes of bytes",
    body: "return new ArrayBuffer(2 ** 31 - 8).byteLength",
    ends: "memory_exceeded",
  },
  {
    name: "asks for bytes that may grow",
    body: "const b = new ArrayBuffer(16, { maxByteLength: 2 ** 31 - 8 }); b.resize(2 ** 30); return b.byteLength",
    ends: "memory_exceeded",
  },
  {
    name: "makes millions of keys",
    body: "const o = {}; for (let i = 0; i < 6e6; i++) o['key' + i] = i",
    ends: "memory_exceeded",
  },
  {
    name: "fills a map with keys that collide",
    body: "const m = new Map(); for (let i = 0; i < 3e6; i++) m.set(i * 2 ** 32, i); return m.size",
    ends: "memory_exceeded",
  },
  { name: "splits a long text", body: "return 'ab'.repeat(6e6).split('').length", ends: "memory_exceeded" },
  {
    name: "lets a replacement grow",
    body: "return 'a'.repeat(4e4).replaceAll('a', 'b'.repeat(6e4)).length",
    ends: "timeout",
  },
  {
    name: "keeps symbols",
    body: "const s = []; for (;;) s.push(Symbol('x'.repeat(1000) + s.length))",
    ends: "memory_exceeded",
  },
  {
    name: "keeps functions",
    body: "const f = []; for (;;) f.push(new Function('return ' + f.length))",
    ends: "timeout",
  },
  {
    name: "keeps patterns",
    body: "const f = []; for (;;) f.push(new RegExp('(a{50}){20}' + f.length))",
    ends: "memory_exceeded",
  },
  {
    name: "hides the lack of memory in a catch",
    body: "const a = []; for (;;) try { for (;;) a.push(new Uint8Array(1e5)) } catch { a.push(1) }",
    ends: "memory_exceeded",
  },
  {
    name: "asks for a page more inside a promise",
    body: "const a = []; await null; for (;;) a.push('z'.repeat(1e5) + a.length)",
    ends: "memory_exceeded",
  },
  {
    name: "makes a view of too much",
    body: "return new Float64Array(2 ** 28).length",
    ends: "tool_threw",
  },
  {
    name: "asks for bytes that may grow, and lets them be",
    body: "return new ArrayBuffer(8, { maxByteLength: 2 ** 31 - 1 }).byteLength",
    ends: { gives: 8 },
  },
  {
    name: "lets bytes grow bit by bit",
    body: "const b = new ArrayBuffer(1, { maxByteLength: 2 ** 28 }); for (let n = 1; ; n *= 2) b.resize(n)",
    ends: "memory_exceeded",
  },
  {
    name: "keeps views of many kinds",
    body: "const all = []; for (;;) for (const T of [Uint8Array, Float64Array, BigInt64Array, DataView]) all.push(new T(T === DataView ? new ArrayBuffer(1e5) : 1e4))",
    ends: "memory_exceeded",
  },
  {
    name: "moves bytes into larger ones",
    body: "let b = new ArrayBuffer(1024); for (;;) b = b.transfer ? b.transfer(b.byteLength * 2) : new ArrayBuffer(b.byteLength * 2)",
    ends: "memory_exceeded",
  },
  { name: "pads a text", body: "return 'a'.padEnd(2 ** 29, 'bc').length", ends: "memory_exceeded" },
  {
    name: "pads a text from the left, twice",
    body: "return 'a'.padStart(3e7).padStart(2 ** 30 - 2, 'z').length",
    ends: "memory_exceeded",
  },
  {
    name: "joins many long texts",
    body: "return new Array(3e4).fill('x'.repeat(1e4)).join('').length",
    ends: "memory_exceeded",
  },
  {
    name: "joins holes with a long text",
    body: "return new Array(1e5).join('x'.repeat(1e5)).length",
    ends: "memory_exceeded",
  },
  { name: "adds to a text without end", body: "let s = ''; for (;;) s += 'some more text'", ends: "timeout" },
  {
    name: "puts a text into a template, again and again",
    body: "let s = 'ab'; for (;;) s = `${s}${s}`",
    ends: "tool_threw",
  },
  {
    name: "lets a replacement quote what it replaces",
    body: "let s = 'ab'; for (let i = 0; i < 40; i++) s = s.replace(/.*/, '$&$&'); return s.length",
    ends: "memory_exceeded",
  },
  {
    name: "makes text of numbers without end",
    body: "const a = []; for (;;) a.push(String.fromCharCode(...new Array(5e4).fill(19968 + (a.length % 100))))",
    ends: "timeout",
  },
  {
    name: "writes JSON with ever more indent",
    body: "let a = []; for (let i = 0; i < 300; i++) a = [a, a.length]; const all = []; for (;;) all.push(JSON.stringify(a, null, 10) + all.length)",
    ends: "memory_exceeded",
  },
  {
    name: "writes its own JSON of what is shared",
    body: "let d = ['x'.repeat(1000)]; for (let i = 0; i < 20; i++) d = [d, d]; return JSON.stringify(d).length",
    ends: "memory_exceeded",
  },
  {
    name: "passes a million arguments",
    body: "return Math.max(...new Array(4e6).fill(1))",
    ends: "memory_exceeded",
  },
  {
    name: "keeps maps of maps",
    body: "const m = new Map(); for (let i = 0; ; i++) m.set({}, new Map([[i, new Set([i])]]))",
    ends: "memory_exceeded",
  },
  {
    name: "keeps weak maps",
    body: "const keep = []; const w = new WeakMap(); for (;;) { const k = {}; keep.push(k); w.set(k, new Array(50).fill(0)) }",
    ends: "memory_exceeded",
  },
  {
    name: "keeps generators",
    body: "const g = []; for (;;) { const it = (function* (x) { yield x })(new Array(100).fill(1)); it.next(); g.push(it) }",
    ends: "memory_exceeded",
  },
  {
    name: "keeps errors with their stacks",
    body: "const e = []; for (;;) e.push(new Error('x'.repeat(500) + e.length))",
    ends: "memory_exceeded",
  },
  {
    name: "chains errors by their causes",
    body: "let e = new Error('first'); for (;;) e = new Error('more', { cause: e })",
    ends: "memory_exceeded",
  },
  {
    name: "keeps closures",
    body: "const f = []; for (;;) { const big = new Array(200).fill(f.length); f.push(() => big) }",
    ends: "memory_exceeded",
  },
  {
    name: "keeps classes",
    body: "const c = []; for (;;) c.push(class { a = 1; b() { return 2 } static c = [] })",
    ends: "memory_exceeded",
  },
  {
    name: "keeps names for ever",
    body: "for (let i = 0; ; i++) Symbol.for('a name of its own ' + i)",
    ends: "timeout",
  },
  {
    name: "evaluates a long program",
    body: "return eval('1' + '+1'.repeat(3e6))",
    ends: "memory_exceeded",
  },
  {
    name: "makes a function of very many parameters",
    body: "return new Function(Array.from({ length: 3e5 }, (_, i) => 'a' + i).join(), 'return 1')()",
    ends: "tool_threw",
  },
  {
    name: "repeats repeats in a pattern",
    body: "return new RegExp('(?:' + '(?:a{1,1000}){1,1000}'.repeat(50) + '){1,1000}').test('a')",
    ends: { gives: false },
  },
  {
    name: "captures in many groups",
    body: "const r = new RegExp('(a)?'.repeat(250)); const all = []; for (;;) all.push(r.exec('a'.repeat(250)))",
    ends: "memory_exceeded",
  },
  { name: "shifts a bit very far", body: "return String(1n << 4_000_000_000n).length", ends: "tool_threw" },
  {
    name: "asks for a list of four thousand million",
    body: "return new Array(2 ** 32 - 1).fill(0).length",
    ends: "memory_exceeded",
  },
  {
    name: "flattens lists into one too long",
    body: "const a = new Array(5e3).fill(0); return new Array(5e4).fill(a).flat().length",
    ends: "memory_exceeded",
  },
  {
    name: "concatenates lists without end",
    body: "let a = [1, 2, 3]; for (;;) a = a.concat(a)",
    ends: "memory_exceeded",
  },
  {
    name: "fills what its answer would need",
    body: "const keep = []; try { for (;;) keep.push(new Uint8Array(5e5)) } catch {} return { kept: keep.length > 10, much: 'x'.repeat(7e6) }",
    ends: "memory_exceeded",
  },
  {
    name: "answers in an alphabet of three bytes a letter",
    body: "return '一'.repeat(7e6)",
    ends: "bad_result",
  },
  {
    name: "keeps promises that nobody settles",
    body: "const p = []; for (;;) p.push(new Promise(() => {}).then(() => p))",
    ends: "timeout",
  },
];
