// Programs that try to get more from their host than they may, and how each must end. What they find there: a folder
// `open` with a file, a file `closed.txt` beside it, links out of the folder, a server on this machine that echoes, a secret,
// tools to call. `PORT` in a body stands for the server's port, `OUTSIDE` for a path outside the sandbox's folder.

import type { Attack } from "./attack-programs.ts";

const declares = (...permissions: string[]): string =>
  `inputSchema: { type: "object" }, permissions: ${JSON.stringify(permissions)}`;
const denied = "permission_denied" as const;

const files = declares("filesystem:read:**", "filesystem:write:**");
const read = (path: string): string => `return await host.filesystem.read(${path})`;
const fileAttacks: readonly Attack[] = [
  { name: "reads what it did not declare", body: read('"open/a.txt"'), ends: denied, meta: declares() },
  { name: "reads what was not granted", body: read('"closed.txt"'), ends: denied, meta: files },
  { name: "climbs out", body: read('"open/../closed.txt"'), ends: denied, meta: files },
  { name: "climbs out of the root", body: read('"../../../../../../etc/passwd"'), ends: denied, meta: files },
  {
    name: "climbs with backslashes",
    body: read('"open\\\\..\\\\closed.txt"'),
    ends: [denied, "host_error", "bad_arguments"],
    meta: files,
  },
  {
    name: "climbs percent-encoded",
    body: read('"open/%2e%2e/closed.txt"'),
    ends: ["host_error", denied, "bad_arguments"],
    meta: files,
  },
  { name: "names an absolute path", body: read('"OUTSIDE"'), ends: denied, meta: files },
  {
    name: "ends a path early",
    body: read('"open/a.txt\\0.png"'),
    ends: ["bad_arguments", denied, "host_error"],
    meta: files,
  },
  { name: "follows a link out", body: read('"open/link.txt"'), ends: denied, meta: files },
  { name: "follows a link of a folder out", body: read('"open/folder/secret.txt"'), ends: denied, meta: files },
  {
    name: "looks at a link out",
    body: 'return await host.filesystem.stat("open/link.txt")',
    ends: denied,
    meta: files,
  },
  {
    name: "writes through a link",
    body: 'return await host.filesystem.write("open/link.txt", "x")',
    ends: [denied, "host_error"],
    meta: files,
  },
  {
    name: "writes through a folder's link",
    body: 'return await host.filesystem.write("open/folder/new.txt", "x")',
    ends: [denied, "host_error"],
    meta: files,
  },
  {
    name: "writes where it may only read",
    body: 'return await host.filesystem.write("readonly.txt", "x")',
    ends: denied,
    meta: files,
  },
  { name: "lists more than it may", body: 'return await host.filesystem.list("**")', ends: denied, meta: files },
  {
    name: "lists with a pattern that backtracks",
    body: 'return await host.filesystem.list("open/" + "*a".repeat(60))',
    ends: { gives: [] },
    meta: files,
  },
  {
    name: "reads a file a thousand times and more",
    body: 'for (let i = 0; i < 1500; i++) await host.filesystem.read("open/a.txt")',
    ends: "limit_exceeded",
    meta: files,
  },
  {
    name: "passes a path with a lying toJSON",
    body: read('{ toString: () => "open/a.txt", toJSON: () => "closed.txt" }'),
    ends: denied,
    meta: files,
  },
  {
    name: "makes arguments lie through Array.prototype.toJSON",
    body: `Array.prototype.toJSON = function () { return ["closed.txt"] }; ${read('"open/a.txt"')}`,
    ends: denied,
    meta: files,
  },
  {
    name: "makes arguments nothing",
    body: `Array.prototype.toJSON = () => undefined; ${read('"open/a.txt"')}`,
    ends: "bad_arguments",
    meta: files,
  },
  {
    name: "makes arguments an object",
    body: `Array.prototype.toJSON = () => ({ length: 1, 0: "open/a.txt", slice: 1 }); ${read('"open/a.txt"')}`,
    ends: "bad_arguments",
    meta: files,
  },
  {
    name: "swaps a link while it is read",
    body: "const all = await Promise.allSettled(Array.from({ length: 200 }, () => host.filesystem.read('open/racing.txt'))); return all.some((r) => r.status === 'fulfilled' && r.value !== 'fine')",
    ends: { gives: false },
    meta: files,
  },
];

