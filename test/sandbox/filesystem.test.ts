// Files through the broker on a real disk: links, swaps while a file is opened, devices, caps, and words that never tell
// where the host keeps things.

import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { Worker } from "node:worker_threads";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { openFile, pinFolder, Swapped } from "../../src/sandbox/functions/pinned.ts";
import {
  bench,
  caller,
  reasonOf,
  removeTemporaryFolders,
  resultOf,
  temporaryFolder,
  textOf,
} from "./broker-support.ts";

let top: string;
let root: string;
let outside: string;

beforeEach(() => {
  top = temporaryFolder();
  root = join(top, "root");
  outside = join(top, "outside");
  put("root/data/a.txt", "alpha");
  put("root/data/sub/b.csv", "beta");
  put("root/other/c.txt", "gamma");
  put("outside/secret.txt", "SECRET");
});
afterAll(removeTemporaryFolders);

function put(path: string, text: string): void {
  mkdirSync(dirname(join(top, path)), { recursive: true });
  writeFileSync(join(top, path), text);
}

const link = (target: string, path: string) => symlinkSync(target, join(root, path));
const on = (...permissions: string[]) => bench(permissions, { root });
const R = "filesystem:read:data/**";
const W = "filesystem:write:out/**";

describe("reading", () => {
  it("reads text inside the grant, and bytes as base64", async () => {
    const { call } = on(R);
    expect(resultOf(await call("filesystem.read", ["data/a.txt"]))).toBe("alpha");
    expect(resultOf(await call("filesystem.read", ["./data//sub/../a.txt"]))).toBe("alpha");
    expect(resultOf(await call("filesystem.read", [join(root, "data/a.txt")]))).toBe("alpha");
    expect(resultOf(await call("filesystem.read", ["data/a.txt", { as: "base64" }]))).toBe("YWxwaGE=");
    expect(resultOf(await call("filesystem.read", ["data/a.txt", null]))).toBe("alpha");
  });

  it("drops a byte-order mark, keeps an empty file, and names what is no text", async () => {
    put("root/data/bom.txt", "\uFEFFx");
    put("root/data/empty.txt", "");
    writeFileSync(join(root, "data/bin"), Buffer.from([0xff, 0xfe, 0x00]));
    const { call } = on(R);
    expect(resultOf(await call("filesystem.read", ["data/bom.txt"]))).toBe("x");
    expect(resultOf(await call("filesystem.read", ["data/empty.txt"]))).toBe("");
    const answer = await call("filesystem.read", ["data/bin"]);
    expect(reasonOf(answer)).toBe("host_error");
    expect(textOf(answer)).toContain("base64");
  });

  it.each([
    ["other/c.txt"],
    ["data"],
    ["data/../other/c.txt"],
    ["data/../../outside/secret.txt"],
    ["../outside/secret.txt"],
    ["/etc/passwd"],
    ["//etc/passwd"],
    ["/proc/self/environ"],
    ["data/../../../../../../../../etc/passwd"],
    ["~/x"],
    ["file:///etc/passwd"],
    ["data\\..\\..\\outside\\secret.txt"],
    ["."],
    ["/"],
    ["data/%2e%2e/%2e%2e/outside/secret.txt"],
    ["..\u2215outside/secret.txt"],
  ])("refuses %s", async (path) => {
    const answer = await on(R).call("filesystem.read", [path]);
    // What is inside the grant by its letters may simply not exist.
    expect(reasonOf(answer)).toBe(/^data\/%2e/.test(path) ? "host_error" : "permission_denied");
  });

  it.each([
    [""],
    ["data/a.txt\0.png"],
    [`data/${"x".repeat(5000)}`],
    [7],
    [null],
    [{ toString: "x" }],
    [["data/a.txt"]],
  ])("has no use for %j as a path", async (path) => {
    expect(reasonOf(await on(R).call("filesystem.read", [path]))).toBe("bad_arguments");
  });

  it("says what is missing without naming a folder of the host", async () => {
    const { call } = on(R);
    mkdirSync(join(root, "data/folder"));
    const answers = await Promise.all(
      ["data/none.txt", "data/a.txt/x", "data/folder", `data/${"n".repeat(300)}`, "../outside/secret.txt"].map((p) =>
        call("filesystem.read", [p]),
      ),
    );
    expect(answers.map(reasonOf)).toEqual([...new Array(4).fill("host_error"), "permission_denied"]);
    for (const answer of answers) expect(textOf(answer)).not.toContain(top);
    expect(textOf(answers[0]!)).toContain('There is no "data/none.txt". (ENOENT)');
    expect(textOf(answers[2]!)).toContain("is a folder");
  });

  it("refuses devices and pipes without opening them", async () => {
    execFileSync("mkfifo", [join(root, "data/pipe")]);
    // Opening a pipe nobody writes to would wait for ever.
    const answer = await on(R).call("filesystem.read", ["data/pipe"]);
    expect(textOf(answer)).toContain("no regular file");
    const device = await on("filesystem:read:/dev/**").call("filesystem.read", ["/dev/zero"]);
    expect(textOf(device)).toContain("no regular file");
  });

  it("counts before it reads", async () => {
    put("root/data/big.txt", "x".repeat(2000));
    const small = bench([R], { root, limits: { fileBytes: 1000 } });
    expect(reasonOf(await small.call("filesystem.read", ["data/big.txt"]))).toBe("limit_exceeded");
    const budget = bench([R], { root, limits: { hostBytes: 3000 } });
    expect(reasonOf(await budget.call("filesystem.read", ["data/big.txt"]))).toBe("ok");
    expect(reasonOf(await budget.call("filesystem.read", ["data/big.txt"]))).toBe("limit_exceeded");
  });
});

