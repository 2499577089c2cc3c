// What a tool can reach, all of it: the object graph as a tool itself finds it, compared with the reviewed list in
// globals.txt; and ways out that other engines have, tried one by one.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { hostname, tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createSandbox, type Sandbox } from "../../src/sandbox/sandbox.ts";
import { withSandboxFiles } from "../support/sandbox-files.ts";

withSandboxFiles();

const listed = "test/sandbox/globals.txt";
const MARK = "a-mark-that-only-the-environment-holds";
const folder = mkdtempSync(join(tmpdir(), "ptc-globals-"));
let sandbox: Sandbox;

async function answerOf(source: string | { readonly file: string }, args: object = {}): Promise<unknown> {
  const from = typeof source === "string" ? { name: "probe.js", source } : source;
  const ended = await sandbox.call(await sandbox.load(from), args);
  if (!ended.ok) throw new Error(`${ended.error.reason}: ${ended.error.message}`);
  return ended.value;
}

function probe(body: string): Promise<unknown> {
  return answerOf(`export const meta = { name: "probe", description: "A probe.", inputSchema: {} };
export default async function probe(args, host) {
${body}
}`);
}

/** The lines of the list that are paths: neither words about it nor headings. */
function pathsOf(text: string): string[] {
  return text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
}

/** The list with a heading for each global, and the words it began with. */
function written(lines: readonly string[], before: string): string {
  const head = before.split("\n").filter((line) => line.startsWith("# "));
  const groups = new Map<string, string[]>();
  for (const line of lines) {
    const [, name] = /^(?:[gs]et )?(<[^>]*>|[^.[:]+|\[[^\]]*\])/.exec(line) ?? [line, line];
    groups.set(name!, [...(groups.get(name!) ?? []), line]);
  }
  const parts = [...groups].map(([name, group]) => [`## ${name}`, ...group].join("\n"));
  return `${[head.join("\n"), ...parts].join("\n\n")}\n`;
}

