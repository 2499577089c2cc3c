// Fetching through the broker from real servers on this machine: where names lead, redirects, headers, secrets and caps.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, createServer as createSocketServer, type Server as SocketServer } from "node:net";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { addressBytes, isLoopbackAddress, isPublicAddress, sameAddress } from "../../src/sandbox/address.ts";
import { type BrokerOptions, secretPlaceholder } from "../../src/sandbox/broker.ts";
import { bench, caller, reasonOf, resultOf, textOf } from "./broker-support.ts";

interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

const servers: (Server | SocketServer)[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    if ("closeAllConnections" in server) server.closeAllConnections();
    server.close();
  }
});

async function listening(server: Server | SocketServer): Promise<number> {
  servers.push(server);
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  return (server.address() as AddressInfo).port;
}

async function serve(
  answer: (request: Seen, response: ServerResponse) => void,
): Promise<{ port: number; seen: Seen[] }> {
  const seen: Seen[] = [];
  const port = await listening(
    createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        const one = {
          method: request.method!,
          url: request.url!,
          headers: request.headers,
          body: Buffer.concat(chunks).toString(),
        };
        seen.push(one);
        answer(one, response);
      });
    }),
  );
  return { port, seen };
}

const echo = (request: Seen, response: ServerResponse) => {
  response.setHeader("x-echo", String(request.headers["x-key"] ?? ""));
  response.end(JSON.stringify(request));
};

const ALL = "?methods=GET,HEAD,POST,PUT,PATCH,DELETE,OPTIONS";
const local = (port: number, options = ALL) => `http:fetch:127.0.0.1:${port}${options}`;
/** Names of the test lead to this machine. */
const resolving = (names: Readonly<Record<string, readonly string[]>>): Partial<BrokerOptions> => ({
  resolve: async (host) => names[host] ?? [],
});

interface Fetched {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: string;
  readonly url: string;
}

describe("a plain fetch", () => {
  it("sends method, headers and body, and gives status, headers, body and url", async () => {
    const { port, seen } = await serve((_, response) => {
      response.statusCode = 201;
      response.setHeader("Set-Cookie", ["a=1", "b=2"]);
      response.setHeader("X-One", "1");
      response.end("grüße");
    });
    const { call } = bench([local(port)]);
    const url = `http://127.0.0.1:${port}/a%20b?x=1#part`;
    const options = { method: "post", headers: { "X-Key": "k", "content-type": "text/plain" }, body: "höllo" };
    const got = resultOf(await call("http.fetch", [url, options])) as Fetched;
    expect(got).toMatchObject({ status: 201, body: "grüße", url: `http://127.0.0.1:${port}/a%20b?x=1` });
    expect([got.headers["x-one"], got.headers["set-cookie"]]).toEqual(["1", ["a=1", "b=2"]]);
    expect(seen[0]).toMatchObject({ method: "POST", url: "/a%20b?x=1", body: "höllo" });
    expect(seen[0]!.headers).toMatchObject({
      host: `127.0.0.1:${port}`,
      "x-key": "k",
      "content-length": "6",
      "accept-encoding": "identity",
      connection: "close",
    });
  });

  it("reads the charset of the answer, and bytes as base64", async () => {
    const { port } = await serve((_, response) => {
      response.setHeader("content-type", "text/plain; charset=iso-8859-1");
      response.end(Buffer.from([0xe9]));
    });
    const { call } = bench([local(port)]);
    const url = `http://127.0.0.1:${port}/`;
    expect(resultOf(await call("http.fetch", [url]))).toMatchObject({ body: "é" });
    expect(resultOf(await call("http.fetch", [url, { as: "base64" }]))).toMatchObject({ body: "6Q==" });
  });

  it("header names made to harm are plain names in the answer", async () => {
    const { port } = await serve((_, response) => {
      response.setHeader("__proto__", "x");
      response.setHeader("constructor", "y");
      response.end();
    });
    const got = resultOf(await bench([local(port)]).call("http.fetch", [`http://127.0.0.1:${port}`])) as Fetched;
    expect(Object.getPrototypeOf(got.headers)).toBe(Object.prototype);
    expect(got.headers.constructor).toBe("y");
  });

  it.each([
    ["ftp://example.com/", "http"],
    ["file:///etc/passwd", "http"],
    ["data:text/plain,x", "http"],
    ["javascript:1", "http"],
    ["//example.com/x", "in full"],
    ["example.com", "in full"],
    ["http://", "in full"],
    ["http://user:pw@example.com/", "authorization"],
    ["http://user@example.com/", "authorization"],
    ["https://exa mple.com/", "in full"],
    ["http://a..b/", "in full"],
  ])("has no use for %s", async (url, hint) => {
    const answer = await bench(["http:fetch:*"]).call("http.fetch", [url]);
    expect(reasonOf(answer)).toBe("bad_arguments");
    expect(textOf(answer)).toContain(hint);
  });

  it.each([
    [{ method: "CONNECT" }],
    [{ method: "TRACE" }],
    [{ method: "GET /x HTTP/1.1\r\nHost: evil" }],
    [{ body: "x" }],
    [{ headers: { a: 1 } }],
    [{ headerz: {} }],
    [{ as: "blob" }],
  ])("nor for the options %j", async (options) => {
    expect(reasonOf(await bench(["http:fetch:*"]).call("http.fetch", ["http://example.com", options]))).toBe(
      "bad_arguments",
    );
  });
});