describe("links", () => {
  it("that lead out of the grant are refused, whatever they are", async () => {
    link(join(outside, "secret.txt"), "data/to-file");
    link(outside, "data/to-folder");
    link("../other/c.txt", "data/to-other");
    link("to-file", "data/twice");
    link("/proc/self/environ", "data/environ");
    const { call, events } = on(R);
    for (const path of ["to-file", "to-folder/secret.txt", "to-other", "twice", "environ"]) {
      const answer = await call("filesystem.read", [`data/${path}`]);
      expect([path, reasonOf(answer)]).toEqual([path, "permission_denied"]);
      expect(textOf(answer)).not.toContain(top);
      expect(textOf(answer)).not.toContain("SECRET");
    }
    expect(
      events.some((e) => e.type === "permission" && e.outcome === "deny" && e.permission.includes("secret.txt")),
    ).toBe(true);
    expect(reasonOf(await call("filesystem.stat", ["data/to-file"]))).toBe("permission_denied");
  });

  it("inside the grant are followed", async () => {
    link("a.txt", "data/near");
    expect(resultOf(await on(R).call("filesystem.read", ["data/near"]))).toBe("alpha");
  });

  it("a circle of links is an error, not a hang", async () => {
    link("b", "data/a");
    link("a", "data/b");
    expect(reasonOf(await on(R).call("filesystem.read", ["data/a"]))).toBe("host_error");
  });

  it("a relative grant does not follow a link that came with the files", async () => {
    link(outside, "linked");
    expect(reasonOf(await on("filesystem:read:linked/**").call("filesystem.read", ["linked/secret.txt"]))).toBe(
      "permission_denied",
    );
  });

  it("an absolute grant through a link means the place it leads to", async () => {
    symlinkSync(outside, join(top, "alias"));
    const { call } = on(`filesystem:read:${top}/alias/*`);
    expect(resultOf(await call("filesystem.read", [`${top}/alias/secret.txt`]))).toBe("SECRET");
    expect(reasonOf(await call("filesystem.read", [`${root}/data/a.txt`]))).toBe("permission_denied");
  });

  it("a denial through a link holds for the place itself", async () => {
    link("other", "hidden");
    const { call } = bench(["filesystem:read:**"], {
      root,
      policy: { allow: ["filesystem:read:**"], deny: ["filesystem:read:hidden/**"] },
    });
    expect(reasonOf(await call("filesystem.read", ["other/c.txt"]))).toBe("permission_denied");
    expect(reasonOf(await call("filesystem.read", ["hidden/c.txt"]))).toBe("permission_denied");
    expect(reasonOf(await call("filesystem.read", ["data/a.txt"]))).toBe("ok");
  });

  it("a root that is itself a link is the folder it leads to", async () => {
    symlinkSync(root, join(top, "root-link"));
    const { call } = bench([R], { root: join(top, "root-link") });
    expect(resultOf(await call("filesystem.read", ["data/a.txt"]))).toBe("alpha");
  });
});