const web = declares("http:fetch:*", "secret:key");
const fetching = (url: string, options = "{}"): string => `return (await host.http.fetch(${url}, ${options})).body`;
const spellings = [
  "http://127.0.0.1:PORT/",
  "http://127.1:PORT/",
  "http://0x7f000001:PORT/",
  "http://2130706433:PORT/",
  "http://0177.0.0.1:PORT/",
  "http://0:PORT/",
  "http://[::1]:PORT/",
  "http://[::ffff:127.0.0.1]:PORT/",
  "http://[::ffff:7f00:1]:PORT/",
  "http://[64:ff9b::7f00:1]:PORT/",
  "http://127。0。0。1:PORT/",
  "http://localhost:PORT/",
  "http://localhost.:PORT/",
  "http://169.254.169.254/latest/meta-data/",
  "http://[fe80::1]/",
  "http://10.0.0.1/",
  "http://100.64.0.1/",
  "http://192.168.1.1/",
];
const webAttacks: readonly Attack[] = [
  ...spellings.map((url): Attack => ({ name: `fetches ${url}`, body: fetching(`"${url}"`), ends: denied, meta: web })),
  { name: "reads a file by URL", body: fetching('"file:///etc/passwd"'), ends: "bad_arguments", meta: web },
  {
    name: "hides the host behind a user name",
    body: fetching('"http://allowed.example@127.0.0.1:PORT/"'),
    ends: "bad_arguments",
    meta: web,
  },
  ...["x-a\\r\\nhost: other", "x a", ""].map(
    (name): Attack => ({
      name: `sends the header ${JSON.stringify(name)}`,
      body: fetching('"http://127.0.0.1:PORT/"', `{ headers: { "${name}": "1" } }`),
      ends: "bad_arguments",
      meta: declares("http:fetch:127.0.0.1:PORT"),
    }),
  ),
  {
    name: "splits a header by its value",
    body: fetching('"http://127.0.0.1:PORT/"', '{ headers: { "x-a": "1\\r\\nx-b: 2" } }'),
    ends: "bad_arguments",
    meta: declares("http:fetch:127.0.0.1:PORT"),
  },
  {
    name: "names another host in a header",
    body: fetching('"http://127.0.0.1:PORT/"', '{ headers: { Host: "other" } }'),
    ends: "bad_arguments",
    meta: declares("http:fetch:127.0.0.1:PORT"),
  },
  {
    name: "uses a method it may not",
    body: fetching('"http://127.0.0.1:PORT/"', '{ method: "DELETE" }'),
    ends: denied,
    meta: declares("http:fetch:127.0.0.1:PORT"),
  },
  {
    name: "follows a redirect to where it may not",
    body: fetching('"http://127.0.0.1:PORT/away"'),
    ends: denied,
    meta: declares("http:fetch:127.0.0.1:PORT"),
  },
  { name: "reads a secret", body: 'return host.secret("key").includes("hunter2")', ends: { gives: false }, meta: web },
  {
    name: "has a secret echoed",
    body: fetching('"http://127.0.0.1:PORT/echo"', '{ headers: { "x-key": host.secret("key") } }').replace(
      ".body",
      ".body.includes('hunter2')",
    ),
    ends: { gives: false },
    meta: declares("http:fetch:127.0.0.1:PORT", "secret:key"),
  },
  {
    name: "has a secret echoed in base64",
    body: fetching(
      '"http://127.0.0.1:PORT/echo"',
      '{ as: "base64", headers: { "x-key": host.secret("key") } }',
    ).replace(".body", ".body.includes('aHVudGVyMi')"),
    ends: { gives: false },
    meta: declares("http:fetch:127.0.0.1:PORT", "secret:key"),
  },
  {
    name: "uses a secret it did not declare",
    body: fetching('"http://127.0.0.1:PORT/echo"', '{ headers: { "x-key": host.secret("key") } }'),
    ends: denied,
    meta: declares("http:fetch:127.0.0.1:PORT"),
  },
  {
    name: "makes a placeholder by hand",
    body: fetching('"http://127.0.0.1:PORT/echo"', '{ headers: { "x-key": "plain" }, method: "GET" }')
      .replace("await", "host.secret('key').length && await")
      .replace(".body", ".status"),
    ends: { gives: 200 },
    meta: declares("http:fetch:127.0.0.1:PORT"),
  },
  {
    name: "logs a secret",
    body: 'await host.log("info", host.secret("key")); return "logged"',
    ends: { gives: "logged" },
    meta: declares("log", "secret:key"),
  },
];

const nested = (name: string, args = "{}"): string => `return await host.tool("${name}", ${args})`;
const toolAttacks: readonly Attack[] = [
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
    body: read('"open/a.txt"'),
    ends: denied,
    meta: declares("tool:reader"),
  },
  {
    name: "gives another tool a name like a path",
    body: nested("../reader"),
    ends: [denied, "host_error", "bad_arguments"],
    meta: declares("tool:*"),
  },
  { name: "calls tools in a circle", body: nested("circle"), ends: "limit_exceeded", meta: declares("tool:circle") },
  {
    name: "calls tools that each call two",
    body: nested("fork"),
    ends: ["limit_exceeded", "timeout"],
    meta: `${declares("tool:fork")}, timeoutMs: 2500`,
  },
  {
    name: "calls a tool that loops",
    body: nested("loop"),
    ends: ["host_error", "timeout"],
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
];