describe("headers", () => {
  it.each([
    ["host", "evil"],
    ["Host", "evil"],
    ["content-length", "0"],
    ["Transfer-Encoding", "chunked"],
    ["connection", "upgrade"],
    ["upgrade", "websocket"],
    ["proxy-authorization", "x"],
    ["te", "trailers"],
    ["trailer", "x"],
    ["expect", "100-continue"],
    ["accept-encoding", "gzip"],
    ["x-a", "1\r\nx-injected: 1"],
    ["x-a", "1\nx-injected: 1"],
    ["x-a", "1\0"],
    ["x-a\r\nx-injected", "1"],
    ["x a", "1"],
    ["", "1"],
    ["x-a", "snow \u2603"],
    ["x-a", "\u010d\u010ainjected: 1"],
  ])("%j: %j is refused", async (name, value) => {
    const { port, seen } = await serve(echo);
    const { call, events } = bench([local(port)]);
    const answer = await call("http.fetch", [`http://127.0.0.1:${port}`, { headers: { [name]: value } }]);
    expect(reasonOf(answer)).toBe("bad_arguments");
    expect(seen).toEqual([]);
    expect(events.filter((e) => e.type === "permission")).toEqual([]);
  });

  it("twice in other letters is refused", async () => {
    const answer = await bench(["http:fetch:*"]).call("http.fetch", [
      "http://example.com",
      { headers: { "X-A": "1", "x-a": "2" } },
    ]);
    expect(textOf(answer)).toContain("twice");
  });
});