describe("swaps between the check and the opening", () => {
  for (const askKernel of [true, false]) {
    const way = askKernel ? "asking the kernel" : "comparing files";

    it(`a file that becomes a link is not opened (${way})`, async () => {
      const path = join(root, "data/a.txt");
      const swap = () => {
        unlinkSync(path);
        symlinkSync(join(outside, "secret.txt"), path);
      };
      await expect(openFile(path, path, { askKernel, beforeOpen: swap })).rejects.toThrow(Swapped);
    });

    it(`a folder on the way that becomes a link is noticed (${way})`, async () => {
      put("outside/a.txt", "SECRET");
      const folder = join(root, "data");
      const swap = () => {
        renameSync(folder, `${folder}.old`);
        symlinkSync(outside, folder);
      };
      await expect(
        openFile(join(folder, "a.txt"), join(folder, "a.txt"), { askKernel, beforeOpen: swap }),
      ).rejects.toThrow(Swapped);
    });

    it(`a folder that is pinned while it becomes a link is noticed (${way})`, async () => {
      const folder = join(root, "data");
      const swap = () => {
        renameSync(folder, `${folder}.old`);
        symlinkSync(outside, folder);
      };
      await expect(pinFolder(folder, folder, { askKernel, beforeOpen: swap })).rejects.toThrow(Swapped);
    });
  }

  it("a pinned folder stays the folder it was", async () => {
    const folder = await pinFolder(join(root, "data"));
    renameSync(join(root, "data"), join(root, "moved"));
    symlinkSync(outside, join(root, "data"));
    const names = readdirSync(folder.entry("."));
    await folder.close();
    if (process.platform === "linux") expect(names).toContain("a.txt");
    else expect(names).toBeDefined();
  });

  it("somebody who swaps all the time never gets a file of elsewhere read, written or listed", async () => {
    put("outside/a.txt", "SECRET");
    const folder = join(root, "data");
    const stop = new SharedArrayBuffer(4);
    const swapper = new Worker(
      // A write may make the folder anew in the moment it is gone: then that one goes away again.
      `const { renameSync, rmSync, symlinkSync } = require("node:fs");
       const { workerData: { folder, outside, stop } } = require("node:worker_threads");
       const flag = new Int32Array(stop);
       const attempt = (f) => { try { f(); return true; } catch { return false; } };
       while (Atomics.load(flag, 0) === 0) {
         renameSync(folder, folder + ".old");
         attempt(() => symlinkSync(outside, folder));
         do rmSync(folder, { recursive: true, force: true });
         while (!attempt(() => renameSync(folder + ".old", folder)));
         Atomics.wait(flag, 0, 0, Math.random() < 0.5 ? 1 : 0);
       }`,
      { eval: true, workerData: { folder, outside, stop } },
    );
    const ended = new Promise((done) => swapper.once("exit", done));
    const { call } = bench([R, "filesystem:write:data/**"], { root, limits: { hostCalls: 1e6 } });
    const seen = new Map<string, number>();
    // On a busy machine the swapper gets all the turns; half as many tries say as much.
    const enough = performance.now() + 20_000;
    for (let i = 0; i < 200 && (i < 10 || performance.now() < enough); i++) {
      const read = await call("filesystem.read", ["data/a.txt"]);
      await call("filesystem.write", ["data/w.txt", "mine"]);
      const list = await call("filesystem.list", ["data/*"]);
      const text = read.ok ? String(read.value) : read.reason;
      seen.set(text, (seen.get(text) ?? 0) + 1);
      if (list.ok) expect(list.value).not.toContain("data/secret.txt");
    }
    Atomics.store(new Int32Array(stop), 0, 1);
    await ended;
    expect([...seen.keys()]).not.toContain("SECRET");
    expect(seen.get("alpha") ?? 0).toBeGreaterThan(0);
    expect(readdirSync(outside).sort()).toEqual(["a.txt", "secret.txt"]);
  });
});