const kv = `${declares("kv:mine")}, stateful: true`;
const floodAttacks: readonly Attack[] = [
  { name: "reads another's store", body: 'return await host.kv.get("yours", "a")', ends: denied, meta: kv },
  {
    name: "leaves its namespace by name",
    body: 'return await host.kv.get("mine/../yours", "a")',
    ends: [denied, "bad_arguments"],
    meta: kv,
  },
  {
    name: "keeps a value that is too large",
    body: 'return await host.kv.set("mine", "a", "x".repeat(1e6))',
    ends: "limit_exceeded",
    meta: kv,
  },
  {
    name: "fills the store",
    body: 'for (let i = 0; ; i++) await host.kv.set("mine", "k" + i, "x".repeat(200_000))',
    ends: "limit_exceeded",
    meta: kv,
  },
  {
    name: "uses keys like properties",
    body: 'await host.kv.set("mine", "__proto__", { a: 1 }); await host.kv.set("mine", "constructor", 2); return [await host.kv.get("mine", "__proto__"), await host.kv.get("mine", "toString")]',
    ends: { gives: [{ a: 1 }, null] },
    meta: kv,
  },
  {
    name: "keeps what is nested deeply",
    body: 'let a = 1; for (let i = 0; i < 5000; i++) a = [a]; return await host.kv.set("mine", "deep", a)',
    ends: ["limit_exceeded", "stack_overflow"],
    meta: kv,
  },
  {
    name: "floods the log",
    body: 'for (let i = 0; i < 300_000; i++) host.log("info", "line " + i).catch(() => {}); return "flooded"',
    ends: ["too_many_jobs", "memory_exceeded", "timeout"],
    meta: declares("log"),
  },
  {
    name: "floods the log with much",
    body: 'const s = "x".repeat(1e6); for (let i = 0; i < 30; i++) host.log("info", s).catch(() => {}); await null; return "flooded"',
    ends: { gives: "flooded" },
    meta: declares("log"),
  },
  {
    name: "floods the console",
    body: 'for (let i = 0; i < 3_000; i++) console.log("x".repeat(3000)); return 1',
    ends: { gives: 1 },
    meta: declares("log"),
  },
  {
    name: "logs what is shared a thousand million times",
    body: "let d = [1]; for (let i = 0; i < 26; i++) d = [d, d]; await host.log('info', 'd', d)",
    ends: ["tool_threw"],
    meta: declares("log"),
  },
  { name: "logs what it may not", body: 'return await host.log("info", "x")', ends: denied, meta: declares() },
  {
    name: "passes huge arguments",
    body: 'return await host.log("info", "x".repeat(9e6))',
    ends: "tool_threw",
    meta: declares("log"),
  },
  {
    name: "calls the host while its answer is written",
    body: 'return { a: null, get b() { host.log("info", "x").catch(() => {}); return [1, 2] }, toJSON() { host.log("info", NaN); return this.b } }',
    ends: "tool_threw",
    meta: declares("log"),
  },
  {
    name: "escapes the count of parts with a host call",
    body: 'return Array.from({ length: 600_000 }, () => ({ toJSON() { host.log("info", "x").catch(() => {}); return null } }))',
    ends: ["bad_result", "memory_exceeded", "timeout", "too_many_jobs"],
    meta: declares("log"),
  },
  {
    name: "sets traps in errors of the host",
    body: "Object.defineProperty(Error.prototype, 'name', { set() { throw 'caught' }, get: () => 'x', configurable: true }); await host.filesystem.read('closed.txt')",
    ends: denied,
    meta: files,
  },
  {
    name: "turns a refusal into an approval",
    body: "try { await host.filesystem.read('closed.txt') } catch (e) { e.name = 'approval_required'; e.reason = 'approval_required'; throw e }",
    ends: denied,
    meta: files,
  },
  {
    name: "lies about promises to its host",
    body: "Promise.prototype.then = function () { return 7 }; Promise.resolve = () => 7; return await host.filesystem.read('open/a.txt')",
    ends: { gives: "alpha" },
    meta: files,
  },
  {
    name: "makes every object a thenable",
    body: "Object.prototype.then = function (yes) { delete Object.prototype.then; yes('forged') }; const r = await host.filesystem.stat('open/a.txt'); return typeof r",
    ends: { gives: "string" },
    meta: files,
  },
  { name: "asks for the time without leave", body: "return await host.clock.now()", ends: denied, meta: declares() },
  { name: "asks for chance without leave", body: "return await host.random.uuid()", ends: denied, meta: declares() },
  {
    name: "asks for too much chance",
    body: "return await host.random.bytes(1e9)",
    ends: "bad_arguments",
    meta: declares("random"),
  },
  {
    name: "ends while its host works",
    body: 'host.http.fetch("http://127.0.0.1:PORT/never").catch(() => {}); return "gone"',
    ends: { gives: "gone" },
    meta: declares("http:fetch:127.0.0.1:PORT"),
  },
  {
    name: "waits for a server that never answers",
    body: fetching('"http://127.0.0.1:PORT/never"'),
    ends: ["timeout", "host_error"],
    meta: `${declares("http:fetch:127.0.0.1:PORT")}, timeoutMs: 400`,
  },
];

export const hostAttacks: readonly Attack[] = [...fileAttacks, ...webAttacks, ...toolAttacks, ...floodAttacks];
