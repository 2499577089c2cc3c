// The pool under the sandbox, with members that do as they are told: who waits is told when nobody can serve them, and
// members beyond the size go when they are not needed.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { type Job, Pool } from "../../src/pool/pool.ts";

const folder = mkdtempSync(join(tmpdir(), "ptc-pool-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Order {
  readonly kind: "work" | "cancel";
  readonly id: number;
  readonly ms: number;
}
interface Report {
  readonly kind: "done";
  readonly id: number;
}
const write = (name: string, text: string): string => {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
};
const obedient = write(
  "obedient.mjs",
  `import { parentPort } from "node:worker_threads";
   parentPort.on("message", ({ kind, id, ms }) => kind === "work" && setTimeout(() => parentPort.postMessage({ kind: "done", id }), ms));
   parentPort.postMessage({ kind: "ready" });`,
);
const room = { heapMb: 32, stackMb: 4 };
const job = (ms: number, beyond = false): Job<Order, Report, string> => ({
  killAfterMs: 30_000,
  begin: (id) => ({ kind: "work", id, ms }),
  cancel: (id) => ({ kind: "cancel", id, ms: 0 }),
  receive: () => ({ value: "did it", doubtful: false }),
  beyond,
});

test("members that cannot start fail those who wait, one each, and are not tried for ever", async () => {
  const script = write("broken.mjs", 'throw new Error("no")');
  const pool = new Pool<Order, Report, string>("worker", { script, ...room }, 1);
  expect(await Promise.all([pool.run(job(1)).ended, pool.run(job(1)).ended])).toEqual([
    { kind: "died" },
    { kind: "died" },
  ]);
  expect(pool.members).toBe(0);
  await pool.close();
});

test("who cancels while waiting does not wait for those before", async () => {
  const pool = new Pool<Order, Report, string>("worker", { script: obedient, ...room }, 1);
  const first = pool.run(job(60_000));
  const second = pool.run(job(1));
  second.cancel();
  expect(await second.ended).toEqual({ kind: "killed" });
  await pool.close();
  expect(await first.ended).toEqual({ kind: "died" });
});

test("one member beyond the size is kept while others work, and none afterwards", async () => {
  const pool = new Pool<Order, Report, string>("worker", { script: obedient, ...room }, 1);
  let begin = (): void => {};
  const begun = new Promise<void>((yes) => {
    begin = yes;
  });
  const long = job(1_500);
  const outer = pool.run({
    ...long,
    begin: (id) => {
      begin();
      return long.begin(id);
    },
  });
  await begun;
  for (let i = 0; i < 5; i++) {
    expect(await pool.run(job(1, true)).ended).toEqual({ kind: "done", value: "did it" });
    expect(pool.members).toBe(2);
  }
  await outer.ended;
  await expect.poll(() => pool.members).toBe(1);
  expect(await pool.run(job(1)).ended).toEqual({ kind: "done", value: "did it" });
  await pool.close();
});

test("one that was started for nothing goes again", async () => {
  const pool = new Pool<Order, Report, string>("worker", { script: obedient, ...room }, 1);
  expect(await pool.run(job(1)).ended).toEqual({ kind: "done", value: "did it" });
  const first = pool.run(job(5));
  // It is given to the first member, long before the second is there.
  const second = pool.run(job(1, true));
  expect(await Promise.all([first.ended, second.ended])).toHaveLength(2);
  await expect.poll(() => pool.members).toBe(1);
  await new Promise((later) => setTimeout(later, 300));
  expect(pool.members).toBe(1);
  await pool.close();
});

test("a process that cannot be started fails who waits, and can be closed", async () => {
  const { execPath } = process;
  process.execPath = join(folder, "nothing-here");
  try {
    const pool = new Pool<Order, Report, string>("process", { script: obedient, ...room }, 1);
    expect(await pool.run(job(1)).ended).toEqual({ kind: "died" });
    expect(pool.members).toBe(0);
    await pool.close();
  } finally {
    process.execPath = execPath;
  }
});

test("a member that says what is no message fails its job alone", async () => {
  const script = write(
    "mad.mjs",
    `import { parentPort } from "node:worker_threads";
     parentPort.on("message", () => parentPort.postMessage(null));
     parentPort.postMessage({ kind: "ready" });`,
  );
  const pool = new Pool<Order, Report, string>("worker", { script, ...room }, 1);
  expect(await Promise.all([pool.run(job(1)).ended, pool.run(job(1)).ended])).toEqual([
    { kind: "died" },
    { kind: "died" },
  ]);
  await pool.close();
});