describe("writing", () => {
  it("creates folders and files inside the grant, and replaces whole files", async () => {
    const { call } = on(W);
    expect(resultOf(await call("filesystem.write", ["out/deep/er/x.txt", "one"]))).toBe(null);
    expect(resultOf(await call("filesystem.write", ["out/deep/er/x.txt", "two"]))).toBe(null);
    expect(readFileSync(join(root, "out/deep/er/x.txt"), "utf8")).toBe("two");
    expect(readdirSync(join(root, "out/deep/er"))).toEqual(["x.txt"]);
    await call("filesystem.write", ["out/bytes", "AAEC", { as: "base64" }]);
    expect([...readFileSync(join(root, "out/bytes"))]).toEqual([0, 1, 2]);
    for (const text of ["-_-_", "+/+/", "A A=\n=", ""])
      expect(reasonOf(await call("filesystem.write", ["out/bytes", text, { as: "base64" }]))).toBe("ok");
  });

  it("refuses base64 that would lose bytes", async () => {
    const { call } = on(W);
    for (const text of ["not base64!", "AA==AAEC", "AA\u4e00"])
      expect(reasonOf(await call("filesystem.write", ["out/none", text, { as: "base64" }]))).toBe("bad_arguments");
    expect(existsSync(join(root, "out/none"))).toBe(false);
  });

  it("keeps the access rights of the file it replaces, and the other name of a hard link its text", async () => {
    put("root/out/x", "old");
    chmodSync(join(root, "out/x"), 0o600);
    linkSync(join(root, "out/x"), join(outside, "x"));
    await on(W).call("filesystem.write", ["out/x", "new"]);
    expect(statSync(join(root, "out/x")).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(outside, "x"), "utf8")).toBe("old");
  });

  it("never goes through a link", async () => {
    mkdirSync(join(root, "out"));
    link(join(outside, "secret.txt"), "out/to-file");
    link(join(outside, "new.txt"), "out/dangling");
    link(outside, "out/to-folder");
    link(join(outside, "not-yet"), "out/dangling-folder");
    const { call } = on(W);
    const reasons = await Promise.all(
      ["out/to-file", "out/dangling", "out/to-folder/x", "out/to-folder/deep/x", "out/dangling-folder/x"].map(
        async (p) => reasonOf(await call("filesystem.write", [p, "BAD"])),
      ),
    );
    expect(reasons).toEqual(["host_error", "host_error", "permission_denied", "permission_denied", "host_error"]);
    expect(readdirSync(outside)).toEqual(["secret.txt"]);
    expect(readFileSync(join(outside, "secret.txt"), "utf8")).toBe("SECRET");
    expect(lstatSync(join(root, "out/to-file")).isSymbolicLink()).toBe(true);
  });

  it.each([
    ["data/a.txt", "permission_denied"],
    ["out/../data/a.txt", "permission_denied"],
    ["out/../../outside/x", "permission_denied"],
    ["out", "permission_denied"],
    ["/etc/x", "permission_denied"],
    ["out/x\0", "bad_arguments"],
  ])("refuses %s", async (path, reason) => {
    expect(reasonOf(await on(W).call("filesystem.write", [path, "BAD"]))).toBe(reason);
    expect(readFileSync(join(root, "data/a.txt"), "utf8")).toBe("alpha");
  });

  it("reading does not allow writing, nor writing reading", async () => {
    expect(reasonOf(await on("filesystem:read:**").call("filesystem.write", ["data/a.txt", "x"]))).toBe(
      "permission_denied",
    );
    expect(reasonOf(await on("filesystem:write:**").call("filesystem.read", ["data/a.txt"]))).toBe("permission_denied");
  });

  it("replaces no folder, pipe or too much, and leaves nothing half done", async () => {
    mkdirSync(join(root, "out/folder"), { recursive: true });
    execFileSync("mkfifo", [join(root, "out/pipe")]);
    const { call } = bench([W], { root, limits: { fileBytes: 10 } });
    expect(textOf(await call("filesystem.write", ["out/folder", "x"]))).toContain("a folder");
    expect(textOf(await call("filesystem.write", ["out/pipe", "x"]))).toContain("no regular file");
    expect(reasonOf(await call("filesystem.write", ["out/new", "x".repeat(11)]))).toBe("limit_exceeded");
    expect(readdirSync(join(root, "out")).sort()).toEqual(["folder", "pipe"]);
  });

  it("makes no folders outside the root but inside a grant", async () => {
    const { call } = on(`filesystem:write:${outside}/made/**`);
    expect(reasonOf(await call("filesystem.write", [`${outside}/made/x`, "x"]))).toBe("permission_denied");
    expect(existsSync(join(outside, "made"))).toBe(false);
    mkdirSync(join(outside, "made"));
    expect(reasonOf(await call("filesystem.write", [`${outside}/made/deep/x`, "x"]))).toBe("ok");
  });

  it("many writers of one file leave one whole text", async () => {
    const { call } = on(W);
    const texts = Array.from({ length: 20 }, (_, i) => String(i).repeat(5000));
    const answers = await Promise.all(texts.map((text) => call("filesystem.write", ["out/x", text])));
    expect(answers.map(reasonOf)).toEqual(texts.map(() => "ok"));
    expect(texts).toContain(readFileSync(join(root, "out/x"), "utf8"));
    expect(readdirSync(join(root, "out"))).toEqual(["x"]);
  });
});