describe("where a name leads", () => {
  it.each([
    "http://127.0.0.1/",
    "http://127.1/",
    "http://2130706433/",
    "http://0x7f000001/",
    "http://0x7f.0.0.1/",
    "http://0177.0.0.1/",
    "http://017700000001/",
    "http://127.0.0.1./",
    "http://１２７.０.０.１/",
    "http://127。0。0。1/",
    "http://0/",
    "http://0.0.0.0/",
    "http://10.0.0.1/",
    "http://172.16.9.9/",
    "http://192.168.1.1/",
    "http://169.254.169.254/latest/meta-data/",
    "http://2852039166/",
    "http://100.64.0.1/",
    "http://100.100.100.200/",
    "http://168.63.129.16/",
    "http://198.18.0.1/",
    "http://224.0.0.1/",
    "http://255.255.255.255/",
    "http://[::1]/",
    "http://[::]/",
    "http://[0:0:0:0:0:0:0:1]/",
    "http://[::ffff:127.0.0.1]/",
    "http://[::ffff:7f00:1]/",
    "http://[::ffff:a9fe:a9fe]/",
    "http://[::127.0.0.1]/",
    "http://[64:ff9b::127.0.0.1]/",
    "http://[64:ff9b:1::1]/",
    "http://[2002:7f00:1::]/",
    "http://[2001::1]/",
    "http://[fe80::1]/",
    "http://[fc00::1]/",
    "http://[fd00:ec2::254]/",
    "http://[ff02::1]/",
    "http://localhost/",
    "http://LOCALHOST/",
    "http://localhost./",
    "http://localhost.localdomain/",
    "http://foo.localhost/",
    "http://rebound.test/",
    "http://mixed.test/",
    "http://mapped.test/",
  ])("%s is refused under http:fetch:*", async (url) => {
    const { call, events } = bench(["http:fetch:*"], {
      resolve: async (host) =>
        host === "mixed.test"
          ? ["93.184.216.34", "10.0.0.1"]
          : host === "mapped.test"
            ? ["::ffff:10.0.0.1"]
            : ["127.0.0.1"],
    });
    const answer = await call("http.fetch", [url]);
    expect(reasonOf(answer)).toBe("permission_denied");
    expect(textOf(answer)).toMatch(/not (a )?public/);
    expect(textOf(answer)).toContain(/\.test|localdomain/.test(url) ? "private=yes" : 'Add "http:fetch:');
    expect(events.filter((e) => e.type === "permission").map((e) => e.outcome)).toEqual(["deny"]);
  });

  it("an address is reached where it, localhost or private=yes is named", async () => {
    const { port } = await serve((_, response) => response.end("here"));
    const reach = async (permission: string, host: string) =>
      reasonOf(
        await bench([permission], resolving({ localhost: ["127.0.0.1"], "intra.test": ["127.0.0.1"] })).call(
          "http.fetch",
          [`http://${host}:${port}/`],
        ),
      );
    expect(await reach(`http:fetch:127.0.0.1:${port}`, "127.0.0.1")).toBe("ok");
    expect(await reach(`http:fetch:127.0.0.1:${port}`, "2130706433")).toBe("ok");
    expect(await reach(`http:fetch:localhost:${port}`, "localhost")).toBe("ok");
    expect(await reach(`http:fetch:localhost:${port}`, "localhost.")).toBe("ok");
    expect(await reach(`http:fetch:intra.test:${port}?private=yes`, "intra.test")).toBe("ok");
    expect(await reach(`http:fetch:intra.test:${port}`, "intra.test")).toBe("permission_denied");
    expect(await reach(`http:fetch:127.0.0.1:${port}`, "intra.test")).toBe("permission_denied");
    expect(await reach(`http:fetch:127.0.0.1:${port}`, "localhost")).toBe("permission_denied");
    expect(await reach("http:fetch:127.0.0.1", "127.0.0.1")).toBe("permission_denied");
  });

  it("both tool and host must name the private address", async () => {
    const { port } = await serve((_, response) => response.end("here"));
    const names = resolving({ "intra.test": ["127.0.0.1"] });
    const [open, closed] = [`http:fetch:intra.test:${port}?private=yes`, `http:fetch:intra.test:${port}`];
    const url = `http://intra.test:${port}/`;
    expect(reasonOf(await bench([open], names).call("http.fetch", [url], caller([closed])))).toBe("permission_denied");
    expect(reasonOf(await bench([closed], names).call("http.fetch", [url], caller([open])))).toBe("permission_denied");
    expect(reasonOf(await bench([open], names).call("http.fetch", [url], caller([open])))).toBe("ok");
  });

  it("the connection keeps to the address that was decided, though the name leads elsewhere by then", async () => {
    const decided = await serve((_, response) => response.end("decided"));
    let asked = 0;
    const { call } = bench([`http:fetch:rebind.test:${decided.port}?private=yes`], {
      // The second answer is an address where nobody listens: reaching the server proves that nobody asked again.
      resolve: async () => (asked++ === 0 ? ["127.0.0.1"] : ["127.0.0.99"]),
    });
    const got = resultOf(await call("http.fetch", [`http://rebind.test:${decided.port}/`])) as Fetched;
    expect([got.body, asked]).toEqual(["decided", 1]);
    expect(decided.seen[0]!.headers.host).toBe(`rebind.test:${decided.port}`);
  });

  it("a name is not looked up unless it is granted", async () => {
    const asked: string[] = [];
    const { call } = bench(["http:fetch:a.test"], {
      resolve: async (host) => {
        asked.push(host);
        return ["93.184.216.34"];
      },
    });
    expect(reasonOf(await call("http.fetch", ["http://data-to-leak.evil.test/"]))).toBe("permission_denied");
    expect(asked).toEqual([]);
  });

  it("a name that leads nowhere is an error with the name only", async () => {
    for (const resolve of [
      async () => [],
      async () => ["nonsense"],
      () => Promise.reject(new Error("/etc/resolv.conf broken")),
    ]) {
      const answer = await bench(["http:fetch:a.test"], { resolve }).call("http.fetch", ["http://a.test/"]);
      expect(textOf(answer)).toContain("No address is known for a.test. (ENOTFOUND)");
      expect(textOf(answer)).not.toContain("resolv.conf");
    }
  });

  it("a denied address stays denied behind any name", async () => {
    const allow = ["http:fetch:*?private=yes"];
    const { call } = bench(allow, {
      ...resolving({ "a.test": ["127.0.0.1"] }),
      policy: { allow: ["http:fetch:*?private=yes"], deny: ["http:fetch:127.0.0.1"] },
    });
    expect(textOf(await call("http.fetch", ["http://a.test/"]))).toContain("The policy denies");
  });

  it("TLS is spoken to https, and a server that cannot prove itself is refused with safe words", async () => {
    const first: number[] = [];
    const port = await listening(
      createSocketServer((socket) => {
        socket.once("data", (bytes) => {
          first.push(bytes[0]!);
          socket.end("HTTP/1.1 200 OK\r\n\r\nplain");
        });
        socket.on("error", () => {});
      }),
    );
    const answer = await bench([local(port)]).call("http.fetch", [`https://127.0.0.1:${port}/`]);
    expect([reasonOf(answer), first]).toEqual(["host_error", [22]]);
  });

  it("a server that changes to another protocol is an error", async () => {
    const upgrade = "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n";
    const port = await listening(
      createSocketServer((socket) => {
        socket.once("data", () => socket.write(upgrade));
        socket.on("error", () => {});
      }),
    );
    const answer = await bench([local(port)]).call("http.fetch", [`http://127.0.0.1:${port}/`]);
    expect([reasonOf(answer), textOf(answer)]).toEqual([
      "host_error",
      expect.stringContaining("could not be talked to"),
    ]);
  });

  it("a fetch that gave up while it waited to be the only large answer does not keep the next from being it", async () => {
    const { port } = await serve((_, response) => response.end("x".repeat(1_000_000)));
    const { broker } = bench([local(port)], { limits: { httpMs: 300 } });
    const who = caller([local(port)]);
    const fetched = (onLarge?: (taken: () => void) => void) =>
      broker.call("http.fetch", [`http://127.0.0.1:${port}/`], who, onLarge);
    let taken = (): void => {};
    const first = await fetched((go) => {
      taken = go;
    });
    const second = await fetched();
    taken();
    expect([first, second, await fetched()].map(reasonOf)).toEqual(["ok", "limit_exceeded", "ok"]);
  });

  it("a closed port and a server that breaks off are errors with a code", async () => {
    const gone = await listening(createSocketServer((socket) => socket.destroy()));
    expect(textOf(await bench([local(gone)]).call("http.fetch", [`http://127.0.0.1:${gone}/`]))).toContain(
      "(ECONNRESET)",
    );
    const noise = await listening(createSocketServer((socket) => socket.end("hello\r\n\r\n")));
    expect(textOf(await bench([local(noise)]).call("http.fetch", [`http://127.0.0.1:${noise}/`]))).toContain("no HTTP");
    servers.pop()!.close();
    await new Promise((done) => setImmediate(done));
    expect(textOf(await bench([local(noise)]).call("http.fetch", [`http://127.0.0.1:${noise}/`]))).toContain(
      "(ECONNREFUSED)",
    );
  });
});