describe.each(["worker", "process"] as const)("in a %s", (isolate) => {
  let walked: { readonly lines: readonly string[]; readonly texts: readonly string[] };
  beforeAll(async () => {
    process.env.PTC_GLOBALS_MARK = MARK;
    sandbox = createSandbox({
      root: folder,
      pool: { size: 1, isolate },
      limits: { timeoutMs: 30_000 },
      grants: { allow: ["kv:walk", "log", "secret:key"] },
      secrets: { key: MARK },
    });
    walked = (await answerOf({ file: "test/sandbox/globals-walk.js" })) as typeof walked;
    if (process.env.UPDATE !== undefined && isolate === "worker")
      writeFileSync(listed, written(walked.lines, readFileSync(listed, "utf8")));
  });
  afterAll(async () => {
    delete process.env.PTC_GLOBALS_MARK;
    await sandbox.close();
  });

  test("a tool reaches what is listed, all of it and nothing else", () => {
    const reviewed = new Set(pathsOf(readFileSync(listed, "utf8")));
    const found = new Set(walked.lines);
    expect([...found].filter((line) => !reviewed.has(line))).toEqual([]);
    expect([...reviewed].filter((line) => !found.has(line))).toEqual([]);
    expect(found.size).toBeGreaterThan(800);
  });

  test("the search sees what is there: a property, a symbol, a getter and a hidden prototype", async () => {
    const source = readFileSync("test/sandbox/globals-walk.js", "utf8");
    const planted = `globalThis.leak = { __proto__: { [Symbol("way")]: () => 1, get out() { return () => 2; } } };`;
    const { lines } = (await answerOf(`${planted}\n${source}`)) as typeof walked;
    const more = lines.filter((line) => !walked.lines.includes(line));
    expect(more).toEqual(
      expect.arrayContaining([
        "leak: object",
        "leak.[[Prototype]]: object",
        "leak.[[Prototype]][way]: function",
        "get leak.[[Prototype]].out: function",
        "leak.[[Prototype]].out as it is read: function",
      ]),
    );
  });

  test("no text in reach tells of the host", () => {
    const all = walked.texts.join("\n");
    for (const telling of [MARK, folder, process.cwd(), process.execPath, process.version, "sandbox-runner", "node:"])
      expect(all).not.toContain(telling);
    for (const telling of [hostname(), userInfo().username]) if (telling.length > 5) expect(all).not.toContain(telling);
    expect(all).toContain("filesystem:read:/etc/hostname");
  });

  test.each([
    ...["process", "require", "module", "exports", "global", "window", "self", "Buffer", "__dirname", "__filename"],
    ...["fetch", "XMLHttpRequest", "WebSocket", "EventSource", "Request", "Response", "WebAssembly", "crypto"],
    ...["Worker", "MessageChannel", "MessagePort", "BroadcastChannel", "postMessage", "onmessage", "parentPort"],
    ...["workerData", "importScripts", "structuredClone", "setTimeout", "setInterval", "setImmediate", "navigator"],
    ...["SharedArrayBuffer", "Atomics", "WeakRef", "FinalizationRegistry", "performance", "gc", "Intl", "Deno", "Bun"],
    ...["std", "os", "bjson", "print", "scriptArgs", "load", "loadScript", "loadFile", "evalScript", "__loadScript"],
    ...["File", "Blob", "URL", "Storage", "localStorage", "send", "ask", "prelude", "exported", "quickjs", "Module"],
  ])("there is no %s", async (name) => {
    const body = `const spelled = "typeof ${name}";
return [typeof globalThis["${name}"], (0, eval)(spelled), new Function("return " + spelled)(),
  await new (async () => {}).constructor("return " + spelled)(), "${name}" in globalThis,
  Reflect.ownKeys(globalThis).includes("${name}")];`;
    const none = "undefined";
    expect(await probe(body)).toEqual([none, none, none, none, false, false]);
  });

  test.each([
    ...["std", "os", "qjs:std", "qjs:os", "bjson", "fs", "node:fs", "node:worker_threads", "ptc", "tool", "./probe.js"],
    ...["/etc/hostname", "file:///etc/hostname", "data:text/javascript,export default 1", "http://127.0.0.1/x.js", ""],
  ])("import(%j) gives nothing", async (name) => {
    const said = JSON.stringify(name);
    const body = `const ways = [
  () => import(args.none ?? ${said}), () => (0, eval)("import(" + ${JSON.stringify(said)} + ")"),
  () => new Function("name", "return import(name)")(${said}),
  () => new (async () => {}).constructor("name", "return await import(name)")(${said}),
];
const ended = [];
for (const way of ways) {
  try { await way(); ended.push("imported"); } catch (e) { ended.push(e instanceof Error ? "refused" : "odd"); }
}
return ended;`;
    expect(await probe(body)).toEqual(["refused", "refused", "refused", "refused"]);
  });

  test.each([
    ["import declarations in what it evaluates", `(0, eval)('import * as os from "os"; os')`],
    ["import.meta in what it evaluates", `(0, eval)("import.meta")`],
    ["a loader of modules", `new Function('return import.meta.resolve("fs")')()`],
    ["the caller of a function", `(function f() { return f.caller.arguments })()`],
    ["a require that esbuild left", `require(["f", "s"].join(""))`],
  ])("%s: no way out", async (_, expression) => {
    const body = `try { return ["gives", typeof (${expression})]; } catch (e) { return ["refused", e.name]; }`;
    expect(await probe(body)).toEqual(["refused", expect.stringMatching(/^(Syntax|Reference|Type)?Error$/)]);
  });

  test("messages of a worker do not reach a tool, nor its to the worker", async () => {
    const body = `const heard = [];
globalThis.onmessage = (m) => heard.push(m);
globalThis.addEventListener = () => heard.push("listened");
await host.kv.get("walk", "x").catch(() => {});
return heard;`;
    expect(await probe(body)).toEqual([]);
  });
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));