describe("listing and looking", () => {
  it("lists files that fit, sorted, as the glob is written", async () => {
    put("root/data/.hidden", "");
    const { call } = on(R);
    expect(resultOf(await call("filesystem.list", ["data/**"]))).toEqual([
      "data/.hidden",
      "data/a.txt",
      "data/sub/b.csv",
    ]);
    expect(resultOf(await call("filesystem.list", ["./data/*.txt"]))).toEqual(["data/a.txt"]);
    expect(resultOf(await call("filesystem.list", ["data/{sub,none}/*.{csv,md}"]))).toEqual(["data/sub/b.csv"]);
    expect(resultOf(await call("filesystem.list", ["data/none/**"]))).toEqual([]);
    expect(resultOf(await call("filesystem.list", [`${root}/data/*`]))).toEqual([
      `${root}/data/.hidden`,
      `${root}/data/a.txt`,
    ]);
  });

  it("needs a grant as wide as the glob, and leaves out what a rule denies", async () => {
    expect(reasonOf(await on(R).call("filesystem.list", ["**"]))).toBe("permission_denied");
    expect(reasonOf(await on(R).call("filesystem.list", ["../**"]))).toBe("bad_arguments");
    expect(reasonOf(await on(R).call("filesystem.list", ["/etc/*"]))).toBe("permission_denied");
    const { call } = bench(["filesystem:read:**"], {
      root,
      policy: { allow: ["filesystem:read:**"], deny: ["filesystem:read:**/*.csv"], ask: ["filesystem:read:other/**"] },
    });
    expect(resultOf(await call("filesystem.list", ["**"]))).toEqual(["data/a.txt"]);
  });

  it("leaves links out and does not walk through them", async () => {
    link(outside, "data/to-folder");
    link(join(outside, "secret.txt"), "data/to-file");
    link("..", "data/circle");
    expect(resultOf(await on(R).call("filesystem.list", ["data/**"]))).toEqual(["data/a.txt", "data/sub/b.csv"]);
  });

  it("stops at its bound", async () => {
    for (let i = 0; i < 30; i++) put(`root/data/many/${i}`, "");
    const { call } = bench([R], { root, limits: { listEntries: 20 } });
    expect(reasonOf(await call("filesystem.list", ["data/**"]))).toBe("limit_exceeded");
    expect(resultOf(await call("filesystem.list", ["data/*.txt"]))).toEqual(["data/a.txt"]);
  });

  it("tells what a path names", async () => {
    const { call } = on(R);
    expect(resultOf(await call("filesystem.stat", ["data/a.txt"]))).toEqual({ kind: "file", bytes: 5 });
    expect(resultOf(await call("filesystem.stat", ["data/sub"]))).toEqual({ kind: "folder", bytes: 0 });
    expect(resultOf(await call("filesystem.stat", ["data/none"]))).toBe(null);
    expect(reasonOf(await call("filesystem.stat", ["other/c.txt"]))).toBe("permission_denied");
  });
});

it("a tool's declaration binds it even where the host grants everything", async () => {
  const { call } = bench(["filesystem:read:/**"], { root });
  const who = caller([R]);
  expect(reasonOf(await call("filesystem.read", ["data/a.txt"], who))).toBe("ok");
  expect(reasonOf(await call("filesystem.read", ["other/c.txt"], who))).toBe("permission_denied");
  expect(reasonOf(await call("filesystem.read", ["/etc/passwd"], who))).toBe("permission_denied");
  link("../other/c.txt", "data/to-other");
  expect(reasonOf(await call("filesystem.read", ["data/to-other"], who))).toBe("permission_denied");
});