it("a fetch that a rule asks about waits for the approval it names, and passes with it", async () => {
  const { port, seen } = await serve((_, response) => response.end("done"));
  const { call } = bench([], { policy: { ask: [local(port)] } });
  const send = (approved: readonly string[]) =>
    call(
      "http.fetch",
      [`http://127.0.0.1:${port}/`, { method: "POST", body: "x" }],
      caller([local(port)], { approved }),
    );
  const waiting = await send([]);
  expect(waiting).toMatchObject({
    reason: "approval_required",
    permission: `http:fetch:127.0.0.1:${port}?methods=POST`,
  });
  expect(seen).toEqual([]);
  expect(reasonOf(await send([`http:fetch:127.0.0.1:${port}`]))).toBe("approval_required");
  expect(reasonOf(await send([waiting.ok ? "" : waiting.permission!]))).toBe("ok");
});

describe("redirects", () => {
  const redirecting = (status: number, to: string) => (_: Seen, response: ServerResponse) => {
    response.writeHead(status, { location: to });
    response.end("moved");
  };

  it("inside the grant are followed, with method and headers at the same origin", async () => {
    const { port, seen } = await serve((request, response) =>
      request.url === "/a" ? redirecting(307, "/b?c=1")(request, response) : echo(request, response),
    );
    const { call } = bench([local(port)]);
    const got = resultOf(
      await call("http.fetch", [`http://127.0.0.1:${port}/a`, { method: "PUT", headers: { "x-key": "k" }, body: "b" }]),
    ) as Fetched;
    expect(got.url).toBe(`http://127.0.0.1:${port}/b?c=1`);
    expect(seen[1]).toMatchObject({ method: "PUT", body: "b" });
    expect(seen[1]!.headers["x-key"]).toBe("k");
  });

  it.each([
    [301, "POST", "GET"],
    [302, "POST", "GET"],
    [303, "PUT", "GET"],
    [308, "POST", "POST"],
    [303, "HEAD", "HEAD"],
  ])("%d turns %s into %s", async (status, method, becomes) => {
    const { port, seen } = await serve((request, response) =>
      request.url === "/a" ? redirecting(status, "/b")(request, response) : response.end(),
    );
    const body = method === "HEAD" ? {} : { body: "x", headers: { "content-type": "text/plain" } };
    await bench([local(port)]).call("http.fetch", [`http://127.0.0.1:${port}/a`, { method, ...body }]);
    expect(seen[1]!.method).toBe(becomes);
    expect(seen[1]!.body).toBe(becomes === "POST" ? "x" : "");
    expect(seen[1]!.headers["content-type"]).toBe(becomes === "POST" ? "text/plain" : undefined);
  });

  it("to another origin carry no method, body, headers or secret", async () => {
    const other = await serve(echo);
    const { port } = await serve(
      redirecting(307, `http://127.0.0.1:${other.port}/?k=${encodeURIComponent(secretPlaceholder("K"))}`),
    );
    const { call } = bench([local(port), local(other.port), "secret:K"], { secrets: { K: "s3cret-value" } });
    const headers = {
      authorization: `Bearer ${secretPlaceholder("K")}`,
      cookie: "c",
      "x-key": "k",
      accept: "text/html",
      "user-agent": secretPlaceholder("K"),
    };
    await call("http.fetch", [`http://127.0.0.1:${port}/`, { method: "POST", headers, body: "private" }]);
    const [got] = other.seen;
    expect(got).toMatchObject({ method: "GET", body: "" });
    expect(got!.headers).toMatchObject({ accept: "text/html", "user-agent": "ptc" });
    expect(got!.headers).not.toHaveProperty("authorization");
    expect(got!.headers).not.toHaveProperty("cookie");
    expect(got!.headers).not.toHaveProperty("x-key");
    expect(JSON.stringify(other.seen)).not.toContain("s3cret-value");
  });

  it.each([
    ["http://169.254.169.254/latest/"],
    ["http://other.test/"],
    ["http://[::ffff:127.0.0.1]/"],
    ["//localhost/"],
  ])("out of the grant, to %s, are refused", async (to) => {
    const { port } = await serve(redirecting(302, to));
    const answer = await bench([local(port)]).call("http.fetch", [`http://127.0.0.1:${port}/`]);
    expect(reasonOf(answer)).toBe("permission_denied");
  });

  it.each([["file:///etc/passwd"], ["http://u:p@127.0.0.1/"], ["http://"], ["gopher://x"]])(
    "to %s are the server's error",
    async (to) => {
      const { port } = await serve(redirecting(302, to));
      const answer = await bench([local(port)]).call("http.fetch", [`http://127.0.0.1:${port}/`]);
      expect(reasonOf(answer)).toBe("host_error");
    },
  );

  it("end after five, and are not followed when told so", async () => {
    const { port, seen } = await serve((request, response) =>
      redirecting(302, `/${Number(request.url.slice(1)) + 1}`)(request, response),
    );
    const { call } = bench([local(port)]);
    expect(reasonOf(await call("http.fetch", [`http://127.0.0.1:${port}/0`]))).toBe("limit_exceeded");
    expect(seen.length).toBe(6);
    const got = resultOf(await call("http.fetch", [`http://127.0.0.1:${port}/0`, { redirect: "manual" }])) as Fetched;
    expect([got.status, got.headers.location]).toEqual([302, "/1"]);
  });

  it("a method that is not granted where the redirect leads is refused", async () => {
    const { port } = await serve(redirecting(303, "/b"));
    const answer = await bench([local(port, "?methods=POST")]).call("http.fetch", [
      `http://127.0.0.1:${port}/`,
      { method: "POST" },
    ]);
    expect(reasonOf(answer)).toBe("permission_denied");
  });
});

