// What attackers find around them: a folder with files they may have and links to one they may not, a server on this machine
// that echoes, redirects, floods and keeps silent, and a secret.

import { execFileSync } from "node:child_process";
import {
  closeSync,
  ftruncateSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

export interface AttackWorld {
  readonly root: string;
  readonly secret: string;
  readonly grants: readonly string[];
  /** Puts the port and the path outside into the text of an attack. */
  fill(text: string): string;
  /** Takes it all down; whether what no attack may touch is as it was. */
  close(): boolean;
}

const HUGE = 400 * 1024 * 1024;

/** Lets a name be a file and a link to another in turns. */
function race(path: string, target: string): { stop(): void } {
  const turn = (n: number): void => {
    rmSync(`${path}.next`, { force: true });
    if (n % 2 === 0) writeFileSync(`${path}.next`, "fine");
    else symlinkSync(target, `${path}.next`);
    renameSync(`${path}.next`, path);
  };
  let n = 0;
  turn(0);
  const timer = setInterval(() => turn(++n), 1);
  return { stop: () => clearInterval(timer) };
}

function flood(response: ServerResponse): void {
  const block = Buffer.alloc(64 * 1024, "x");
  const more = (): void => {
    while (!response.destroyed && response.write(block));
    if (!response.destroyed) response.once("drain", more);
  };
  more();
}

/** 64 MB of zeros, a thousand times smaller on the wire, made in pieces since the memory of this process is measured. */
const bomb = Buffer.concat(Array<Buffer>(64).fill(gzipSync(Buffer.alloc(1024 * 1024))));

function serve(request: IncomingMessage, response: ServerResponse): void {
  switch (request.url) {
    case "/never":
      return;
    case "/away":
      response.writeHead(302, { location: "http://localhost:1/" }).end();
      return;
    case "/file":
      response.writeHead(302, { location: "file:///etc/passwd" }).end();
      return;
    case "/round":
      response.writeHead(302, { location: "/round" }).end();
      return;
    case "/flood":
      flood(response);
      return;
    case "/bomb":
      response.writeHead(200, { "content-encoding": "gzip" }).end(bomb);
      return;
    case "/packed":
      response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(JSON.stringify(request.headers)));
      return;
    case "/utf16":
      response
        .writeHead(200, { "content-type": "text/plain; charset=utf-16le" })
        .end(`${" ".repeat(8)}${request.headers["x-key"]}`);
      return;
    case "/named":
      response.writeHead(302, { location: `http://${request.headers["x-key"]}.test/` }).end();
      return;
    case "/proto":
      response.writeHead(200, { __proto__: "x", constructor: "y" }).end('{"__proto__":{"polluted":1}}');
      return;
    default:
      response.end(JSON.stringify({ url: request.url, headers: request.headers }));
  }
}

export async function makeWorld(): Promise<AttackWorld> {
  const root = mkdtempSync(join(tmpdir(), "ptc-attacked-"));
  const outside = mkdtempSync(join(tmpdir(), "ptc-outside-"));
  const open = join(root, "open");
  mkdirSync(open);
  writeFileSync(join(open, "a.txt"), "alpha");
  writeFileSync(join(root, "closed.txt"), "closed");
  writeFileSync(join(root, "readonly.txt"), "readonly");
  writeFileSync(join(outside, "secret.txt"), "outside");
  symlinkSync(join(outside, "secret.txt"), join(open, "link.txt"));
  symlinkSync(outside, join(open, "folder"));
  symlinkSync("/dev/zero", join(open, "zero"));
  symlinkSync("loop.txt", join(open, "loop.txt"));
  execFileSync("mkfifo", [join(open, "pipe")]);
  const huge = openSync(join(open, "huge.bin"), "w");
  ftruncateSync(huge, HUGE);
  closeSync(huge);
  const racing = race(join(open, "racing.txt"), join(outside, "secret.txt"));
  const server = createServer(serve);
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const { port } = server.address() as AddressInfo;
  return {
    root,
    secret: "hunter2hunter2",
    grants: [
      ...["filesystem:read:open/**", "filesystem:write:open/**", "filesystem:read:readonly.txt"],
      ...["http:fetch:*", `http:fetch:127.0.0.1:${port}`, "secret:key", "log", "kv:mine", "random"],
      ...["tool:reader", "tool:circle", "tool:fork", "tool:loop", "tool:liar", "tool:echo"],
    ],
    fill: (text) => text.replaceAll("PORT", String(port)).replaceAll("OUTSIDE", join(outside, "secret.txt")),
    close: () => {
      racing.stop();
      server.closeAllConnections();
      server.close();
      const isAsItWas =
        readdirSync(outside).join() === "secret.txt" &&
        readFileSync(join(outside, "secret.txt"), "utf8") === "outside" &&
        readFileSync(join(root, "readonly.txt"), "utf8") === "readonly" &&
        readFileSync(join(root, "closed.txt"), "utf8") === "closed";
      for (const folder of [root, outside]) rmSync(folder, { recursive: true, force: true });
      return isAsItWas;
    },
  };
}
