// Programs that look for a way out of the engine, or for what the last call left there.

import type { Attack } from "./attack.ts";

export const nosy: readonly Attack[] = [
  {
    name: "looks for the host in Function",
    body: "const g = Function('return this')(); return [typeof g.process, typeof g.require, typeof g.module, typeof g.fetch, typeof (0, eval)('this').Deno]",
    ends: { gives: Array(5).fill("undefined") },
  },
  {
    name: "looks for the host behind its arguments",
    body: "return [args.constructor.constructor('return typeof process')(), host.log.constructor('return typeof process')(), typeof host.constructor]",
    ends: { gives: ["undefined", "undefined", "undefined"] },
    args: { a: 1 },
  },
  {
    name: "spoils what it was given",
    body: "args.__proto__.polluted = 1; args.a = 2; Object.prototype.spoilt = 1; return args.a",
    ends: { gives: 2 },
    args: { a: 1 },
  },
  { name: "changes its host", body: "'use strict'; host.log = 1", ends: "tool_threw" },
  {
    name: "changes a part of its host",
    body: "'use strict'; host.filesystem.read = () => 'forged'",
    ends: "tool_threw",
  },
  {
    name: "imports a module at run time",
    body: "try { return typeof await import(['f', 's'].join('')) } catch { return 'refused' }",
    ends: { gives: "refused" },
  },
  {
    name: "looks for timers",
    body: "return [typeof setTimeout, typeof setInterval, typeof setImmediate, typeof performance]",
    ends: { gives: Array(4).fill("undefined") },
  },
  {
    name: "looks for the time",
    body: "const d = Date.now(); for (let i = 0; i < 2e5; i++); return [d, Date.now() - d, new Date().getTime(), new (new Date(1).constructor)().getTime(), new Date().getTimezoneOffset()]",
    ends: { gives: [0, 0, 0, 0, 0] },
  },
  { name: "draws numbers twice", body: "return Math.random() === Math.random()", ends: { gives: false } },
  {
    name: "looks for shared memory",
    body: "return [typeof SharedArrayBuffer, typeof Atomics, typeof WebAssembly, typeof WeakRef, typeof FinalizationRegistry]",
    ends: { gives: Array(5).fill("undefined") },
  },
  {
    name: "looks for the engine's own modules",
    body: "return [typeof std, typeof os, typeof bjson, typeof print, typeof scriptArgs, typeof gc]",
    ends: { gives: Array(6).fill("undefined") },
  },
  {
    name: "asks who called it",
    body: "function f() { try { return typeof f.caller + typeof arguments.callee.caller } catch { return 'refused' } } return (() => f())()",
    ends: { gives: "refused" },
  },
  {
    name: "shortens the list it sorts",
    body: "const a = Array.from({ length: 2e4 }, (_, i) => i); a.sort(() => { a.length = 0; return Math.random() - 0.5 }); return a.length <= 2e4",
    ends: { gives: true },
  },
  {
    name: "detaches bytes while it writes them",
    body: "const b = new ArrayBuffer(8, { maxByteLength: 64 }); const t = new Uint8Array(b); t.set({ length: 4, get 0() { b.resize(0); return 1 }, 1: 1, 2: 1, 3: 1 }); return t.length",
    ends: { gives: 0 },
  },
  {
    name: "reads beyond its bytes",
    body: "const d = new DataView(new ArrayBuffer(8)); try { return d.getFloat64(1 << 30) } catch (e) { return e.name }",
    ends: { gives: "RangeError" },
  },
  {
    name: "leaves something for the next call",
    body: "globalThis.left = (globalThis.left ?? 0) + 1; Array.prototype.left = 1; return globalThis.left",
    ends: { gives: 1 },
  },
  {
    name: "searches a long text for a long text",
    body: "return ('a'.repeat(2e5) + 'b').indexOf('a'.repeat(1e5) + 'c')",
    ends: "timeout",
  },
  {
    name: "looks for the host through other kinds of functions",
    body: "const kinds = [async () => {}, function* () {}, async function* () {}]; return kinds.map((f) => { try { const r = f.constructor('return typeof process')(); return typeof r } catch (e) { return e.name } })",
    ends: { gives: ["object", "object", "object"] },
  },
  {
    name: "runs what other kinds of functions made of text",
    body: "return await (async () => {}).constructor('return [typeof process, typeof require, typeof globalThis.fetch]')()",
    ends: { gives: ["undefined", "undefined", "undefined"] },
  },
  {
    name: "imports by text",
    body: "const all = []; for (const name of ['fs', 'node:fs', 'std', 'os', './probe.js', 'data:text/javascript,export default 1']) all.push(await import(name).then(() => 'loaded', () => 'refused')); return all",
    ends: { gives: ["refused", "refused", "refused", "refused", "refused", "refused"] },
  },
  {
    name: "imports from text that is evaluated",
    body: "return await (0, eval)('import(\"fs\")').then(() => 'loaded', () => 'refused')",
    ends: { gives: "refused" },
  },
  {
    name: "asks for its own module",
    body: "try { return typeof new Function('return import.meta')() } catch (e) { return e.name }",
    ends: { gives: "SyntaxError" },
  },
  {
    name: "reads paths of the host from a stack",
    body: "const s = new Error('x').stack + (() => { try { null.x } catch (e) { return e.stack } })(); return /[\\\\/](home|root|tmp|work|usr|node_modules)[\\\\/]|file:|node:/.test(s)",
    ends: { gives: false },
  },
  {
    name: "asks what it runs on",
    body: "return [typeof navigator, typeof window, typeof self, typeof global, typeof Bun, typeof Deno, typeof __dirname, typeof module, typeof exports]",
    ends: {
      gives: [
        "undefined",
        "undefined",
        "undefined",
        "undefined",
        "undefined",
        "undefined",
        "undefined",
        "undefined",
        "undefined",
      ],
    },
  },
  {
    name: "counts what is global twice",
    body: "globalThis.extra = 1; return Reflect.ownKeys(globalThis).filter((k) => k === 'extra').length",
    ends: { gives: 1 },
    times: 2,
  },
  {
    name: "keeps its host for the next call",
    body: "const before = typeof globalThis.kept; globalThis.kept = host; return before",
    ends: { gives: "undefined" },
    times: 3,
  },
  {
    name: "keeps a promise of its host for the next call",
    body: "const before = typeof globalThis.later; globalThis.later = host.clock.now().catch(() => 'old'); return before",
    ends: { gives: "undefined" },
    times: 2,
  },
  {
    name: "spoils prototypes for the next call",
    body: "const was = [typeof Array.prototype.map, typeof ({}).polluted, JSON.stringify([1])]; Array.prototype.map = 1; Object.prototype.polluted = 1; JSON.stringify = () => 'forged'; return was",
    ends: { gives: ["function", "undefined", "[1]"] },
    times: 3,
  },
  {
    name: "registers names for the next call",
    body: "const s = Symbol.for('left'); const was = s.description in globalThis; globalThis.left = 1; return was",
    ends: { gives: false },
    times: 2,
  },
  {
    name: "finds old memory",
    body: "const all = []; for (let i = 0; i < 100; i++) { const a = new Uint8Array(1e5); if (a.some((x) => x !== 0)) return 'found'; a.fill(165); all.push(a) } return 'nothing'",
    ends: { gives: "nothing" },
    times: 2,
  },
  {
    name: "finds old memory in words",
    body: "const a = new Float64Array(1e6); return a.some((x) => x !== 0)",
    ends: { gives: false },
    times: 2,
  },
  {
    name: "tells the place by the language",
    body: "const d = new Date(86_400_000 * 20); return [typeof Intl, d.getTimezoneOffset(), d.toString().includes('GMT+0000'), d.getHours()]",
    ends: { gives: ["undefined", 0, true, 0] },
  },
  {
    name: "tells the time by a date of its own kind",
    body: "return [Reflect.construct(Date, [], Object).constructor === Object, new (class extends Date {})().getTime(), Date.prototype.constructor.now(), Date().slice(0, 15)]",
    ends: { gives: [true, 0, 0, "Thu Jan 01 1970"] },
  },
  {
    name: "measures time with a loop of promises",
    body: "const a = Date.now(); for (let i = 0; i < 1000; i++) await null; return Date.now() - a",
    ends: { gives: 0 },
  },
  {
    name: "draws the same numbers again",
    body: "return [Math.random(), Math.random()].every((x) => x >= 0 && x < 1)",
    ends: { gives: true },
    times: 2,
  },
  {
    name: "looks for what is collected",
    body: "return [typeof WeakRef, typeof FinalizationRegistry, typeof new WeakMap().get]",
    ends: { gives: ["undefined", "undefined", "function"] },
  },
  {
    name: "waits without end on memory",
    body: "return [typeof Atomics, (() => { try { return Atomics.wait(new Int32Array(new SharedArrayBuffer(8)), 0, 0) } catch (e) { return e.name } })()]",
    ends: { gives: ["undefined", "ReferenceError"] },
  },
  {
    name: "shares memory by another name",
    body: "const B = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true }); return typeof B",
    ends: "tool_threw",
  },
  {
    name: "reads the source of its host",
    body: "return [typeof host.log.toString(), /ask|send/.test(Object.getOwnPropertyNames(host).join())]",
    ends: { gives: ["string", false] },
  },
  {
    name: "calls what its host is made of",
    body: "return ['call', 'apply', 'bind'].map((k) => typeof host.log[k].constructor('return this.process')())",
    ends: { gives: ["undefined", "undefined", "undefined"] },
  },
  {
    name: "walks up from its host",
    body: "return [Object.getPrototypeOf(host), Object.getPrototypeOf(host.filesystem), Object.isFrozen(host), Object.isFrozen(host.kv)]",
    ends: { gives: [null, null, true, true] },
  },
  {
    name: "takes the host's functions for constructors",
    body: "try { return typeof new host.log('info', 'x') } catch (e) { return e.name }",
    ends: { gives: "TypeError" },
  },
  {
    name: "makes its own host",
    body: "return Object.create(host, { log: { value: () => 'shadow' } }).log()",
    ends: { gives: "shadow" },
  },
];