describe("bounds", () => {
  it("a body longer than its cap ends while it arrives, announced or not", async () => {
    let closed = 0;
    const { port } = await serve((request, response) => {
      response.on("close", () => closed++);
      if (request.url === "/announced") response.setHeader("content-length", "1000000000");
      const timer = setInterval(() => response.write("x".repeat(10_000)), 1);
      response.on("close", () => clearInterval(timer));
    });
    const { call } = bench([local(port, "?maxBytes=50000")]);
    for (const path of ["announced", "endless"]) {
      const answer = await call("http.fetch", [`http://127.0.0.1:${port}/${path}`]);
      expect(reasonOf(answer)).toBe("limit_exceeded");
      expect(textOf(answer)).toContain("50000");
    }
    await expect.poll(() => closed).toBe(2);
  });

  it("a body that is announced too long is not waited for, and one that HEAD announces is no body", async () => {
    const { port } = await serve((_, response) => {
      response.writeHead(200, { "content-length": "1000000000" });
      response.flushHeaders();
    });
    const { call } = bench([local(port, "?maxBytes=50000")], { limits: { httpMs: 5000 } });
    const url = `http://127.0.0.1:${port}/`;
    expect(textOf(await call("http.fetch", [url]))).toContain("longer than 50000 bytes");
    const got = resultOf(await call("http.fetch", [url, { method: "HEAD" }])) as Fetched;
    expect([got.headers["content-length"], got.body]).toEqual(["1000000000", ""]);
  });

  it("an endless body ends at the budget of the tool call too", async () => {
    const { port } = await serve((_, response) => {
      const timer = setInterval(() => response.write("x".repeat(1000)), 1);
      response.on("close", () => clearInterval(timer));
    });
    const { call } = bench([local(port)], { limits: { hostBytes: 20_000 } });
    expect(textOf(await call("http.fetch", [`http://127.0.0.1:${port}/`]))).toContain("20000 bytes that a tool call");
  });

  it("the narrowest of declaration, grant and limit is the cap", async () => {
    const { port } = await serve((_, response) => response.end("x".repeat(100)));
    const url = `http://127.0.0.1:${port}/`;
    const fetchWith = async (declared: string, granted: string[], httpBytes = 1000) =>
      reasonOf(await bench(granted, { limits: { httpBytes } }).call("http.fetch", [url], caller([declared])));
    expect(await fetchWith(local(port, ""), [local(port, "")])).toBe("ok");
    expect(await fetchWith(local(port, "?maxBytes=99"), [local(port, "")])).toBe("limit_exceeded");
    expect(await fetchWith(local(port, ""), [local(port, "?maxBytes=99")])).toBe("limit_exceeded");
    expect(await fetchWith(local(port, ""), [local(port, "?maxBytes=99"), local(port, "?maxBytes=100")])).toBe("ok");
    expect(await fetchWith(local(port, ""), [local(port, "")], 99)).toBe("limit_exceeded");
  });

  it("a server that never answers, trickles, or stalls ends at the time limit", async () => {
    const { port } = await serve((request, response) => {
      if (request.url === "/trickle") {
        const timer = setInterval(() => response.write("."), 5);
        response.on("close", () => clearInterval(timer));
      } else if (request.url === "/stall") response.write("start");
    });
    const { call } = bench([local(port)], { limits: { httpMs: 100 } });
    const paths = ["silent", "trickle", "stall"];
    const answers = await Promise.all(paths.map((path) => call("http.fetch", [`http://127.0.0.1:${port}/${path}`])));
    expect(answers.map(reasonOf)).toEqual(paths.map(() => "limit_exceeded"));
    const lost = bench(["http:fetch:a.test"], { limits: { httpMs: 50 }, resolve: () => new Promise(() => {}) });
    expect(reasonOf(await lost.call("http.fetch", ["http://a.test/"]))).toBe("limit_exceeded");
  });

  it("a cancelled tool call cancels its fetch", async () => {
    const { port } = await serve(() => {});
    const control = new AbortController();
    const { call } = bench([local(port)]);
    const pending = call(
      "http.fetch",
      [`http://127.0.0.1:${port}/`],
      caller([local(port)], { signal: control.signal }),
    );
    setTimeout(() => control.abort(), 20);
    expect(textOf(await pending)).toContain("cancelled");
    expect(
      textOf(await call("http.fetch", ["http://127.0.0.1/"], caller([local(port)], { signal: control.signal }))),
    ).toContain("cancelled");
  });

  it("a compressed bomb is not unpacked", async () => {
    const bomb = gzipSync(Buffer.alloc(20_000_000));
    const { port } = await serve((_, response) => {
      response.setHeader("content-encoding", "gzip");
      response.end(bomb);
    });
    const { call } = bench([local(port)], { limits: { httpBytes: 100_000 } });
    const url = `http://127.0.0.1:${port}/`;
    expect(textOf(await call("http.fetch", [url]))).toContain("compressed");
    const got = resultOf(await call("http.fetch", [url, { as: "base64" }])) as Fetched;
    expect(Buffer.from(got.body, "base64").equals(bomb)).toBe(true);
  });

  it("too many headers are the server's error", async () => {
    const { port } = await serve((_, response) => {
      response.setHeader("x-long", "x".repeat(60_000));
      response.end();
    });
    expect(textOf(await bench([local(port)]).call("http.fetch", [`http://127.0.0.1:${port}/`]))).toContain(
      "too many headers",
    );
  });
});

