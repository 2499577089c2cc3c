// Programs that fill the queue of promise jobs, or leave their answer open.

import type { Attack } from "./attack.ts";

export const floods: readonly Attack[] = [
  {
    name: "promises for ever",
    body: "const go = () => Promise.resolve().then(go); return go()",
    ends: "too_many_jobs",
  },
  { name: "awaits for ever", body: "for (;;) await 0", ends: "too_many_jobs" },
  {
    name: "iterates without end, asynchronously",
    body: "async function* g() { for (;;) yield 0 } for await (const x of g());",
    ends: "too_many_jobs",
  },
  {
    name: "starts a flood and answers",
    body: "const go = () => Promise.resolve().then(go); go(); return 'answered'",
    ends: { gives: "answered" },
  },
  { name: "awaits a promise nobody settles", body: "await new Promise(() => {})", ends: "no_answer" },
  {
    name: "makes a million promises",
    body: "await Promise.all(Array.from({ length: 1e6 }, async () => 0))",
    ends: "memory_exceeded",
  },
  {
    name: "answers with itself as a thenable",
    body: "const t = { then(yes) { yes(t) } }; return t",
    ends: "too_many_jobs",
  },
  {
    name: "queues small jobs for ever",
    body: "const go = () => queueMicrotask(go); go(); await new Promise(() => {})",
    ends: "tool_threw",
  },
  {
    name: "awaits in a finally for ever",
    body: "for (;;) try { await 0 } finally { await 0; continue }",
    ends: "too_many_jobs",
  },
  {
    name: "races promises for ever",
    body: "for (;;) await Promise.race([new Promise(() => {}), 0])",
    ends: "too_many_jobs",
  },
  {
    name: "awaits thenables for ever",
    body: "const t = { then: (yes) => yes(0) }; for (;;) await t",
    ends: "too_many_jobs",
  },
  { name: "awaits a thenable that never says anything", body: "await { then() {} }", ends: "no_answer" },
  {
    name: "is a thenable that throws",
    body: "return { then() { throw new Error('not today') } }",
    ends: "tool_threw",
    says: "not today",
  },
  {
    name: "is a thenable by a getter",
    body: "return { get then() { throw new Error('no then') } }",
    ends: "tool_threw",
    says: "no then",
  },
  {
    name: "is a thenable that settles after it threw",
    body: "return { then(yes) { yes('first'); throw new Error('second') } }",
    ends: { gives: "first" },
  },
  {
    name: "doubles its jobs each time",
    body: "const go = () => { Promise.resolve().then(go); Promise.resolve().then(go) }; go(); await new Promise(() => {})",
    ends: "timeout",
  },
  {
    name: "waits for itself",
    body: "const p = (async () => { await 0; return p })(); return p",
    ends: "tool_threw",
  },
  {
    name: "asks a generator for more before it answered",
    body: "async function* g() { for (;;) yield await 0 } const it = g(); for (;;) { it.next(); await 0 }",
    ends: "too_many_jobs",
  },
  {
    name: "rejects a hundred thousand promises",
    body: "for (let i = 0; i < 1e5; i++) Promise.reject(i); return 'done'",
    ends: { gives: "done" },
  },
  {
    name: "collects a hundred thousand promises of nothing",
    body: "const all = Array.from({ length: 1e5 }, () => Promise.reject(new Error('x'))); await Promise.any(all)",
    ends: "memory_exceeded",
  },
  {
    name: "settles when a flood has begun",
    body: "const go = () => Promise.resolve().then(go); return new Promise((yes) => { go(); Promise.resolve().then(() => yes('in time')) })",
    ends: { gives: "in time" },
  },
];
