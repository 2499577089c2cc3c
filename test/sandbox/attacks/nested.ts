// Programs that want more through other tools than they have themselves.

import { type Attack, declares, denied } from "./attack.ts";

const nested = (name: string, args = "{}"): string => `return await host.tool("${name}", ${args})`;
export const nestedAttacks: readonly Attack[] = [
  {
    name: "calls a tool it did not declare",
    body: nested("reader", '{ path: "open/a.txt" }'),
    ends: denied,
    meta: declares(),
  },
  { name: "calls a tool that was not granted", body: nested("private"), ends: denied, meta: declares("tool:*") },
  {
    name: "has another tool read what that may not",
    body: nested("reader", '{ path: "closed.txt" }'),
    ends: denied,
    meta: declares("tool:reader", "filesystem:read:**"),
  },
  {
    name: "reads itself what only another tool may",
    body: 'return await host.filesystem.read("open/a.txt")',
    ends: denied,
    meta: declares("tool:reader"),
  },
  {
    name: "gives another tool a name like a path",
    body: nested("../reader"),
    ends: "permission_denied",
    meta: declares("tool:*"),
  },
  { name: "calls tools in a circle", body: nested("circle"), ends: "limit_exceeded", meta: declares("tool:circle") },
  {
    name: "calls tools that each call two",
    body: nested("fork"),
    ends: "limit_exceeded",
    meta: `${declares("tool:fork")}, timeoutMs: 2500`,
  },
  {
    name: "calls a tool that loops",
    body: nested("loop"),
    ends: "host_error",
    meta: declares("tool:loop"),
  },
  {
    name: "is deterministic and calls one that is not",
    body: nested("reader", '{ path: "open/a.txt" }'),
    ends: denied,
    meta: `${declares("tool:reader")}, deterministic: true`,
  },
  {
    name: "passes a tool what it does not take",
    body: nested("reader", "{ path: 1 }"),
    ends: "host_error",
    meta: declares("tool:reader"),
  },
  {
    name: "has another tool pretend that an approval is missing",
    body: 'return await host.tool("liar", {})',
    ends: "host_error",
    says: "pay?",
    meta: declares("tool:liar"),
  },
  {
    name: "has its arguments come back as another's",
    body: 'const r = await host.tool("echo", JSON.parse(\'{"__proto__": {"polluted": 1}, "a": 1}\')); return [r.a, ({}).polluted ?? null]',
    ends: "tool_threw",
    meta: declares("tool:echo"),
  },
  {
    name: "calls a tool by a name that is a property",
    body: 'return await host.tool("constructor", {})',
    ends: "permission_denied",
    meta: declares("tool:*"),
  },
  {
    name: "calls a tool by a name that is no text",
    body: 'return await host.tool({ toString: () => "reader" }, { path: "open/a.txt" })',
    ends: "tool_threw",
    meta: declares("tool:*"),
  },
  {
    name: "calls a tool by a name with a zero in it",
    body: 'return await host.tool("reader\\u0000", { path: "open/a.txt" })',
    ends: "bad_arguments",
    meta: declares("tool:*"),
  },
  {
    name: "calls itself by its name",
    body: 'return await host.tool("probe", {})',
    ends: "permission_denied",
    meta: declares("tool:*"),
  },
  {
    name: "passes another tool what is nested deeply",
    body: 'let a = 1; for (let i = 0; i < 1000; i++) a = { a }; return await host.tool("echo", a)',
    ends: "limit_exceeded",
    meta: declares("tool:echo"),
  },
  {
    name: "passes another tool too much",
    body: 'return await host.tool("echo", { much: "x".repeat(9e6) })',
    ends: "tool_threw",
    meta: declares("tool:echo"),
  },
  {
    name: "calls another tool a thousand times at once",
    body: 'const all = await Promise.allSettled(Array.from({ length: 1100 }, () => host.tool("echo", { a: 1 }))); return all.filter((r) => r.status === "rejected").length',
    ends: { gives: 100 },
    meta: declares("tool:echo"),
  },
  {
    name: "answers while another tool loops",
    body: 'host.tool("loop", {}).catch(() => {}); return "gone"',
    ends: { gives: "gone" },
    meta: declares("tool:loop"),
  },
  {
    name: "runs out of time while another tool loops",
    body: 'return await host.tool("loop", {})',
    ends: "timeout",
    meta: `${declares("tool:loop")}, timeoutMs: 150`,
  },
];