describe("secrets", () => {
  const K = secretPlaceholder("K");
  const value = 'p&ss "wörd"/+=1';
  const granted = (port: number) => [local(port), "secret:K"];

  it("go out in header values, query and body, in the spelling of the place", async () => {
    const { port, seen } = await serve((_, response) => response.end());
    const { call } = bench(granted(port), { secrets: { K: value } });
    const url = `http://127.0.0.1:${port}/`;
    const send = async (path: string, headers: Record<string, string>, body?: string) =>
      resultOf(
        await call("http.fetch", [url + path, { headers, ...(body === undefined ? {} : { method: "POST", body }) }]),
      );
    await send(`?a=${K}&b=${encodeURIComponent(K)}`, { "x-key": `Bearer ${K}` });
    expect(
      new URL(seen[0]!.url, url).searchParams.getAll("a").concat(new URL(seen[0]!.url, url).searchParams.get("b")!),
    ).toEqual([value, value]);
    expect(seen[0]!.headers["x-key"]).toBe(`Bearer ${value}`);
    await send("", { "content-type": "application/json" }, JSON.stringify({ k: K }));
    expect(JSON.parse(seen[1]!.body)).toEqual({ k: value });
    await send("", { "content-type": "application/x-www-form-urlencoded" }, `k=${encodeURIComponent(K)}&l=${K}`);
    expect([...new URLSearchParams(seen[2]!.body).values()]).toEqual([value, value]);
    await send("", { "content-type": "text/plain" }, `k=${K}`);
    expect(seen[3]!.body).toBe(`k=${value}`);
  });

  it("never come back, in whatever common disguise the server sends them", async () => {
    const secret = "tr0ub4dor&3/x";
    const { port } = await serve((request, response) => {
      const given = String(request.headers["x-key"]);
      response.setHeader("x-echo", given);
      response.setHeader("location", `/?k=${encodeURIComponent(given)}`);
      const forms = [given, encodeURIComponent(given), JSON.stringify(given), Buffer.from(given).toString("hex")];
      const offsets = ["", "a", "ab"].map((start) => Buffer.from(`${start}${given}zz`).toString("base64"));
      response.end(JSON.stringify([...forms, ...offsets]));
    });
    const { call } = bench(granted(port), { secrets: { K: secret } });
    const url = `http://127.0.0.1:${port}/`;
    const answer = await call("http.fetch", [url, { headers: { "x-key": K } }]);
    const text = JSON.stringify(resultOf(answer));
    const fragments = [secret, encodeURIComponent(secret), Buffer.from(secret).toString("hex"), "r0ub4do"];
    for (const fragment of fragments) expect(text).not.toContain(fragment);
    for (const start of ["", "a", "ab"])
      expect(text).not.toContain(Buffer.from(`${start}${secret}zz`).toString("base64").slice(4, 16));
    expect(text).toContain("[secret K]");
    const bytes = resultOf(await call("http.fetch", [url, { headers: { "x-key": K }, as: "base64" }])) as Fetched;
    expect(Buffer.from(bytes.body, "base64").toString()).not.toContain(secret);
    // Also in a later answer to a call that sends none.
    const later = await serve((_, response) => response.end(`kept: ${secret}`));
    const kept = bench(granted(later.port), { secrets: (name) => (name === "K" ? secret : undefined) });
    await kept.call("http.fetch", [`http://127.0.0.1:${later.port}/`, { headers: { "x-key": K } }]);
    const got = resultOf(await kept.call("http.fetch", [`http://127.0.0.1:${later.port}/`])) as Fetched;
    expect(got.body).toBe("kept: [secret K]");
  });

  it.each<[spelling: string, (given: string) => string | Buffer, type?: string]>([
    ["in Latin 1", (given) => Buffer.from(given, "latin1")],
    ["in UTF-8", (given) => Buffer.from(given)],
    ["in JSON with escaped slashes", (given) => JSON.stringify(given).replaceAll("/", "\\/")],
    ["in JSON of ASCII", (given) => JSON.stringify(given).replace("ö", "\\u00f6")],
    ["in HTML", (given) => given.replace("&", "&amp;").replaceAll('"', "&#34;").replace("'", "&#39;")],
    [
      "in HTML of another kind",
      (given) => given.replace("&", "&amp;").replaceAll('"', "&quot;").replace("'", "&#x27;"),
    ],
    ["percent-encoded in small letters", (given) => encodeURIComponent(given).replace(/%../g, (c) => c.toLowerCase())],
    ["percent-encoded to the last", (given) => encodeURIComponent(given).replace("'", "%27")],
    ["under a false name of its alphabet", (given) => Buffer.from(given), "text/plain; charset=utf-16le"],
  ])("never come back %s", async (_, spelled, type = "text/plain") => {
    const secret = 'it\'s/"w\u00f6rd" &1';
    const { port } = await serve((request, response) => {
      response.setHeader("content-type", type);
      response.setHeader("x-echo", Buffer.from(String(request.headers["x-key"]), "latin1").toString("latin1"));
      response.end(spelled(String(request.headers["x-key"])));
    });
    const { call } = bench(granted(port), { secrets: { K: secret } });
    const send = (as: string) =>
      call("http.fetch", [`http://127.0.0.1:${port}/`, { headers: { "x-key": K }, as }]).then(
        resultOf,
      ) as Promise<Fetched>;
    const text = await send("text");
    const bytes = Buffer.from((await send("base64")).body, "base64");
    expect(bytes.toString()).toBe(type === "text/plain" && /^"/.test(bytes.toString()) ? '"[secret K]"' : "[secret K]");
    expect(Buffer.from(text.body, type === "text/plain" ? "utf8" : "utf16le").toString()).toBe(bytes.toString());
    expect(text.headers["x-echo"]).toBe("[secret K]");
  });

  it("do not come back packed, nor as the name of a host", async () => {
    const { port } = await serve((request, response) => {
      const given = String(request.headers["x-key"] ?? "nothing");
      if (request.url === "/away") response.writeHead(302, { location: `http://${given}.test/` }).end();
      else response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(given));
    });
    const { call } = bench([local(port), "http:fetch:*", "secret:K"], { secrets: { K: "Hunter2Hunter2" } });
    const url = `http://127.0.0.1:${port}/`;
    const secretly = { headers: { "x-key": K }, as: "base64" };
    const packed = await call("http.fetch", [url, secretly]);
    expect([reasonOf(packed), textOf(packed)]).toEqual(["host_error", expect.stringContaining("compressed")]);
    // Without a secret on the way the bytes are the tool's to unpack.
    expect(reasonOf(await call("http.fetch", [url, { as: "base64" }]))).toBe("ok");
    const away = await call("http.fetch", [`${url}away`, secretly]);
    expect([reasonOf(away), textOf(away)]).toEqual(["host_error", expect.stringContaining("holds a secret")]);
    expect(textOf(away).toLowerCase()).not.toContain("hunter2");
  });

  it("of six letters are not found by trying three", async () => {
    const { port } = await serve((request, response) => response.end(request.body));
    const { call } = bench(granted(port), { secrets: { K: "abcdef" } });
    const guesses = ["abc", "bcd", "cde", "def"].map((part) => Buffer.from(part).toString("base64")).join(" ");
    const got = resultOf(await call("http.fetch", [`http://127.0.0.1:${port}/`, { method: "POST", body: guesses }]));
    expect((got as Fetched).body).toBe(guesses);
  });

  it("need a declaration and a grant, for the host they go to", async () => {
    const { port, seen } = await serve((_, response) => response.end());
    const url = `http://127.0.0.1:${port}/`;
    const send = async (declared: string[], allow: string[]) => {
      const { broker } = bench(allow, { secrets: { K: value } });
      return broker.call("http.fetch", [url, { headers: { "x-key": K } }], caller(declared));
    };
    const http = local(port);
    const undeclared = await send([http], [http, "secret:K"]);
    expect([reasonOf(undeclared), undeclared.ok ? "" : undeclared.permission]).toEqual([
      "permission_denied",
      "secret:K",
    ]);
    expect(reasonOf(await send([http, "secret:K"], [http]))).toBe("permission_denied");
    expect(reasonOf(await send([http, "secret:K"], [http, "secret:OTHER"]))).toBe("permission_denied");
    expect(reasonOf(await send([http, "secret:K"], [http, "secret:K?host=api.test"]))).toBe("permission_denied");
    expect(reasonOf(await send([http, "secret:K?host=api.test"], [http, "secret:K"]))).toBe("permission_denied");
    expect(seen).toEqual([]);
    expect(reasonOf(await send([http, "secret:K"], [http, "secret:K?host=127.0.0.1"]))).toBe("ok");
  });

  it("do not travel in the clear, save inside this machine", async () => {
    const { call } = bench(["http:fetch:a.test?methods=POST", "secret:K"], {
      ...resolving({ "a.test": ["93.184.216.34"] }),
      secrets: { K: value },
    });
    const answer = await call("http.fetch", ["http://a.test/", { method: "POST", body: K }]);
    expect(textOf(answer)).toContain("without encryption");
  });

  it("do not stand in a path or host, and a missing one is said", async () => {
    const { port } = await serve(echo);
    const { call } = bench([local(port), "secret:*"], { secrets: { K: value } });
    expect(textOf(await call("http.fetch", [`http://127.0.0.1:${port}/${K}`]))).toContain("path");
    const answer = await call("http.fetch", [`http://127.0.0.1:${port}/?k=${secretPlaceholder("toString")}`]);
    expect(textOf(answer)).toContain("no secret toString");
  });

  it("with a line break break no header", async () => {
    const { port, seen } = await serve(echo);
    const { call } = bench(granted(port), { secrets: { K: "a\r\nx-injected: 1" } });
    const answer = await call("http.fetch", [`http://127.0.0.1:${port}/`, { headers: { "x-key": K } }]);
    expect([reasonOf(answer), seen]).toEqual(["bad_arguments", []]);
    expect(textOf(answer)).not.toContain("injected");
  });

  it("placeholders that came from elsewhere stay text when the call has a mark of its own", async () => {
    const { port, seen } = await serve((_, response) => response.end());
    const { call } = bench(granted(port), { secrets: { K: value } });
    const who = caller(granted(port), { secretMark: "4f1c" });
    const send = (body: string) => call("http.fetch", [`http://127.0.0.1:${port}/`, { method: "POST", body }], who);
    await send(`${K} ${secretPlaceholder("K", "0000")}`);
    await send(secretPlaceholder("K", "4f1c"));
    expect(seen.map((s) => s.body)).toEqual([`${K} ${secretPlaceholder("K", "0000")}`, value]);
  });
});

