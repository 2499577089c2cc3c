// ptc eval --batch as a long-running process: what a transcript cannot show.

import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterEach, expect, test } from "vitest";
import { builtFolder, cleanEnvironment } from "./built.ts";

const running: ChildProcessWithoutNullStreams[] = [];

function start(...flags: string[]): ChildProcessWithoutNullStreams {
  const ptc = spawn(process.execPath, [join(builtFolder(), "ptc.js"), "eval", "--batch", ...flags], {
    env: cleanEnvironment(tmpdir()),
  });
  running.push(ptc);
  return ptc;
}

afterEach(() => {
  for (const ptc of running.splice(0)) ptc.kill("SIGKILL");
});

/** Sends one request and waits for its answer, with standard input left open. */
function conversation(ptc: ChildProcessWithoutNullStreams): (request: unknown) => Promise<unknown> {
  const answers = createInterface({ input: ptc.stdout })[Symbol.asyncIterator]();
  return async (request) => {
    ptc.stdin.write(`${JSON.stringify(request)}\n`);
    return JSON.parse((await answers.next()).value as string);
  };
}

async function exitCode(ptc: ChildProcessWithoutNullStreams): Promise<number | null> {
  return ptc.exitCode ?? (await once(ptc, "exit"))[0];
}

async function textOf(stream: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

test("each answer arrives before the next request is sent", async () => {
  const ptc = start();
  const ask = conversation(ptc);
  for (const n of [1, 2, 3])
    expect(await ask({ id: n, source: `(* ${n} ${n})` })).toEqual({
      id: n,
      ok: true,
      value: String(n * n),
      json: n * n,
    });
  expect(await ask(["not a request"])).toMatchObject({ id: null, ok: false });
  expect(await ask({ id: 4, source: "(def x" })).toMatchObject({ id: 4, ok: false, error: { reason: "parse_error" } });
  ptc.stdin.end();
  expect(await exitCode(ptc)).toBe(0);
});

test("a request may arrive in pieces, cut inside a character", async () => {
  const ptc = start();
  const bytes = Buffer.from('{"id":1,"source":"(count \\"é👍\\")"}\n');
  for (const byte of bytes) {
    ptc.stdin.write(Buffer.from([byte]));
    await new Promise(setImmediate);
  }
  ptc.stdin.end();
  expect(await textOf(ptc.stdout)).toBe('{"id":1,"ok":true,"value":"2","json":2}\n');
});

test("a line beyond 64 MiB is refused without being kept, and the next one is answered", async () => {
  const ptc = start();
  const answered = textOf(ptc.stdout);
  const piece = Buffer.alloc(1024 ** 2, "x");
  ptc.stdin.write('{"id":1,"source":"');
  for (let i = 0; i < 65; i++) if (!ptc.stdin.write(piece)) await once(ptc.stdin, "drain");
  ptc.stdin.end('"}\n{"id":2,"source":"2"}\n');
  const [first, second] = (await answered).split("\n");
  expect(JSON.parse(first!)).toMatchObject({
    id: null,
    ok: false,
    error: { reason: "invalid_request", message: "The line is longer than 64 MiB." },
  });
  expect(second).toBe('{"id":2,"ok":true,"value":"2","json":2}');
});

test("a reader that does not read holds the requests back", async () => {
  const ptc = start();
  // Requests fill a pipe after a few, and answers too.
  const source = `(apply str (repeat 100000 \\x)) ${" ".repeat(50_000)}`;
  const request = `${JSON.stringify({ id: 1, source })}\n`;
  let sent = 0;
  while (sent < 500 && (ptc.stdin.write(request) || (await drained(ptc)))) sent++;
  expect(sent).toBeLessThan(500);
  ptc.stdin.end();
  const lines = createInterface({ input: ptc.stdout });
  let answered = 0;
  for await (const line of lines) if (line.startsWith('{"id":1,"ok":true')) answered++;
  expect(answered).toBe(sent + 1);
});

/** True once more can be written, false when that does not come about in a while. */
async function drained(ptc: ChildProcessWithoutNullStreams): Promise<boolean> {
  const waited = new AbortController();
  const timer = setTimeout(() => waited.abort(), 1_000);
  try {
    await once(ptc.stdin, "drain", { signal: waited.signal });
    return true;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}

test("a reader that goes away ends the process quietly, although more could be asked", async () => {
  const ptc = start();
  const ask = conversation(ptc);
  await ask({ id: 1, source: "1" });
  const complaints = textOf(ptc.stderr);
  ptc.stdin.on("error", () => {}); // it may end before the last request is written
  ptc.stdout.destroy();
  for (let i = 0; i < 3; i++) ptc.stdin.write('{"id":2,"source":"2"}\n');
  expect(await exitCode(ptc)).toBe(0);
  expect(await complaints).toBe("");
});

test("programs that exhaust a limit leave the process able to answer", async () => {
  const ptc = start("--fuel", "200_000", "--memory", "16m");
  const ask = conversation(ptc);
  const reasons: unknown[] = [];
  for (const source of [
    "(loop [] (recur))",
    "(defn f [n] (inc (f n))) (f 1)",
    '(reduce (fn [s _] (str s s)) "ab" (range 60))',
    "(vec (range 1e9))",
    `${"(".repeat(100_000)}`,
    "(iterate inc 0)",
  ])
    reasons.push(((await ask({ id: 1, source })) as { error: { reason: string } }).error.reason);
  expect(reasons).toEqual([
    "fuel_exceeded",
    "depth_exceeded",
    "memory_exceeded",
    "memory_exceeded",
    "parse_error",
    "type_error",
  ]);
  expect(await ask({ id: 7, source: "(+ 3 4)" })).toEqual({ id: 7, ok: true, value: "7", json: 7 });
});
