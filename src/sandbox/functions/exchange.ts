// One HTTP request and its response, no redirects. The connection goes to addresses that were decided beforehand, the body is
// counted while it arrives, and nothing is ever decompressed.

import { type IncomingMessage, request as plainRequest, type RequestOptions } from "node:http";
import { request as secureRequest } from "node:https";
import type { LookupFunction } from "node:net";
import { isAddress } from "../address.ts";
import { LARGE_ANSWER, Refusal } from "./host-function.ts";

export interface Outgoing {
  readonly secure: boolean;
  /** Without brackets. */
  readonly host: string;
  readonly port: number;
  readonly addresses: readonly string[];
  readonly method: string;
  /** Path and query, percent-encoded. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | null;
}

export interface Incoming {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: Buffer;
}

export interface ExchangeBounds {
  readonly maxBytes: number;
  readonly spend: (bytes: number) => void;
  readonly alone: () => Promise<void>;
  /** Aborted with a Refusal as its reason. */
  readonly signal: AbortSignal;
}

const MOST_HEADER_BYTES = 32 * 1024;

export function exchange(outgoing: Outgoing, bounds: ExchangeBounds): Promise<Incoming> {
  return new Promise((fulfil, reject) => {
    const options: RequestOptions & { servername?: string; rejectUnauthorized: boolean } = {
      hostname: outgoing.host,
      port: outgoing.port,
      path: outgoing.path,
      method: outgoing.method,
      headers: outgoing.headers,
      // No shared connections: a kept one would skip the look at its address.
      agent: false,
      lookup: only(outgoing.addresses),
      maxHeaderSize: MOST_HEADER_BYTES,
      insecureHTTPParser: false,
      rejectUnauthorized: true,
      ...(isAddress(outgoing.host) ? {} : { servername: outgoing.host }),
    };
    const sent = (outgoing.secure ? secureRequest : plainRequest)(options);
    const stop = () => fail(bounds.signal.reason);
    const settle = () => bounds.signal.removeEventListener("abort", stop);
    const fail = (error: unknown) => {
      settle();
      reject(error instanceof Refusal ? error : connectionFailure(error, outgoing.host));
      sent.destroy();
    };
    bounds.signal.addEventListener("abort", stop, { once: true });
    sent.on("error", fail);
    // The answer 101: what follows would be no HTTP any more.
    sent.on("upgrade", (_, socket) => {
      socket.destroy();
      fail(new Error("the server changed to another protocol"));
    });
    let answered = false;
    sent.on("close", () => answered || fail(new Error("the connection closed before there was an answer")));
    sent.on("response", (response) => {
      answered = true;
      collect(response, outgoing.method, bounds).then((incoming) => {
        settle();
        fulfil(incoming);
        sent.destroy();
      }, fail);
    });
    if (bounds.signal.aborted) stop();
    else sent.end(outgoing.body ?? undefined);
  });
}

/** Names lead where it was decided, whatever the name servers say by now. */
function only(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
  return (_, options, callback) => {
    if (options.all === true) callback(null, found);
    else callback(null, found[0]!.address, found[0]!.family);
  };
}

async function collect(response: IncomingMessage, method: string, bounds: ExchangeBounds): Promise<Incoming> {
  // HEAD announces a body that it does not send.
  const announced = method === "HEAD" ? 0 : Number(response.headers["content-length"] ?? 0);
  if (announced > bounds.maxBytes) throw tooLong(bounds.maxBytes);
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > bounds.maxBytes) throw tooLong(bounds.maxBytes);
    bounds.spend(chunk.length);
    if (bytes > LARGE_ANSWER) await bounds.alone();
    chunks.push(chunk);
  }
  return { status: response.statusCode ?? 0, headers: headersOf(response), body: Buffer.concat(chunks, bytes) };
}

function tooLong(most: number): Refusal {
  return new Refusal(
    "limit_exceeded",
    `The response is longer than ${most} bytes.`,
    "Ask for less, or have maxBytes of the permission or the limit httpBytes raised.",
  );
}

function headersOf(response: IncomingMessage): Incoming["headers"] {
  const entries = Object.entries(response.headers).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Incoming["headers"];
}

const WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: "refused the connection",
  ECONNRESET: "broke the connection off",
  EPIPE: "broke the connection off",
  ETIMEDOUT: "did not answer",
  EHOSTUNREACH: "cannot be reached",
  ENETUNREACH: "cannot be reached",
  HPE_HEADER_OVERFLOW: "sent too many headers",
};

function connectionFailure(error: unknown, host: string): Refusal {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const trouble =
    WORDS[code] ??
    (code.startsWith("HPE_")
      ? "sent something that is no HTTP"
      : /CERT|SSL|TLS|EPROTO|ALTNAME|SIGNATURE|ISSUER/.test(code)
        ? "could not prove who it is (TLS)"
        : "could not be talked to");
  const detail = error instanceof Error ? error.message : String(error);
  const shownCode = /^[A-Z][A-Z0-9_]+$/.test(code) ? code : "EUNKNOWN";
  return new Refusal(
    "host_error",
    `${host} ${trouble}. (${shownCode})`,
    "Check the host, or try later.",
    undefined,
    detail,
  );
}