describe("addresses", () => {
  it.each([
    ["8.8.8.8", true],
    ["100.63.255.255", true],
    ["100.128.0.0", true],
    ["172.15.255.255", true],
    ["172.32.0.0", true],
    ["192.167.255.255", true],
    ["223.255.255.255", true],
    ["2606:4700::1111", true],
    ["2a00::1", true],
    ["100.127.255.255", false],
    ["172.31.255.255", false],
    ["2001:1ff::1", false],
    ["2001:db8::1", false],
    ["3fff:fff::1", false],
    ["4000::1", false],
    ["1.2.3", false],
    ["01.2.3.4", false],
    ["1.2.3.256", false],
    ["fe80::1%eth0", false],
    [":::1", false],
    ["1:2:3:4:5:6:7", false],
    ["", false],
  ])("%s is public: %s", (address, expected) => {
    expect(isPublicAddress(address)).toBe(expected);
  });

  it("every mapped, translated or tunnelled IPv4 address is refused, and mapped ones are the same address", () => {
    fc.assert(
      fc.property(fc.ipV4(), (v4) => {
        const [a, b, c, d] = v4.split(".").map((part) => Number(part).toString(16).padStart(2, "0"));
        const hex = `${a}${b}:${c}${d}`;
        for (const v6 of [`::ffff:${v4}`, `::ffff:${hex}`, `::${v4}`, `64:ff9b::${v4}`, `2002:${hex}::`])
          expect(isPublicAddress(v6)).toBe(false);
        expect(sameAddress(`::ffff:${v4}`, v4)).toBe(true);
        expect(isLoopbackAddress(`::ffff:${v4}`)).toBe(false);
      }),
    );
  });

  it("an IPv6 text is read as URL reads it", () => {
    fc.assert(
      fc.property(fc.ipV6(), (v6) => {
        const canonical = new URL(`http://[${v6}]/`).hostname.slice(1, -1);
        expect(addressBytes(v6)).toEqual(addressBytes(canonical));
        expect(addressBytes(v6)).toHaveLength(16);
      }),
    );
  });
});
